"""Ways over a neighbour table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.hexes import (
    Grid,
    components,
    connected,
    disk,
    gaps,
    parse_side,
    reach,
    shortest_path,
    side,
    without_sides,
)

from .maps import LARGE, ONE_HEX, TWO_SHEETS, grid_and_hexes


@st.composite
def country(draw: st.DrawFn, count: int) -> tuple[Grid, bytearray, list[int]]:
    """A grid, which of its hexes are passable, and some hexes."""
    grid, hexes = draw(grid_and_hexes(count))
    size = len(grid)
    return grid, bytearray(draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))), hexes


def slow_reach(grid: Grid, starts: list[int], passable: bytearray) -> dict[int, int]:
    """Distances by relaxing every hex until nothing changes."""
    found = dict.fromkeys(starts, 0)
    changed = True
    while changed:
        changed = False
        for hex_, six in enumerate(grid.neighbours):
            near = [found[other] for other in six if other in found]
            if passable[hex_] and near and min(near) + 1 < found.get(hex_, len(grid) + 1):
                found[hex_] = min(near) + 1
                changed = True
    return found


@given(country(2))
def test_reach_counts_the_fewest_steps_through_passable_hexes(drawn):
    grid, passable, starts = drawn
    found = reach(grid.neighbours, starts, passable)
    assert found == slow_reach(grid, starts, passable)
    assert list(found.values()) == sorted(found.values())


@given(country(1), st.integers(0, 8))
def test_a_limit_keeps_what_is_as_near(drawn, limit):
    grid, passable, (start,) = drawn
    everything = reach(grid.neighbours, [start], passable)
    assert reach(grid.neighbours, [start], passable, limit) == {h: d for h, d in everything.items() if d <= limit}


def test_reach_on_an_open_map_is_a_disk():
    for grid in LARGE.values():
        assert sorted(reach(grid.neighbours, [20_100], limit=10)) == disk(grid, 20_100, 10)


def test_no_start_reaches_nothing():
    assert reach(ONE_HEX.neighbours, []) == {}
    assert reach(ONE_HEX.neighbours, [0]) == {0: 0}


def test_a_start_need_not_be_passable_but_a_goal_must():
    a, b = TWO_SHEETS.parse("A1"), TWO_SHEETS.parse("A2")
    passable = bytearray(len(TWO_SHEETS))
    passable[b] = 1
    assert reach(TWO_SHEETS.neighbours, [a], passable) == {a: 0, b: 1}
    assert connected(TWO_SHEETS.neighbours, a, b, passable)
    assert not connected(TWO_SHEETS.neighbours, b, a, passable)
    assert shortest_path(TWO_SHEETS.neighbours, a, a, passable) == [a]


@given(country(2), st.none() | st.integers(0, 8))
def test_a_shortest_path_is_a_way_as_long_as_the_distance(drawn, limit):
    grid, passable, (a, b) = drawn
    steps = reach(grid.neighbours, [a], passable, limit).get(b)
    way = shortest_path(grid.neighbours, a, b, passable, limit)
    assert connected(grid.neighbours, a, b, passable, limit) == (way is not None)
    if way is None:
        assert steps is None
    else:
        assert (way[0], way[-1], len(way) - 1) == (a, b, steps)
        assert gaps(grid.neighbours, way) == []
        assert all(passable[hex_] for hex_ in way[1:])


@given(country(0))
def test_components_are_what_their_hexes_reach(drawn):
    grid, passable, _ = drawn
    parts = components(grid.neighbours, passable)
    assert sorted(h for part in parts for h in part) == [h for h in range(len(grid)) if passable[h]]
    assert parts == sorted(parts)
    for part in parts:
        assert part == sorted(reach(grid.neighbours, [part[-1]], passable))


def test_an_open_map_is_one_component():
    assert components(LARGE["flat"].neighbours) == [list(range(40_000))]
    assert components(ONE_HEX.neighbours, [False]) == []


def test_gaps_are_the_steps_of_a_chain_that_are_none():
    road = [TWO_SHEETS.parse(text) for text in ("D3", "C3", "C5", "C6", "C6", "C36", "CC1")]
    assert gaps(TWO_SHEETS.neighbours, road) == [1, 3, 4]
    assert gaps(TWO_SHEETS.neighbours, [0, -1, 0]) == [0, 1]
    assert gaps(TWO_SHEETS.neighbours, []) == []


def test_nobody_crosses_a_shut_side_either_way():
    a, b = TWO_SHEETS.parse("A1"), TWO_SHEETS.parse("A2")
    shut = without_sides(TWO_SHEETS.neighbours, [parse_side(TWO_SHEETS, "A1/A2"), parse_side(TWO_SHEETS, "A1:W")])
    assert [len(shortest_path(shut, *pair)) for pair in ((a, b), (b, a))] == [3, 3]
    assert connected(TWO_SHEETS.neighbours, a, b, limit=1)


@given(grid_and_hexes(1))
def test_a_hex_with_all_its_sides_shut_is_alone(drawn):
    grid, (hex_,) = drawn
    shut = without_sides(grid.neighbours, [side(grid, hex_, direction) for direction in range(6)])
    assert reach(shut, [hex_]) == {hex_: 0}
    assert [hex_] in components(shut)
