"""The grid of a map: hexes 0…n−1 over all its sheets, their ids and their neighbours.

Hexes are counted row by row from the north-west corner, across all sheets of a row, whatever is
printed on them: hex = row × width + column, with row 0 in the north and column 0 in the west. Only
numbering knows of printed rows and columns. Off the map is −1.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.hexes.numbering import GridError, HexIdError, Sheet, why_not

if TYPE_CHECKING:
    from collections.abc import Iterable

Orientation = Literal["pointy", "flat"]
Parity = Literal["odd", "even"]
Six: TypeAlias = tuple[int, int, int, int, int, int]
Neighbours: TypeAlias = tuple[Six, ...]

OFF = -1
MAX_HEXES = 1_000_000
DIRECTIONS: dict[Orientation, tuple[str, ...]] = {
    "pointy": ("E", "NE", "NW", "W", "SW", "SE"),
    "flat": ("NE", "N", "NW", "SW", "S", "SE"),
}


def opposite(direction: int) -> int:
    """The direction that leads back to where one came from."""
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
        """How many rows of hexes a sheet has."""
        return self.sheets[0].rows

    @cached_property
    def width(self) -> int:
        """How many columns, all sheets together."""
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
        """The names of directions 0…5, anticlockwise from the east."""
        return DIRECTIONS[self.orientation]

    def at(self, column: int, row: int) -> int:
        """The hex in a column from the west and a row from the north, both from 0; −1 off the map."""
        return row * self.width + column if 0 <= column < self.width and 0 <= row < self.rows else OFF

    def position(self, hex_: int) -> tuple[int, int]:
        """Column from the west and row from the north, both from 0, over all sheets."""
        row, column = divmod(hex_, self.width)
        return column, row

    def sheet_of(self, hex_: int) -> Sheet:
        """The sheet a hex is printed on."""
        column = hex_ % self.width
        return self.sheets[bisect_right(self._starts, column) - 1]

    def row_hexes(self, sheet_id: str, row_label: str) -> range:
        """The hexes of one printed row of one sheet, from west to east.

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
        """What is printed in each hex."""
        rows = range(self.rows)
        return tuple(chain.from_iterable(sheet.row_ids(row) for row in rows for sheet in self.sheets))

    @cached_property
    def _index(self) -> dict[str, int]:
        return {text: hex_ for hex_, text in enumerate(self.ids)}

    def find(self, text: str) -> int | None:
        """The hex with this id, None if there is none; :meth:`why_not` then says why."""
        return self._index.get(text)

    def parse(self, text: str) -> int:
        """The hex with this id.

        Raises:
            HexIdError: if there is none, saying why.
        """
        hex_ = self._index.get(text)
        if hex_ is None:
            raise self.why_not(text)
        return hex_

    def why_not(self, text: str) -> HexIdError:
        """Why ``text`` is no hex of this map, as a value."""
        return why_not(self.sheets, self._index.keys(), text)

    def _report_ambiguity(self) -> None:
        for hex_, text in enumerate(self.ids):
            if self._index[text] != hex_:
                sheet = self.sheet_of(self._index[text])
                message = f"two hexes would both be called {text}; the pattern does not tell them apart"
                raise GridError(message, key="pattern", sheet=sheet.id)

    # -- neighbours ----------------------------------------------------------------------------

    @cached_property
    def neighbours(self) -> Neighbours:
        """For each hex its six neighbours in the order of :attr:`directions`, −1 off the map."""
        sixes = self._pointy_row if self.orientation == "pointy" else self._flat_row
        return tuple(chain.from_iterable(sixes(row) for row in range(self.rows)))

    @cached_property
    def neighbour_array(self) -> array[int]:
        """:attr:`neighbours` as one flat array of 32-bit integers, six a hex."""
        return array("i", chain.from_iterable(self.neighbours))

    def direction(self, hex_: int, other: int) -> int | None:
        """The direction from a hex to its neighbour; None if the two are not adjacent."""
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
