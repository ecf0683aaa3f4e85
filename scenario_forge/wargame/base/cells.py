"""Numbers in the text of a game's chart cells, and rows of numbers in flat arrays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from scenario_forge.game.tables import row_begun, tables
from scenario_forge.hexes import cube

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.hexes import Grid

T = TypeVar("T")


class Cells:
    """The charts of a game, read cell by cell."""

    def __init__(self, game: Game) -> None:
        self.charts = tables(game).charts

    def text(self, chart: str, row: str, column: int = 0) -> str:
        """Return the text of a cell; ``row`` is how the row's heading begins.

        Raises:
            KeyError: there is no such chart.
            ValueError: no row begins so.
        """
        table = self.charts[chart]
        headings = [heading.text for heading in table.rows]
        return table.cells[headings.index(row_begun(headings, row) or row)][column].text

    def figure(self, chart: str, row: str, column: int = 0) -> int:
        """Return the first number in a cell; 0 where there is none."""
        return figure(self.text(chart, row, column))

    def figures(self, chart: str, first: int = 0) -> list[list[int]]:
        """Return the first number of each cell, row by row, from column ``first`` on."""
        return [[figure(cell.text) for cell in line[first:]] for line in self.charts[chart].cells]


def figure(text: str) -> int:
    """Return the first whole number in a text; 0 where there is none.

    >>> figure("range +1; blocks sight"), figure("free")
    (1, 0)
    """
    found = re.search(r"[+-]?\d+", text)
    return int(found[0]) if found else 0


def cubes_of(grid: Grid) -> list[int]:
    """Return the cube coordinates of all hexes: first q of each, then r of each."""
    cubes = [cube(grid, hex_) for hex_ in range(len(grid))]
    return [q for q, _, _ in cubes] + [r for _, r, _ in cubes]


def pairs(flat: Sequence[int]) -> list[tuple[int, int]]:
    """Return the numbers of a flat list in pairs."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def rows_of(flat: Sequence[T], width: int) -> tuple[tuple[T, ...], ...]:
    """Return a flat list in rows of ``width``."""
    return tuple(tuple(flat[at : at + width]) for at in range(0, len(flat), width))
