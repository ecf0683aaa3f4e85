"""A front that has moved is told with the land that changes hands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.api import load_game
from scenario_forge.compare.scenarios import compare_scenarios
from scenario_forge.reports.diff import DiffSide, diff_page

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
SIEGE = (SKIRMISH / "scenarios/siege.yaml").read_text("utf-8")
LINE = "G3/F2, F3/F2, F3/E3, F3/E4, F4/E4, E5/E4, E5/D4, D5/D4, D5/C5, C6/C5, B5/C5, B5/B4, B5/A5, A6/A5"


def siege(line, *more):
    front = f"front:\n  - sides: [{line}]\n" if line else ""
    return load_game(SKIRMISH, files={"scenarios/siege.yaml": SIEGE + front + "\n".join(more) + "\n"})


def told(before, after):
    return [(c.subject, c.what, c.hexes_after) for c in compare_scenarios(before, "siege", after, "siege")]


def test_the_same_line_in_other_words_is_no_change():
    other = ", ".join(reversed(["/".join(reversed(pair.split("/"))) for pair in LINE.split(", ")]))
    assert told(siege(LINE), siege(other)) == []


def test_land_that_changes_hands_is_counted_and_named():
    moved = LINE.replace("B5/B4, B5/A5, A6/A5", "B5/B4, A5/B4, A5/A4")
    assert told(siege(LINE), siege(moved)) == [("The front", "has moved: 1 hex to Allied", ("A5",))]


def test_places_are_told_by_their_names():
    found = told(siege(LINE), siege(LINE, "control: {zawia: allied}"))
    assert ("F1 (Zawia)", "Allied holds it, not Axis", ("F1",)) in found


@pytest.mark.parametrize(("lines", "said"), [((None, LINE), "is drawn"), ((LINE, None), "is drawn no more")])
def test_a_front_that_is_drawn_or_taken_out(lines, said):
    found = told(*(siege(line) for line in lines))
    assert [what for subject, what, _hexes in found if subject == "The front"] == [said]


def page(before, after):
    changes = compare_scenarios(before, "siege", after, "siege")
    return diff_page(DiffSide(before, "siege", "one"), DiffSide(after, "siege", "other"), changes)


def lines(html, kind):
    """The front of one of the pictures on the page: the paths of its lines."""
    part = re.search(rf'<g class="{kind}">(.*?)(?=<g class="(?:all|only)|</svg>)', html, re.DOTALL)[1]
    return [re.findall(r' d="(M[^"]*)"', found)[-1] for found in re.findall(r'<g class="front".*?</g>', part)]


def test_each_picture_has_its_own_front_and_that_of_the_changes_has_both():
    html = page(siege(LINE), siege(LINE.replace("B5/B4, B5/A5, A6/A5", "B5/B4, A5/B4, A5/A4")))
    (was,), (now,) = lines(html, "only first"), lines(html, "only then")
    assert was != now
    assert lines(html, "all") == [was, now]
    assert "the front before" in html


def test_the_key_does_not_say_that_land_which_changed_hands_is_other_ground():
    html = page(siege(LINE), siege(LINE, "control: {zawia: allied}"))
    assert "the map or its owner has changed here" in html
    assert "itself has changed" not in html


def test_a_start_without_a_drawn_front_has_that_between_those_who_stand_there():
    html = page(siege(None), siege(LINE))
    assert len(lines(html, "only first")) == len(lines(html, "only then")) == 1


def test_a_front_that_stays_is_drawn_once_and_the_key_names_what_is_there():
    html = page(load_game(SKIRMISH, files={"scenarios/siege.yaml": moved_unit(LINE)}), siege(LINE))
    assert len(lines(html, "all")) == 1
    assert "the front before" not in html
    assert "who holds it" not in html


def moved_unit(line):
    """The siege with its front and one unit elsewhere, well behind it."""
    unit = "set_up:\n  - {side: axis, units: [{no: 3, at: C2}]}\n"
    return SIEGE + f"front:\n  - sides: [{line}]\n" + unit
