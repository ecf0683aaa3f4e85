"""aids.yaml: what components print beside the rules.

Numbers in player aids are not typed but named: ``{supply.general_radius.italian}`` takes what the game states, so that
text and rules cannot disagree; ``{+combat.modifier.rough}`` sets a sign before it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Names, Repeats, Shared
from scenario_forge.documents.names import ChartName, ClauseName, OptionName, ScenarioName, SideName

Component = Literal["charts", "player-aid", "orders-of-battle", "setup-card"]


class AidLine(Model):
    """An instruction, or a fact to know."""

    id: Annotated[Id, Defines("line")] | None = None
    """Short name, by which provenance and errata address the line."""
    text: Annotated[Text, Names("gaps"), Shared()]
    """In our own words, numbers as quantities."""
    head: str = ""
    """Printed before it in bold: a step, a case."""
    clause: ClauseName = ""
    """Our id of the clause that says so."""
    cites: list[ClauseName] = []
    """Our ids of further clauses that it restates."""
    side: SideName | None = None
    """The side it concerns; without it, everyone."""
    option: OptionName | None = None
    """The optional rule it belongs to."""

    @property
    def restates(self) -> list[str]:
        """All clauses that the line restates."""
        return [*([self.clause] if self.clause else []), *self.cites]


class AidRow(Model):
    """A row of a small table."""

    cells: Annotated[list[Annotated[str, Names("gaps")]], Field(min_length=1), Repeats()]
    """From left to right, numbers as quantities."""
    clause: ClauseName = ""
    """Our id of the clause that says so."""
    cites: list[ClauseName] = []
    """Our ids of further clauses that it restates."""

    @property
    def restates(self) -> list[str]:
        """All clauses that the row restates."""
        return [*([self.clause] if self.clause else []), *self.cites]


class AidTable(Model):
    """A small table that the printed game has in running text."""

    columns: Annotated[list[str], Field(min_length=1)]
    """Headings from left to right."""
    rows: list[AidRow]
    """From top to bottom."""


class AidSection(Model):
    """A part of a player aid, in the order of play."""

    id: Annotated[Id, Defines("section")]
    """Short name."""
    title: Text
    """Heading."""
    rule: Annotated[str, Names("rule")] = ""
    """Number of the printed rule."""
    side: SideName | None = None
    """The side whose aid prints it; without it, every side's."""
    on: list[Component] = ["charts", "player-aid"]
    """The components that have it."""
    starts: list[Annotated[Id, Names("start", called="start")]] = []
    """Start dates of the scenarios whose set-up cards have it; empty: all of them."""
    scenarios: list[ScenarioName] = []
    """The scenarios whose set-up cards have it; empty: all of them."""
    new_page: bool = False
    """True: it begins the other side of the aid."""
    lines: list[AidLine] = []
    """What it says."""
    table: AidTable | None = None
    """A table below."""
    shows: list[Annotated[Id, Names("chart", besides=("time-track", "arrivals", "victory"))]] = []
    """What else is printed below: charts by id, `time-track`, `arrivals`, `victory`."""


class Record(Model):
    """Something that players write down each game turn."""

    id: Annotated[Id, Defines("record")]
    """Short name."""
    title: Text
    """Heading of its column."""
    sides: list[SideName] = []
    """Who keeps it, a column each; empty: every side."""
    common: bool = False
    """True: one column for all sides together."""


class UnitBox(Model):
    """Something that players write down for each unit, and change in play."""

    id: Annotated[Id, Defines("box of the unit record")]
    """Short name."""
    title: Text
    """Heading of its column."""
    width: Annotated[int, Field(ge=1, le=9)] = 1
    """Its share of the room that the boxes have: a figure that often changes needs more."""
    sides: list[SideName] = []
    """Who keeps it; empty: every side."""


class UnitRecord(Model):
    """A sheet for each side with a row for each unit: what its counter says, and empty boxes to fill in."""

    values: list[Annotated[Id, Names("value")]] = []
    """Values of counters.yaml that are printed before the boxes."""
    boxes: Annotated[list[UnitBox], Field(min_length=1)]
    """From left to right."""


class UnitList(Model):
    """A list of all kinds of units, printed with the key to the counters: also what counters have no room for."""

    values: Annotated[list[Annotated[Id, Names("value")]], Field(min_length=1)]
    """Values of counters.yaml: a column for each number, the others together in words."""


class Procedure(Model):
    """A way to carry out a percentage by hand: with dice, or by taking a part of points."""

    id: Annotated[Id, Defines("procedure")]
    """Short name, by which provenance and errata address it."""
    title: Text
    """What it decides."""
    clauses: Annotated[list[Annotated[Text, Names("clause")]], Field(min_length=1)]
    """Our ids of the clauses that it carries out."""
    dice: Literal["none", "d6", "d10", "2d10", "3d10"] = "none"
    """What is thrown; several ten-sided dice are read as digits of one number. `none`: a part of points is taken."""
    decides: Literal["yes-or-no", "number-up-to", "number-between"] = "yes-or-no"
    """What the dice decide: whether something happens; a number from 0 to that of the quantity, all alike; a number
    in its span, in hundredths, all alike."""
    quantities: list[Annotated[Text, Names("quantity")]] = []
    """The quantities that it is for."""
    charts: list[ChartName] = []
    """Charts whose cells it is for, all of them."""
    whole: Literal[1, 100] = 100
    """What stands for the whole in its quantities: 0.15 of 1, or 15 of 100."""
    again: bool = False
    """True: results that are left over are thrown again."""
    rounding: Literal["down", "nearest", "none"] = "none"
    """How a fraction of a point, or of a face of the dice, is rounded."""
    left_out: bool = False
    """True: on paper players do without it, for the reason that the text gives."""
    text: Annotated[Text, Names("gaps")]
    """What to do, in our own words, numbers as quantities."""
    error: float = 0
    """The most by which it differs from the rule: in percentage points with dice, in points without."""


class AidsDocument(Document):
    """Player aids, the score pad and the unit record."""

    sections: list[AidSection] = []
    """In the order of play."""
    procedures: list[Procedure] = []
    """Every percentage of the rules as something to do by hand."""
    records: list[Record] = []
    """Columns of the score pad's record of turns."""
    unit_record: UnitRecord | None = None
    """What players write down for each unit; without it no such sheet is printed."""
    unit_list: UnitList | None = None
    """The list of units, if players need one beside the counters."""
