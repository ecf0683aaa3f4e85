"""Fog of war (1.1) and stronger direct fire (18.1), each as an option."""

from __future__ import annotations

import pytest

from scenario_forge import check, load_game
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.modules.hidden import HIDDEN

from .position import ALLIED, AXIS, FOLDER, SEEN_FROM, Board

FOE, OTHER = "A/2/13", "B/2/13"
BUNKER = "3839"


class Foggy(Board):
    options = ("fog-of-war",)


class Strong(Board):
    options = ("stronger-direct-fire",)


def seen(board, name, side=AXIS):
    """Whether a side sees who a unit is."""
    return board.play.observe(board.state, side)["tables"]["units"]["place"][board.index[name]] != HIDDEN


@pytest.mark.clause("1.1.1", "1.1.2", "1.1.3", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("turn", "sandstorm", "away", "sees"),
    SEEN_FROM,
)
def test_enemies_are_seen_as_far_as_units_see(turn, sandstorm, away, sees):
    board = Foggy({"HQ 2MG": "2046", FOE: f"20{46 - away}"}, turn=turn, sandstorm=sandstorm)
    assert seen(board, FOE) == sees
    assert seen(board, FOE, ALLIED)
    assert seen(Board({"HQ 2MG": "2046", FOE: f"20{46 - away}"}, turn=turn, sandstorm=sandstorm), FOE), "an option"


@pytest.mark.clause("1.1.4", game="rats-of-tobruk")
def test_nobody_sees_into_a_bunker():
    assert not seen(Foggy({"1/2MG": "3840", FOE: BUNKER}), FOE)
    assert seen(Foggy({"1/2MG": "3838", FOE: "3837"}), FOE)


@pytest.mark.clause("1.1.5", game="rats-of-tobruk")
def test_who_fights_is_seen_even_in_a_bunker():
    board = Foggy({"1/2MG": "3840", FOE: BUNKER, OTHER: "3020"})
    data = {"attackers": [board.index["1/2MG"]], "guns": [], "support": [], "hex": board.hex(BUNKER)}
    board.state.stack = (Frame("battle", {"side": AXIS, **data}),)
    assert seen(board, FOE)
    assert not seen(board, OTHER)
    board.state.stack = (Frame("shot", {"firer": board.index[OTHER], "target": board.index["1/2MG"]}),)
    assert seen(board, OTHER)


@pytest.mark.clause("17.6.4", "17.7.7", "1.1.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("side", "own", "other"), [(AXIS, "HQ 2MG", "HQ 2/13"), (ALLIED, "HQ 2/13", "HQ 2MG")])
def test_chits_of_hidden_units_are_counted_too(side, own, other):
    """Each side sees its own headquarters, and its chit."""
    board = Foggy({name: {"at": at, "chit": 1} for name, at in (("HQ 2MG", "2046"), ("HQ 2/13", "3020"))})
    data = board.play.observe(board.state, side)
    columns = data["tables"]["units"]
    assert data["chits"] == [1, 1]
    assert [columns["chit"][board.index[name]] for name in (own, other)] == [1, 0]
    assert [columns["place"][board.index[name]] == HIDDEN for name in (own, other)] == [False, True]


@pytest.mark.clause("1.1.1", game="rats-of-tobruk")
def test_what_a_player_takes_for_the_state_does_not_tell_who_is_where():
    """Two units in the far corners change places: the side that sees neither takes both states for the same."""
    far = ["2020", "3020"]
    boards = [Foggy({"HQ 2MG": "2046", FOE: a, OTHER: b}) for a, b in (far, far[::-1])]
    guesses = [board.play.visible_state(board.state, AXIS) for board in boards]
    assert guesses[0].units.place.tolist() == guesses[1].units.place.tolist()
    assert {guesses[0].units.place[boards[0].index[name]] for name in (FOE, OTHER)} == set(map(boards[0].hex, far))


# -- stronger direct fire ----------------------------------------------------------------------------

GUN, TARGET = "2/5Pz", "D/7RTR"
"""A range of 3; a defence of 8."""


@pytest.mark.clause("18.1.1", "18.1.2", "18.1.3", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("thrown", "away", "usual", "strong"),
    [
        (36, 1, "casualty", "casualty"),  # 9 against 8 + 1; 6 + 3
        (26, 1, "pin", "casualty"),  # 8; 6 + 3
        (45, 1, "casualty", "pin"),  # 9; 5 + 3
        (55, 1, "casualty", "pin"),  # 10; 5 + 3
        (66, 2, "casualty", "pin"),  # 12 against 8 + 2; 6 + 3
        (16, 1, "miss", "miss"),
    ],
)
def test_the_higher_die_and_the_range_decide_instead_of_both_dice(thrown, away, usual, strong):
    for kind, result in ((Board, usual), (Strong, strong)):
        board = kind({GUN: "2040", TARGET: f"20{40 + away}"})
        fire, now = board.rules.modules["fire"], board.rules.at(board.state)
        assert fire.result(now, board.index[GUN], board.index[TARGET], thrown) == result


def test_no_option_is_idle_without_errata():
    """A change to nothing is not compared where the print may be what the option plays."""
    assert "SCN030" not in {each.code.id for each in check(load_game(FOLDER, errata="none"))}
