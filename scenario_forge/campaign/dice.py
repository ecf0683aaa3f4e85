"""Totals of dice, and their probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.simulator.step import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence


def dice(count: int, sides: int) -> list[Outcome]:
    """Return every total of some dice in ascending order, weighted by the number of ways to throw it.

    >>> [outcome.weight for outcome in dice(2, 3)]
    [1, 2, 3, 2, 1]
    """
    ways = {0: 1}
    for _ in range(count):
        after: dict[int, int] = {}
        for total, weight in ways.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0) + weight
        ways = after
    return [Outcome(total, weight) for total, weight in sorted(ways.items())]


def die_outcomes(die: Sequence[int]) -> list[Outcome]:
    """Return the weighted totals of dice as the rules write them: how many dice, with how many sides."""
    return dice(die[0], die[1])
