"""Sheets, ink, cuts and minutes add up as START-HERE says."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief, jobs_of, words_of
from scenario_forge.printing.home.effort import effort, effort_words, in_hours
from scenario_forge.printing.home.ink import coverage, ink_of
from scenario_forge.printing.profile import PAPERS, Profile
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf
from tests.printing.conftest import SKIRMISH

A4 = PAPERS["A4"]


def test_what_the_printer_at_home_prints_is_added_up(box):
    found = effort(box, A4)
    assert (found.sheets, found.sides) == (7 + 2 + 1 + 2 + 1 + 13, 7 + 3 + 2 + 2 + 2 + 26)
    assert found.ink == pytest.approx(2.5 + 1.0 + 0.1 + 2.0), "not the rules for the screen"
    assert (found.cuts, found.glued, found.joined, found.folded) == (31, 0, 6, 13), (
        "backs on the other side of the sheet: nothing is glued"
    )
    assert found.minutes == {
        "print": 42 * 0.25,
        "cut": 31 * 0.5,
        "join": 6 * 2.0,
        "fold": 13 * 0.25 + 5.0,
    }
    assert (found.covered, found.text_pages) == (round(100 * 5.6 / 42), round(5.6 / 0.05))


def test_work_that_there_is_none_of_takes_no_time(box, entry):
    assert set(effort(box[4:5], A4).minutes) == {"print"}
    assert effort([], A4).minutes == {}
    assert effort([], A4).covered == 0
    assert effort([entry("map", size=(594, 420), ink=3.0)], A4).ink == 0, "a poster comes from the copy shop"


@pytest.mark.parametrize(("print_as", "glued"), [("long", 0), ("short", 0), ("fold", 4), ("single", 4)])
def test_counters_are_glued_unless_their_backs_are_on_the_other_side(entry, print_as, glued):
    counters = entry("counters", pages=9, print_as=print_as, facts={"counters": 200, "sheets": 4})
    found = effort([counters], A4)
    assert (found.glued, found.minutes.get("glue", 0)) == (glued, glued * 10)


def test_the_parts_of_the_time_add_up_as_they_are_shown(box):
    words = words_of(load_game(SKIRMISH, "none"))
    for sides in range(1, 60, 7):
        found = replace(effort(box, A4), sides=sides, glued=1)
        total, *parts = (60 * int(h) + int(m) for h, m in re.findall(r"(\d+):(\d\d)", effort_words(words, found)[1]))
        assert total == sum(parts)


def test_the_words_give_cuts_ink_and_hours(box):
    words = words_of(load_game(SKIRMISH, "none"))
    ink, time, counted = effort_words(words, effort(box, A4))
    assert "13 %" in ink
    assert "112 pages" in ink
    assert time.startswith("31 cuts, and about 0:45 hours")
    assert "0:15 to cut" in time
    assert "half a minute for each cut" in counted
    assert effort_words(words, effort([], A4)) == []


def test_hours_are_given_to_five_minutes():
    assert [in_hours(minutes) for minutes in (0.5, 7, 57, 62.4, 62.6, 600)] == [
        "0:05", "0:05", "0:55", "1:00", "1:05", "10:00",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("colour", "layers"),
    [
        ((255, 255, 255), 0.0),
        ((0, 0, 0), 1.0),
        ((255, 0, 0), 2.0),
        ((0, 255, 255), 1.0),
        ((128, 128, 128), 127 / 255),
        ((128, 255, 255), 127 / 255),
    ],
)
def test_ink_is_black_for_what_three_colours_share(colour, layers):
    assert coverage(np.full((4, 3, 3), colour, dtype="uint8")) == pytest.approx(layers, abs=1e-5)


def test_ink_is_counted_in_sides_of_the_printers_paper():
    brief = Brief(load_game(SKIRMISH, "none"), replace(Profile(), paper=A4))
    canvas = Canvas(210, 297)
    canvas.rect((0, 0, 105, 297), fill="#000000")
    pdf = sheets_pdf(brief, "x", [PrintedPage(canvas, "half", foot=False)] * 2)
    assert ink_of(pdf, A4) == pytest.approx(1.0, abs=0.01)
    assert ink_of(pdf, PAPERS["A3"]) == pytest.approx(0.5, abs=0.01)


def test_the_cuts_of_the_box_and_of_labels_are_counted():
    """Both sheets of the box have eleven edges; labels, three a row, take four cuts down and one more across than rows."""
    brief = Brief(load_game(SKIRMISH, "none"), replace(Profile(), paper=A4))
    (box,) = jobs_of("box", brief, [])
    (labels,) = jobs_of("labels", brief, [])
    assert box.make().facts["cuts"] == 22
    facts = labels.make().facts
    assert facts["cuts"] == 4 + -(-facts["labels"] // 3) + 1
