"""The files of a new game without rules: those of `files/`, on a map of the size that is asked for."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from scenario_forge.source.emit import Rows, entries, inline
from scenario_forge.source.gaps import filled_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.game.system import NewGame
    from scenario_forge.source.nodes import Data

SMALLEST, LARGEST = (12, 7), (99, 99)
"""Columns and rows; a hex has two digits of each."""


def starter(wanted: NewGame) -> Mapping[str, str]:
    """Return the texts of a new game's files, by file name.

    Raises:
        ValueError: the map is too small or too large.
    """
    for asked, least, most, what in zip(
        (wanted.columns, wanted.rows), SMALLEST, LARGEST, ("columns", "rows"), strict=True
    ):
        if not least <= asked <= most:
            raise ValueError(f"a map has {least} to {most} {what} here, not {asked}")
    names = {"id": wanted.id, "title": wanted.title, "title_quoted": inline(wanted.title), "folder": wanted.folder}
    return filled_files(files(__package__) / "files", {**names, **_layout(wanted.columns, wanted.rows)})


def _layout(columns: int, rows: int) -> Mapping[str, str]:
    """Return what depends on the size of the map: ground, a road from west to east, a brook, where units stand."""
    middle, road = columns // 2 + 1, rows // 2 + 1
    third = columns // 3
    set_up = {
        "west": [(3, road), (3, road - 1), (2, road + 1), (2, road)],
        "west_noon": [(third, road), (third, road - 1), (third, road + 1), (third - 1, road)],
        "east": [(columns - 2, road), (columns - 2, road - 1), (columns - 1, road + 1), (columns - 1, road)],
        "east_noon": [(middle + 1, road), (middle + 1, road - 1), (middle + 2, road + 1), (middle + 2, road)],
    }
    return {
        "columns": str(columns),
        "rows": str(rows),
        "terrain_rows": entries(Rows(_terrain(columns, rows))).rstrip(),
        "road": inline([_hex(column, road) for column in range(1, columns + 1)]),
        "stream": inline([*_stream(third, rows)]),
        "west_village": _hex(2, road),
        "middle": _hex(middle, road),
        "east_village": _hex(columns - 1, road),
        **{f"{who}_{number}": _hex(*at) for who, places in set_up.items() for number, at in enumerate(places, 1)},
    }


def _terrain(columns: int, rows: int) -> Iterator[dict[str, Data]]:
    """Yield the rows from the top: a hill in the middle, north of the road, and a wood at each side."""
    middle, road = columns // 2 + 1, rows // 2 + 1
    for row in range(1, rows + 1):
        hill = range(middle, middle + 3) if 0 < road - row <= 2 else ()
        wood = (*range(3, 6), *range(columns - 4, columns - 1)) if row - road in (2, 3) else ()
        letters = "".join("h" if n in hill else "w" if n in wood else "c" for n in range(1, columns + 1))
        yield {"row": f"{row:02}", "map": letters}


def _stream(west: int, rows: int) -> Iterator[str]:
    """Yield the hexsides from the top row to the lowest, between a column and the next."""
    for row in range(1, rows + 1):
        yield f"{_hex(west, row)}/{_hex(west + 1, row)}"
        if row < rows:  # of two rows the even one lies half a hex further east
            even, odd = (row, row + 1) if row % 2 == 0 else (row + 1, row)
            yield f"{_hex(west, even)}/{_hex(west + 1, odd)}"


def _hex(column: int, row: int) -> str:
    return f"{column:02}{row:02}"
