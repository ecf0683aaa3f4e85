"""The key `arrivals` of rules.yaml."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.names import AmountName, FigureName, PlaceName, SideName
from scenario_forge.documents.victory import Condition
from scenario_forge.wargame.board.selectors import UnitSelector

STEP = "arrivals"
"""The step in which units arrive."""
REPLACEMENTS = "replacements"
"""The step in which units are restored."""
_Cost = Annotated[int, Field(ge=1)]


class Restored(Model):
    """What replacement points restore, each with the points that it costs."""

    flipped: _Cost | None = None
    """The points with which a unit that is turned over is turned back; without, none is."""
    eliminated: _Cost | None = None
    """The points with which an eliminated unit comes back; without, none does."""


class Replacements(Model):
    """Points of a turn with which a side restores units in the step `replacements`."""

    points: Annotated[dict[SideName, AmountName], Field(min_length=1)]
    """By side: the column of the track that has its points turn by turn, or those of every turn."""
    restores: Restored
    """What the points restore, and what each costs: `{flipped: 1, eliminated: 2}`."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that can be restored; without, all."""
    returns: Literal["whole", "turned_over"] = "whole"
    """How an eliminated unit comes back; `turned_over`: on the other side of its counter, if that has one."""
    kept: bool = False
    """Whether points that are left are kept for later turns."""


class Release(Model):
    """A reserve: units that neither move nor arrive before one of these things releases them, all together."""

    of: UnitSelector
    """The units; those of each side are a reserve of their own."""
    lost: list[PlaceName] = []  # noqa: RUF012 - pydantic copies it
    """Places and hexes: an enemy unit in one of them releases the units."""
    held: list[PlaceName] = []  # noqa: RUF012 - pydantic copies it
    """Places and hexes: a unit of their own side in one of them does."""
    near: Annotated[int, Field(ge=1)] | None = None
    """An enemy within this many hexes of one of the units releases them; without it, distance does not matter."""
    when: Condition | None = None
    """A condition of the language of victory.yaml on where units are releases them when it holds: `{present: {units:
    {side: blue}, within: [{area: valley}], at_least: 3}}`, several of them under `all`, `any` or `is_not`."""


class Draw(Model):
    """Units of which some are drawn in each turn, once the turn of their entry has come; the others wait."""

    of: UnitSelector
    """The units; those of each side are drawn apart."""
    number: AmountName
    """The column of the track that has the number of units drawn turn by turn, or the name of the figure that has that
    of every turn."""
    by: Literal["chance", "owner"] = "chance"
    """Who says which: chance, or the owner."""


class ArrivalsKey(Model):
    """How units come on or leave on a date of their entry (`0416 turn 3`, `until turn 5`), wait, or are restored."""

    blocked: Literal["wait", "eliminate", "nearby"] = "wait"
    """What becomes of a unit for which no hex is open: it waits for a later turn, is eliminated, or comes on in the
    nearest hex that is, of several the one that its owner chooses."""
    rolled: FigureName | None = None
    """The least throw of a die with which a unit arrives, from its turn on; without,
    nobody throws."""
    certain: UnitSelector | None = None
    """With `rolled`: the units that arrive in their turn without a die; without, none."""
    drawn: list[Draw] = []  # noqa: RUF012 - pydantic copies it
    """Units of which so many are drawn in each turn; a unit is of the first line that selects it. Without, none are."""
    replacements: Replacements | None = None
    """Points of a turn with which a side restores units; without, none are."""
    released: list[Release] = []  # noqa: RUF012 - pydantic copies it
    """Units that wait where they are, or off the map, until they are released; without, none do."""
