"""What components print beside the rules: aids.yaml, words/<language>.yaml, profiles/*.yaml.

Numbers in player aids are not typed but named: ``{supply.general_radius.italian}`` takes what the game states, so that
text and rules cannot disagree; ``{+combat.modifier.rough}`` sets a sign before it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Names
from scenario_forge.documents.names import ChartName, ClauseName, OptionName, SideName
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

Component = Literal["charts", "player-aid", "orders-of-battle", "setup-card"]


class AidLine(Model):
    """An instruction, or a fact to know."""

    id: Annotated[Id, Defines("line")] | None = None
    """Short name, by which provenance and errata address the line."""
    text: Annotated[Text, Names("gaps")]
    """In our own words, numbers as quantities."""
    head: str = ""
    """Printed before it in bold: a step, a case."""
    clause: ClauseName = ""
    """Our id of the clause that says so."""
    side: SideName | None = None
    """The side it concerns; without it, everyone."""
    option: OptionName | None = None
    """The optional rule it belongs to."""


class AidRow(Model):
    """A row of a small table."""

    cells: Annotated[list[Annotated[str, Names("gaps")]], Field(min_length=1)]
    """From left to right, numbers as quantities."""
    clause: ClauseName = ""
    """Our id of the clause that says so."""


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


class Procedure(Model):
    """How players carry out a percentage by hand: with dice, or by taking a part of points."""

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


# -- words/<language>.yaml: every word that is printed on a component ------------------------------


class WordsDocument(Document):
    """The words of one language."""

    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
    """ISO 639 code, the file's name."""
    words: dict[str, Text]
    """Words by key; `{name}` stands for a value filled in."""


# -- profiles/*.yaml: how a game is printed: paper, sizes, ink, colours, backs ---------------------


Length = Annotated[str, Field(pattern=r'^-?(\d+(\.\d+)?|\d+/\d+|\d+ \d+/\d+) ?(mm|cm|in|")$')]
"""A length with its unit: `15 mm`, `5/8 in`, `1/2"`."""
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
"""A colour as red, green and blue: `#F1E6C8`."""
Ink = Literal["full", "low", "grey"]
Backs = Literal["long", "short", "fold", "none"]
PaletteName = Literal["standard", "colour-blind"]


class ProfileDocument(Document):
    """A print profile. Whatever it leaves out is taken from the profile it is `like`."""

    profile: Annotated[Id, Defines("profile")]
    """Short name, the file's name; `forge build --profile` takes it."""
    title: Text
    """What it is for."""
    like: Annotated[Id, Names("profile")] | None = None
    """The profile it is based on; without it: `default`."""
    paper: Text | None = None
    """Sheets of the printer: `A4`, `Letter`, `A3`, `Tabloid`, `Legal`."""
    counter: Length | None = None
    """Side of a counter: `1/2 in`."""
    hex: Length | None = None
    """From side to side of a hex: `15 mm`. Counters need some room in it."""
    margin: Length | None = None
    """White margin that the printer needs along each edge."""
    overlap: Length | None = None
    """How far neighbouring tiles of a map overlap."""
    bleed: Length | None = None
    """How far colour runs beyond a cut."""
    backs: Backs | None = None
    """How backs are printed behind fronts: turned along the long or short edge, folded over, or not at all."""
    back_right: Length | None = None
    """How far the back of a sheet must move to the right, measured on the calibration page."""
    back_down: Length | None = None
    """How far it must move down."""
    ink: Ink | None = None
    """full; low: pale ground, no large areas; grey: for printers without colour."""
    palette: PaletteName | None = None
    """standard, or colours that readers with any colour vision tell apart."""
    colours: dict[Id, Colour] = {}
    """Single colours that differ from the palette, by role: `land: "#FFFFFF"`."""
    sheets: Annotated[int, Field(ge=1)] | None = None
    """Largest number of counter sheets; a game that needs more is reported."""
    type: Annotated[float, Field(gt=0, le=4)] | None = None
    """How large cards and texts are set, 1 being 10 pt."""


# -- the words that every game has, in English, as they lie beside the code that prints them -------


FOLDER = Path(__file__).parents[1] / "printing" / "english"


@cache
def english() -> dict[str, str]:
    """Words by key, from `printing/english/*.yaml`: one file a component."""
    words: dict[str, str] = {}
    for document in english_files().values():
        words |= document.words
    return words


@cache
def english_files() -> dict[str, WordsDocument]:
    """The same by component, such as `booklet` and `map`."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.yaml"))}


@cache
def words_in(path: Path) -> Mapping[str, str]:
    """The words of one file that stands beside the code, such as those of a rule system."""
    return MappingProxyType(_read(path).words)


def _read(path: Path) -> WordsDocument:
    root = Source.read(path.name, path.read_bytes()).root
    return WordsDocument.model_validate(root.data if root else None)
