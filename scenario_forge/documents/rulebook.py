"""rulebook.yaml (clauses in our own words), examples.yaml and diagrams.yaml (worked examples and figures)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from scenario_forge.documents.base import Document, Id, Model, Text, Value
from scenario_forge.documents.counters import UnitCounter
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.marks import AT_ADDRESS, Defines, Like, Names, Repeats, Shared
from scenario_forge.documents.names import (
    ChartName,
    ClauseName,
    MarkerName,
    OptionName,
    PlaceName,
    QuantityName,
    SideName,
    StartDateName,
    UnitName,
)


class PrintedRule(Model):
    """A rule or chapter of the printed book."""

    number: Annotated[Text, Defines("rule")]
    """As printed: `6`."""
    title: Text
    """Its heading."""
    indexed: str | None = None
    """Its heading in the printed table of contents, if that has one."""


class Citation(Model):
    """A reference that the printed text makes."""

    rule: Annotated[Text, Names("rule")]
    """The number of the rule it points to."""
    about: Annotated[str, Names("term")] = ""
    """A term that the reader is sent there for; some clause there must speak of it."""


class Setting(Model):
    """A value of the game that an option, a scenario or another reading changes."""

    at: Annotated[Text, Names("address of the game")]
    """Address, as in errata: `victory.objectives[dec42_egypt].points`."""
    value: Annotated[JsonValue, Names(AT_ADDRESS)]
    """The new value; null removes it."""


class Ruling(Model):
    """The reading chosen where the text is silent, damaged or ambiguous."""

    id: Annotated[Text, Defines("ruling")]
    """Stable id."""
    question: Text
    """What is open."""
    reading: Text
    """What we take it to mean."""
    alternatives: list[str] = []
    """Other readings that were considered."""
    switch: list[Setting] = []
    """Values of the game with which play follows the first of them; without these play has no parameter for it."""
    witness: Annotated[str, Names("witness")] | None = None
    """The position that shows what hangs on it in play."""
    why: Text
    """The reason for ours."""
    prints: Text | None = None
    """The plain sentence that a player's rulebook prints in the clause in place of the ambiguity, without reasons."""
    settled: list[Annotated[Text, Names("erratum")]] = []
    """Errata that answer the question: with all of them applied the ruling is idle and is not printed."""


OPTION_KINDS = ("optional", "variant")
"""Kinds of optional rules: printed as such, or a reading that can be switched."""
Reason = Literal["", "components", "display", "repeat", "history", "advice", "example", "ornament"]
"""Why a clause is not carried out: it speaks of the parts of the game or how they are shown, says again what another
clause says, tells history, counsels, works something out, or tells of a drawing that this edition does not have
(`ornament`: not printed)."""


class Clause(Model):
    """One statement of the rules."""

    id: Annotated[Text, Defines("clause")]
    """Our stable id: `6.31`."""
    rule: Annotated[Text, Names("rule")]
    """The number of the printed rule it stands in."""
    place: str = ""
    """Where in that rule: a heading, a letter, `footnote 2`."""
    title: Text
    """A few words."""
    text: Text
    """What it says, in our own words."""
    topics: list[Annotated[str, Names("term")]] = []
    """Terms that it speaks of."""
    states: dict[QuantityName, Annotated[Value, Names("stated")]] = {}
    """Quantities that it states: name: value."""
    data: list[Annotated[str, Names("address of the game")]] = []
    """Addresses of values that hold what it says, where no quantity leads there: `time-track.yaml: starts`."""
    carried_by: list[Annotated[Text, Names("rule of the system")]] = []
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
    settled: list[Annotated[Text, Names("erratum")]] = []
    """Errata that make it idle, such as a remark on a misprint: with all of them applied it is not printed."""


class Term(Model):
    """A term that the rulebook defines."""

    term: Annotated[Text, Defines("term")]
    """As printed."""
    clause: Annotated[Text, Names("clause")]
    """The clause that defines it."""
    aliases: list[str] = []
    """Other spellings of it that are allowed."""
    meaning: Text | None = None
    """What it means, in one or two sentences, for a player's rulebook."""
    not_: list[Text] = Field(
        [],
        alias="not",
        description="Words not to use for it in clauses, in what rulings print, in player aids and in scenarios.",
    )


class RulebookDocument(Document):
    """The rules in our own words, clause by clause."""

    rules: Annotated[list[PrintedRule], Field(min_length=1)]
    """The printed rules in order."""
    terms: list[Term] = []
    """Defined terms."""
    quantities: dict[Annotated[str, Defines("quantity")], Text] = {}
    """Names of quantities in words, for messages: `game.turns.shortest: the shortest game, in game turns`."""
    clauses: list[Clause]
    """The clauses in order."""


class OptionRule(Model):
    """An optional rule or a variant."""

    id: Annotated[Id, Defines("option")]
    """Short name."""
    title: Text
    """As printed."""
    rule: Annotated[Text, Names("rule")]
    """The number of the printed rule."""
    kind: Id = "optional"
    """optional (printed) or variant (a reading that can be switched)."""
    text: Text
    """What it changes, in our own words."""
    requires: list[OptionName] = []
    """Options that must be in play too."""
    excludes: list[OptionName] = []
    """Options that must not be in play with it."""
    changes: list[Setting] = []
    """Values of the game's files that differ with this option; options that need no code are given this way."""
    witness: Annotated[str, Names("witness")] | None = None
    """The position that shows what it changes in play."""
    unused: Text | None = None
    """Where no rule reads it, why the game has it: `players agree on it before they begin`."""


class OptionsDocument(Document):
    """All optional rules and variants of the game."""

    options: list[OptionRule] = []
    """All of them."""


# -- worked examples and figures -------------------------------------------------------------------


class Sum(Model):
    """An addition that the example prints."""

    parts: Annotated[list[float], Field(min_length=1), Repeats()]
    """The numbers added."""
    total: float
    """The printed result."""


class Lookup(Model):
    """A result that the example reads from a chart."""

    chart: ChartName
    """Chart id."""
    row: Annotated[Text, Names("row looked up")]
    """Row heading, or a value in its range."""
    column: Annotated[Text, Names("column looked up")]
    """Column heading, or a value in its range."""
    result: Text
    """The printed result."""


class SetUp(Model):
    """The units and markers that the example says start in a hex."""

    start: StartDateName
    """Start date."""
    side: SideName
    """The side."""
    hex: Annotated[Text, Names("place")]
    """Place or hex."""
    units: int | None = None
    """Number of combat units there."""
    markers: dict[MarkerName, int] = {}
    """Number of markers there, by marker."""


class Given(Model):
    """Keys of a situation that mean the same for every rule system."""

    figure: Annotated[str, Names("example")] = ""
    """The example whose figure it is about."""
    side: Annotated[str, Names("side")] = ""
    """Whose turn it is."""
    start: Annotated[str, Names("start")] = ""
    """The printed start that it begins with."""
    hex: Annotated[str, Names("place")] = ""
    """Where it is."""


OF_EXAMPLE = Names("thing of the example")
"""A text in a situation or an answer, which may name what the example has or lists."""


class Example(Model):
    """A worked example: the situation, the question, and the printed answer."""

    id: Annotated[Text, Defines("example")]
    """Stable id."""
    rule: Annotated[Text, Names("rule")]
    """Number of the printed rule it stands in."""
    place: str = ""
    """Where: `figure`, `text`."""
    title: Text
    """A few words."""
    clauses: list[ClauseName] = []
    """Clauses it shows."""
    given: Annotated[dict[str, JsonValue], Like((Given,), throughout=OF_EXAMPLE)] = {}
    """The situation."""
    asked: Text
    """What is worked out."""
    answer: Annotated[dict[str, JsonValue], Like((), throughout=OF_EXAMPLE)] = {}
    """The printed answer."""
    told: str = ""
    """All of it in sentences for the rules booklet; `{answer.spent.1}` stands for a value of `given` or `answer`."""
    sums: list[Sum] = []
    """Additions it prints."""
    lookups: list[Lookup] = []
    """Results it reads from charts."""
    set_up: list[SetUp] = []
    """What it says of a printed set-up."""
    states: dict[QuantityName, Annotated[Value, Names("stated")]] = {}
    """Quantities it states."""
    places: list[PlaceName] = []
    """Places and hexes of the game's map that it names."""
    units: list[UnitName] = []
    """Units of the game that it names: `axis/15`."""
    turns: list[Annotated[str, Names("turn", called="game turn")]] = []
    """Game turns it names."""
    map: MapDocument | None = None
    """A map of its own, where it has a figure."""
    counters: list[UnitCounter] = []
    """Counters of its own."""

    def value_at(self, gap: str) -> JsonValue:
        """Return the value that a gap in its sentences stands for: `answer.spent.1`.

        Raises:
            LookupError: neither the situation nor the answer has it.
        """
        found: JsonValue = {"given": self.given, "answer": self.answer}
        for part in gap.split("."):
            if isinstance(found, dict):
                found = found[part]
            elif isinstance(found, list) and part in map(str, range(len(found))):
                found = found[int(part)]
            else:
                raise LookupError(gap)
        return found


class ExamplesDocument(Document):
    """All worked examples of the rulebook."""

    examples: list[Example] = []
    """In printed order."""


# -- diagrams.yaml: the figures of the rulebook as scenes: hexes, counters, arrows and marks, each tied to a clause --


class Stack(Model):
    """Counters in a hex of the scene, the lowest first."""

    at: Annotated[Text, Names("place", called="hex of the figure")]
    """Hex or place."""
    units: list[Annotated[Text, Names("unit")]] = []
    """Units of the game: `axis/15`."""
    markers: Annotated[list[MarkerName], Repeats()] = []
    """Markers of the game: `supply-axis`."""
    spread: bool = False
    """True: side by side, so that each can be read."""


class Zone(Model):
    """Hexes that a side's units control."""

    side: SideName
    """The side."""
    hexes: Annotated[list[Annotated[Text, Names("place", called="hex of the figure")]], Field(min_length=1)]
    """Hexes or places."""


class Arrow(Model):
    """A way from hex to hex, or an attack."""

    kind: Literal["move", "attack", "retreat", "advance", "supply"]
    """What it shows."""
    path: Annotated[list[Annotated[Text, Names("place", called="hex of the figure")]], Field(min_length=2), Repeats()]
    """Hexes or places in their order."""
    barred: bool = False
    """True: it may not go on there; a cross stands at its end."""
    text: Annotated[str, Shared()] = ""
    """A few letters at its middle: `−1`."""


class Mark(Model):
    """Letters in a hex, as captions name it."""

    at: Annotated[Text, Names("place", called="hex of the figure")]
    """Hex or place."""
    text: Annotated[Text, Shared()]
    """One to three letters."""


class SceneModifier(Model):
    """A number added to the differential."""

    text: Text
    """The situation, in our own words."""
    value: int
    """What it comes to."""


class Fight(Model):
    """A combat worked out below the scene: strengths are those of the counters."""

    attackers: Annotated[list[Annotated[Text, Names("unit")]], Field(min_length=1)]
    """Units of the game."""
    defenders: Annotated[list[Annotated[Text, Names("unit")]], Field(min_length=1)]
    """Units of the game."""
    modifiers: list[SceneModifier] = []
    """What else counts."""
    chart: ChartName | None = None
    """The chart from which the result is read: its columns are differentials, its rows throws."""
    die: int | None = None
    """The throw."""


class Diagram(Model):
    """A figure: a scene on the map, drawn from data."""

    id: Annotated[Id, Defines("diagram")]
    """Short name."""
    clause: Annotated[Text, Names("clause")]
    """The clause that it explains; it is printed behind it."""
    title: Text
    """A few words."""
    caption: Text
    """What is to be seen, in our own words."""
    map: MapDocument | None = None
    """A small map of its own."""
    around: PlaceName = ""
    """Without such a map: the place or hex of the game's map that is in the middle."""
    radius: Annotated[int, Field(ge=1, le=6)] = 2
    """How many hexes around it are shown."""
    stacks: list[Stack] = []
    """Counters."""
    zones: list[Zone] = []
    """Zones of control."""
    arrows: list[Arrow] = []
    """Ways and attacks."""
    costs: dict[Text, Annotated[Text, Names("quantity")]] = {}
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
