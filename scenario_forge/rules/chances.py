"""Exact odds: every way the dice can fall, counted in whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Chances(Generic[T]):
    """Outcomes with the number of ways to each, all ways equally likely."""

    ways: Mapping[T, int]

    @property
    def total(self) -> int:
        """All ways together."""
        return sum(self.ways.values())

    def of(self, outcome: T) -> Fraction:
        """How likely an outcome is.

        >>> dice(2).of(7)
        Fraction(1, 6)
        """
        return Fraction(self.ways.get(outcome, 0), self.total)

    def that(self, holds: Callable[[T], bool]) -> Fraction:
        """How likely it is that something holds.

        >>> dice(1).that(lambda pips: pips <= 2)
        Fraction(1, 3)
        """
        return Fraction(sum(ways for outcome, ways in self.ways.items() if holds(outcome)), self.total)

    def mean(self, value: Callable[[T], int]) -> Fraction:
        """The mean of a whole number that each outcome is worth.

        >>> dice(1).mean(lambda pips: pips)
        Fraction(7, 2)
        """
        return Fraction(sum(value(outcome) * ways for outcome, ways in self.ways.items()), self.total)

    def through(self, step: Callable[[T], U]) -> Chances[U]:
        """What becomes of the outcomes; those that become the same are counted together."""
        found: dict[U, int] = {}
        for outcome, ways in self.ways.items():
            after = step(outcome)
            found[after] = found.get(after, 0) + ways
        return Chances(found)

    def then(self, step: Callable[[T], Chances[U]]) -> Chances[U]:
        """What follows where the outcome decides what is rolled next."""
        nexts = [(step(outcome), ways) for outcome, ways in self.ways.items()]
        whole = lcm(*(after.total for after, _ in nexts))
        found: dict[U, int] = {}
        for after, ways in nexts:
            for outcome, count in after.ways.items():
                found[outcome] = found.get(outcome, 0) + ways * count * (whole // after.total)
        return Chances(found)


def dice(count: int, faces: int = 6) -> Chances[int]:
    """The totals of some dice, in ascending order.

    >>> dict(dice(2).ways)
    {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

    Raises:
        ValueError: no dice, or dice without faces.
    """
    if count < 1 or faces < 1:
        raise ValueError(f"no dice: {count}d{faces}")
    ways = {0: 1}
    for _ in range(count):
        rolled: dict[int, int] = {}
        for total, number in ways.items():
            for pips in range(1, faces + 1):
                rolled[total + pips] = rolled.get(total + pips, 0) + number
        ways = rolled
    return Chances(dict(sorted(ways.items())))
