"""Results of games between people: from a record, or as people tell them, into the game's playtest.yaml."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from scenario_forge.api.play import what_differs
from scenario_forge.checks.run import check
from scenario_forge.diagnostics.model import Severity
from scenario_forge.game.evidence.results import RECORDS
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.simulator.players import player_names
from scenario_forge.simulator.replay import replay
from scenario_forge.source.files import write_file
from scenario_forge.source.read import digest_of
from scenario_forge.source.rows import RowChanges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.api.play import Prepared
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.record import Record
    from scenario_forge.source.nodes import Data

FILE = "playtest.yaml"
KEYS = ("scenario", "date", "winner", "score", "turn", "players", "record", "note")
"""Of a result, in the order in which they are written."""
_SCHEMA = re.compile(r"\A(# yaml-language-server: \$schema=\S*?)game\.schema\.json\n")


class NotAResultError(ValueError):
    """An error: a record is of no game between people that came to its end; ``findings`` may say more."""

    def __init__(self, message: str, findings: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


@dataclass(frozen=True)
class ResultAdded:
    """The text of playtest.yaml with a result more, which is not written yet."""

    text: str
    findings: tuple[Diagnostic, ...]
    """Errors that the game has with it, and had not before."""


def recorded_result(game: Game, prepared: Prepared, record: Record) -> dict[str, Any]:
    """Replay a record; return the cells of its result: who won, with how many points, and when.

    Raises:
        NotAResultError: it is of another version of the scenario, does not replay, was not played to its end, or a
            computer played in it.
    """
    computers = {name for name in record.players.values() if name in player_names(prepared.play)}
    if computers:
        raise NotAResultError(f"{', '.join(sorted(computers))} played in it: only games between people are kept")
    differences = what_differs(record, prepared)[0]
    if differences:
        raise NotAResultError("it is not of the scenario as it is now", tuple(differences))
    if record.end.ended != "over":
        raise NotAResultError("the game was not played to its end; without --record, --winner says who won")
    replayed = replay(record, prepared.play)
    if replayed.findings:
        raise NotAResultError("it does not replay as it was recorded", tuple(replayed.findings))
    play, state = prepared.play, replayed.match.playout.state
    outcome = play.outcome(state)
    turn = _turn(game, prepared, play.moment(state)[0])
    return {
        "winner": prepared.sides[outcome.winner] if outcome.winner >= 0 else None,
        "score": dict(zip(prepared.sides, map(int, play.score(state)), strict=False)) or None,
        "turn": turn,
        "players": dict(record.players) or None,
        "note": outcome.level or None,
    }


def _turn(game: Game, prepared: Prepared, number: int) -> str | None:
    """The game turn in which a game ended, as the track has it; ``number`` counts from the scenario's first."""
    track, labels = schedule(game), prepared.compiled.names["turns"]
    scenario = scenarios(game).scenarios.get(prepared.setting.scenario)
    if track is None or scenario is None or scenario.start is None or scenario.start.turn is None:
        return None
    return track.calendar.text(scenario.start.turn + min(number, len(labels) - 1))


def with_result(game: Game, cells: Mapping[str, object]) -> ResultAdded:
    """Return playtest.yaml with a result more, which keeps all comments and layout.

    Raises:
        EditRefused: the file cannot be read, or has something else where results stand.
    """
    row = {key: cells[key] for key in KEYS if cells.get(key) not in (None, {}, "")}
    changes = RowChanges(_text(game))
    changes.append(["results"], [cast("dict[str, Data]", row)], after=("targets", "history"))
    text = changes.result()
    before = Counter((found.code.id, found.message) for found in check(game, "quick"))
    after = check(Workspace.after(game).load(game.errata, {FILE: text}), "quick")
    news = []
    for found in after:
        before[found.code.id, found.message] -= 1
        if found.severity is Severity.ERROR and before[found.code.id, found.message] < 0:
            news.append(found)
    return ResultAdded(text, tuple(news))


def _text(game: Game) -> str:
    there = game.read.get(FILE)
    if there is not None:
        return there.source.text
    named = _SCHEMA.match(game.read["game.yaml"].source.text)
    schema = f"{named[1]}playtest.schema.json\n\n" if named else ""
    return f"{schema}basis: proposed\n\nresults: []\n"


def write_result(game: Game, added: ResultAdded) -> Diagnostic | None:
    """Replace playtest.yaml in one step, or create it; return why not, or None when it was done."""
    there = game.read.get(FILE)
    data = there.source.encoded(added.text) if there else added.text.encode()
    return write_file(game.folder / FILE, data, FILE, there.source.digest if there else None)


def record_name(game: Game, scenario: str, date: str, data: bytes) -> str:
    """Return the name under which a record is kept in the game's folder: that of the same bytes, else a free one."""
    folder = game.folder / RECORDS
    taken = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}
    digest = digest_of(data)
    for name, path in sorted(taken.items()):
        if path.suffix == ".json" and path.is_file() and digest_of(path.read_bytes()) == digest:
            return name
    return next(name for n in range(1, len(taken) + 2) if (name := f"{scenario}-{date}-{n}.json") not in taken)
