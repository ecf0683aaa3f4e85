"""Conditions of the clauses of *WW2 Western Desert Rules* that no example, option or limit turns on."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.playout import whole_actions

from .position import ALLIED, AXIS, FAR, Board

# -- movement and facing ---------------------------------------------------------------------------


@pytest.mark.clause("9.2", "6.5", "12.5", game="western-desert")
def test_who_has_no_hex_to_go_to_turns_where_it_is():
    """A1 has two neighbours."""
    board = Board({"pz3": "A1>E", "pz3b": "B1>E", "pz3c": "A2>E", **FAR})
    assert board.offered("move", "pz3") == [way for way in board.rules.directions if way != "E"]


@pytest.mark.clause("6.6", "12.5", "9.2", game="western-desert")
def test_every_whole_move_ends_with_the_way_that_the_unit_faces():
    board = Board({"infantry": "I1>W", "pz3": "A6"}, ALLIED)
    board.playout.advance()
    moves = {action[2:] for action in whole_actions(board.playout) if action[0] == "move"}
    ways, hexes = board.rules.directions, [board.hex(name) for name in ("H1", "H2", "I2")]
    assert moves == {(way,) for way in ways if way != "W"} | {(hex_, way) for hex_ in hexes for way in ways}


# -- airstrikes and smoke --------------------------------------------------------------------------


@pytest.mark.clause("22.3", "22.4", "13.4", game="western-desert")
@pytest.mark.parametrize(("side", "target"), [(AXIS, "infantry"), (ALLIED, "pz3")])
def test_an_airstrike_is_fire_of_the_side_that_calls_it_in(side, target):
    """Whoever is struck has been fired at, before the die is thrown."""
    board = Board({"pz3": "A6>E", "infantry": "B6>W"}, side, strikes=1)
    board.playout.advance()
    board.playout.act(board.action("airstrike", *(("B6", "C6") if side == AXIS else ("A6", "A5"))))
    assert board.playout.frame.data["side"] == side
    assert [board.unit(name, "aimed") for name in ("pz3", "infantry")] == [target == "pz3", target == "infantry"]


@pytest.mark.clause("26.2", game="western-desert")
def test_the_gun_that_lays_smoke_has_fired():
    board = Board({"wespe": "A2>E", "foot": "F2>E", **FAR})
    board.act("smoke", "wespe", "foot")
    assert board.unit("wespe", "shot") == 1
    assert board.events("smoke")[0].subjects == (board.index["wespe"], board.hex("F2"))
