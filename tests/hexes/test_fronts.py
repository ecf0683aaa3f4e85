"""Lines of hexsides that part land from land."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.hexes import (
    across,
    border,
    connected,
    distances,
    lands,
    line_between,
    loose_ends,
    nearest,
    parse_side,
    parts_land,
    runs,
    side,
    side_ends,
    spread,
)

from .maps import TWO_SHEETS, grids


@st.composite
def peopled(draw):
    """A grid, some of it land, and two sets of hexes of land that have none in common."""
    grid = draw(grids(6))
    land = draw(st.lists(st.sampled_from((1, 1, 1, 0)), min_size=len(grid), max_size=len(grid)))
    dry = [hex_ for hex_, is_land in enumerate(land) if is_land]
    stood = draw(st.lists(st.sampled_from(dry), max_size=6, unique=True)) if dry else []
    cut = draw(st.integers(0, len(stood)))
    return grid, land, (stood[:cut], stood[cut:])


@given(peopled(), st.booleans())
def test_whoever_stands_somewhere_has_it_and_what_a_set_comes_to_hangs_together_with_it(drawn, close):
    grid, land, held = drawn
    found = spread(grid.neighbours, land, held, near=held[1] if close else ())
    assert all(found[hex_] == number for number, hexes in enumerate(held) for hex_ in hexes)
    assert found.keys() == distances(grid.neighbours, land, [*held[0], *held[1]]).keys()
    for hex_, number in found.items():
        own = [int(found.get(other) == number) for other in range(len(grid))]
        assert any(connected(grid.neighbours, hex_, stood, own) for stood in held[number])


@given(peopled())
def test_nearer_is_first(drawn):
    grid, land, held = drawn
    away = [distances(grid.neighbours, land, hexes) for hexes in held]
    for hex_, number in spread(grid.neighbours, land, held).items():
        assert away[number][hex_] <= away[1 - number].get(hex_, len(grid))


@given(peopled())
def test_those_close_by_go_farther_than_one_step_only_where_nobody_else_comes(drawn):
    grid, land, held = drawn
    close = {*held[1], *(other for stood in held[1] for other in grid.neighbours[stood])}
    free = [int(is_land and hex_ not in close) for hex_, is_land in enumerate(land)]
    found = spread(grid.neighbours, land, held, near=held[1])
    beyond = [hex_ for hex_, number in found.items() if number == 1 and hex_ not in close]
    assert not any(connected(grid.neighbours, stood, hex_, free) for hex_ in beyond for stood in held[0])


@given(peopled())
def test_a_line_between_owners_has_no_loose_ends_and_parts_them(drawn):
    grid, land, held = drawn
    owner = spread(grid.neighbours, land, held)
    line = line_between(grid, owner)
    assert loose_ends(grid, land, line) == []
    assert all(parts_land(grid, land, of) for of in line)
    for part in lands(grid, land, line):
        assert len({owner.get(hex_) for hex_ in part}) == 1


@given(peopled())
def test_every_hex_of_land_is_in_one_land(drawn):
    grid, land, held = drawn
    parts = lands(grid, land, line_between(grid, spread(grid.neighbours, land, held)))
    assert sorted(hex_ for part in parts for hex_ in part) == [h for h, is_land in enumerate(land) if is_land]


@given(peopled(), st.randoms(use_true_random=False))
def test_runs_walk_along_the_whole_line_once(drawn, random):
    grid, land, held = drawn
    line = line_between(grid, spread(grid.neighbours, land, held))
    shuffled = random.sample(line, len(line))
    found = runs(grid, shuffled)
    assert sorted(of for run in found for of in run) == sorted(line)
    assert found == runs(grid, line)
    for run in found:
        for one, other in pairwise(run):
            assert set(side_ends(grid, one)) & set(side_ends(grid, other))


@given(grids(6), st.data())
def test_a_ring_around_a_hex_is_one_run_and_cuts_it_off(grid, data):
    hex_ = data.draw(st.integers(0, len(grid) - 1))
    ring = [of for of in border(grid, [hex_]) if across(grid, of)[1] >= 0]
    land = [1] * len(grid)
    assert [hex_] in lands(grid, land, ring)
    assert loose_ends(grid, land, ring) == []
    if len(ring) == 6:
        assert len(runs(grid, ring)) == 1


def test_a_line_ends_loosely_on_land_and_not_at_water_or_the_rim():
    line = [parse_side(TWO_SHEETS, text) for text in ("D4/D5", "C5/D4")]
    land = [1] * len(TWO_SHEETS)
    assert loose_ends(TWO_SHEETS, land, line) == sorted(line)
    for hex_ in (TWO_SHEETS.parse("E5"), TWO_SHEETS.parse("C4")):
        land[hex_] = 0
    assert loose_ends(TWO_SHEETS, land, line) == []
    corner = TWO_SHEETS.parse("A1")
    assert loose_ends(TWO_SHEETS, land, [side(TWO_SHEETS, corner, 0), side(TWO_SHEETS, corner, 1)]) == []


def test_with_a_reach_only_what_two_can_reach_counts():
    west, east = TWO_SHEETS.parse("M3"), TWO_SHEETS.parse("M7")
    found = nearest(TWO_SHEETS.neighbours, [1] * len(TWO_SHEETS), [[west], [east]], 3)
    assert found[TWO_SHEETS.parse("M4")] == 0
    assert found[TWO_SHEETS.parse("M5")] == 0
    assert found[TWO_SHEETS.parse("M6")] == 1
    assert west not in found
