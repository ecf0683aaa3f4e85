"""The grid of a map: hexes 0…n−1 over all its sheets, their ids, neighbours and distances, and their places on paper.

Hexes are counted row by row from the north-west corner, across all sheets of a row, whatever is
printed on them: hex = row × width + column, with row 0 in the north and column 0 in the west. Only
numbering knows of printed rows and columns. Off the map is −1.

``size`` is the distance between two parallel sides of a hex, which is also the distance between the
centres of neighbours. Millimetres count east and south from the north-west corner of the smallest
rectangle around the map.

Centres and corners stand on a lattice of whole numbers (see :data:`Point`), so that a corner shared by
three hexes is the same point for each of them, to the last bit.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from math import sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from scenario_forge.hexes.numbering import GridError, HexIdError, Sheet, why_not

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


Orientation = Literal["pointy", "flat"]
Parity = Literal["odd", "even"]
Six: TypeAlias = tuple[int, int, int, int, int, int]
Neighbours: TypeAlias = tuple[Six, ...]

_WORD = re.compile(r"\w+")

OFF = -1
MAX_HEXES = 1_000_000
DIRECTIONS: dict[Orientation, tuple[str, ...]] = {
    "pointy": ("E", "NE", "NW", "W", "SW", "SE"),
    "flat": ("NE", "N", "NW", "SW", "S", "SE"),
}


def opposite(direction: int) -> int:
    """Return the opposite direction."""
    return (direction + 3) % 6


@dataclass(frozen=True)
class Grid:
    """A map's hexes, built from what a map says of itself.

    ``shifted`` says which rows (pointy top) stand half a hex further east, or which columns (flat top)
    half a hex further south: those whose number is odd or even. The numbers meant are the first
    sheet's, continued over the others, since the shift does not start anew with a new sheet. ``sheets``
    stand side by side from west to east, all with equally many rows.

    Raises:
        GridError: if sheets do not fit together or two hexes would have the same id.
    """

    orientation: Orientation
    shifted: Parity
    sheets: tuple[Sheet, ...]

    def __post_init__(self) -> None:
        if self.orientation not in DIRECTIONS:
            raise GridError("orientation is pointy or flat", key="orientation")
        if self.shifted not in ("odd", "even"):
            raise GridError("shifted is odd or even", key="shifted")
        if not self.sheets:
            raise GridError("a map needs a sheet", key="sheets")
        seen: set[str] = set()
        for sheet in self.sheets:
            if sheet.id in seen:
                raise GridError(f"two sheets are called {sheet.id}", key="id", sheet=sheet.id)
            seen.add(sheet.id)
            if sheet.rows != self.rows:
                message = f"sheet {sheet.id} has {sheet.rows} rows, sheet {self.sheets[0].id} has {self.rows}"
                raise GridError(message, key="rows", sheet=sheet.id)
        if self.width * self.rows > MAX_HEXES:
            raise GridError(f"a map has at most {MAX_HEXES} hexes", key="sheets")
        if len(self._index) < len(self):
            self._report_ambiguity()

    def __len__(self) -> int:
        return self.width * self.rows

    # -- shape ---------------------------------------------------------------------------------

    @property
    def rows(self) -> int:
        """Number of rows of hexes on a sheet."""
        return self.sheets[0].rows

    @cached_property
    def width(self) -> int:
        """Number of columns, all sheets together."""
        return sum(sheet.columns for sheet in self.sheets)

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """Per row (pointy top) or column (flat top), 1 if shifted by half a hex.

        A single row or column is never shifted: there is nothing beside it.
        """
        first, odd = self.sheets[0], self.shifted == "odd"
        if self.orientation == "pointy":
            numbers = [first.row_number(row) for row in range(self.rows)]
        else:
            west = first.first_column + (first.columns - 1 if first.turned else 0)
            numbers = list(range(west, west + self.width))
        # what is shifted east or south is shifted west or north once the board is turned
        shifted = odd != first.turned
        return tuple(int(number % 2 == shifted) for number in numbers) if len(numbers) > 1 else (0,)

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of directions 0…5, anticlockwise from the east."""
        return DIRECTIONS[self.orientation]

    def at(self, column: int, row: int) -> int:
        """Return the hex in a column from the west and a row from the north, both from 0; −1 off the map."""
        return row * self.width + column if 0 <= column < self.width and 0 <= row < self.rows else OFF

    def position(self, hex_: int) -> tuple[int, int]:
        """Return column from the west and row from the north, both from 0, over all sheets."""
        row, column = divmod(hex_, self.width)
        return column, row

    def sheet_of(self, hex_: int) -> Sheet:
        """Return the sheet a hex is printed on."""
        column = hex_ % self.width
        return self.sheets[bisect_right(self._starts, column) - 1]

    def row_hexes(self, sheet_id: str, row_label: str) -> range:
        """Return the hexes of one printed row of one sheet, from west to east.

        Raises:
            KeyError: if there is no such sheet or row.
        """
        for sheet, start in zip(self.sheets, self._starts, strict=True):
            if sheet.id == sheet_id and row_label in sheet.row_labels:
                first = sheet.row_labels.index(row_label) * self.width + start
                return range(first, first + sheet.columns)
        raise KeyError((sheet_id, row_label))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(accumulate((sheet.columns for sheet in self.sheets[:-1]), initial=0))

    # -- ids -----------------------------------------------------------------------------------

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Text printed in each hex."""
        rows = range(self.rows)
        return tuple(chain.from_iterable(sheet.row_ids(row) for row in rows for sheet in self.sheets))

    @cached_property
    def _index(self) -> dict[str, int]:
        return {text: hex_ for hex_, text in enumerate(self.ids)}

    def find(self, text: str) -> int | None:
        """Return the hex with this id, None if there is none; :meth:`why_not` then says why."""
        return self._index.get(text)

    def parse(self, text: str) -> int:
        """Return the hex with this id.

        Raises:
            HexIdError: if there is none, saying why.
        """
        hex_ = self._index.get(text)
        if hex_ is None:
            raise self.why_not(text)
        return hex_

    def why_not(self, text: str) -> HexIdError:
        """Return the reason why ``text`` is no hex of this map, as a value."""
        return why_not(self.sheets, self._index.keys(), text)

    @cached_property
    def id_words(self) -> int:
        """How many words, with something between them, the longest id has: 2 in `A-0412`."""
        return max(len(_WORD.findall(self.ids[start])) for start in self._starts)

    def _report_ambiguity(self) -> None:
        for hex_, text in enumerate(self.ids):
            if self._index[text] != hex_:
                sheet = self.sheet_of(self._index[text])
                message = f"two hexes would both be called {text}; the pattern does not tell them apart"
                raise GridError(message, key="pattern", sheet=sheet.id)

    # -- neighbours ----------------------------------------------------------------------------

    @cached_property
    def neighbours(self) -> Neighbours:
        """Six neighbours of each hex in the order of :attr:`directions`, −1 off the map."""
        sixes = self._pointy_row if self.orientation == "pointy" else self._flat_row
        return tuple(chain.from_iterable(sixes(row) for row in range(self.rows)))

    @cached_property
    def neighbour_array(self) -> array[int]:
        """:attr:`neighbours` as one flat array of 32-bit integers, six a hex."""
        return array("i", chain.from_iterable(self.neighbours))

    def direction(self, hex_: int, other: int) -> int | None:
        """Return the direction from a hex to its neighbour; None if the two are not adjacent."""
        if other < 0:
            return None
        try:
            return self.neighbours[hex_].index(other)
        except ValueError:
            return None

    def _row(self, row: int, offset: int) -> list[int]:
        """For each column the hex of ``row`` that stands ``offset`` (−1, 0 or 1) columns further east."""
        width = self.width
        if not 0 <= row < self.rows:
            return [OFF] * width
        hexes = list(range(row * width + offset, (row + 1) * width + offset))
        if offset:
            hexes[0 if offset < 0 else -1] = OFF
        return hexes

    def _pointy_row(self, row: int) -> Iterable[Six]:
        east = self.shifts[row]
        north_east, north_west = self._row(row - 1, east), self._row(row - 1, east - 1)
        south_east, south_west = self._row(row + 1, east), self._row(row + 1, east - 1)
        here = self._row(row, 1), self._row(row, -1)
        return zip(here[0], north_east, north_west, here[1], south_west, south_east, strict=True)

    def _flat_row(self, row: int) -> Iterable[Six]:
        north, south = self._row(row - 1, 0), self._row(row + 1, 0)
        north_east, north_west = self._beside(row - 1, 1), self._beside(row - 1, -1)
        south_east, south_west = self._beside(row, 1), self._beside(row, -1)
        return zip(north_east, north, north_west, south_west, south, south_east, strict=True)

    def _beside(self, row: int, offset: int) -> list[int]:
        """As :meth:`_row`, but in shifted columns the hex of the next row."""
        hexes, shifted = self._row(row, offset), slice(0 if self.shifts[0] else 1, None, 2)
        hexes[shifted] = self._row(row + 1, offset)[shifted]
        return hexes


class HexInText(NamedTuple):
    """A hex that a text names."""

    hex_: int
    id: str
    start: int
    """Where in the text its id begins."""


def hexes_in(grid: Grid, text: str) -> Iterator[HexInText]:
    """Yield the hexes whose ids a text has as whole words, in order; of two that begin at one word the longer.

    >>> from scenario_forge.hexes import Grid, Sheet
    >>> grid = Grid("pointy", "even", (Sheet("2", 9, 9, "2-{row:A}{col}"),))
    >>> [found.id for found in hexes_in(grid, "from 2-A1..2-A3 to 2-B2-2-B4, not Z9")]
    ['2-A1', '2-A3', '2-B2', '2-B4']
    """
    words = [match.span() for match in _WORD.finditer(text)]
    at = 0
    while at < len(words):
        start = words[at][0]
        for last in reversed(range(at, min(at + grid.id_words, len(words)))):
            id_ = text[start : words[last][1]]
            hex_ = grid.find(id_)
            if hex_ is not None:
                yield HexInText(hex_, id_, start)
                at = last
                break
        at += 1


# -- distances in hexes, figures made of hexes, and where they stand on paper in millimetres ------


Point: TypeAlias = tuple[int, int]
"""East and south of the map's corner; steps of half a ``size`` and of a quarter of a hex's long diameter.

The half sizes run east for pointy tops and south for flat tops.
"""
Cube: TypeAlias = tuple[int, int, int]

# Corner k lies between directions k and k + 1; so the side in direction d runs from corner d − 1 to d.
_POINTY_CORNERS: tuple[Point, ...] = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
_FLAT_CORNERS: tuple[Point, ...] = ((1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0))


# -- counting hexes ----------------------------------------------------------------------------


def cube(grid: Grid, hex_: int) -> Cube:
    """Return cube coordinates: three numbers that sum to 0, of which neighbours differ by 1 in two."""
    column, row = grid.position(hex_)
    if grid.orientation == "pointy":
        q = column - _lag(grid, row)
        return q, row, -q - row
    r = row - _lag(grid, column)
    return column, r, -column - r


def from_cube(grid: Grid, q: int, r: int) -> int:
    """Return the hex with these cube coordinates (the third is implied); −1 off the map."""
    line, along = (r, q) if grid.orientation == "pointy" else (q, r)
    if not 0 <= line < len(grid.shifts):
        return -1
    along += _lag(grid, line)
    return grid.at(along, line) if grid.orientation == "pointy" else grid.at(line, along)


def _lag(grid: Grid, line: int) -> int:
    """How far the skew axis of cube coordinates has run back in this row (pointy) or column (flat)."""
    return (line - grid.shifts[line]) // 2


def distance(grid: Grid, a: int, b: int) -> int:
    """Return how many steps lead from hex ``a`` to hex ``b`` with nothing in the way.

    >>> from scenario_forge.hexes import Grid, Sheet
    >>> grid = Grid("pointy", "even", (Sheet("map", 36, 26, "{row:A}{col}"),))
    >>> distance(grid, grid.parse("A1"), grid.parse("C5"))
    5
    """
    # the difference of their cube coordinates, written out: asked for of every pair of units
    (line, along), (to_line, to_along) = divmod(a, grid.width), divmod(b, grid.width)
    if grid.orientation == "flat":
        line, along, to_line, to_along = along, line, to_along, to_line
    shifts = grid.shifts
    across = line - to_line
    skewed = along - (line - shifts[line]) // 2 - to_along + (to_line - shifts[to_line]) // 2
    return max(abs(across), abs(skewed), abs(across + skewed))


def disk(grid: Grid, hex_: int, radius: int) -> list[int]:
    """Return the hexes of the map at most ``radius`` away, itself included, in ascending order."""
    found: list[int] = []
    for line, first, last in _chords(grid, hex_, radius):
        found += _run(grid, line, first, last)
    return found if grid.orientation == "pointy" else sorted(found)


def ring(grid: Grid, hex_: int, radius: int) -> list[int]:
    """Return the hexes of the map exactly ``radius`` away, in ascending order."""
    if radius == 0:
        return [hex_]
    found: list[int] = []
    column, row = grid.position(hex_)
    middle = row if grid.orientation == "pointy" else column
    for line, first, last in _chords(grid, hex_, radius):
        if abs(line - middle) == radius:
            found += _run(grid, line, first, last)
        else:
            found += [*_run(grid, line, first, first), *_run(grid, line, last, last)]
    return sorted(found)


def _chords(grid: Grid, hex_: int, radius: int) -> Iterator[tuple[int, int, int]]:
    """Each row (pointy) or column (flat) of the map that a disk meets, with its first and last place."""
    q, r, _ = cube(grid, hex_)
    middle, along = (r, q) if grid.orientation == "pointy" else (q, r)
    for line in range(max(0, middle - radius), min(len(grid.shifts), middle + radius + 1)):
        away, lag = line - middle, _lag(grid, line)
        yield line, along + max(-radius, -radius - away) + lag, along + min(radius, radius - away) + lag


def _run(grid: Grid, line: int, first: int, last: int) -> range:
    """The hexes of a row (pointy) or column (flat) from place ``first`` to ``last``, as far as on the map."""
    if grid.orientation == "pointy":
        start = line * grid.width
        return range(start + max(first, 0), start + min(last, grid.width - 1) + 1)
    first, last, step = max(first, 0), min(last, grid.rows - 1), grid.width
    return range(line + first * step, line + last * step + 1, step)


def line(grid: Grid, a: int, b: int, lean: int = 1) -> list[int]:
    """Return the hexes under a straight line between two centres, both ends included.

    Where the line runs along a hexside, the hex on its left as one goes from ``a`` to ``b`` is taken, with
    ``lean=-1`` the one on its right; beyond the map's rim the one that is on the map. A rule that asks
    about both looks at both.
    """
    return [left if lean > 0 else right for left, right in both_sides(grid, a, b)]


def both_sides(grid: Grid, a: int, b: int) -> list[tuple[int, int]]:
    """Return the hexes under a straight line as `line` does, step by step those on its left and on its right."""
    (q, r, _s), (to_q, to_r, _to_s) = cube(grid, a), cube(grid, b)
    found = []
    for (left_q, left_r), right in _under(to_q - q, to_r - r):
        one = other = from_cube(grid, q + left_q, r + left_r)
        if right != (left_q, left_r):
            other = from_cube(grid, q + right[0], r + right[1])
        found.append((one if one >= 0 else other, other if other >= 0 else one))
    return found


@lru_cache(maxsize=4096)
def _under(dq: int, dr: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """The way from the start of a line to the hexes under each of its steps: the one on its left, the one on its right.

    Lines of the same length and direction run over the same hexes as seen from their starts.
    """
    ds = -dq - dr
    steps = max(abs(dq), abs(dr), abs(ds))
    if steps == 0:
        return (((0, 0), (0, 0)),)
    # Square to the line, too little to reach another hex unless the line touches it: 6/scale < 1/steps.
    scale = 6 * steps + 1
    aside = (dr - ds, ds - dq)
    return tuple(
        (
            _nearest(dq * step * scale + aside[0], dr * step * scale + aside[1], steps * scale),
            _nearest(dq * step * scale - aside[0], dr * step * scale - aside[1], steps * scale),
        )
        for step in range(steps + 1)
    )


def _nearest(q: int, r: int, unit: int) -> tuple[int, int]:
    """The hex centre nearest to cube coordinates given in 1/``unit`` of a hex."""
    s = -q - r
    near_q, near_r, near_s = ((2 * x + unit) // (2 * unit) for x in (q, r, s))
    off_q, off_r, off_s = abs(near_q * unit - q), abs(near_r * unit - r), abs(near_s * unit - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r


# -- on paper ----------------------------------------------------------------------------------


def lattice_centre(grid: Grid, hex_: int) -> Point:
    """Return the centre of a hex on the lattice."""
    column, row = grid.position(hex_)
    if grid.orientation == "pointy":
        return 1 + 2 * column + grid.shifts[row], 2 + 3 * row
    return 2 + 3 * column, 1 + 2 * row + grid.shifts[column]


def lattice_corners(grid: Grid, hex_: int) -> tuple[Point, ...]:
    """Return the six corners on the lattice; corner k lies between directions k and k + 1."""
    x, y = lattice_centre(grid, hex_)
    around = _POINTY_CORNERS if grid.orientation == "pointy" else _FLAT_CORNERS
    return tuple((x + dx, y + dy) for dx, dy in around)


def millimetres(grid: Grid, point: Point, size: float) -> tuple[float, float]:
    """Return a point of the lattice in millimetres east and south of the map's corner."""
    across, along = size / 2, size / (2 * sqrt(3))
    x, y = point
    return (x * across, y * along) if grid.orientation == "pointy" else (x * along, y * across)


def centre(grid: Grid, hex_: int, size: float) -> tuple[float, float]:
    """Return the centre of a hex in millimetres."""
    return millimetres(grid, lattice_centre(grid, hex_), size)


def corners(grid: Grid, hex_: int, size: float) -> list[tuple[float, float]]:
    """Return the six corners of a hex in millimetres; the side in direction d runs from corner d − 1 to d."""
    return [millimetres(grid, point, size) for point in lattice_corners(grid, hex_)]


def extent(grid: Grid, size: float) -> tuple[float, float]:
    """Return width and height of the whole map in millimetres."""
    lines, shifted = len(grid.shifts), max(grid.shifts)
    if grid.orientation == "pointy":
        return millimetres(grid, (2 * grid.width + shifted, 3 * lines + 1), size)
    return millimetres(grid, (3 * lines + 1, 2 * grid.rows + shifted), size)
