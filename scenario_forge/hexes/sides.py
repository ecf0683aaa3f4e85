"""Hexsides, each stored once, chains of them, and reach across them.

Functions of reach take the table of :attr:`Grid.neighbours` (or one that :func:`without_sides` made of it) and
``passable``, one truth value a hex, None meaning everywhere. A start counts as reached whether it is
passable or not: a unit stands where it stands. Costs, terrain and units are the business of the rules.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.hexes.grid import OFF, distance, lattice_corners, opposite
from scenario_forge.hexes.numbering import HexIdError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.hexes.grid import Grid, Neighbours, Point, Six

    Passable = Sequence[int] | None
    from collections.abc import Container, Mapping, Sequence


class Side(NamedTuple):
    """A hexside, by the lower of the two hexes it parts and the direction from there.

    On the rim of the map there is only one hex. Made by :func:`side`, which keeps to that.
    """

    hex: int
    direction: int


class SideError(ValueError):
    """Error of a text or a pair of hexes that is no hexside. ``part`` is the part of the text at fault."""

    def __init__(self, message: str, part: str) -> None:
        super().__init__(message)
        self.message = message
        self.part = part


def side(grid: Grid, hex_: int, direction: int) -> Side:
    """Return the side of a hex in a direction; the same for both hexes it parts."""
    other = grid.neighbours[hex_][direction]
    return Side(other, opposite(direction)) if 0 <= other < hex_ else Side(hex_, direction)


def side_between(grid: Grid, a: int, b: int) -> Side | None:
    """Return the side that parts two hexes; None if they are not adjacent."""
    direction = grid.direction(a, b)
    return None if direction is None else side(grid, a, direction)


def across(grid: Grid, of: Side) -> tuple[int, int]:
    """Return the two hexes a side parts, the lower first; on the rim the second is −1."""
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
    """Return the sides between the given hexes and all others, the map's rim included, in ascending order."""
    inside = set(hexes)
    table = grid.neighbours
    return sorted(
        side(grid, hex_, direction)
        for hex_ in inside
        for direction, other in enumerate(table[hex_])
        if other not in inside
    )


def side_ends(grid: Grid, of: Side) -> tuple[Point, Point]:
    """Return the two corners where a side ends, on the lattice of :mod:`scenario_forge.hexes.grid`."""
    around = lattice_corners(grid, of.hex)
    return around[of.direction - 1], around[of.direction]


def chains(grid: Grid, sides: Iterable[Side]) -> list[list[Point]]:
    """Follow sides from corner to corner into as few lines as their forks allow; return the lines.

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
    """Return how many steps each hex within ``limit`` is from the nearest start, nearest first."""
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
    """Return one of the shortest ways from ``start`` to ``goal``, both included; None if there is none.

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
    """Return whether there is a way from ``start`` to ``goal`` of at most ``limit`` steps."""
    return shortest_path(neighbours, start, goal, passable, limit) is not None


def components(neighbours: Neighbours, passable: Passable = None) -> list[list[int]]:
    """Return the connected parts of the passable hexes: each in ascending order, that of the lowest hex first."""
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
    """Return each i for which hex i + 1 of a chain (a road, a path) is not a neighbour of hex i."""
    return [i for i in range(len(chain) - 1) if chain[i + 1] < 0 or chain[i + 1] not in neighbours[chain[i]]]


def without_sides(neighbours: Neighbours, sides: Iterable[Side]) -> Neighbours:
    """Return the table of neighbours with these sides barred, either way."""
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


# -- fronts: lines of hexsides that part land from land --------------------------------------------


def nearest(neighbours: Neighbours, land: Sequence[int], held: Sequence[Iterable[int]], reach: int) -> dict[int, int]:
    """Return the nearest set for each land hex within ``reach`` of at least two sets; of equals, the first."""
    away = [distances(neighbours, land, hexes, reach) for hexes in held]
    found: dict[int, int] = {}
    for hex_ in sorted({hex_ for each in away for hex_ in each}):
        near = [(each[hex_], number) for number, each in enumerate(away) if hex_ in each]
        if len(near) > 1:
            found[hex_] = min(near)[1]
    return found


def spread(
    neighbours: Neighbours, land: Sequence[int], held: Sequence[Iterable[int]], near: Iterable[int] = ()
) -> dict[int, int]:
    """Return for each hex of land the set of hexes that comes to it first, step by step over land.

    A hex that two reach at once belongs to the set listed first, so that whoever looks sees the same. What a set
    comes to hangs together with a hex of it. From the hexes in ``near`` it goes one step, and further only over land
    that nobody else comes to.
    """
    found = {hex_: number for number, hexes in reversed([*enumerate(held)]) for hex_ in hexes if land[hex_]}
    for close in (frozenset(near), frozenset[int]()):
        wave = [*found]
        while wave:
            reached: dict[int, tuple[int, bool]] = {}
            for here in wave:
                for other in neighbours[here]:
                    if other != OFF and land[other] and other not in found:
                        by = (found[here], here in close)
                        reached[other] = min(reached.get(other, by), by)
            found |= {hex_: number for hex_, (number, _stops) in reached.items()}
            wave = [hex_ for hex_, (_number, stops) in reached.items() if not stops]
    return found


def distances(
    neighbours: Neighbours, land: Sequence[int], hexes: Iterable[int], reach: int | None = None
) -> dict[int, int]:
    """Return the distance over land of each hex from the nearest of ``hexes``, at most ``reach``."""
    found = dict.fromkeys(hexes, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        if found[here] == reach:
            continue
        for other in neighbours[here]:
            if other != OFF and other not in found and land[other]:
                found[other] = found[here] + 1
                waiting.append(other)
    return found


def line_between(grid: Grid, owner: Mapping[int, int]) -> list[Side]:
    """Return the hexsides between hexes of different owners; hexes without an owner have no line around them."""
    sides: dict[Side, None] = {}
    for number in sorted(set(owner.values())):
        for side in border(grid, [hex_ for hex_, owned in owner.items() if owned == number]):
            if all(hex_ in owner for hex_ in across(grid, side)):
                sides.setdefault(side)
    return list(sides)


def lands(grid: Grid, land: Sequence[int], line: Iterable[Side]) -> list[list[int]]:
    """Return the parts into which water and a line divide the land, that of the lowest hex first."""
    return components(without_sides(grid.neighbours, line), bytearray(map(bool, land)))


def parts_land(grid: Grid, land: Sequence[int], of: Side) -> bool:
    """Return whether a hexside lies between two hexes of land."""
    return all(hex_ >= 0 and land[hex_] for hex_ in across(grid, of))


def loose_ends(grid: Grid, land: Sequence[int], line: Iterable[Side]) -> list[Side]:
    """Return the hexsides where a line ends in the open: not at water, at the map's rim, or at another part."""
    drawn = set(line)
    return [of for of in sorted(drawn) if parts_land(grid, land, of) and _is_loose(grid, land, drawn, of)]


def _is_loose(grid: Grid, land: Sequence[int], drawn: set[Side], of: Side) -> bool:
    one, other = across(grid, of)
    for turn in (-1, 1):
        third = grid.neighbours[one][(of.direction + turn) % 6]
        if third < 0 or not land[third]:
            continue
        if side_between(grid, one, third) not in drawn and side_between(grid, other, third) not in drawn:
            return True
    return False


def runs(grid: Grid, line: Iterable[Side]) -> list[list[Side]]:
    """Return a line as runs of hexsides that meet end to end, each in the order along it.

    A run ends where the line does or forks; where it closes it begins at its lowest hexside. The order depends on
    the hexsides alone.
    """
    left = dict.fromkeys(sorted(set(line)))
    ends = [of for of in left if len(_next(grid, left, of)) < 2]
    found: list[list[Side]] = []
    for start in [*ends, *left]:
        run: list[Side] = []
        here: Side | None = start if start in left else None
        while here is not None:
            del left[here]
            run.append(here)
            here = next(iter(_next(grid, left, here)), None)
        found += [run] if run else []
    return found


def _next(grid: Grid, line: Container[Side], of: Side) -> list[Side]:
    """The hexsides of a line that share a corner with one of them."""
    one, other = across(grid, of)
    found: dict[Side, None] = {}
    for turn in (-1, 1):
        third = grid.neighbours[one][(of.direction + turn) % 6]
        if third >= 0:
            for hex_ in (one, other):
                beside = side_between(grid, hex_, third) if hex_ >= 0 else None
                if beside is not None and beside in line:
                    found.setdefault(beside)
    return list(found)
