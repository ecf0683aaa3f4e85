"""Rule 6, rule 7 and the combat results table: the differential, its modifiers and limits, the result."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.combat.differential import differential, result

from .fight import attack, tokens
from .table import Board


def total(board, attackers, *hexes):
    """The sum of an attack by everybody named."""
    spots = [board.hex(hex_) for hex_ in hexes]
    defenders = [u for u, place in enumerate(board.state.units.place) if place in spots]
    return differential(board.rules, board.state, attackers, spots, defenders)


def supplied_enemy(board, hex_):
    row = board.supply("axis", hex_)
    board.state.supplies.used[row] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]


@pytest.mark.clause("6.12", "6.15", "CRT.14")
def test_strength_less_strength():
    board = Board()
    units = [board.put("allied", 5, "J22"), board.put("allied", 1, "J22", strength=5), board.put("allied", 6, "I23")]
    board.put("axis", 15, "J23")
    board.put("axis", 16, "J23", strength=2)
    supplied_enemy(board, "J25")
    assert total(board, units, "J23").total == (7 + 5 + 7) - (9 + 2)


@pytest.mark.clause("8.21", "CRT.4")
def test_a_defender_out_of_combat_supply_is_two_worse_off_once_an_attack():
    """8.21, CRT.4 and the ruling A-MOD-MULTI."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    board.put("axis", 11, "K23")
    assert total(board, [unit], "J23", "K23").total == 7 - 12 + 2
    supplied_enemy(board, "J25")
    assert total(board, [unit], "J23", "K23").total == 7 - 12


@pytest.mark.clause("TEC.3", "CRT.5")
def test_rough_ground_is_three_to_the_defender():
    board = Board()
    unit = board.put("allied", 5, "V14")
    board.put("axis", 10, "V15")
    supplied_enemy(board, "V16")
    assert total(board, [unit], "V15").total == 7 - 6 - 3


@pytest.mark.clause("CRT.1", "CRT.2", "TEC.7", "TEC.8")
@pytest.mark.parametrize(
    ("at", "against", "each"),
    [("QQ2", "RR2", -5), ("QQ2", "QQ1", 0), ("Q26", "R26", -2)],
)
def test_each_unit_across_an_escarpment_or_a_ridge(at, against, each):
    board = Board()
    units = [board.put("allied", 5, at), board.put("allied", 6, at)]
    board.put("axis", 10, against)
    supplied_enemy(board, against)
    assert total(board, units, against).slopes == 2 * each


def test_a_unit_beside_several_targets_counts_the_worst_hexside_once():
    """The ruling A-ESC-UNIT."""
    board = Board()
    unit = board.put("allied", 5, "QQ2")
    board.put("axis", 10, "RR2")
    board.put("axis", 11, "RR1")
    board.put("axis", 12, "QQ1")
    assert total(board, [unit], "RR2", "RR1", "QQ1").slopes == -5


@pytest.mark.clause("CRT.12")
def test_what_one_unit_adds_may_be_less_than_nothing():
    board = Board()
    strong, weak = board.put("allied", 5, "QQ1"), board.put("allied", 3, "QQ2")
    board.put("axis", 10, "RR1")
    assert total(board, [strong, weak], "RR1").total < total(board, [strong], "RR1").total


@pytest.mark.clause("7.2", "7.12", "7.13", "7.19", "CRT.3", "CRT.7")
def test_a_fortification_helps_infantry_among_themselves_and_hurts_armour():
    board = Board(side="axis")
    tank, gun = board.put("axis", 15, "S30"), board.put("axis", 16, "S30")
    board.put("allied", 24, "T30")
    value = board.rules.values[board.hex("T30")]
    assert value == 5
    found = total(board, [tank, gun], "T30")
    assert (found.fortification, found.armour) == (-value, -2)
    board.put("allied", 1, "T30")
    assert total(board, [tank, gun], "T30").fortification == 0, "armour among them"
    assert total(board, [tank, gun], "T30").armour == -2


@pytest.mark.clause("7.12")
def test_a_box_is_worth_two():
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    supplied_enemy(board, "J25")
    before = total(board, [unit], "J23").total
    board.state.hexes.box[board.hex("J23")] = 2
    assert total(board, [unit], "J23").total == before - 2


@pytest.mark.clause("7.5", "7.6", "CRT.13")
@pytest.mark.parametrize(("place", "cap"), [("T30", 8), ("SS1", 10), ("J23", 10**6)])
def test_places_limit_the_differential_with_armour_in_them_too(place, cap):
    """7.5, 7.6 and the ruling A-FORT-INOUT."""
    board = Board(side="axis")
    board.put("allied", 1, place, strength=1)
    found = total(board, [], place)
    assert found.cap == cap
    big = found._replace(attackers=40)
    assert big.total > 10
    assert big.resolved == min(big.total, cap)


@pytest.mark.clause("CRT.9", "CRT.10")
def test_the_printed_example_and_the_ends_of_the_table():
    """E-CRT, CRT.9, CRT.10."""
    rules = Board().rules
    assert result(rules, 6, 3) == (0, 1)
    assert result(rules, -11, 1) == result(rules, -5, 1) == (5, 0)
    assert result(rules, 30, 6) == result(rules, 12, 6) == (0, 5)
    assert [rules.results.column(n) for n in (-4, -3, -2, -1, 0, 1, 3, 4, 11, 12)] == [1, 1, 2, 2, 3, 4, 5, 6, 9, 10]


@pytest.mark.clause("6.10", "6.16", "6.17")
def test_two_battles_are_fought_in_the_order_that_the_attacker_likes():
    board = Board()
    board.put("allied", 5, "J22")
    board.put("allied", 6, "J26")
    board.put("axis", 10, "J23")
    board.put("axis", 11, "J27")
    board.supply("allied", "J24".replace("J24", "I24"))
    playout = attack(board, 6, 6)
    assert playout.frame.step == "battles"
    assert set(tokens(playout)) == {board.hex("J23"), board.hex("J27")}
    playout.act((board.hex("J27"),))
    playout.advance()
    fought = [event for event in playout.events if event.name == "battle"]
    assert [event.subjects[-1] for event in fought] == [board.hex("J27")]


@pytest.mark.clause("7.7", "CRT.11")
def test_an_attackers_loss_at_a_fortification_ends_attacks_on_it():
    board = Board(side="axis")
    board.put("axis", 15, "S30")
    board.put("allied", 24, "T30")
    board.supply("axis", "S29")
    attack(board, 1)
    assert board.state.hexes.repulsed[board.hex("T30")]
    board = Board(side="axis")
    for number in (15, 18):
        board.put("axis", number, "S30")
    board.put("allied", 24, "T30", strength=1)
    board.supply("axis", "S29")
    attack(board, 6)
    assert not board.state.hexes.repulsed[board.hex("T30")], "it cost the attacker nothing"


@pytest.mark.clause("15.1")
def test_white_knees_take_two_from_strength_and_never_more_than_there_is():
    """15.1 and the ruling A-KNEES-DEFENCE."""
    board = Board(options=("white-knees",))
    unit = board.put("allied", 5, "J22", green=1)
    board.put("axis", 10, "J23", strength=1, green=1)
    supplied_enemy(board, "J25")
    assert total(board, [unit], "J23").total == 5 - 0
    plain = Board()
    unit = plain.put("allied", 5, "J22", green=1)
    plain.put("axis", 10, "J23", strength=1, green=1)
    supplied_enemy(plain, "J25")
    assert total(plain, [unit], "J23").total == 7 - 1


@pytest.mark.clause("18.2", "CRT.6")
def test_armour_against_anti_tank_units_is_three_worse_off():
    """18.2 and the ruling A-88-ATTACK: in defence only."""
    board = Board(options=("eighty-eights",))
    tank, foot = board.put("allied", 1, "J22"), board.put("allied", 5, "J22")
    board.put("axis", 35, "J23")
    assert total(board, [tank, foot], "J23").own == -3
    assert total(board, [foot], "J23").own == 0
    gun = board.unit("axis", 35)
    found = differential(board.rules, board.state, [gun], [board.hex("J22")], [tank, foot])
    assert found.own == 0
