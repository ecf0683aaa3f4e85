"""Floods, supply over masks, distance from the enemy, ways home."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import distance
from scenario_forge.mechanics.movement import (
    ENDS,
    OPEN,
    SHUT,
    Ground,
    Situation,
    beyond,
    cost_home,
    flood,
    movement_range,
    open_ground,
)
from scenario_forge.mechanics.supply import supplied, supply_steps

from .fields import at, closer, flat_ways, grid_of, grids, grounds, ids, masks, tables, way_down, whole

GRID = grid_of()
WAYS = whole(GRID)
ROW = grid_of(9, 1)
ALONG = whole(ROW)
FREE = bytes([OPEN]) * 9


def test_steps_are_counted_from_the_nearest_start_up_to_the_limit():
    assert flood(ALONG, FREE, at(ROW, "0101", "0901")) == [0, 1, 2, 3, 4, 3, 2, 1, 0]
    assert flood(ALONG, FREE, at(ROW, "0101"), 2) == [0, 1, 2, -1, -1, -1, -1, -1, -1]
    assert flood(ALONG, FREE, at(ROW, "0301"), 0) == [-1, -1, 0, -1, -1, -1, -1, -1, -1]


def test_gates_shut_or_end_a_way_but_hold_nobody_at_a_start():
    gates = bytearray(FREE)
    gates[4], gates[7] = ENDS, SHUT
    assert flood(ALONG, gates, at(ROW, "0101")) == [0, 1, 2, 3, 4, -1, -1, -1, -1]
    assert flood(ALONG, gates, at(ROW, "0501")) == [4, 3, 2, 1, 0, 1, 2, -1, -1]
    assert flood(ALONG, gates, at(ROW, "0801"))[6] == 1


def test_a_hex_six_away_is_more_than_five_hexes_distant():
    """3.4: six away halves the cost, five does not"""
    far = beyond(ALONG, at(ROW, "0101"), 5)
    assert list(far) == [0, 0, 0, 0, 0, 0, 1, 1, 1]
    assert list(beyond(ALONG, bytes(9), 5)) == [1] * 9


def test_the_strategic_rate_in_the_hexes_that_are_far_enough():
    """3.6: three clear hexes at distances 7, 6, 5 from the enemy cost 1 + 1 + 2"""
    far = beyond(ALONG, at(ROW, "0101"), 5)
    ground = Ground(ALONG, [2] * len(ALONG), [1] * len(ALONG))
    best, _ = movement_range(ground, ROW.parse("0901"), 9, Situation(bytes(9), bytes(9), far))
    assert best[ROW.parse("0601")] == 1 + 1 + 2


@settings(max_examples=60, deadline=None)
@given(grids(), st.data())
def test_beyond_is_by_distance_on_the_map(grid, data):
    enemies = data.draw(masks(len(grid), one_in=8))
    limit = data.draw(st.integers(0, 6))
    there = [hex_ for hex_, held in enumerate(enemies) if held]
    expected = [all(distance(grid, hex_, other) > limit for other in there) for hex_ in range(len(grid))]
    assert list(beyond(whole(grid), enemies, limit)) == expected


@settings(max_examples=60, deadline=None)
@given(grids(), st.data())
def test_supply_over_masks_is_supply_over_hexes(grid, data):
    table = data.draw(tables(grid))
    masked = [data.draw(masks(len(grid), one_in=3)) for _ in range(4)]
    passable = bytearray(not value for value in data.draw(masks(len(grid), one_in=5)))
    limit = data.draw(st.none() | st.integers(0, 9))
    hexes = [[hex_ for hex_, held in enumerate(mask) if held] for mask in masked]
    expected = supplied(table, passable, hexes[0], limit, *hexes[1:])
    found = supply_steps(flat_ways(table), passable, *masked, limit)
    assert {hex_: steps for hex_, steps in enumerate(found) if steps >= 0} == expected


def test_home_is_far_where_zones_are_in_the_way():
    """8.13: the detour counts; 8.15: who stands in a zone can still begin"""
    home, unit = GRID.parse("0104"), GRID.parse("0904")
    gates = bytearray([OPEN]) * len(GRID)
    for text in ("0502", "0503", "0504", "0505", "0904"):
        gates[GRID.parse(text)] = ENDS
    direct = flood(WAYS, bytes([OPEN]) * len(GRID), at(GRID, "0104"))
    steps = flood(WAYS, gates, at(GRID, "0104"))
    assert direct[unit] == distance(GRID, unit, home) == 8
    assert steps[unit] > 8
    found = way_down(WAYS, gates, steps, unit)
    assert (found[0], found[-1], len(found)) == (unit, home, steps[unit] + 1)
    assert not set(ids(GRID, found[1:])) & {"0502", "0503", "0504", "0505"}


def test_closer_leaves_out_what_is_as_far():
    """8.12"""
    gates = bytearray([OPEN]) * len(GRID)
    steps = flood(WAYS, gates, at(GRID, "0104"))
    assert ids(GRID, closer(WAYS, gates, steps, GRID.parse("0504"))) == ["0404"]
    assert len(closer(WAYS, gates, steps, GRID.parse("0503"))) == 2
    gates[GRID.parse("0404")] = ENDS
    steps = flood(WAYS, gates, at(GRID, "0104"))
    assert "0404" not in ids(GRID, closer(WAYS, gates, steps, GRID.parse("0504")))


def test_no_way_down_from_where_there_is_no_way():
    gates = bytes([OPEN, SHUT]) + FREE[2:]
    steps = flood(ALONG, gates, at(ROW, "0101"))
    assert way_down(ALONG, gates, steps, ROW.parse("0501")) == []
    assert way_down(ALONG, gates, steps, ROW.parse("0101")) == [0]


def test_the_price_is_that_of_the_way_there():
    """Up a slope to the east costs 8, down to the west 2."""
    cost = [8 if entry % 6 == 0 else 2 for entry in range(len(ALONG))]
    ground = Ground(ALONG, cost, cost)
    free = open_ground(9)
    assert cost_home(ground, at(ROW, "0501"), free)[ROW.parse("0401")] == 8
    assert cost_home(ground, at(ROW, "0501"), free)[ROW.parse("0601")] == 2


@settings(max_examples=60, deadline=None)
@given(grounds(), st.data())
def test_the_way_home_costs_what_moving_there_costs(made, data):
    """Where nobody must stop. Where somebody stands does not matter, so the start may be barred."""
    ground, situation = made
    free = Situation(bytes(ground.hexes), situation.barred, situation.swift)
    goal = data.draw(st.integers(0, ground.hexes - 1))
    goals = bytearray(ground.hexes)
    goals[goal] = 1
    opened = Situation(free.stops, bytearray(free.barred), free.swift)
    opened.barred[goal] = 0
    found = cost_home(ground, goals, free)
    for start in range(ground.hexes):
        assert movement_range(ground, start, 9 * ground.hexes, opened)[0][goal] == found[start]


@settings(max_examples=60, deadline=None)
@given(grids(), st.data())
def test_a_way_down_is_as_long_as_was_said_and_enters_no_gate_but_open_ones(grid, data):
    ways = flat_ways(data.draw(tables(grid)))
    gates = bytearray(
        data.draw(st.lists(st.sampled_from((SHUT, OPEN, OPEN, ENDS)), min_size=len(grid), max_size=len(grid)))
    )
    goals = data.draw(masks(len(grid), one_in=8))
    steps = flood(ways, gates, goals)
    for start, length in enumerate(steps):
        found = way_down(ways, gates, steps, start)
        assert len(found) == length + 1
        assert all(b in ways[6 * a : 6 * a + 6] for a, b in itertools.pairwise(found))
        assert all(gates[hex_] == OPEN for hex_ in found[1:-1])
        assert not found or goals[found[-1]]
