"""Only what has changed is printed, at true size: counters register with their backs, patches are cut from the page."""

from __future__ import annotations

import io
import shutil

import numpy as np
import pypdfium2
import pytest

from scenario_forge.api.build import errata_sheet
from scenario_forge.cli.main import run
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing import reprints as changing
from scenario_forge.printing.brief import Brief, Job, PrintedDocument
from scenario_forge.printing.errata_sheet import lay_out, sheet_files
from scenario_forge.printing.pdf import join_rectangles
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.render import Reprint
from tests.printing.registration import registers

from .conftest import SKIRMISH, add_errata

SCALE = 150 / 72
MM = SCALE * 72 / 25.4


def picture(pdf: bytes, page: int):
    return pypdfium2.PdfDocument(io.BytesIO(pdf))[page].render(scale=SCALE, grayscale=True).to_numpy().squeeze()


def text(pdf: bytes) -> str:
    pages = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pages)


def test_two_counters_take_two_places_and_register(game, erratum):
    erratum(
        ("SK-100", "counters.units[allied/1].name", "1 Arm Brig", "9 Arm Brig"),
        ("SK-101", "orders-of-battle/allied.units[1].name", "1 Arm Brig", "9 Arm Brig"),
        ("SK-102", "counters.units[allied/3].name", "3/1 Ind", "3/9 Ind"),
        ("SK-103", "orders-of-battle/allied.units[3].name", "3/1 Ind", "3/9 Ind"),
    )
    made = errata_sheet(game)
    assert made.changed.counters == 2
    assert made.plan is not None
    assert made.plan.grid.slots == 2
    assert list(registers(made.brief, made.files["changes-counters"], plan=made.plan)) == []
    assert "9 Arm Brig (A1)" in text(made.files["changes"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("backs", ["long", "short", "fold", "none"])
def test_counters_register_however_their_backs_are_printed(monkeypatch, backs):
    monkeypatch.setattr(changing, "reprints", lambda *_args, **_more: [])
    before, after = (load_game(find_game("desert-rats"), errata) for errata in ("none", "all"))
    profile = Profile(backs=backs)
    made = changing.changed_parts(before, after, profile)
    files = sheet_files(Brief(after, profile), made, ("before", "after"), [])
    assert made.counters == 2
    assert list(registers(Brief(after, profile), files.counters, plan=files.plan)) == []


@pytest.fixture(scope="module")
def patched(tmp_path_factory):
    """A cell of a chart, and a hex of the map: the sheet is made once."""
    folder = tmp_path_factory.mktemp("patched") / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    add_errata(
        folder,
        ("SK-100", "charts.charts.combat_results.rows[2][0]", "2/0", "3/1"),
        ("SK-101", "map.rows[E].west", "cccccccccc", "cccrcccccc"),
    )
    return errata_sheet(folder)


def test_a_cell_of_a_chart_is_a_patch_at_true_size(patched):
    assert patched.changed.counters == 0
    charts = [patch for patch in patched.changed.patches if patch.title == "Charts and Tables"]
    assert len(charts) == 1
    layout = lay_out(patched.brief, patched.changed.patches)
    spot = next(spot for spots in layout for spot in spots if spot.patch is charts[0])
    number = next(number for number, spots in enumerate(layout) if any(spot.patch is charts[0] for spot in spots))
    ours = picture(patched.files["changes"], 1 + number)
    own = picture(charts[0].pdf, charts[0].page)
    left, top, right, bottom = charts[0].box
    inset = 0.6  # inside the cut line
    here = cut(ours, spot.at[0] + inset, spot.at[1] + inset, right - left - 2 * inset, bottom - top - 2 * inset)
    there = cut(own, left + inset, top + inset, right - left - 2 * inset, bottom - top - 2 * inset)
    assert here.shape == there.shape
    for ours_at, own_at in zip(ink(here), ink(there), strict=True):
        assert abs(ours_at - own_at) <= 1, "the same letters at the same place, to a dot of 0.17 mm"


def ink(dots):
    """The rectangle around what is dark."""
    rows, columns = np.nonzero(dots < 100)
    return int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())


def cut(dots, x, y, wide, high):
    return dots[round(y * MM) : round(y * MM) + round(high * MM), round(x * MM) : round(x * MM) + round(wide * MM)]


def test_the_list_says_where_each_patch_goes(patched):
    said = text(patched.files["changes"])
    assert "Charts and Tables, page 1:" in said
    assert "mm from the left" in said


def test_a_hex_of_the_map_is_a_patch_of_its_outline(patched):
    patches = [patch for patch in patched.changed.patches if patch.outlines]
    assert patches
    assert any("E4" in patch.place.split(", ") for patch in patches)
    assert all(len(outline) == 6 for patch in patches for outline in patch.outlines)


def test_where_nothing_has_changed_nothing_is_printed(game):
    made = errata_sheet(game, "none")
    assert made.changed.nothing
    assert "Nothing that was printed has changed" in text(made.files["changes"])


def test_only_what_came_after_a_version_is_on_the_sheet(game, erratum):
    path = erratum(("SK-100", "counters.units[allied/1].name", "1 Arm Brig", "9 Arm Brig"))
    erratum(("SK-101", "counters.units[allied/3].name", "3/1 Ind", "3/9 Ind"), since='"2"')
    path.write_text(
        path.read_text().replace("errata:\n", 'versions:\n  - {version: "1"}\n  - {version: "2"}\n\nerrata:\n', 1)
    )
    assert errata_sheet(game).changed.counters == 2
    made = errata_sheet(game, since="1")
    assert [piece.id for group in made.changed.groups for piece in group.pieces] == [made.plan.sheets[0][0].id]
    assert "SK-101" in text(made.files["changes"])
    assert "SK-100" not in text(made.files["changes"])


def test_the_command_writes_two_documents_once(game, erratum, capsys):
    erratum(("SK-100", "counters.units[allied/1].name", "1 Arm Brig", "9 Arm Brig"))
    assert run(["errata", "sheet", "skirmish", "--errata", "all", "--paper", "Letter"]) == 0
    names = sorted(path.name for path in (game.parent.parent / "build" / "skirmish").iterdir())
    assert sorted(name.split("_")[1] for name in names) == ["changes", "changes-counters"]
    assert "1 counter" in capsys.readouterr().out
    erratum(("SK-101", "counters.units[allied/3].name", "3/1 Ind", "3/9 Ind"))
    assert run(["errata", "sheet", "skirmish", "--errata", "all", "--paper", "Letter"]) == 2


def test_what_lies_close_is_one_patch():
    assert join_rectangles([(0, 0, 1, 1), (2, 0, 3, 1), (9, 0, 10, 1)]) == [(0, 0, 3, 1), (9, 0, 10, 1)]


def test_a_patch_is_cut_beside_words_and_not_through_them(game, erratum):
    """Only a letter of the cell is another; the whole word is on the patch, and nothing of it on the cut."""
    erratum(("SK-100", "orders-of-battle/allied.units[3].mar41+", '"R4/41, W6/41"', '"R4/41, W7/41"'))
    made = errata_sheet(game)
    assert not made.changed.whole or all("Order of Battle" not in whole.title for whole in made.changed.whole)
    (patch,) = [patch for patch in made.changed.patches if patch.title.startswith("Order of Battle, Allied")][:1]
    left, top, right, bottom = patch.box
    page = pypdfium2.PdfDocument(io.BytesIO(patch.pdf))[patch.page]
    high = page.get_height()
    point = 72 / 25.4
    inside = page.get_textpage().get_text_bounded(
        left * point, high - bottom * point, right * point, high - top * point
    )
    assert "R4/41, W7/41" in " ".join(inside.split())


def test_a_page_that_is_printed_whole_says_why(game, erratum):
    erratum(("SK-100", "orders-of-battle/allied.units[4].mar41", "G6", "F6"))
    made = errata_sheet(game)
    cards = [whole for whole in made.changed.whole if whole.title == "The Siege, Allied"]
    assert [whole.reasons for whole in cards] == [(("card", 0),)]
    assert "The Siege, Allied: page 1 (a card to be written on)" in text(made.files["changes"])


def blank(pages):
    document, data = pypdfium2.PdfDocument.new(), io.BytesIO()
    for _ in range(pages):
        document.new_page(100, 100)
    document.save(data)
    return data.getvalue()


def test_much_that_moves_is_printed_whole_with_how_much(monkeypatch):
    half = [(10.0, 10.0, 200.0, 150.0)]
    monkeypatch.setattr(changing, "page_sizes", lambda _pdf: [(210.0, 297.0)])
    monkeypatch.setattr(changing, "changed_squares", lambda *_args: half)
    monkeypatch.setattr(changing, "regions", lambda squares: squares)
    made = changing.ChangedParts()
    old, new = (Job("charts", "charts", "Charts", lambda pdf=pdf: PrintedDocument(pdf)) for pdf in (blank(1), blank(2)))
    document = Reprint(old, new, "before", "after")
    changing._pasted(document, made)
    assert made.whole[0].reasons == (("much", 43),)


def test_only_what_can_have_changed_is_drawn_and_the_sheet_is_the_same(game, erratum, monkeypatch):
    erratum(("SK-100", "orders-of-battle/allied.units[4].mar41", "G6", "F6"))
    seen, every = [], []
    made = errata_sheet(game, tell=seen.append)
    monkeypatch.setattr("scenario_forge.printing.render.INPUTS", {})
    monkeypatch.setattr("scenario_forge.printing.booklet.booklet.errata_list", lambda *_: None)  # no excerpt either
    assert errata_sheet(game, tell=every.append).changed == made.changed
    assert set(seen) < set(every)
    assert not [title for title in seen if "map" in title]
