"""An order of battle once it is linked: units with their counters, what each column says of them, markers."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.project.formula import parse
from scenario_forge.project.notations import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import CounterValue, Marker, Printed, UnitCounter
    from scenario_forge.documents.scenario import Column, OrderOfBattleDocument, UnitRow
    from scenario_forge.project.formula import Formula
    from scenario_forge.project.hexmap import Location
    from scenario_forge.project.place import Unresolved, Where
    from scenario_forge.project.placement import EntryKind, PlacementToken


UnitKey = tuple[str, int]
"""Side and set-up number."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit's counter and where it is written."""

    counter: UnitCounter
    where: Where


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a cell, names looked up; what did not resolve is None and noted once."""

    kind: EntryKind
    column: Column
    token: PlacementToken
    where: Where
    location: Location | None = None
    turn: int | None = None
    facing: int | None = None
    """The direction that the unit faces, by the grid's order."""
    text: str = ""
    """Its characters up to the end of its name, as its cell has them: `R7/41`."""

    @property
    def start(self) -> str | None:
        """The start date this entry sets up; None in columns of later arrivals."""
        return self.column.start

    @property
    def hex(self) -> int | None:
        """Its hex, if it is on one."""
        return self.location.hex if self.location else None


@dataclass(frozen=True, slots=True)
class Unit:
    """A row of an order of battle. ``cells`` holds the entries of every column in printed order."""

    side: str
    no: int
    name: str
    row: UnitRow
    where: Where
    counter: Counter | None
    cells: dict[str, list[Entry]]
    option: str | None = None
    own: dict[str, list[Entry]] = field(default_factory=dict)
    """The same for the columns that scenarios bring along."""
    side_name: str = ""
    """The printed name of the side; empty where the game has no such side."""

    @property
    def key(self) -> UnitKey:
        """Side and set-up number."""
        return (self.side, self.no)

    @property
    def cited(self) -> str:
        """As messages cite it: ``Allied 4``."""
        return f"{self.side_name or self.side.capitalize()} {self.no}"

    def at_start(self, column: str) -> Entry | None:
        """The entry that says where it is at a start date."""
        entries = self.cells.get(column) or self.own.get(column)
        return entries[0] if entries else None

    def entries(self) -> list[Entry]:
        """All entries, in printed order."""
        return [entry for cell in self.cells.values() for entry in cell]

    def all_entries(self) -> list[Entry]:
        """All entries, those of scenarios' own columns behind the printed ones."""
        return self.entries() + [entry for cell in self.own.values() for entry in cell]


@dataclass(frozen=True, slots=True)
class MarkerEntry:
    """A marker that starts somewhere."""

    side: str
    marker: str
    entry: Entry
    side_name: str = ""
    """The printed name of the side; empty where the game has no such side."""

    @property
    def owner(self) -> str:
        """The side as messages cite it: ``Allied``."""
        return self.side_name or self.side.capitalize()


@dataclass
class Force:
    """One side's order of battle."""

    side: str
    title: str
    document: OrderOfBattleDocument
    where: Where
    columns: dict[str, Column]
    units: list[Unit] = field(default_factory=list)
    markers: list[MarkerEntry] = field(default_factory=list)
    own: dict[str, Column] = field(default_factory=dict)
    """Columns that scenarios bring along: ``ID``, which sets up the start of that id, and ``ID+``."""
    said: set[tuple[str, str]] = field(default_factory=set)
    """Column and marker of each marker cell that could be read, though it say that there are none."""
    unread: set[str] = field(default_factory=set)
    """Columns with a marker cell that no notation takes."""
    side_name: str = ""
    """The printed name of the side; empty where the game has no such side."""

    @property
    def name(self) -> str:
        """The side as messages cite it: ``Allied``."""
        return self.side_name or self.side.capitalize()

    def said_of(self, column: str) -> set[str]:
        """The markers of which a column says where they are, or that there are none."""
        return {marker for at, marker in self.said if at == column}


DECIDE = re.compile(r"\s*Decide:\s*(.*?)\s*\??\s*")
"""A cell that is left open, and the candidate in it."""


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A cell that is left to a person to decide; ``candidate`` is played until then."""

    where: Where
    subject: str
    candidate: str


@dataclass
class Forces:
    """All orders of battle and counters."""

    sides: dict[str, Force] = field(default_factory=dict)
    counters: dict[UnitKey, Counter] = field(default_factory=dict)
    doubled: list[tuple[Counter, Counter]] = field(default_factory=list)
    """Counters with one side and number, and the one that stands first."""
    markers: dict[str, tuple[Marker, Where]] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)
    malformed: list[tuple[Where, NotationError]] = field(default_factory=list)
    decisions: list[OpenDecision] = field(default_factory=list)
    """What scenarios of one's own leave open."""

    def units(self) -> list[Unit]:
        """Every unit of every side, in printed order."""
        return [unit for force in self.sides.values() for unit in force.units]

    def find(self, side: str, no: int) -> Unit | None:
        """A unit by side and set-up number."""
        return self._by_key.get((side, no))

    @cached_property
    def _by_key(self) -> dict[UnitKey, Unit]:
        """Of units with one number, the one that stands first."""
        return {unit.key: unit for unit in reversed(self.units())}

    def marker_entries(self) -> list[MarkerEntry]:
        """Every marker that starts somewhere."""
        return [entry for force in self.sides.values() for entry in force.markers]


# -- what the counter of a unit says ---------------------------------------------------------------


def formula_of(value: CounterValue) -> Formula | None:
    """The formula of a derived value; None where there is none, or it cannot be read (CNT003)."""
    if value.derived is None:
        return None
    try:
        return parse(value.derived)
    except NotationError:
        return None


def said(unit: UnitCounter, changed: dict[str, Printed] | None = None) -> dict[str, Printed]:
    """The values of a unit's front by id, derived ones too.

    A derived value is a whole number: what its formula comes to, rounded down. It is left out where a value that its
    formula names is missing or no number.

    Args:
        unit: the counter.
        changed: values of another face, which stand in the place of those of the front.
    """
    found = {**unit.values, **(changed or {})}
    numbers = {id_: value for id_, value in found.items() if isinstance(value, int) and not isinstance(value, bool)}
    left = {value.id: formula for value in unit.declared if (formula := formula_of(value)) is not None}
    while ready := [id_ for id_, formula in left.items() if {name.text for name in formula.names} <= numbers.keys()]:
        for id_ in ready:
            try:
                numbers[id_] = found[id_] = math.floor(left.pop(id_).value(numbers))
            except ZeroDivisionError:
                continue
    return found


def impossible(unit: UnitCounter) -> Iterator[tuple[str, str, CounterValue, str]]:
    """Derived values of a unit that cannot be: the unit's face (empty: its front), its id, the value, and why."""
    for face, changed in (("", {}), *unit.faces.items()):
        found = said(unit, changed)
        numbers = {id_: value for id_, value in found.items() if isinstance(value, int) and not isinstance(value, bool)}
        for value in unit.declared:
            formula = formula_of(value)
            if formula is None or value.of != "unit" or not {name.text for name in formula.names} <= numbers.keys():
                continue
            if value.id not in found:
                yield face, unit.name, value, "its formula divides by 0"
            elif (number := numbers.get(value.id, 0)) < 0:
                yield face, unit.name, value, f"its formula comes to {number}"


def circle(values: Sequence[CounterValue]) -> list[str]:
    """Ids of derived values that follow from each other, in the order of the document; empty where none do."""
    formulas = {value.id: formula for value in values if (formula := formula_of(value)) is not None}
    left = {id_: {name.text for name in formula.names} & formulas.keys() for id_, formula in formulas.items()}
    while free := [id_ for id_, needed in left.items() if not needed & left.keys()]:
        for id_ in free:
            del left[id_]
    return list(left)
