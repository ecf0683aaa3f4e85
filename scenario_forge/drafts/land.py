"""Whose the land is.

Land belongs to the side whose units reach it first. Land cut off from a side's main body is drawn close around the
units in it: a surrounded garrison does not hold the ground behind its besiegers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.front import divide_land
from scenario_forge.hexes import line_between, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.game.front import Land
    from scenario_forge.game.hexmap import HexMap


Standing = tuple[int, str]
"""Hex and side of a unit or marker that holds ground."""


def owners(grid: HexMap, sides: Sequence[str], stands: Iterable[Standing]) -> dict[int, int]:
    """Return the owner of each hex of land, as an index into ``sides``."""
    stood = [each for each in stands if each[1] in sides]
    by_side = [[hex_ for hex_, held in stood if held == side] for side in sides]
    first = spread(grid.grid.neighbours, grid.land, by_side)
    parts = divide_land(grid, line_between(grid.grid, first), stood, ())
    main = {main_land(parts, side) for side in sides}
    cut_off = {hex_ for number, part in enumerate(parts) if number not in main for hex_ in part.hexes}
    return spread(grid.grid.neighbours, grid.land, by_side, near=[hex_ for hex_, _side in stood if hex_ in cut_off])


def main_land(parts: Sequence[Land], side: str) -> int | None:
    """Return the number of the land with most of a side's units; of two with as many, the larger."""
    own = [(land.count.get(side, 0), len(land.hexes), -n) for n, land in enumerate(parts) if land.side == side]
    return -max(own)[2] if own else None
