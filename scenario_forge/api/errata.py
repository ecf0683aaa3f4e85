"""Errata proved (what each does to a game, what must be printed again) and drafted from findings."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import printing
from scenario_forge.checks.errata.proposals import Proposal, Undecided, place, proposals
from scenario_forge.checks.errata.trials import ERR009, ErrataTrial, errata_effects, family, trials
from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.errata.readings import is_of_clause, moved_by
from scenario_forge.game.reading.errata import APPLICABLE, corrected_roots, every_erratum, paper_of
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import FoldedText, NewDocument, entries
from scenario_forge.source.files import write_file
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Mapping, Sequence

    from scenario_forge.checks.errata.proposals import Correction, Draft
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.printing.render import Reprint
    from scenario_forge.source.nodes import Path as ValuePath


Place = tuple[str, "ValuePath"]
"""File and path of an erratum: an id may be given twice by mistake."""


class FindingData(TypedDict):
    """A finding, without what only `forge check` shows."""

    code: str
    severity: str
    message: str
    file: str
    line: int
    place: str | None


class ErratumData(TypedDict):
    """One corrected value, as written to JSON."""

    id: str
    status: str
    by: str
    at: str
    place: str
    printed: Any
    corrected: Any
    outcome: str
    line: int
    file: str


class TrialData(TypedDict):
    """The values of one erratum, and what they do together and alone."""

    id: str
    values: list[ErratumData]
    resolves: list[FindingData]
    causes: list[FindingData]
    causes_alone: list[FindingData]
    leaves: list[FindingData]
    scenarios: list[str]


class ReprintData(TypedDict):
    """A document to print again."""

    component: str
    title: str
    file: str


class ErrataCheckFile(TypedDict):
    """The errata of a game, tried."""

    game: str
    edition: str | None
    errata: list[TrialData]
    findings: list[FindingData]
    reprint: list[ReprintData] | None


@dataclass(frozen=True)
class CheckedErrata:
    """The tried errata of a game."""

    game: Game
    """With all errata."""
    trials: list[ErrataTrial]
    findings: list[Diagnostic]
    """What is wrong with the errata themselves (ERR codes), and what they break."""
    reprints: list[Reprint] | None = None
    """The documents that they change; None where that was not asked for."""

    @property
    def errors(self) -> int:
        """The number of findings that are errors, with what errata cause, and leave at their places."""
        told = {(label.span, finding.code.id) for finding in self.findings for label in finding.labels}
        blamed = {span for span, code in told if code == ERR009.id}
        caused = {f.key for trial in self.trials for f in trial.causes if f.span not in blamed}
        left = {f.key for trial in self.trials for f in trial.leaves if f.span not in blamed}
        return sum(finding.severity is Severity.ERROR for finding in self.findings) + len(caused | left)

    @property
    def count(self) -> Counter[str]:
        """The number of errata of each status."""
        return Counter(erratum.status for trial in self.trials for erratum, _where in trial.errata)

    def as_data(self) -> ErrataCheckFile:
        """Return the trials as `forge errata check --format json` writes them."""
        about = self.game.about
        return {
            "game": self.game.id,
            "edition": about.edition if about else None,
            "errata": [_trial(self.game, trial) for trial in self.trials],
            "findings": [_finding(finding) for finding in self.findings],
            "reprint": None
            if self.reprints is None
            else [{"component": r.job.component, "title": r.job.title, "file": r.job.file} for r in self.reprints],
        }


class NoSuchErratum(LookupError):  # noqa: N818 - it is an answer, not a fault
    """Error: the game has no erratum of that id; ``hint`` says which may have been meant."""

    def __init__(self, id_: str, hint: str | None) -> None:
        super().__init__(f"there is no erratum `{id_}`")
        self.hint = hint


def errata_named(game: Game, ids: Sequence[str]) -> list[Erratum]:
    """Return the errata of a game meant by ids, or by numbers without letters, each once, in their order.

    Raises:
        NoSuchErratum: there is none.
    """
    there = [erratum for erratum, _where in every_erratum(game)]
    known = [*dict.fromkeys(name for erratum in there for name in (erratum.id, family(erratum.id)))]
    meant = [spelled(id_, known) for id_ in ids]
    if None in meant:
        id_ = ids[meant.index(None)]
        raise NoSuchErratum(id_, did_you_mean(id_, known))
    found = {erratum.id: erratum for erratum in there if {erratum.id, family(erratum.id)} & set(meant)}
    return list(found.values())


def check_errata(
    folder: str | os.PathLike[str],
    only: Collection[str] | None = None,
    *,
    reprint: bool = True,
    tell: Callable[[str, int, int], None] | None = None,
) -> CheckedErrata:
    """Try the errata of a game: does each find its place and the printed value, and what does it do.

    Args:
        folder: the game's folder.
        only: ids, or numbers without letters; None: all.
        reprint: work out which documents they change, which takes as long as printing the game twice.
        tell: called with a word, a number and a whole while it goes on.

    >>> from scenario_forge.game.reading.locate import find_game
    >>> checked = check_errata(find_game("desert-rats"), ["DR-012"], reprint=False)
    >>> [finding.code.id for finding in checked.trials[0].resolves][:1]
    ['OOB033']
    """
    workspace = Workspace(folder)
    game = workspace.load("all")
    made = trials(workspace, only, lambda n, of: tell("trying", n, of) if tell else None)
    chosen = [erratum.id for trial in made for erratum, _where in trial.errata]
    about = [*check(game), *(errata_effects(workspace, "all") if not workspace.load("none").problems else [])]
    findings = [f for f in about if _of_errata(game, f) and (only is None or _names(f, chosen))]
    again = _reprints(workspace, made, tell) if reprint else None
    return CheckedErrata(game, made, findings, again)


def _of_errata(game: Game, finding: Diagnostic) -> bool:
    return finding.span.file in {file.name for file in game.files_of("errata")}


def _names(finding: Diagnostic, ids: Collection[str]) -> bool:
    """Check whether a finding on errata names one of some ids."""
    return any(re.search(rf"\b{re.escape(id_)}\b", finding.message) for id_ in ids)


def _reprints(
    workspace: Workspace, made: list[ErrataTrial], tell: Callable[[str, int, int], None] | None
) -> list[Reprint] | None:
    ids = [patch.erratum.id for trial in made for patch in trial.patches if patch.target and not patch.problem]
    if not ids:
        return []
    before, after = Workspace(workspace.folder).load("none"), Workspace(workspace.folder).load(",".join(ids))
    profile, _findings = printing.profile.find_profile(after)
    briefs = (printing.brief.Brief(before, profile), printing.brief.Brief(after, profile))
    return printing.render.reprints(*briefs, tell=lambda title: tell(title, 0, 0) if tell else None)


def _trial(game: Game, trial: ErrataTrial) -> TrialData:
    came = {(patch.where.file.name, patch.where.path): patch.problem or "applied" for patch in trial.patches}
    return {
        "id": trial.id,
        "values": [_erratum(erratum, where, came, game) for erratum, where in trial.errata],
        "resolves": [_finding(finding) for finding in trial.resolves],
        "causes": [_finding(finding) for finding in trial.causes],
        "causes_alone": [_finding(finding) for finding in trial.alone],
        "leaves": [_finding(finding) for finding in trial.leaves],
        "scenarios": list(trial.scenarios),
    }


def _erratum(erratum: Erratum, where: Where, came: dict[Place, str], game: Game) -> ErratumData:
    return {
        "id": erratum.id,
        "status": erratum.status,
        "by": erratum.by,
        "at": erratum.at,
        "place": paper_of(game, erratum),
        "printed": erratum.printed,
        "corrected": erratum.corrected,
        "outcome": came.get((where.file.name, where.path), "kept"),
        "line": where.span.line,
        "file": where.file.name,
    }


def _finding(finding: Diagnostic) -> FindingData:
    span = finding.span
    return {
        "code": finding.code.id,
        "severity": finding.severity.word,
        "message": finding.message,
        "file": span.file,
        "line": span.line,
        "place": span.paper or None,
    }


# -- drafts ----------------------------------------------------------------------------------------


FILE = "errata/proposed.yaml"
"""Where drafts go."""
_HEAD = "Corrections that the checks point to, drafted by forge errata propose. Look at each before it is believed."


@dataclass(frozen=True)
class ProposedErrata:
    """Drafted errata, with the ids given, and the findings that no single reading resolves."""

    game: Game
    drafts: tuple[tuple[str, Proposal], ...]
    left: tuple[Undecided, ...]
    rows: tuple[dict[str, object], ...] = ()
    """The drafts as entries of a list of errata."""
    places: Mapping[int, list[str | None]] = field(default_factory=dict)
    """Comments above entries: where what a draft corrects stands."""

    @property
    def text(self) -> str:
        """The drafts as they stand in a list of errata."""
        return entries([*self.rows], self.places)


def propose(
    folder: str | os.PathLike[str],
    errata: str = "all",
    tell: Callable[[int, int], None] | None = None,
    date: str = "",
) -> ProposedErrata:
    """Draft errata for the findings of a game.

    Args:
        folder: the game's folder.
        errata: the set that is laid over it first: what it resolves is not found any more. A value that an erratum
            outside the set corrects is not drafted again either.
        tell: called with how many findings of how many were looked at.
        date: when they are made, `2026-11-22`; empty: it is not said.
    """
    workspace = Workspace(folder)
    game = workspace.load(errata)
    found, left = proposals(game, tell)
    listed = {erratum.at for erratum, _where in every_erratum(game) if erratum.status in APPLICABLE}
    found = [draft for draft in found if draft.at not in listed]
    drafts = tuple(zip(next_numbers(game, len(found)), found, strict=True))
    rows: list[dict[str, object]] = []
    places: dict[int, list[str | None]] = {}
    for id_, draft in drafts:
        places[len(rows)] = [*([None] if rows else []), place(game, draft.at), *map(_instead, draft.instead)]
        rows += _rows(game, id_, draft, date)
    return ProposedErrata(game, drafts, tuple(left), tuple(rows), places)


def next_numbers(game: Game, count: int) -> list[str]:
    """Return the next free numbers; ids are never given twice."""
    known = [erratum.id for erratum, _where in every_erratum(game)]
    heads = [id_.partition("-")[0] for id_ in known]
    about = game.about
    initials = "".join(part[0] for part in re.split(r"[^A-Za-z]+", about.title if about else "") if part).upper()[:6]
    head = max(dict.fromkeys(heads), key=heads.count) if heads else initials or "E"
    numbers = [int(re.sub(r"\D", "", id_)) for id_ in known if id_.startswith(f"{head}-")]
    first = max(numbers, default=0) + 1
    return [f"{head}-{first + n:03}" for n in range(count)]


def _rows(game: Game, id_: str, draft: Proposal, date: str) -> list[dict[str, object]]:
    finding, first = draft.finding, draft.draft
    values = first.corrections
    others = f" {plural(draft.tried - 1, 'other reading')} tried." if draft.tried > 1 else ""
    why = (
        f"{finding.message}. {_said(values[0][2])} resolves this and nothing new is found: {first.why}.{others} "
        f"Of corrections for which as much speaks, {first.rate} were right."
    )
    ids = ids_of(id_, len(values))
    reasons = [why, *[f"Goes with {ids[0]}."] * (len(values) - 1)]
    rows = [_row(finding, *each, date) for each in zip(ids, values, reasons, strict=True)]
    addresses = [at for at, _printed, _corrected in values]
    if any(map(is_of_clause, addresses)):
        rows[0]["moves"] = moved_by(corrected_roots(game.files), addresses)
    return rows


def _instead(draft: Draft) -> str:
    """Return a correction that would do instead, for a comment."""
    return f"or instead: {draft_text(draft)}"


def draft_text(draft: Draft) -> str:
    """Return the values of a draft, why they may be right, and how often such drafts are."""
    values = ", ".join(f"{at}: {_inline(old)} → {_inline(new)}" for at, old, new in draft.corrections)
    of = f"; {draft.rate} like it were right" if draft.rate.of else ""
    return f"{values} ({draft.why}{of})"


def _inline(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def ids_of(number: str, count: int) -> list[str]:
    """Return the ids under a number: with letters where it corrects several values, at most 26."""
    return [number] if count == 1 else [f"{number}{letter}" for letter in ascii_lowercase[:count]]


def _row(finding: Diagnostic, id_: str, value: Correction, why: str, date: str) -> dict[str, object]:
    at, printed, corrected = value
    return {
        "id": id_,
        "at": at,
        "printed": printed,
        "corrected": corrected,
        "why": FoldedText(why),
        "source": f"Ours, drafted from the finding {finding.code.id}; not looked at yet.",
        "by": "us",
        "status": "proposed",
        **({"date": date} if date else {}),
    }


def _said(value: object) -> str:
    return f"`{value}`" if value not in (None, "") else "Leaving it out"


def write_drafts(proposed: ProposedErrata) -> Path:
    """Put drafts behind the errata of ``errata/proposed.yaml``, or into a new one.

    What stands there stays to the letter.

    Raises:
        EditRefused: the file is of another form, changed meanwhile, or cannot be written.
    """
    path = Path(proposed.game.folder) / FILE
    file = proposed.game.read.get(FILE)
    old = file.source.text if file else ""
    if not path.resolve().is_relative_to(Path(proposed.game.folder).resolve()):
        raise EditRefused(f"{FILE} leads out of the game's folder")
    if path.exists() and file is None:
        raise EditRefused(f"{FILE} is there and cannot be read")
    text = append_to_list(FILE, old, proposed.rows, proposed.places) if file else _begun(proposed)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = file.source.encoded(text) if file else text.encode()
    problem = write_file(path, data, FILE, file.source.digest if file else None)
    if problem is not None:
        raise EditRefused(problem.message)
    return path


def _begun(proposed: ProposedErrata) -> str:
    """Return the file with the first drafts."""
    made = NewDocument()
    made.say(_HEAD, None)
    made.add("basis", "proposed")
    made.say(None)
    made.add("title", "Corrections that we propose")
    made.say(None)
    made.add("errata", [*proposed.rows])
    made.above |= {("errata", n): lines for n, lines in proposed.places.items()}
    return made.text()


def append_to_list(
    name: str, old: str, rows: Sequence[Mapping[str, object]], places: Mapping[int, list[str | None]]
) -> str:
    """Return the text of a list of errata with more rows at its end; the old text is kept byte for byte.

    Args:
        name: of the file, for the message.
        old: its text.
        rows: the new errata, as they are written.
        places: comments above them, by number.

    Raises:
        EditRefused: the list is not the last thing in the file, or the file cannot be read.
    """
    line = newline_of(old)
    new = entries([dict(row) for row in rows], places).replace("\n", line)
    text = old.rstrip() + line * (1 if old.rstrip().endswith("errata:") else 2) + new
    if not _holds(old, text, [row["id"] for row in rows]):
        raise EditRefused(f"{name} does not end with its list of errata, so that drafts cannot be put behind them")
    return text


def _holds(old: str, text: str, ids: Sequence[object]) -> bool:
    """Check whether the new text says what the old one said, and new errata behind it."""
    before, after = compose(old, "")[0], compose(text, "")[0]
    if before is None or after is None or not isinstance(before.data, dict) or not isinstance(after.data, dict):
        return False
    was, now = before.data.get("errata") or [], after.data.get("errata")
    if not isinstance(was, list) or not isinstance(now, list) or now[: len(was)] != was:
        return False
    rest = [each.get("id") if isinstance(each, dict) else None for each in now[len(was) :]]
    same = {k: v for k, v in before.data.items() if k != "errata"} == {
        k: v for k, v in after.data.items() if k != "errata"
    }
    return same and rest == list(ids)
