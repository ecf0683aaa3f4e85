"""The book through which a step changes the state: it notes each change and groups them into events."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from scenario_forge.simulator.state import Update
from scenario_forge.simulator.step import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.simulator.state import State, StateTable


class Book:
    """Changes in order, each based on the values that those before it leave, grouped into events.

    A column is written ``table.column``; without a table it is one of the units.
    """

    def __init__(self, state: State, clauses: Mapping[str, str] = MappingProxyType({})) -> None:
        self.state, self.clauses = state, clauses
        self.events: list[Event] = []
        self._now: dict[tuple[int, int, str], int] = {}
        self._changes: list[Update] = []

    def get(self, column: str, row: int) -> int:
        """Return a value as it is after the changes in the book."""
        table, name = self._found(column)
        held: int = getattr(table, name)[row]
        return self._now.get((table.index, row, name), held)

    def column(self, column: str) -> list[int]:
        """Return the values of a column as they are after the changes in the book."""
        table, name = self._found(column)
        values: list[int] = getattr(table, name).tolist()
        for (index, row, changed), new in self._now.items():
            if index == table.index and changed == name:
                values[row] = new
        return values

    def put(self, column: str, row: int, new: int) -> None:
        """Set a cell of a column to a new value, and note the change."""
        old = self.get(column, row)
        table, name = self._found(column)
        self._now[table.index, row, name] = new
        self._changes.append(Update(table.index, row, table.columns.index(name), old, new))

    def note(self, column: str, new: int) -> None:
        """Set the value of a column in a table that has one row."""
        self.put(column, 0, new)

    def add(self, column: str, row: int, by: int) -> None:
        """Add ``by`` to a value."""
        self.put(column, row, self.get(column, row) + by)

    def clear(self, columns: Iterable[str], rows: Iterable[int]) -> None:
        """Remove markers: set the given columns of the given rows to 0 where they are not 0 yet."""
        for row in rows:
            for column in columns:
                if self.get(column, row):
                    self.put(column, row, 0)

    def event(self, name: str, clause: str, *subjects: int) -> None:
        """Group the changes since the last event into a new event, told by the clause that a rule carries out."""
        self.events.append(Event(name, tuple(self._changes), self.clauses.get(clause, clause), subjects))
        self._changes = []

    def closed(self) -> tuple[Event, ...]:
        """Return the events of a step that has written all it does.

        Raises:
            RuntimeError: changes after the last event belong to none, and would be lost.
        """
        if self._changes:
            raise RuntimeError(f"{len(self._changes)} changes belong to no event")
        return tuple(self.events)

    def _found(self, column: str) -> tuple[StateTable, str]:
        table, _, name = column.rpartition(".")
        found: StateTable = getattr(self.state, table or "units")
        return found, name
