"""time-track.yaml: the calendar, start and stop dates, and what each box of the track allows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text


class Calendar(Model):
    """How game turns follow each other."""

    unit: Literal["month", "day"]
    """What a date counts."""
    step: Annotated[int, Field(ge=1)] = 1
    """Months or days in a game turn (2: two-month turns)."""
    parts: list[str] = []
    """Names of the game turns within one day, if there are several."""
    first: Text
    """First game turn: `12/40`."""
    last: Text
    """Last game turn: `12/42`."""


class StartDate(Model):
    """A date on which play can begin."""

    id: Id
    """Short name; orders of battle have a column of this id."""
    label: Text
    """As printed: `Dec 40`."""
    turn: Text
    """Its game turn: `12/40`."""
    first: Id
    """The side whose player turn opens the game."""


class StopDate(Model):
    """A date on which play can end."""

    id: Id
    """Short name; victory rows use it."""
    label: Text
    """As printed."""
    turn: Text
    """Its game turn."""
    last: Id
    """The side whose player turn closes the game."""


class TrackBox(Row):
    """One box of the track; the other keys are sides with their entries as printed."""

    turn: Text
    """Its game turn: `12/40`."""
    label: str = ""
    """As printed in the box."""


class TimeTrackDocument(Document):
    """The time record track."""

    calendar: Calendar
    """How turns follow each other."""
    starts: list[StartDate] = []
    """Start dates in order."""
    stops: list[StopDate] = []
    """Stop dates in order."""
    boxes: list[TrackBox] = []
    """The boxes in order."""
