"""Who stands where on each start date, as the orders of battle say; the OOB checks share it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.project.forces import forces
from scenario_forge.project.game import view

if TYPE_CHECKING:
    from scenario_forge.project.forces import Entry, Force, MarkerEntry, Unit
    from scenario_forge.project.game import Game


class Standing(NamedTuple):
    """A unit on the map at a start."""

    unit: Unit
    entry: Entry
    hex: int

    @property
    def strength(self) -> int | None:
        """With which it starts: the one written at the entry, else its printed one."""
        given = self.entry.token.strength
        return given if given is not None else self.printed

    @property
    def printed(self) -> int | None:
        """On its counter; None without a counter."""
        return self.unit.counter.counter.strength if self.unit.counter else None

    @property
    def type(self) -> str | None:
        """Its unit type; None without a counter."""
        return self.unit.counter.counter.type if self.unit.counter else None


@dataclass(eq=False)
class SetUp:
    """One start date. Entries whose hex could not be looked up are left out."""

    start: str
    units: list[Standing] = field(default_factory=list)
    off_map: list[tuple[Unit, Entry]] = field(default_factory=list)
    """Units in off-map boxes."""
    markers: list[tuple[MarkerEntry, int]] = field(default_factory=list)
    vague: set[str] = field(default_factory=set)
    """Sides some of whose markers cannot be placed: what rests on all of them is unknown."""

    def of(self, side: str) -> list[Standing]:
        """The units of a side on the map."""
        return [each for each in self.units if each.unit.side == side]

    def stacks(self) -> dict[tuple[str, int], list[Standing]]:
        """Units by side and hex, in printed order."""
        found: dict[tuple[str, int], list[Standing]] = defaultdict(list)
        for each in self.units:
            found[each.unit.side, each.hex].append(each)
        return found


@view
def set_ups(game: Game) -> dict[str, SetUp]:
    """Every start date that an order of battle has a column for."""
    found: dict[str, SetUp] = {}
    for force in forces(game).sides.values():
        columns = start_columns(force)
        for start, column in columns.items():
            _place_units(found.setdefault(start, SetUp(start)), force, column)
        for marker in force.markers:
            start = marker.entry.start or ""
            if columns.get(start) == marker.entry.column.id:
                _place_marker(found[start], marker)
        _note_unread(force, found)
    return found


def _place_units(set_up: SetUp, force: Force, column: str) -> None:
    for unit in force.units:
        entry = unit.at_start(column)
        if entry is None or entry.kind != "at" or entry.location is None:
            continue
        if entry.location.hex is not None:
            set_up.units.append(Standing(unit, entry, entry.location.hex))
        elif entry.location.box:
            set_up.off_map.append((unit, entry))


def _place_marker(set_up: SetUp, marker: MarkerEntry) -> None:
    location = marker.entry.location
    if location is None:
        set_up.vague.add(marker.side)
    elif location.hex is not None:
        set_up.markers.append((marker, location.hex))


def _note_unread(force: Force, found: dict[str, SetUp]) -> None:
    """Sides whose marker cells are all blank, or one of which no notation takes."""
    for start, column in start_columns(force).items():
        if column in force.unread or not force.said_of(column):
            found[start].vague.add(force.side)


def start_columns(force: Force) -> dict[str, str]:
    """The column of each start date; the first where there are two, which is reported for them."""
    found: dict[str, str] = {}
    for column in (*force.columns.values(), *force.own.values()):
        if column.start:
            found.setdefault(column.start, column.id)
    return found
