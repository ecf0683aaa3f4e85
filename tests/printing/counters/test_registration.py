"""Backs lie behind their fronts: the printed pages laid over each other, as a printer and a pair of hands do."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pypdfium2
import pytest

from scenario_forge.diagnostics import Severity
from scenario_forge.printing.counters.layout import (
    MARK_GAP,
    calibration_pages,
    crosses,
    grid_of,
    point_behind,
    sheet_plan,
)
from scenario_forge.printing.counters.sheets import Faces, jobs, sheet_pages
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.typeset import sheets_pdf
from tests.printing.registration import registration

WAYS = ("long", "short", "fold")
SIZES = (12.7, 15.875, 25.4)
SHIFTS = ((0.0, 0.0), (1.3, -0.8))


@pytest.fixture(scope="session")
def marked(game_with):
    """The small game with a different text on the back of every unit."""

    def work(text):
        text = re.sub(r", back: Rearm", "", text)
        return re.sub(r"(side: (\w+), +no: (\d+),.*?)\}", r"\1, back: B\2\3E}", text)

    return game_with(work)


def made(brief):
    return next(jobs(brief, [])).make()


def folded_over(brief, x, y):
    """Where a point of the front comes to lie on the page of the back: the paper turned, not our slots."""
    profile, paper = brief.profile, brief.paper
    if profile.backs == "fold":
        return x, 2 * grid_of(brief).fold - y
    x, y = (paper.width - x, y) if profile.backs == "long" else (x, paper.height - y)
    return x + profile.back_right, y + profile.back_down


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("backs", "paper", "size"), [*product(WAYS, ("A4", "Letter"), SIZES)])
def test_behind_every_unit_stands_its_own_back(backs, paper, size, marked, brief_of):
    right, down = SHIFTS[(SIZES.index(size) + WAYS.index(backs) + len(paper)) % 2]
    brief = brief_of(marked, paper, backs=backs, counter=size, back_right=right, back_down=down)
    plan = sheet_plan(brief)
    document = pypdfium2.PdfDocument(sheets_pdf(brief, "x", sheet_pages(brief, plan, Faces(brief), "x", [])))
    texts = [page.get_textpage() for page in document]
    checked = 0
    for sheet, slot, piece in plan.slots():
        if piece.item is None or not piece.id.startswith("counter-"):
            continue
        left, top, right_, bottom = plan.grid.front(slot)
        x, y = folded_over(brief, (left + right_) / 2, (top + bottom) / 2)
        half, height = size / 2, brief.paper.height
        box = (x - half, height - y - half, x + half, height - y + half)
        text = texts[sheet if backs == "fold" else 2 * sheet + 1].get_text_bounded(*(value / POINT for value in box))
        words = "".join(text.split())
        # what stands on its head is read backwards
        words = words if backs == "long" else words[::-1]
        assert f"B{piece.item.side}{piece.item.no}E" in words, (piece.id, words)
        checked += 1
    assert checked == 17


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("backs", "paper", "size", "shift"),
    [
        ("long", "A4", 12.7, SHIFTS[0]),
        ("long", "Letter", 15.875, SHIFTS[1]),
        ("long", "A4", 25.4, SHIFTS[1]),
        ("short", "A4", 12.7, SHIFTS[1]),
        ("short", "Letter", 25.4, SHIFTS[0]),
        ("fold", "A4", 15.875, SHIFTS[0]),
        ("fold", "Letter", 12.7, SHIFTS[1]),
    ],
)
def test_marks_grounds_and_words_of_both_sides_meet(backs, paper, size, shift, marked, brief_of):
    brief = brief_of(marked, paper, backs=backs, counter=size, back_right=shift[0], back_down=shift[1])
    assert registration(brief, made(brief).pdf) == []


def messages(brief, pdf):
    found = registration(brief, pdf)
    assert {(d.code.id, d.severity) for d in found} <= {("PRT007", Severity.ERROR)}
    assert {d.span.file for d in found} <= {"counters.yaml"}
    return " / ".join(d.message for d in found)


def test_backs_that_moved_are_found(brief_of):
    """A tenth of a millimetre is borne, two tenths are not."""
    brief = brief_of(backs="long")
    assert "apart to the side" in messages(brief, made(brief_of(backs="long", back_right=0.2)).pdf)
    assert "apart up or down" in messages(brief, made(brief_of(backs="long", back_down=-0.2)).pdf)
    assert messages(brief, made(brief_of(backs="long", back_right=0.05)).pdf) == ""


def test_backs_for_another_way_of_turning_are_found(brief_of):
    short = brief_of(backs="short")
    assert messages(short, made(brief_of(backs="long")).pdf)


def test_a_back_behind_the_wrong_unit_is_found(marked, brief_of, game_with):
    """Two backs of one nationality changed places: marks and grounds still meet, only the words tell."""

    def work(text):
        text = re.sub(r", back: Rearm", "", text)
        text = re.sub(r"(side: (\w+), +no: (\d+),.*?)\}", r"\1, back: B\2\3E}", text)
        swapped = text.replace("Baxis7E", "x").replace("Baxis8E", "Baxis7E")
        return swapped.replace("back: x}", "back: Baxis8E}")

    pdf = made(brief_of(game_with(work))).pdf
    found = messages(brief_of(marked), pdf)
    assert "counter `counter-axis-" in found
    assert "apart" not in found
    assert "fill" not in found


@pytest.mark.parametrize(("backs", "size", "bleed"), [*product(WAYS, SIZES, (0.0, 1.5, 3.0))])
def test_marks_stand_outside_the_art_on_the_paper(backs, size, bleed, brief_of):
    for paper in ("A4", "Letter", "A3"):
        grid = grid_of(brief_of(paper=paper, backs=backs, counter=size, bleed=bleed))
        assert grid.zone - grid.back_bleed - MARK_GAP >= 3.0 - 1e-9
        for box in (grid.box, grid.back_box):
            left, top, right, bottom = box
            assert min(left, grid.width - right) - grid.zone >= 9.9, "the printer leaves 10 mm white"
            assert min(top, grid.height - bottom) - grid.zone >= 9.9
        if backs == "fold":
            assert grid.fold - (grid.box[3] + grid.bleed) >= 5.0, "the fold stays 5 mm off the bleed"
            assert grid.back_box[1] - grid.back_bleed - grid.fold >= 5.0
        assert grid.back_bleed >= grid.bleed


def test_the_calibration_page_shows_zero_where_backs_meet_fronts(brief_of):
    """Each ruler's zero lies behind its cross once the sheet is turned and the printer's own shift is made good."""
    for backs, (right, down) in product(("long", "short"), SHIFTS):
        brief = brief_of(backs=backs, back_right=right, back_down=down)
        assert len(crosses(brief)) == 9
        for at in crosses(brief):
            assert point_behind(brief, at) == pytest.approx(folded_over(brief, *at))
        drawn = [page.drawing.svg() for page in calibration_pages(brief)]
        assert drawn[0].count('class="cross"') == drawn[1].count('class="rulers"') == 9
        said = " ".join(mark.text for page in calibration_pages(brief) for mark in page.drawing.texts)
        assert f"{right:g} mm to the right" in said


def test_the_calibration_page_is_called_so_and_asks_for_the_sum(brief_of):
    """It is drawn with the offset that is set: what is read a second time is what is still missing."""
    brief = brief_of(back_right=1.0)
    front, back = calibration_pages(brief)
    assert {front.label, back.label} == {"Calibration page, front", "Calibration page, back"}
    said = " ".join(mark.text for mark in front.drawing.texts).replace("-\u200c-", "--")  # no ligature
    assert "add it to the offset below" in said
    assert "forge printer --back-right 1.5mm --back-down 0.5mm" in said
    texts = [mark.box for mark in front.drawing.texts if mark.role == "text"]
    low, middle = max(box[3] for box in texts), crosses(brief)[3][1]
    assert low < middle - 8, "the text ends above the crosses in the middle"


def test_a_printer_that_is_corrected_registers(brief_of):
    """A printer moves backs 1 mm to the left: with 1 mm to the right in the profile they meet again."""
    brief = brief_of(back_right=1.0)
    grid, still = grid_of(brief), grid_of(brief_of())
    assert grid.box == still.box
    assert [a - b for a, b in zip(grid.back_box, still.back_box, strict=True)] == pytest.approx([1.0, 0.0, 1.0, 0.0])


def test_without_backs_there_is_nothing_to_meet(brief_of):
    brief = brief_of(backs="none")
    printed = made(brief)
    assert registration(brief, printed.pdf) == []
    assert printed.print_as == "single"
    assert [job.file.split("_")[1] for job in jobs(brief, [])] == ["counters"]
    assert replace(brief.profile, backs="long") != brief.profile
