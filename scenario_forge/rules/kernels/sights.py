"""Loops over pairs of hexes: lines of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.rules.kernels.build import Bytes, Ints

SIGNATURES = {"sight_table": "IIIIIInnb"}
"""As in `walks` and `floods`."""


def hex_near(q: int, r: int, unit: int, frame: Ints, lags: Ints) -> int:
    """The hex at cube coordinates in 1/``unit`` of a hex, −1 off the map.

    ``frame``: how many lines (rows or columns that stand still) there are, how many hexes each has, how far the
    numbers of hexes are apart from line to line and along a line, and 1 where lines are rows.
    """
    s = -q - r
    near_q = (2 * q + unit) // (2 * unit)
    near_r = (2 * r + unit) // (2 * unit)
    near_s = (2 * s + unit) // (2 * unit)
    off_q, off_r, off_s = abs(near_q * unit - q), abs(near_r * unit - r), abs(near_s * unit - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    line, along = (near_r, near_q) if frame[4] else (near_q, near_r)
    if line < 0 or line >= frame[0]:
        return -1
    along += lags[line]
    if along < 0 or along >= frame[1]:
        return -1
    return int(line * frame[2] + along * frame[3])


def in_view(
    a: int, b: int, qs: Ints, rs: Ints, frame: Ints, lags: Ints, eye: Ints, top: Ints, either: int, steps: int
) -> bool:
    """Whether nothing between the hexes, which are so many steps apart, hides one from the other."""
    q, r = qs[a], rs[a]
    dq, dr = qs[b] - q, rs[b] - r
    ds = -dq - dr
    scale = 6 * steps + 1
    aside_q, aside_r = dr - ds, ds - dq
    for step in range(1, steps):
        mid_q, mid_r = (q * steps + dq * step) * scale, (r * steps + dr * step) * scale
        left = hex_near(mid_q + aside_q, mid_r + aside_r, steps * scale, frame, lags)
        right = hex_near(mid_q - aside_q, mid_r - aside_r, steps * scale, frame, lags)
        if left < 0:
            left = right
        if right < 0:
            right = left
        level = eye[a] * (steps - step) + eye[b] * step
        hides_left = top[left] * steps > level
        hides_right = top[right] * steps > level
        if (hides_left and hides_right) or (either and (hides_left or hides_right)):
            return False
    return True


def sight_table(
    qs: Ints, rs: Ints, frame: Ints, lags: Ints, eye: Ints, top: Ints, radius: int, either: int, bits: Bytes
) -> None:
    """Set bit b of row a in ``bits``, 0 throughout, where a and b see each other; rows begin with a byte."""
    count = len(qs)
    row = (count + 7) // 8
    for a in range(count):
        bits[a * row + (a >> 3)] |= 1 << (a & 7)
        for b in range(a + 1, count):
            dq, dr = qs[b] - qs[a], rs[b] - rs[a]
            steps = max(abs(dq), abs(dr), abs(dq + dr))
            if steps <= radius and in_view(a, b, qs, rs, frame, lags, eye, top, either, steps):
                bits[a * row + (b >> 3)] |= 1 << (b & 7)
                bits[b * row + (a >> 3)] |= 1 << (a & 7)
