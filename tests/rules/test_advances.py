"""Advances: zones stop off the retreat path, not on it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import ring
from scenario_forge.rules.advances import advances
from scenario_forge.rules.zones import flat_ways

from .boards import at, grid_of, grids, ids, masks, tables, whole

ROW = grid_of(9, 1)
ALONG = whole(ROW)
NONE = bytes(9)
GRID = grid_of(9, 9)
WAYS = whole(GRID)
EVERYWHERE = b"\x01" * len(GRID)


def along(count, zone=(), barred=(), trails=()):
    """How far a unit at 0101 comes."""
    trails = [[ROW.parse(name) for name in trail] for trail in trails]
    return ids(ROW, advances(ALONG, 0, count, at(ROW, *barred), at(ROW, *zone), trails))


def test_as_many_hexes_as_the_result_says():
    """6.35"""
    assert along(3) == ["0201", "0301", "0401"]
    assert along(0) == []


def test_off_the_path_the_first_enemy_zone_stops():
    """6.34"""
    assert along(3, zone=["0201"]) == ["0201"]
    assert along(3, zone=["0301", "0401"]) == ["0201", "0301"]


def test_along_the_path_zones_are_ignored():
    """6.33: h0, h1, h2 with h1 in an enemy zone; h2 can be reached"""
    trail = ["0201", "0301", "0401"]
    assert along(4, zone=["0301"], trails=[trail]) == ["0201", "0301", "0401", "0501"]
    assert along(4, zone=["0201", "0301", "0401", "0501"], trails=[trail]) == ["0201", "0301", "0401", "0501"]
    assert along(4, zone=["0201", "0301", "0401", "0501", "0601"], trails=[trail]) == ["0201", "0301", "0401", "0501"]


def test_a_path_ends_where_other_enemies_hold_it():
    """6.36"""
    assert along(4, barred=["0401"], trails=[["0201", "0301", "0401", "0501"]]) == ["0201", "0301"]


def test_of_several_paths_any_may_be_followed():
    """6.36, 6.41: a stack split; zones everywhere"""
    start, left_hex = GRID.parse("0405"), GRID.parse("0505")
    assert left_hex in GRID.neighbours[start]
    trails = [[left_hex, *map(GRID.parse, names)] for names in (("0605", "0705"), ("0504", "0503"))]
    reached = advances(WAYS, start, 3, bytes(len(GRID)), EVERYWHERE, trails)
    assert {GRID.parse("0705"), GRID.parse("0503")} <= reached.keys()
    assert GRID.parse("0305") in reached  # a step off the path, into a zone
    assert GRID.parse("0205") not in reached


def test_without_a_path_zones_hold_also_behind_the_hex_that_was_left():
    """6.37: all eliminated"""
    start = GRID.parse("0405")
    reached = advances(WAYS, start, 4, bytes(len(GRID)), EVERYWHERE)
    assert sorted(reached) == ring(GRID, start, 1)


def test_a_path_must_be_followed_from_its_first_hex():
    """A zone stops who comes upon the path from the side."""
    start = GRID.parse("0405")
    late = [GRID.parse(name) for name in ("0605", "0705", "0805")]
    reached = advances(WAYS, start, 5, bytes(len(GRID)), EVERYWHERE, [late])
    assert sorted(reached) == ring(GRID, start, 1)


@settings(max_examples=80, deadline=None)
@given(grids(), st.integers(0, 4), st.data())
def test_advances_against_all_walks(grid, count, data):
    """Every walk tried, its state being where it is and whether it has kept to the path from the beginning."""
    ways = flat_ways(data.draw(tables(grid)))
    barred, zone = data.draw(masks(len(grid), one_in=5)), data.draw(masks(len(grid), one_in=3))
    start = data.draw(st.integers(0, len(grid) - 1))
    trails = []
    for _ in range(data.draw(st.integers(0, 2))):
        trail, here = [], start
        for _step in range(4):
            around = [h for h in ways[6 * here : 6 * here + 6] if h >= 0 and h not in trail and h != start]
            if not around:
                break
            here = data.draw(st.sampled_from(around))
            trail.append(here)
        trails.append(trail)
    expected = {}
    waiting = [()]
    for _ in range(count):
        waiting = [(*path, other) for path in waiting for other in onward(ways, barred, zone, start, trails, path)]
        for path in waiting:
            expected.setdefault(path[-1], len(path))
    expected.pop(start, None)
    found = advances(ways, start, count, barred, zone, trails)
    assert {hex_: len(path) for hex_, path in found.items()} == expected
    for path in found.values():
        assert all(b in ways[6 * a : 6 * a + 6] for a, b in pairwise((start, *path)))


def onward(ways, barred, zone, start, trails, path):
    here = path[-1] if path else start
    follows = [list(path) == trail[: len(path)] for trail in trails]
    if path and zone[here] and not any(follows):
        return []
    return [other for other in ways[6 * here : 6 * here + 6] if other >= 0 and not barred[other]]
