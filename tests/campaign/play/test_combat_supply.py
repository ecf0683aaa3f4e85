"""Rules 6 and 8: combat supply of attackers and defenders, and attackers without."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.state import NOWHERE, box_place
from scenario_forge.campaign.supply.combat_supply import CombatSupply, supplied_units
from scenario_forge.simulator.step import IllegalActionError

from .fight import round_on, tokens
from .table import Board


def contact_at(board, *, attacker=4, defender=10, at="J22", against="J23"):
    return board.put("allied", attacker, at), board.put("axis", defender, against)


@pytest.mark.clause("8.28", "8.30")
def test_supply_is_brought_up_and_turned_face_down():
    """8.28, 8.30: by its own points, whatever the units have spent."""
    board = Board()
    unit, _enemy = contact_at(board)
    board.state.units.spent[unit] = 20 * board.rules.scale
    marker = board.supply("allied", "J13")
    playout = round_on(board)
    assert tokens(playout) == [marker, "done", "destroy"]
    places = tokens(playout, marker)
    assert board.hex("J18") in places, "four hexes away, where the unit is served"
    assert board.hex("J17") not in places, "five hexes away"
    playout.act((marker, board.hex("J18")))
    assert (board.state.supplies.place[marker], board.state.supplies.used[marker]) == (board.hex("J18"), 1)
    # 5 clear hexes at 2 points: no strategic rate (8.31)
    assert board.state.supplies.spent[marker] == 10 * board.rules.scale
    assert supplied_units(board.rules, board.state, [unit]) == [unit]


@pytest.mark.clause("8.30", "8.31")
def test_a_supply_unit_has_only_its_own_allowance():
    board = Board()
    contact_at(board)
    marker = board.supply("allied", "J13")
    for spent, comes in ((10, True), (11, False)):  # of 20; 5 hexes of 2 points to come within 4
        board.state.supplies.spent[marker] = spent * board.rules.scale
        board.state.revisions = [revision + 1 for revision in board.state.revisions]
        board.state.clock.rounds[0] = 0
        assert (round_on(board).frame.step == "combat-supply") is comes, spent


@pytest.mark.clause("8.29")
def test_the_nearest_is_used_first():
    board = Board()
    contact_at(board)
    far, near = board.supply("allied", "J13"), board.supply("allied", "J16")
    playout = round_on(board)
    assert tokens(playout) == [near, "done", "destroy"]
    with pytest.raises(IllegalActionError) as error:
        playout.act((far, board.hex("J18")))
    assert error.value.clause == "8.29"


@pytest.mark.clause("8.3")
@pytest.mark.parametrize(("number", "radius"), [(10, 3), (15, 5)])
def test_combat_supply_reaches_as_far_as_the_nationality_allows(number, radius):
    """8.3: Italian 3, German 5."""
    board = Board(side="axis")
    unit = board.put("axis", number, "J20")
    for distance in (radius, radius + 1):
        row = board.supply("axis", f"J{20 - distance}")
        board.state.supplies.used[row] = 1
        assert supplied_units(board.rules, board.state, [unit]) == ([unit] if distance <= radius else [])
        board.state.supplies.place[row] = -1
        board.state.revisions = [revision + 1 for revision in board.state.revisions]


@pytest.mark.clause("8.26", "8.27")
def test_a_supply_path_is_cut_by_an_enemy_zone():
    board = Board()
    unit, _enemy = contact_at(board)
    row = board.supply("allied", "J19")
    board.state.supplies.used[row] = 1
    assert supplied_units(board.rules, board.state, [unit]) == [unit]
    for number, hex_ in ((11, "L19"), (12, "H21"), (15, "L21"), (16, "H22")):
        board.put("axis", number, hex_)
    board.put("axis", 18, "J20".replace("J20", "K20"))
    board.put("axis", 19, "I21")
    assert supplied_units(board.rules, board.state, [unit]) == []
    board.put("allied", 5, "J20")
    board.put("allied", 6, "J21")
    assert supplied_units(board.rules, board.state, [unit]) == [unit], "friends open a way through zones"


@pytest.mark.clause("6.8", "6.9", "8.19")
def test_an_attacker_without_supply_loses_four_of_it_two_at_least_in_strength():
    """6.8, 6.9, 8.19 and the ruling A-RETREAT-SUPPLY: 2 and 2, 3 and 1, or 4."""
    board = Board()
    unit, enemy = contact_at(board)
    playout = round_on(board)
    assert playout.frame.step == "losses"
    assert playout.decider == 0
    assert tokens(playout) == [0, 1, 2]
    with pytest.raises(IllegalActionError) as error:
        playout.act((3, unit))
    assert error.value.clause in {"6.8", "6.40"}
    strength = board.state.units.strength[unit]
    playout.act((2, unit, unit))
    playout.advance()
    assert board.state.units.strength[unit] == strength - 2
    assert playout.frame.step == "retreat"
    playout.act((board.hex("J21"), board.hex("J20")))
    assert board.state.units.halted[unit], "ruling A-RETREAT-4-BAN"
    playout.advance()
    assert playout.frame.step == "operations", "that was its part in the round"
    assert board.state.units.strength[enemy] == board.rules.compiled.units.strength[enemy]


@pytest.mark.clause("8.20", "8.22", "8.23", "8.39")
def test_the_defender_uses_the_one_supply_unit_that_he_needs_and_keeps_it_round_after_round():
    """E-SUPPLY-SIDI; 8.20, 8.22, 8.23, 8.39."""
    board = Board()
    unit, _enemy = contact_at(board)
    board.put("allied", 5, "J22")
    own = board.supply("allied", "J20")
    first, second = board.supply("axis", "J23"), board.supply("axis", "J23")
    playout = round_on(board, 1)
    playout.act((own, board.hex("J20")))
    playout.advance()
    playout.act((board.hex("J23"), "by", unit, board.unit("allied", 5)))
    playout.advance()
    assert playout.frame.step == "defence-supply"
    assert playout.decider == 1, "which of the two is his to say"
    assert tokens(playout) == [first, second]
    playout.act((second,))
    playout.advance()
    assert [board.state.supplies.used[n] for n in (first, second)] == [0, 1]
    later = round_on(board, 6)
    assert later.frame.step == "allocation", "one's own is still there"
    later.act((board.hex("J23"), "by", unit, board.unit("allied", 5)))
    later.advance()
    assert [board.state.supplies.used[n] for n in (first, second)] == [0, 1], "it serves again"


@pytest.mark.clause("8.22")
def test_no_more_supply_units_than_needed_for_two_stacks():
    """8.22: one that serves both is used rather than one for each."""
    board = Board()
    a = board.put("allied", 4, "J22")
    board.put("axis", 10, "K22")
    board.put("axis", 11, "K23")
    own = board.supply("allied", "J20")
    board.supply("axis", "M20")
    both, _ = board.supply("axis", "L22"), board.supply("axis", "M24")
    playout = round_on(board, 1)
    playout.act((own, board.hex("J20")))
    playout.advance()
    playout.act((board.hex("K22"), board.hex("K23"), "by", a))
    playout.advance()
    used = [n for n, flag in enumerate(board.state.supplies.used) if flag and n != own]
    if playout.frame.step == "defence-supply":
        assert all(not playout.choices((n,)) for n in tokens(playout)), "one is enough"
        playout.act((both,))
    else:
        assert len(used) == 1


def into_the_box(board, marker):
    board.state.supplies.place[marker] = box_place(0)
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    return marker


@pytest.mark.clause("12.2", "12.3", "8.28")
def test_supply_is_brought_up_out_of_an_off_map_box():
    """12.2, 12.3: the box is a hex beside the western edge, left at the cost of the hex entered."""
    board = Board(side="axis")
    board.put("axis", 15, "C4")
    board.put("allied", 1, "C5")
    marker = into_the_box(board, board.supply("axis", "C2"))
    playout = round_on(board)
    assert marker in tokens(playout)
    playout.act((marker, board.hex("C2")))
    # the road at half a point a hex, at the ordinary rate (8.31)
    assert board.state.supplies.spent[marker] == board.rules.scale
    assert (board.state.supplies.place[marker], board.state.supplies.used[marker]) == (board.hex("C2"), 1)


@pytest.mark.clause("12.9")
def test_supply_that_stays_in_the_box_serves_nobody_on_the_map():
    board = Board(side="axis")
    unit = board.put("axis", 15, "C2")
    board.put("allied", 1, "C3")
    marker = into_the_box(board, board.supply("axis", "C1"))
    board.state.supplies.used[marker] = 1
    assert supplied_units(board.rules, board.state, [unit]) == []


@pytest.mark.clause("8.29")
def test_the_box_is_one_hex_beside_the_hexes_that_it_adjoins():
    board = Board(side="axis")
    unit = board.put("axis", 15, "C4")
    board.put("allied", 1, "C5")
    boxed = into_the_box(board, board.supply("axis", "C2"))
    for place, first in (("C1", "map"), ("A9", "box")):
        other = board.supply("axis", place)
        assert list(CombatSupply(board.rules).helpful(board.state)) == [other if first == "map" else boxed], unit
        board.state.supplies.place[other] = NOWHERE
