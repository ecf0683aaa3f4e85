"""Frames: the hexes that are drawn, their size, and the window: a sheet, all sheets, or a small map's part."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor, sqrt
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF, centre, corners, extent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.printing.svg import XY, Box


MARGIN = 2
"""Hexes around the outermost mark of a small map."""
LARGEST = 6.0
"""A hex of a small map is never larger, in millimetres."""
FIGURE = 27.0
"""Nor one of a figure."""
RIM = 0.75
"""How much of a hex is left out along the rim of the map, which is no coast."""


@dataclass(frozen=True, eq=False)
class MapFrame:
    """Hexes at a size. Millimetres count from the corner of the whole map, so that sheets join."""

    linked: HexMap
    size: float
    """From side to side of a hex, in millimetres."""
    hexes: tuple[int, ...]
    """What is drawn, in ascending order."""
    box: Box
    """Left, top, right, bottom of the rectangle around them."""

    _centres: dict[int, XY] = field(default_factory=dict, init=False, repr=False)
    _corners: dict[int, tuple[XY, ...]] = field(default_factory=dict, init=False, repr=False)
    """By hex, once they were asked for: names and symbols ask for them up to a hundred times."""

    def centre(self, hex_: int) -> XY:
        """Return the middle of a hex."""
        at = self._centres.get(hex_)
        if at is None:
            at = self._centres[hex_] = centre(self.linked.grid, hex_, self.size)
        return at

    def corners(self, hex_: int) -> tuple[XY, ...]:
        """Return the corners of a hex in the order of :func:`scenario_forge.hexes.corners`, in millimetres."""
        points = self._corners.get(hex_)
        if points is None:
            points = self._corners[hex_] = tuple(corners(self.linked.grid, hex_, self.size))
        return points

    def hex_at(self, point: XY) -> int:
        """Return the hex of the map under a point; -1 beyond the rim."""
        grid = self.linked.grid
        across, along = self.size / 2, self.size / (2 * sqrt(3))
        pointy = grid.orientation == "pointy"
        x, y = point if pointy else (point[1], point[0])
        lines, best, found = grid.shifts, 1e18, OFF
        middle = floor((y / along - 2) / 3 + 0.5)
        for line in range(max(middle - 1, 0), min(middle + 2, len(lines))):
            place = floor((x / across - 1 - lines[line]) / 2 + 0.5)
            hex_ = grid.at(place, line) if pointy else grid.at(line, place)
            if hex_ != OFF:
                cx, cy = self.centre(hex_)
                away = (cx - point[0]) ** 2 + (cy - point[1]) ** 2
                if away < best:
                    best, found = away, hex_
        return found if best <= (self.size / sqrt(3)) ** 2 else OFF

    def holds(self, point: XY, rim: float = 0.0) -> bool:
        """Return whether a point lies inside, or at most ``rim`` outside."""
        left, top, right, bottom = self.box
        return left - rim <= point[0] <= right + rim and top - rim <= point[1] <= bottom + rim


def whole_map(linked: HexMap, size: float) -> MapFrame:
    """Return the frame of all sheets of a map, joined."""
    wide, high = extent(linked.grid, size)
    return MapFrame(linked, size, tuple(range(len(linked.grid))), (0.0, 0.0, wide, high))


def sheet(linked: HexMap, size: float, sheet_id: str) -> MapFrame:
    """Return the frame of one printed sheet, by its id.

    Raises:
        KeyError: the map has none of that id.
    """
    grid = linked.grid
    found = next((s for s in grid.sheets if s.id == sheet_id), None)
    if found is None:
        raise KeyError(sheet_id)
    hexes = tuple(h for label in found.row_labels for h in grid.row_hexes(sheet_id, label))
    return MapFrame(linked, size, tuple(sorted(hexes)), bounds(linked, hexes, size))


def bounds(linked: HexMap, hexes: Iterable[int], size: float) -> Box:
    """Return the rectangle around some hexes, of which there must be at least one."""
    points = [point for h in hexes for point in corners(linked.grid, h, size)]
    return min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)


def frame_of_hexes(linked: HexMap, hexes: Sequence[int], width: float, height: float, rim: float = 0.0) -> MapFrame:
    """Return the frame of only these hexes, as large as the room allows, with ``rim`` millimetres free around them."""
    left, top, right, bottom = bounds(linked, hexes, 1.0)
    size = min((width - 2 * rim) / (right - left), (height - 2 * rim) / (bottom - top), FIGURE)
    left, top, right, bottom = bounds(linked, hexes, size)
    return MapFrame(linked, size, tuple(hexes), (left - rim, top - rim, right + rim, bottom + rim))


def window(linked: HexMap, size: float, box: Box) -> MapFrame:
    """Return the frame of a rectangle of the map, with the hexes that reach into it or come near."""
    grid, far = linked.grid, size
    left, top, right, bottom = box
    near = (
        hex_
        for hex_ in range(len(grid))
        if left - far < (at := centre(grid, hex_, size))[0] < right + far and top - far < at[1] < bottom + far
    )
    return MapFrame(linked, size, tuple(near), box)


def frame_around(
    linked: HexMap, marked: Sequence[int], width: float, height: float, largest: float = LARGEST
) -> MapFrame:
    """Return the window on some hexes, or on the whole map, as large as room allows; hexes up to ``largest``."""
    grid = linked.grid
    left, top, right, bottom = bounds(linked, marked or range(len(grid)), 1.0)
    left, top, right, bottom = left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN
    size = min(width / (right - left), height / (bottom - top), largest)
    spare = (width / size - (right - left)) / 2
    wide, down = extent(grid, 1.0)
    over = max(spare - left, 0.0), max(right + spare - wide, 0.0)  # what one rim of the map refuses, the other may give
    left, right = max(left - spare - over[1], 0.0), min(right + spare + over[0], wide)
    top, bottom = max(top, 0.0), min(bottom, down)
    return window(linked, size, (left * size, top * size, right * size, bottom * size))


def inside_rim(linked: HexMap, size: float, room: XY, at: XY) -> Box:
    """Return a rectangle around a place, moved to show no rim of the map if the map is large enough."""
    (wide, high), (width, height) = extent(linked.grid, size), room
    left = min(max(at[0] - width / 2, RIM * size), wide - RIM * size - width)
    top = min(max(at[1] - height / 2, RIM * size), high - RIM * size - height)
    return left, top, left + width, top + height


def without_rim(linked: HexMap, width: float, height: float) -> MapFrame:
    """Return the frame of the whole map without its ragged rim, as large as fits."""
    wide, high = extent(linked.grid, 1.0)
    size = min(width / (wide - 2 * RIM), height / (high - 2 * RIM))
    return window(linked, size, (RIM * size, RIM * size, (wide - RIM) * size, (high - RIM) * size))
