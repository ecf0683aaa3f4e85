"""The map of a new game: a coast in the north, a road from west to east, a base at each end, a town between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.hexes.numbering import MAX_LETTERS
from scenario_forge.source.emit import Rows, entries, inline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.game.system import NewGame
    from scenario_forge.source.nodes import Data

SMALLEST, LARGEST = (12, 7), (200, 26 * MAX_LETTERS)
"""Columns and rows; rows are letters, doubled after Z."""


def layout(wanted: NewGame) -> Mapping[str, str]:
    """Return what depends on the size of the map, by name: rows of terrain, hexes, hexsides."""
    last, height = wanted.columns, wanted.rows
    middle, row = last // 2 + 1, height // 2
    quarter = last // 4
    east = last + 1 - quarter
    below = _hex(row - 1, quarter + 1)
    return {
        "columns": str(last),
        "rows": str(height),
        "row_letters": "A" if height <= 26 else "A+",
        "terrain_rows": entries(Rows(_terrain(last, height))).rstrip(),
        "road": inline([_hex(row, column) for column in range(1, last + 1)]),
        "track": inline([_hex(row - step, middle) for step in range(3)]),
        "cliff": inline([*_edge(row - 1, middle)]),
        "stream": inline([*_edge(row - 1, middle - 4)]),
        "west_base": _hex(row, 1),
        "east_base": _hex(row, last),
        "middle": _hex(row, middle),
        "fort": _hex(row - 2, middle),
        "port": _hex(height - 2, middle),
        "west_front": _hex(row, quarter),
        "east_front": _hex(row, east),
        "west_flank": below,
        "east_flank": _hex(row - 1, east - 1),
    }


def _terrain(last: int, height: int) -> Iterator[dict[str, Data]]:
    """Yield the rows from the top: sea, then plain, with rough ground in the middle of the south."""
    rough = range(last // 2 + 2, last // 2 + 5)
    for row in range(height, 0, -1):
        inland = row < height // 2
        letters = "".join("r" if inland and column in rough else "c" for column in range(1, last + 1))
        yield {"row": _letter(row), "map": "s" * last if row > height - 2 else letters}


def _edge(top: int, west: int) -> Iterator[str]:
    """Yield the hexsides from a row to the lowest, between a column and the next, the eastern hex first."""
    for row in range(top, 0, -1):
        yield f"{_hex(row, west + 1)}/{_hex(row, west)}"
        if row > 1:  # of two rows the even one lies half a hex further east
            even, odd = (row, row - 1) if row % 2 == 0 else (row - 1, row)
            yield f"{_hex(odd, west + 1)}/{_hex(even, west)}"


def _hex(row: int, column: int) -> str:
    return f"{_letter(row)}{column}"


def _letter(row: int) -> str:
    times, letter = divmod(row - 1, 26)
    return chr(ord("A") + letter) * (times + 1)
