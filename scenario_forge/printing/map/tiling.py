"""How a large drawing is cut into pages: even windows that repeat a strip, in the orientation with fewest pages."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.printing.profile import Paper, Profile
    from scenario_forge.printing.svg import XY, Box

BAND = 8.0
"""Below the art of a page, above its lower margin: ruler, label, small plan. Millimetres."""
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
LEAST_MARGIN = 8.0
"""Room for marks and labels, also where the profile's margin is narrower."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One page's part of the art."""

    row: int
    column: int
    window: Box
    """What it shows of the art, the repeated strips included."""

    @property
    def id(self) -> str:
        """``II-3``: row II, column 3; unlike any hex, paper size or page number."""
        return f"{roman(self.row + 1)}-{self.column + 1}"


@dataclass(frozen=True)
class Tiling:
    """All pages of a drawing."""

    paper: Paper
    """As it is turned."""
    rows: int
    columns: int
    overlap: float
    tiles: tuple[Tile, ...]
    """Row by row from the top left."""
    at: XY
    """Where the left top of each window stands on its page, in millimetres from the page's left top."""

    def tile(self, row: int, column: int) -> Tile | None:
        """The page there, if there is one."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return self.tiles[row * self.columns + column]
        return None


def tile_art(art: Box, profile: Profile) -> Tiling:
    """Cut the art into as few pages of the profile's paper as can be; of equals the upright."""
    both = [_tile(art, paper, profile) for paper in (profile.paper, profile.paper.turned())]
    return min(both, key=lambda tiling: len(tiling.tiles))


def _tile(art: Box, paper: Paper, profile: Profile) -> Tiling:
    margin = max(profile.margin, LEAST_MARGIN)
    room = (paper.width - 2 * margin, paper.height - 2 * margin - BAND)
    wide, high = art[2] - art[0], art[3] - art[1]
    columns, rows = (_count(length, each, profile.overlap) for length, each in zip((wide, high), room, strict=True))
    across = (wide + (columns - 1) * profile.overlap) / columns
    down = (high + (rows - 1) * profile.overlap) / rows
    tiles = []
    for row in range(rows):
        for column in range(columns):
            left, top = art[0] + column * (across - profile.overlap), art[1] + row * (down - profile.overlap)
            tiles.append(Tile(row, column, (left, top, left + across, top + down)))
    at = ((paper.width - across) / 2, margin + (room[1] - down) / 2)
    return Tiling(paper, rows, columns, profile.overlap, tuple(tiles), at)


def _count(length: float, room: float, overlap: float) -> int:
    """Pages of ``room`` that cover ``length``, each repeating ``overlap`` of the last; never more than sense."""
    return max(1, ceil((length - overlap) / max(room - overlap, 10.0) - 1e-9))


def roman(number: int) -> str:
    """1 is I, 4 IV, 49 XLIX."""
    text = ""
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        text += sign * count
    return text
