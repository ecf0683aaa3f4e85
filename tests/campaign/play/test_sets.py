"""Sets of a round of combat: attacked hexes, attackers, supply of the defender, marked in any order."""

from __future__ import annotations

import pytest

from scenario_forge.api.at_table import ways_on
from scenario_forge.simulator.players import Seat
from scenario_forge.simulator.step import IllegalActionError
from tests.marks import limits, marked

from .fight import round_on, tokens
from .table import Board
from .test_combat_round import figure


def allocating(board, *dice):
    """A round that has come to the allocation of attacks, with one supply unit where it stands."""
    playout = round_on(board, *dice)
    marker = tokens(playout)[0]
    playout.act((marker, board.state.supplies.place[marker]))
    playout.advance()
    assert playout.frame.step == "allocation"
    return playout


@pytest.mark.clause("6.3", "6.4")
def test_attackers_are_marked_in_any_order_and_those_who_must_attack_are_among_them():
    """E-COMBAT-FIG: A is beside X alone, so both of A must attack it; those on B may, or leave it to them."""
    board, units = figure()
    playout = allocating(board)
    x, y, z = (board.hex(name) for name in ("K22", "K23", "K26"))
    (b1, b2), a, d, e = sorted(units["B"]), sorted(units["A"]), sorted(units["D"]), sorted(units["E"])
    least, most, must = limits(playout, (x, "by"))
    assert (least, most, must) == (1, 4, a)
    ordered = (x, "by", *sorted([*a, b1]), "next", y, "by", *sorted([*d, b2]), "next", z, "by", *e)
    marks = (x, "by", b1, *reversed(a), "next", y, "by", b2, *reversed(d), "next", z, "by", *e)
    assert marked(playout, marks) == (ordered, True)
    playout.must_allow(ordered)
    for wrong in ((x, "by", a[0]), (x, "by", *sorted([a[0], b1, b2]))):
        with pytest.raises(IllegalActionError):
            playout.act(wrong)
    with pytest.raises(IllegalActionError, match=f"{a[-1]} must be chosen"):
        playout.act((x, "by", a[0]))


@pytest.mark.clause("6.13")
def test_hexes_attacked_together_are_marked_in_any_order():
    board = Board()
    unit = board.put("allied", 4, "J22")
    board.put("axis", 10, "K22")
    board.put("axis", 11, "K23")
    board.supply("allied", "J20")
    playout = allocating(board)
    one, two = sorted(board.hex(name) for name in ("K22", "K23"))
    assert marked(playout, (two, one, "by", unit)) == ((one, two, "by", unit), True)
    with pytest.raises(IllegalActionError, match="not enough"):
        playout.act((one,))


@pytest.mark.clause("8.22")
def test_the_defender_marks_the_fewest_supply_units_in_any_order():
    """8.22: two stacks too far apart for one supply unit, with two in reach of the first."""
    board = Board()
    battles = [("K22", board.put("allied", 4, "J22")), ("EE34", board.put("allied", 5, "EE33"))]
    board.put("axis", 10, "K22")
    board.put("axis", 11, "EE34")
    board.supply("allied", "J20")
    board.supply("allied", "EE32")
    first, second, far = board.supply("axis", "L22"), board.supply("axis", "M22"), board.supply("axis", "EE35")
    playout = round_on(board, 1)
    while playout.frame.step == "combat-supply":
        marker = tokens(playout)[0]
        playout.act((marker, tokens(playout, marker)[0]))
        playout.advance()
    (x, a), (y, b) = sorted((board.hex(name), unit) for name, unit in battles)
    playout.act((x, "by", a, "next", y, "by", b))
    playout.advance()
    assert playout.frame.step == "defence-supply"
    assert limits(playout, ()) == (2, 2, [])
    assert marked(playout, (far, second)) == ((second, far), True)
    seat = Seat(None, playout, 1)
    assert [choice.token for choice in ways_on(seat, (second,))] == [far], "one for each stack is enough"
    with pytest.raises(IllegalActionError, match=f"{first} and {second} exclude each other"):
        playout.act((first, second))
    playout.act((second, far))
    assert [board.state.supplies.used[n] for n in (first, second, far)] == [0, 1, 1]
