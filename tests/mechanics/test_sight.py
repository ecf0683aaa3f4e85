"""Lines of sight by hand, and what is true of every table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import distance
from scenario_forge.mechanics.sight import WALL, Heights, in_view, sight_table

from .fields import grid_of, grids

GRID = grid_of(9, 9, "flat")
COLUMN = [f"05{row:02}" for row in range(1, 10)]


def heights(eye=(), on_it=()):
    """Everything is at 0 and open but what is named: by id, its level; and what stands on it."""
    levels = [0] * len(GRID)
    for name, level in dict(eye).items():
        levels[GRID.parse(name)] = level
    tops = list(levels)
    for name, level in dict(on_it).items():
        tops[GRID.parse(name)] += level
    return Heights(levels, tops)


def sees(ground, a, b, **how):
    return in_view(GRID, ground, GRID.parse(a), GRID.parse(b), **how)


def seen_from(table, start):
    """The hexes that see a hex, itself among them, in ascending order."""
    return [hex_ for hex_ in range(table.hexes) if table.sees(start, hex_)]


def test_blocking_terrain_is_seen_into_but_not_through():
    """11.2.5 and the erratum's hills in one column: the second hill and what is behind it are hidden by the first"""
    ground = heights(on_it={"0504": WALL, "0505": WALL})
    assert sees(ground, "0503", "0504")
    assert not sees(ground, "0503", "0505")
    assert not sees(ground, "0503", "0506")
    assert sees(ground, "0501", "0503")


def test_blocking_terrain_hides_whatever_the_height():
    """11.3.10"""
    ground = heights(eye={"0501": 9}, on_it={"0503": WALL})
    assert not sees(ground, "0501", "0505")


def test_a_hill_hides_what_is_behind_it_but_not_its_own_top():
    """4.9: between two hexes on clear ground"""
    ground = heights(eye={"0503": 1})
    assert not sees(ground, "0501", "0505")
    assert sees(ground, "0501", "0503")
    assert sees(ground, "0503", "0505")


def test_from_high_enough_one_looks_over():
    """A line from level 4 down to 0 passes at 2 half way: level 2 does not hide, level 3 does."""
    assert sees(heights(eye={"0501": 4, "0503": 2}), "0501", "0505")
    assert not sees(heights(eye={"0501": 4, "0503": 3}), "0501", "0505")
    assert not sees(heights(eye={"0501": 4, "0504": 2}), "0501", "0505")


def test_woods_stand_on_the_ground_they_are_on():
    assert not sees(heights(on_it={"0503": 1}), "0501", "0505")
    assert sees(heights(eye=dict.fromkeys(COLUMN, 1)), "0501", "0505")
    assert not sees(heights(eye=dict.fromkeys(COLUMN, 1), on_it={"0503": 1}), "0501", "0505")


def spine():
    """Two hexes whose line runs along a hexside, and the two hexes beside it."""
    a = GRID.parse("0505")
    b = next(h for h in range(len(GRID)) if distance(GRID, a, h) == 2 and len(between(a, h)) == 2)
    return GRID.ids[a], GRID.ids[b], [GRID.ids[h] for h in between(a, b)]


def between(a, b):
    return [h for h in GRID.neighbours[a] if h >= 0 and h in GRID.neighbours[b]]


@pytest.mark.parametrize(("both", "either"), [(False, False), (False, True), (True, False), (True, True)])
def test_along_a_hexside_one_blocking_hex_does_not_hide(both, either):
    """11.3.11, and the other way of reading it, for games that have that"""
    a, b, beside = spine()
    ground = heights(on_it=dict.fromkeys(beside if both else beside[:1], WALL))
    assert sees(ground, a, b, either=either) is (not both and not either)


def test_beyond_the_radius_nobody_sees():
    table = sight_table(GRID, heights(), 3)
    start = GRID.parse("0505")
    assert seen_from(table, start) == [h for h in range(len(GRID)) if distance(GRID, start, h) <= 3]
    assert not table.sees(GRID.parse("0501"), GRID.parse("0505"))


@settings(max_examples=20, deadline=None)
@given(grids(), st.booleans(), st.data())
def test_who_sees_is_seen(grid, either, data):
    levels = data.draw(st.lists(st.integers(0, 2), min_size=len(grid), max_size=len(grid)))
    tops = [level + data.draw(st.sampled_from((0, 0, 1, WALL))) for level in levels]
    ground = Heights(levels, tops)
    table = sight_table(grid, ground, 99, either=either)
    for a in range(len(grid)):
        assert table.sees(a, a)
        assert all(table.sees(a, b) for b in grid.neighbours[a] if b >= 0)
        for b in range(len(grid)):
            assert in_view(grid, ground, a, b, either=either) == in_view(grid, ground, b, a, either=either)
            assert table.sees(a, b) == table.sees(b, a) == in_view(grid, ground, a, b, either=either)


@settings(max_examples=10, deadline=None)
@given(grids(), st.integers(0, 5))
def test_on_a_plain_all_is_seen(grid, level):
    flat = Heights([level] * len(grid), [level] * len(grid))
    assert all(len(seen_from(sight_table(grid, flat, 99), a)) == len(grid) for a in range(len(grid)))
