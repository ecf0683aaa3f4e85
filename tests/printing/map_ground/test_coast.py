"""The coast is smooth, and every centre lies on its side of it."""

from __future__ import annotations

from math import acos, degrees, hypot

from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import Grid, Sheet, centre
from scenario_forge.printing.map.frame import sheet, whole_map
from scenario_forge.printing.map.land import NUMBER, outlines, sea_rings
from scenario_forge.printing.map.lattice import AREA, COAST, STRAIGHT, WATER, bend_line, curve, lattice_of
from tests.printing.map_ground.conftest import flat, gap, inside

GRIDS = [
    Grid(orientation, shifted, (Sheet("w", 5, 6, "{row:A}{col}"), Sheet("e", 4, 6, "{row:AA}{col}")))
    for orientation in ("pointy", "flat")
    for shifted in ("odd", "even")
]


@st.composite
def worlds(draw):
    """A grid, and which of its hexes are sea."""
    grid = draw(st.sampled_from(GRIDS))
    return grid, draw(st.lists(st.booleans(), min_size=len(grid), max_size=len(grid)))


@settings(max_examples=60, deadline=None)
@given(worlds(), st.sampled_from([COAST, AREA]))
def test_no_outline_as_drawn_parts_a_centre_from_its_hex(world, bend):
    grid, sea = world
    rings = outlines(grid, lattice_of(grid).where(sea.__getitem__), bend)
    drawn = [part for ring in rings for part in flat(curve([(x * 15, y * 15) for x, y in ring], closed=True))]
    for hex_ in range(len(grid)):
        at = centre(grid, hex_, 15.0)
        assert inside(at, drawn) == sea[hex_], grid.ids[hex_]
        assert all(gap(at, line) > 1.5 for line in drawn)


@settings(max_examples=30, deadline=None)
@given(worlds())
def test_outlines_are_closed_and_never_touch_each_other(world):
    grid, sea = world
    rings = outlines(grid, lattice_of(grid).where(sea.__getitem__), COAST)
    for number, ring in enumerate(rings):
        # a hex number between the ends parts them by its width
        assert hypot(ring[0][0] - ring[-1][0], ring[0][1] - ring[-1][1]) < 0.2 + 2 * NUMBER[0]
        for other in rings[:number]:
            assert min(gap(point, other) for point in ring[::2]) > 0.03


def test_a_straight_coast_is_no_zigzag():
    """Along a row the hexsides turn by 60 degrees; the coast by less than 20."""
    grid = Grid("pointy", "odd", (Sheet("m", 20, 6, "{row:A}{col}"),))
    for ring in outlines(grid, lattice_of(grid).where(lambda hex_: hex_ < 60), COAST):
        for a, b, c in zip(ring, ring[1:], ring[2:], strict=False):
            if all(2 < x < 18 and 1 < y < 4 for x, y in (a, b, c)):
                one, two = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
                turn = (one[0] * two[0] + one[1] * two[1]) / hypot(*one) / hypot(*two)
                assert degrees(acos(min(turn, 1.0))) < 20


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=9))
@settings(deadline=None)
def test_lines_keep_their_ends(corners):
    for bend in (AREA, WATER, STRAIGHT):
        line = bend_line(corners, bend, closed=False)
        assert hypot(line[0][0] - corners[0][0], line[0][1] - corners[0][1]) < 1e-6
        assert hypot(line[-1][0] - corners[-1][0], line[-1][1] - corners[-1][1]) < 1e-6


def test_the_coast_runs_on_beyond_the_rim(skirmish):
    linked = hex_map(skirmish())
    frame = whole_map(linked, 1.0)
    left, top, right, bottom = frame.box
    for ring in sea_rings(linked):
        ends = [(x, y) for x, y in ring if left <= x <= right and top <= y <= bottom]
        assert any(x < left + 0.2 for x, _ in ends)
        assert any(x > right - 0.2 for x, _ in ends)


def test_both_sheets_have_the_same_coast_at_their_join(skirmish, ground):
    """The path of the sea is the same in both, to the last digit."""
    game = skirmish()
    linked = hex_map(game)
    found = []
    for name in ("west", "east"):
        _, root, _ = ground(game, sheet(linked, 15.0, name))
        found.append(next(each.get("d") for each in root.iter() if each.get("id") == "sea-outline"))
    assert found[0] == found[1]


@settings(max_examples=40, deadline=None)
@given(worlds())
def test_the_coast_keeps_clear_of_hex_numbers(world):
    """Of their middles by more than half a line of figures, at every size from 15 mm on."""
    grid, sea = world
    rings = outlines(grid, lattice_of(grid).where(sea.__getitem__), COAST)
    up = 0.452 if grid.orientation == "pointy" else 0.44
    for hex_ in range(len(grid)):
        x, y = centre(grid, hex_, 1.0)
        for ring in rings:
            assert all(hypot((a - x) / 0.16, (b - y + up) / 0.095) > 0.99 for a, b in ring)
