"""A position that a scenario is played from: which units and markers start in it, and where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.compiler.arrays import NONE, Changes, Markers, Units, ints
from scenario_forge.compiler.set_up import STATES
from scenario_forge.wargame.base.cells import pairs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.arrays import Ints
    from scenario_forge.compiler.compiled import CompiledScenario

_OF_MARKERS = ("start.marker.", "start.points")
"""Beginnings of the names of arrays that are about rows of the markers of a set-up."""
AT = STATES.index("at")
ABSENT = STATES.index("absent")


@dataclass(frozen=True)
class Position:
    """What starts in a game. Places are hexes or boxes by their ids; an empty one: as the set-up has the unit."""

    units: Mapping[str, str]
    markers: Sequence[tuple[str, str]]

    @property
    def size(self) -> int:
        """The number of units and markers."""
        return len(self.units) + len(self.markers)


def unit_keys(compiled: CompiledScenario) -> list[str]:
    """Return the units of a scenario by side and number: `axis/15`."""
    sides = compiled.keys["sides"]
    return [f"{sides[side]}/{no}" for side, no in zip(compiled.units.side, compiled.units.no, strict=True)]


def position_of(compiled: CompiledScenario) -> Position:
    """Return the set-up of a scenario: all units but those that are never in play."""
    units, markers = compiled.units, compiled.markers
    found = {}
    for number, key in enumerate(unit_keys(compiled)):
        there = units.state[number] == AT
        if units.state[number] != ABSENT or units.arrival[number] != NONE:
            found[key] = _place(compiled, units.hex[number], units.box[number]) if there else ""
    kinds = compiled.keys["markers"]
    laid = [
        (kinds[markers.type[row]], _place(compiled, markers.hex[row], markers.box[row]))
        for row in range(len(markers.type))
    ]
    return Position(found, laid)


def _place(compiled: CompiledScenario, hex_: int, box: int) -> str:
    return compiled.names["hexes"][hex_] if hex_ >= 0 else compiled.keys["boxes"][box] if box >= 0 else ""


def laid_out(compiled: CompiledScenario, position: Position) -> CompiledScenario:
    """Return the scenario with a position in place of its set-up; the units keep their numbers.

    Raises:
        LookupError: the scenario has no such hex, box or marker.
    """
    columns = {name: column[:] for name, column in vars(compiled.units).items()}
    for number, key in enumerate(unit_keys(compiled)):
        if key not in position.units:
            columns["state"][number] = ABSENT
            for name in ("hex", "box", "arrival", "withdrawal"):
                columns[name][number] = NONE
        elif position.units[key]:
            columns["state"][number] = AT
            columns["hex"][number], columns["box"][number] = _spot(compiled, position.units[key])
    kept = {number for number, key in enumerate(unit_keys(compiled)) if key in position.units}
    changes = [row for row, unit in enumerate(compiled.changes.unit) if unit in kept]
    rows, markers = _markers(compiled, position.markers)
    return replace(
        compiled,
        units=Units(**columns),
        changes=Changes(**{name: _rows(column, changes) for name, column in vars(compiled.changes).items()}),
        markers=markers,
        rules={name: _moved(name, column, rows) for name, column in compiled.rules.items()},
    )


def _rows(column: Ints, rows: Sequence[int]) -> Ints:
    return ints(column[row] for row in rows)


def _spot(compiled: CompiledScenario, place: str) -> tuple[int, int]:
    """Return the hex and the box of a place, −1 for the one that it is not."""
    if place in compiled.keys["boxes"]:
        return NONE, compiled.keys["boxes"].index(place)
    hexes = compiled.names["hexes"]
    if place not in hexes:
        raise LookupError(f"there is no hex or box `{place}`")
    return hexes.index(place), NONE


def _markers(compiled: CompiledScenario, wanted: Sequence[tuple[str, str]]) -> tuple[dict[int, int], Markers]:
    """Return the markers, and by row of the set-up's own the new row of the same marker."""
    kinds, own = compiled.keys["markers"], compiled.markers
    free = list(range(len(own.type)))
    columns: dict[str, list[int]] = {name: [] for name in vars(own)}
    rows: dict[int, int] = {}
    for number, (marker, place) in enumerate(wanted):
        if marker not in kinds:
            raise LookupError(f"there is no marker `{marker}`")
        type_, (hex_, box) = kinds.index(marker), _spot(compiled, place)
        for name, value in (("type", type_), ("hex", hex_), ("box", box)):
            columns[name].append(value)
        columns["side"].append(compiled.marker_types.side[type_])
        same = (row for row in free if (own.type[row], own.hex[row], own.box[row]) == (type_, hex_, box))
        row = next(same, None)
        if row is not None:
            free.remove(row)
            rows[row] = number
            columns["side"][-1] = own.side[row]
    return rows, Markers(**{name: ints(column) for name, column in columns.items()})


def _moved(name: str, column: Ints, rows: Mapping[int, int]) -> Ints:
    """Return an array of the start with the new rows of markers, where it is about them."""
    if not name.startswith(_OF_MARKERS):
        return column
    return ints(number for row, value in pairs(column) if row in rows for number in (rows[row], value))
