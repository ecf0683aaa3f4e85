"""Terrains are told apart without colour."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import numpy as np
import pypdfium2
import pytest

from scenario_forge.documents.map_ import Texture
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.hexes import Grid, Sheet
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.ground import terrain_look
from scenario_forge.printing.map.hexsides import side_look
from scenario_forge.printing.map.land import MARKS, VARIANTS, Pattern, mark_spots, pattern
from scenario_forge.printing.profile import find_profile
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage as Page
from scenario_forge.printing.typeset import sheets_pdf
from tests.printing.conftest import SKIRMISH

SIZE = 15.0
SCALE = 8
GRID = Grid("pointy", "even", (Sheet("m", 4, 4, "{row:A}{col}"),))


@pytest.fixture(scope="module")
def rendered():
    """For each texture its patterns in grey on white, as darkness from 0 to 1 by row and column."""
    game = load_game(SKIRMISH)
    brief = Brief(game, find_profile(game, "grey")[0])
    canvas = Canvas(SIZE * VARIANTS, 20.0 * len(MARKS))
    for row, look in enumerate(MARKS):
        for variant in range(VARIANTS):
            name = pattern(canvas, brief.palette, GRID, Pattern(look, variant), SIZE)
            canvas.use(name, ((variant + 0.5) * SIZE, 20.0 * row + 10.0))
    page = pypdfium2.PdfDocument(sheets_pdf(brief, "textures", [Page(canvas, "t", foot=False)]))[0]
    picture = np.asarray(page.render(scale=SCALE * 25.4 / 72).to_pil().convert("L"), dtype=float)
    high, wide = 20 * SCALE, round(SIZE * SCALE)
    return {
        look: [1 - picture[row * high : (row + 1) * high, v * wide : (v + 1) * wide] / 255 for v in range(VARIANTS)]
        for row, look in enumerate(MARKS)
    }


def taken_in(dark):
    """What an eye takes in of a texture: how dark, how thick its marks, and which way their edges run."""
    down, across = np.gradient(dark)
    strong = np.hypot(down, across)
    ways, _ = np.histogram(np.arctan2(down, across) % np.pi, bins=8, range=(0, np.pi), weights=strong)
    return np.array([*(ways / ways.sum()), np.log(dark.mean()) / 4, np.log(dark.sum() / strong.sum()) / 2])


def test_textures_differ_more_from_each_other_than_from_themselves(rendered):
    """Two patterns of one texture are much alike; two textures, in grey and without their grounds, are not."""

    def apart(one, two):
        return float(np.abs(one - two).sum())

    seen = {look: [taken_in(dark) for dark in patterns] for look, patterns in rendered.items()}
    means = {look: sum(each) / len(each) for look, each in seen.items()}
    spread = {look: sum(apart(one, means[look]) for one in each) / len(each) for look, each in seen.items()}
    for one, two in combinations(MARKS, 2):
        assert apart(means[one], means[two]) > 2 * max(spread[one], spread[two]), (one, two)


def test_each_texture_is_seen_in_every_hex_and_stays_calm(rendered):
    for look, patterns in rendered.items():
        assert all(0.004 < dark.mean() < 0.2 for dark in patterns), look


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("look", MARKS)
def test_marks_leave_room_for_number_and_symbols(orientation, look):
    count = MARKS[look][1]
    for variant in range(VARIANTS):
        assert len(mark_spots(orientation, count, variant, True)) >= count / 2
        around = mark_spots(orientation, count, variant, False)
        assert len(around) >= 2
        assert all(x * x + y * y >= 0.15 for x, y, _ in around)


def test_only_plain_land_and_sea_have_no_marks():
    assert set(get_args(Texture)) - MARKS.keys() == {"plain", "sea"}


def test_kinds_that_name_a_drawing_get_it_so_that_no_two_of_a_small_game_look_alike():
    linked = hex_map(load_game(SKIRMISH))
    grounds = [terrain_look(linked, kind.id) for kind in linked.document.terrain]
    sides = [side_look(linked, kind.id) for kind in linked.document.hexside_kinds]
    assert grounds == ["sea", "plain", "dunes", "rough", "depression"]
    assert sides == ["ridge", "escarpment", "river", "wire"]
