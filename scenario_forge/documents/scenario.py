"""Where units are: orders-of-battle/*.yaml (start dates, reinforcements), scenarios/*.yaml, dossiers/*.yaml."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text
from scenario_forge.documents.rulebook import Setting
from scenario_forge.documents.victory import Aim, Scored


class Column(Model):
    """A column of the printed chart."""

    id: Text
    """Key of the cells: the id of a start date, with `+` for what arrives or leaves after it."""
    label: str = ""
    """As printed above the column."""
    start: Id | None = None
    """The start date (time-track.yaml) this column sets up."""
    after: Id | None = None
    """The start date after which what stands in this column happens, up to the next one."""


class UnitRow(Row):
    """A unit's row; the other keys are columns with their cells as printed."""

    no: Annotated[int, Field(ge=1)]
    """Set-up number."""
    name: Text
    """Identity as printed in the chart."""
    note: str = ""
    """A remark printed at the end of the row."""


class MarkerRow(Row):
    """What markers start where; the other keys are columns with their cells as printed."""

    marker: Id
    """Marker id from counters.yaml, or the kind of it."""
    name: str = ""
    """As printed in the chart."""


class Section(Model):
    """A heading printed between rows."""

    before: int
    """Set-up number of the row below it."""
    heading: Text
    """As printed."""
    option: Id | None = None
    """The optional rule that the rows below belong to."""


class OrderOfBattleDocument(Document):
    """The order of battle of one side, as its chart prints it."""

    side: Id
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
    """Where a unit starts in this scenario, in the notation of the orders of battle."""

    no: Annotated[int, Field(ge=1)]
    """Set-up number."""
    name: str = ""
    """Identity, as the order of battle prints it."""
    at: Text
    """A cell of a start column: `SS33(c3)`, `N`, `E`, `B`. `Decide: QQ3?` leaves it to a person."""
    later: str = ""
    """When it arrives and leaves after that: `R7/41, W8/41`."""


class SetUpMarkers(Model):
    """Markers of one kind, and where they start."""

    marker: Id
    """Marker id from counters.yaml, or the kind of it."""
    at: Text
    """A cell of a start column: `T30 SS32(d)`; `none` says that there is none."""


class Board(Model):
    """A sheet of the map that a scenario is played on."""

    sheet: Id
    """Sheet id from map.yaml."""
    turned: bool = False
    """Turned by half a turn."""


class FrontLine(Model):
    """A part of the front."""

    name: str = ""
    """Where it runs: `around Tobruk`."""
    sides: Annotated[list[str], Field(min_length=1)]
    """Hexsides as the map writes them, `QQ1/RR1`, in the order in which one walks along the line."""


class SideSetUp(Model):
    """One side's set-up in this scenario: laid over a printed start, or in place of one."""

    side: Id
    """The side."""
    units: list[SetUpUnit] = []
    """In the order of the order of battle."""
    markers: list[SetUpMarkers] = []
    """Markers that lie somewhere, in the notation of the rule system; works that no row gives to a unit."""
    saved: dict[Id, Annotated[int, Field(ge=0)]] = {}
    """Points that it has saved, by the names that the rules have for them: `{repair: 2}`."""


class OwnObjective(Scored):
    """A row of the victory table that only this scenario has; scored at its stop."""


class ScenarioDocument(Document):
    """A scenario: from when to when it is played, and what is particular to it."""

    scenario: Id
    """Short name, the file's name."""
    title: Text
    """As printed."""
    dates: str = ""
    """Dates as printed in its heading: `Nov 41 – March 42`."""
    start: DateName
    """Start date: the id of a printed one; or a game turn of the track, with a `set_up` for it."""
    stop: DateName
    """Stop date: the id of a printed one, or a game turn of the track."""
    first: Id | None = None
    """Side that opens, if not the start date's."""
    last: Id | None = None
    """Side that closes, if not the stop date's."""
    length: Length | None = None
    """Stated length."""
    options: list[Id] = []
    """Optional rules in play."""
    boards: list[Board] = []
    """The sheets of the map that it is played on, from west to east; empty: all of them, as the map lays them."""
    begins_as: StartName | None = None
    """The printed start date whose values it begins with, of all that the game keeps by start date: stocks, points.

    Without it: its own start date; on a date between, the last one before it."""
    set_up: list[SideSetUp] = []
    """Its own set-up, a column a side. On a printed start date, units and markers without a row start as printed."""
    front: list[FrontLine] = []
    """The line between the sides when play begins: land is controlled by the side that stands on its side of it."""
    control: dict[str, Controller] = {}
    """Who controls a place or hex when play begins, where no unit stands there and the front says otherwise."""
    victory: list[OwnObjective] = []
    """Rows that this scenario alone scores at its stop, beside those of victory.yaml that it reaches."""
    without: list[Id] = []
    """Rows of victory.yaml whose stop it reaches and that are not scored in it."""
    changes: list[Setting] = []
    """Values of the game's files that differ in this scenario, by address as in errata."""
    target: Aim | None = None
    """How even it is meant to be; overrides playtest.yaml."""
    text: str = ""
    """What it is about, in our own words."""


# -- dossiers/*.yaml: what a designer has decided for a start on a date that the publisher never gave ---


class DossierRow(Model):
    """One decision: the cell of a unit or of a kind of marker, or who controls a place; open while `at` is empty."""

    side: Id | None = None
    """Side of the unit or marker."""
    no: Annotated[int, Field(ge=1)] | None = None
    """Set-up number of the unit."""
    marker: Id | None = None
    """Instead of a unit: marker id from counters.yaml, or the kind of it."""
    control: Text | None = None
    """Instead of a unit or marker: a place or hex whose control is decided."""
    at: str = ""
    """The cell, as a start column of the order of battle would print it: `QQ3(c3)`, `N`; of control, the side."""
    source: str = ""
    """Your source: a book and its page, a map."""
    note: str = ""
    """A note for yourself; it is printed nowhere."""


class DossierPage(Model):
    """How the page that saved this file was drawn, so that reading the file back draws the same page."""

    drafted_from: Text | None = None
    """The start whose positions are drafted, as given to `--from`."""
    scenario: Text | None = None
    """The scenario that is shown as it stands, as given to `--scenario`."""
    errata: Text | None = None
    """Errata that are applied, as given to `--errata`."""


class DossierDocument(Document):
    """The decisions for one date."""

    game: Id
    """The game's short name, as game.yaml has it."""
    date: Text
    """The game turn, as the track writes it."""
    first: Id
    """Side that opens."""
    title: str = ""
    """What it is for."""
    page: DossierPage | None = None
    """The page that saved it."""
    rows: list[DossierRow] = []
    """Decisions; units and markers without a row are still open."""
