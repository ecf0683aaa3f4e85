"""The box fits its papers, closes, and says what the data say."""

from dataclasses import replace
from functools import cache
from io import BytesIO

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.hexes import centre, distance, extent
from scenario_forge.printing import tuck_box
from scenario_forge.printing.box_pictures import Inks, cover, front_of, picture
from scenario_forge.printing.brief import Brief, jobs_of
from scenario_forge.printing.counters.markers import lacking_pieces
from scenario_forge.printing.counters.units import figures
from scenario_forge.printing.map.frame import RIM, inside_rim
from scenario_forge.printing.profile import PAPERS, POINT, find_profile
from scenario_forge.printing.tuck_box import sample
from tests.printing.conftest import GAMES, SKIRMISH, pages

MARGIN = 8.0


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_both_sheets_lie_within_the_margins_of_the_paper(paper):
    for sheet in tuck_box.nets(paper):
        for x, y in sheet.outline:
            assert MARGIN <= x <= paper.width - MARGIN
            assert MARGIN <= y <= paper.height - MARGIN


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_panels_that_meet_are_as_long_as_each_other(paper):
    front, back = tuck_box.nets(paper)
    assert _size(front.panel) == pytest.approx(_size(back.panel))
    for sheet in (front, back):
        assert _size(sheet.side) == pytest.approx((tuck_box.DEPTH, _size(sheet.panel)[1]))
        assert _size(sheet.flap) == pytest.approx((_size(sheet.panel)[0], tuck_box.DEPTH))
        assert sheet.side[0] == sheet.panel[2]
    assert front.flap[3] == front.panel[1]
    assert back.flap[1] == back.panel[3]


def test_a_folded_sheet_goes_in():
    for paper, half in ((PAPERS["A4"], (148.5, 210)), (PAPERS["Letter"], (139.7, 215.9))):
        wide, high = _size(tuck_box.nets(paper)[0].panel)
        assert (wide, high) > half
        assert high > half[1]


@given(wide=st.floats(20, 300), high=st.floats(20, 300), at=st.integers(0, 159))
def test_a_window_never_shows_what_is_beyond_the_map(wide, high, at):
    linked = hex_map(_loaded(SKIRMISH))
    whole = extent(linked.grid, 1.0)
    size = max(wide / (whole[0] - 2 * RIM), high / (whole[1] - 2 * RIM))
    left, top, right, bottom = inside_rim(linked, size, (wide, high), centre(linked.grid, at, size))
    assert (right - left, bottom - top) == pytest.approx((wide, high))
    assert RIM * size - 1e-6 <= left
    assert RIM * size - 1e-6 <= top
    assert right <= (whole[0] - RIM) * size + 1e-6
    assert bottom <= (whole[1] - RIM) * size + 1e-6


def test_each_hex_of_land_goes_to_a_side_whose_unit_is_nearest(skirmish):
    game = skirmish()
    linked = hex_map(game)
    front = front_of(game, linked, ["no-such-scenario", *_scenarios(game)])
    assert len(front.units) == 2
    for hex_, side in front.nearest.items():
        near = {s: min(distance(linked.grid, hex_, unit) for unit in units) for s, units in front.units.items()}
        # over open land the straight way is the shortest; around water it may be longer
        assert near[side] <= min(near.values()) + 3
    assert {hex_ for hex_ in front.nearest if not linked.land[hex_]} <= {h for u in front.units.values() for h in u}


def test_sides_are_told_apart_without_colour(skirmish):
    game = skirmish()
    linked = hex_map(game)
    front = front_of(game, linked, _scenarios(game))
    brief = Brief(game, replace(find_profile(game)[0], ink="grey"))
    drawn = picture(brief, linked, front, 100, 100).svg()
    assert drawn.count("<circle") == len(list(front.units.values())[1])


@pytest.mark.sampled(2)
@pytest.mark.usefixtures("typeset_anew")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_the_box_has_title_sides_scenarios_and_counts(path):
    game = _loaded(path)
    (job,) = jobs_of("box", Brief(game, find_profile(game)[0]), [])
    made = job.make()
    text = " ".join(pages(made.pdf))
    assert text.count(game.title) >= 4
    for side in game.about.sides:
        assert side.name in text
    for credit in game.about.credits:
        assert (", ".join(credit.names) in text) == credit.here
    assert all(line in text for line in game.about.rights_lines)
    own = (marker for marker, _where in forces(game).markers.values())
    markers = sum(marker.count for marker in (*own, *lacking_pieces(game).markers))
    assert (f"{markers} markers" in text) == bool(markers)
    assert made.pdf == job.make().pdf
    with pikepdf.open(BytesIO(made.pdf)) as document:
        assert len(document.pages) == 2
        assert float(document.pages[0].mediabox[2]) * POINT == pytest.approx(210, abs=0.1)


def test_a_very_long_title_stays_on_the_box(skirmish):
    game = skirmish(
        ("game.yaml", "title: Skirmish on the Coast", "title: " + "Longest Imaginable Title of a Game " * 8)
    )
    (job,) = jobs_of("box", Brief(game, find_profile(game)[0]), [])
    with pikepdf.open(BytesIO(job.make().pdf)) as document:
        assert len(document.pages) == 2


def _size(box):
    return box[2] - box[0], box[3] - box[1]


@cache
def _loaded(path):
    return load_game(path, "all")


def _scenarios(game):
    return list(scenarios(game).scenarios)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_the_cover_shows_counters_of_the_front_the_same_each_time(path):
    game = _loaded(path)
    linked = hex_map(game)
    front = front_of(game, linked, _scenarios(game))
    canvas = cover(Brief(game, find_profile(game)[0]), linked, front, (130.0, 185.0), 52.0)
    shown = {mark.text for mark in canvas.texts}
    foot = [value.id for value in game.one("counters", CountersDocument)[0].values if value.at == "foot"]
    units = [counter.counter for counter in forces(game).counters.values()]
    assert len(foot) > 1
    assert shown & {*map(figures, units)} - {""}
    assert canvas.svg() == cover(Brief(game, find_profile(game)[0]), linked, front, (130.0, 185.0), 52.0).svg()


def test_a_cover_without_a_front_is_the_map_alone(skirmish):
    game = skirmish()
    assert not cover(Brief(game, find_profile(game)[0]), hex_map(game), None, (130.0, 185.0), 52.0).texts


def test_low_ink_leaves_the_faces_of_the_box_white(skirmish):
    game = skirmish()
    brief = Brief(game, replace(find_profile(game)[0], ink="low"))
    assert Inks.of(brief).ground == brief.palette["page"]


@given(width=st.floats(20, 200))
def test_counters_on_the_back_keep_to_their_row_and_show_each_nationality_first(width):
    game = _loaded(SKIRMISH)
    row = sample(Brief(game, find_profile(game)[0]), width)
    assert row.width == width
    assert all(mark.box[2] <= width for mark in row.texts)
    shown = row.svg().count('class="nationality"')
    assert shown >= min(3, int(width // 15))


def test_the_box_says_which_terrain_and_values_are_not_the_publishers(skirmish):
    game = skirmish(("map.yaml", "basis: printed", "basis: fitted"))
    (job,) = jobs_of("box", Brief(game, find_profile(game)[0]), [])
    assert "fitted to the geography" in " ".join(pages(job.make().pdf))
    (job,) = jobs_of("box", Brief(skirmish(), find_profile(game)[0]), [])
    assert "fitted to the geography" not in " ".join(pages(job.make().pdf))
