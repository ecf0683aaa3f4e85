"""What a start of a game may have besides units in places: markers, marks, points saved, as a rule system says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.project.placement import EntryKind


@dataclass(frozen=True, slots=True)
class Mark:
    """What a counter may begin with besides a place, a strength, works and points spent."""

    title: str
    """For people: `face down`."""
    sign: str
    """How a cell writes it: `(d)`."""
    types: frozenset[str] = frozenset()
    """Types of unit that may have it."""
    markers: frozenset[str] = frozenset()
    """Kinds of marker that may have it."""
    kinds: frozenset[EntryKind] = frozenset({"at"})
    """What its entry says where a unit has it."""
    most: int = 1
    """The highest number that it may have."""
    names_unit: bool = False
    """Whether its number is the set-up number of another unit of the side."""
    before: bool = False
    """Whether it says that a unit that is to come has been there before."""
    option: str | None = None
    """The optional rule that it belongs to."""
    rule: str = ""
    counted: str = ""
    """With its number, for people: `withdrawn in the place of unit {number}`; empty: as the title."""

    def said(self, number: int) -> str:
        """The mark with its number, for people."""
        return self.counted.replace("{number}", str(number)) if self.counted else self.title


@dataclass(frozen=True, slots=True)
class Pool:
    """Points that a side may have when play begins."""

    title: str
    """For people: `saved repair points`."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class StartRules:
    """What a start of the game may have besides units: all of it is accounted for in a scenario that is drafted."""

    markers: tuple[str, ...] = ()
    """Kinds of marker that begin on the map or in a box, in the order of a set-up."""
    numbered: frozenset[str] = frozenset()
    """Those of them that lie with a number of points, `(c3)`."""
    ownerless: frozenset[str] = frozenset()
    """Those that are nobody's, wherever they are listed."""
    hexes_only: frozenset[str] = frozenset()
    """Those that never lie in an off-map box."""
    marks: Mapping[str, Mark] = field(default_factory=dict)
    """By the name that tokens have for it."""
    pools: Mapping[str, Pool] = field(default_factory=dict)
    front: bool = False
    """Whether land is controlled by the side on whose side of a line it lies, which a start then draws."""
    spent: bool = False
    """Whether units may have spent movement points before their first move."""
    reserve: bool = False
    """Whether units may be off the map and come back."""
