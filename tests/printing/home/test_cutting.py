"""In the order in which START-HERE has sheets cut, both marks of each cut are there when it is made."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.layout import sheet_plan
from scenario_forge.printing.counters.sheets import Faces, sheet_pages
from scenario_forge.printing.home.cutting import Cut, tile_cuts, trim_cuts
from scenario_forge.printing.map.tiles import OFF, tile_art, tile_box, tile_page, tiling_cuts
from scenario_forge.printing.profile import Profile
from tests.printing.conftest import SKIRMISH

from .sheet import Sheet, marks_of


@pytest.fixture(scope="module")
def game():
    return load_game(SKIRMISH, "none")


def counters(game, **profile):
    """The front of the first sheet, its grid and its cuts."""
    brief = Brief(game, replace(Profile(), **profile))
    plan = sheet_plan(brief)
    page = sheet_pages(brief, plan, Faces(brief), "Counters", [])[0]
    cuts = plan.grid.cuts
    return Sheet(page.drawing.width, page.drawing.height, marks_of(page.drawing, "marks"), cuts), plan.grid, cuts


@pytest.mark.sampled(3)
@pytest.mark.parametrize("bleed", [1.5, 0.0])
@pytest.mark.parametrize("backs", ["long", "short", "fold", "none"])
def test_every_cut_of_counters_has_its_marks_and_frees_whole_counters(game, backs, bleed):
    sheet, grid, cuts = counters(game, backs=backs, bleed=bleed)
    for number, cut in enumerate(cuts):
        assert sheet.lacking(cut) == "", f"cut {number}"
        sheet.cut(cut)
        freed = len(sheet.pieces()) - 1
        assert freed == grid.columns * max(0, number - grid.columns - 1), "each cut across frees one row"
    areas = Counter(round(sheet.area(piece), 2) for piece in sheet.pieces())
    frame = grid.width * grid.height - grid.slots * grid.side**2
    assert areas == {round(grid.side**2, 2): grid.slots, round(frame, 2): 1}


def test_cuts_from_edge_to_edge_would_lose_the_marks(game):
    """What the page said before: all lines of one direction first, then each strip."""
    sheet, grid, cuts = counters(game)
    whole = [
        Cut((cut.start[0], 0.0), (cut.end[0], grid.height), cut.marks)
        if cut.start[0] == cut.end[0]
        else Cut((0.0, cut.start[1]), (grid.width, cut.end[1]), cut.marks)
        for cut in cuts
    ]
    sheet = Sheet(grid.width, grid.height, sheet.marks, whole)
    said = []
    for cut in whole:
        said.append(sheet.lacking(cut))
        sheet.cut(cut)
    assert said[0] == ""
    assert all(said[grid.columns + 1 :])


def map_page(game, wide, high, tile_number):
    brief = Brief(game, Profile())
    tiling = tile_art((0.0, 0.0, wide, high), brief.profile)
    tile = tiling.tiles[tile_number]
    return brief, tiling, tile, tile_page(brief, tiling, tile).drawing


@pytest.mark.parametrize(
    ("number", "left", "above"), [(0, False, False), (1, True, False), (3, False, True), (4, True, True)]
)
def test_the_cuts_of_a_page_of_the_map_have_their_marks_and_leave_its_right_and_lower_edge(game, number, left, above):
    brief, tiling, tile, drawing = map_page(game, 500.0, 500.0, number)
    assert (tiling.columns, tile.column > 0, tile.row > 0) == (3, left, above)
    box, paper = tile_box(tiling, tile), (tiling.paper.width, tiling.paper.height)
    cuts = tile_cuts(box, paper, brief.profile.bleed + OFF, left=left, above=above)
    assert len(cuts) == left + above
    sheet = Sheet(*paper, marks_of(drawing, "mark"), cuts)
    for cut in cuts:
        assert sheet.lacking(cut) == ""
        sheet.cut(cut)
    kept = max(sheet.pieces(), key=sheet.area)
    wide, high = paper[0] - (box[0] if left else 0), paper[1] - (box[1] if above else 0)
    assert sheet.area(kept) == pytest.approx(wide * high, rel=1e-4)


def test_a_left_margin_cut_off_first_would_take_the_mark_of_the_upper_cut(game):
    brief, tiling, tile, drawing = map_page(game, 500.0, 500.0, 4)
    box, paper = tile_box(tiling, tile), (tiling.paper.width, tiling.paper.height)
    left, above = tile_cuts(box, paper, brief.profile.bleed + OFF, left=True, above=True)
    through = Cut((box[0], 0.0), left.end, left.marks)
    sheet = Sheet(*paper, marks_of(drawing, "mark"), [through, above])
    assert sheet.lacking(through) == ""
    sheet.cut(through)
    assert sheet.lacking(above) == "a mark lies on another piece"


def test_the_outer_edges_are_trimmed_along_marks(game):
    brief, tiling, tile, drawing = map_page(game, 120.0, 120.0, 0)
    box, paper = tile_box(tiling, tile), (tiling.paper.width, tiling.paper.height)
    cuts = trim_cuts(box, paper, brief.profile.bleed + OFF)
    sheet = Sheet(*paper, marks_of(drawing, "mark"), cuts)
    for cut in cuts:
        assert sheet.lacking(cut) == ""
        sheet.cut(cut)
    assert any(sheet.area(piece) == pytest.approx(120.0**2, rel=1e-4) for piece in sheet.pieces())


def test_all_cuts_of_a_tiled_map_are_counted(game):
    """3 × 3 pages: two columns have pages at their left, two rows above them; four cuts go around the whole."""
    brief, tiling, _tile, _drawing = map_page(game, 500.0, 500.0, 0)
    assert tiling.columns == 3
    left, above = (tiling.columns - 1) * tiling.rows, (tiling.rows - 1) * tiling.columns
    assert len(tiling_cuts(brief, tiling)) == left + above + 4
