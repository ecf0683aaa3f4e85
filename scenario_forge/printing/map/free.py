"""Free water: which cells of a sheet a panel may cover, and the largest rectangles of them."""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.svg import Box

CELLS = 40_000
"""About how many cells a sheet is cut into at most."""


class Free:
    """The free cells of one rectangle."""

    def __init__(self, area: Box, cell: float) -> None:
        left, top, right, bottom = area
        self.cell = max(cell, sqrt((right - left) * (bottom - top) / CELLS))
        self.left, self.top = left, top
        self.columns = max(floor((right - left) / self.cell + 1e-6), 0)
        self.rows = max(floor((bottom - top) / self.cell + 1e-6), 0)
        self._free = [bytearray(b"\x01") * self.columns for _ in range(self.rows)]

    def block(self, box: Box) -> None:
        """Nothing may lie on this rectangle."""
        first = max(floor((box[0] - self.left) / self.cell + 1e-6), 0)
        last = min(ceil((box[2] - self.left) / self.cell - 1e-6), self.columns)
        if last <= first:
            return
        for row in range(
            max(floor((box[1] - self.top) / self.cell + 1e-6), 0),
            min(ceil((box[3] - self.top) / self.cell - 1e-6), self.rows),
        ):
            self._free[row][first:last] = bytes(last - first)

    def clear(self, box: Box) -> bool:
        """Whether all of a rectangle is free."""
        left, right = floor((box[0] - self.left) / self.cell + 1e-6), ceil((box[2] - self.left) / self.cell - 1e-6)
        top, bottom = floor((box[1] - self.top) / self.cell + 1e-6), ceil((box[3] - self.top) / self.cell - 1e-6)
        if left < 0 or top < 0 or right > self.columns or bottom > self.rows:
            return False
        return all(all(self._free[row][left:right]) for row in range(top, bottom))

    def widened(self, box: Box) -> Box:
        """A free rectangle drawn out to the west and east as far as it stays free."""
        left, top, right, bottom = box
        while self.clear((left - self.cell, top, right - self.cell, bottom)):
            left -= self.cell
        while self.clear((left + self.cell, top, right + self.cell, bottom)):
            right += self.cell
        return (left, top, right, bottom)

    def largest(self, wide: float, high: float) -> Box | None:
        """The largest free rectangle at least so wide and high; the first of equals from the top left."""
        most = 0.0
        found: tuple[int, int, int, int] | None = None
        heights = [0] * (self.columns + 1)
        for row, cells in enumerate(self._free):
            for column, cell in enumerate(cells):
                heights[column] = heights[column] + 1 if cell else 0
            for first, after, height in _histogram(heights):
                w, h = (after - first) * self.cell, height * self.cell
                if w * h > most + 1e-9 and w >= wide and h >= high:
                    most = w * h
                    found = (first, row + 1 - height, after, row + 1)
        if found is None:
            return None
        x, y, side = self.left, self.top, self.cell
        return (x + found[0] * side, y + found[1] * side, x + found[2] * side, y + found[3] * side)


def _histogram(heights: list[int]) -> Iterable[tuple[int, int, int]]:
    """The rectangles under a skyline that cannot grow sideways: (first column, column after the last, height)."""
    stack: list[tuple[int, int]] = []
    for column, height in enumerate(heights):
        start = column
        while stack and stack[-1][1] >= height:
            start, tall = stack.pop()
            if tall:
                yield start, column, tall
        stack.append((start, height))


def land_boxes(frame: Frame, shore: float) -> list[Box]:
    """A rectangle around each hex of land of the whole map near the frame, with ``shore`` hexes of water kept."""
    linked, size = frame.linked, frame.size
    pointy = linked.grid.orientation == "pointy"
    across, along = size * (0.5 + shore), size * (1 / sqrt(3) + shore)
    wide, high = (across, along) if pointy else (along, across)
    near = set(frame.hexes)
    for hex_ in frame.hexes:
        near.update(n for n in linked.grid.neighbours[hex_] if n >= 0)
    found = []
    for hex_ in sorted(near):
        if linked.land[hex_]:
            x, y = frame.centre(hex_)
            found.append((x - wide, y - high, x + wide, y + high))
    return found
