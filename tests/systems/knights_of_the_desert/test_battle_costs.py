"""What a battle costs, and what air points and fortification do in it (IV.D, X)."""

from __future__ import annotations

import pytest

from .board import ALLIED, AXIS, Board

BARDIA, BESIDE = "2010", "2009"
MOBILE, OTHER = {AXIS: 20, ALLIED: 54}, {AXIS: 12, ALLIED: 40}
CHART = {
    1: ((38, 49, 45, 59), (19, 19, 23, 23)),
    2: ((50, 65, 60, 78), (25, 25, 30, 30)),
    3: ((63, 82, 75, 98), (32, 32, 38, 38)),
    4: ((75, 98, 90, 117), (38, 38, 45, 45)),
    5: ((88, 114, 105, 137), (44, 44, 53, 53)),
    6: ((100, 130, 120, 157), (50, 50, 60, 60)),
    7: ((113, 147, 135, 176), (57, 57, 68, 68)),
    8: ((125, 163, 150, 195), (63, 63, 75, 75)),
    9: ((138, 179, 165, 215), (69, 69, 83, 83)),
}
"""The Combat Supply Chart (X): by intensity, of attackers and of defenders; non-mobile Axis, Allied, then mobile."""


def fought(attacker, defender, intensity):
    """A battle between two units, with plenty of all that it costs."""
    side = AXIS if attacker < 29 else ALLIED
    units = {attacker: {"at": BESIDE}, defender: {"at": BARDIA}}
    units = {no: {"strength": 500, "supply": 500, "points": 18, **where} for no, where in units.items()}
    board = Board(units, side=side, dice=[100, 100, 0, 0, 0, 0])
    board.attack(BESIDE, BARDIA, [defender], [attacker], intensity, 1, 0)
    return board


@pytest.mark.clause("X.3", "IV.D.2.a", game="knights-of-the-desert")
@pytest.mark.parametrize("intensity", CHART)
@pytest.mark.parametrize("mobile", [False, True])
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_a_battle_costs_the_supply_of_the_chart(intensity, mobile, side):
    """By intensity, type and side; each unit pays for its own type, whatever its enemy is."""
    own, other = (MOBILE, OTHER) if mobile else (OTHER, MOBILE)
    board = fought(own[side], other[1 - side], intensity)
    attack, defence = CHART[intensity]
    assert 500 - board.unit(own[side], "supply") == attack[2 * mobile + side]
    assert 500 - board.unit(other[1 - side], "supply") == defence[2 * (not mobile) + 1 - side]


@pytest.mark.clause("X.2n1", "IV.A.1.j2", game="knights-of-the-desert")
@pytest.mark.parametrize("level", range(10))
def test_each_level_of_fortification_is_a_fifth_more_of_the_strength(level):
    """On clear ground, 1.0 to 2.8 times the strength of the unit."""
    units = {8: {"at": "1208"}, 39: {"at": "1308", "strength": 100, "fort": level}}
    board = Board(units, dice=[100, 100, 0, 0, 0])
    board.attack("1208", "1308", [39], [8], 1, 1, 0)
    assert board.events("battle")[0].subjects[4] == 100 + 20 * level


@pytest.mark.clause("IV.D.1.c5", "IV.D.1.c2", "IV.D.1.c3", "IV.D.4.h", game="knights-of-the-desert")
@pytest.mark.parametrize(("hits", "left"), [((0, 0), (9, 9)), ((1, 0), (9, 8)), ((0, 1), (8, 9)), ((1, 1), (8, 8))])
def test_air_points_that_were_used_are_ready_again_in_the_next_phase(hits, left):
    """The attacker commits 5 of 9 and the defender 3; what is shot down is gone, the rest comes back."""
    units = {20: {"at": BESIDE, "supply": 600}, 54: {"at": BARDIA, "strength": 500, "supply": 600}}
    board = Board(units, step="initiative", dice=[100, 100, *hits, 0])
    board.state.sides.air[AXIS] = board.state.sides.air[ALLIED] = 9
    board.act("first")
    board.attack(BESIDE, BARDIA, [54], [20], 1, 1, 5, (1, 3))
    assert list(board.state.sides.air) == list(left), "the first die is the attacker's"
    assert most_air(board, BESIDE, BARDIA, 20, 54) == 4, "in the same phase, those that were not used"
    assert list(board.state.sides.flown) == [5 - hits[1], 3 - hits[0]]
    board.act("end")
    assert board.act("end") == ALLIED
    assert board.playout.frame.step == "enemy-reaction"
    assert most_air(board, BARDIA, BESIDE, 54, 20) == left[ALLIED]
    assert list(board.state.sides.flown) == [0, 0]
    assert board.state.clock.side[0] == AXIS


def most_air(board, start, target, attacker, defender):
    """The most air points that are offered for an attack."""
    offered = board.offered("attack", start, target, defender, "by", attacker, "with", "1", "1")
    assert offered == list(range(len(offered)))
    return offered[-1]
