"""Every start and stop that a time record track allows: what a draft leaves open, what is scored, what is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from scenario_forge import reports
from scenario_forge.api.trials.kept import kept_verdict, scores_at
from scenario_forge.documents.kinds import JsonKind
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.drafts.dates import NotMade, ScenarioRequest, dates_of
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.drafts.victory import missing_proposals
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import without_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import DateMark, Schedule

MOST = 120
"""Starts, and stops, that a grid has at most."""
_NAME = "dates-of-the-track"
"""Stands for the name of a scenario that nobody makes."""


class StartData(TypedDict):
    """A start, and what a draft by the usual method leaves open; `problem` says why there would be none."""

    date: str
    label: str
    first: str
    printed: bool
    problem: str
    guesses: int
    """Positions of units that no sighting, event or rule fixes."""
    open: int
    """Cells that read `Decide:`: those, and markers and control."""
    contradictions: int
    """Lines of the chronology that contradict the draft."""


class StopData(TypedDict):
    """A stop, and the victory rows that are scored at it: printed ones, else those that a draft proposes."""

    date: str
    label: str
    last: str
    printed: bool
    scored: int
    proposed: int
    scores: list[str]
    """The spread of scores at it in games that were played through it, a line for each scenario."""


class ScenarioData(TypedDict):
    """A scenario of the game, and the dates between which it is played."""

    id: str
    title: str
    start: int
    """Its place among the starts."""
    stop: int
    """Its place among the stops."""
    printed: bool
    """Whether the publisher printed it."""
    verdict: str
    """The kept verdict of a playtest of it as it stands; empty where none is kept."""
    players: str
    """Who played for it."""


class DatesFile(TypedDict):
    """The grid of a game. Each start goes with each stop that is not before it."""

    game: str
    title: str
    counted: str
    """What its scenarios are counted in: `player turn` or `turn`."""
    played: bool
    """Whether it has rules, so that its scenarios can be played."""
    starts: list[StartData]
    stops: list[StopData]
    scenarios: list[ScenarioData]
    left_out: int
    """Game turns beyond the most that a grid has."""


DATES = JsonKind("dates-report", "forge dates --format json", DatesFile, frozenset({"starts", "stops", "scenarios"}))


@dataclass(frozen=True, slots=True)
class DateRange:
    """The starts and stops that are asked for, as turns from 0."""

    first: int
    last: int
    left_out: int = 0


def date_grid(
    game: Game, start: str | None = None, stop: str | None = None, seen: Callable[[int, int], None] | None = None
) -> DatesFile:
    """Return the grid of a game's dates. Each start is drafted once, by the usual method.

    Args:
        game: with its errata applied.
        start: the first start; None: the first turn of the track.
        stop: the last stop; None: the last turn of the track.
        seen: called as starts are drafted: how many, of how many.

    Raises:
        NotMade: no scenario of the game can be drafted, a date is not on the track, or the stop is before the start.
    """
    track, span = _span(game, start, stop)
    turns = range(span.first, span.last + 1)
    starts: list[StartData] = []
    for number, turn in enumerate(turns):
        starts.append(_start(game, track, turn, span.last))
        if seen:
            seen(number + 1, len(turns))
    return {
        "game": game.id,
        "title": game.title,
        "counted": track.counted_in,
        "played": not without_rules(game),
        "starts": starts,
        "stops": [_stop(game, track, turn, starts, turns) for turn in turns],
        "scenarios": list(_scenarios(game, span)),
        "left_out": span.left_out,
    }


def _span(game: Game, start: str | None, stop: str | None) -> tuple[Schedule, DateRange]:
    track = schedule(game)
    first = start or (track.calendar.text(0) if track else "")
    last = stop or (track.calendar.text(track.calendar.length - 1) if track else "")
    try:
        dates = dates_of(game, ScenarioRequest(_NAME, first, last))
    except NotMade:
        if start or stop or track is None or not track.starts:
            raise
        # the first turn cannot be drafted: the grid says why, row by row
        return track, _cut(0, track.calendar.length - 1)
    return dates.track, _cut(dates.first_turn, dates.last_turn)


def _cut(first: int, last: int) -> DateRange:
    return DateRange(first, min(last, first + MOST - 1), max(0, last - first + 1 - MOST))


def _start(game: Game, track: Schedule, turn: int, last: int) -> StartData:
    date, mark = track.calendar.text(turn), _mark(track.starts, turn)
    made: StartData = {
        "date": date,
        "label": track.label(turn),
        "first": _side(track, mark, 0),
        "printed": mark is not None,
        "problem": "",
        "guesses": 0,
        "open": 0,
        "contradictions": 0,
    }
    try:
        drafted = new_scenario(game, ScenarioRequest(_NAME, date, track.calendar.text(last)))
    except NotMade as problem:
        return made | {"problem": str(problem)}
    return made | {
        "guesses": drafted.left.units,
        "open": drafted.open,
        "contradictions": len(drafted.doubts.against),
    }


def _stop(game: Game, track: Schedule, turn: int, starts: list[StartData], turns: range) -> StopData:
    mark = _mark(track.stops, turn)
    scored = _printed_rows(game, track, turn)
    return {
        "date": track.calendar.text(turn),
        "label": track.label(turn),
        "last": _side(track, mark, -1),
        "printed": mark is not None,
        "scored": scored,
        "proposed": 0 if scored else _proposed_rows(game, track, turn, starts, turns),
        "scores": scores_at(game, turn),
    }


def _printed_rows(game: Game, track: Schedule, turn: int) -> int:
    found = game.one("victory", VictoryDocument)
    ids = {id_ for id_, mark in track.stops.items() if mark.turn == turn}
    return sum(row.stop in ids for row in found[0].objectives) if found else 0


def _proposed_rows(game: Game, track: Schedule, turn: int, starts: list[StartData], turns: range) -> int:
    """Count the rows that a draft proposes for a stop, from the first start before it that can be drafted."""
    for number, start in zip(turns, starts, strict=True):
        if number <= turn and not start["problem"]:
            dates = _dates(game, start["date"], track.calendar.text(turn))
            return sum(not row.doubt for row in missing_proposals(game, dates, ())) if dates else 0
    return 0


def _dates(game: Game, start: str, stop: str) -> Dates | None:
    try:
        return dates_of(game, ScenarioRequest(_NAME, start, stop))
    except NotMade:
        return None


def _side(track: Schedule, mark: DateMark | None, place: int) -> str:
    """Return who opens or closes; nobody where the sides act in no fixed order."""
    if not track.fixed:
        return ""
    return mark.side if mark else (track.sides[place] if track.sides else "")


def _mark(marks: dict[str, DateMark], turn: int) -> DateMark | None:
    return next((mark for mark in marks.values() if mark.turn == turn), None)


def _scenarios(game: Game, span: DateRange) -> Iterator[ScenarioData]:
    """Yield the scenarios whose dates are both in the grid."""
    for id_, each in scenarios(game).scenarios.items():
        if each.start is None or each.stop is None or each.start.turn is None or each.stop.turn is None:
            continue
        if not span.first <= each.start.turn <= each.stop.turn <= span.last:
            continue
        verdict = kept_verdict(game, id_)
        yield {
            "id": id_,
            "title": each.document.title,
            "start": each.start.turn - span.first,
            "stop": each.stop.turn - span.first,
            "printed": is_printed(each),
            "verdict": verdict.short(game.side_names) if verdict else "",
            "players": verdict.who if verdict else "",
        }


def is_printed(scenario: Scenario) -> bool:
    """Return whether a scenario is the publisher's, and not one that was added."""
    return not (scenario.where / "start").ours


def dates_html(grid: DatesFile) -> str:
    """Draw the grid as one page."""
    return reports.dates.dates_page(grid)
