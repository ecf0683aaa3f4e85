"""A unit that is in one hex at both starts around a date: certain only where the front did not move between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.drafts.dates import dossier_dates
from scenario_forge.drafts.methods import draft_sides
from scenario_forge.game.reading.workspace import Workspace

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
HEAD = "basis: printed\ncolumns: [{id: desert, label: Desert}]\nevents:\n"
OB = """\
basis: printed
side: %s
title: ORDER OF BATTLE
columns:
  - {id: dec40,  label: Dec 40, start: dec40}
  - {id: dec40+, label: "",     after: dec40}
  - {id: mar41,  label: Mar 41, start: mar41}
  - {id: mar41+, label: "",     after: mar41}
units:
%s"""


def drafted(*events, away="EE5"):
    """Rows of January, of two starts with everybody in one hex; ``away``: of the fourth in March."""
    sides = {"allied": {1: ("FF4", "FF4"), 4: ("EE5", away)}, "axis": {3: ("C3", "C3"), 4: ("E2", "E2")}}
    names = {("allied", 1): "1 Arm Brig", ("allied", 4): "4/1 Ind", ("axis", 3): "60 Div.", ("axis", 4): "Arm Brig."}
    files = {"chronology.yaml": HEAD + "".join(f"  - {{{each}}}\n" for each in events)} if events else {}
    for side, units in sides.items():
        rows = "".join(
            f"  - {{no: {no}, name: {names[side, no]}, dec40: {one}, mar41: {other}}}\n"
            for no, (one, other) in units.items()
        )
        files[f"orders-of-battle/{side}.yaml"] = OB % (side, rows)
    game = Workspace(SKIRMISH).load("none", files=files)
    made = draft_sides(game, dossier_dates(game, "2/41"), "roles")
    return {row.unit.key: row for draft in made.drafts for row in draft.rows}


STILL = "date: 15/1/41, control: {marsa_akra: axis}"


def test_who_is_there_at_both_starts_with_a_front_that_never_moved_is_certain():
    row = drafted(STILL)["allied", 4]
    assert (row.token.place, row.open) == ("EE5", False)
    assert "there at both starts, with the front in one place" in row.why
    assert drafted(STILL, away="EE4")["allied", 4].open


@pytest.mark.parametrize(
    "moved", ["date: 15/12/40, control: {marsa_akra: allied}", "date: 25/1/41, control: {marsa_akra: allied}"]
)
def test_where_the_front_stood_elsewhere_between_it_is_a_guess(moved):
    """It went to Marsa Akra for a time; in the first case it is back by February."""
    rows = drafted(moved, *([] if "25/1" in moved else ["date: 20/1/41, control: {marsa_akra: axis}"]))
    behind = rows["axis", 3]
    assert (behind.token.place, behind.open, behind.guess) == ("C3", True, "stays")
    assert any(each.startswith("such guesses are") for each in behind.why)
    in_line = rows["allied", 4]
    assert in_line.open
    assert in_line.guess not in ("", "stays")
