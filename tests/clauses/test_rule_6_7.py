"""Rules 6 and 7 and the combat results table."""

from __future__ import annotations

import pytest
from campaign.play.fight import attack, bear, tokens
from campaign.play.table import GAMES, Board
from campaign.play.test_combat_advance import battle, ready

from scenario_forge.campaign.combat.differential import differential
from scenario_forge.campaign.contact import contact, defenders
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.tables import tables
from scenario_forge.simulator.playout import whole_actions

from .positions import changed


@pytest.mark.clause("6.11")
@pytest.mark.parametrize("side", [0, 1])
def test_who_moves_is_the_attacker(side):
    board = Board(side=("allied", "axis")[side])
    own, enemy = (board.put("allied", 5, "J22"), board.put("axis", 10, "J23"))[:: 1 - 2 * side]
    met = contact(board.rules, board.state, side)
    assert met.bound == {own}
    assert set(met.facing) == {board.state.units.place[enemy]}


@pytest.mark.clause("6.12")
def test_all_in_a_hex_defend_together():
    board = Board()
    unit = board.put("allied", 5, "J22")
    own = [board.put("axis", number, "J23") for number in (15, 16)]
    found = differential(board.rules, board.state, [unit], [board.hex("J23")], own)
    assert found.defenders == 9 + 6
    assert defenders(board.rules, board.state, 0, board.hex("J23")) == own


@pytest.mark.clause("6.15", "6.16")
def test_the_die_is_thrown_on_the_table_and_the_loss_is_borne():
    """9 against 1, out of combat supply: +10 on the table, where a 6 costs the defender four."""
    board = Board(side="axis")
    board.put("axis", 15, "J22")
    board.put("allied", 4, "J23", strength=1)
    board.put("allied", 5, "J23", strength=1)
    board.supply("axis", "J21")
    playout = attack(board, 6)
    fought = [event for event in playout.events if event.name == "battle"]
    assert [event.subjects[:4] for event in fought] == [(9 - 2 + 2, 6, 0, 3)]


@pytest.mark.clause("6.23")
def test_each_player_bears_and_moves_back_his_own():
    board = Board()
    unit = board.put("axis", 10, "J23")
    board.put("allied", 5, "J22")
    assert bear(board, [unit], 2).decider == 1, "the defender, though it is not his turn"
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    assert bear(board, [unit], 2, role="attacker").decider == 0


@pytest.mark.clause("6.31", "6.32", "6.37")
def test_the_victors_follow_at_once_into_the_hex_that_is_empty():
    board, unit, _enemy = ready()
    playout = battle(board, [unit], [board.hex("J23")], result=(0, 6), action=(0, *[_enemy] * 6))
    assert playout.frame.step == "advance", "before anything else"
    assert tokens(playout) == [unit, "done"]
    assert board.hex("J23") in tokens(playout, unit)
    playout.act(("done",))
    playout.advance()
    assert playout.over, "at once or not at all"


@pytest.mark.clause("7.1")
def test_the_fortifications_are_tobruk_and_bardia():
    board = Board()
    assert [board.ids[hex_] for hex_, fort in enumerate(board.rules.forts) if fort] == ["T30", "SS1"]


@pytest.mark.clause("7.16", "6.40")
def test_a_box_bears_no_loss():
    board = Board()
    unit = board.put("axis", 10, "J23")
    board.put("allied", 5, "J22")
    board.state.hexes.box[board.hex("J23")] = 2
    changed(board)
    playout = bear(board, [unit], 2, most=0)
    assert tokens(playout) == [0]
    assert tokens(playout, 0) == [unit]
    playout.act((0, unit, unit))
    playout.advance()
    assert board.state.hexes.box[board.hex("J23")] == 2
    assert board.state.units.strength[unit] == 4


@pytest.mark.clause("CRT.8", "CRT.5", "CRT.4", "CRT.2")
def test_everything_that_applies_adds_up():
    """An escarpment for one of two units, a defender out of supply, rough ground."""
    board = Board()
    places = _rough_above_an_escarpment(board)
    assert places
    below, target = places[0]
    unit = board.put("allied", 5, board.ids[below])
    enemy = board.put("axis", 10, board.ids[target])
    found = differential(board.rules, board.state, [unit], [target], [enemy])
    assert found.total == 7 - 6 - 5 + 2 - 3


def _rough_above_an_escarpment(board):
    keys, ground = board.rules.compiled.keys, board.rules.compiled.map
    bit = 1 << keys["hexside_kinds"].index("escarpment")
    return [
        (edge // 6, beyond)
        for edge, beyond in enumerate(board.rules.neighbours)
        if beyond >= 0 and keys["terrain"][ground.terrain[beyond]] == "rough" and ground.sides[edge] & bit
        if not board.rules.forts[beyond] and board.rules.open_sides[edge]
    ]


@pytest.mark.clause("CRT.13", "7.5", "7.6")
def test_the_table_marks_the_last_column_of_each_fortification():
    game = load_game(GAMES["desert-rats"], "all")
    table = tables(game).charts["combat_results"]
    marked = {
        cell.meaning.last_for: heading.meaning.values[0]
        for line in table.cells
        for heading, cell in zip(table.columns, line, strict=True)
        if cell.meaning.last_for
    }
    assert marked == {"Tobruk": 8, "Bardia": 10}
    rules = Board().rules
    assert rules.caps == {rules.compiled.names["hexes"].index(hex_): cap for hex_, cap in (("T30", 8), ("SS1", 10))}


@pytest.mark.clause("6.26", "6.28", "6.29")
def test_who_reaches_the_number_called_for_by_a_detour_only_may_retreat():
    """A-RETREAT-DETOUR: past a friend who fills his hex, and back to two hexes off; no way leads three hexes off."""
    board = Board()
    unit = board.put("axis", 10, "AA10")
    board.put("axis", 11, "BB11")
    board.put("allied", 5, "EE11")
    board.put("allied", 6, "BB9")
    playout = bear(board, [unit], 2)
    assert 2 in tokens(playout)
    playout.act((2,))
    way = []
    while playout.frame.step == "retreat" and tokens(playout, *way):
        (step,) = tokens(playout, *way)
        way.append(step)
    assert board.ids[way[-1]] == "CC11"
    assert len(way) == 3
    playout.act(tuple(way))
    assert board.state.units.place[unit] == board.hex("CC11")
    assert playout.events[-1].subjects[1:] == (board.hex("AA10"), *way)


@pytest.mark.clause("6.26")
def test_no_detour_is_open_where_a_straight_way_is():
    board = Board()
    unit = board.put("axis", 10, "J23")
    board.put("allied", 5, "J22")
    playout = bear(board, [unit], 2)
    playout.act((2,))
    assert {len(action) for action in whole_actions(playout)} == {2}
