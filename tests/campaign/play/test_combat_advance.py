"""Rule 6, advance after combat, and rules 8 and 9, capture of supply."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.situation import enemies, enemy_zones
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import IllegalActionError, Scripted
from scenario_forge.systems.desert_rats.play import sequence

from .fight import names, operations, tokens
from .pursuits import advances
from .table import Board, Watched


def advance(board, units, count, *trails, dice=()):
    """An advance of up to ``count`` hexes, retreat paths by name."""
    data = {"units": units, "count": count, "trails": [[board.hex(hex_) for hex_ in trail] for trail in trails]}
    board.state.stack = (Frame("advance", data),)
    return Watched(sequence(board.rules), board.state, Scripted(dice))


def ends(playout, unit):
    return {action[-1] for action in whole_actions(playout) if action[0] == unit}


@pytest.mark.clause("6.35", "6.42")
def test_after_a_retreat_of_four_hexes_any_attacker_may_go_four_anywhere():
    """E-ADV-1; 6.35, 6.42."""
    board = Board()
    units = [board.put("allied", 5, "J22"), board.put("allied", 6, "I23")]
    playout = advance(board, units, 4, ["J23", "J24", "J25", "J26", "J27"])
    assert tokens(playout) == [*units, "done"]
    found = names(board, ends(playout, units[0]))
    assert {"J26", "J18", "N20"} <= found
    assert not {"J27", "J17"} & found
    with pytest.raises(IllegalActionError) as error:
        playout.act((units[0], *(board.hex(f"J{n}") for n in (23, 24, 25, 26, 27))))
    assert error.value.clause == "6.35"
    playout.act((units[0], board.hex("J23"), board.hex("J24")))
    assert tokens(playout) == [units[1], "done"]
    assert board.state.units.spent[units[0]] == 0, "6.38"


@pytest.mark.clause("6.33", "6.34")
def test_zones_are_ignored_along_the_retreat_path_only():
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.put("axis", 10, "K24")  # its zone covers K23, J23, J24, K25, L23, L24
    playout = advance(board, [unit], 3, ["J23", "J24", "J25", "J26"])
    assert {"J23", "J24", "J25"} <= names(board, ends(playout, unit))
    playout = advance(board, [unit], 2)
    assert "J23" in names(board, ends(playout, unit))
    assert "J24" not in names(board, ends(playout, unit)), "held up in the first zone, no path"
    with pytest.raises(IllegalActionError) as error:
        playout.act((unit, board.hex("J23"), board.hex("J24")))
    assert error.value.clause == "6.34"


@pytest.mark.clause("6.36")
def test_several_paths_are_open_and_end_at_other_enemies():
    """E-ADV-2, E-ADV-3; 6.36."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.put("axis", 10, "K24")
    board.put("axis", 11, "J25")
    playout = advance(board, [unit], 4, ["J23", "J24", "J25", "J26"], ["J23", "I24", "I25", "I26"])
    found = names(board, ends(playout, unit))
    assert {"J24", "I24", "I25"} <= found
    assert "J25" not in found


@pytest.mark.clause("6.33", "6.34", "6.35", "6.36")
def test_the_same_hexes_as_the_shared_mechanics_say():
    """6.33 to 6.36: two accounts of one rule."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    for number, hex_ in ((10, "K24"), (11, "H22"), (12, "M22")):
        board.put("axis", number, hex_)
    trail = ["J23", "J24", "J25", "J26"]
    playout = advance(board, [unit], 3, trail)
    rules, state = board.rules, board.state
    other = advances(
        rules.ways,
        board.hex("J22"),
        3,
        enemies(rules, state, 0),
        enemy_zones(rules, state, 0),
        [[board.hex(hex_) for hex_ in trail]],
    )
    assert ends(playout, unit) == set(other)


@pytest.mark.clause("5.6")
def test_stacking_binds_at_the_end_of_an_advance():
    """5.6 and the ruling A-ADV-STACK."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    for number in (6, 9):
        board.put("allied", number, "J23")
    found = names(board, ends(advance(board, [unit], 2), unit))
    assert "J23" not in found
    assert "J24" in found


def battle(board, attackers, hexes, *, result, action=None, way=None):
    """The aftermath of a battle up to the advance: the defender bears his loss as given."""
    defenders = [u for u, place in enumerate(board.state.units.place) if place in hexes]
    data = {"attackers": attackers, "defenders": defenders, "hexes": list(hexes), "paths": [], "taken": 0}
    board.state.stack = (Frame("aftermath", {**data, "role": "battle", "result": list(result)}),)
    playout = Watched(sequence(board.rules), board.state, Scripted(()))
    playout.advance()
    assert playout.frame.step == "losses"
    playout.act(action)
    playout.advance()
    while not playout.over and playout.frame.step == "retreat":
        playout.act(way)
        playout.advance()
    return playout


def ready():
    board = Board()
    unit = board.put("allied", 5, "J22")
    enemy = board.put("axis", 10, "J23")
    return board, unit, enemy


@pytest.mark.clause("6.37")
def test_two_points_and_two_hexes_let_the_attackers_advance_two():
    """E-ADV-4; 6.37."""
    board, unit, enemy = ready()
    way = (board.hex("J24"), board.hex("J25"))
    playout = battle(board, [unit], [board.hex("J23")], result=(0, 4), action=(2, enemy, enemy), way=way)
    assert playout.frame.step == "advance"
    assert playout.frame.data["count"] == 2
    assert playout.frame.data["trails"] == [[board.hex("J23"), *way]]


@pytest.mark.clause("6.37")
def test_if_all_are_eliminated_the_whole_result_may_be_advanced_without_a_path():
    """E-ADV-5; 6.37."""
    board, unit, enemy = ready()
    board.put("axis", 10, "J23", strength=3)
    playout = battle(board, [unit], [board.hex("J23")], result=(0, 4), action=(0, enemy, enemy, enemy))
    assert playout.frame.data["count"] == 4
    assert playout.frame.data["trails"] == []


@pytest.mark.clause("6.31")
def test_no_advance_where_a_hex_is_not_emptied():
    board, unit, enemy = ready()
    playout = battle(board, [unit], [board.hex("J23")], result=(0, 1), action=(0, enemy))
    assert playout.over


@pytest.mark.clause("6.23", "6.30")
def test_the_defender_loses_before_the_attacker_and_who_retreats_does_not_advance():
    board, unit, enemy = ready()
    way = (board.hex("J24"),)
    playout = battle(board, [unit], [board.hex("J23")], result=(1, 1), action=(1,), way=way)
    assert (playout.frame.step, playout.frame.data["role"], playout.decider) == ("losses", "attacker", 0)
    playout.act((1,))
    playout.act((tokens(playout)[0],))
    playout.advance()
    assert playout.over
    assert board.state.units.place[enemy] == board.hex("J24")


# -- capture -----------------------------------------------------------------------------------------


def march_into(board, unit, hex_, *dice):
    playout = operations(board, *dice)
    playout.act((unit, board.hex(hex_)))
    playout.advance()
    return playout


def supplies_at(board, hex_):
    """Side and whether captured, face down, of the markers in a hex."""
    return [
        (m.side, m.captured, board.state.supplies.used[n])
        for n, m in enumerate(board.rules.markers)
        if board.state.supplies.place[n] == board.hex(hex_)
    ]


@pytest.mark.clause("8.33", "8.34", "8.40")
def test_supply_that_lies_face_up_is_captured_by_whoever_moves_in():
    board = Board()
    unit = board.put("allied", 5, "J22")
    row = board.supply("axis", "J23")
    march_into(board, unit, "J23")
    assert supplies_at(board, "J23") == [(0, True, 0)]
    assert board.state.supplies.place[row] == NOWHERE


@pytest.mark.clause("8.34")
@pytest.mark.parametrize(("die", "found"), [(1, [(0, True, 0)]), (4, [(0, True, 0)]), (5, []), (6, [])])
def test_supply_that_lies_face_down_is_captured_by_a_throw_of_four_at_most(die, found):
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.state.supplies.used[board.supply("axis", "J23")] = 1
    march_into(board, unit, "J23", die)
    assert supplies_at(board, "J23") == found


@pytest.mark.clause("8.35")
def test_supply_stays_when_its_units_retreat_and_the_advance_captures_it_on_the_way():
    """8.35 and the ruling A-ADV-CAPTURE; E-SUPPLY-SIDI: one without a throw, one by the die."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.supply("axis", "J23")
    board.state.supplies.used[board.supply("axis", "J23")] = 1
    playout = advance(board, [unit], 2, ["J23", "J24", "J25"], dice=(6,))
    playout.act((unit, board.hex("J23"), board.hex("J24")))
    playout.advance()
    assert supplies_at(board, "J23") == [(0, True, 0)]
    assert board.state.units.place[unit] == board.hex("J24")


@pytest.mark.clause("9.15")
def test_when_all_captured_markers_are_out_an_ordinary_one_comes():
    board = Board()
    unit = board.put("allied", 5, "J22")
    for n, marker in enumerate(board.rules.markers):
        if marker.side == 0 and marker.captured:
            board.state.supplies.place[n] = board.hex("F12")
    board.supply("axis", "J23")
    march_into(board, unit, "J23")
    assert supplies_at(board, "J23") == [(0, False, 0)]


@pytest.mark.clause("8.33")
def test_a_march_goes_on_after_a_capture():
    """8.33: the capture takes no time."""
    board = Board()
    unit = board.put("allied", 5, "J20")
    board.supply("axis", "J21")
    playout = operations(board)
    playout.act((unit, board.hex("J21"), board.hex("J22")))
    playout.advance()
    assert board.state.units.place[unit] == board.hex("J22")
    assert supplies_at(board, "J21") == [(0, True, 0)]
