"""Bent lines as SVG paths, in millimetres."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

XY = tuple[float, float]


def middles(points: Sequence[XY]) -> list[XY]:
    """The middles between each and the next."""
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]


def curve(bends: Sequence[XY], on: Sequence[XY]) -> str:
    """Through the points ``on``, each bend pulling the stretch that ends there."""
    return "".join(f"Q{xy(bend)} {xy(point)}" for bend, point in zip(bends, on, strict=True))


def eased(points: list[XY], *, closed: bool) -> list[XY]:
    """Each point half-way to the middle of its neighbours; ends stay, unless they are one."""
    if closed:
        points = [points[-2], *points, points[1]]
    inner = [
        ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
    ]
    return inner if closed else [points[0], *inner, points[-1]]


def xy(point: XY) -> str:
    """A point as paths write it."""
    return f"{mm(point[0])},{mm(point[1])}"


def mm(value: float) -> str:
    """Hundredths of a millimetre, without needless zeros; the same text on every machine."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
