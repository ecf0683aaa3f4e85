"""Scenarios, linked: what they begin with, and the levels and distances by which they end; what names nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.documents.time_track import StartDate, StopDate
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.codes import LinkedPart
from scenario_forge.game.forces import DECIDE, forces
from scenario_forge.game.game import Game, view
from scenario_forge.game.notations import CORE_NOTATIONS, Range, Ratio
from scenario_forge.game.schedule import DateMark, schedule
from scenario_forge.game.system import System

if TYPE_CHECKING:
    from collections.abc import Collection

    from scenario_forge.documents.aids import AidSection
    from scenario_forge.documents.victory import LedgerRow, Levels, Sudden
    from scenario_forge.game.forces import Entry
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.placement import PlacementToken
    from scenario_forge.game.schedule import Schedule


@dataclass(frozen=True, slots=True, repr=False)
class Scenario:
    """One scenario; ``start`` or ``stop`` is None when it names no date."""

    document: ScenarioDocument
    where: Where
    start: DateMark | None
    stop: DateMark | None
    first: str
    last: str

    def __repr__(self) -> str:
        return f"Scenario({self.id}, {self.where.file.name})"

    @property
    def id(self) -> str:
        """The short name by which anything refers to it."""
        return self.document.scenario

    @property
    def begins_as(self) -> str:
        """The start date that `begins_as` names, decided or not; empty for none."""
        named = self.document.begins_as or ""
        open_ = DECIDE.fullmatch(named)
        return open_[1] if open_ else named

    def player_turns(self, track: Schedule) -> int | None:
        """Return how many player turns it lasts, first and last included; None when a date is unknown.

        Where the sides act in no fixed order, game turns (see `Schedule.counted`).
        """
        if not (self.start and self.stop) or self.start.turn is None or self.stop.turn is None:
            return None
        opens = track.player_turn(self.start.turn, self.first)
        return track.player_turn(self.stop.turn, self.last) - opens + 1

    def game_turns(self) -> int | None:
        """Return how many game turns it touches, half ones included; None when a date is unknown."""
        if not (self.start and self.stop) or self.start.turn is None or self.stop.turn is None:
            return None
        return self.stop.turn - self.start.turn + 1


@dataclass(eq=False, repr=False)
class Scenarios(LinkedPart):
    """All scenarios of a game, by id and in order."""

    scenarios: dict[str, Scenario] = field(default_factory=dict)
    listed: list[Scenario] = field(default_factory=list)
    """All of them in order of file name, those whose id another has too."""

    def __repr__(self) -> str:
        return f"Scenarios({len(self.listed)} scenarios)"


@view
def scenarios(game: Game) -> Scenarios:
    """The scenarios of a game with their dates, and the sides that begin and end them."""
    linked = Scenarios()
    track = schedule(game)
    for document, where in game.documents("scenarios", ScenarioDocument):
        start = stop = None
        if track is not None:
            start = track.starts.get(document.start) or _own_start(track, document, where)
            stop = track.stops.get(document.stop) or _own_stop(track, document, where)
            for key, date, dates in (("start", start, track.starts), ("stop", stop, track.stops)):
                text = str(getattr(document, key))
                if date is None and track.sides and track.find(text) is not None:
                    # a turn, but not one on which the scenario can begin or end; without sides nobody can tell
                    linked.note(where / key, text, f"{key} date", "", did_you_mean(text, dates))
        first = document.first or (start.side if start else "")
        last = document.last or (stop.side if stop else "")
        linked.listed.append(Scenario(document, where, start, stop, first, last))
        linked.scenarios.setdefault(document.scenario, linked.listed[-1])
    return linked


def _own_start(track: Schedule, document: ScenarioDocument, where: Where) -> DateMark | None:
    """A start on a game turn that the track has no start date for; needs a set-up of the scenario's own."""
    if not document.set_up or not track.sides:
        return None
    turn = turn_of(track, document.start)
    side = document.first or (track.sides[0] if track.fixed else "")
    if turn is None:
        return None
    date = StartDate(id=document.scenario, label=track.label(turn), turn=document.start, first=side or None)
    return DateMark(date, turn, side, where / "start")


def _own_stop(track: Schedule, document: ScenarioDocument, where: Where) -> DateMark | None:
    if not track.sides:
        return None
    turn = turn_of(track, document.stop, ends=True)
    side = document.last or (track.sides[-1] if track.fixed else "")
    if turn is None:
        return None
    date = StopDate(id=document.scenario, label=track.label(turn), turn=document.stop, last=side or None)
    return DateMark(date, turn, side, where / "stop")


def printed_start(game: Game, scenario: str) -> str:
    """Return the start date whose values a scenario begins with, of all that the game keeps by start date.

    The one that it names, else its own; on a date between, the last before it, else the first of all; where the
    track has no start dates, what its own `start` says.
    """
    track, linked = schedule(game), scenarios(game).scenarios[scenario]
    if track is not None and linked.begins_as in track.starts:
        return linked.begins_as
    turn = linked.start.turn if linked.start else None
    if track is None or turn is None or linked.document.start in track.starts:
        return linked.document.start
    turns = {id_: mark.turn for id_, mark in track.starts.items() if mark.turn is not None}
    earlier = [id_ for id_ in turns if turns[id_] <= turn]
    if earlier:
        return max(earlier, key=turns.__getitem__)
    return min(turns, key=turns.__getitem__, default=linked.document.start)


def turn_of(track: Schedule, text: str, *, ends: bool = False) -> int | None:
    """Return the game turn of a date on the track; None where it is no date, off the track, or inside a turn.

    ``ends``: a day without a part means its last.
    """
    try:
        text = track.calendar.to_its_end(text) if ends else text
        turn, begins = track.calendar.turn(text), track.calendar.begins(text)
    except DateError:
        return None
    return turn if begins and 0 <= turn < track.calendar.length else None


def cards_by_start(game: Game) -> list[tuple[AidSection, Where]]:
    """Return sections of aids.yaml that the set-up cards of some start dates alone have."""
    return [
        (section, where / "sections" / number)
        for document, where in game.documents("aids", AidsDocument)
        for number, section in enumerate(document.sections)
        if "setup-card" in section.on and section.starts
    ]


# -- what starts say: points saved, marks, and starts that are no single hex ----------------------


class Saved(NamedTuple):
    """Points that a side begins a scenario with in one of its pools."""

    side: str
    pool: str
    points: int
    where: Where


@view
def points_saved(game: Game) -> dict[str, list[Saved]]:
    """Return the points that sides begin with, by scenario; those that say nothing of them are left out."""
    found: dict[str, list[Saved]] = {}
    pools = game.system.start(game).pools if game.system else {}
    for document, where in game.documents("scenarios", ScenarioDocument):
        for own, at in where.each("set_up", document.set_up):
            saved = [Saved(own.side, name, n, at / "saved" / name) for name, n in own.saved.items() if name in pools]
            if saved and own.side in game.side_names:
                found.setdefault(document.scenario, []).extend(saved)
    return found


def saved_at(game: Game, scenario: str) -> list[Saved]:
    """Return what the sides of a scenario have saved when it begins."""
    return points_saved(game).get(scenario, [])


@view
def neutral_markers(game: Game) -> frozenset[str]:
    """Markers of neither side, which lie among friend and enemy and hold no ground."""
    kinds = game.system.start(game).neutral if game.system else frozenset()
    return frozenset(marker.id for marker, _where in forces(game).markers.values() if marker.kind in kinds)


def describe_marks(game: Game, token: PlacementToken) -> list[str]:
    """Describe the marks with which a counter begins, for people: `face down`."""
    marks = game.system.start(game).marks if game.system else {}
    return [marks[name].describe(number) if name in marks else name for name, number in token.marks]


def reserve(game: Game) -> str:
    """Return what people call the state of a unit that is off the map and may come back: `in reserve`."""
    return game.system.reserve if game.system else System.reserve


def open_start(entry: Entry, grid: HexMap | None) -> str:
    """Return an open start in words: ``anywhere inside the Perimeter``, ``enters at any west edge hex``; else empty."""
    token = entry.token
    if entry.kind == "within" or token.in_area:
        area = token.spot or token.place
        return f"anywhere inside {grid.area_names().get(area, area) if grid else area}"
    if token.edges:
        return f"enters at any {' or '.join(token.edges)} edge hex"
    if entry.kind == "attached":
        return f"with unit {token.attached}"
    return "anywhere in its side's areas" if entry.kind == "free" else ""


# -- how games end: levels of victory, the ledger, sudden victories -------------------------------


@dataclass(frozen=True, slots=True)
class Band:
    """The range of one line, both ends included; None where an end is open."""

    text: str
    low: Fraction | None
    high: Fraction | None
    where: Where


@dataclass(frozen=True)
class LinkedLevels:
    """A list of levels, with the band of each; None where its range does not parse."""

    levels: Levels = field(repr=False)
    where: Where
    bands: list[Band | None] = field(repr=False)


@dataclass(eq=False, repr=False)
class Ending(LinkedPart):
    """All levels, ledger rows and sudden victories of a game, in printed order."""

    levels: list[LinkedLevels] = field(default_factory=list)
    ledger: list[tuple[LedgerRow, Where]] = field(default_factory=list)
    sudden: list[tuple[Sudden, Where]] = field(default_factory=list)
    distances: list[tuple[Where, list[Band | None]]] = field(default_factory=list)
    """By ledger row with distances, their bands."""

    def __repr__(self) -> str:
        return f"Ending({len(self.levels)} lists of levels, {len(self.ledger)} ledger rows, {len(self.sudden)} sudden)"

    def of_scenario(self, scenario: str) -> LinkedLevels | None:
        """Return the levels by which a scenario ends; None where it has none."""
        named = next((each for each in self.levels if scenario in each.levels.scenarios), None)
        return named or next((each for each in self.levels if not each.levels.scenarios), None)


def counts_in(scenarios_: Collection[str], scenario: str) -> bool:
    """Return whether a row that lists scenarios counts in one; without a list it counts in all."""
    return not scenarios_ or scenario in scenarios_


@view
def ending(game: Game) -> Ending:
    """The levels, ledger rows and sudden victories with which the game's scenarios end."""
    linked = Ending()
    for document, where in game.documents("victory", VictoryDocument):
        for levels, here in where.each("levels", document.levels):
            _link_levels(linked, levels, here)
        for row, each_at in where.each("ledger", document.ledger):
            _link_row(linked, row, each_at)
        linked.sudden += where.each("sudden", document.sudden)
    return linked


def counts_points(game: Game) -> bool:
    """Return whether victory points are counted: not where losses or sudden victories alone decide."""
    return any(
        document.objectives
        or document.decisive
        or document.ledger
        or any(levels.of == "points" for levels in document.levels)
        for document, _where in game.documents("victory", VictoryDocument)
    )


def _link_levels(linked: Ending, levels: Levels, where: Where) -> None:
    bands, before = list[Band | None](), None
    for level, at in where.each("levels", levels.levels):
        if levels.measure == "ratio":
            band = _ratio(linked, level.range, at / "range", before)
            before = band.high if band else before
        else:
            band = _range(linked, level.range, at / "range")
        bands.append(band)
    linked.levels.append(LinkedLevels(levels, where, bands))


def _link_row(linked: Ending, row: LedgerRow, where: Where) -> None:
    linked.ledger.append((row, where))
    if row.distance is not None:
        at = where / "distance" / "bands"
        bands = [_range(linked, band.hexes, at / number / "hexes") for number, band in enumerate(row.distance.bands)]
        linked.distances.append((at, bands))


def _range(linked: Ending, text: str, at: Where) -> Band | None:
    found = linked.parsed(at, text, CORE_NOTATIONS["ranges"])
    if not isinstance(found, Range):
        return None
    low, high = min(found.values), max(found.values)
    return Band(text, None if found.down else Fraction(low), None if found.up else Fraction(high), at)


def _ratio(linked: Ending, text: str, at: Where, before: Fraction | None) -> Band | None:
    """Return the band from the ratio of the level before, which is not included, up to the level's own."""
    found = linked.parsed(at, text, CORE_NOTATIONS["ratio"])
    return Band(text, before, None if found.up else found.value, at) if isinstance(found, Ratio) else None
