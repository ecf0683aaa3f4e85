"""orders-of-battle/*.yaml: what is where on which start date; reinforcements, withdrawals."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text


class Column(Model):
    """A column of the printed chart."""

    id: Text
    """Key of the cells: the id of a start date, with `+` for what arrives or leaves after it."""
    label: str = ""
    """As printed above the column."""
    start: Id | None = None
    """The start date (time-track.yaml) this column sets up."""
    after: Id | None = None
    """The start date after which what stands in this column happens, up to the next one."""


class UnitRow(Row):
    """A unit's row; the other keys are columns with their cells as printed."""

    no: Annotated[int, Field(ge=1)]
    """Set-up number."""
    name: Text
    """Identity as printed in the chart."""
    note: str = ""
    """A remark printed at the end of the row."""


class MarkerRow(Row):
    """What markers start where; the other keys are columns with their cells as printed."""

    marker: Id
    """Marker id from counters.yaml, or the kind of it."""
    name: str = ""
    """As printed in the chart."""


class Section(Model):
    """A heading printed between rows."""

    before: int
    """Set-up number of the row below it."""
    heading: Text
    """As printed."""
    option: Id | None = None
    """The optional rule that the rows below belong to."""


class OrderOfBattleDocument(Document):
    """The order of battle of one side, as its chart prints it."""

    side: Id
    """The side."""
    title: Text
    """As printed."""
    columns: Annotated[list[Column], Field(min_length=1)]
    """The columns from left to right."""
    units: list[UnitRow] = []
    """The rows in printed order."""
    markers: list[MarkerRow] = []
    """Supply and other markers that start on the map."""
    sections: list[Section] = []
    """Headings between rows."""
    footnotes: list[str] = []
    """Remarks printed below, in our own words."""
