"""A person plays a game of chits: set-up in an area, entry, riding, fire at who moves, chits and dice typed in."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from scenario_forge.cli.main import run

FOLDER = Path(__file__).parents[2] / "content/rats-of-tobruk"
SET_UP = [
    "B/2/13",
    "HQ 2/13 4138", "A/2/13 4140", "B/2/13 4140", "C/2/13 4138", "D/2/13 4138", "Bush/2/13 4140", *["any"] * 100,
]  # fmt: skip
FIRST_TURN = [
    "3", "HQ I/5Pz HQ 2MG", "", "HQ 2/13", "",
    "HQ I/5Pz", "2/5Pz to 4343", "HQ I/5Pz to 4346", "end",
    "HQ 2MG", "HQ 2MG to 4346", "1/2MG to 4344", "mount 1/2MG", "end",
    "HQ 2/13", "end",
]  # fmt: skip
RIDE = [
    "3", "HQ I/5Pz HQ 2MG", "", "HQ 2/13", "",
    "HQ 2MG", "1/2MG to 4343", "debark 1/2MG", "mount 1/2MG 2/5Pz", "end",
    "HQ I/5Pz", "2/5Pz by 4242 4241", "", "map 4241",
]  # fmt: skip


@pytest.fixture(scope="module")
def said():
    """What is said in a game of both sides with typed dice, up to the fire at a tank with a rider."""
    return played(*SET_UP, *FIRST_TURN, *RIDE, "Bush/2/13 2/5Pz", "", "6, 6", "66", "units axis 4241")


def played(*lines):
    """What the terminal shows to a person that types these lines."""
    with pytest.MonkeyPatch.context() as patch:
        shown = io.StringIO()
        patch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        patch.setattr("sys.stdout", shown)
        run(["play", str(FOLDER), "-s", "easter-battle", "--human", "all", "--dice"])
    return shown.getvalue()


def test_who_is_set_up_next_is_said_to_who_names_another(said):
    assert "HQ 2/13 is set up next  [17.7.1]" in said


def test_chits_are_asked_for_and_typed_by_their_names(said):
    assert "axis, chits for the cup [3.4]: chit" in said
    assert "throw for draw (HQ 2/13, HQ 2MG; or roll):   the chit of HQ 2MG is drawn" in said
    assert "draw: die" not in said, "a chit is no die"


def test_a_chit_that_the_machine_draws_is_told_by_its_name():
    drawn = played(*SET_UP, *FIRST_TURN[:9], "roll").split("throw for draw (HQ 2/13, HQ 2MG; or roll):   ")[1]
    assert drawn.splitlines()[0] in ("HQ 2/13", "HQ 2MG")


def test_whose_chit_is_drawn_stands_beside_the_phase(said):
    assert "axis, movement, HQ I/5Pz [9.0.1]: unit" in said


def test_a_word_that_nothing_can_begin_with_now_is_refused_with_the_reason(said):
    """The first time the lorries have spent their points and have not debarked."""
    assert "`mount`: no unit can do that now" in said
    assert "1/2MG mounts 2/5Pz" in said


def test_a_way_is_typed_hex_after_hex_behind_the_word_of_the_game(said):
    assert "2/5Pz by 4242 4241> " in said
    assert "2/5Pz enters 4242" in said


def test_who_fires_at_a_move_is_told_who_moves_and_where(said):
    assert "allied, opportunity fire, 2/5Pz in 4241 [11.3.27]: unit" in said
    assert "casualty: the unit is pinned and depleted" in said


def test_the_map_counts_the_units_of_each_side_where_they_have_no_strength(said):
    assert "Ax2" in said.split("[4241]")[1].splitlines()[1]
    assert "markers: u units" not in said


def test_two_dice_are_typed_one_behind_the_other_and_told_once(said):
    assert "it is one of 11, 12, … 66" in said, "6, 6 is how they are shown"
    assert "Bush/2/13 fires at 2/5Pz: 6 and 6 on the dice" in said
    assert "direct fire: die" not in said


def test_a_rider_jumps_off_a_tank_that_is_hit(said):
    assert "1/2MG jumps off 2/5Pz" in said
    assert "2/5Pz  (depleted, pinned)" in said


def test_a_score_of_losses_says_whose_they_are(said):
    assert "score: axis 0, allied 3 (strength that the enemy has lost)" in said
