"""Pages to be joined: true size, the strip repeated exactly, all of the art covered, few pages."""

from __future__ import annotations

from io import BytesIO
from math import ceil

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.plan import plan_map
from scenario_forge.printing.map.sheets import jobs
from scenario_forge.printing.map.tiles import BAND, LEAST_MARGIN, roman, tile_art, tiles_pdf
from scenario_forge.printing.profile import PAPERS, POINT, Profile
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf

sizes = st.floats(20, 4000)


@given(wide=sizes, high=sizes, left=st.floats(-50, 50), overlap=st.floats(0, 30), paper=st.sampled_from(list(PAPERS)))
def test_the_windows_cover_the_art_and_repeat_the_overlap(wide, high, left, overlap, paper):
    profile = Profile(paper=PAPERS[paper], overlap=overlap)
    tiling = tile_art((left, 7.0, left + wide, 7.0 + high), profile)
    assert len(tiling.tiles) == tiling.rows * tiling.columns
    for tile in tiling.tiles:
        x0, y0, x1, y1 = tile.window
        margin = max(profile.margin, LEAST_MARGIN) - 1e-6
        assert x1 - x0 <= tiling.paper.width - 2 * margin
        assert y1 - y0 <= tiling.paper.height - 2 * margin - BAND
        east, south = tiling.tile(tile.row, tile.column + 1), tiling.tile(tile.row + 1, tile.column)
        assert x1 == pytest.approx(east.window[0] + overlap if east else left + wide)
        assert y1 == pytest.approx(south.window[1] + overlap if south else 7.0 + high)
    assert tiling.tiles[0].window[:2] == (left, 7.0)


@given(wide=sizes, high=sizes)
def test_no_orientation_needs_fewer_pages(wide, high):
    profile = Profile()
    count = len(tile_art((0, 0, wide, high), profile).tiles)
    for paper in (profile.paper, profile.paper.turned()):
        room = (paper.width - 20, paper.height - 20 - BAND)
        pages = [max(1, ceil((x - 10) / (r - 10) - 1e-9)) for x, r in zip((wide, high), room, strict=True)]
        assert count <= pages[0] * pages[1]


def test_rows_of_pages_have_roman_numbers_since_letters_name_hexes_and_papers():
    assert [roman(n) for n in (1, 4, 9, 14, 40, 99)] == ["I", "IV", "IX", "XIV", "XL", "XCIX"]


@pytest.fixture
def dotted(skirmish):
    """Art with one dot of 1 mm and its pages: (tiling, pdf, the dot)."""

    def make(dot, profile=None):
        brief = Brief(skirmish(), profile or Profile())
        art = (-12.0, 3.0, 488.0, 403.0)
        canvas = Canvas(520, 420, -22.0, -7.0)
        canvas.rect((dot[0] - 0.5, dot[1] - 0.5, dot[0] + 0.5, dot[1] + 0.5), fill="#000000")
        joined = sheets_pdf(brief, "joined", [PrintedPage(canvas, "joined", foot=False)])
        tiling = tile_art(art, brief.profile)
        return tiling, tiles_pdf(brief, "pages", tiling, art, lambda: joined, (-22.0, -7.0))

    return make


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_point_of_the_map_lands_where_it_must(dotted, paper):
    dot = (231.25, 187.5)
    tiling, pdf = dotted(dot, Profile(paper=PAPERS[paper]))
    document = pypdfium2.PdfDocument(pdf)
    seen = 0
    for number, tile in enumerate(tiling.tiles, start=1):
        left, top, right, bottom = tile.window
        if not (left + 1 < dot[0] < right - 1 and top + 1 < dot[1] < bottom - 1):
            continue
        seen += 1
        with pikepdf.open(BytesIO(pdf)) as opened:
            page = opened.pages[number]
            high = float(page.mediabox[3]) * POINT
            first = page.Contents[0].read_bytes().split() if isinstance(page.Contents, pikepdf.Array) else []
        part, shift_x, shift_y = float(first[8]), float(first[12]), float(first[13])
        assert part == 1
        x = shift_x * POINT + dot[0] - -22.0
        y = high - (shift_y * POINT + 420 - (dot[1] - -7.0))
        assert x == pytest.approx(tiling.at[0] + dot[0] - left, abs=0.01)
        assert y == pytest.approx(tiling.at[1] + dot[1] - top, abs=0.01)
        # and so it is seen: the middle of the dot's pixels
        scale = 254 / 72
        picture = document[number].render(scale=scale, grayscale=True).to_numpy()
        px, py = round(x * 10), round(y * 10)
        near = picture[py - 9 : py + 9, px - 9 : px + 9] < 128
        assert near.sum() == pytest.approx(100, abs=12)
        assert near.nonzero()[1].mean() + px - 9 + 0.5 == pytest.approx(x * 10, abs=0.6)
        assert near.nonzero()[0].mean() + py - 9 + 0.5 == pytest.approx(y * 10, abs=0.6)
    assert seen >= 1


def test_neighbours_show_the_same_in_the_strip_they_share(skirmish):
    made = {job.title: job.make() for job in jobs(Brief(skirmish()), []) if "_pages_" in job.file}
    ((_, pages),) = made.items()
    tiles = len(pypdfium2.PdfDocument(pages.pdf)) - 1
    assert pages.facts == {"hexes": 160, "sheets": 2, "tiles": tiles, "cuts": pages.facts["cuts"]}
    assert pages.facts["cuts"] >= tiles - 1 + 4, "each page but the first has one at its left or above"
    with pikepdf.open(BytesIO(pages.pdf)) as document:
        forms = [
            form.objgen
            for page in list(document.pages)[1:]
            for form in page.Resources.XObject.values()
            if float(form.BBox[2]) > 800
        ]
    assert len(forms) == pages.facts["tiles"]
    (job,) = [job for job in jobs(Brief(skirmish()), []) if "_pages_" in job.file]
    tiling = tile_art(*_tiled(skirmish))
    strips = [_strip(job.make().pdf, tiling, tiling.tile(0, column), column) for column in (0, 1)]
    alike = abs(strips[0] - strips[1]).mean()
    shifted = abs(strips[0][:, 10:] - strips[1][:, :-10]).mean()
    assert alike < 4 < shifted
    assert len(set(forms)) == 1, "one copy of the art"


def _tiled(skirmish):
    brief = Brief(skirmish())
    return plan_map(brief, hex_map(brief.game)).art, brief.profile


def _strip(pdf, tiling, tile, column):
    """The strip that the first two pages of a row share, a hundred pixels for ten millimetres."""
    picture = pypdfium2.PdfDocument(pdf)[tile.row * tiling.columns + tile.column + 1]
    pixels = picture.render(scale=254 / 72, grayscale=True).to_numpy().astype(float)
    left, top, right, bottom = tile.window
    x = tiling.at[0] + (right - left - tiling.overlap if column == 0 else 0)
    y = tiling.at[1]
    return pixels[round(y * 10) + 20 : round((y + bottom - top) * 10) - 20, round(x * 10) + 5 : round(x * 10) + 95]


def test_tiles_say_where_they_belong(skirmish, text_of):
    brief = Brief(skirmish())
    (job,) = [job for job in jobs(brief, []) if "_pages_" in job.file]
    document = pypdfium2.PdfDocument(job.make().pdf)
    texts = [document[n].get_textpage().get_text_range() for n in range(len(document))]
    assert "I-1" in texts[0]
    for number, text in enumerate(texts[1:], start=2):
        assert f"page {number} of {len(texts)}" in text
        assert brief.words("full_size") in text
        assert "50 mm" in text
        assert "Skirmish on the Coast, edition 1.0" in text


def test_the_art_is_cut_at_its_trim_box_and_marks_lie_outside(skirmish):
    for job in jobs(Brief(skirmish()), []):
        with pikepdf.open(BytesIO(job.make().pdf)) as document:
            page = document.pages[-1]
            media, trim, bleed = (
                [float(v) for v in box]
                for box in (page.mediabox, page.trimbox, page.obj.get("/BleedBox", page.trimbox))
            )
        assert media[0] < trim[0] < trim[2] < media[2]
        if "_pages_" not in job.file:
            assert trim[0] - bleed[0] == pytest.approx(1.5 / POINT, abs=0.01)


@pytest.mark.usefixtures("typeset_anew")
def test_the_same_game_gives_the_same_bytes(skirmish):
    one, two = ([(job.file, job.make().pdf) for job in jobs(Brief(skirmish()), [])] for _ in range(2))
    assert one == two
    assert [name.split("_")[2] for name, _ in one] == ["west", "east", "joined", "pages"]


def test_hexes_and_places_are_elements_with_ids_of_their_own(skirmish):
    (west, *_) = [job.make() for job in jobs(Brief(skirmish()), [])]
    (svg,) = west.svgs.values()
    for name in ('id="hex-G6"', 'id="label-0"', 'id="panel-title"', 'id="adjoins-Camp"'):
        assert svg.count(name) == 1


def test_a_game_without_a_map_prints_none(skirmish):
    game = skirmish(("map.yaml", "  rows: 8\n", "  rows: 8\n  first_row: -40\n"))
    assert list(jobs(Brief(game), [])) == []
