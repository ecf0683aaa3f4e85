"""The linked scenarios: from which player turn to which, and what they say of their starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.documents.time_track import StartDate, StopDate
from scenario_forge.project.calendar import DateError
from scenario_forge.project.codes import Slips
from scenario_forge.project.forces import DECIDE, forces
from scenario_forge.project.game import Game, view
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.schedule import DateMark, schedule
from scenario_forge.project.system import System

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.documents.scenario import SideSetUp
    from scenario_forge.project.forces import Entry
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where
    from scenario_forge.project.placement import PlacementToken, Pool
    from scenario_forge.project.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario; ``start`` or ``stop`` is None when it names no date."""

    document: ScenarioDocument
    where: Where
    start: DateMark | None
    stop: DateMark | None
    first: str
    last: str

    @property
    def id(self) -> str:
        """Its short name."""
        return self.document.scenario

    def player_turns(self, track: Schedule) -> int | None:
        """How many player turns it lasts, first and last included; None when a date is unknown.

        Where the sides act in no fixed order, game turns (see `Schedule.counted`).
        """
        if not (self.start and self.stop) or self.start.turn is None or self.stop.turn is None:
            return None
        opens = track.player_turn(self.start.turn, self.first)
        return track.player_turn(self.stop.turn, self.last) - opens + 1

    def game_turns(self) -> int | None:
        """How many game turns it touches, half ones included."""
        if not (self.start and self.stop) or self.start.turn is None or self.stop.turn is None:
            return None
        return self.stop.turn - self.start.turn + 1


@dataclass(eq=False)
class Scenarios(Slips):
    """All scenarios by id."""

    scenarios: dict[str, Scenario] = field(default_factory=dict)
    listed: list[Scenario] = field(default_factory=list)
    """All of them in order of file name, those whose id another has too."""


@view
def scenarios(game: Game) -> Scenarios:
    """The game's scenarios."""
    linked = Scenarios()
    track = schedule(game)
    options = [o.id for document, _ in game.documents("options", OptionsDocument) for o in document.options]
    for document, where in game.documents("scenarios", ScenarioDocument):
        start = _own_start(track, document, where)
        start = start or _named(linked, document.start, where / "start", "start date", track.starts if track else None)
        stop = _own_stop(track, document, where)
        stop = stop or _named(linked, document.stop, where / "stop", "stop date", track.stops if track else None)
        first = document.first or (start.side if start else "")
        last = document.last or (stop.side if stop else "")
        for key, side in (("first", document.first), ("last", document.last)):
            if side and track:
                linked.known(where / key, side, "side", track.sides)
        _control(game, linked, document, where)
        if not game.broken("options"):
            _options(linked, document.options, where, options)
        linked.listed.append(Scenario(document, where, start, stop, first, last))
        linked.scenarios.setdefault(document.scenario, linked.listed[-1])
    return linked


def _own_start(track: Schedule | None, document: ScenarioDocument, where: Where) -> DateMark | None:
    """A start on a game turn that the track has no start date for; needs a set-up of the scenario's own."""
    if track is None or document.start in track.starts or not document.set_up or not track.sides:
        return None
    turn = turn_of(track, document.start)
    side = document.first or (track.sides[0] if track.fixed else "")
    if turn is None:
        return None
    date = StartDate(id=document.scenario, label=track.label(turn), turn=document.start, first=side or None)
    return DateMark(date, turn, side, where / "start")


def _own_stop(track: Schedule | None, document: ScenarioDocument, where: Where) -> DateMark | None:
    if track is None or document.stop in track.stops or not track.sides:
        return None
    turn = turn_of(track, document.stop, ends=True)
    side = document.last or (track.sides[-1] if track.fixed else "")
    if turn is None:
        return None
    date = StopDate(id=document.scenario, label=track.label(turn), turn=document.stop, last=side or None)
    return DateMark(date, turn, side, where / "stop")


def _control(game: Game, linked: Scenarios, document: ScenarioDocument, where: Where) -> None:
    grid = hex_map(game) if document.control else None
    for name, text in document.control.items():
        open_ = DECIDE.fullmatch(text)
        side = open_[1] if open_ else text
        if grid is not None and grid.find(name) is None:
            linked.note((where / "control" / name).key(), name, "place")
        linked.known(where / "control" / name, side, "side", game.side_names)


def turn_of(track: Schedule, text: str, *, ends: bool = False) -> int | None:
    """The game turn of a date as the track writes it; None where it is no date, off the track, or inside a turn.

    ``ends``: a day without a part means its last.
    """
    try:
        text = track.calendar.to_its_end(text) if ends else text
        turn, begins = track.calendar.turn(text), track.calendar.begins(text)
    except DateError:
        return None
    return turn if begins and 0 <= turn < track.calendar.length else None


def _named(
    linked: Scenarios, name: str, where: Where, wanted: str, dates: dict[str, DateMark] | None
) -> DateMark | None:
    return dates[name] if dates is not None and linked.known(where, name, wanted, dates) else None


def _options(linked: Scenarios, named: Iterable[str], where: Where, options: list[str]) -> None:
    for option, at in where.each("options", named):
        linked.known(at, option, "option", options)


# -- what starts say: points saved, marks, and starts that are no single hex ----------------------


class Saved(NamedTuple):
    """Points of a side."""

    side: str
    pool: str
    points: int
    where: Where


@dataclass(eq=False)
class Starts(Slips):
    """By scenario; those that say nothing of it are left out."""

    saved: dict[str, list[Saved]] = field(default_factory=dict)


@view
def starts(game: Game) -> Starts:
    """What the game's scenarios say."""
    linked = Starts()
    pools = game.system.start(game).pools if game.system else {}
    for document, where in game.documents("scenarios", ScenarioDocument):
        for own, at in where.each("set_up", document.set_up):
            if own.saved and own.side in game.side_names:
                found = linked.saved.setdefault(document.scenario, [])
                _saved(linked, found, own, at / "saved", pools)
    return linked


def saved_at(game: Game, scenario: str) -> list[Saved]:
    """What the sides of a scenario have saved when it begins."""
    return starts(game).saved.get(scenario, [])


@view
def ownerless(game: Game) -> frozenset[str]:
    """Markers that are nobody's: they lie among friend and enemy and hold no ground."""
    kinds = game.system.start(game).ownerless if game.system else frozenset()
    return frozenset(marker.id for marker, _where in forces(game).markers.values() if marker.kind in kinds)


def marks_said(game: Game, token: PlacementToken) -> list[str]:
    """What else a counter begins with, for people: `face down`."""
    marks = game.system.start(game).marks if game.system else {}
    return [marks[name].said(number) if name in marks else name for name, number in token.marks]


def reserve(game: Game) -> str:
    """What people say of a unit that is off the map and may come back: `in reserve`."""
    return game.system.reserve if game.system else System.reserve


def open_start(entry: Entry, grid: HexMap | None) -> str:
    """``anywhere inside the Perimeter``, ``enters at any west or south edge hex``; empty for any other start."""
    token = entry.token
    if entry.kind == "within":
        name = grid.area_names().get(token.place, token.place) if grid else token.place
        return f"anywhere inside {name}"
    if token.edges:
        return f"enters at any {' or '.join(token.edges)} edge hex"
    if entry.kind == "attached":
        return f"with unit {token.attached}"
    return "anywhere in its side's areas" if entry.kind == "free" else ""


def _saved(linked: Starts, found: list[Saved], own: SideSetUp, where: Where, pools: Mapping[str, Pool]) -> None:
    for name, points in own.saved.items():
        if name in pools:
            found.append(Saved(own.side, name, points, where / name))
            continue
        hint = did_you_mean(name, pools) or (f"points that are saved: {', '.join(pools)}" if pools else None)
        wanted = "kind of points that these rules save"
        linked.note((where / name).key(), name, wanted, "", hint)
