"""scenarios/*.yaml: a start, a stop, options."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text

DateName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_/ -]*\+?$")]
"""The id of a printed start or stop date, or a game turn as the track writes it."""


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
    """A cell of a start column: `T30 SS32`."""


class SideSetUp(Model):
    """One side's column of a scenario of one's own: laid over a printed start, or instead of one."""

    side: Id
    """Whose."""
    units: list[SetUpUnit] = []
    """In the order of the order of battle."""
    markers: list[SetUpMarkers] = []
    """Supply and other markers."""


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
    set_up: list[SideSetUp] = []
    """Columns of its own. Over a printed start date, units that they leave out start as printed."""
    control: dict[str, Id] = {}
    """Who controls which places when play begins, where no unit stands."""
    text: str = ""
    """What it is about, in our own words."""
