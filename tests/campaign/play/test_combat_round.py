"""Rules 2, 3, 6 and 7: when a round can be declared, who must fight, and who attacks whom."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.campaign.combat.allocation import Battle, Muster, battles_of
from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.simulator.step import IllegalActionError

from .fight import operations, round_on, tokens
from .table import Board


@pytest.mark.clause("6.1", "6.2")
def test_without_enemies_side_by_side_there_is_no_round():
    board = Board()
    board.put("allied", 4, "J21")
    board.put("axis", 10, "J23")
    playout = operations(board)
    assert "round" not in tokens(playout)
    with pytest.raises(IllegalActionError) as error:
        playout.act(("round",))
    assert error.value.clause == "6.2"


@pytest.mark.clause("2.8", "3.8", "3.11", "3.12")
def test_all_units_count_as_having_spent_what_the_fastest_has_and_the_round_itself_is_free():
    """2.8, 3.8, 3.11, 3.12: E-MP-28, a unit of 25 points beside one that has spent 28."""
    board = Board()
    slow = board.put("allied", 11, "J22")
    board.put("allied", 1, "I22", spent=28 * board.rules.scale)
    idle = board.put("allied", 26, "F12")
    board.put("axis", 10, "J23")
    board.supply("allied", "I21")
    assert board.rules.compiled.units.movement[slow] == 25
    playout = round_on(board)
    assert board.state.clock.spent[0] == 28 * board.rules.scale
    assert board.state.clock.rounds[0] == 1
    assert slow in contact(board.rules, board.state, 0).bound, "it fights"
    assert Walk(board.rules, board.state, idle).spent == 28 * board.rules.scale
    assert not list(Walk(board.rules, board.state, slow).steps()), "it does not move on"
    assert playout.events[-1].clause == "2.8"


def figure():
    """E-COMBAT-FIG on other hexes of the same form."""
    board = Board()
    at = {"A": "J21", "B": "J22", "D": "J23", "E": "J25"}
    units = {name: [] for name in at}
    for number, name in ((5, "A"), (6, "A"), (9, "B"), (1, "B"), (13, "D"), (14, "D"), (2, "E")):
        units[name].append(board.put("allied", number, at[name]))
    for number, name in ((10, "K22"), (11, "K23"), (12, "K26")):
        board.put("axis", number, name)
    board.supply("allied", "J24")
    return board, units


@pytest.mark.clause("6.3", "6.4", "6.6", "6.43")
def test_the_figure_of_a_round():
    """E-COMBAT-FIG: E attacks Z, D attacks Y, A attacks X, those on B attack X or Y or one each (6.3, 6.4, 6.6, 6.43)."""
    board, units = figure()
    x, y, z = (board.hex(name) for name in ("K22", "K23", "K26"))
    met = contact(board.rules, board.state, 0)
    assert {name: set(met.targets[unit]) for name, own in units.items() for unit in own} == {
        "A": {x},
        "B": {x, y},
        "D": {y},
        "E": {z},
    }
    assert met.bound == {unit for own in units.values() for unit in own}
    playout = round_on(board)
    playout.act((tokens(playout)[0], board.hex("J24")))
    playout.advance()
    assert playout.frame.step == "allocation", "C supplies them all"
    (b1, b2), (a, d, e) = sorted(units["B"]), (sorted(units[name]) for name in "ADE")
    split = (x, "by", *sorted([*a, b1]), "next", y, "by", *sorted([*d, b2]), "next", z, "by", *e)
    playout.must_allow(split)
    playout.must_allow((x, "by", *sorted([*a, b1, b2]), "next", y, "by", *d, "next", z, "by", *e))


@pytest.mark.parametrize(
    ("wrong", "clause"),
    [
        ("both", "6.4"),  # then nothing is left that A is beside
        ("far", "6.13"),  # E is not beside X
        ("twice", "6.5"),
    ],
)
def test_what_the_figure_does_not_allow(wrong, clause):
    """6.5, 6.6, 6.13."""
    board, units = figure()
    x, y = board.hex("K22"), board.hex("K23")
    playout = round_on(board)
    playout.act((tokens(playout)[0], board.hex("J24")))
    playout.advance()
    (b1, _b2), a, e = sorted(units["B"]), sorted(units["A"]), units["E"]
    actions = {
        "both": (x, y, "by", a[0]),
        "far": (x, "by", e[0]),
        "twice": (x, "by", *sorted([*a, b1]), "next", y, "by", b1),
    }
    with pytest.raises(IllegalActionError) as error:
        playout.act(actions[wrong])
    assert error.value.clause == clause


@pytest.mark.clause("6.3", "6.4")
def test_nobody_who_must_attack_or_be_attacked_is_left_out():
    board, units = figure()
    playout = round_on(board)
    playout.act((tokens(playout)[0], board.hex("J24")))
    playout.advance()
    a = sorted(units["A"])
    with pytest.raises(IllegalActionError):
        playout.act((board.hex("K22"), "by", *a))
    # the only unit beside Z cannot be spared
    assert board.hex("K26") in tokens(playout)


@pytest.mark.clause("6.3", "6.4", "6.5", "6.6", "6.13", "6.14")
@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_every_whole_allocation_meets_every_duty(seed):
    """6.3 to 6.6, 6.13, 6.14: whatever is picked stage by stage."""
    board, _units = figure()
    playout = round_on(board)
    playout.act((tokens(playout)[0], board.hex("J24")))
    playout.advance()
    met = contact(board.rules, board.state, 0)
    prefix = ()
    while True:
        choices = playout.choices(prefix)
        assert choices, prefix
        pick = choices[seed % len(choices)]
        seed = seed * 31 + 7
        prefix = (*prefix, pick.token)
        if pick.whole and (not pick.more or seed % 2):
            break
    battles = battles_of(prefix)
    units = [unit for battle in battles for unit in battle.units]
    hexes = [hex_ for battle in battles for hex_ in battle.hexes]
    assert len(set(units)) == len(units)
    assert len(set(hexes)) == len(hexes)
    assert set(units) >= met.bound
    assert set(hexes) >= set(met.facing)
    assert all(set(battle.hexes) <= set(met.targets[unit]) for battle in battles for unit in battle.units)


@pytest.mark.clause("7.3", "7.4")
def test_a_fortification_fights_only_if_the_attacker_likes():
    """7.3, 7.4 and the ruling A-COMBAT-CHAIN."""
    board = Board(side="axis")
    inside = board.put("allied", 24, "T30")
    outside = board.put("axis", 15, "S30")
    for side in (0, 1):
        met = contact(board.rules, board.state, side)
        assert not met.bound
        assert not met.facing
    assert contact(board.rules, board.state, 1).targets == {outside: (board.hex("T30"),)}
    assert contact(board.rules, board.state, 0).targets == {inside: (board.hex("S30"),)}
    assert "round" not in tokens(operations(board)), "nobody could be in combat supply"
    board.supply("axis", "S29")
    assert "round" in tokens(operations(board))


@pytest.mark.clause("6.3", "6.4", "7.14", "7.15")
@pytest.mark.parametrize("boxed", ["enemy", "own", "both"])
@pytest.mark.parametrize("side", [0, 1])
def test_zones_oblige_as_they_reach_out_of_a_box_but_not_into_it(side, boxed):
    """6.3, 6.4, 7.15 and the ruling A-BOX-ATTACKED, for either side as the attacker."""
    board = Board(side=("allied", "axis")[side])
    board.put("allied", 4, "J22")
    board.put("axis", 10, "J23")
    own, enemy = (board.hex("J22"), board.hex("J23"))[:: 1 - 2 * side]
    if boxed in {"own", "both"}:
        board.state.hexes.box[own] = side + 1
    if boxed in {"enemy", "both"}:
        board.state.hexes.box[enemy] = 2 - side
    met = contact(board.rules, board.state, side)
    assert met.targets, "whoever is free may attack all the same"
    assert not met.bound, "no zone reaches into the enemy box, and a stack in a box is free"
    assert set(met.facing) == ({enemy} if boxed == "enemy" else set()), "the zone of the enemy box covers the unit"


@pytest.mark.clause("6.3", "6.4")
def test_who_stands_beside_a_box_may_leave_the_attack_on_it_to_others():
    """6.4: no enemy is in the zone of either unit; 6.3: one of them, whichever, attacks the box."""
    board = Board()
    first, second = board.put("allied", 4, "J22"), board.put("allied", 5, "J24")
    board.put("axis", 10, "J23")
    board.state.hexes.box[board.hex("J23")] = 2
    met = contact(board.rules, board.state, 0)
    for units in ((first,), (second,), (first, second)):
        muster = Muster(met, {first, second}, [Battle((board.hex("J23"),), units)])
        assert muster.over
    assert not Muster(met, {first, second}).over


@pytest.mark.clause("7.7", "CRT.11")
def test_a_repulse_bars_the_fortification_for_the_player_turn_and_not_its_garrison():
    """7.7, CRT.11 and the ruling A-FORT-ATTACKEROUT."""
    board = Board(side="axis")
    board.put("allied", 24, "T30")
    board.put("axis", 15, "S30")
    board.state.hexes.repulsed[board.hex("T30")] = 1
    assert not contact(board.rules, board.state, 1).targets
    assert contact(board.rules, board.state, 0).targets


@pytest.mark.clause("6.30")
def test_units_that_retreated_as_attackers_have_no_part():
    """6.30: not in further rounds."""
    board = Board()
    board.put("allied", 4, "J22", halted=1)
    board.put("axis", 10, "J23")
    assert not contact(board.rules, board.state, 0).targets


@pytest.mark.clause("TEC.6", "TEC.9")
def test_no_combat_across_the_nile_or_into_the_sea():
    rules = Board().rules
    barred = rules.compiled.keys["hexside_kinds"].index("nile")
    edges = [edge for edge, mask in enumerate(rules.compiled.map.sides) if mask >> barred & 1]
    assert edges
    assert not any(rules.fightable[edge] for edge in edges)
