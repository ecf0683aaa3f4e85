"""Small maps for the tests of mechanics."""

from __future__ import annotations

from array import array
from itertools import chain

from hypothesis import strategies as st

from scenario_forge.hexes import Grid, Sheet, side, without_sides
from scenario_forge.mechanics.movement import OPEN, Ground, Situation
from scenario_forge.mechanics.supply import mask


def grid_of(columns=9, rows=7, orientation="pointy", shifted="even"):
    """Ids are column and row, two digits each, from the north-west corner, 0101."""
    return Grid(orientation, shifted, (Sheet("map", columns, rows, "{col:02}{row:02}", "north", 1, 1),))


def flat_ways(neighbours, passable=None):
    """A neighbour table as one array, with −1 also where the hex beyond is not passable.

    For hexsides that nobody crosses see :func:`scenario_forge.hexes.without_sides`.
    """
    return array("i", (h if h >= 0 and (not passable or passable[h]) else -1 for six in neighbours for h in six))


def exerting(
    neighbours,
    ways,
    units,
    closed,
    no_zones_from,
    hex_,
):
    """The hexes whose zones reach into a hex, ascending: who must go before it is free.

    ``neighbours`` is the whole flat table; the others are as in :func:`zone_counts`.
    """
    if closed[hex_]:
        return []
    around = enumerate(neighbours[6 * hex_ : 6 * hex_ + 6])
    return sorted(
        h for d, h in around if h >= 0 and units[h] and not no_zones_from[h] and ways[6 * h + (d + 3) % 6] == hex_
    )


def closer(ways, gates, steps, at):
    """The neighbours from which it is nearer than from ``at``, in the order of directions.

    All that have a way where ``at`` has none. ``steps`` are those of :func:`flood` over the same ``ways`` and
    ``gates``; a neighbour that is not open is left out, unless it is where the flood began.
    """
    here = steps[at] if steps[at] >= 0 else len(steps)
    around = [other for other in ways[6 * at : 6 * at + 6] if other >= 0]
    return [other for other in around if 0 <= steps[other] < here and (gates[other] == OPEN or not steps[other])]


def way_down(ways, gates, steps, start):
    """A shortest way from ``start`` to where ``steps`` is 0, both included; empty where there is none.

    Of several neighbours that are nearer, the first in the order of directions. Arguments as in :func:`closer`.
    """
    if steps[start] < 0:
        return []
    found = [start]
    while steps[found[-1]]:
        found.append(closer(ways, gates, steps, found[-1])[0])
    return found


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
