"""What can be reached over a neighbour table, step by step.

All functions take the table of :attr:`Grid.neighbours` (or one that :func:`without_sides` made of it) and
``passable``, one truth value a hex, None meaning everywhere. A start counts as reached whether it is
passable or not: a unit stands where it stands. Costs, terrain and units are the rules' affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.hexes.grid import opposite

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.hexes.grid import Neighbours, Six
    from scenario_forge.hexes.sides import Side

    Passable = Sequence[int] | None


def reach(
    neighbours: Neighbours, starts: Iterable[int], passable: Passable = None, limit: int | None = None
) -> dict[int, int]:
    """How many steps each hex within ``limit`` is from the nearest start, nearest first."""
    enterable = _everywhere(neighbours, passable)
    frontier = list(dict.fromkeys(starts))
    # Off the map (−1) counts as seen, which saves the question at each of six neighbours.
    seen = dict.fromkeys((-1, *frontier), 0)
    steps = 0
    while frontier and steps != limit:
        steps += 1
        ahead: list[int] = []
        for hex_ in frontier:
            for other in neighbours[hex_]:
                if other not in seen and enterable[other]:
                    seen[other] = steps
                    ahead.append(other)
        frontier = ahead
    del seen[-1]
    return seen


def shortest_path(
    neighbours: Neighbours, start: int, goal: int, passable: Passable = None, limit: int | None = None
) -> list[int] | None:
    """One of the shortest ways from ``start`` to ``goal``, both included; None if there is none.

    Which one depends on the table alone. The goal itself must be passable too.
    """
    enterable = _everywhere(neighbours, passable)
    came_from = {-1: -1, start: -1}
    frontier, steps = [start], 0
    while frontier and steps != limit and goal not in came_from:
        steps += 1
        ahead: list[int] = []
        for hex_ in frontier:
            for other in neighbours[hex_]:
                if other not in came_from and enterable[other]:
                    came_from[other] = hex_
                    ahead.append(other)
        frontier = ahead
    if goal not in came_from:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]


def connected(
    neighbours: Neighbours, start: int, goal: int, passable: Passable = None, limit: int | None = None
) -> bool:
    """Whether there is a way from ``start`` to ``goal`` of at most ``limit`` steps."""
    return shortest_path(neighbours, start, goal, passable, limit) is not None


def components(neighbours: Neighbours, passable: Passable = None) -> list[list[int]]:
    """The connected parts of the passable hexes: each in ascending order, that of the lowest hex first."""
    enterable = _everywhere(neighbours, passable)
    left = bytearray(map(bool, enterable))
    parts: list[list[int]] = []
    start = left.find(1)
    while start >= 0:
        left[start] = 0
        part = [start]
        for hex_ in part:
            for other in neighbours[hex_]:
                if other >= 0 and left[other]:
                    left[other] = 0
                    part.append(other)
        parts.append(sorted(part))
        start = left.find(1, start)
    return parts


def gaps(neighbours: Neighbours, chain: Sequence[int]) -> list[int]:
    """The places i where hex i + 1 of a chain (a road, a path) is not a neighbour of hex i."""
    return [i for i in range(len(chain) - 1) if chain[i + 1] < 0 or chain[i + 1] not in neighbours[chain[i]]]


def without_sides(neighbours: Neighbours, sides: Iterable[Side]) -> Neighbours:
    """The table with nobody crossing these sides, either way."""
    table = list(neighbours)
    for hex_, direction in sides:
        other = table[hex_][direction]
        table[hex_] = _shut(table[hex_], direction)
        if other >= 0:
            table[other] = _shut(table[other], opposite(direction))
    return tuple(table)


def _shut(six: Six, direction: int) -> Six:
    e, ne, nw, w, sw, se = (-1 if d == direction else other for d, other in enumerate(six))
    return e, ne, nw, w, sw, se


def _everywhere(neighbours: Neighbours, passable: Passable) -> Sequence[int]:
    return b"\x01" * len(neighbours) if passable is None else passable
