"""Distances in hexes, figures made of hexes, and where they stand on paper in millimetres.

``size`` is the distance between two parallel sides of a hex, which is also the distance between the
centres of neighbours. Millimetres count east and south from the north-west corner of the smallest
rectangle around the map.

Centres and corners stand on a lattice of whole numbers (see :data:`Point`), so that a corner shared by
three hexes is the same point for each of them, to the last bit.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.hexes.grid import Grid

Point: TypeAlias = tuple[int, int]
"""East and south of the map's corner; steps of half a ``size`` and of a quarter of a hex's long diameter.

The half sizes run east for pointy tops and south for flat tops.
"""
Cube: TypeAlias = tuple[int, int, int]

# Corner k lies between directions k and k + 1; so the side in direction d runs from corner d − 1 to d.
_POINTY_CORNERS: tuple[Point, ...] = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
_FLAT_CORNERS: tuple[Point, ...] = ((1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0))


# -- counting hexes ----------------------------------------------------------------------------


def cube(grid: Grid, hex_: int) -> Cube:
    """Cube coordinates: three numbers that sum to 0, of which neighbours differ by 1 in two."""
    column, row = grid.position(hex_)
    if grid.orientation == "pointy":
        q = column - _lag(grid, row)
        return q, row, -q - row
    r = row - _lag(grid, column)
    return column, r, -column - r


def from_cube(grid: Grid, q: int, r: int) -> int:
    """The hex with these cube coordinates (the third is implied); −1 off the map."""
    line, along = (r, q) if grid.orientation == "pointy" else (q, r)
    if not 0 <= line < len(grid.shifts):
        return -1
    along += _lag(grid, line)
    return grid.at(along, line) if grid.orientation == "pointy" else grid.at(line, along)


def _lag(grid: Grid, line: int) -> int:
    """How far the skew axis of cube coordinates has run back in this row (pointy) or column (flat)."""
    return (line - grid.shifts[line]) // 2


def distance(grid: Grid, a: int, b: int) -> int:
    """How many steps from hex to hex lead from ``a`` to ``b`` with nothing in the way.

    >>> from scenario_forge.hexes import Grid, Sheet
    >>> grid = Grid("pointy", "even", (Sheet("map", 36, 26, "{row:A}{col}"),))
    >>> distance(grid, grid.parse("A1"), grid.parse("C5"))
    5
    """
    # the difference of their cube coordinates, written out: asked for of every pair of units
    (line, along), (to_line, to_along) = divmod(a, grid.width), divmod(b, grid.width)
    if grid.orientation == "flat":
        line, along, to_line, to_along = along, line, to_along, to_line
    shifts = grid.shifts
    across = line - to_line
    skewed = along - (line - shifts[line]) // 2 - to_along + (to_line - shifts[to_line]) // 2
    return max(abs(across), abs(skewed), abs(across + skewed))


def disk(grid: Grid, hex_: int, radius: int) -> list[int]:
    """The hexes of the map at most ``radius`` away, itself included, in ascending order."""
    found: list[int] = []
    for line, first, last in _chords(grid, hex_, radius):
        found += _run(grid, line, first, last)
    return found if grid.orientation == "pointy" else sorted(found)


def ring(grid: Grid, hex_: int, radius: int) -> list[int]:
    """The hexes of the map exactly ``radius`` away, in ascending order."""
    if radius == 0:
        return [hex_]
    found: list[int] = []
    column, row = grid.position(hex_)
    middle = row if grid.orientation == "pointy" else column
    for line, first, last in _chords(grid, hex_, radius):
        if abs(line - middle) == radius:
            found += _run(grid, line, first, last)
        else:
            found += [*_run(grid, line, first, first), *_run(grid, line, last, last)]
    return sorted(found)


def _chords(grid: Grid, hex_: int, radius: int) -> Iterator[tuple[int, int, int]]:
    """Each row (pointy) or column (flat) of the map that a disk meets, with its first and last place."""
    q, r, _ = cube(grid, hex_)
    middle, along = (r, q) if grid.orientation == "pointy" else (q, r)
    for line in range(max(0, middle - radius), min(len(grid.shifts), middle + radius + 1)):
        away, lag = line - middle, _lag(grid, line)
        yield line, along + max(-radius, -radius - away) + lag, along + min(radius, radius - away) + lag


def _run(grid: Grid, line: int, first: int, last: int) -> range:
    """The hexes of a row (pointy) or column (flat) from place ``first`` to ``last``, as far as on the map."""
    if grid.orientation == "pointy":
        start = line * grid.width
        return range(start + max(first, 0), start + min(last, grid.width - 1) + 1)
    first, last, step = max(first, 0), min(last, grid.rows - 1), grid.width
    return range(line + first * step, line + last * step + 1, step)


def line(grid: Grid, a: int, b: int, lean: int = 1) -> list[int]:
    """The hexes under a straight line between two centres, both ends included.

    Where the line runs along a hexside, the hex on its left as one goes from ``a`` to ``b`` is taken, with
    ``lean=-1`` the one on its right; beyond the map's rim the one that is on the map. A rule that asks
    about both looks at both.
    """
    if a == b:
        return [a]
    start, end = cube(grid, a), cube(grid, b)
    steps = distance(grid, a, b)
    dq, dr, ds = (y - x for x, y in zip(start, end, strict=True))
    # Square to the line, too little to reach another hex unless the line touches it: 6/scale < 1/steps.
    scale = 6 * steps + 1
    aside = (dr - ds, ds - dq)
    found = []
    for step in range(steps + 1):
        q, r = ((x * steps + d * step) * scale for x, d in ((start[0], dq), (start[1], dr)))
        hex_ = -1
        for side in (lean, -lean):
            if hex_ < 0:
                near = _nearest(q + side * aside[0], r + side * aside[1], steps * scale)
                hex_ = from_cube(grid, *near)
        found.append(hex_)
    return found


def _nearest(q: int, r: int, unit: int) -> tuple[int, int]:
    """The hex centre nearest to cube coordinates given in 1/``unit`` of a hex."""
    s = -q - r
    near_q, near_r, near_s = ((2 * x + unit) // (2 * unit) for x in (q, r, s))
    off_q, off_r, off_s = abs(near_q * unit - q), abs(near_r * unit - r), abs(near_s * unit - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r


# -- on paper ----------------------------------------------------------------------------------


def lattice_centre(grid: Grid, hex_: int) -> Point:
    """The centre of a hex on the lattice."""
    column, row = grid.position(hex_)
    if grid.orientation == "pointy":
        return 1 + 2 * column + grid.shifts[row], 2 + 3 * row
    return 2 + 3 * column, 1 + 2 * row + grid.shifts[column]


def lattice_corners(grid: Grid, hex_: int) -> tuple[Point, ...]:
    """The six corners on the lattice; corner k lies between directions k and k + 1."""
    x, y = lattice_centre(grid, hex_)
    around = _POINTY_CORNERS if grid.orientation == "pointy" else _FLAT_CORNERS
    return tuple((x + dx, y + dy) for dx, dy in around)


def millimetres(grid: Grid, point: Point, size: float) -> tuple[float, float]:
    """A point of the lattice in millimetres east and south of the map's corner."""
    across, along = size / 2, size / (2 * sqrt(3))
    x, y = point
    return (x * across, y * along) if grid.orientation == "pointy" else (x * along, y * across)


def centre(grid: Grid, hex_: int, size: float) -> tuple[float, float]:
    """The centre of a hex in millimetres."""
    return millimetres(grid, lattice_centre(grid, hex_), size)


def corners(grid: Grid, hex_: int, size: float) -> list[tuple[float, float]]:
    """The six corners of a hex in millimetres; the side in direction d runs from corner d − 1 to d."""
    return [millimetres(grid, point, size) for point in lattice_corners(grid, hex_)]


def extent(grid: Grid, size: float) -> tuple[float, float]:
    """Width and height of the whole map in millimetres."""
    lines, shifted = len(grid.shifts), max(grid.shifts)
    if grid.orientation == "pointy":
        return millimetres(grid, (2 * grid.width + shifted, 3 * lines + 1), size)
    return millimetres(grid, (3 * lines + 1, 2 * grid.rows + shifted), size)
