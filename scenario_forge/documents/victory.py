"""victory.yaml: objectives as predicates, levels, decisive victories."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text, Value


class Selector(Model):
    """Some units: all conditions given must hold."""

    side: Id | None = None
    """Owner."""
    nationality: Id | None = None
    """Nationality."""
    size: str | None = None
    """Size mark."""
    type: Id | None = None
    """Type."""
    nos: list[int] = []
    """Set-up numbers."""
    supplied: bool | None = None
    """In general supply or not."""


class Region(Model):
    """Somewhere: exactly one key."""

    on: str | None = None
    """On this place or hex."""
    area: Id | None = None
    """In this area of map.yaml."""
    east_of: str | None = None
    """East of this place."""
    on_or_east_of: str | None = None
    """On or east of this place."""
    west_of: str | None = None
    """West of this place."""
    box: str | None = None
    """In this off-map box."""
    map: bool | None = None
    """Anywhere on the map."""


class Presence(Model):
    """Units somewhere."""

    units: Selector
    """Which."""
    within: list[Region]
    """Where; all regions must hold."""
    none: bool = False
    """True: that there are no such units."""


class Condition(Model):
    """A predicate: exactly one key."""

    hold: str | None = None
    """The side holds this place."""
    besieged: str | None = None
    """The place is under siege."""
    besiege: str | None = None
    """The side besieges this place, which the enemy holds."""
    destroyed: Selector | None = None
    """These units are destroyed."""
    surviving: Selector | None = None
    """These units have any strength left."""
    present: Presence | None = None
    """Units are somewhere."""
    all: list[Condition] | None = None
    """All of these hold."""
    any: list[Condition] | None = None
    """At least one of these holds."""
    is_not: Condition | None = None
    """This does not hold."""
    ever: Condition | None = None
    """This held at some point of the game."""


class Scored(Model):
    """A row that brings points when its stop comes."""

    id: Id
    """Short name; no other row has it."""
    side: Id
    """Who scores it."""
    text: Text
    """The objective in words, as the components print it."""
    points: int
    """What it is worth."""
    each: bool = False
    """True: for each unit that fulfils it."""
    group: str = ""
    """Objectives of one group exclude each other: only the best is scored."""
    when: Condition
    """The predicate."""


class Objective(Scored):
    """A row of the printed victory table."""

    stop: Id
    """Stop date (time-track.yaml)."""
    states: dict[str, Value] = {}
    """Quantities this row states."""


class DecisiveVictory(Model):
    """A condition that ends the game at once."""

    id: Id
    """Short name."""
    side: Id
    """Winner."""
    after: Id
    """It is looked at after this side's player turn."""
    since: str = ""
    """From this game turn on; empty: always."""
    points: int
    """Points scored by the winner."""
    when: Condition
    """The predicate."""


class VictoryDocument(Document):
    """The victory table."""

    objectives: Annotated[list[Objective], Field(min_length=1)]
    """Rows in printed order."""
    decisive: list[DecisiveVictory] = []
    """Decisive victories."""
    cumulative: bool = False
    """True: stop dates passed through are added up."""
