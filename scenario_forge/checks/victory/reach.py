"""VIC004 to VIC007: objectives that nobody can score between start and stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.victory.parts import common, objectives, rows, selectors, walk
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.hexes import components
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.victory.parts import Row
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.forces import Force, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where
    from scenario_forge.project.time.schedule import Schedule

CODES = Codes(__file__)
VIC004 = CODES.error("VIC004", "stop-date-never-reached", "no scenario is scored at {stop}")
VIC005 = CODES.error("VIC005", "unit-not-in-play-by-then", "{unit} is not in play by {stop}")
VIC006 = CODES.error("VIC006", "objective-out-of-reach", "{place} ({hex}) cannot be reached by any unit of {side}")
VIC007 = CODES.error("VIC007", "places-exclude-each-other", "no hex lies in all of these places")


def stops(game: Game) -> Iterator[Diagnostic]:
    """Stop dates that no scenario reaches; shown once, at the first objective."""
    track = schedule(game)
    if track is None or not _sound(game, track):
        return
    told: set[str] = set()
    for row in objectives(game):
        stop = row.stop or ""
        if stop in track.stops and stop not in told and _starts(game, track, stop) == []:
            told.add(stop)
            finding = VIC004.at(row.where / "stop", stop=track.stops[stop].date.label)
            yield finding.also(track.stops[stop].where, "the stop date")


def units(game: Game) -> Iterator[Diagnostic]:
    """Units listed by number that are not in play by the stop date in any scenario that reaches it."""
    track, linked = schedule(game), forces(game)
    if track is None or not _sound(game, track):
        return
    for row in objectives(game):
        mark = track.stops.get(row.stop or "")
        starts = _starts(game, track, row.stop or "") if mark else None
        if mark is None or mark.turn is None or not starts:
            continue
        for selector, where in selectors(row):
            for index, no in enumerate(selector.nos):
                unit = linked.find(selector.side or "", no)
                if unit is not None and not any(_in_play(track, unit, start, mark.turn) for start in starts):
                    finding = VIC005.at(where / "nos" / index, unit=unit.cited, stop=mark.date.label)
                    yield finding.also(unit.where, unit.name)


def ways(game: Game) -> Iterator[Diagnostic]:
    """Places that a side shall hold, and to which none of its units has a way."""
    grid, linked = hex_map(game), forces(game)
    if grid is None:
        return
    land: list[int] | None = None
    for row in rows(game):
        for name, where in _wanted(row):
            place = grid.places.get(name)
            hex_ = place[1] if place else grid.grid.find(name)
            force = linked.sides.get(row.entry.side)
            if hex_ is None or force is None or not _spots(grid, force):
                continue
            land = land or _parts(grid)
            if land[hex_] < 0 or land[hex_] not in {land[spot] for spot in _spots(grid, force)}:
                finding = VIC006.at(where, place=name, hex=grid.name(hex_), side=game.side_name(row.entry.side))
                rests = [place[2] / "hex"] if place else []
                yield finding.rests_on(*rests, *([grid.where / "rows"] if grid.document.rows else []))


def regions(game: Game) -> Iterator[Diagnostic]:
    """Places that must all hold and have no hex in common."""
    grid = hex_map(game)
    for row in rows(game) if grid else ():
        assert grid is not None  # noqa: S101 - else there is nothing to go through
        for condition, where in walk(row.entry.when, row.where / "when"):
            presence = condition.present
            if presence is not None and len(presence.within) > 1 and common(grid, presence.within) == frozenset():
                at = where / "present" / "within"
                yield VIC007.at(at, hex="").rests_on(*_areas(grid, row))


def _sound(game: Game, track: Schedule) -> bool:
    """Whether there are scenarios, and none that is reported for its id or its dates."""
    linked = scenarios(game).scenarios
    lengths = [scenario.player_turns(track) for scenario in linked.values()]
    return (
        len(linked) == len(game.files_of("scenarios")) > 0
        and not game.broken("scenarios")
        and all(length is not None and length > 0 for length in lengths)
    )


def _starts(game: Game, track: Schedule, stop: str) -> list[str] | None:
    """The start dates of scenarios that are scored at a stop date; None where a date is unknown."""
    at = track.stops[stop]
    cumulative = any(document.cumulative for document, _ in game.documents("victory", VictoryDocument))
    found = []
    for scenario in scenarios(game).scenarios.values():
        if scenario.start is None or scenario.stop is None or at.turn is None:
            return None
        begins, ends = scenario.start.turn, scenario.stop.turn
        if begins is None or ends is None:
            return None
        if scenario.stop is at or (cumulative and begins <= at.turn < ends):
            found.append(scenario.start.date.id)
    return found


def _in_play(track: Schedule, unit: Unit, start: str, stop: int) -> bool:
    """Whether a unit is on the map, in base, or has come by a stop date, in play from a start date."""
    mark = track.starts.get(start)
    first = mark.turn if mark else None
    entry = unit.at_start(start)
    if entry is None or first is None or entry.kind in ("at", "reserve"):
        return True
    later = [e for e in unit.entries() if e.kind == "arrives"]
    return any(e.turn is None or first <= e.turn <= stop for e in later)


def _wanted(row: Row) -> Iterator[tuple[str, Where]]:
    for condition, where in walk(row.entry.when, row.where / "when"):
        if condition.hold is not None:
            yield condition.hold, where / "hold"
        presence = condition.present
        if presence is None or presence.none or presence.units.side not in (None, row.entry.side):
            continue
        for index, region in enumerate(presence.within):
            if region.on is not None:
                yield region.on, where / "present" / "within" / index / "on"


def _spots(grid: HexMap, force: Force) -> set[int]:
    """Hexes in which units of a side start, or which adjoin a box in which they do."""
    spots: set[int] = set()
    for unit in force.units:
        for entry in unit.entries():
            if entry.hex is not None:
                spots.add(entry.hex)
            elif entry.location is not None and entry.location.box is not None:
                spots |= grid.adjoining[entry.location.box]
    return spots


def _parts(grid: HexMap) -> list[int]:
    """By hex, the number of the connected part of the map it lies in; −1 where no unit may stand."""
    numbers = [-1] * len(grid.grid)
    for number, part in enumerate(components(grid.ways, grid.passable)):
        for hex_ in part:
            numbers[hex_] = number
    return numbers


def _areas(grid: HexMap, row: Row) -> Iterator[Where]:
    for condition, _where in walk(row.entry.when, row.where / "when"):
        for region in condition.present.within if condition.present else ():
            for index, area in enumerate(grid.document.areas):
                if area.id == region.area:
                    yield grid.where / "areas" / index


CHECKS = (stops, units, ways, regions)
