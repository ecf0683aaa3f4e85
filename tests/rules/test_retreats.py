"""Retreats: exactly so many hexes away, around what bars the way, round friends if it can be."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import disk, distance, ring
from scenario_forge.rules.retreats import Surroundings, every_way, retreats
from scenario_forge.rules.zones import flat_ways, mask

from .boards import at, grid_of, grids, ids, masks, tables, whole

GRID = grid_of(9, 9)
START = GRID.parse("0505")
AROUND = ids(GRID, ring(GRID, START, 1))


def surroundings(barred=(), avoid=(), full=(), grid=GRID):
    return Surroundings(whole(grid), whole(grid), at(grid, *barred), at(grid, *avoid), at(grid, *full))


def ends(around, count, **how):
    return set(ids(GRID, retreats(around, START, count, **how)))


def all_but(*names):
    """A ring around the start with a gap."""
    return [name for name in AROUND if name not in names]


def test_in_the_open_every_hex_of_the_ring_is_an_end():
    """6.26"""
    for count in (1, 2, 4):
        assert ends(surroundings(), count) == set(ids(GRID, ring(GRID, START, count)))


def test_nobody_retreats_where_all_exits_are_barred():
    """6.24: in enemy zones; 6.29"""
    assert not retreats(surroundings(barred=AROUND), START, 1, further=5)


def test_a_retreat_of_two_through_the_one_gap():
    found = retreats(surroundings(barred=all_but("0605")), START, 2)
    assert set(ids(GRID, found)) == {"0704", "0604", "0705", "0706", "0606"} & set(ids(GRID, ring(GRID, START, 2)))
    assert {way.path[0] for way in found.values()} == {GRID.parse("0605")}


def test_unoccupied_hexes_if_possible():
    """6.25: one exit is a friend's, one is free; then none but the friend's"""
    west, east = "0405", "0605"
    free = retreats(surroundings(barred=all_but(west, east), avoid=[west]), START, 2)
    assert {way.path[0] for way in free.values()} == {GRID.parse(east)}
    through = retreats(surroundings(barred=all_but(west), avoid=[west]), START, 2)
    assert {(way.path[0], way.avoided) for way in through.values()} == {(GRID.parse(west), 1)}


def test_an_exact_retreat_past_friends_comes_before_a_longer_one():
    """6.28: further only if the number cannot be met"""
    row = grid_of(9, 1)
    start = row.parse("0501")
    friend = surroundings(barred=["0401"], avoid=["0601"], grid=row)
    assert list(ids(row, retreats(friend, start, 1, further=3))) == ["0601"]
    full = surroundings(barred=["0401"], avoid=["0601"], full=["0601"], grid=row)
    assert not retreats(full, start, 1)
    assert list(ids(row, retreats(full, start, 1, further=3))) == ["0701"]


def test_at_the_edge_of_the_board_there_is_nowhere_to_go():
    """6.29"""
    row = grid_of(4, 1)
    assert list(ids(row, retreats(surroundings(grid=row, barred=["0201"]), row.parse("0301"), 1))) == ["0401"]
    assert not retreats(surroundings(grid=row, barred=["0201"]), row.parse("0301"), 2, further=9)


def test_a_detour_is_longer_than_the_distance_of_its_end():
    """The only way to the east leads west first."""
    gap = "0404"
    beyond = [name for name in ids(GRID, ring(GRID, START, 2)) if GRID.position(GRID.parse(name))[0] >= 5]
    around = surroundings(barred=all_but(gap))
    assert not ends(around, 2) & set(beyond)
    assert ends(around, 2, detour=9) >= set(beyond)


def test_a_retreat_is_of_one_hex_or_more():
    with pytest.raises(ValueError, match="one hex"):
        retreats(surroundings(), START, 0)


def test_every_way_is_open_to_the_one_who_chooses():
    """Two hexes straight on: one way. Two hexes between two directions: two."""
    ways = [len(list(every_way(surroundings(), START, end, 2))) for end in ring(GRID, START, 2)]
    assert sorted(ways) == [1] * 6 + [2] * 6
    end = next(e for e in ring(GRID, START, 2) if len(list(every_way(surroundings(), START, e, 2))) == 2)
    (first, _), _other = every_way(surroundings(), START, end, 2)
    kept = list(every_way(surroundings(avoid=[GRID.ids[first]]), START, end, 2, clean=True))
    assert len(kept) == 1
    assert first not in kept[0]
    assert len(list(every_way(surroundings(avoid=[GRID.ids[first]]), START, end, 2))) == 2


@st.composite
def fields(draw):
    grid = draw(grids())
    count = len(grid)
    few = masks(count, one_in=4)
    ways = flat_ways(draw(tables(grid)))
    made = Surroundings(whole(grid), ways, draw(few), draw(few), draw(few))
    return grid, made, draw(st.integers(0, count - 1))


@settings(max_examples=80, deadline=None)
@given(fields(), st.integers(1, 4), st.integers(0, 2), st.integers(0, 2))
def test_retreats_against_all_walks(made, count, further, detour):
    """All walks without a hex twice, tried out one by one."""
    grid, around, start = made
    expected = {}
    for length in range(count, count + further + 1):
        for end in ring(grid, start, length):
            tolls = [sum(map(around.avoid.__getitem__, way)) for way in walks(around, start, end, length + detour)]
            if tolls and not around.full[end]:
                expected[end] = min(tolls)
        if expected:
            break
    if 0 in expected.values():
        expected = {end: toll for end, toll in expected.items() if not toll}
    found = retreats(around, start, count, further=further, detour=detour)
    assert {end: way.avoided for end, way in found.items()} == expected
    assert list(found) == sorted(found)
    for end, way in found.items():
        assert way.end == end
        assert sum(map(around.avoid.__getitem__, way.path)) == way.avoided
        assert len(way.path) <= distance(grid, start, end) + detour
        assert not any(around.barred[hex_] for hex_ in way.path)
        assert all(b in around.ways[6 * a : 6 * a + 6] for a, b in pairwise((start, *way.path)))


@settings(max_examples=60, deadline=None)
@given(fields(), st.integers(1, 4), st.booleans(), st.data())
def test_every_way_is_every_walk(made, steps, clean, data):
    grid, around, start = made
    others = [hex_ for hex_ in disk(grid, start, steps) if hex_ != start]
    if not others:
        return
    end = data.draw(st.sampled_from(others))
    shut = bytearray(a or (clean and b) for a, b in zip(around.barred, around.avoid, strict=True))
    plain = Surroundings(around.neighbours, around.ways, shut, around.avoid, around.full)
    assert list(every_way(around, start, end, steps, clean=clean)) == list(walks(plain, start, end, steps))


def walks(around, start, end, steps, path=()):
    """Every walk to a hex without a hex twice, found by trying."""
    at_ = path[-1] if path else start
    for other in around.ways[6 * at_ : 6 * at_ + 6]:
        if other < 0 or around.barred[other] or other == start or other in path:
            continue
        if other == end:
            yield (*path, other)
        elif len(path) + 1 < steps:
            yield from walks(around, start, end, steps, (*path, other))


def test_masks_may_be_bytes_or_lists():
    count = len(GRID)
    lists = Surroundings(list(whole(GRID)), list(whole(GRID)), [0] * count, [False] * count, list(mask(count, [])))
    assert retreats(lists, START, 2) == retreats(surroundings(), START, 2)
