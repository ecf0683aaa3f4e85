"""rulebook.yaml: every clause in our own words, the printed rule it stands in, and what it states."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from scenario_forge.documents.base import Document, Id, Model, Text, Value


class PrintedRule(Model):
    """A rule or chapter of the printed book."""

    number: Text
    """As printed: `6`."""
    title: Text
    """Its heading."""
    indexed: str | None = None
    """Its heading in the printed table of contents, if that has one."""


class Citation(Model):
    """A reference that the printed text makes."""

    rule: Text
    """The number of the rule it points to."""
    about: str = ""
    """A term that the reader is sent there for; some clause there must speak of it."""


class Ruling(Model):
    """The reading chosen where the text is silent, damaged or ambiguous."""

    id: Text
    """Stable id."""
    question: Text
    """What is open."""
    reading: Text
    """What we take it to mean."""
    alternatives: list[str] = []
    """Other readings that were considered."""
    why: Text
    """The reason for ours."""
    settled: list[Text] = []
    """Errata that answer the question: with all of them applied the ruling is idle and is not printed."""


Reason = Literal["", "components", "display", "repeat", "history", "advice", "example", "ornament"]
"""Why a clause is not carried out: it speaks of the parts of the game or how they are shown, says again what another
clause says, tells history, counsels, works something out, or tells of a drawing that this edition does not have
(`ornament`: not printed)."""


class Clause(Model):
    """One statement of the rules."""

    id: Text
    """Our stable id: `6.31`."""
    rule: Text
    """The number of the printed rule it stands in."""
    place: str = ""
    """Where in that rule: a heading, a letter, `footnote 2`."""
    title: Text
    """A few words."""
    text: Text
    """What it says, in our own words."""
    topics: list[str] = []
    """Terms that it speaks of."""
    states: dict[str, Value] = {}
    """Quantities that it states: name: value."""
    data: list[str] = []
    """Addresses of values that hold what it says, where no quantity leads there: `time-track.yaml: starts`."""
    carried_by: list[Text] = []
    """Rules of the system that carry it out: `movement.minimum`. Code is marked with them."""
    cites: list[Citation] = []
    """References the printed text makes."""
    executable: bool = True
    """False for what cannot be carried out: history, advice, components."""
    reason: Reason = ""
    """Why it is not carried out, where it is not."""
    gap: str = ""
    """What is missing, where the printed text itself breaks off or is garbled."""
    lost: str = ""
    """What the print has here and our source has lost: a figure, symbols, values on the map."""
    rulings: list[Ruling] = []
    """Readings chosen."""
    settled: list[Text] = []
    """Errata that make it idle, such as a remark on a misprint: with all of them applied it is not printed."""


class Term(Model):
    """A term that the rulebook defines."""

    term: Text
    """As printed."""
    clause: Text
    """The clause that defines it."""
    aliases: list[str] = []
    """Other spellings of it that are allowed."""


class RulebookDocument(Document):
    """The rules in our own words, clause by clause."""

    rules: Annotated[list[PrintedRule], Field(min_length=1)]
    """The printed rules in order."""
    terms: list[Term] = []
    """Defined terms."""
    quantities: dict[str, Text] = {}
    """Names of quantities in words, for messages: `game.turns.shortest: the shortest game, in game turns`."""
    clauses: list[Clause]
    """The clauses in order."""


class Setting(Model):
    """A value of the game that an option changes."""

    at: Text
    """Address, as in errata: `victory.objectives[dec42_egypt].points`."""
    value: JsonValue
    """The new value; null removes it."""


class OptionRule(Model):
    """An optional rule or a variant."""

    id: Id
    """Short name."""
    title: Text
    """As printed."""
    rule: Text
    """The number of the printed rule."""
    kind: Id = "optional"
    """optional (printed) or variant (a reading that can be switched)."""
    text: Text
    """What it changes, in our own words."""
    requires: list[Id] = []
    """Options that must be in play too."""
    excludes: list[Id] = []
    """Options that must not be in play with it."""
    changes: list[Setting] = []
    """Values of the game's files that differ with this option; options that need no code are given this way."""


class OptionsDocument(Document):
    """All optional rules and variants of the game."""

    options: list[OptionRule] = []
    """All of them."""
