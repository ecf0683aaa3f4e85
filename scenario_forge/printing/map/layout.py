"""Layout of panels: over open water, in rows with even gaps; then in a strip below the map; then on other sheets.

Every panel lies on one sheet whole, at the same place on the sheet and on the joined map.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

from scenario_forge.hexes import extent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.map.panel import Panel, Shape, Style
    from scenario_forge.printing.svg import XY, Box


SHORES = (0.55, 0.12)
"""Hexes of water kept at the coast: where possible, and at least."""
TRIES = 14
"""Rectangles looked at on a sheet."""
LOW = 0.72
"""A panel less high than this part of its row leaves a hole and is set elsewhere."""


@dataclass(frozen=True)
class PlacedPanel:
    """A panel, the shape taken, and its frame."""

    panel: Panel
    shape: Shape
    box: Box
    sheet: int


def fill_sea(
    style: Style, frame: MapFrame, number: int, panels: Sequence[Panel], keep: Iterable[Box], shore: float
) -> list[PlacedPanel]:
    """Place panels in the open water of one sheet, by priority; ``keep`` stays free."""
    gap, edge = style.mm(4), style.mm(4)
    left, top, right, bottom = frame.box
    size = frame.size
    area = (
        left + (size / 2 if number else 0) + edge,
        top + edge,
        right - (size / 2 if right < _end(frame) else 0) - edge,
        bottom - edge,
    )
    free = Free(area, size / 8)
    for box in [*land_boxes(frame, shore), *keep]:
        free.block(box)
    found: list[PlacedPanel] = []
    waiting = list(panels)
    for _try in range(TRIES):
        least = [shape for panel in waiting for shape in panel.shapes]
        if not least:
            break
        rectangle = free.largest(min(s.width for s in least), min(s.height for s in least))
        if rectangle is None:
            break
        row = _row(waiting, rectangle, gap)
        if not row:
            free.block(_core(rectangle))
            continue
        wide = free.widened(_rows_box(row, rectangle, area, gap))
        row = _row(waiting, wide, gap)
        for placed in _set(row, wide, gap, number, area):
            found.append(placed)
            waiting.remove(placed.panel)
            x0, y0, x1, y1 = placed.box
            free.block((x0 - gap, y0 - gap, x1 + gap, y1 + gap))
    return found


def _end(frame: MapFrame) -> float:
    return extent(frame.linked.grid, frame.size)[0] - 1e-6


def _core(box: Box) -> Box:
    """A cross through a rectangle, so that it is not found again as it is."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return (x - 0.5, y - 0.5, x + 0.5, y + 0.5)


def _row(panels: Sequence[Panel], box: Box, gap: float) -> list[tuple[Panel, Shape]]:
    """Panels for one row of a rectangle, by priority: of all heights for the row the one that uses most of it."""
    room, high = box[2] - box[0] + 1e-6, box[3] - box[1] + 1e-6
    heights = {shape.height for panel in panels for shape in panel.shapes if shape.height <= high}
    best: list[tuple[Panel, Shape]] = []
    most = 0.0
    for tall in sorted(heights, reverse=True):
        row = _row_of(panels, room, tall, gap)
        used = sum(panel.shapes[0].width * panel.shapes[0].height for panel, _ in row)
        if used > most:
            best, most = row, used
    return best


def _strip_row_of(panels: Sequence[Panel], room: float, high: float, gap: float) -> list[tuple[Panel, Shape]]:
    """Panels for one row of a strip: the first, and such others that the least of the strip stays empty."""
    heights = {shape.height for panel in panels for shape in panel.shapes if shape.height <= high + 1e-6}
    best: list[tuple[Panel, Shape]] = []
    most = 0.0
    for tall in sorted(heights):
        row = _row_of(panels, room + 1e-6, tall, gap)
        if not row:
            continue
        high_now = max(shape.height for _, shape in row)
        full = sum(shape.width * shape.height for _, shape in row) / (room * high_now)
        full += 0.3 if row[0][0] is panels[0] else 0.0
        if full > most + 1e-9:
            best, most = row, full
    return best


def _row_of(panels: Sequence[Panel], room: float, tall: float, gap: float) -> list[tuple[Panel, Shape]]:
    row: list[tuple[Panel, Shape]] = []
    for panel in panels:
        least = tall * (LOW if not panel.stretch else LOW / 2)
        fits = [s for s in panel.shapes if s.width <= room and least <= s.height <= tall + 1e-6]
        if fits:
            row.append((panel, fits[0]))
            room -= fits[0].width + gap
    return row


def _rows_box(row: Sequence[tuple[Panel, Shape]], box: Box, area: Box, gap: float) -> Box:
    """What of a rectangle a row takes: its upper part, or its lower where it lies at the foot of the sheet."""
    high = max(shape.height for _, shape in row)
    at_foot = box[3] >= area[3] - 2 * gap and box[1] > area[1] + 2 * gap
    top = box[3] - high if at_foot else box[1]
    return (box[0], top, box[2], top + high)


def _set(row: Sequence[tuple[Panel, Shape]], box: Box, gap: float, sheet: int, area: Box) -> list[PlacedPanel]:
    """A row of equal height; a little spare width is shared, else the row lies at the outer end of the rectangle."""
    high = max(shape.height for _, shape in row)
    used = sum(shape.width for _, shape in row) + gap * (len(row) - 1)
    spare = box[2] - box[0] - used
    extra = spare / len(row) if spare < 0.12 * used else 0.0
    at_right = box[2] >= area[2] - 2 * gap and box[0] > area[0] + 2 * gap
    x = box[2] - used if at_right and not extra else box[0]
    top = box[1]
    found = []
    for panel, shape in row:
        wide = shape.width + extra
        found.append(PlacedPanel(panel, shape, (x, top, x + wide, top + high), sheet))
        x += wide + gap
    return found


def fill_strip(
    style: Style, zones: Sequence[tuple[float, float]], top: float, panels: Sequence[Panel], most: float
) -> tuple[list[PlacedPanel], float]:
    """Place panels in a strip below the map, in a zone (left, right) for each sheet; also return its height or 0."""
    gap = style.mm(4)
    waiting, found = list(panels), []
    height = gap
    while waiting:
        rows: list[tuple[int, list[tuple[Panel, Shape]]]] = []
        for number, zone in enumerate(zones):
            taken = {panel.id for _, row in rows for panel, _ in row}
            wish = [panel for panel in waiting if panel.id not in taken and panel.home in (number, None)]
            row = _strip_row_of(wish, zone[1] - zone[0], most - height - gap, gap) if wish else []
            if row:
                rows.append((number, row))
        if not rows:
            break
        high = max(shape.height for _, row in rows for _, shape in row)
        for number, row in rows:
            for placed in _strip_row(row, zones[number], top + height, high, gap, number):
                found.append(placed)
                waiting.remove(placed.panel)
        height += high + gap
    return found, height if found else 0.0


def _strip_row(
    row: Sequence[tuple[Panel, Shape]], zone: tuple[float, float], top: float, high: float, gap: float, sheet: int
) -> list[PlacedPanel]:
    """A row over the whole width of its zone."""
    used = sum(shape.width for _, shape in row) + gap * (len(row) - 1)
    loose = {panel.id for panel, _ in row if panel.stretch} or {panel.id for panel, _ in row}
    extra = max(zone[1] - zone[0] - used, 0.0) / len(loose)
    found, x = [], zone[0]
    for panel, shape in row:
        wide = shape.width + (extra if panel.id in loose else 0.0)
        found.append(PlacedPanel(panel, shape, (x, top, x + wide, top + high), sheet))
        x += wide + gap
    return found


def beyond_edge(
    style: Style, frame: MapFrame, number: int, panel: Panel, hexes: Sequence[int], keep: Sequence[Box]
) -> PlacedPanel | None:
    """Place a panel beside the map, at the end of the hexes that it adjoins; None without room."""
    gap = style.mm(4)
    left, top, right, bottom = frame.box
    places = [frame.centre(h) for h in hexes]
    shape = min(panel.shapes, key=lambda each: (each.width, each.height))
    wish = sum(y for _, y in places) / len(places) - shape.height / 2
    wish = min(max(wish, top), max(bottom - shape.height, top))
    at_west = sum(x for x, _ in places) / len(places) < (left + right) / 2
    x = left - gap - shape.width if at_west else right + gap
    for step in range(int((bottom - top) / gap) + 1):
        for y in (wish + step * gap, wish - step * gap):
            box = (x, y, x + shape.width, y + shape.height)
            inside = y >= top - 1e-6 and (box[3] <= bottom + 1e-6 or not step)
            if inside and not any(boxes_overlap(box, other) for other in keep):
                return PlacedPanel(panel, shape, box, number)
    return None


def beside_edge(
    style: Style, frame: MapFrame, number: int, panel: Panel, hexes: Iterable[int], keep: Iterable[Box]
) -> PlacedPanel | None:
    """Place a panel over water at the west or east end of a sheet, near its hexes; None without room."""
    edge = style.mm(4)
    places = [frame.centre(h) for h in hexes]
    if not places:
        return None
    left, top, right, bottom = frame.box
    free = Free((left, top, right, bottom), frame.size / 8)
    for box in [*land_boxes(frame, SHORES[1]), *keep]:
        free.block(box)
    at_west = sum(x for x, _ in places) / len(places) < (left + right) / 2
    dry = [y for (_, y), h in zip(places, hexes, strict=False) if frame.linked.land[h]]
    wish = sum(dry) / len(dry) if dry else sum(y for _, y in places) / len(places)
    low, high = min(y for _, y in places), max(y for _, y in places)
    for shape in panel.shapes:
        x = left + edge if at_west else right - edge - shape.width
        ys = [low + free.cell * n for n in range(int((high - low) / free.cell) + 1)]
        for y in sorted(ys, key=lambda y: (abs(y - wish), y)):
            box = (x, y - shape.height / 2, x + shape.width, y + shape.height / 2)
            inside = box[1] >= top + edge and box[3] <= bottom - edge
            if inside and free.clear(box):
                return PlacedPanel(panel, shape, box, number)
    return None


# -- free water ------------------------------------------------------------------------------------


CELLS = 40_000
"""About how many cells a sheet is cut into at most."""


class Free:
    """Free cells of one rectangle."""

    def __init__(self, area: Box, cell: float) -> None:
        left, top, right, bottom = area
        self.cell = max(cell, sqrt((right - left) * (bottom - top) / CELLS))
        self.left, self.top = left, top
        self.columns = max(floor((right - left) / self.cell + 1e-6), 0)
        self.rows = max(floor((bottom - top) / self.cell + 1e-6), 0)
        self._free = [bytearray(b"\x01") * self.columns for _ in range(self.rows)]

    def block(self, box: Box) -> None:
        """Mark a rectangle as taken."""
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
        """Return whether all of a rectangle is free."""
        left, right = floor((box[0] - self.left) / self.cell + 1e-6), ceil((box[2] - self.left) / self.cell - 1e-6)
        top, bottom = floor((box[1] - self.top) / self.cell + 1e-6), ceil((box[3] - self.top) / self.cell - 1e-6)
        if left < 0 or top < 0 or right > self.columns or bottom > self.rows:
            return False
        return all(all(self._free[row][left:right]) for row in range(top, bottom))

    def widened(self, box: Box) -> Box:
        """Return a free rectangle extended to the west and east as far as it stays free."""
        left, top, right, bottom = box
        while self.clear((left - self.cell, top, right - self.cell, bottom)):
            left -= self.cell
        while self.clear((left + self.cell, top, right + self.cell, bottom)):
            right += self.cell
        return (left, top, right, bottom)

    def largest(self, wide: float, high: float) -> Box | None:
        """Return the largest free rectangle at least this wide and high; the first of equals from the top left."""
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


def land_boxes(frame: MapFrame, shore: float) -> list[Box]:
    """Return a rectangle around each hex of land on or beside the frame, enlarged by ``shore`` hexes."""
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


# -- what lies where on the paper ------------------------------------------------------------------


class Boxes:
    """Rectangles by place; ``cell`` is about the size of one, in millimetres."""

    def __init__(self, cell: float, boxes: Iterable[Box] = ()) -> None:
        self._cell = cell
        self._cells: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """Add a rectangle to every cell that it touches."""
        for key in self._keys(box):
            self._cells.setdefault(key, []).append(box)

    def meeting(self, box: Box, gap: float = 0.0) -> Iterator[Box]:
        """Yield the rectangles that overlap a box or come nearer than ``gap``; one may come twice."""
        wide = grow_box(box, gap)
        for key in self._keys(wide):
            for other in self._cells.get(key, ()):
                if boxes_overlap(wide, other):
                    yield other

    def hit(self, box: Box, gap: float = 0.0) -> bool:
        """Return whether a stored rectangle overlaps a box or comes nearer than ``gap``."""
        left, top, right, bottom = grow_box(box, gap)
        cell, cells = self._cell, self._cells  # without the generators of `meeting`: a name asks thousands of times
        for x in range(floor(left / cell), floor(right / cell) + 1):
            for y in range(floor(top / cell), floor(bottom / cell) + 1):
                for other in cells.get((x, y), ()):
                    if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                        return True
        return False

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (floor(value / self._cell) for value in box)
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                yield x, y


def boxes_overlap(a: Box, b: Box) -> bool:
    """Return whether two rectangles share more than a rim."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def grow_box(box: Box, by: float) -> Box:
    """Return a rectangle enlarged by a rim."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def lies_within(box: Box, outer: Box) -> bool:
    """Return whether a rectangle lies in another."""
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]


def along_line(points: list[XY], step: float) -> Iterator[XY]:
    """Yield points on a line, at most ``step`` apart."""
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, int(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / step) + 1)
        for n in range(count):
            yield ax + (bx - ax) * n / count, ay + (by - ay) * n / count
    yield from points[-1:]
