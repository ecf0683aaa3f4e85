"""Unsupplied mechanised units that break out toward home (rule 17.5)."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.movement.obligations import laggards
from scenario_forge.campaign.movement.unsupplied import home_steps
from scenario_forge.campaign.situation import enemy_zones
from scenario_forge.simulator.play import Toll
from scenario_forge.systems.desert_rats.play import DesertPlay

from .fight import operations, tokens
from .table import Board

OPTION = ("mechanised-retreat",)


def ringed(number: int = 15, options=OPTION, strength: int = 4) -> tuple[Board, int, list[int]]:
    """An unsupplied Axis unit at J23 with every hex around it in an enemy zone; free hexes lie beyond."""
    board = Board(side="axis", options=options)
    unit = board.put("axis", number, "J23", unsupplied=1, strength=strength)
    near = board.rules.neighbours
    first = {other for other in near[6 * board.hex("J23") : 6 * board.hex("J23") + 6] if other >= 0}
    second = {other for hex_ in first for other in near[6 * hex_ : 6 * hex_ + 6]} - first - {board.hex("J23")}
    wanted, numbers = set(first), [5, 6, 9, 11, 12, 13, 14]
    while wanted:
        best = max(sorted(second), key=lambda hex_: len(wanted & set(near[6 * hex_ : 6 * hex_ + 6])))
        board.put("allied", numbers.pop(), board.ids[best])
        wanted -= set(near[6 * best : 6 * best + 6])
    assert home_steps(board.rules, board.state, 1)[board.hex("J23")] < 0
    return board, unit, sorted(first)


@pytest.mark.clause("17.3", "17.5")
def test_it_may_go_through_zones_at_a_point_for_each():
    """17.3, 17.5 and the ruling A-MECH-MARCH: one strength point for each enemy zone entered, wrecks where it was lost."""
    board, unit, first = ringed()
    playout, zone = operations(board), enemy_zones(board.rules, board.state, 1)
    path = [unit]
    while True:
        choices = playout.choices(tuple(path))
        assert choices, "the way out goes on"
        free = [choice for choice in choices if not zone[choice.token]] if len(path) > 1 else choices
        path.append((free or choices)[0].token)
        if not zone[path[-1]] and home_steps(board.rules, board.state, 1)[path[-1]] >= 0:
            break
    entered = [hex_ for hex_ in path[1:] if zone[hex_]]
    assert entered
    assert path[1] in first
    playout.act(tuple(path))
    playout.advance()
    assert board.state.units.place[unit] == path[-1]
    assert board.state.units.strength[unit] == 4 - len(entered)
    assert [board.state.hexes.wreck[hex_] for hex_ in entered] == [1] * len(entered)
    assert sum(event.clause == "17.5" for event in playout.events) == len(entered)
    play = DesertPlay(board.rules.compiled)
    tolls = [toll for event in playout.events for toll in play.tolls(board.state, event)]
    assert tolls == [Toll("starved", 1)] * len(entered), "reports count it as lost for want of supply"


@pytest.mark.clause("17.5")
def test_it_need_not():
    """17.5: it is not required."""
    board, unit, _first = ringed()
    assert unit not in laggards(board.rules, board.state, 1)
    assert "end" in tokens(operations(board))


@pytest.mark.parametrize(
    ("number", "options", "strength"),
    [(15, (), 4), (10, OPTION, 4), (15, OPTION, 1)],
    ids=["without the option", "too slow", "nothing to pay with"],
)
def test_who_may_not(number, options, strength):
    board, unit, _first = ringed(number, options, strength)
    assert unit not in tokens(operations(board))


@pytest.mark.clause("17.2")
def test_zones_are_not_entered_where_another_way_is_open():
    """17.2: only if no other path is available."""
    board = Board(side="axis", options=OPTION)
    unit = board.put("axis", 15, "J23", unsupplied=1)
    board.put("allied", 5, "J20")
    board.put("allied", 6, "J21")
    playout, zone = operations(board), enemy_zones(board.rules, board.state, 1)
    found = tokens(playout, unit)
    assert found
    assert not any(zone[hex_] for hex_ in found)
    assert any(zone[hex_] for hex_ in board.rules.neighbours[6 * board.hex("J23") : 6 * board.hex("J23") + 6])


@pytest.mark.clause("8.13")
def test_each_hex_is_nearer_home():
    """8.13: counted through the zones, where no way is free of them."""
    board, unit, first = ringed()
    columns = [board.hex("J23") % board.rules.width]
    width = columns[0]
    for hex_ in tokens(operations(board), unit):
        assert hex_ in first
        assert hex_ % board.rules.width <= width, "westward, where Tripolitania is"
