"""Hidden units on a variant of *A Day on the Ridge*: a player sees enemies where his units see them, and in combat."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.modules.hidden import HIDDEN
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, Board, variant

pytestmark = pytest.mark.rule("hidden", "sight")

VILLAGE = "0717"


@pytest.fixture(scope="module")
def foggy(tmp_path_factory):
    """Units see three hexes far, and nobody into a village."""
    sight = {"reach": {"usual": "eyes"}, "blocks": ["woods"]}
    return variant(tmp_path_factory.mktemp("foggy"), sight=sight, hidden={"never": ["village"]})


def seen(board, name, side=FRENCH):
    return board.play.observe(board.state, side)["tables"]["units"]["place"][board.index[name]] != HIDDEN


@pytest.mark.parametrize(("hex_", "sees"), [("0814", True), ("0813", True), ("0812", False)])
def test_enemies_are_seen_as_far_as_units_see(foggy, hex_, sees):
    board = Board(foggy, {"Friant": "0816", "Rohan": hex_}, "movement")
    assert seen(board, "Rohan") == sees
    assert seen(board, "Rohan", AUSTRIAN)


def test_nobody_is_seen_in_a_village_but_in_combat(foggy):
    board = Board(foggy, {"Friant": "0716", "Rohan": VILLAGE}, "assault")
    assert not seen(board, "Rohan")
    assert seen(board, "Friant", AUSTRIAN)
    data = {"attackers": [board.index["Friant"]], "hex": board.hex(VILLAGE), "side": FRENCH}
    board.state.stack = (Frame("battle", data),)
    assert seen(board, "Rohan")
    board.state.stack = (Frame("retreat", {"side": AUSTRIAN, "units": [board.index["Rohan"]]}),)
    assert seen(board, "Rohan")


def test_the_hexes_of_hidden_units_are_told_and_neither_who_they_are_nor_how_many(foggy):
    units = {"Friant": "0415", "Rohan": "0403", "Ulm": "0403", "Mayer": "0903"}
    board = Board(foggy, units, "movement", side=AUSTRIAN)
    told = board.play.observe(board.state, FRENCH)
    assert told["covered"] == sorted(map(board.hex, ("0403", "0903")))
    assert told["stack"] == [["movement", {"side": AUSTRIAN}]], "the enemy's data are not told"
    other = Board(foggy, {"Friant": "0415", "Mayer": "0403", "Ulm": "0903", "Rohan": "0903"}, "movement")
    guesses = [each.play.visible_state(each.state, FRENCH).units.place.tolist() for each in (board, other)]
    assert guesses[0] == guesses[1]


def test_what_a_player_guesses_follows_the_fight_that_is_resolved(foggy):
    """One attack after another has a step of the same name, and the units may stand as they stood."""
    board = Board(foggy, {"Friant": "0716", "Rohan": VILLAGE, "Ulm": "0403"}, "assault")
    fight = {"attackers": [board.index["Friant"]], "side": FRENCH}
    for hex_ in (VILLAGE, "0403"):
        board.state.stack = (Frame("battle", {**fight, "hex": board.hex(hex_)}),)
        guess = board.play.visible_state(board.state, FRENCH)
        assert guess.stack[-1].data["hex"] == board.hex(hex_)


def test_a_player_who_sees_all_is_shown_the_state_itself(foggy):
    board = Board(foggy, {"Friant": "0415", "Rohan": "0413"}, "movement")
    assert board.play.visible_state(board.state, FRENCH) is board.state


def test_a_whole_game(foggy):
    whole_game(foggy, ("competent", "competent"), 1)
