"""A player's own supply may go at any point of his turn (8.36)."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.state import NOWHERE
from scenario_forge.campaign.turns import player_turn, sequence
from scenario_forge.simulator.playout import Playout, whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import IllegalActionError, Keyed

from .fight import operations, round_on, tokens
from .table import Board


def board_with_supply() -> tuple[Board, int, int]:
    board = Board()
    board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    return board, board.supply("allied", "J20"), board.supply("axis", "J25")


@pytest.mark.clause("8.36")
def test_between_moves_and_when_a_round_is_declared():
    board, own, enemy = board_with_supply()
    playout = operations(board)
    assert "destroy" in tokens(playout)
    assert tokens(playout, "destroy") == [own], "not the enemy's"
    with pytest.raises(IllegalActionError) as caught:
        playout.act(("destroy", enemy))
    assert caught.value.clause == "8.36"
    playout.act(("destroy", own))
    assert board.state.supplies.place[own] == NOWHERE
    assert playout.frame.step == "operations", "the phase goes on"
    assert "destroy" not in tokens(playout), "none is left"
    board, own, _enemy = board_with_supply()
    playout = round_on(board, 3)
    assert playout.frame.step == "combat-supply"
    playout.act(("destroy", own))
    playout.advance()
    assert playout.frame.step == "losses", "who attacks is out of combat supply now (6.8)"


@pytest.mark.clause("8.36")
def test_not_while_settled_attacks_are_carried_out():
    """The ruling A-DESTROY-WHEN."""
    board, own, _enemy = board_with_supply()
    board.put("allied", 6, "K24")
    board.put("axis", 11, "K26")
    playout = round_on(board, 3, 3, 3)
    while playout.frame.step == "combat-supply":
        playout.act(next(action for action in whole_actions(playout) if action[0] == own))
        playout.advance()
    assert playout.frame.step == "allocation"
    assert "destroy" not in tokens(playout)


@pytest.mark.clause("9.12")
def test_in_the_logistics_phase_so_that_a_new_one_may_come():
    """9.12: it goes before the count is taken."""
    board, _own, _enemy = board_with_supply()
    spares = [board.supply("allied", "T30") for _ in range(2)]
    board.state.clock.turn[0] = board.rules.compiled.turns.span[0]
    step = player_turn(board.rules).index("supply")
    board.state.stack = (Frame("player-turns", {"next": step + 1}), Frame("supply"))
    playout = Playout(sequence(board.rules), board.state, Keyed(1))
    before = len([n for n in tokens(playout) if isinstance(n, int)])
    assert before
    playout.act(("destroy", spares[0]))
    assert board.state.supplies.place[spares[0]] == NOWHERE
    assert playout.frame.step == "supply"


def test_not_in_the_enemys_turn():
    board, _own, enemy = board_with_supply()
    board.state.clock.side[0] = 1
    playout = operations(board)
    assert tokens(playout, "destroy") == [enemy]
