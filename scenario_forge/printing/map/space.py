"""What lies where on the paper: boxes looked up by place, the hex under a point."""

from __future__ import annotations

from itertools import pairwise
from math import floor, sqrt
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.svg import XY, Box


class Boxes:
    """Rectangles by place; ``cell`` is about the size of one, in millimetres."""

    def __init__(self, cell: float, boxes: Iterable[Box] = ()) -> None:
        self._cell = cell
        self._cells: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """Keep one more."""
        for key in self._keys(box):
            self._cells.setdefault(key, []).append(box)

    def meeting(self, box: Box, gap: float = 0.0) -> Iterator[Box]:
        """Those that overlap a box or come nearer than ``gap``; one may come twice."""
        wide = grown(box, gap)
        for key in self._keys(wide):
            for other in self._cells.get(key, ()):
                if meet(wide, other):
                    yield other

    def hit(self, box: Box, gap: float = 0.0) -> bool:
        """Whether any does."""
        return next(self.meeting(box, gap), None) is not None

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (floor(value / self._cell) for value in box)
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                yield x, y


def meet(a: Box, b: Box) -> bool:
    """Whether two rectangles share more than a rim."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def grown(box: Box, by: float) -> Box:
    """A rectangle with a rim."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def within(box: Box, outer: Box) -> bool:
    """Whether a rectangle lies in another."""
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]


def hex_at(frame: Frame, point: XY) -> int:
    """The hex of the map under a point; -1 beyond the rim."""
    grid = frame.linked.grid
    across, along = frame.size / 2, frame.size / (2 * sqrt(3))
    pointy = grid.orientation == "pointy"
    x, y = point if pointy else (point[1], point[0])
    lines, best, found = grid.shifts, 1e18, OFF
    middle = floor((y / along - 2) / 3 + 0.5)
    for line in range(max(middle - 1, 0), min(middle + 2, len(lines))):
        place = floor((x / across - 1 - lines[line]) / 2 + 0.5)
        hex_ = grid.at(place, line) if pointy else grid.at(line, place)
        if hex_ != OFF:
            cx, cy = frame.centre(hex_)
            away = (cx - point[0]) ** 2 + (cy - point[1]) ** 2
            if away < best:
                best, found = away, hex_
    return found if best <= (frame.size / sqrt(3)) ** 2 else OFF


def along_line(points: list[XY], step: float) -> Iterator[XY]:
    """Points on a line, at most ``step`` apart."""
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, int(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / step) + 1)
        for n in range(count):
            yield ax + (bx - ax) * n / count, ay + (by - ay) * n / count
    yield from points[-1:]
