"""chronology.yaml: the table of historical events that a game prints."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text


class ChronologyColumn(Model):
    """A column of the table."""

    id: Id
    """Key of the cells."""
    label: Text
    """As printed."""


class Event(Row):
    """A row: the date as printed, and a cell for each column that has an entry, in our own words."""

    date: Text
    """As printed: `12/2/41`, `5-6/42`."""


class ChronologyDocument(Document):
    """The chronology."""

    columns: Annotated[list[ChronologyColumn], Field(min_length=1)]
    """Columns from left to right."""
    events: list[Event] = []
    """Rows in printed order."""
