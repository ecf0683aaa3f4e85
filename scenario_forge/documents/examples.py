"""examples.yaml: the rulebook's worked examples: given, asked, printed answer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue

from scenario_forge.documents.base import Document, Id, Model, Text, Value
from scenario_forge.documents.counters import UnitCounter
from scenario_forge.documents.map_ import MapDocument


class Sum(Model):
    """An addition that the example prints."""

    parts: Annotated[list[float], Field(min_length=1)]
    """The numbers added."""
    total: float
    """The printed result."""


class Lookup(Model):
    """A result that the example reads from a chart."""

    chart: Id
    """Chart id."""
    row: Text
    """Row heading, or a value in its range."""
    column: Text
    """Column heading, or a value in its range."""
    result: Text
    """The printed result."""


class SetUp(Model):
    """What the example says starts where."""

    start: Id
    """Start date."""
    side: Id
    """Whose."""
    hex: Text
    """Place or hex."""
    units: int | None = None
    """Number of combat units there."""
    markers: dict[Id, int] = {}
    """Number of markers there, by marker."""


class Example(Model):
    """One worked example."""

    id: Text
    """Stable id."""
    rule: Text
    """Number of the printed rule it stands in."""
    place: str = ""
    """Where: `figure`, `text`."""
    title: Text
    """A few words."""
    clauses: list[str] = []
    """Clauses it shows."""
    given: dict[str, JsonValue] = {}
    """The situation."""
    asked: Text
    """What is worked out."""
    answer: dict[str, JsonValue] = {}
    """The printed answer."""
    told: str = ""
    """All of it in sentences for the rules booklet; `{answer.spent.1}` stands for a value of `given` or `answer`."""
    sums: list[Sum] = []
    """Additions it prints."""
    lookups: list[Lookup] = []
    """Results it reads from charts."""
    set_up: list[SetUp] = []
    """What it says of a printed set-up."""
    states: dict[str, Value] = {}
    """Quantities it states."""
    places: list[str] = []
    """Places and hexes of the game's map that it names."""
    units: list[str] = []
    """Units of the game that it names: `axis/15`."""
    turns: list[str] = []
    """Game turns it names."""
    map: MapDocument | None = None
    """A map of its own, where it has a figure."""
    counters: list[UnitCounter] = []
    """Counters of its own."""


class ExamplesDocument(Document):
    """All worked examples."""

    examples: list[Example] = []
    """In printed order."""
