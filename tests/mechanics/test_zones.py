"""Zones of control as counts; the same hexes as the zones that checks speak of."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import side_between, without_sides
from scenario_forge.mechanics.supply import change_zone, zone, zone_counts

from .fields import at, exerting, flat_ways, grid_of, grids, ids, masks, tables, whole

GRID = grid_of()
WAYS = whole(GRID)
NONE = bytes(len(GRID))


def counted(counts):
    return {GRID.ids[hex_]: count for hex_, count in enumerate(counts) if count}


def test_a_zone_is_the_six_hexes_around_and_not_the_unit_s_own():
    """4.1"""
    found = counted(zone_counts(WAYS, at(GRID, "0504"), NONE, NONE))
    assert found == dict.fromkeys(ids(GRID, GRID.neighbours[GRID.parse("0504")]), 1)
    assert len(found) == 6


def test_zones_of_two_hexes_are_counted_in_each():
    found = counted(zone_counts(WAYS, at(GRID, "0404", "0604"), NONE, NONE))
    assert found["0504"] == 2
    assert sum(found.values()) == 12


def test_zones_reach_neither_into_closed_hexes_nor_out_of_mute_ones():
    """4.4: a fortification is both; 7.14: a fortified box is closed only"""
    fort, outside = at(GRID, "0504"), at(GRID, "0604")
    both = bytes(a | b for a, b in zip(fort, outside, strict=True))
    counts = zone_counts(WAYS, both, closed=fort, no_zones_from=fort)
    assert counts[GRID.parse("0504")] == 0
    assert counts[GRID.parse("0604")] == 0
    boxed = zone_counts(WAYS, both, closed=fort, no_zones_from=NONE)
    assert boxed[GRID.parse("0504")] == 0
    assert boxed[GRID.parse("0604")] == 1


def test_zones_cross_no_shut_hexside_and_enter_no_impassable_hex():
    """4.3"""
    river = side_between(GRID, GRID.parse("0504"), GRID.parse("0604"))
    hill = at(GRID, "0404")
    ways = flat_ways(without_sides(GRID.neighbours, [river]), [not hidden for hidden in hill])
    found = counted(zone_counts(ways, at(GRID, "0504"), NONE, NONE))
    assert len(found) == 4
    assert not found.keys() & {"0604", "0404"}


def test_who_must_go_before_a_hex_is_free():
    """4.5"""
    units = at(GRID, "0404", "0604", "0107")
    assert ids(GRID, exerting(WAYS, WAYS, units, NONE, NONE, GRID.parse("0504"))) == ["0404", "0604"]
    assert exerting(WAYS, WAYS, units, NONE, units, GRID.parse("0504")) == []
    assert exerting(WAYS, WAYS, units, at(GRID, "0504"), NONE, GRID.parse("0504")) == []


@settings(max_examples=60, deadline=None)
@given(grids(), st.data())
def test_counts_are_the_zones_of_checks_and_of_those_who_exert_them(grid, data):
    table = data.draw(tables(grid))
    passable, units, closed, no_zones_from = (data.draw(masks(len(grid))) for _ in range(4))
    counts = zone_counts(flat_ways(table, passable), units, closed, no_zones_from)
    hexes = [{hex_ for hex_, held in enumerate(mask) if held} for mask in (units, closed, no_zones_from)]
    assert {hex_ for hex_, count in enumerate(counts) if count} == zone(table, passable, *hexes)
    ways = flat_ways(table, passable)
    assert [len(exerting(whole(grid), ways, units, closed, no_zones_from, hex_)) for hex_ in range(len(grid))] == list(
        counts
    )


@settings(max_examples=60, deadline=None)
@given(grids(), st.data())
def test_counts_that_follow_each_unit_are_those_counted_anew(grid, data):
    ways = flat_ways(data.draw(tables(grid)))
    closed = data.draw(masks(len(grid)))
    none, units = bytes(len(grid)), bytearray(len(grid))
    counts = zone_counts(ways, units, closed, none)
    for hex_ in data.draw(st.lists(st.integers(0, len(grid) - 1), max_size=12)):
        units[hex_] ^= 1
        change_zone(counts, ways, hex_, closed, 1 if units[hex_] else -1)
    assert counts == zone_counts(ways, units, closed, none)
