"""What the rulebook of Massawa says of attackers without supply, of Suakin, and of lorries that slip away."""

from __future__ import annotations

from collections import Counter

import pytest
from campaign.play.fight import operations, round_on, tokens
from clauses.positions import Board, changed, points

from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.state import box_place
from scenario_forge.campaign.supply.combat_supply import DONE, unsupplied
from scenario_forge.campaign.supply.supply_ways import ranges
from scenario_forge.simulator.playout import whole_actions

SUAKIN = box_place(0)
COAST = {"L14", "L15"}
"""The hexes beside Suakin, where two tracks begin."""
TRACK = 1.5
"""Movement points for a hex along a track."""


def board_of(side, **options):
    return Board("eritrea", side, "massawa", **options)


@pytest.mark.clause("6.4", game="massawa")
@pytest.mark.parametrize(("at", "without"), [("F4", False), ("F3", True)])
def test_an_attacker_out_of_combat_supply_takes_a_loss_of_three_and_does_not_attack(at, without):
    """The Empire's radius is 3 hexes; at least 1 of the loss is strength, at most 2 of it hexes of retreat."""
    board = board_of("empire")
    unit = board.put("empire", 1, "F7")
    board.put("italy", 1, "F8")
    board.state.supplies.used[board.supply("empire", at)] = 1
    changed(board)
    assert unsupplied(board.rules, board.state) == [unit] * without
    playout = round_on(board)
    if not without:
        assert playout.frame.step == "allocation"
        return
    playout.act((DONE,))  # supply could still be brought up
    playout.advance()
    assert playout.frame.step == "losses"
    assert playout.frame.data["units"] == [unit]
    offered = {action[0]: action for action in whole_actions(playout)}
    assert set(offered) == {0, 1, 2}, "hexes of retreat; the rest of the loss is strength"
    strength = board.state.units.strength[unit]
    playout.act(offered[0])
    playout.advance()
    assert board.state.units.strength[unit] == strength - 3
    assert "battle" not in {event.name for event in playout.events}


@pytest.mark.clause("11.1", game="massawa")
def test_a_unit_in_suakin_is_supplied_and_goes_back_there_for_two_points():
    board = board_of("empire")
    unit = board.put("empire", 9, "F7")
    assert not supplied(board.rules, board.state, 0)[unit], "there is no supply unit on the map"
    board.state.units.place[unit] = SUAKIN
    changed(board)
    assert supplied(board.rules, board.state, 0)[unit]
    playout = operations(board)
    assert {board.ids[hex_] for hex_ in tokens(playout, unit)} == COAST
    playout.act((unit, board.hex("L14")))
    playout.advance()
    assert points(board, unit) == TRACK
    playout.act((unit, SUAKIN))
    playout.advance()
    assert points(board, unit) == TRACK + 2


@pytest.mark.clause("11.1", game="massawa")
@pytest.mark.parametrize(("side", "enters"), [("empire", True), ("italy", False)])
def test_only_the_empire_enters_suakin(side, enters):
    board = board_of(side)
    unit = board.put(side, 1, "L14")
    ways = tokens(operations(board), unit)
    assert board.hex("L15") in ways
    assert (SUAKIN in ways) is enters


@pytest.mark.clause("11.1", game="massawa")
def test_a_supply_unit_moves_out_of_suakin_by_the_coast():
    board = board_of("empire")
    marker = board.supply("empire", "L14")
    board.state.supplies.place[marker] = SUAKIN
    changed(board)
    costs, before = ranges(board.rules, board.state, marker)
    entered = {board.ids[hex_] for hex_, start in enumerate(before) if costs[hex_] >= 0 and start == SUAKIN}
    assert entered == COAST
    along = {"L14": TRACK, "L15": TRACK, "K14": 2 * TRACK, "K16": 2 * TRACK}
    assert {hex_: costs[board.hex(hex_)] / board.rules.scale for hex_ in along} == along


@pytest.mark.clause("14.1", game="massawa")
@pytest.mark.parametrize(("number", "agreed", "goes"), [(6, True, True), (6, False, False), (1, True, False)])
def test_who_is_fast_enough_goes_home_through_zones_for_a_strength_point(number, agreed, goes):
    """Gazelle Force has 22 movement points, a brigade 14; six Italian units two hexes away leave gaps between them."""
    board = board_of("empire", options=("mechanised-retreat",) if agreed else ())
    unit = board.put("empire", number, "F7", unsupplied=1)
    beside = board.rules.neighbours[6 * board.hex("F7") :][:6]
    away = Counter(other for hex_ in beside for other in board.rules.neighbours[6 * hex_ :][:6])
    between = [hex_ for hex_, count in away.items() if count == 2 and hex_ not in beside]
    for foe, hex_ in enumerate(between, 1):
        board.put("italy", foe, board.ids[hex_])
    playout = operations(board)
    assert (unit in tokens(playout)) is goes
    if goes:
        strength = board.state.units.strength[unit]
        ways = tokens(playout, unit)
        assert {board.ids[way] for way in ways} == {"F6"}, "nearer Kassala"
        playout.act((unit, ways[0]))
        playout.advance()
        assert board.state.units.strength[unit] == strength - 1
        assert playout.events[-1].clause == "14.1"
