"""aids.yaml: what player aids say that is no chart, and what is written down in play.

Numbers are not typed but named: ``{supply.general_radius.italian}`` takes what the game states, so that text and
rules cannot disagree; ``{+combat.modifier.rough}`` sets a sign before it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text

Component = Literal["charts", "player-aid", "orders-of-battle"]


class AidLine(Model):
    """One thing to do or to know."""

    id: Id | None = None
    """Short name, by which provenance and errata address the line."""
    text: Text
    """In our own words, numbers as quantities."""
    head: str = ""
    """What stands before it in bold: a step, a case."""
    clause: str = ""
    """Our id of the clause that says so."""
    side: Id | None = None
    """Whom it concerns; absent: everyone."""
    option: Id | None = None
    """The optional rule it belongs to."""


class AidRow(Model):
    """A row of a small table."""

    cells: Annotated[list[str], Field(min_length=1)]
    """From left to right, numbers as quantities."""
    clause: str = ""
    """Our id of the clause that says so."""


class AidTable(Model):
    """A small table that the printed game has in running text."""

    columns: Annotated[list[str], Field(min_length=1)]
    """Headings from left to right."""
    rows: list[AidRow]
    """From top to bottom."""


class AidSection(Model):
    """A part of a player aid, in the order of play."""

    id: Id
    """Short name."""
    title: Text
    """Heading."""
    rule: str = ""
    """Number of the printed rule."""
    side: Id | None = None
    """Whose aid it stands on; absent: everyone's."""
    on: list[Component] = ["charts", "player-aid"]
    """The components that have it."""
    new_page: bool = False
    """True: it begins the other side of the aid."""
    lines: list[AidLine] = []
    """What it says."""
    table: AidTable | None = None
    """A table below."""
    shows: list[Id] = []
    """What else stands below: charts by id, `time-track`, `arrivals`, `victory`."""


class Record(Model):
    """Something that players write down each game turn."""

    id: Id
    """Short name."""
    title: Text
    """Heading of its column."""
    sides: list[Id] = []
    """Who keeps it, a column each; empty: every side."""
    common: bool = False
    """True: one column for all sides together."""


class AidsDocument(Document):
    """Player aids and the score pad."""

    sections: list[AidSection] = []
    """In the order of play."""
    records: list[Record] = []
    """Columns of the score pad's record of turns."""
