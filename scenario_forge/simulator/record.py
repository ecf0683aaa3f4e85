"""Records: all that is needed to play a game again, move by move, and to find where it differs (design 12).

JSON with one action a line and the same bytes for the same game. Every action carries a check over all that came of
it up to there, the whole carries a seal.
"""

from __future__ import annotations

import json
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    SerializerFunctionWrapHandler,
    StrictInt,
    StrictStr,
    ValidationError,
    model_serializer,
)

from scenario_forge.diagnostics import Span
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.kinds import JsonKind, misfits, path_in_words, unreadable_json
from scenario_forge.game.reading.shape import problem_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.simulator.step import Action, Event


CODES = Codes(__file__)
REC001 = CODES.error("REC001", "not-a-record", "this is not a record: {problem}")
REC002 = CODES.error(
    "REC002",
    "other-record-format",
    "this record has format {found}; this version reads format {known}",
)
REC003 = CODES.warning("REC003", "edited-record", "this record was changed after it was written")
REC004 = CODES.warning("REC004", "other-version-of-package", "made with {package} {then}; this is {now}")
REC005 = CODES.error(
    "REC005",
    "other-content",
    "the scenario `{scenario}` is not the one that was played: its content has the hash {found}, the record "
    "says {expected}",
)
REC006 = CODES.error("REC006", "illegal-action", "action {number} by {by}, `{action}`, is not allowed: {problem}")
REC007 = CODES.error("REC007", "outcome-that-is-none", "action {number}: {problem}")
REC008 = CODES.error(
    "REC008",
    "outcome-not-of-the-seed",
    "action {number}, {purpose}: the seed {seed} gives {expected}, the record has {found}",
)
REC009 = CODES.error(
    "REC009",
    "replay-parts",
    "the replay diverges from the record at action {number}: expected {expected}, found {found}",
)
REC010 = CODES.error(
    "REC010",
    "record-stops-short",
    "the record says that the game was played to its end, but stops after action {number}; {problem}",
)


FORMAT = 1
"""Version of the layout."""
MAX_BYTES = 64 * 1024 * 1024
CHANCE_NAME = "chance"
"""The decider where no side decides. Sides are ids, so no side has this name unless an author chose it."""
Ended: TypeAlias = Literal["over", "stopped", "player", "fault"]
"""To its end; by a person; because a player failed; because the rules did."""


class Entry(BaseModel):
    """One action: its decider, its step, and the check over all that came of it and of those before."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    by: StrictStr
    step: StrictStr
    action: tuple[StrictInt | StrictStr, ...]
    check: StrictStr = ""
    """Empty where the rules failed in the midst of it."""


class Setting(BaseModel):
    """What is played: enough to set it up again, and to see whether it is still the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    versions: dict[StrictStr, StrictStr]
    """Of the packages that bring simulator, rules and players."""
    system: StrictStr
    game: StrictStr
    scenario: StrictStr
    content: StrictStr
    """Hash of the compiled scenario."""
    options: tuple[StrictStr, ...] = ()
    errata: StrictStr = "official"
    """The chosen set of errata."""
    errata_version: StrictStr = ""
    """The version of the game's errata; empty where it names none, and then left out of the record."""
    corrections: dict[StrictStr, StrictStr] = {}
    """Hash of each erratum laid over the game, by id."""
    sides: tuple[StrictStr, ...] = ()
    forces: dict[StrictStr, StrictStr] = {}
    """By side: the force that was bought for it; left out where none was."""
    format: StrictInt = 1
    """The format that the game's files were written in; left out of records of the first."""

    @model_serializer(mode="wrap")
    def _without_what_is_unsaid(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data: dict[str, Any] = handler(self)
        if not self.errata_version:
            del data["errata_version"]
        if not self.forces:
            del data["forces"]
        if self.format == 1:
            del data["format"]
        return data


class End(BaseModel):
    """The end of a game. The state is empty where the rules failed during an action."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ended: Ended
    message: StrictStr = ""
    state: StrictStr = ""
    score: tuple[StrictInt, ...] = ()


class Record(BaseModel):
    """A game as it was played."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    setting: Setting
    seed: StrictInt
    dice: Literal["seed", "typed"] = "seed"
    """Where outcomes came from: the seed, or a person with real dice."""
    players: dict[StrictStr, StrictStr] = {}
    """Name of the player by side."""
    actions: tuple[Entry, ...] = ()
    end: End


class RecordFile(BaseModel):
    """A record as its file has it: an action is a row of decider, step, action, and check."""

    model_config = ConfigDict(extra="forbid")
    record: Literal[1]
    """The layout."""
    setting: Setting
    seed: StrictInt
    dice: Literal["seed", "typed"] = "seed"
    players: dict[StrictStr, StrictStr] = {}
    actions: list[tuple[StrictStr, StrictStr, list[StrictInt | StrictStr], StrictStr]]
    end: End
    seal: StrictStr | None = None
    """SHA-256 of all the rest; a record without it, or with a different one, was edited."""


RECORD = JsonKind("record", "A recorded game: forge play --record", RecordFile, frozenset({"record"}), "validation")


def text_of(record: Record) -> str:
    """Return the record as text; the same record gives the same bytes."""
    data = record.model_dump(mode="json")
    lines = [
        f'"record":{FORMAT}',
        *(f"{compact_json(key)}:{compact_json(data[key])}" for key in ("setting", "seed", "dice")),
    ]
    lines.append(f'"players":{compact_json(data["players"])}')
    rows = ",\n".join(compact_json([row["by"], row["step"], row["action"], row["check"]]) for row in data["actions"])
    lines.append('"actions":[\n' + rows + "\n]" if rows else '"actions":[]')
    lines += [f'"end":{compact_json(data["end"])}', f'"seal":{compact_json(seal(record))}']
    return "{\n" + ",\n".join(lines) + "\n}\n"


def seal(record: Record) -> str:
    """Return the SHA-256 of everything that a record says, however it is laid out."""
    return sha256(compact_json(record.model_dump(mode="json")).encode()).hexdigest()


def link(before: str, by: str, step: str, action: Action, events: Iterable[Event]) -> str:
    """Return the check of an action: over the one before, the decision, and all changes that came of it.

    Names of events and clauses are left out: a record outlives a better wording.
    """
    changes = ";".join(["%d,%d,%d,%d,%d" % change for event in events for change in event.changes])  # noqa: UP031
    text = compact_json([before, by, step, list(action), changes])
    return blake2b(text.encode(), digest_size=6).hexdigest()


class BadRecordError(ValueError):
    """An error: a text is no record; ``finding`` gives the reason and the place."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def read_record(data: bytes, file: str = "record.json") -> tuple[Record, list[Diagnostic]]:
    """Return a record, and warnings about it (that it was edited).

    Raises:
        BadRecordError: it is truncated, not JSON, of another format, or something is missing or of another kind.
    """
    content = _parsed(data, file)
    found = content.pop("record", None)
    if not isinstance(found, int):
        raise BadRecordError(REC001.at(start_of(file), problem="it does not say `record`"))
    if found != FORMAT:
        raise BadRecordError(REC002.at(start_of(file), found=found, known=FORMAT))
    problem = next(misfits(RECORD, {"record": found, **content}), None)
    if problem is not None:
        raise BadRecordError(REC001.at(start_of(file), problem=problem))
    read = dict(content)
    sealed = content.pop("seal", None)
    names = ("by", "step", "action", "check")
    content["actions"] = [dict(zip(names, row, strict=True)) for row in content["actions"]]
    try:
        record = Record.model_validate(content)
    except ValidationError as error:  # what only the models tell apart: to JSON Schema 3.0 is a whole number
        first = error.errors()[0]
        place = f"{path_in_words(first['loc'])}: {problem_of(first)}"
        raise BadRecordError(REC001.at(start_of(file), problem=place)) from error
    left_out = next(_left_out({**record.model_dump(mode="json"), "seal": seal(record)}, read), None)
    if sealed == seal(record) and left_out is None:
        return record, []
    finding = REC003.at(start_of(file))
    return record, [finding.note(f"`{left_out}` was taken out") if left_out else finding]


def _left_out(whole: object, read: object, within: str = "") -> Iterator[str]:
    """Yield keys that every record is written with and that its file lacks: what stands for them may be untrue."""
    if isinstance(whole, dict) and isinstance(read, dict):
        for key, value in whole.items():
            path = f"{within}.{key}" if within else key
            if key not in read:
                yield path
            else:
                yield from _left_out(value, read[key], path)


def _parsed(data: bytes, file: str) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise BadRecordError(REC001.at(start_of(file), problem=f"it has more than {MAX_BYTES:,} bytes"))
    try:
        content = json.loads(data.decode())
    except UnicodeDecodeError as error:
        raise BadRecordError(REC001.at(start_of(file), problem="it is not UTF-8 text")) from error
    except json.JSONDecodeError as error:
        span = Span(file, error.lineno, error.colno, error.lineno, error.colno + 1)
        cut = not data.strip() or error.pos >= len(error.doc.rstrip()) or "Unterminated" in error.msg
        what = "it is cut off here" if cut else unreadable_json(error)
        raise BadRecordError(REC001.at(span, problem=what)) from error
    except (ValueError, RecursionError) as error:
        raise BadRecordError(REC001.at(start_of(file), problem=unreadable_json(error))) from error
    if not isinstance(content, dict):
        raise BadRecordError(REC001.at(start_of(file), problem="it is not an object"))
    return content


def start_of(file: str) -> Span:
    """Return the span of a file's first character."""
    return Span(file, 1, 1, 1, 2)


def place_of(file: str, text: str, number: int) -> Span:
    """Return the span of action ``number`` (from 0) in our layout; in any other, the start of the file."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if line.startswith('"actions":['):
            where = at + 1 + number
            if where < len(lines) and lines[where].startswith("["):
                return Span(file, where + 1, 1, where + 1, len(lines[where]) + 1)
            break
    return start_of(file)


def compact_json(data: object) -> str:
    """Return data as JSON without spaces and in ASCII: the same text for the same data, for hashes."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
