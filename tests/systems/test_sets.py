"""Sets that a side picks: stacks, attackers, guns, losses, in whatever order they are marked."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.step import IllegalActionError
from tests.marks import limits, marked
from tests.systems.rats_of_tobruk import position as tobruk
from tests.systems.western_desert import position as desert

HQ, TANKS, PANZER, THIRD = "HQ I/5Pz", "1/5Pz", "2/5Pz", "4/5Pz"
GUNS = ("1/75Art", "2/75Art")
PANZERS = {HQ: "2042", TANKS: "2043", PANZER: "2043", THIRD: "2043"}
AUSTRALIANS = {"A/2/13": "2044", "HQ 2/13": "2046"}


def test_attackers_and_guns_of_tobruk_are_marked_in_any_order():
    board = tobruk.Board({**PANZERS, **AUSTRALIANS, **dict.fromkeys(GUNS, "2034")}, HQ, dice=[8]).fight()
    ordered = board.action("attack", "2044", TANKS, PANZER, "with", *GUNS)
    assert marked(board.playout, board.action("attack", "2044", PANZER, TANKS, "with", *reversed(GUNS))) == (
        ordered,
        True,
    )
    assert limits(board.playout, board.action("attack", "2044")) == (1, 3, [])
    board.playout.act(ordered)
    assert [board.unit(name, "fought") for name in (TANKS, PANZER, THIRD)] == [1, 1, 0]


def test_a_stack_of_tobruk_is_marked_in_any_order_and_only_of_one_hex():
    board = tobruk.Board({HQ: "2042", TANKS: "2043", PANZER: "2043", THIRD: "2041"}, HQ)
    action, _ = marked(board.playout, board.action(PANZER, TANKS, "by"))
    assert action == board.action(TANKS, PANZER, "by")
    with pytest.raises(ValueError, match="not enough values"):
        marked(board.playout, board.action(PANZER, THIRD))


def losing(*choices):
    """Where everybody is after two of three tanks were chosen to be eliminated."""
    names = [TANKS, PANZER, THIRD]
    board = tobruk.Board(
        {HQ: "2042", **dict.fromkeys(names, "2043"), **AUSTRALIANS},
        step="loss", side=tobruk.AXIS, names=names, number=2, how="eliminate",
    )  # fmt: skip
    assert limits(board.playout, ()) == (1, 2, [])
    for choice in choices:
        assert board.step == "loss"
        board.playout.act(board.action(*choice))
    assert board.playout.advance() is None
    return [board.where(name) for name in names]


def test_two_losses_are_picked_at_once_or_one_after_the_other_with_the_same_result():
    assert losing((TANKS, THIRD)) == losing((TANKS,), (THIRD,)) == losing((THIRD,), (TANKS,)) == ["out", "2043", "out"]


def test_more_than_is_lost_cannot_be_picked():
    with pytest.raises(IllegalActionError, match="choose at most 2"):
        losing((TANKS, PANZER, THIRD))


def test_who_fires_and_who_supports_in_the_western_desert_is_marked_in_any_order():
    units = {"grant": "B6>E", "stuart": "D6>W", "25pdr": "A6>E", "25pdr2": "G6>W", "pz4": "C6>W"}
    board = desert.Board(units, desert.ALLIED, dice=[1])
    named = board.offered("fire", "pz4")
    assert {"grant", "stuart", "with"} >= {*named} >= {"grant", "stuart"}
    first, second = (name for name in named if name != "with")
    guns = board.offered("fire", "pz4", first, "with")
    assert len(guns) == 2
    ordered = board.action("fire", "pz4", first, second, "with", *guns)
    marks = board.action("fire", "pz4", second, first, "with", *reversed(guns))
    assert marked(board.playout, marks) == (ordered, True)
    board.playout.act(ordered)
    board.playout.advance()
    assert all(board.unit(name, "shot") for name in (first, second, *guns))
