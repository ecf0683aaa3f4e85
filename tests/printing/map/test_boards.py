"""A map of several sheets that each fit on a page of the printer's paper: boards, printed one on a page."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.home.steps import sections
from scenario_forge.printing.map.plan import MARGIN, plan_map
from scenario_forge.printing.map.sheets import jobs, tracks_sheets
from scenario_forge.printing.profile import find_profile
from tests.printing.conftest import GAMES, SKIRMISH
from tests.printing.map.conftest import laid_out, load_game

FOUR = next(folder for folder in GAMES if folder.name == "western-desert")


def brief(folder, profile, paper):
    game = load_game(folder)
    return Brief(game, find_profile(game, profile)[0].on(paper))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_each_board_is_a_page_of_its_own_and_nothing_is_tiled(paper):
    made = brief(FOUR, "boards", paper)
    plan = plan_map(made, hex_map(made.game))
    assert (plan.board.width, plan.board.height) == (made.paper.height, made.paper.width), "boards lie"
    for art in plan.sheet_arts:
        assert art[2] - art[0] + 2 * MARGIN <= plan.board.width
        assert art[3] - art[1] + 2 * MARGIN <= plan.board.height
    files = [job.file.removeprefix("western-desert_map_") for job in jobs(made, [])]
    assert [name.partition("_")[0] for name in files] == ["harmat", "ualeb", "fuka", "duda", "joined", "tracks"]
    assert all(f"_{paper}_" in name for name in files if not name.startswith("joined"))


def test_a_board_bears_its_name_over_the_cut():
    made = brief(FOUR, "boards", "A4")
    job = next(job for job in jobs(made, []) if "_ualeb_" in job.file)
    (svg,) = job.make().svgs.values()
    assert "Board 2, Got el Ualeb" in svg


@pytest.mark.parametrize("folder", [each for each in GAMES if each != FOUR], ids=lambda folder: folder.name)
def test_a_map_whose_scenarios_name_no_boards_has_none(folder):
    assert laid_out(folder, "default").board is None


def test_hexes_too_large_for_the_paper_make_no_boards():
    made = brief(FOUR, "boards", "A4")
    wider = Brief(made.game, type(made.profile)(hex=29.5))
    assert plan_map(wider, hex_map(made.game)).board is None


def test_panels_beside_boards_keep_their_size_and_take_two_pages():
    """They are as large as beside small hexes; those below boards leave the rest to a page of tracks and the clock."""
    plan = laid_out(FOUR, "boards")
    assert plan.beside.unit == 1.0 < plan.style.unit
    assert {"title", "terrain-key"} <= {placed.panel.id for placed in plan.placed}
    assert len(tracks_sheets(plan.brief, plan.left_over)) == 2
    joined = laid_out(SKIRMISH, "large-counters")
    assert joined.beside.unit == joined.style.unit > 1.0


def test_the_first_page_says_how_boards_are_laid_not_how_tiles_are_joined():
    made, tiled = brief(FOUR, "boards", "A4"), {"tiles": 6}

    def joining(facts):
        entry = SimpleNamespace(component="map", facts=facts, file="a_map_x")
        folder = MagicMock(components={"map"}, at_home=[entry], bundles={})
        folder.sheets.return_value, folder.booklet.return_value = 4, False
        folder.poster_sizes.return_value = []
        title = made.words("start_joining")
        return next(each["steps"] for each in sections(made, folder) if each["title"] == title)

    assert joining({"boards": 1}) == [made.words("start_join_boards")]
    assert joining(tiled) == [made.words(f"start_join_{key}") for key in ("lay", "cut", "glue")]
