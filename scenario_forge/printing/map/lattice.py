"""The lattice under a map, with two rings of hexes beyond its rim that go on as the rim does, and outlines on it."""

from __future__ import annotations

from functools import lru_cache
from math import floor, hypot, sqrt
from typing import TYPE_CHECKING

from scenario_forge.hexes import lattice_centre, lattice_corners, opposite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.hexes import Grid, Point, Side
    from scenario_forge.printing.svg import XY

BEYOND = 2
"""Rings of hexes beyond the rim: what is bent near a hexside never reaches from there into the map."""
_QUARTER = 1 / (2 * sqrt(3))
"""A quarter of a hex's long diameter, in hexes."""
_AROUND: dict[str, tuple[Point, ...]] = {
    "pointy": ((2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3), (1, 3)),
    "flat": ((3, -1), (0, -2), (-3, -1), (-3, 1), (0, 2), (3, 1)),
}
"""From a centre to its neighbours' centres, by direction."""


class Lattice:
    """Hexes by their centre on the lattice of :mod:`scenario_forge.hexes.metric`."""

    def __init__(self, grid: Grid) -> None:
        self.around = _AROUND[grid.orientation]
        self.pointy, self.shifts = grid.orientation == "pointy", grid.shifts
        x, y = lattice_centre(grid, 0)
        self.corners = tuple((a - x, b - y) for a, b in lattice_corners(grid, 0))
        self.hex_at: dict[Point, int] = {lattice_centre(grid, hex_): hex_ for hex_ in range(len(grid))}
        """On the map its hex; beyond, the hex of the rim that it goes on from."""
        self.on_map = frozenset(self.hex_at)
        """The centres of the map's own hexes."""
        ring = list(self.hex_at)
        for _ in range(BEYOND):
            ring = self._grow(ring)

    def _grow(self, ring: Sequence[Point]) -> list[Point]:
        found: dict[Point, int] = {}
        for direction in range(6):  # straight on before askew: east and west come first and fourth
            for at in ring:
                other = self.neighbour(at, direction)
                if other not in self.hex_at:
                    found.setdefault(other, self.hex_at[at])
        self.hex_at |= found
        return list(found)

    def neighbour(self, at: Point, direction: int) -> Point:
        """The centre of the next hex in a direction."""
        dx, dy = self.around[direction]
        return at[0] + dx, at[1] + dy

    def beside_numbers(self, line: Sequence[XY], half: XY) -> list[XY]:
        """A line in hexes led around the places of hex numbers, ``half`` being half their width and height.

        Those places hold no centre of a hex, so no centre changes sides.
        """
        found = []
        for x, y in line:
            for spot in self._numbers_near(x, y):
                dx, dy = (x - spot[0]) / half[0], (y - spot[1]) / half[1]
                far = hypot(dx, dy)
                if 0 < far < 1:
                    x, y = spot[0] + dx / far * half[0], spot[1] + dy / far * half[1]  # noqa: PLW2901
            found.append((x, y))
        return found

    def _numbers_near(self, x: float, y: float) -> list[XY]:
        """Middles of hex numbers that may be near a point."""
        long, wide = (y, x) if self.pointy else (x, y)
        line = floor((long / _QUARTER - 2) / 3)
        spots = []
        for row in range(max(line, 0), min(line + 3, len(self.shifts))):
            first = (1 + self.shifts[row]) / 2
            across = round(wide - first) + first
            down = (2 + 3 * row) * _QUARTER
            spots.append((across, down - 0.452) if self.pointy else (down, across - 0.44))
            if not self.pointy:
                spots.append((down, across + 0.56))
        return spots

    def where(self, holds: Callable[[int], object]) -> dict[Point, None]:
        """The centres of all hexes, also beyond the rim, of which something is true."""
        return {at: None for at, hex_ in self.hex_at.items() if holds(hex_)}

    def rings(self, inside: dict[Point, None]) -> list[list[Point]]:
        """The outlines of a set of hexes as closed rings of corners, the set lying at their left as one goes.

        The first corner is not repeated. Outlines never touch: three hexes meet at a corner.
        """
        ahead: dict[Point, Point] = {}
        for x, y in inside:
            for direction, (dx, dy) in enumerate(self.around):
                if (x + dx, y + dy) not in inside:
                    (ax, ay), (bx, by) = self.corners[direction - 1], self.corners[direction]
                    ahead[x + ax, y + ay] = (x + bx, y + by)
        found = []
        while ahead:
            start, here = ahead.popitem()
            ring = [start]
            while here != start:
                ring.append(here)
                here = ahead.pop(here)
            found.append(ring)
        return found


@lru_cache(maxsize=8)
def lattice_of(grid: Grid) -> Lattice:
    """The lattice of a grid."""
    return Lattice(grid)


def side_from(grid: Grid, of: Side, high: int) -> tuple[Point, Point]:
    """The two ends of a side so that, going from one to the other, the hex ``high`` lies at the left."""
    direction = of.direction if of.hex == high else opposite(of.direction)
    around = lattice_corners(grid, high)
    return around[direction - 1], around[direction]


def trails(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Directed edges joined to lines that keep their direction; a line that closes ends where it began."""
    ahead: dict[Point, list[Point]] = {}
    arriving: dict[Point, int] = {}
    for start, end in sorted(set(edges)):
        ahead.setdefault(start, []).append(end)
        arriving[end] = arriving.get(end, 0) + 1

    def passes(at: Point) -> bool:
        return arriving.get(at, 0) == 1 and len(ahead.get(at, ())) == 1

    found = []
    starts = [at for at in ahead if not passes(at)]
    for start in starts:
        found += [_walk(ahead, passes, start, second) for second in ahead[start]]
        ahead[start] = []
    rings = [start for start in ahead if ahead[start]]
    return found + [_walk(ahead, passes, at, ahead[at].pop()) for at in rings if ahead[at]]


def _walk(ahead: dict[Point, list[Point]], passes: Callable[[Point], bool], start: Point, here: Point) -> list[Point]:
    trail = [start, here]
    while passes(here) and ahead[here]:
        here = ahead[here].pop()
        trail.append(here)
    return trail
