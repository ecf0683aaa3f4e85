"""Natural lines from hexsides: zigzags smoothed, a little irregular, and never far from where they were.

Lengths are in hexes (the distance between neighbours' centres), so that a map has the same shapes at any size.
A hexside is half a hex away from every centre. A line bent here has each of its points moved by at most ``reach``
and a tenth, so on its way there it passes no centre: what lay on its left still does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import floor, hypot, tanh
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.svg import XY

PIECES = 6
"""Points on a hexside."""
_MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class Bend:
    """How far a line may stray from its hexsides, how irregular it is, and how far it leans to its left and up."""

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


def bent(corners: Sequence[XY], bend: Bend, *, closed: bool) -> list[XY]:
    """A line along hexsides, its corners given, as a natural line with :data:`PIECES` points for each side."""
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
    """A vector of about unit length that changes with the place, in large and small waves; the same for ever."""
    found = []
    for salt in (1, 2):
        slow, fast = wave(x * 1.1, y * 1.1, salt), wave(x * 3.1, y * 3.1, salt + 2)
        found.append(1.2 * slow + 0.8 * fast)
    return found[0], found[1]


def wave(x: float, y: float, salt: int) -> float:
    """Smooth noise from −1 to 1."""
    left, top = floor(x), floor(y)
    u, v = x - left, y - top
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    upper = (1 - u) * chance(left, top, salt) + u * chance(left + 1, top, salt)
    lower = (1 - u) * chance(left, top + 1, salt) + u * chance(left + 1, top + 1, salt)
    return 2 * ((1 - v) * upper + v * lower) - 1


@lru_cache(maxsize=65_536)
def chance(a: int, b: int = 0, salt: int = 0) -> float:
    """A number from 0 to 1 that looks like chance but depends on what is given alone."""
    h = (a * 0x9E3779B1 + b * 0x85EBCA77 + salt * 0xC2B2AE3D) & _MASK
    h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & _MASK
    h = ((h ^ (h >> 12)) * 0x297A2D39) & _MASK
    return (h ^ (h >> 15)) / (_MASK + 1)


def along(points: Sequence[XY], step: float, start: float = 0.5) -> Iterator[tuple[XY, XY]]:
    """Places at equal distances on a line, the first ``start`` steps in, each with the unit vector onwards."""
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
    """A smooth path through the middles of close points, to a hundredth of a millimetre."""
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
