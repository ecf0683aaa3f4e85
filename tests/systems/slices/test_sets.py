"""Sets that a side picks in both slices: stacks, attackers, guns, losses, in whatever order they are marked."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.step import IllegalActionError
from tests.marks import limits, marked

from . import tobruk_position as tobruk
from . import western_desert_position as desert

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


def halved(*choices):
    """An attack at even odds of four, whose side loses half: after the choice of who is lost."""
    names = [TANKS, PANZER, THIRD, "3/5Pz"]
    board = tobruk.Board(
        {HQ: "2040", **dict.fromkeys(names, "2043"), "HQ 2/13": "2046", "A/2/13": "2044", "B/2/13": "2044"},
        HQ, dice=[18], turn=tobruk.NIGHT,
    ).fight()  # fmt: skip
    board.act("attack", "2044", *sorted(names, key=board.index.get))
    assert (board.step, limits(board.playout, ())) == ("loss", (1, 2, []))
    for choice in choices:
        board.playout.advance()
        board.playout.act(board.action(*choice))
    board.playout.advance()
    return board.state.units.place.tolist()


def test_two_losses_are_picked_at_once_or_one_after_the_other_with_the_same_result():
    assert halved((TANKS, THIRD)) == halved((TANKS,), (THIRD,)) == halved((THIRD,), (TANKS,))
    assert halved((TANKS, THIRD)) != halved((TANKS, PANZER))


def test_more_than_is_lost_cannot_be_picked():
    with pytest.raises(IllegalActionError, match="choose at most 2"):
        halved((TANKS, PANZER, THIRD))


def test_who_fires_and_who_supports_in_the_western_desert_is_marked_in_any_order():
    units = {"grant": "B6>E", "stuart": "C5>E", "25pdr": "A6>E", "25pdr2": "A7>E", "pz4": "C6>W"}
    board = desert.Board(units, desert.ALLIED, dice=[1])
    named = board.offered("fire", "pz4")
    assert {"grant", "stuart", "with"} >= {*named} >= {"grant", "stuart"}
    first, second = (name for name in named if name != "with")
    guns = board.offered("fire", "pz4", first, "with")
    assert len(guns) == 2
    action = board.action("fire", "pz4", second, first, "with", *reversed(guns))
    ordered = board.action("fire", "pz4", first, second, "with", *guns)
    assert marked(board.playout, action) == (ordered, True)
    assert (
        board.attack("pz4", *ordered[2:])[0]
        == desert.Board(units, desert.ALLIED, dice=[1]).attack("pz4", *ordered[2:])[0]
    )
