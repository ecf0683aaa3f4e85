"""Cuts of a page in an order in which both marks of each cut are there until it is made.

The margin carries the marks. A cut from edge to edge takes a strip of it away, and with the strip the marks of all
cuts across it. So cuts end between the art and the marks, and the margin stays whole, until nothing needs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.printing.svg import XY, Box


@dataclass(frozen=True)
class Cut:
    """A straight cut, in millimetres from the page's top left."""

    start: XY
    end: XY
    marks: tuple[XY, XY]
    """Inner ends of the two marks that the ruler is laid against."""


def grid_cuts(box: Box, columns: int, rows: int, away: float) -> list[Cut]:
    """Return the cuts of a grid without gutters, whose marks begin ``away`` from its box on all four sides.

    First all lines from top to bottom, then the lines across from the top down. None reaches a mark, so that the
    margin stays one frame; each cut across frees the row above it, and what is left still hangs in the frame.
    """
    left, top, right, bottom = box
    across, down = (right - left) / columns, (bottom - top) / rows
    upright = [left + number * across for number in range(columns + 1)]
    level = [top + number * down for number in range(rows + 1)]
    return [
        *(_between((x, top - away), (x, bottom + away)) for x in upright),
        *(_between((left - away, y), (right + away, y)) for y in level),
    ]


def tile_cuts(box: Box, paper: XY, away: float, *, left: bool, above: bool) -> list[Cut]:
    """Return the cuts of a page of the map that has a page at its left, above it, or both.

    One of both goes right across the page. The other comes first and begins at its upper mark: the margin at the left
    hangs on the one above until that goes too.
    """
    x, y, right, bottom = box
    found = []
    if left:
        from_ = y - away if above else 0.0
        found.append(Cut((x, from_), (x, paper[1]), ((x, y - away), (x, bottom + away))))
    if above:
        found.append(Cut((0.0, y), (paper[0], y), ((x - away, y), (right + away, y))))
    return found


def trim_cuts(box: Box, paper: XY, away: float) -> list[Cut]:
    """Return the cuts around something printed with marks at its corners, such as the joined map.

    Left and right between the marks; then the upper and the lower side, right across.
    """
    left, top, right, bottom = box
    return [
        *(_between((x, top - away), (x, bottom + away)) for x in (left, right)),
        *(Cut((0.0, y), (paper[0], y), ((left - away, y), (right + away, y))) for y in (top, bottom)),
    ]


def _between(start: XY, end: XY) -> Cut:
    return Cut(start, end, (start, end))
