"""The key `count` of an assault: dice of units that hit or miss, in place of odds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names

_Face = Annotated[int, Field(ge=1, le=6)] | Annotated[Id, Names("number", besides=("1", "2", "3", "4", "5", "6"))]


class Hit(Model):
    """Which dice hit: one of the two."""

    at_least: _Face | None = None
    """A throw of this number or more hits; the name of a value of counters: of as much as the unit has that throws."""
    at_most: _Face | None = None
    """A throw of this number or less hits."""

    @property
    def number(self) -> int | str:
        """The number, or the value of the counter that has it."""
        return next((each for each in (self.at_least, self.at_most) if each is not None), 0)


class Count(Model):
    """Dice of units that hit or miss. What hits do is said by `each`, or by the `table`."""

    dice: Literal["strength", "unit"] = "strength"
    """How many dice a unit throws: one for each point of its strength, or one."""
    hit: Hit
    """Which dice hit."""
    each: str | None = None
    """The result that each hit has; what its effect does to the `defender`, it does to the side that is hit. Numbers of
    units, steps and hexes add up. Without: the `table` has a line of numbers of hits."""
    both: bool = False
    """Whether the defenders throw dice too. Then a table has columns for hits of the attackers and rows for those of
    the defenders, or one line for the difference."""
    first: Literal["attacker", "defender"] | None = None
    """With `both`: the side that throws first, and whose hits take effect before the other side throws; without, both
    throw at the same time."""
