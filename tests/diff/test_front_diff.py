"""A front that has moved is told with the land that changes hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import load_game
from scenario_forge.compare.scenarios import compare_scenarios

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
    found = told(siege(LINE), siege(LINE, "control: {Zawia: allied}"))
    assert ("F1 (Zawia)", "Allied holds it, not Axis", ("F1",)) in found


@pytest.mark.parametrize(("lines", "said"), [((None, LINE), "is drawn"), ((LINE, None), "is drawn no more")])
def test_a_front_that_is_drawn_or_taken_out(lines, said):
    found = told(*(siege(line) for line in lines))
    assert [what for subject, what, _hexes in found if subject == "The front"] == [said]
