"""Line of sight: which hexes see each other over heights and obstacles.

A line from centre to centre is looked at once a hex of distance. Where it runs along a hexside, the hexes on both
sides are asked. Neither end hides the other; neighbours always see each other. The answer is the same both ways.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.hexes import both_sides, cube, disk, distance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from scenario_forge.hexes import Grid

WALL = 1_000_000
"""A ``top`` that nobody sees over, from whatever height."""


@dataclass(frozen=True)
class Heights:
    """Heights of ground and obstacles by hex, in whole levels of any size."""

    eye: Sequence[int]
    """Where eyes and targets are: the ground."""
    top: Sequence[int]
    """Up to where the hex hides what is behind it: its ground and what stands on it; `WALL` for everything."""


@dataclass(frozen=True)
class SightTable:
    """Pairs of hexes that see each other: bit b of row a, rows of ``row`` bytes."""

    hexes: int
    bits: bytes

    @property
    def row(self) -> int:
        """The number of bytes in a row."""
        return (self.hexes + 7) // 8

    def sees(self, a: int, b: int) -> bool:
        """Return whether two hexes see each other."""
        return bool(self.bits[a * self.row + (b >> 3)] >> (b & 7) & 1)


def hexes_under_line(grid: Grid, a: int, b: int) -> list[tuple[int, int]]:
    """Return the hexes under the line between two others, step by step: both sides where it runs along a hexside."""
    return both_sides(grid, a, b)[1:-1]


def lines_within(grid: Grid, reach: int, through: Collection[int] | None = None) -> Iterator[tuple[int, int]]:
    """Yield pairs of hexes at most ``reach`` apart, the lower first; with ``through`` only past one of these.

    A hex is between two others if it makes the way no more than one hex longer: every hex that a line passes is.
    """
    if through is None:
        for a in range(len(grid)):
            yield from ((a, b) for b in disk(grid, a, reach) if b > a)
        return
    found: set[tuple[int, int]] = set()
    for hex_ in through:
        away = {other: distance(grid, hex_, other) for other in disk(grid, hex_, reach) if other != hex_}
        near = ((a, b) for a, one in away.items() for b, more in away.items() if a < b and one + more <= reach + 1)
        found.update((a, b) for a, b in near if away[a] + away[b] <= distance(grid, a, b) + 1 <= reach + 1)
    yield from sorted(found)


def in_view(grid: Grid, heights: Heights, a: int, b: int, *, either: bool = False) -> bool:
    """Return whether nothing between two hexes hides one from the other.

    Args:
        grid: the map.
        heights: what is on it. A hex hides what the line passes lower than its top.
        a: one hex.
        b: the other.
        either: along a hexside, whether one hex is enough to hide; else both must.
    """
    steps = distance(grid, a, b)
    for step, pair in enumerate(hexes_under_line(grid, a, b), 1):
        level = heights.eye[a] * (steps - step) + heights.eye[b] * step
        hidden = [heights.top[hex_] * steps > level for hex_ in pair]
        if all(hidden) or (either and any(hidden)):
            return False
    return True


def sight_table(grid: Grid, heights: Heights, radius: int, *, either: bool = False) -> SightTable:
    """Return the table of all pairs at most ``radius`` apart that see each other."""
    count = len(grid)
    row = (count + 7) // 8
    bits = bytearray(count * row)
    for a in range(count):
        bits[a * row + (a >> 3)] |= 1 << (a & 7)
        for b in range(a + 1, count):
            if distance(grid, a, b) <= radius and in_view(grid, heights, a, b, either=either):
                bits[a * row + (b >> 3)] |= 1 << (b & 7)
                bits[b * row + (a >> 3)] |= 1 << (a & 7)
    return SightTable(count, bytes(bits))


@dataclass(frozen=True)
class Geometry:
    """The numbers of a grid, for kernels."""

    q: array[int]
    r: array[int]
    """Cube coordinates by hex; the third is implied."""
    lags: array[int]
    """By row (pointy top) or column (flat top), how far the skew axis has run back."""
    frame: array[int]
    """How many such lines, hexes in each, difference of numbers between lines, within one; 1 if lines are rows."""


def geometry(grid: Grid) -> Geometry:
    """Return the numbers of a grid."""
    cubes = [cube(grid, hex_) for hex_ in range(len(grid))]
    rows = grid.orientation == "pointy"
    lines = len(grid.shifts)
    lags = array("i", ((number - shift) // 2 for number, shift in enumerate(grid.shifts)))
    between = (grid.width, 1) if rows else (1, grid.width)
    return Geometry(
        array("i", (q for q, _, _ in cubes)),
        array("i", (r for _, r, _ in cubes)),
        lags,
        array("i", (lines, len(grid) // lines, *between, rows)),
    )
