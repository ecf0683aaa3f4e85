"""errata/*.yaml: corrections, each with its source; copies/*.yaml: what a printed copy says, value by value."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import AT_ADDRESS, Defines, Names
from scenario_forge.documents.rulebook import Setting

Version = Annotated[str, Field(pattern=r"^[0-9]{1,4}([.][0-9]{1,4}){0,3}$")]


class Revision(Model):
    """A later version in which an erratum was changed."""

    version: Annotated[Version, Names("version")]
    """The version of the errata."""
    what: Text
    """What was changed: `withdrawn`, `SS32 where it had RR32`."""


class Edition(Model):
    """One version of the errata of a game."""

    version: Annotated[Version, Defines("version")]
    """Its number: `1`, `1.2`."""
    date: str = ""
    """When it was published."""
    note: str = ""
    """What is new in it, in a few words."""


class Erratum(Model):
    """One correction of one value."""

    id: Annotated[str, Field(pattern=r"^[A-Z]{1,6}-[0-9]{3}[a-z]?$"), Defines("erratum")]
    """Stable id, never reused: `DR-017`."""
    at: Annotated[Text, Names("address of the game")]
    """Address: `orders-of-battle/axis.units[37].may42`, `charts.combat_results.rows[3][+6,7]`."""
    printed: Annotated[JsonValue, Names(AT_ADDRESS)]
    """The printed value, a list or a whole mapping too; null where the text has none."""
    corrected: Annotated[JsonValue, Names(AT_ADDRESS)]
    """The right value; null removes it."""
    moves: Literal["wording"] | list[Text] = []
    """What the errata of its number do to play, where they correct a clause: `wording` alone, or the quantities,
    addresses of values and rules of the system that they move: `repair.result.3`, `rules.repair.result`,
    `@repair.repaired`. One erratum of the number says so."""
    switch: list[Setting] = []
    """Values with which play follows the printed text, where no value that the errata of its number correct does that.
    Without them play has no parameter for it, and follows the corrected text alone."""
    witness: Annotated[str, Names("witness")] | None = None
    """The position that shows what the errata of its number change in play."""
    why: Text
    """The reason."""
    source: Text
    """Who says so, and where."""
    by: Literal["publisher", "designer", "editor", "us"]
    """Whose correction it is."""
    status: Literal["official", "editorial", "proposed", "rejected", "withdrawn"]
    """official: from the publisher or designer; editorial: from the editor of the source; proposed: ours. Rejected and
    withdrawn errata are kept but never applied."""
    date: str = ""
    """When it was made."""
    since: Annotated[Version, Names("version")] | None = None
    """The version of the errata that first has it; without it, the first version."""
    revised: list[Revision] = []
    """Later versions that changed it."""
    applies_to: list[Annotated[Id, Names("printing")]] = []
    """Printings it applies to; empty: all."""
    incorporated_in: list[Annotated[Id, Names("printing")]] = []
    """Printings that already have it: there it is not applied again."""


class ErrataDocument(Document):
    """A list of errata, with the versions in which it was published."""

    title: Text
    """What list this is."""
    versions: list[Edition] = []
    """The versions that were published, oldest first; those of all lists of a game count together."""
    errata: list[Erratum] = []
    """In order of id."""


# -- copies/*.yaml: what stands on a printed copy that somebody owns, value by value ---------------


class Answer(Model):
    """A value as the copy prints it."""

    at: Annotated[Text, Names("address of the game")]
    """Address, as in errata: `counters.units[axis/15].strength`."""
    ours: Annotated[JsonValue, Names(AT_ADDRESS)] = None
    """The value on the form, for later readers."""
    printed: Annotated[JsonValue, Names(AT_ADDRESS)]
    """What is printed on the copy; the same value where the form was right."""


class CopyDocument(Document):
    """The answers from one copy."""

    title: Text
    """Which copy it is: whose, bought when, in what state."""
    printing: Annotated[Id, Names("printing")] | None = None
    """Its printing, of those in game.yaml."""
    answers: list[Answer] = []
    """The values that were looked up, and no others."""
