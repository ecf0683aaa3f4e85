"""Marks of a phase: who has moved or fought may do so again in a later one."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.sequence_tree import SequenceTree

from .ridge import AUSTRIAN, FRENCH, Board, variant

pytestmark = pytest.mark.rule("movement", "assault", "combat")

SUPPORT = {"range": "range", "of": {"type": "artillery"}, "sides": "both"}


def begin(board, step, side, dice=()):
    """Another phase, on the board as it is."""
    board.state.stack = (Frame(step, {"side": side}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted(dice))
    return board


@pytest.fixture(scope="module")
def stacks(tmp_path_factory):
    """Units move together."""
    return variant(tmp_path_factory.mktemp("stacks"), movement={"costs": "terrain_effects", "together": True})


@pytest.fixture(scope="module")
def support(tmp_path_factory):
    """Guns join either side."""
    assault = {"table": "combat_results", "value": "strength", "support": SUPPORT}
    return variant(tmp_path_factory.mktemp("support"), assault=assault)


def test_who_moves_in_a_stack_moves_again_in_the_next_phase_of_the_side(stacks):
    board = Board(stacks, {"Friant": "0416", "Rohan": "0403"}, "movement")
    board.act("Friant", "by", "0415")
    assert (board.unit("Friant", "moved"), "Friant" in board.offered()) == (1, False)
    begin(board, "movement", AUSTRIAN)
    assert "Rohan" in board.offered()
    assert board.unit("Friant", "moved") == 1, "the phase is the other side's"
    begin(board, "movement", FRENCH)
    assert "Friant" in board.offered()
    assert (board.unit("Friant", "moved"), board.unit("Friant", "spent")) == (0, 0)


def test_guns_that_joined_an_attack_join_the_defence_in_the_next_phase_and_the_other_way_round(support):
    """Foot guns joined the attack of the French; in the assault phase of the enemy they join the defence."""
    units = {"Friant": "0414", "Foot guns": "0416", "Rohan": "0413", "12-pounders": "0411"}
    board = Board(support, units, "assault", dice=[3])
    board.act("0413", "Friant", "with", "Foot guns")
    assert board.offered() == ["12-pounders", "none"]
    board.act("12-pounders")
    assert [board.unit(name, "fought") for name in ("Foot guns", "12-pounders")] == [1, 1]
    begin(board, "assault", AUSTRIAN)
    assert board.offered("0414", "Rohan") == ["with"]
    assert board.offered("0414", "Rohan", "with") == ["12-pounders"]
    board.act("0414", "Rohan")
    assert board.offered() == ["Foot guns", "none"]


@pytest.mark.rule("sequence")
@pytest.mark.parametrize(("node", "side"), [
    ({"each": "sides", "do": ["movement"]}, FRENCH), ({"each": ["austrian", "french"], "do": ["movement"]}, AUSTRIAN),
    ({"each": "cup", "do": ["movement"]}, -1), ({"movement": {"side": "french"}}, -1),
])  # fmt: skip
def test_a_turn_is_opened_by_the_first_side_of_its_loop_and_by_none_without_one(stacks, monkeypatch, node, side):
    board = Board(stacks, {"Friant": "0416", "Rohan": "0403"}, "movement")
    turns = stacks.play.sequence.steps["turn"]
    monkeypatch.setattr(turns, "tree", SequenceTree.model_validate({"turns": [node]}))
    (begun,) = turns.apply(board.state, Frame("turn"), ()).events
    board.state.apply(begun.changes)
    assert board.state.clock.side[0] == side
