"""The march rule: units that come from the off-map box have spent points already (rules 12 and 13, `m`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.codes import DR001, DR002, DR003
from scenario_forge.checks.forces.cells import is_outside
from scenario_forge.game.calendar import DateError
from scenario_forge.game.forces import Entry, Force, Unit, forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.systems.desert_rats.parameters import DesertDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.calendar import Calendar
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.systems.desert_rats.parameters import Deemed


def march_penalties(game: Game) -> Iterator[Diagnostic]:
    """Yield entries that lack the penalty of the march rule, and others that carry it."""
    found = game.one("rules", DesertDocument)
    track = schedule(game)
    grid = hex_map(game)
    if not found or not track or grid is None:
        return
    rules, where = found
    if any(box.box not in grid.boxes for box in rules.off_map.values()):
        return  # reported by itself; which entries come from there nobody knows
    marches = [(box.deemed, box.box, where / "off_map" / key / "deemed") for key, box in rules.off_map.items()]
    for force in forces(game).sides.values():
        for unit in force.units:
            for entry in unit.entries():
                if _reported(track, force, unit, entry):
                    continue
                covered = [(d, at) for d, box, at in marches if d and _covers(d, box, unit, entry, track.calendar)]
                yield from _judge(unit, entry, covered)


def _reported(track: Schedule, force: Force, unit: Unit, entry: Entry) -> bool:
    """Return whether the start or date, or where an arriving unit stood, is in doubt."""
    if entry.start is not None:
        return entry.start not in track.starts
    if any(other.start is not None and other.start not in track.starts for other in unit.entries()):
        return True
    return (entry.turn is None and entry.kind not in ("absent", "eliminated")) or is_outside(track, force, entry)


def _covers(deemed: Deemed, box: str, unit: Unit, entry: Entry, calendar: Calendar) -> bool:
    if entry.kind == "at":
        return bool(entry.location and entry.location.box == box and entry.start in deemed.starts)
    if entry.kind != "arrives" or not _comes_from(unit, box, deemed):
        return False
    return entry.turn in {_turn(calendar, date) for date in deemed.arrivals}


def _turn(calendar: Calendar, date: str) -> int | None:
    try:
        return calendar.turn(date)
    except DateError:
        return None


def _comes_from(unit: Unit, box: str, deemed: Deemed) -> bool:
    """Return whether the unit stands in the box at a start that the rule names."""
    places = [entry.location for entry in unit.entries() if entry.start in deemed.starts and entry.location]
    return any(place.box == box for place in places)


def _judge(unit: Unit, entry: Entry, covered: list[tuple[Deemed, Where]]) -> Iterator[Diagnostic]:
    penalty = entry.token.spent
    if covered:
        deemed, at = covered[0]
        if penalty is None:
            yield DR002.at(entry.where, unit=unit.cited, stated=deemed.points).also(at, "the march rule")
        elif penalty != deemed.points:
            finding = DR001.at(entry.where, unit=unit.cited, printed=penalty, stated=deemed.points)
            yield finding.also(at / "points", "the rule's number")
    elif penalty is not None:
        yield DR003.at(entry.where, unit=unit.cited, printed=penalty)
