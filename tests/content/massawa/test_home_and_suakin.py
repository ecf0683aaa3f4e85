"""What Massawa's rulebook says of units without supply, of Suakin, and of lorries that slip away."""

from __future__ import annotations

from collections import Counter

import pytest
from campaign.play.fight import operations, tokens
from clauses.positions import Board, changed, points

from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.state import box_place
from scenario_forge.campaign.supply.combat_supply import unsupplied
from scenario_forge.campaign.supply.supply_ways import ranges

SUAKIN = box_place(0)
COAST = {"L14", "L15"}
"""The hexes beside Suakin."""


def board_of(side, **options):
    return Board("eritrea", side, "massawa", **options)


@pytest.mark.clause("8.2", game="massawa")
@pytest.mark.parametrize(("at", "without"), [("F4", False), ("F3", True)])
def test_who_must_attack_beyond_the_radius_of_combat_supply_has_none(at, without):
    """The Empire's radius is 3 hexes."""
    board = board_of("empire")
    unit = board.put("empire", 1, "F7")
    board.put("italy", 1, "F8")
    board.state.supplies.used[board.supply("empire", at)] = 1
    changed(board)
    assert unsupplied(board.rules, board.state) == [unit] * without


@pytest.mark.clause("11.1", game="massawa")
def test_a_unit_in_suakin_is_supplied_and_comes_onto_the_coast_for_the_hex_it_enters():
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
    cost = points(board, unit)
    assert cost > 0
    assert SUAKIN in tokens(operations(board), unit), "and it may go back"
    playout.act((unit, SUAKIN))
    playout.advance()
    assert points(board, unit) == cost + 2


@pytest.mark.clause("11.1", game="massawa")
def test_only_the_empire_enters_suakin():
    board = board_of("italy")
    unit = board.put("italy", 1, "L14")
    assert SUAKIN not in tokens(operations(board), unit)


@pytest.mark.clause("11.1", game="massawa")
def test_a_supply_unit_moves_out_of_suakin_by_the_coast():
    board = board_of("empire")
    marker = board.supply("empire", "L14")
    board.state.supplies.place[marker] = SUAKIN
    changed(board)
    costs, before = ranges(board.rules, board.state, marker)
    entered = {board.ids[hex_] for hex_, start in enumerate(before) if costs[hex_] >= 0 and start == SUAKIN}
    assert entered == COAST
    assert costs[board.hex("K14")] > costs[board.hex("L14")] > 0


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
