"""Retreats into full hexes of the own side, which displace who is there; and who says which way units go."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.mind import Commander
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, Board, variant

pytestmark = pytest.mark.rule("retreat", "stacking", "effects")

AROUND = {"Friant": "0414", "Morand": "0314", "Gudin": "0313", "Legrand": "0513", "Carra": "0312"}
"""French on all sides of 0413 but 0412, which two Austrians fill."""
FULL = {"Rohan": "0412", "Mayer": "0412"}
NEAR = {"Nansouty": "0413", "Carra": "0312", "Legrand": "0513"}
"""French on all sides of 0412 but its north-eastern half."""


@pytest.fixture(scope="module")
def pressed(tmp_path_factory):
    """Retreats displace, and lead into zones of the enemy too."""
    return variant(tmp_path_factory.mktemp("pressed"), retreat={"into_zones": "free", "displaces": True})


@pytest.fixture
def otherwise(pressed, monkeypatch):
    """A change of the key `retreat` for one test."""
    retreat = pressed.play.board.modules["retreat"]
    return lambda **keys: monkeypatch.setattr(retreat, "given", retreat.given.model_copy(update=keys))


def retreating(ready, units, *names):
    """The board when units must retreat a hex."""
    board = Board(ready, units, "assault")
    data = {"side": AUSTRIAN, "units": [board.index[name] for name in names], "hexes": 1}
    board.state.stack = (Frame("retreat", data),)
    return board


def crowded(ready, units, came="Ulm"):
    """The board when a unit has come to 0412, which others fill."""
    board = Board(ready, {**units, **FULL, came: "0412"}, "assault")
    data = {"side": AUSTRIAN, "hex": board.hex("0412"), "moved": [board.index[came]]}
    board.state.stack = (Frame("displaced", data),)
    return board


def step(board):
    board.playout.advance()
    return board.state.stack[-1].step if board.state.stack else ""


def test_who_can_go_nowhere_else_displaces_a_unit_of_its_owners_choice(pressed):
    board = retreating(pressed, {**AROUND, **FULL, "Ulm": "0413"}, "Ulm")
    assert board.offered("Ulm") == ["0412"]
    board.act("Ulm", "0412")
    assert (step(board), board.playout.decider, board.offered()) == ("displaced", AUSTRIAN, ["Rohan", "Mayer"])
    board.act("Mayer")
    assert sorted(board.offered("Mayer")) == ["0411", "0413", "0511", "0512"]
    board.act("Mayer", "0511")
    assert [board.where(name) for name in ("Ulm", "Rohan", "Mayer")] == ["0412", "0412", "0511"]
    assert step(board) == ""


def test_where_there_is_room_elsewhere_nobody_is_displaced(pressed):
    units = {name: at for name, at in AROUND.items() if at != "0312"}
    board = retreating(pressed, {**units, **FULL, "Ulm": "0413"}, "Ulm")
    assert board.offered("Ulm") == ["0312"]
    board.act("Ulm", "0312")
    assert step(board) == ""


def test_where_nobody_is_displaced_a_unit_is_eliminated_that_could_only_go_into_a_full_hex(pressed, otherwise):
    otherwise(displaces=False)
    board = retreating(pressed, {**AROUND, **FULL, "Ulm": "0413"}, "Ulm")
    assert step(board) == ""
    assert [board.where(name) for name in ("Ulm", "Rohan", "Mayer")] == [-1, "0412", "0412"]


def test_who_is_displaced_displaces_others_in_turn(pressed):
    """0411, 0511 and 0512 are full; beyond them there is room."""
    full = {"Hohenlohe": "0411", "Lindenau": "0411", "Vukasovich": "0511", "Hessen": "0511", "Stipsicz": "0512"}
    board = crowded(pressed, {**NEAR, **full, "12-pounders": "0512"})
    board.act("Mayer")
    assert sorted(board.offered("Mayer")) == ["0411", "0511", "0512"]
    board.act("Mayer", "0512")
    assert (step(board), board.offered()) == ("displaced", ["Stipsicz", "12-pounders"])
    board.act("Stipsicz")
    ways = board.offered("Stipsicz")
    assert "0612" in ways
    assert not {"0412", "0411", "0511"} & {*ways}, "there is room elsewhere"
    board.act("Stipsicz", "0612")
    assert step(board) == ""
    assert len(board.events("displaced")) == 2


@pytest.mark.parametrize("blocked", ["eliminate", "stand"])
def test_a_displaced_unit_that_cannot_retreat_is_eliminated(pressed, otherwise, blocked):
    otherwise(blocked=blocked)
    board = crowded(pressed, {**NEAR, "Friant": "0411", "Morand": "0511", "Gudin": "0512"})
    board.act("Mayer")
    assert step(board) == ""
    assert [board.where(name) for name in ("Ulm", "Rohan", "Mayer")] == ["0412", "0412", -1]


def test_units_that_retreat_together_do_not_displace_each_other(pressed):
    """The second displaces who is left of those that were there, and for the third there is no room."""
    together = ("Ulm", "Vukasovich", "12-pounders")
    board = retreating(pressed, {**AROUND, **FULL, **dict.fromkeys(together, "0413")}, *together)
    board.act("Ulm", "0412")
    board.act("Mayer")
    board.act("Mayer", "0411")
    board.act("Vukasovich", "0412")
    assert step(board) == "retreat", "Rohan alone can be displaced"
    board.act("Rohan", "0511")
    assert step(board) == ""
    assert [board.where(name) for name in together] == ["0412", "0412", -1]


def test_the_enemy_says_which_way_units_go_where_the_key_says_so(pressed, otherwise):
    for by, side in (("enemy", FRENCH), ("owner", AUSTRIAN)):
        otherwise(by=by)
        board = retreating(pressed, {**AROUND, **FULL, "Ulm": "0413"}, "Ulm")
        board.playout.advance()
        assert board.playout.decider == side
        board.act("Ulm", "0412")
        assert board.playout.decider == side
        board.act("Mayer")
        assert board.playout.decider == side


@pytest.mark.parametrize(("side", "name"), [(AUSTRIAN, "Mayer"), (FRENCH, "Rohan")])
def test_a_player_displaces_of_its_own_the_weakest_and_of_the_enemys_the_strongest(pressed, side, name):
    board = crowded(pressed, NEAR)
    board.playout.advance()
    player = Commander(board.play, side, 1)
    frame = board.playout.frame
    assert player.thoughts["displaced"](player.mind, board.rules.at(board.state), frame) == (board.index[name],)


def test_a_game_in_which_retreats_displace_is_played_to_its_end(pressed):
    whole_game(pressed, ("competent", "random"), 3)
