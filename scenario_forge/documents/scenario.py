"""scenarios/*.yaml: a start, a stop, options; dossiers/*.yaml: what was decided for a start on a date of its own."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.rulebook import Setting
from scenario_forge.documents.victory import Aim, Scored

DateName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_/ .-]*\+?$")]
"""The id of a printed start or stop date, or a game turn as the track writes it."""

Controller = Annotated[str, Field(pattern=r"^(Decide: *)?[a-z0-9][a-z0-9_-]*\+?\??$")]
"""A side; `Decide: axis?` leaves it to a person."""


class Length(Model):
    """How long it is said to last; compared with its dates."""

    game_turns: int | None = None
    """Game turns, half ones included."""
    player_turns: int | None = None
    """Player turns."""


class SetUpUnit(Model):
    """Where a unit is when a scenario of one's own begins, in the notation of the orders of battle."""

    no: Annotated[int, Field(ge=1)]
    """Set-up number."""
    name: str = ""
    """Identity, as the order of battle prints it."""
    at: Text
    """A cell of a start column: `SS33(c3)`, `N`, `E`, `B`. `Decide: QQ3?` leaves it to a person."""
    later: str = ""
    """When it arrives and leaves after that: `R7/41, W8/41`."""


class SetUpMarkers(Model):
    """Markers that start somewhere."""

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
    """One side's column of a scenario of one's own: laid over a printed start, or instead of one."""

    side: Id
    """Whose."""
    units: list[SetUpUnit] = []
    """In the order of the order of battle."""
    markers: list[SetUpMarkers] = []
    """Markers that lie somewhere, in the notation of the rule system; works that no row gives to a unit."""
    saved: dict[Id, Annotated[int, Field(ge=0)]] = {}
    """Points that it has saved, by the names that the rules have for them: `{repair: 2}`."""


class OwnObjective(Scored):
    """A row of the victory table that only this scenario has; scored at its stop."""


class ScenarioDocument(Document):
    """One scenario."""

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
    set_up: list[SideSetUp] = []
    """Columns of its own. Over a printed start date, units and markers that they leave out start as printed."""
    front: list[FrontLine] = []
    """The line between the sides when play begins: land is controlled by the side that stands on its side of it."""
    control: dict[str, Controller] = {}
    """Who controls which places or hexes when play begins, where no unit stands and the front has it otherwise."""
    victory: list[OwnObjective] = []
    """Rows that this scenario alone scores at its stop, beside those of victory.yaml that it reaches."""
    without: list[Id] = []
    """Rows of victory.yaml that it reaches and that are not scored in it."""
    changes: list[Setting] = []
    """Values of the game's files that are others in this scenario: addresses as in errata."""
    target: Aim | None = None
    """How even it is meant to be; goes before what playtest.yaml says of it."""
    text: str = ""
    """What it is about, in our own words."""


# -- dossiers/*.yaml: what a designer has decided for a start on a date that the publisher never gave ---


class DossierRow(Model):
    """One decision: a unit's cell, that of markers of one kind, or who controls a place; open without it."""

    side: Id | None = None
    """Whose unit or marker."""
    no: Annotated[int, Field(ge=1)] | None = None
    """Set-up number of the unit."""
    marker: Id | None = None
    """Instead of a unit: marker id from counters.yaml, or the kind of it."""
    control: Text | None = None
    """Instead of a unit or marker: a place or hex whose control is decided."""
    at: str = ""
    """The cell, as a start column of the order of battle would print it: `QQ3(c3)`, `N`; of control, the side."""
    source: str = ""
    """What says so: a book and its page, a map."""
    note: str = ""
    """What else there is to say; it goes nowhere."""


class DossierPage(Model):
    """How the page was drawn that saved a file, so that taking it in draws the same."""

    drafted_from: Text | None = None
    """Whose positions are drafted, as `--from` has it."""
    scenario: Text | None = None
    """The scenario that is shown as it stands, as `--scenario` has it."""
    errata: Text | None = None
    """Errata that are applied, as `--errata` has them."""


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
    """What was decided; units and markers that it leaves out are open."""
