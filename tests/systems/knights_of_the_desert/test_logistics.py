"""What units are given in the Logistics and Resupply Phases, and who says so (III.2.C, III.2.F, IV.B)."""

from __future__ import annotations

import pytest

from .board import ALLIED, AXIS, Board

AGHEILA, ALEXANDRIA, TOBRUK = "0204", "3408", "1711"
FAR = "1208"


def logistics(units, side=AXIS, turn=1, pool=7000, nations=(100, 100, 100)):
    """The phase of a side, with points for all."""
    board = Board(units, step="logistics", side=side)
    board.state.sides.pool[AXIS], board.state.clock.turn[0] = pool, turn
    for nation, points in enumerate(nations):
        board.state.nations.replacements[nation] = points
    return board


def ended(board, *prefix):
    """Whether what is offered next makes a whole action."""
    return {choice.whole for choice in board.playout.choices(board.action(*prefix))}


@pytest.mark.clause("III.2.C.3", "IV.B.1", "III.2.C.1", game="knights-of-the-desert")
def test_an_axis_unit_is_given_replacements_then_supply_then_a_priority():
    """Three digits; each does its own part, and the unit is through with it."""
    board = logistics({8: {"at": AGHEILA, "strength": 750, "supply": 200}, 9: {"at": AGHEILA}})
    board.playout.advance()
    stages = [board.play.asks(board.playout.frame, board.action(8, *["0"] * n)) for n in range(3)]
    assert stages == ["replacements", "supply", "resupply priority"]
    assert [board.offered(8, *["0"] * n) for n in range(4)] == [list(range(10))] * 3 + [[]]
    assert [ended(board, 8, *["0"] * n) for n in range(3)] == [{False}, {False}, {True}]
    board.act(8, "2", "5", "7")
    assert [board.unit(8, column) for column in ("strength", "supply", "priority")] == [761, 420, 7]
    assert board.offered() == [9]
    assert board.events("readied")[0].subjects == (board.index[8], 11)


@pytest.mark.clause("IV.B.1", "III.2.C.5a", "IV.B.2.a1", game="knights-of-the-desert")
def test_an_allied_unit_is_given_replacements_alone_and_is_filled_up():
    board = logistics({36: {"at": ALEXANDRIA, "strength": 500, "supply": 100}}, side=ALLIED)
    assert board.offered(36) == list(range(10))
    assert board.offered(36, "1") == []
    assert ended(board, 36) == {True}
    board.act(36, "9")
    assert [board.unit(36, column) for column in ("strength", "supply", "priority")] == [600, 600, 9]


@pytest.mark.clause("IV.A.1.c1", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("no", "strength", "digit", "gained"), [(8, 790, 9, 10), (8, 790, 5, 5), (8, 800, 9, 0), (36, 595, 9, 5)]
)
def test_replacements_build_a_unit_up_to_its_ceiling(no, strength, digit, gained):
    """800 and 600; the digit is a part of what the unit lacks, and what it takes is gone from its nation's points."""
    side = AXIS if no < 29 else ALLIED
    board = logistics({no: {"at": AGHEILA if side == AXIS else ALEXANDRIA, "strength": strength}}, side=side)
    nation = board.rules.units.nationality[board.index[no]]
    if gained:
        board.act(no, str(digit), *["0"] * (2 * (side == AXIS)))
    else:
        assert board.offered(no) == [0]
    assert board.unit(no, "strength") == strength + gained
    left = list(board.state.nations.replacements)
    assert left == [100 - gained * (number == nation) for number in range(len(left))]


@pytest.mark.clause("IV.B.1.a2", "IV.B.1", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("no", "at", "side"), [(2, AGHEILA, AXIS), (30, ALEXANDRIA, ALLIED)], ids=["axis", "allied"]
)  # fmt: skip
@pytest.mark.parametrize(("fed", "supply"), [(1, 400), (0, 20)])
def test_a_depot_takes_replacements_alone_and_has_400_supply_points(no, at, side, fed, supply):
    """It gets them without asking, and nothing of the pool goes for them; out of supply it gets neither."""
    board = logistics({no: {"at": at, "strength": 30, "supply": 20, "fed": fed}}, side=side)
    assert board.offered(no) == (list(range(10)) if fed else [0])
    assert board.offered(no, "0") == []
    board.act(no, "2" if fed else "0")
    assert board.unit(no, "supply") == supply
    assert board.unit(no, "strength") == (52 if fed else 30)
    assert board.state.sides.pool[AXIS] == 7000


@pytest.mark.clause("IV.B.1.a2", game="knights-of-the-desert")
@pytest.mark.parametrize(("supply", "then"), [(399, 400), (400, 400), (401, 401), (500, 500)])
@pytest.mark.parametrize(("no", "at", "side"), [(2, AGHEILA, AXIS), (30, ALEXANDRIA, ALLIED)], ids=["axis", "allied"])
def test_a_depot_is_brought_up_to_400_supply_points_and_keeps_what_it_has_more(no, at, side, supply, then):
    """Ruling A58: it captures more from an eliminated enemy, and what a depot receives takes nothing from it."""
    board = logistics({no: {"at": at, "supply": supply}}, side=side)
    board.act(no, "0")
    assert board.unit(no, "supply") == then


@pytest.mark.clause("IV.B.1.a2", "III.2.F.5", game="knights-of-the-desert")
@pytest.mark.parametrize(("no", "at"), [(2, AGHEILA), (30, ALEXANDRIA)])
def test_a_depot_is_not_resupplied_in_the_turn(no, at):
    board = Board({no: {"at": at, "supply": 100, "priority": 9}}, step="resupply", phasing=AXIS)
    board.state.sides.pool[AXIS] = 7000
    board.playout.advance()
    assert (board.unit(no, "supply"), board.state.sides.pool[AXIS]) == (100, 7000)


@pytest.mark.clause("III.2.F.1", "III.2.F.2", game="knights-of-the-desert")
@pytest.mark.parametrize(("no", "near", "far"), [(8, AGHEILA, FAR), (36, ALEXANDRIA, FAR)])
@pytest.mark.parametrize("phasing", [AXIS, ALLIED])
def test_supply_of_both_sides_is_judged_again_before_units_are_resupplied(no, near, far, phasing):
    """A unit that was in supply and is cut off gets nothing, one that was not and is back in range does."""
    for at, before, after in ((far, 1, 0), (near, 0, 1)):
        board = Board({no: {"at": at, "supply": 200, "priority": 9, "fed": before}}, step="resupply", phasing=phasing)
        board.state.sides.pool[AXIS] = 7000
        board.playout.advance()
        assert board.unit(no, "fed") == after
        assert (board.unit(no, "supply") > 200) == bool(after)


@pytest.mark.clause("III.2.F.2", "III.2.F.4a", game="knights-of-the-desert")
def test_the_pool_is_spent_unit_by_unit_until_it_is_empty():
    units = {no: {"at": AGHEILA, "supply": 200, "priority": 9} for no in (8, 9)}
    board = Board(units, step="resupply", phasing=AXIS)
    board.state.sides.pool[AXIS] = 500
    board.playout.advance()
    gained = sorted(board.unit(no, "supply") - 200 for no in units)
    assert gained == [100, 400]
    assert board.state.sides.pool[AXIS] == 0


@pytest.mark.clause("IV.B.2.a1", "III.2.C.5c", game="knights-of-the-desert")
def test_no_unit_carries_more_than_its_supply_ceiling():
    """500 points a non-mobile unit: with 480 it asks for 20 at most."""
    board = logistics({12: {"at": AGHEILA, "supply": 480}})
    board.act(12, "0", "9", "9")
    assert (board.unit(12, "supply"), board.state.sides.pool[AXIS]) == (500, 6980)
