"""Numbers in the text of a game's chart cells, and rows of numbers in flat arrays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from scenario_forge.hexes import cube

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.hexes import Grid

T = TypeVar("T")


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
