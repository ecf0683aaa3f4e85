"""Hexsides: each once, read and written, followed as chains."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.hexes import (
    SideError,
    across,
    border,
    chains,
    disk,
    format_side,
    lattice_corners,
    opposite,
    parse_side,
    side,
    side_between,
    side_ends,
)

from .maps import CCRR_FLAT, ONE_HEX, TWO_SHEETS, grid_and_hexes, grids


@given(grids())
def test_a_side_is_the_same_from_both_its_hexes(grid):
    for hex_, six in enumerate(grid.neighbours):
        for direction, other in enumerate(six):
            of = side(grid, hex_, direction)
            if other < 0:
                assert of == (hex_, direction)
                assert across(grid, of) == (hex_, -1)
            else:
                assert of == side(grid, other, opposite(direction)) == side_between(grid, other, hex_)
                assert across(grid, of) == (min(hex_, other), max(hex_, other))


@given(grid_and_hexes(1), st.integers(0, 5))
def test_a_side_is_read_as_it_is_written(drawn, direction):
    grid, (hex_,) = drawn
    of = side(grid, hex_, direction)
    assert parse_side(grid, format_side(grid, of)) == of
    assert parse_side(grid, f"{grid.ids[hex_]}:{grid.directions[direction]}") == of
    one, other = across(grid, of)
    if other >= 0:
        assert parse_side(grid, f"{grid.ids[other]}/{grid.ids[one]}") == of


@pytest.mark.parametrize(
    ("pair", "hex_and_direction"),
    [
        ("QQ2/RR1", "QQ2:NW"),
        ("QQ3/QQ4", "QQ3:E"),
        ("PP3/QQ4", "PP3:NE"),
        ("PP4/QQ4", "PP4:NW"),
        ("B36/CC1", "B36:NE"),
    ],
)
def test_the_two_ways_to_write_a_side_agree(pair, hex_and_direction):
    assert parse_side(TWO_SHEETS, pair) == parse_side(TWO_SHEETS, hex_and_direction)


def test_a_side_on_the_rim_is_written_with_its_direction():
    assert format_side(TWO_SHEETS, parse_side(TWO_SHEETS, "A1:SW")) == "A1:SW"


@pytest.mark.parametrize(
    ("text", "part", "words"),
    [
        ("A1/A3", "A1/A3", "no hexside A1/A3: A1 and A3 are 2 hexes apart"),
        ("A1/A1", "A1/A1", "no hexside A1/A1: A1 and A1 are the same hex"),
        ("A1/A37", "A37", "no column 37"),
        ("AB1/A2", "AB1", "no row AB"),
        ("A1/A2/A3", "A2/A3", "is not a hex"),
        ("A1:N", "N", "N is not a direction here; use one of E, NE, NW, W, SW, SE"),
        ("A1:", "", "is not a direction here"),
        ("A1", "A1", "A1 is not a hexside; write two hexes"),
        ("", "", "is not a hexside"),
    ],
)
def test_a_text_that_is_no_side_says_why(text, part, words):
    with pytest.raises(SideError) as caught:
        parse_side(TWO_SHEETS, text)
    assert words in caught.value.message
    assert caught.value.part == part


def test_hexes_that_are_not_adjacent_share_no_side():
    assert side_between(TWO_SHEETS, 0, 5) is None
    assert side_between(TWO_SHEETS, 5, 5) is None


@given(grid_and_hexes(1), st.integers(0, 5))
def test_a_side_ends_in_two_corners_of_both_its_hexes(drawn, direction):
    grid, (hex_,) = drawn
    of = side(grid, hex_, direction)
    ends = side_ends(grid, of)
    assert abs(ends[0][0] - ends[1][0]) + abs(ends[0][1] - ends[1][1]) == 2
    for beside in across(grid, of):
        if beside >= 0:
            assert set(ends) <= set(lattice_corners(grid, beside))


def test_the_border_of_a_hex_is_its_six_sides():
    assert border(ONE_HEX, [0]) == [(0, direction) for direction in range(6)]
    middle = CCRR_FLAT.parse("2020")
    assert border(CCRR_FLAT, [middle]) == sorted(side(CCRR_FLAT, middle, d) for d in range(6))


def test_the_border_of_a_disk_is_one_closed_line():
    sides = border(CCRR_FLAT, disk(CCRR_FLAT, CCRR_FLAT.parse("2020"), 3))
    (loop,) = chains(CCRR_FLAT, sides)
    assert loop[0] == loop[-1]
    assert len(loop) == len(sides) + 1 == 43


def test_sides_in_a_row_are_one_line_from_end_to_end():
    sides = [parse_side(TWO_SHEETS, text) for text in ("QQ3/RR3", "QQ2/RR1", "QQ3/RR2", "QQ2/RR2")]
    (way,) = chains(TWO_SHEETS, sides)
    west_end = set(side_ends(TWO_SHEETS, sides[1])) - set(side_ends(TWO_SHEETS, sides[3]))
    east_end = set(side_ends(TWO_SHEETS, sides[0])) - set(side_ends(TWO_SHEETS, sides[2]))
    assert len(way) == 5
    assert {way[0], way[-1]} == west_end | east_end


def test_lines_part_at_a_fork():
    fork = [parse_side(TWO_SHEETS, text) for text in ("C3/C4", "C4/D3", "C3/D3")]
    lines = chains(TWO_SHEETS, fork)
    assert len(lines) == 3
    assert len({point for way in lines for point in (way[0], way[-1])}) == 4


@given(grids(4), st.data())
def test_lines_walk_each_side_once_whatever_order_they_come_in(grid, data):
    every = sorted({side(grid, hex_, d) for hex_ in range(len(grid)) for d in range(6)})
    sides = data.draw(st.lists(st.sampled_from(every), unique=True))
    lines = chains(grid, sides)
    walked = [frozenset(pair) for way in lines for pair in pairwise(way)]
    assert len(walked) == len(sides)
    assert set(walked) == {frozenset(side_ends(grid, of)) for of in sides}
    assert chains(grid, reversed(sides)) == lines
    # As few as forks allow: a corner where two sides meet is inside a line, or a loop's only end.
    degree: dict[tuple[int, int], int] = {}
    for pair in walked:
        for point in pair:
            degree[point] = degree.get(point, 0) + 1
    for way in lines:
        assert all(degree[point] == 2 for point in way[1:-1])
        assert all(degree[point] != 2 for point in (way[0], way[-1])) or way[0] == way[-1]
