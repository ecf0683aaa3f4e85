"""Retreats of many units at once, in order or through zones, against a search that tries everything."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.retreat.retreat_ground import around
from scenario_forge.campaign.retreat.retreat_plan import Flight, Planner, can_retreat, with_load
from scenario_forge.campaign.situation import enemy_zones, weight
from scenario_forge.simulator.playout import whole_actions

from .fight import bear, tokens
from .table import Board


def near(board: Board, *names: str) -> set[int]:
    """The hexes beside some hexes, without them."""
    own = {board.hex(name) for name in names}
    neighbours = board.rules.neighbours
    return {other for hex_ in own for other in neighbours[6 * hex_ : 6 * hex_ + 6] if other >= 0} - own


def pocket(options=("mechanised-retreat",), second=18) -> tuple[Board, list[int]]:
    """Two stacks side by side, an enemy beside both; every hex around them is in an enemy zone."""
    board = Board(options=options)
    units = [board.put("axis", 15, "J23"), board.put("axis", second, "K24")]
    inner = near(board, "J23", "K24")
    outer = near(board, *(board.ids[hex_] for hex_ in inner)) - {board.hex("J23"), board.hex("K24")}
    beside = sorted(near(board, "J23") & near(board, "K24"))
    board.put("allied", 23, board.ids[beside[0]])
    wanted, enemies = set(inner), [5, 6, 9, 10, 11, 12, 13, 14, 17, 18]
    while wanted:
        best = max(sorted(outer), key=lambda hex_: len(wanted & near(board, board.ids[hex_])))
        board.put("allied", enemies.pop(), board.ids[best])
        wanted -= near(board, board.ids[best])
        outer.discard(best)
    zone = enemy_zones(board.rules, board.state, 1)
    assert all(zone[hex_] for hex_ in inner | {board.hex("J23"), board.hex("K24")})
    return board, units


@pytest.mark.clause("17.2", "17.3")
def test_stacks_in_several_hexes_break_out_each_for_its_own_points():
    """17.2, 17.3 and the ruling A-MECH-SEVERAL: a stack pays for the zones that it enters itself."""
    board, units = pocket()
    actions = set(whole_actions(bear(board, units, 3)))
    assert (1, *units) in actions, "a zone for each and a point from each"
    assert not {(1, units[0], units[0]), (1, units[1], units[1]), (2, units[0])} & actions, "one of them has not paid"
    playout = bear(board, units, 3)
    playout.act((1, *units))
    for unit in sorted(units, key=lambda unit: board.state.units.place[unit]):
        start = board.state.units.place[unit]
        assert {board.ids[hex_] for hex_ in tokens(playout)} <= {
            board.ids[hex_] for hex_ in near(board, board.ids[start])
        }
        playout.act((tokens(playout)[0],))
        assert playout.events[-1].clause == "17.2"
        assert board.state.units.place[unit] != start
    assert playout.advance() is None or playout.frame.step != "retreat"


@pytest.mark.clause("17.1")
def test_a_slow_stack_holds_the_fast_one_back():
    """17.1 and the ruling A-RETREAT-UNITS: all units involved retreat, and one of them cannot."""
    board, units = pocket(second=10)
    assert board.rules.compiled.units.movement[units[1]] < 25
    assert {action[0] for action in whole_actions(bear(board, units, 3))} == {0}
    board, units = pocket(options=())
    assert {action[0] for action in whole_actions(bear(board, units, 3))} == {0}, "without the option"


def brute(board: Board, units: dict[int, int], count: int) -> bool:
    """Whether the units can be placed one after another, every combination of nearest ends tried."""
    rules, state = board.rules, board.state

    def onward(left, planned):
        if not left:
            return True
        (unit, strength), *others = left
        planner = Planner(rules, state, 1, count)
        party = planner.party([(unit, strength)])
        ends = planner.ends(party, planned).hexes
        return any(onward(others, with_load(planned, end, party.load)) for end in ends)

    return onward(sorted(units.items()), {})


@pytest.mark.clause("6.26", "6.28", "6.29")
@pytest.mark.parametrize("free", range(5))
@pytest.mark.parametrize("numbers", [(10,), (10, 11), (22, 23, 24), (10, 22), (22, 10, 17)])
def test_whether_all_find_room_is_known_exactly(free, numbers):
    """6.26, 6.28, 6.29: in a pocket with so many free hexes, against every way of placing them."""
    board = Board()
    start = board.hex("J23")
    ring = sorted(near(board, "J23"))
    for number in numbers:
        board.put("axis", number, "J23")
    inside = set(ring[:free]) | {start}
    wall = near(board, *(board.ids[hex_] for hex_ in inside)) | set(ring[free:])
    shut = around(board.rules, board.state, 1)
    for hex_ in wall:
        shut.barred[hex_] = 1  # type: ignore[index]  # what is derived is kept, so that the planner sees it too
    units = {board.unit("axis", number): 1 for number in numbers}
    units = {unit: board.rules.compiled.units.strength[unit] for unit in units}
    total = sum(weight(board.rules, board.state, *each) for each in units.items())
    expected = total <= 4 * free if free else False
    assert brute(board, units, 1) is expected
    assert can_retreat(board.rules, board.state, Flight(1, units, 1)) is expected


def test_many_units_without_room_are_told_at_once():
    """Two hexes for six units: no order of placing them helps, and it does not take long to say so."""
    board = Board()
    for number in (10, 11, 12, 13, 22, 23):
        board.put("axis", number, "J23")
    shut = around(board.rules, board.state, 1)
    for hex_ in range(board.rules.hexes):
        shut.barred[hex_] = hex_ not in {board.hex(name) for name in ("J23", "J24", "K24")}  # type: ignore[index]
    units = {board.unit("axis", number): 6 for number in (10, 11, 12, 13, 22, 23)}
    assert not can_retreat(board.rules, board.state, Flight(1, units, 1))
