"""Small maps for the tests of mechanics."""

from __future__ import annotations

from itertools import chain

from hypothesis import strategies as st

from scenario_forge.hexes import Grid, Sheet, side, without_sides
from scenario_forge.rules.movement import Ground, Situation
from scenario_forge.rules.zones import flat_ways, mask


def grid_of(columns=9, rows=7, orientation="pointy", shifted="even"):
    """Ids are column and row, two digits each, from the north-west corner, 0101."""
    return Grid(orientation, shifted, (Sheet("map", columns, rows, "{col:02}{row:02}", "north", 1, 1),))


def whole(grid):
    return flat_ways(grid.neighbours)


def at(grid, *ids):
    return mask(len(grid), [grid.parse(text) for text in ids])


def ids(grid, hexes):
    return [grid.ids[hex_] for hex_ in hexes]


@st.composite
def grids(draw):
    return grid_of(
        draw(st.integers(1, 9)),
        draw(st.integers(1, 7)),
        draw(st.sampled_from(("pointy", "flat"))),
        draw(st.sampled_from(("odd", "even"))),
    )


def masks(count, *, one_in=2):
    """Masks with about so many hexes of one set."""
    return st.lists(st.integers(0, one_in - 1), min_size=count, max_size=count).map(
        lambda values: bytearray(value == one_in - 1 for value in values)
    )


def tables(grid):
    """Neighbour tables with some hexsides that nobody crosses."""
    sides = st.sets(st.tuples(st.integers(0, len(grid) - 1), st.integers(0, 5)), max_size=len(grid) // 2)
    return sides.map(lambda shut: without_sides(grid.neighbours, [side(grid, *each) for each in sorted(shut)]))


@st.composite
def grounds(draw):
    """A map with costs for one class of unit, and what stands in the way on it."""
    grid = draw(grids())
    table = draw(tables(grid))
    size = 6 * len(grid)
    cost = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    swift = [draw(st.integers(1, price)) if price else 0 for price in cost[:6]] + [-(-price // 2) for price in cost[6:]]
    few = masks(len(grid), one_in=4)
    return Ground(list(chain.from_iterable(table)), cost, swift), Situation(
        draw(few), draw(few), draw(masks(len(grid)))
    )
