"""Defenders and attackers are sets: they are marked in any order."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.step import IllegalActionError
from tests.marks import limits, marked

from .board import AXIS, Board

BARDIA, BESIDE = "2010", "2009"


def test_who_is_attacked_and_who_attacks_is_marked_in_any_order():
    """III.2.E.12.a, IV.D.1.a1: one of each side at least."""
    board = Board({8: {"at": BESIDE}, 9: {"at": BESIDE}, 39: {"at": BARDIA}, 40: {"at": BARDIA}})
    begun = ("attack", BESIDE, BARDIA)
    action = board.action(*begun, 40, 39, "by", 9, 8, "with", "1", "1", "0")
    ordered = board.action(*begun, 39, 40, "by", 8, 9, "with", "1", "1", "0")
    assert marked(board.playout, action) == (ordered, True)
    assert limits(board.playout, board.action(*begun)) == (1, 2, [])
    with pytest.raises(IllegalActionError, match="choose at least 1"):
        board.playout.act(board.action(*begun))
    board.playout.act(ordered)
    assert board.playout.frame.data["attackers"] == [board.index[8], board.index[9]]
    assert board.playout.decider == 1 - AXIS
