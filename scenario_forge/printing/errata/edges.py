"""Where a patch is cut: beside words and between lines, never through them, so that a hair's breadth shows nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.errata.regions import CELL, dots_per_mm, picture

if TYPE_CHECKING:
    from scenario_forge.printing.svg import Box

ACROSS, DOWN = 16.0, 3.0
"""How far an edge may be moved outwards, in millimetres: over a long word, and over the next line's upper part."""
BESIDE, BETWEEN = 0.6, 0.25
"""Width of the strip around an edge that shall hold nothing: wider than the gap between letters, narrower than that
between a line and the rule below it."""
_STEP = 30
"""Dots beside each other that are so unlike, of 255, are the rim of something."""


def settled(before: bytes, after: bytes, number: int, boxes: list[Box]) -> list[Box]:
    """Rectangles of a page with each edge moved outwards to where it cuts the least of both pages."""
    import numpy as np  # noqa: PLC0415 - heavy

    one, other = picture(before, number), picture(after, number)
    if one is None or other is None or one.shape != other.shape:
        return boxes
    ink = _rims(one) | _rims(other)
    # sums of all above and to the left, so that any rectangle is four look-ups
    sums = np.zeros((ink.shape[0] + 1, ink.shape[1] + 1), dtype="int64")
    sums[1:, 1:] = ink.cumsum(axis=0).cumsum(axis=1)
    return [_settled(sums, box) for box in boxes]


def _rims(dots: Any) -> Any:  # noqa: ANN401 - an array of dots
    import numpy as np  # noqa: PLC0415 - heavy

    values = dots.astype("int16")
    found = np.zeros(values.shape, dtype=bool)
    found[:, 1:] |= abs(values[:, 1:] - values[:, :-1]) > _STEP
    found[1:, :] |= abs(values[1:, :] - values[:-1, :]) > _STEP
    return found


def _settled(sums: Any, box: Box) -> Box:  # noqa: ANN401 - an array of sums
    left, top, right, bottom = box
    # what is beside the edges left and right depends on how high they are, and the other way about
    up = _best(sums, (left, right), top, -DOWN, across=False)
    down = _best(sums, (left, right), bottom, DOWN, across=False)
    left = _best(sums, (up, down), left, -ACROSS, across=True)
    right = _best(sums, (up, down), right, ACROSS, across=True)
    up = _best(sums, (left, right), top, -DOWN, across=False)
    return left, up, right, _best(sums, (left, right), bottom, DOWN, across=False)


def _best(sums: Any, span: tuple[float, float], edge: float, way: float, *, across: bool) -> float:  # noqa: ANN401
    """The place from an edge outwards where least is cut, the nearest of equals."""
    scale = dots_per_mm()
    most = sums.shape[1 if across else 0] - 1
    step = 1 / scale if way > 0 else -1 / scale
    places = [edge + n * step for n in range(int(abs(way) * scale) + 1)]
    places = [place for place in places if CELL <= place <= most / scale - CELL] or [edge]
    return min(places, key=lambda place: (_cut(sums, span, place, across), abs(place - edge)))


def _cut(sums: Any, span: tuple[float, float], place: float, across: bool) -> int:  # noqa: ANN401
    scale = dots_per_mm()
    high, wide = sums.shape[0] - 1, sums.shape[1] - 1
    limit, along = (wide, high) if across else (high, wide)
    strip = BESIDE if across else BETWEEN
    near, far = (min(limit, max(0, round((place + side * strip / 2) * scale))) for side in (-1, 1))
    first, last = (min(along, max(0, round(each * scale))) for each in span)
    if across:
        return int(sums[last, far] - sums[first, far] - sums[last, near] + sums[first, near])
    return int(sums[far, last] - sums[near, last] - sums[far, first] + sums[near, first])
