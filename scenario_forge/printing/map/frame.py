"""The part of a map that is drawn, at which size: one sheet, or all of them joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.hexes import centre, corners, extent

if TYPE_CHECKING:
    from scenario_forge.printing.svg import XY, Box
    from scenario_forge.project.hexmap import HexMap


@dataclass(frozen=True, eq=False)
class Frame:
    """Hexes at a size. Millimetres count from the corner of the whole map, so that sheets join."""

    linked: HexMap
    size: float
    """From side to side of a hex, in millimetres."""
    hexes: tuple[int, ...]
    """What is drawn, in ascending order."""
    box: Box
    """Left, top, right, bottom of the rectangle around them."""

    def centre(self, hex_: int) -> XY:
        """The middle of a hex."""
        return centre(self.linked.grid, hex_, self.size)

    def corners(self, hex_: int) -> list[XY]:
        """Its corners; see :func:`scenario_forge.hexes.corners`."""
        return corners(self.linked.grid, hex_, self.size)


def whole(linked: HexMap, size: float) -> Frame:
    """All sheets of a map, joined."""
    wide, high = extent(linked.grid, size)
    return Frame(linked, size, tuple(range(len(linked.grid))), (0.0, 0.0, wide, high))


def sheet(linked: HexMap, size: float, sheet_id: str) -> Frame:
    """One printed sheet by its id.

    Raises:
        KeyError: the map has none of that id.
    """
    grid = linked.grid
    found = next((s for s in grid.sheets if s.id == sheet_id), None)
    if found is None:
        raise KeyError(sheet_id)
    hexes = tuple(h for label in found.row_labels for h in grid.row_hexes(sheet_id, label))
    points = [point for h in hexes for point in corners(grid, h, size)]
    box = (min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points))
    return Frame(linked, size, tuple(sorted(hexes)), box)
