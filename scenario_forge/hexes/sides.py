"""Hexsides, each stored once, chains of them, and what can be reached across them.

Functions of reach take the table of :attr:`Grid.neighbours` (or one that :func:`without_sides` made of it) and
``passable``, one truth value a hex, None meaning everywhere. A start counts as reached whether it is
passable or not: a unit stands where it stands. Costs, terrain and units are the business of the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.hexes.grid import opposite
from scenario_forge.hexes.metric import distance, lattice_corners
from scenario_forge.hexes.numbering import HexIdError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.hexes.grid import Grid, Neighbours, Six
    from scenario_forge.hexes.metric import Point

    Passable = Sequence[int] | None


class Side(NamedTuple):
    """A hexside, by the lower of the two hexes it parts and the direction from there.

    On the rim of the map there is only one hex. Made by :func:`side`, which keeps to that.
    """

    hex: int
    direction: int


class SideError(ValueError):
    """A text or a pair of hexes that is no hexside. ``part`` is the part of the text at fault."""

    def __init__(self, message: str, part: str) -> None:
        super().__init__(message)
        self.message = message
        self.part = part


def side(grid: Grid, hex_: int, direction: int) -> Side:
    """The side of a hex in a direction; the same for both hexes it parts."""
    other = grid.neighbours[hex_][direction]
    return Side(other, opposite(direction)) if 0 <= other < hex_ else Side(hex_, direction)


def side_between(grid: Grid, a: int, b: int) -> Side | None:
    """The side that parts two hexes; None if they are not adjacent."""
    direction = grid.direction(a, b)
    return None if direction is None else side(grid, a, direction)


def across(grid: Grid, of: Side) -> tuple[int, int]:
    """The two hexes a side parts, the lower first; on the rim the second is −1."""
    return of.hex, grid.neighbours[of.hex][of.direction]


def parse_side(grid: Grid, text: str) -> Side:
    """Read a side, ``A1/A2`` (between two hexes) or ``A1:NW`` (in a direction, the rim's too).

    Raises:
        SideError: if it is none, saying why.
    """
    if "/" in text:
        one, _, two = text.partition("/")
        a, b = _hex(grid, one), _hex(grid, two)
        found = side_between(grid, a, b)
        if found is None:
            apart = "are the same hex" if a == b else f"are {distance(grid, a, b)} hexes apart"
            raise SideError(f"no hexside {text}: {one} and {two} {apart}", text)
        return found
    one, colon, name = text.partition(":")
    if not colon:
        how = "write two hexes, as A1/A2, or a hex and a direction, as A1:NW"
        raise SideError(f"{text[:40]} is not a hexside; {how}", text)
    hex_ = _hex(grid, one)
    if name not in grid.directions:
        raise SideError(f"{name[:40]} is not a direction here; use one of {', '.join(grid.directions)}", name)
    return side(grid, hex_, grid.directions.index(name))


def _hex(grid: Grid, text: str) -> int:
    try:
        return grid.parse(text)
    except HexIdError as error:
        raise SideError(error.message, text) from error


def format_side(grid: Grid, of: Side) -> str:
    """Write a side so that :func:`parse_side` reads it: ``A1/A2``, on the rim ``A1:NW``."""
    one, other = across(grid, of)
    if other < 0:
        return f"{grid.ids[one]}:{grid.directions[of.direction]}"
    return f"{grid.ids[one]}/{grid.ids[other]}"


def border(grid: Grid, hexes: Iterable[int]) -> list[Side]:
    """The sides between the given hexes and all others, the map's rim included, in ascending order."""
    inside = set(hexes)
    table = grid.neighbours
    return sorted(
        side(grid, hex_, direction)
        for hex_ in inside
        for direction, other in enumerate(table[hex_])
        if other not in inside
    )


def side_ends(grid: Grid, of: Side) -> tuple[Point, Point]:
    """The two corners where a side ends, on the lattice of :mod:`scenario_forge.hexes.metric`."""
    around = lattice_corners(grid, of.hex)
    return around[of.direction - 1], around[of.direction]


def chains(grid: Grid, sides: Iterable[Side]) -> list[list[Point]]:
    """Follow sides from corner to corner into as few lines as their forks allow.

    Each line is a list of corners on the lattice, and each side is in one line once. A line ends where
    nothing or more than one side goes on; one that closes ends with the corner it began with. The order
    depends on the sides alone, not on the order they are given in.
    """
    ways: dict[Point, list[Point]] = {}
    for of in sorted(set(sides)):
        a, b = side_ends(grid, of)
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    stops = {point: None for point, ends in ways.items() if len(ends) != 2}
    found = [_follow(ways, point, stops) for point in stops for _ in range(3) if ways[point]]
    found += [_follow(ways, point, {point: None}) for point in ways if ways[point]]
    return found


def _follow(ways: dict[Point, list[Point]], start: Point, stops: dict[Point, None]) -> list[Point]:
    """Walk from a corner to the next of ``stops``; what has been walked is taken out of ``ways``."""
    chain, here = [start], start
    while len(chain) == 1 or here not in stops:
        ahead = ways[here].pop(0)
        ways[ahead].remove(here)
        chain.append(ahead)
        here = ahead
    return chain


# -- what can be reached, step by step -------------------------------------------------------------


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
