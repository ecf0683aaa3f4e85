"""An order of battle once it is linked: units with their counters, what each column says of them, markers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.documents.counters import Marker, UnitCounter
    from scenario_forge.documents.order_of_battle import Column, OrderOfBattleDocument, UnitRow
    from scenario_forge.project.hexmap import Location
    from scenario_forge.project.place import Unresolved, Where
    from scenario_forge.project.system import EntryKind, NotationError, PlacementToken

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


@dataclass(eq=False)
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
class Decision:
    """A cell that is left to a person to decide; ``candidate`` is played until then."""

    where: Where
    subject: str
    candidate: str


@dataclass(eq=False)
class Forces:
    """All orders of battle and counters."""

    sides: dict[str, Force] = field(default_factory=dict)
    counters: dict[UnitKey, Counter] = field(default_factory=dict)
    doubled: list[tuple[Counter, Counter]] = field(default_factory=list)
    """Counters with one side and number, and the one that stands first."""
    markers: dict[str, tuple[Marker, Where]] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)
    malformed: list[tuple[Where, NotationError]] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
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
