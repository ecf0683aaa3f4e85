"""charts.yaml: combat results, terrain effects, repair and every other table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text, Value
from scenario_forge.documents.marks import Defines, Names, Repeats
from scenario_forge.documents.names import (
    ChartName,
    ClauseName,
    OptionName,
    QuantityName,
    SideName,
    StartDateName,
    TypeName,
)


class Scale(Model):
    """The meaning of the headings along one side of a table."""

    title: str = ""
    """What they count, printed in the corner of the table: `Intensity`."""
    notation: Annotated[Id, Names("notation")] = "text"
    """How a heading is written: `text`, `number`, `ranges` (`-4,3`, `+12 +`), `ratio` (`1-4`), or the system's own."""
    first: int | None = None
    """Lowest value that can come up, before modifiers."""
    last: int | None = None
    """Highest value that can come up, before modifiers."""
    modifiers: list[int] = []
    """Modifiers to it that the rules give, one at a time: a die of 1 to 6 with +1 reaches 7."""
    beyond: Literal["nothing", "clamp"] = "nothing"
    """clamp: values beyond the table use its outermost line."""
    terrain: bool = False
    """True where the headings are terrain, hexsides and roads of the map."""
    dice: bool = False
    """True where the headings are totals of the chart's dice (`die`, `dice_when`); then without `first` and `last`."""
    rounding: Literal["defender", "attacker", "nearest"] = "defender"
    """In whose favour a ratio between two headings is read; the defender's is the lower one."""
    lookup: Literal["exact", "nearest", "interpolate"] = "exact"
    """Where numbers are samples (`100`, `200`, `300`, `500`): read at the nearest heading, or in between."""


class Trend(Model):
    """The way in which a part of the results moves along the table; what breaks it is reported."""

    part: Id = "value"
    """Which part of a result, as its notation names it: `attacker`, `defender`."""
    across: Literal["rises", "falls", "any"] = "any"
    """From left to right: never the other way."""
    down: Literal["rises", "falls", "any"] = "any"
    """From top to bottom: never the other way."""


class CellFormula(Model):
    """A formula that cells must agree with. Each cell that disagrees is reported."""

    formula: Text
    """`70 + 10 × row`: numbers, names, + − × ÷, brackets, min, max, round, floor, ceil. `row` and `column` are the
    numbers of the headings; other names stand in `names`."""
    part: Id = "value"
    """Which part of a cell, as its notation names it: `low` and `high` of a span, `first` of `3/9`."""
    rounding: Literal["exact", "nearest", "down", "up"] = "exact"
    """How the result is brought to as many decimals as the cell has; nearest takes halves up."""
    columns: list[Annotated[str, Names("chart column", called="column")]] = []
    """Headings of the columns it is for; without: all."""
    rows: list[Annotated[str, Names("chart row", called="row")]] = []
    """Headings of the rows it is for; without: all."""
    names: dict[Id, Annotated[str, Names("chart column", called="column")]] = {}
    """Names for columns: the cell of the same row there. `{base: Axis}`."""
    words: dict[str, str] = {}
    """Where cells are words: for which results each stands. `{NE: 2 or less, DIS: 3-4, EL: 5 or more}`."""


class Counted(Model):
    """The units that a column counts."""

    of: Annotated[Id, Names("value", called="counter value")] | None = None
    """The value of units that is added up; without it, units are counted."""
    values: dict[Annotated[Id, Names("value", called="counter value")], Annotated[Value, Names("value word")]] = {}
    """Values that they must have, by ids of counters.yaml: `{mobility: mobile}`."""


class ForceTable(Model):
    """The counts of units in the orders of battle, those of options apart; cells that differ are reported."""

    starts: dict[Annotated[str, Names("chart row", called="row heading")], StartDateName]
    """Row heading: start date (time-track.yaml)."""
    parts: Annotated[dict[Id, SideName], Field(min_length=1)]
    """Part of a cell: the side it is of. `{first: axis, second: allied}`; `value` is a whole cell."""
    columns: dict[Annotated[str, Names("chart column", called="column heading")], Counted]
    """Column heading: what it counts."""
    without: list[TypeName] = []
    """Types of units that it leaves out."""


class Modifier(Model):
    """A line of modifiers printed with a table."""

    id: Annotated[Id, Defines("modifier", within="chart")]
    """Short name."""
    when: Text
    """The situation, in our own words."""
    per: Literal["unit", "stack", "attack"] = "attack"
    """What it applies to once."""
    value: Text
    """As printed: `-2*`."""
    option: OptionName | None = None
    """The optional rule it belongs to."""


class Chart(Model):
    """A printed table: its headings, its cells, and what they must agree with."""

    title: Text
    """As printed."""
    rule: Annotated[str, Names("printed rule")] = ""
    """The printed rule it belongs to: `Rule 6`."""
    die: str = ""
    """The dice thrown on it: `1d6`."""
    dice_when: dict[Id, Text] = {}
    """Other dice by kind of turn: `{night: 3d6}`."""
    columns: Annotated[list[Annotated[str, Defines("chart column", within="chart")]], Field(min_length=1)]
    """Headings from left to right, as printed."""
    rows: Annotated[dict[Annotated[str, Defines("chart row", within="chart")], list[str]], Repeats()]
    """Row heading as printed: the cells from left to right as printed."""
    column_scale: Scale = Scale()
    """What the column headings mean."""
    row_scale: Scale = Scale()
    """What the row headings mean."""
    cells: Annotated[Id, Names("notation")] = "text"
    """Notation of the cells: `text`, `number`, `decimal`, `percent`, `span`, `parts`, or one of the system's."""
    column_cells: dict[Annotated[str, Names("chart column", called="column")], Annotated[Id, Names("notation")]] = {}
    """Notation of one column's cells, where columns differ."""
    merged: bool = False
    """True where an empty cell belongs to the one above it."""
    trends: list[Trend] = []
    """Regularities the table is meant to have."""
    formulas: list[CellFormula] = []
    """What its cells must agree with."""
    forces: ForceTable | None = None
    """Where it counts units at the starts."""
    modifiers: list[Modifier] = []
    """Modifiers printed with it."""
    states: dict[QuantityName, Annotated[Value, Names("stated")]] = {}
    """Quantities that its notes state."""
    notes: list[str] = []
    """Printed notes, in our own words."""
    cites: Annotated[list[list[ClauseName]], Repeats()] = []
    """For each note in order, our ids of the clauses that it restates."""
    copy_of: ChartName | None = None
    """Another chart that this one repeats; they must agree."""
    unused: Text | None = None
    """Where no rule reads it, why the game has it: `players look up the letters on the map`."""


class ChartsDocument(Document):
    """All printed tables of the game."""

    charts: dict[Annotated[Id, Defines("chart")], Chart]
    """Tables by id."""
