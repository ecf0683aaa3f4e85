"""Retreats: exactly so many hexes away, around what bars the way, round friends if it can be."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import ring
from scenario_forge.rules.mechanics import fastest
from scenario_forge.rules.retreats import NOWHERE, Surroundings, nearest_ends, onward, ways_out
from scenario_forge.rules.zones import flat_ways

from .boards import at, grid_of, grids, ids, masks, tables, whole

GRID = grid_of(9, 9)
START = GRID.parse("0505")
AROUND = ids(GRID, ring(GRID, START, 1))


def surroundings(barred=(), avoid=(), grid=GRID, ways=None):
    return Surroundings(whole(grid), ways or whole(grid), at(grid, *barred), at(grid, *avoid))


def ends(around, count, full=(), grid=GRID, start=START):
    """Where a retreat can end, and all ways there."""
    ways = ways_out(around, start)
    found = nearest_ends(ways, [hex_ for hex_ in ring(grid, start, count) if grid.ids[hex_] not in full])
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


def test_a_detour_is_taken_where_no_straight_way_leads_to_the_distance():
    """6.26: two hexes away, but by three; only hexes in the north-east have room, and the one way out is north-west."""
    gap = "0404"
    beyond = [name for name in ids(GRID, ring(GRID, START, 2)) if GRID.position(GRID.parse(name))[0] >= 5]
    full = set(ids(GRID, ring(GRID, START, 2))) - set(beyond)
    found, ways = ends(surroundings(barred=all_but(gap)), 2, full)
    assert found.steps > 2
    assert set(ids(GRID, found.hexes)) <= set(beyond)
    assert {GRID.ids[way[0]] for way in ways} == {gap}
    straight, _ways = ends(surroundings(barred=all_but(gap)), 2)
    assert straight.steps == 2, "none is longer than it must be"


def test_a_clear_detour_comes_before_a_straight_way_past_friends():
    """6.25: a hexside shuts the short way to the free hex; a longer one leads there round the friend."""
    friend, free, full = "0605", "0504", "0404"
    shut = [-1 if edge // 6 == START and way == GRID.parse(free) else way for edge, way in enumerate(whole(GRID))]
    around = surroundings(barred=all_but(friend, free, full), avoid=[friend], ways=shut)
    found, ways = ends(around, 1, [full])
    assert found.clear
    assert [ids(GRID, way) for way in ways] == [[full, free]]
    assert [ids(GRID, way) for way in ends(around, 1, [full, free])[1]] == [[friend]]


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
    """All ways of 1, 2, 3 … steps, first without friends, then with."""
    grid, around, full, start = made
    expected = (set(), 0, True)
    for clear in (True, False):
        shut = [
            bool(a or (clean and b))
            for a, b, clean in zip(around.barred, around.avoid, [clear] * len(grid), strict=True)
        ]
        reached, met, steps = {start}, {start}, 0
        while reached and not expected[0]:
            reached = {o for h in reached for o in around.ways[6 * h : 6 * h + 6] if o >= 0 and not shut[o]} - met
            met |= reached
            steps += 1
            good = {hex_ for hex_ in reached & set(ring(grid, start, count)) if not full[hex_]}
            expected = (good, steps, clear) if good else expected
    blocked = [grid.ids[hex_] for hex_, flag in enumerate(full) if flag]
    found, ways = ends(around, count, blocked, grid, start)
    assert set(found.hexes) == expected[0]
    assert not found.hexes or found[1:] == expected[1:]
    assert {way[-1] for way in ways} == set(found.hexes)
    for way in ways:
        assert len({start, *way}) == found.steps + 1, "no hex twice"
        assert not any(around.barred[hex_] or (found.clear and around.avoid[hex_]) for hex_ in way)
        assert all(b in around.ways[6 * a : 6 * a + 6] for a, b in pairwise((start, *way)))


def test_the_compiled_twin_says_the_same():
    around = surroundings(barred=["0404"], avoid=["0605"])
    compiled = ways_out(around, START, 3, fastest().flood)
    assert [list(steps) for steps in compiled] == [list(steps) for steps in ways_out(around, START, 3)]
