"""Rules 6 and 10: combat results as step losses, retreats or a mix; wrecks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.campaign.state import AT_BASE
from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.step import IllegalActionError

from .fight import attack, bear, names, tokens
from .table import Board


def defended(*numbers, at="J23", enemies=(("allied", 5, "J22"),), side="axis", options=None):
    board = Board(options=options)
    units = [board.put(side, number, at) for number in numbers]
    for owner, number, hex_ in enemies:
        board.put(owner, number, hex_)
    return board, units


@pytest.mark.clause("6.22", "6.40", "CRT.15")
def test_the_ways_to_take_a_loss_of_two():
    """E-LOSS-2, 6.40, CRT.15."""
    board, (a, b) = defended(15, 16)
    playout = bear(board, [a, b], 2)
    assert set(whole_actions(playout)) == {(0, a, a), (0, a, b), (0, b, b), (1, a), (1, b), (2,)}
    assert playout.decider == 1, "its owner"


@pytest.mark.clause("6.18")
def test_the_marker_of_a_unit_of_six():
    """E-MARKER, 6.18."""
    board, (unit,) = defended(10)
    for loss, left in ((2, 4), (1, 3)):
        playout = bear(board, [unit], loss)
        playout.act((0, *[unit] * loss))
        assert board.state.units.strength[unit] == left


@pytest.mark.clause("6.19")
def test_a_unit_at_nothing_is_destroyed_and_no_more_than_it_has_is_lost():
    board, (unit,) = defended(10)
    board.put("axis", 10, "J23", strength=2)
    playout = bear(board, [unit], 4)
    assert (0, unit, unit) in set(whole_actions(playout))
    playout.act((0, unit, unit))
    assert (board.state.units.strength[unit], board.state.units.place[unit]) == (0, AT_BASE)


@pytest.mark.clause("6.21", "10.1")
def test_armour_leaves_wrecks_where_it_was_and_infantry_does_not():
    board, (tank, foot) = defended(15, 16)
    playout = bear(board, [tank, foot], 4)
    playout.act((1, tank, tank, foot))
    playout.advance()
    assert board.state.hexes.wreck[board.hex("J23")] == 2
    assert sum(board.state.hexes.wreck) == 2


@pytest.mark.clause("6.40")
@given(st.integers(1, 5), st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_strength_and_retreat_make_up_the_loss(loss, seed):
    """6.40: conservation, whatever is picked."""
    board, units = defended(15, 16, 17)
    before = sum(board.state.units.strength[unit] for unit in units)
    playout = bear(board, units, loss)
    actions = sorted(whole_actions(playout))
    action = actions[seed % len(actions)]
    playout.act(action)
    while playout.advance() is not None and playout.frame.step == "retreat":
        ways = sorted(whole_actions(playout))
        playout.act(ways[seed % len(ways)])
    lost = before - sum(board.state.units.strength[unit] for unit in units)
    assert lost + action[0] == loss
    wrecked = sum(board.state.hexes.wreck)
    assert wrecked == sum(action[1:].count(unit) for unit in (units[0], units[2])), "armour and reconnaissance"


def retreat_ends(board, units, count, **how):
    playout = bear(board, units, count, **how)
    playout.act((count,))
    return playout, {action[-1] for action in whole_actions(playout)}


@pytest.mark.clause("6.24", "6.26")
def test_a_retreat_keeps_out_of_enemy_zones_and_ends_just_so_far_away():
    board, (unit,) = defended(10)
    _playout, ends = retreat_ends(board, [unit], 1)
    assert names(board, ends) == {"J24", "K24", "I24"}
    board, (unit,) = defended(10)
    _playout, ends = retreat_ends(board, [unit], 2)
    assert names(board, ends) == {"J25", "K25", "I25", "L23", "L24", "H23", "H24"}


@pytest.mark.clause("6.25")
def test_through_unoccupied_hexes_if_possible():
    board, (unit,) = defended(22)
    board.put("axis", 23, "J24")
    _playout, ends = retreat_ends(board, [unit], 1)
    assert names(board, ends) == {"K24", "I24"}
    board.put("axis", 24, "K24")
    board.put("axis", 16, "I24")
    _playout, ends = retreat_ends(board, [board.put("axis", 22, "J23")], 1)
    assert names(board, ends) == {"J24", "K24", "I24"}, "only if possible"


@pytest.mark.clause("6.28")
def test_further_if_there_is_no_room_at_the_right_distance():
    board, (unit,) = defended(10)
    for number, hex_ in ((11, "J24"), (12, "K24"), (13, "I24")):
        board.put("axis", number, hex_)
    playout, ends = retreat_ends(board, [unit], 1)
    assert {"J25", "K25", "I25"} <= names(board, ends)
    assert all(len(action) == 2 for action in whole_actions(playout))


@pytest.mark.clause("6.29")
def test_who_cannot_retreat_takes_strength():
    """6.29: surrounded by zones."""
    board, (unit,) = defended(10, enemies=(("allied", 5, "J22"), ("allied", 6, "K24"), ("allied", 9, "I24")))
    playout = bear(board, [unit], 2)
    assert tokens(playout) == [0]
    with pytest.raises(IllegalActionError) as error:
        playout.act((1, unit))
    assert error.value.clause == "6.29"


@pytest.mark.clause("6.40", "6.41")
def test_all_retreat_the_same_way_or_each_its_own():
    """6.40 with the ruling A-RETREAT-UNITS, 6.41."""
    board, (a, b) = defended(15, 16)
    playout = bear(board, [a, b], 1)
    playout.act((1,))
    first, second = sorted((a, b))
    playout.act((board.hex("J24"),))
    assert board.state.units.place[first] == board.hex("J24")
    assert board.hex("J24") in tokens(playout), "together"
    assert board.hex("K24") in tokens(playout), "apart"
    playout.act((board.hex("K24"),))
    assert board.state.units.place[second] == board.hex("K24")


@pytest.mark.clause("6.28")
def test_units_that_leave_each_other_no_room_may_not_take_it_up():
    """6.28 and stacking: two divisions, each of them a hex full."""
    board = Board()
    units = [board.put("axis", 10, "J23"), board.put("axis", 11, "K23")]
    board.put("allied", 5, "J22")
    playout = bear(board, units, 1)
    playout.act((1,))
    playout.act((tokens(playout)[-1],))
    ends = tokens(playout)
    assert ends
    assert board.state.units.place[units[0]] not in ends


@pytest.mark.clause("6.30")
def test_an_attacker_who_retreats_is_done_and_so_is_all_of_that_attack():
    """6.30 and the ruling A-TIE-RETREAT-ATT."""
    board = Board()
    units = [board.put("allied", 5, "J22"), board.put("allied", 6, "I23")]
    board.put("axis", 10, "J23")
    playout = bear(board, units, 2, role="attacker")
    playout.act((1, units[0]))
    assert [board.state.units.halted[unit] for unit in units] == [1, 1]
    board = Board()
    units = [board.put("allied", 5, "J22"), board.put("allied", 6, "I23")]
    board.put("axis", 10, "J23")
    bear(board, units, 2, role="attacker").act((0, units[0], units[1]))
    assert [board.state.units.halted[unit] for unit in units] == [0, 0]


@pytest.mark.clause("6.27", "6.38")
def test_a_retreat_costs_no_points_and_minds_no_terrain_but_the_impassable():
    board, (unit,) = defended(10, at="T29", enemies=(("allied", 5, "T28"),))
    _playout, ends = retreat_ends(board, [unit], 1)
    land = board.rules.compiled.kinds.terrain_passable
    assert ends
    assert all(land[board.rules.compiled.map.terrain[hex_]] for hex_ in ends)
    assert board.state.units.spent[unit] == 0


@pytest.mark.clause("7.17")
def test_a_box_goes_when_those_in_it_retreat_or_die():
    for action in ((1,), None):
        board, (unit,) = defended(10)
        board.state.hexes.box[board.hex("J23")] = 2
        board.put("axis", 10, "J23", strength=1)
        playout = bear(board, [unit], 1)
        playout.act(action or (0, unit))
        while playout.advance() is not None and playout.frame.step == "retreat":
            playout.act((tokens(playout)[0],))
        assert board.state.hexes.box[board.hex("J23")] == 0


@pytest.mark.clause("17.2", "17.3", "17.4")
def test_mechanised_units_break_out_at_a_point_a_zone_that_counts():
    """E-MECH-3; 17.2, 17.3, 17.4 and the ruling A-MECH-COUNT."""
    around = (("allied", 5, "J22"), ("allied", 6, "K24"), ("allied", 9, "I24"))
    board, (unit,) = defended(15, enemies=around)
    assert tokens(bear(board, [unit], 3)) == [0], "without the option"
    board, (unit,) = defended(15, enemies=around, options=("mechanised-retreat",))
    playout = bear(board, [unit], 3)
    assert 3 not in tokens(playout)
    assert 2 in tokens(playout)
    playout.act((2, unit))
    zone = {"K23", "J24", "I23", "J22", "K24", "I24"}
    for action in whole_actions(playout):
        assert board.ids[action[0]] in zone
        assert len(action) == 2
    board, (slow,) = defended(10, enemies=around, options=("mechanised-retreat",))
    assert board.rules.compiled.units.movement[slow] < 25
    assert tokens(bear(board, [slow], 3)) == [0], "17.1"


@pytest.mark.clause("17.6")
def test_the_figure_of_a_mechanised_retreat():
    """E-MECH-FIG, 17.6: the units at A may leave by x and y for 2 points, on other hexes of the same form."""
    board = Board(options=("mechanised-retreat",))
    units = [board.put("allied", 1, "J23"), board.put("allied", 10, "J23")]
    for number, hex_ in ((10, "K23"), (11, "I24"), (12, "K26"), (28, "I21")):
        board.put("axis", number, hex_)
    way = (board.hex("J24"), board.hex("J25"))
    playout = bear(board, units, 4)
    playout.act((2, units[0], units[0]))
    assert way in set(whole_actions(playout)), "two zones for two points"
    playout.act(way)
    assert {board.state.units.place[unit] for unit in units} == {way[1]}, "as one stack"
    for unit in units:
        board.state.units.place[unit] = board.hex("J23")
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    playout = bear(board, units, 3)
    playout.act((2, units[0]))
    assert way not in set(whole_actions(playout)), "one point is for one zone"


@pytest.mark.clause("17.2")
def test_a_zone_is_not_entered_where_another_way_is_open():
    board, (unit,) = defended(15, options=("mechanised-retreat",))
    playout = bear(board, [unit], 2)
    playout.act((1, unit))
    assert names(board, tokens(playout)) == {"J24", "K24", "I24"}


@pytest.mark.clause("18.3")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_first_point_is_the_armours_where_it_meets_anti_tank_units(side):
    """18.3: whoever attacks."""
    board = Board(side=side, options=("eighty-eights",))
    tank, foot = board.put("allied", 1, "J22", strength=3), board.put("allied", 5, "J22", strength=3)
    board.put("axis", 35, "J23")
    guns = [board.put("axis", 15, "J23")] if side == "axis" else []
    board.supply(side, "J20" if side == "allied" else "J25")
    playout = attack(board, 1 if side == "allied" else 6)
    assert playout.frame.step == "losses"
    assert playout.decider == 0
    actions = set(whole_actions(playout))
    assert all(tank in action[1:] for action in actions)
    assert any(foot in action[1:] for action in actions)
    assert all(board.state.units.strength[gun] for gun in guns)
