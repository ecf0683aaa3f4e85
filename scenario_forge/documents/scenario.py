"""Positions of units: orders-of-battle/*.yaml (start dates, reinforcements), scenarios/*.yaml, dossiers/*.yaml."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text
from scenario_forge.documents.marks import Defines, Names, Repeats, Shared
from scenario_forge.documents.names import HexsideName, MarkerOrKind, OptionName, SideName
from scenario_forge.documents.rulebook import Setting
from scenario_forge.documents.victory import Aim, Scored

_ColumnStart = Annotated[Id, Names("start", called="start date", checked=True)]


class Column(Model):
    """A column of the printed chart."""

    id: Annotated[Text, Defines("column", within="file")]
    """Key of the cells: the id of a start date, with `+` for what arrives or leaves after it."""
    label: str = ""
    """As printed above the column."""
    start: _ColumnStart | None = None
    """The start date (time-track.yaml) this column sets up."""
    after: _ColumnStart | None = None
    """The start date after which what stands in this column happens, up to the next one."""


class UnitRow(Row):
    """A unit's row; the other keys are columns with their cells as printed."""

    __pydantic_extra__: dict[Annotated[str, Names("column")], Annotated[str, Names("cell")]]

    no: Annotated[int, Field(ge=1), Names("unit of the side")]
    """Set-up number."""
    name: Annotated[Text, Names("name of the unit"), Shared()]
    """Identity as printed in the chart."""
    note: str = ""
    """A remark printed at the end of the row."""


class MarkerRow(Row):
    """Markers and where they start; the other keys are columns with their cells as printed."""

    __pydantic_extra__: dict[Annotated[str, Names("column")], Annotated[str, Names("cell")]]

    marker: MarkerOrKind
    """Marker id from counters.yaml, or the kind of it."""
    name: Annotated[str, Shared()] = ""
    """As printed in the chart."""


class Section(Model):
    """A heading printed between rows."""

    before: Annotated[int, Names("unit of the side")]
    """Set-up number of the row below it."""
    heading: Text
    """As printed."""
    option: OptionName | None = None
    """The optional rule that the rows below belong to."""


class OrderOfBattleDocument(Document):
    """The order of battle of one side, as its chart prints it."""

    side: SideName
    """The side."""
    title: Text
    """As printed."""
    columns: Annotated[list[Column], Field(min_length=1)]
    """The columns from left to right."""
    units: list[UnitRow] = []
    """The rows in printed order."""
    markers: list[MarkerRow] = []
    """Supply and other markers that start on the map."""
    sections: list[Section] = []
    """Headings between rows."""
    footnotes: list[str] = []
    """Remarks printed below, in our own words."""


DateName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_/ .-]*\+?$")]
"""The id of a printed start or stop date, or a game turn as the track writes it."""

Controller = Annotated[str, Field(pattern=r"^(Decide: *)?[a-z0-9][a-z0-9_-]*\+?\??$")]
"""A side; `Decide: axis?` leaves it to a person."""


StartName = Annotated[str, Field(pattern=r"^(Decide: *)?[A-Za-z0-9][A-Za-z0-9_-]*\??$")]
"""The id of a printed start date; `Decide: jan42?` leaves it to a person."""


class Length(Model):
    """Stated length of the scenario, checked against its dates."""

    game_turns: int | None = None
    """Game turns, half ones included."""
    player_turns: int | None = None
    """Player turns."""


class SetUpUnit(Model):
    """A unit and where it starts in this scenario, in the notation of the orders of battle."""

    no: Annotated[int, Field(ge=1), Names("unit of the side")]
    """Set-up number."""
    name: Annotated[str, Names("name of the unit"), Shared()] = ""
    """Identity, as the order of battle prints it."""
    at: Annotated[Text, Names("cell")]
    """A cell of a start column: `SS33(c3)`, `N`, `E`, `B`. `Decide: QQ3?` leaves it to a person."""
    later: Annotated[str, Names("cell")] = ""
    """When it arrives and leaves after that: `R7/41, W8/41`."""


class SetUpMarkers(Model):
    """Markers of one kind, and where they start."""

    marker: MarkerOrKind
    """Marker id from counters.yaml, or the kind of it."""
    at: Annotated[Text, Names("cell")]
    """A cell of a start column: `T30 SS32(d)`; `none` says that there is none."""


class Board(Model):
    """A sheet of the map that a scenario is played on."""

    sheet: Annotated[Id, Names("sheet", checked=True)]
    """Sheet id from map.yaml."""
    turned: bool = False
    """Turned by half a turn."""


class FrontLine(Model):
    """A part of the front."""

    name: Annotated[str, Shared()] = ""
    """Where it runs: `around Tobruk`."""
    sides: Annotated[list[HexsideName], Field(min_length=1), Repeats()]
    """Hexsides as the map writes them, `QQ1/RR1`, in the order in which one walks along the line."""


class SideSetUp(Model):
    """One side's set-up in this scenario: laid over a printed start, or in place of one."""

    side: SideName
    """The side."""
    units: list[SetUpUnit] = []
    """In the order of the order of battle."""
    markers: list[SetUpMarkers] = []
    """Markers that lie somewhere, in the notation of the rule system; works that no row gives to a unit."""
    saved: dict[
        Annotated[Id, Names("pool", called="kind of points that these rules save")], Annotated[int, Field(ge=0)]
    ] = {}
    """Points that it has saved, by the names that the rules have for them: `{repair: 2}`."""


class OwnObjective(Scored):
    """A row of the victory table that only this scenario has; scored at its stop."""


class ScenarioDocument(Document):
    """A scenario: from when to when it is played, and what is particular to it."""

    scenario: Annotated[Id, Defines("scenario")]
    """Short name, the file's name."""
    title: Text
    """As printed."""
    dates: str = ""
    """Dates as printed in its heading: `Nov 41 – March 42`."""
    start: Annotated[DateName, Names("start or turn", called="start date")]
    """Start date: the id of a printed one; or a game turn of the track, with a `set_up` for it."""
    stop: Annotated[DateName, Names("stop or turn", called="stop date")]
    """Stop date: the id of a printed one, or a game turn of the track."""
    first: SideName | None = None
    """Side that opens, if not the start date's."""
    last: SideName | None = None
    """Side that closes, if not the stop date's."""
    length: Length | None = None
    """Stated length."""
    options: list[OptionName] = []
    """Optional rules in play."""
    boards: list[Board] = []
    """The sheets of the map that it is played on, from west to east; empty: all of them, as the map lays them."""
    begins_as: Annotated[StartName, Names("start", called="start date", open=True)] | None = None
    """The printed start date whose values it begins with, of all that the game keeps by start date: stocks, points.

    Without it: its own start date; on a date between, the last one before it."""
    set_up: list[SideSetUp] = []
    """Its own set-up, a column a side. On a printed start date, units and markers without a row start as printed."""
    front: list[FrontLine] = []
    """The line between the sides when play begins: land is controlled by the side that stands on its side of it."""
    control: dict[
        Annotated[str, Names("place id or hex", called="place id")], Annotated[Controller, Names("side", open=True)]
    ] = {}
    """Who controls a place or hex when play begins, where no unit stands there and the front says otherwise."""
    victory: list[OwnObjective] = []
    """Rows that this scenario alone scores at its stop, beside those of victory.yaml that it reaches."""
    without: list[Annotated[Id, Names("victory row", called="row of the victory table")]] = []
    """Rows of victory.yaml whose stop it reaches and that are not scored in it."""
    changes: list[Setting] = []
    """Values of the game's files that differ in this scenario, by address as in errata."""
    target: Aim | None = None
    """How even it is meant to be; overrides playtest.yaml."""
    text: str = ""
    """What it is about, in our own words."""
    situation: str = ""
    """What had happened and how things stand, for its leaflet; blank lines part paragraphs.

    Begun with `Draft:` while nobody has edited what was written from the evidence."""
    notes: list[str] = []
    """The designer's notes, for its leaflet; a paragraph each."""


# -- dossiers/*.yaml: what a designer has decided for a start on a date that the publisher never gave ---


class DossierRow(Model):
    """One decision: the cell of a unit or of a kind of marker, or who controls a place; open while `at` is empty."""

    side: SideName | None = None
    """Side of the unit or marker."""
    no: Annotated[int, Field(ge=1), Names("unit of the side")] | None = None
    """Set-up number of the unit."""
    marker: MarkerOrKind | None = None
    """Instead of a unit: marker id from counters.yaml, or the kind of it."""
    control: Annotated[Text, Names("place id or hex", called="place id")] | None = None
    """Instead of a unit or marker: a place or hex whose control is decided."""
    at: Annotated[str, Names("cell or side")] = ""
    """The cell, as a start column of the order of battle would print it: `QQ3(c3)`, `N`; of control, the side."""
    source: str = ""
    """Your source: a book and its page, a map."""
    note: str = ""
    """A note for yourself; it is printed nowhere."""


class DossierPage(Model):
    """The settings of the page that saved this file, so that reading the file back draws the same page."""

    drafted_from: Annotated[Text, Names("start or scenario")] | None = None
    """The start whose positions are drafted, as given to `--from`."""
    scenario: Annotated[Text, Names("scenario")] | None = None
    """The scenario that is shown as it stands, as given to `--scenario`."""
    errata: Annotated[Text, Names("set of errata")] | None = None
    """Errata that are applied, as given to `--errata`."""


class DossierDocument(Document):
    """The decisions for one date."""

    game: Annotated[Id, Names("game")]
    """The game's short name, as game.yaml has it."""
    date: Annotated[Text, Names("turn")]
    """The game turn, as the track writes it."""
    first: SideName
    """Side that opens."""
    title: str = ""
    """What it is for."""
    page: DossierPage | None = None
    """The page that saved it."""
    rows: list[DossierRow] = []
    """Decisions; units and markers without a row are still open."""
