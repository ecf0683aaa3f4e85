"""Spans of a clause that hold a value twice, or leave one out."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

GAME = Path(__file__).parents[1] / "games" / "skirmish"
PRINTED = "Two players fight for the fort at Marsa Akra."


@pytest.mark.parametrize(
    ("spans", "messages"),
    [
        ("0 to 3, 4 to 12, 13 to 21 and 22 to 29", []),
        ("0 to 3, 4 to 12, 12 to 21 and 22 to 29", ["`4 to 12` and `12 to 21` both hold 12"]),
        ("0 to 3, 4 to 12, 14 to 21 and 22 to 29", ["`4 to 12` and `14 to 21` leave out 13"]),
        ("0 to 3, 4 to 12, 16 to 21 and 22 to 29", ["`4 to 12` and `16 to 21` leave out 13 to 15"]),
        ("1 to 3, 5 to 6, 8 to 9 and 12 to 14", []),  # no list that is meant to hold every value
    ],
)
def test_neighbours_that_do_not_meet_are_named(spans, messages):
    text = (GAME / "rulebook.yaml").read_text("utf-8")
    assert PRINTED in text
    new = text.replace(PRINTED, f"Two players fight for the fort at Marsa Akra, at {spans} hexes.")
    found = check(Workspace(GAME).load("none", {"rulebook.yaml": new}))
    assert [f.message for f in found if f.code.id == "RUL064"] == messages
