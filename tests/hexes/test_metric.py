"""Distances, figures and millimetres."""

from __future__ import annotations

from itertools import pairwise
from math import dist, isclose, sqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scenario_forge.hexes import (
    centre,
    corners,
    cube,
    disk,
    distance,
    extent,
    from_cube,
    lattice_centre,
    lattice_corners,
    line,
    reach,
    ring,
)

from .maps import CCRR_FLAT, CCRR_POINTY, LARGE, ONE_HEX, TWO_SHEETS, grid_and_hexes, grids

SIZE = 16.0


@pytest.mark.parametrize(
    ("grid", "a", "b", "hexes"),
    [
        (TWO_SHEETS, "A1", "A36", 35),
        (TWO_SHEETS, "Z36", "ZZ1", 1),
        (TWO_SHEETS, "A1", "B1", 1),
        (TWO_SHEETS, "A2", "B1", 1),
        (TWO_SHEETS, "A1", "Z1", 25),
        (TWO_SHEETS, "A1", "C2", 2),
        (TWO_SHEETS, "A1", "C3", 3),
        (CCRR_POINTY, "0204", "3408", 34),
        (CCRR_POINTY, "0204", "1711", 18),
        (CCRR_POINTY, "1711", "3408", 19),
        (CCRR_FLAT, "0101", "0146", 45),
        (CCRR_FLAT, "0101", "0301", 2),
        (CCRR_FLAT, "0201", "0402", 2),
        (CCRR_FLAT, "0201", "0403", 3),
    ],
)
def test_distances_counted_by_hand_or_stated_by_a_map(grid, a, b, hexes):
    assert distance(grid, grid.parse(a), grid.parse(b)) == hexes


@given(grid_and_hexes(1))
@example((ONE_HEX, [0]))
@example((LARGE["pointy"], [0]))
@example((LARGE["flat"], [20_100]))
def test_distance_is_the_number_of_steps_on_an_open_map(drawn):
    grid, (start,) = drawn
    assert reach(grid.neighbours, [start]) == {h: distance(grid, start, h) for h in range(len(grid))}


@given(grid_and_hexes(3))
def test_distance_is_a_metric(drawn):
    grid, (a, b, c) = drawn
    assert (distance(grid, a, b) == 0) == (a == b)
    assert distance(grid, a, b) == distance(grid, b, a)
    assert distance(grid, a, c) <= distance(grid, a, b) + distance(grid, b, c)


@given(grids())
@example(TWO_SHEETS)
@example(CCRR_FLAT)
def test_cube_coordinates_lead_back_to_the_hex(grid):
    for hex_ in range(len(grid)):
        q, r, s = cube(grid, hex_)
        assert q + r + s == 0
        assert from_cube(grid, q, r) == hex_


@given(grid_and_hexes(1), st.integers(-12, 12), st.integers(-12, 12))
def test_cube_coordinates_off_the_map_are_no_hex(drawn, dq, dr):
    grid, (hex_,) = drawn
    q, r, _ = cube(grid, hex_)
    other = from_cube(grid, q + dq, r + dr)
    assert other == -1 or cube(grid, other)[:2] == (q + dq, r + dr)


@given(grid_and_hexes(1), st.integers(0, 12))
def test_disk_and_ring_are_the_hexes_at_a_distance(drawn, radius):
    grid, (middle,) = drawn
    every = range(len(grid))
    assert disk(grid, middle, radius) == [h for h in every if distance(grid, middle, h) <= radius]
    assert ring(grid, middle, radius) == [h for h in every if distance(grid, middle, h) == radius]


def test_a_disk_wider_than_the_map_is_the_map():
    assert disk(CCRR_FLAT, 700, 10**9) == list(range(len(CCRR_FLAT)))
    assert ring(CCRR_FLAT, 700, 10**9) == []


def test_a_whole_ring_has_six_hexes_for_each_of_its_radius():
    for grid in LARGE.values():
        assert [len(ring(grid, 20_100, radius)) for radius in range(4)] == [1, 6, 12, 18]
        assert len(disk(grid, 20_100, 50)) == 1 + 3 * 50 * 51


@given(grid_and_hexes(2), st.sampled_from((1, -1)))
def test_a_line_takes_the_nearest_hex_at_each_step_and_of_two_the_one_it_leans_to(drawn, lean):
    grid, (a, b) = drawn
    way = line(grid, a, b, lean)
    steps = distance(grid, a, b)
    assert (way[0], way[-1], len(way)) == (a, b, steps + 1)
    assert all(distance(grid, one, two) == 1 for one, two in pairwise(way))
    wide, high = (3, 1) if grid.orientation == "pointy" else (1, 3)
    (ax, ay), (bx, by) = lattice_centre(grid, a), lattice_centre(grid, b)
    for step, hex_ in enumerate(way[1:-1], 1):
        # In whole numbers: how far a centre is from the point of the line, and how far left of the line.
        best = []
        for other in range(len(grid)):
            x, y = lattice_centre(grid, other)
            away_x, away_y = (x - ax) * steps - (bx - ax) * step, (y - ay) * steps - (by - ay) * step
            left = (by - ay) * away_x - (bx - ax) * away_y
            best.append((wide * away_x**2 + high * away_y**2, -lean * left, other))
        assert min(best)[2] == hex_


@pytest.mark.parametrize("lean", [1, -1])
@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_a_long_line_stays_within_a_hex_of_the_straight_one(orientation, lean):
    grid = LARGE[orientation]
    a, b = 5_199, 31_000
    start, end = centre(grid, a, SIZE), centre(grid, b, SIZE)
    way = line(grid, a, b, lean)
    assert all(distance(grid, one, two) == 1 for one, two in pairwise(way))
    for step, hex_ in enumerate(way):
        on_line = [s + (e - s) * step / (len(way) - 1) for s, e in zip(start, end, strict=True)]
        assert dist(on_line, centre(grid, hex_, SIZE)) <= SIZE / sqrt(3) + 1e-9


@given(grid_and_hexes(2))
def test_a_line_walked_back_leans_to_the_other_side(drawn):
    grid, (a, b) = drawn
    assert line(grid, b, a, -1) == line(grid, a, b, 1)[::-1]


def test_a_line_along_a_hexside_takes_the_hex_on_the_side_asked_for():
    a, c = TWO_SHEETS.parse("A2"), TWO_SHEETS.parse("C2")
    assert [TWO_SHEETS.ids[h] for h in line(TWO_SHEETS, a, c, 1)] == ["A2", "B1", "C2"]
    assert [TWO_SHEETS.ids[h] for h in line(TWO_SHEETS, a, c, -1)] == ["A2", "B2", "C2"]
    a, c = CCRR_FLAT.parse("0303"), CCRR_FLAT.parse("0503")
    assert [CCRR_FLAT.ids[h] for h in line(CCRR_FLAT, a, c, 1)] == ["0303", "0402", "0503"]
    assert [CCRR_FLAT.ids[h] for h in line(CCRR_FLAT, a, c, -1)] == ["0303", "0403", "0503"]


def test_a_line_along_the_rim_stays_on_the_map():
    way = line(TWO_SHEETS, TWO_SHEETS.parse("A1"), TWO_SHEETS.parse("C1"), 1)
    assert [TWO_SHEETS.ids[h] for h in way] == ["A1", "B1", "C1"]


@given(grids(), st.floats(1, 100))
def test_centres_of_neighbours_are_one_hex_apart_and_no_others_are_nearer(grid, size):
    middles = [centre(grid, hex_, size) for hex_ in range(len(grid))]
    for hex_, six in enumerate(grid.neighbours):
        for other, middle in enumerate(middles):
            apart = dist(middles[hex_], middle) / size
            assert isclose(apart, 1) if other in six else other == hex_ or apart > 1.5


@pytest.mark.parametrize(
    ("grid", "bearings"),
    [
        (
            TWO_SHEETS,
            {"E": (1, 0), "NE": (0.5, -1), "NW": (-0.5, -1), "W": (-1, 0), "SW": (-0.5, 1), "SE": (0.5, 1)},
        ),
        (
            CCRR_FLAT,
            {"NE": (1, -0.5), "N": (0, -1), "NW": (-1, -0.5), "SW": (-1, 0.5), "S": (0, 1), "SE": (1, 0.5)},
        ),
    ],
)
def test_directions_point_where_their_names_say(grid, bearings):
    hex_ = grid.at(5, 5)
    x, y = centre(grid, hex_, 2.0)
    for name, other in zip(grid.directions, grid.neighbours[hex_], strict=True):
        east, south = (there - here for there, here in zip(centre(grid, other, 2.0), (x, y), strict=True))
        assert [_sign(east), _sign(south)] == [_sign(step) for step in bearings[name]]


def _sign(value: float) -> int:
    return 0 if abs(value) < 1e-9 else 1 if value > 0 else -1


def test_measures_of_a_hex_of_sixteen_millimetres():
    across = 2 * SIZE / sqrt(3)
    assert extent(ONE_HEX, SIZE) == pytest.approx((SIZE, across))
    assert centre(ONE_HEX, 0, SIZE) == pytest.approx((SIZE / 2, across / 2))
    assert extent(TWO_SHEETS, SIZE) == pytest.approx((72.5 * SIZE, (25 * 0.75 + 1) * across))
    assert extent(CCRR_FLAT, SIZE) == pytest.approx(((53 * 0.75 + 1) * across, 46.5 * SIZE))


@given(grids(), st.floats(1, 100))
@example(ONE_HEX, 16.0)
def test_the_extent_is_the_smallest_rectangle_around_all_corners(grid, size):
    points = [point for hex_ in range(len(grid)) for point in corners(grid, hex_, size)]
    xs, ys = zip(*points, strict=True)
    assert (min(xs), min(ys)) == (0, 0)
    assert (max(xs), max(ys)) == pytest.approx(extent(grid, size))


@given(grid_and_hexes(1))
def test_a_hex_is_regular_and_shares_two_corners_with_each_neighbour(drawn):
    grid, (hex_,) = drawn
    middle, around = centre(grid, hex_, SIZE), corners(grid, hex_, SIZE)
    side_length = SIZE / sqrt(3)
    for k in range(6):
        assert isclose(dist(around[k], middle), side_length)
        assert isclose(dist(around[k], around[k - 1]), side_length)
    for direction, other in enumerate(grid.neighbours[hex_]):
        if other >= 0:
            mine = lattice_corners(grid, hex_)
            assert set(mine) & set(lattice_corners(grid, other)) == {mine[direction - 1], mine[direction]}
