"""Rule 8: general supply, and those who are out of it."""

from __future__ import annotations

import pytest
from desert_rats_play.fight import round_on
from desert_rats_play.table import Board

from scenario_forge.systems.desert_rats.play.situation import supplied, zones
from scenario_forge.systems.desert_rats.play.tables import box_place
from scenario_forge.systems.desert_rats.play.unsupplied import home_steps

from .boards import at_step, changed

TRIPOLI = box_place(0)


@pytest.mark.clause("8.4", "8.5")
def test_general_supply_is_looked_at_as_operations_begin_and_as_logistics_end():
    board = Board(side="axis")
    board.supply("axis", "J10")
    fed, stray = board.put("axis", 15, "J20"), board.put("axis", 16, "J35")
    at_step(board, "general-supply").advance()
    assert (board.state.units.unsupplied[fed], board.state.units.unsupplied[stray]) == (0, 1)
    at_step(board, "attrition").advance()
    assert (board.state.units.strength[fed], board.state.units.strength[stray]) == (9, 6 - 2)


@pytest.mark.clause("8.13")
def test_the_way_home_is_counted_around_enemy_zones():
    board = Board()
    free = home_steps(board.rules, board.state, 0)
    start = board.hex("J30")
    after = next(h for h in board.rules.ways[6 * start : 6 * start + 6] if h >= 0 and free[h] == free[start] - 1)
    enemy = board.put("axis", 10, board.ids[_beyond(board, start, after)])
    held = home_steps(board.rules, board.state, 0)
    zone = zones(board.rules, board.state, board.rules.compiled.units.side[enemy])
    assert zone[after]
    ways = [held[h] for h in board.rules.ways[6 * start : 6 * start + 6] if h >= 0 and not zone[h] and held[h] >= 0]
    assert held[start] == 1 + min(ways), "the way that is counted passes no zone"


def _beyond(board, start, after):
    """The hex behind ``after``, seen from ``start``."""
    near = {*board.rules.ways[6 * start : 6 * start + 6], start}
    return next(h for h in board.rules.ways[6 * after : 6 * after + 6] if h >= 0 and h not in near)


@pytest.mark.clause("8.16", "6.8", "8.19")
def test_an_unsupplied_unit_in_a_ring_suffers_a_four_when_a_round_is_called():
    board = Board()
    unit = board.put("allied", 5, "J22", unsupplied=1)
    for number, hex_ in ((10, "J23"), (11, "J21"), (12, "H22"), (13, "L22")):
        board.put("axis", number, hex_)
    playout = round_on(board)
    assert playout.frame.step == "losses"
    assert (playout.frame.data["units"], playout.frame.data["loss"]) == ([unit], 4)


@pytest.mark.clause("9.26", "12.8", "8.11")
@pytest.mark.parametrize(
    ("side", "number", "place", "fed"),
    [
        ("allied", 4, "SS32", True),
        ("allied", 4, "SS31", True),  # beside Alexandria
        ("allied", 4, "J20", False),
        ("axis", 10, "SS32", False),
        ("axis", 10, TRIPOLI, True),
        ("allied", 4, TRIPOLI, False),
    ],
)
def test_who_is_always_in_general_supply(side, number, place, fed):
    board = Board(side=side)
    unit = board.put(side, number, "J20" if place == TRIPOLI else place)
    if place == TRIPOLI:
        board.state.units.place[unit] = TRIPOLI
        changed(board)
    own = board.rules.compiled.units.side[unit]
    assert bool(supplied(board.rules, board.state, own)[unit]) is fed
