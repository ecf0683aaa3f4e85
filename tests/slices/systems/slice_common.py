"""What the three slices share: marked clauses and rules.yaml of a system, and events in the making."""

from __future__ import annotations

from scenario_forge.documents.kinds import Kind
from scenario_forge.project.carries import carriers
from scenario_forge.project.system import System
from scenario_forge.simulator.step import Event


class Slice(System):
    """A system whose modules stand beside it."""

    parts = ()
    """The modules with marked code."""
    document = None
    """The model of rules.yaml."""

    def clauses(self):
        """As the code is marked."""
        found = {}
        for carrier in (each for part in self.parts for each in carriers(part)):
            found.setdefault(carrier.clause, []).append(carrier.address)
        return found

    def kinds(self):
        """`rules.yaml`."""
        return (Kind("rules", self.document, required=True),)


class Book:
    """Events in the making: changes one after another, each from what those before it have left."""

    def __init__(self, state):
        self.state, self.now, self.changes, self.events = state, {}, [], []

    def get(self, column, row):
        name, column = column.split(".") if "." in column else ("units", column)
        table = getattr(self.state, name)
        return self.now.get((table.index, row, column), getattr(table, column)[row])

    def put(self, column, row, new):
        old, (name, short) = self.get(column, row), column.split(".") if "." in column else ("units", column)
        table = getattr(self.state, name)
        self.now[table.index, row, short] = new
        self.changes.append(table.change(row, short, new)._replace(old=old))

    def add(self, column, row, by):
        self.put(column, row, self.get(column, row) + by)

    def event(self, name, clause, *subjects):
        self.events.append(Event(name, tuple(self.changes), clause, subjects))
        self.changes = []
