"""Retreats: exactly so many hexes away, around what bars the way, round friends if it can be."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import distance, ring
from scenario_forge.mechanics.engine import fastest
from scenario_forge.mechanics.retreats import NOWHERE, Surroundings, nearest_ends, onward, ways_out

from .fields import at, flat_ways, grid_of, grids, ids, masks, tables, whole

GRID = grid_of(9, 9)
START = GRID.parse("0505")
AROUND = ids(GRID, ring(GRID, START, 1))


def surroundings(barred=(), avoid=(), grid=GRID, ways=None):
    return Surroundings(whole(grid), ways or whole(grid), at(grid, *barred), at(grid, *avoid))


def ends(around, count, full=(), grid=GRID, start=START):
    """Where a retreat can end, and all ways there."""
    ways = ways_out(around, start)
    away = [distance(grid, start, hex_) for hex_ in range(len(grid))]
    room = [hex_ for hex_ in range(len(grid)) if away[hex_] >= count and grid.ids[hex_] not in full]
    found = nearest_ends(ways, away, room)
    return found, sorted(every_way(around, ways, found, start))


def every_way(around, ways, found, start, path=()):
    """As one choosing hex by hex can go."""
    if found.hexes and len(path) == found.steps:
        yield path
        return
    for hex_ in onward(around, ways, found, path, start):
        yield from every_way(around, ways, found, start, (*path, hex_))


def all_but(*names):
    """A ring around the start with a gap."""
    return [name for name in AROUND if name not in names]


@pytest.mark.parametrize("count", [1, 2, 4])
def test_in_the_open_every_hex_of_the_ring_is_an_end(count):
    """6.26"""
    found, ways = ends(surroundings(), count)
    assert set(found.hexes) == set(ring(GRID, START, count)) == {way[-1] for way in ways}
    assert found.steps == count
    assert found.clear


def test_nobody_retreats_where_all_exits_are_barred():
    """6.24: in enemy zones; 6.29"""
    assert ends(surroundings(barred=AROUND), 1) == (NOWHERE, [])
    assert ends(surroundings(barred=AROUND), 3) == (NOWHERE, [])


def test_a_retreat_of_two_through_the_one_gap():
    found, ways = ends(surroundings(barred=all_but("0605")), 2)
    assert set(ids(GRID, found.hexes)) == {"0704", "0604", "0705", "0706", "0606"} & set(
        ids(GRID, ring(GRID, START, 2))
    )
    assert {way[0] for way in ways} == {GRID.parse("0605")}


def test_unoccupied_hexes_if_possible():
    """6.25: one exit is a friend's, one is free; then none but the friend's"""
    west, east = "0405", "0605"
    free, ways = ends(surroundings(barred=all_but(west, east), avoid=[west]), 2)
    assert free.clear
    assert {way[0] for way in ways} == {GRID.parse(east)}
    through, ways = ends(surroundings(barred=all_but(west), avoid=[west]), 2)
    assert not through.clear
    assert {way[0] for way in ways} == {GRID.parse(west)}


def test_further_or_by_a_detour_whichever_way_is_shorter_and_the_number_called_for_first():
    """6.28: no room two hexes away but in the east, and the one way out is north-west."""
    gap, around = "0404", surroundings(barred=all_but("0404"))
    east = {name for name in ids(GRID, ring(GRID, START, 2)) if GRID.position(GRID.parse(name))[0] >= 5}
    full = set(ids(GRID, ring(GRID, START, 2))) - east
    found, ways = ends(around, 2, full)
    assert found.steps == 3
    assert ids(GRID, found.hexes) == ["0603"], "two hexes away by a detour; as long a way leads three hexes away"
    assert any(
        distance(GRID, START, hex_) == 3 for hex_ in range(len(GRID)) if ways_out(around, START).clear[hex_] == 3
    )
    assert {GRID.ids[way[0]] for way in ways} == {gap}
    straight, _ways = ends(around, 2)
    assert straight.steps == 2, "none is longer than it must be"


def test_past_a_friend_comes_before_a_longer_way_and_a_free_hex_before_a_friend_by_ways_of_one_length():
    """6.25 and 6.28: a hexside shuts the short way to the free hex."""
    friend, free, full = "0605", "0504", "0404"
    shut = [-1 if edge // 6 == START and way == GRID.parse(free) else way for edge, way in enumerate(whole(GRID))]
    around = surroundings(barred=all_but(friend, free, full), avoid=[friend], ways=shut)
    assert [ids(GRID, way) for way in ends(around, 1, [full])[1]] == [[friend]]
    assert [ids(GRID, way) for way in ends(around, 1, [full, friend])[1]] == [[full, free]]
    open_ = surroundings(barred=all_but(friend, free, full), avoid=[friend])
    assert [ids(GRID, way) for way in ends(open_, 1, [full])[1]] == [[free]]


def test_at_the_edge_of_the_board_there_is_nowhere_to_go():
    """6.29"""
    row = grid_of(4, 1)
    around, start = surroundings(grid=row, barred=["0201"]), row.parse("0301")
    assert ids(row, ends(around, 1, grid=row, start=start)[0].hexes) == ["0401"]
    assert ends(around, 2, grid=row, start=start)[0] == NOWHERE


@st.composite
def fields(draw):
    grid = draw(grids())
    count = len(grid)
    few = masks(count, one_in=4)
    made = Surroundings(whole(grid), flat_ways(draw(tables(grid))), draw(few), draw(few))
    return grid, made, draw(few), draw(st.integers(0, count - 1))


@settings(max_examples=80, deadline=None)
@given(fields(), st.integers(1, 4))
def test_retreats_against_a_search_hex_by_hex(made, count):
    """Ways of 1, 2, 3 … hexes; of one length to the nearest end, and without friends before past them."""
    grid, around, full, start = made
    blocked = [grid.ids[hex_] for hex_, flag in enumerate(full) if flag]
    found, ways = ends(around, count, blocked, grid, start)
    best = {}
    for clear in (False, True):
        shut = [bool(a or (clear and b)) for a, b in zip(around.barred, around.avoid, strict=True)]
        reached, met, steps = {start}, {start}, 0
        while reached:
            reached = {o for h in reached for o in around.ways[6 * h : 6 * h + 6] if o >= 0 and not shut[o]} - met
            met |= reached
            steps += 1
            for end in reached:
                if distance(grid, start, end) >= count and not full[end]:
                    best.setdefault((steps, distance(grid, start, end), not clear), set()).add(end)
    assert set(found.hexes) == (best[min(best)] if best else set())
    assert {way[-1] for way in ways} == set(found.hexes)
    for way in ways:
        assert len({start, *way}) == len(way) + 1 == min(best)[0] + 1, "no hex twice"
        assert not any(around.barred[hex_] or (found.clear and around.avoid[hex_]) for hex_ in way)
        assert all(b in around.ways[6 * a : 6 * a + 6] for a, b in pairwise((start, *way)))


def test_the_compiled_twin_says_the_same():
    around = surroundings(barred=["0404"], avoid=["0605"])
    compiled = ways_out(around, START, 3, fastest().flood)
    assert [list(steps) for steps in compiled] == [list(steps) for steps in ways_out(around, START, 3)]
