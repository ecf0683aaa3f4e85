"""Worked examples and figures of the rules: examples.yaml (given, asked, printed answer), diagrams.yaml."""

from __future__ import annotations

from typing import Annotated, Literal

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
    """The side."""
    hex: Text
    """Place or hex."""
    units: int | None = None
    """Number of combat units there."""
    markers: dict[Id, int] = {}
    """Number of markers there, by marker."""


class Example(Model):
    """A worked example: the situation, the question, and the printed answer."""

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
    """All worked examples of the rulebook."""

    examples: list[Example] = []
    """In printed order."""


# -- diagrams.yaml: the figures of the rulebook as scenes: hexes, counters, arrows and marks, each tied to a clause --


class Stack(Model):
    """Counters in a hex of the scene, the lowest first."""

    at: Text
    """Hex or place."""
    units: list[Text] = []
    """Units of the game: `axis/15`."""
    markers: list[Id] = []
    """Markers of the game: `supply-axis`."""
    spread: bool = False
    """True: side by side, so that each can be read."""


class Zone(Model):
    """Hexes that a side's units control."""

    side: Id
    """The side."""
    hexes: Annotated[list[Text], Field(min_length=1)]
    """Hexes or places."""


class Arrow(Model):
    """A way from hex to hex, or an attack."""

    kind: Literal["move", "attack", "retreat", "advance", "supply"]
    """What it shows."""
    path: Annotated[list[Text], Field(min_length=2)]
    """Hexes or places in their order."""
    barred: bool = False
    """True: it may not go on there; a cross stands at its end."""
    text: str = ""
    """A few letters at its middle: `−1`."""


class Mark(Model):
    """Letters in a hex, as captions name it."""

    at: Text
    """Hex or place."""
    text: Text
    """One to three letters."""


class SceneModifier(Model):
    """What is added to the differential."""

    text: Text
    """The situation, in our own words."""
    value: int
    """What it comes to."""


class Fight(Model):
    """A combat worked out below the scene: strengths are those of the counters."""

    attackers: Annotated[list[Text], Field(min_length=1)]
    """Units of the game."""
    defenders: Annotated[list[Text], Field(min_length=1)]
    """Units of the game."""
    modifiers: list[SceneModifier] = []
    """What else counts."""
    chart: Id | None = None
    """The chart from which the result is read: its columns are differentials, its rows throws."""
    die: int | None = None
    """The throw."""


class Diagram(Model):
    """A figure: a scene on the map, drawn from data."""

    id: Id
    """Short name."""
    clause: Text
    """The clause that it explains; it is printed behind it."""
    title: Text
    """A few words."""
    caption: Text
    """What is to be seen, in our own words."""
    map: MapDocument | None = None
    """A small map of its own."""
    around: str = ""
    """Without such a map: the place or hex of the game's map that is in the middle."""
    radius: Annotated[int, Field(ge=1, le=6)] = 2
    """How many hexes around it are shown."""
    stacks: list[Stack] = []
    """Counters."""
    zones: list[Zone] = []
    """Zones of control."""
    arrows: list[Arrow] = []
    """Ways and attacks."""
    costs: dict[Text, Text] = {}
    """What ways cost, by the letter of the hex where they end: the quantity that states it, `example.move_b.cost`."""
    marks: list[Mark] = []
    """Letters."""
    fights: list[Fight] = []
    """Combats worked out."""
    lines: list[Text] = []
    """Sentences below it: what is counted."""


class DiagramsDocument(Document):
    """All figures of the rulebook."""

    diagrams: list[Diagram] = []
    """In the order of the rules."""
