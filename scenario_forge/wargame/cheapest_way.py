"""Search for the cheapest way to each place that a unit can reach, whatever a step does to the unit."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

S = TypeVar("S", bound=tuple[int, ...])


def cheapest(
    start: S, steps: Callable[[S], Iterable[tuple[int, S]]], price: Callable[[S], int]
) -> dict[int, tuple[tuple[int, ...], S]]:
    """Return for each place the places entered on the way there, and the state of the unit after it.

    A standing is a tuple that begins with the place; ``steps`` gives the places next to it and how the unit stands
    there, as far as it may go on; ``price`` what all of its way has cost, which no step makes less.
    """
    found: dict[int, tuple[tuple[int, ...], S]] = {}
    waiting: list[tuple[int, tuple[int, ...], S]] = [(0, (), start)]
    while waiting:
        _, way, now = heappop(waiting)
        if now[0] in found:
            continue
        found[now[0]] = (way, now)
        for place, after in steps(now):
            if place not in found:
                heappush(waiting, (price(after), (*way, place), after))
    return found
