"""sightings.yaml: where sources say that units, formations and places were at a date, and how sure that is."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema

from scenario_forge.documents.base import Document, Id, Model, Text, as_text
from scenario_forge.documents.marks import Defines, Names, Shared
from scenario_forge.documents.names import PlaceName, SideName

Sure = Literal["certain", "likely", "perhaps"]
"""How sure a sighting is: it fixes a row; it is the better candidate; it is one candidate among others."""
_NumberOrName: TypeAlias = Annotated[
    str, BeforeValidator(as_text), Field(min_length=1), WithJsonSchema({"type": ["string", "integer"], "minLength": 1})
]
_Date: TypeAlias = Annotated[_NumberOrName, Names("turn", checked=True)]


class EvidenceSource(Model):
    """A book, war diary or map that sightings cite."""

    id: Annotated[Id, Defines("source of evidence")]
    """Short name, as sightings cite it."""
    title: Annotated[Text, Shared()]
    """Its title."""
    by: str = ""
    """Its author, or who kept the diary."""
    year: Annotated[int, Field(ge=1, le=9999)] | None = None
    """When it appeared."""
    note: str = ""
    """A remark: the archive and piece number, the edition, how far it can be trusted."""


class Sighting(Model):
    """One line of evidence: whom it is about, when, what a source says, and how sure that is."""

    side: SideName | None = None
    """Side of the unit or formation."""
    unit: Annotated[_NumberOrName, Names("unit by number or name", checked=True)] | None = None
    """A unit of the side: its set-up number, or its name as the order of battle prints it."""
    formation: Annotated[Text, Names("formation of the side", checked=True)] | None = None
    """Instead of a unit: a formation of the side, `4 Ind` for all units named `…/4 Ind`."""
    place: PlaceName | None = None
    """Instead of a unit or formation: a place or hex whose holder the source names."""
    date: _Date | None = None
    """When: `12/6/41`, `6/41`, `5-6/42`, or a turn as the track writes it."""
    since: _Date | None = Field(None, alias="from", description="Instead of a date: when a stretch of time begins.")
    to: _Date | None = None
    """When that stretch ends."""
    at: PlaceName | None = None
    """Where they were: a hex, place or off-map box."""
    not_at: PlaceName | None = None
    """Where they were not."""
    held: SideName | None = None
    """Of a place: the side that held it."""
    strength: Annotated[int, Field(ge=0)] | None = None
    """Of a unit: its strength, in points of its counter."""
    share: Annotated[int, Field(ge=0, le=100)] | None = None
    """Of a unit or formation: how much of its strength it had, in percent."""
    source: Annotated[Id, Names("source of evidence", called="source")] | None = None
    """The source, by its id."""
    page: Annotated[str, BeforeValidator(as_text), WithJsonSchema({"type": ["string", "integer"]})] = ""
    """Page, sheet or entry in the source."""
    sure: Sure = "certain"
    """How sure it is: `certain` fixes the row of a draft, `likely` and `perhaps` weigh as candidates."""
    note: str = ""
    """A remark: the words of the source, a doubt."""


class SightingsDocument(Document):
    """The evidence that a designer has gathered, with its sources."""

    sources: list[EvidenceSource] = []
    """The sources, in any order."""
    sightings: list[Sighting] = []
    """The lines of evidence, in any order."""
