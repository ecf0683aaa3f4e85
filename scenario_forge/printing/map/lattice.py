"""The lattice under a map, extended by two rings of hexes like those at its rim, and outlines on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import floor, hypot, sqrt, tanh
from typing import TYPE_CHECKING

from scenario_forge.hexes import lattice_centre, lattice_corners, opposite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

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
    """Hexes by their centre on the lattice of :mod:`scenario_forge.hexes.grid`."""

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
        """Return the centre of the next hex in a direction."""
        dx, dy = self.around[direction]
        return at[0] + dx, at[1] + dy

    def beside_numbers(self, line: Sequence[XY], half: XY) -> list[XY]:
        """Return a line in hexes led around hex numbers; ``half`` is half their width and height.

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
        """Return the centres of all hexes, also beyond the rim, for which a condition is true."""
        return {at: None for at, hex_ in self.hex_at.items() if holds(hex_)}

    def rings(self, inside: dict[Point, None]) -> list[list[Point]]:
        """Return the outlines of a set of hexes as closed rings of corners, the set lying at their left along them.

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
    """Return the lattice of a grid."""
    return Lattice(grid)


def side_from(grid: Grid, of: Side, high: int) -> tuple[Point, Point]:
    """Return the two ends of a side, in the order that has the hex ``high`` at the left."""
    direction = of.direction if of.hex == high else opposite(of.direction)
    around = lattice_corners(grid, high)
    return around[direction - 1], around[direction]


def trails(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Return directed edges joined to lines that keep their direction; a closed line ends where it began."""
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


# -- natural lines from hexsides -------------------------------------------------------------------


PIECES = 6
"""How many points a bent line has on each hexside."""
_MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class Bend:
    """Limits of a bent line: how far it strays from its hexsides, how irregular it is, how far it leans left and up."""

    reach: float = 0.28
    rough: float = 0.045
    lean: float = 0.0
    up: float = 0.13
    """So that lines along the tops of hexes pass above their numbers."""
    detail: float = 0.0
    """Small unevenness that no smoothing takes away."""


AREA = Bend()
"""Edges of terrain, and the escarpments that often follow them."""
COAST = Bend(rough=0.07, lean=0.165, up=0.0, detail=0.022)
"""The sea lies at the left: land gains a little, so that coast roads and hex numbers have room."""
WATER = Bend(rough=0.08, up=0.1)
STRAIGHT = Bend(rough=0.015, up=0.1)
"""What people built or agreed on."""


def bend_line(corners: Sequence[XY], bend: Bend, *, closed: bool) -> list[XY]:
    """Return a line along hexsides, given by its corners, as a natural line with :data:`PIECES` points a side."""
    if len(corners) < 3:
        return list(corners)
    raw = _pieces(corners, closed)
    calm = _calmed(raw, closed)
    found = []
    count = len(raw)
    for index, (was, now) in enumerate(zip(raw, calm, strict=True)):
        inner = closed or 0 < index < count - 1
        before, after = calm[index - 1], calm[(index + 1) % count]
        dx, dy = now[0] - was[0], now[1] - was[1]
        if inner:
            jx, jy = unrest(*was)
            along = hypot(after[0] - before[0], after[1] - before[1]) or 1.0
            dx += bend.rough * jx + bend.lean * (after[1] - before[1]) / along
            dy += bend.rough * jy - bend.lean * (after[0] - before[0]) / along - bend.up
        far = hypot(dx, dy)
        held = bend.reach * tanh(far / bend.reach) / far if far else 0.0
        found.append((was[0] + dx * held, was[1] + dy * held))
    last = list(zip(*(_mean(values, PIECES // 2, closed) for values in zip(*found, strict=True)), strict=True))
    if not bend.detail:
        return last
    return [(x + bend.detail * wave(x * 4.6, y * 4.6, 7), y + bend.detail * wave(x * 4.6, y * 4.6, 8)) for x, y in last]


def _pieces(corners: Sequence[XY], closed: bool) -> list[XY]:
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    found = [
        (a[0] + (b[0] - a[0]) * k / PIECES, a[1] + (b[1] - a[1]) * k / PIECES)
        for a, b in zip(corners, ends, strict=False)
        for k in range(PIECES)
    ]
    return found if closed else [*found, corners[-1]]


def _calmed(raw: Sequence[XY], closed: bool) -> list[XY]:
    """Smoothed so that a zigzag of hexsides runs straight, while islands keep their size."""
    found = []
    for values in ([x for x, _ in raw], [y for _, y in raw]):
        once = _mean(_mean(values, PIECES, closed), PIECES // 2, closed)
        left = [v - o for v, o in zip(values, once, strict=True)]
        again = _mean(_mean(left, PIECES, closed), PIECES // 2, closed)
        found.append([o + a for o, a in zip(once, again, strict=True)])
    return list(zip(*found, strict=True))


def _mean(values: Sequence[float], reach: int, closed: bool) -> list[float]:
    """The mean of each value and ``reach`` others on both sides; an open line goes on mirrored in its end."""
    count = len(values)
    if closed:
        wide = [values[i % count] for i in range(-reach, count + reach)]
    else:
        reach = min(reach, count - 1)
        first, last = values[0], values[-1]
        wide = [
            *(2 * first - values[i] for i in range(reach, 0, -1)),
            *values,
            *(2 * last - values[-1 - i] for i in range(1, reach + 1)),
        ]
    window = 2 * reach + 1
    total = sum(wide[:window])
    found = [total / window]
    for index in range(count - 1):
        total += wide[index + window] - wide[index]
        found.append(total / window)
    return found


def unrest(x: float, y: float) -> XY:
    """Return a vector of about unit length that varies with the place, in large and small waves; reproducible."""
    found = []
    for salt in (1, 2):
        slow, fast = wave(x * 1.1, y * 1.1, salt), wave(x * 3.1, y * 3.1, salt + 2)
        found.append(1.2 * slow + 0.8 * fast)
    return found[0], found[1]


def wave(x: float, y: float, salt: int) -> float:
    """Return smooth noise from −1 to 1."""
    left, top = floor(x), floor(y)
    u, v = x - left, y - top
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    upper = (1 - u) * chance(left, top, salt) + u * chance(left + 1, top, salt)
    lower = (1 - u) * chance(left, top + 1, salt) + u * chance(left + 1, top + 1, salt)
    return 2 * ((1 - v) * upper + v * lower) - 1


@lru_cache(maxsize=65_536)
def chance(a: int, b: int = 0, salt: int = 0) -> float:
    """Return a pseudo-random number from 0 to 1 that depends only on the arguments."""
    h = (a * 0x9E3779B1 + b * 0x85EBCA77 + salt * 0xC2B2AE3D) & _MASK
    h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & _MASK
    h = ((h ^ (h >> 12)) * 0x297A2D39) & _MASK
    return (h ^ (h >> 15)) / (_MASK + 1)


def along(points: Sequence[XY], step: float, start: float = 0.5) -> Iterator[tuple[XY, XY]]:
    """Yield places at equal distances on a line, the first ``start`` steps in, each with the unit vector onwards."""
    left = step * start
    for (ax, ay), (bx, by) in pairwise(points):
        far = hypot(bx - ax, by - ay)
        if not far:
            continue
        ux, uy = (bx - ax) / far, (by - ay) / far
        while left <= far:
            yield (ax + ux * left, ay + uy * left), (ux, uy)
            left += step
        left -= far


def curve(points: Sequence[XY], *, closed: bool = False) -> str:
    """Return a smooth path through the middles of close points, to a hundredth of a millimetre."""
    spots = [f"{x:.2f} {y:.2f}" for x, y in points]
    if len(points) < 3:
        return "M" + "L".join(spots) if spots else ""
    last = len(points) - 1
    middles = [
        f"{(points[i][0] + points[i + 1][0]) / 2:.2f} {(points[i][1] + points[i + 1][1]) / 2:.2f}" for i in range(last)
    ]
    if closed:
        home = f"{(points[0][0] + points[last][0]) / 2:.2f} {(points[0][1] + points[last][1]) / 2:.2f}"
        turns = "".join(f"Q{bend} {end}" for bend, end in zip(spots, [*middles, home], strict=True))
        return f"M{home}{turns}Z"
    turns = "".join(f"Q{bend} {end}" for bend, end in zip(spots[1:-1], middles[1:], strict=True))
    return f"M{spots[0]}L{middles[0]}{turns}L{spots[-1]}"


def spline(four: Sequence[XY], part: float) -> XY:
    """Return the place ``part`` of the way from the second to the third of four points on a Catmull-Rom curve."""
    t = part
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = four
    a, b, c, d = -t + 2 * t * t - t**3, 2 - 5 * t * t + 3 * t**3, t + 4 * t * t - 3 * t**3, t**3 - t * t
    return (a * x0 + b * x1 + c * x2 + d * x3) / 2, (a * y0 + b * y1 + c * y2 + d * y3) / 2
