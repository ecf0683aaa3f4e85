"""Rule 8: general supply, and those who are out of it."""

from __future__ import annotations

import pytest
from campaign.play.fight import round_on
from campaign.play.table import Board

from scenario_forge.campaign.movement.unsupplied import at_home, home_steps
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.situation import supplied, zones
from scenario_forge.campaign.state import box_place
from scenario_forge.campaign.supply.combat_supply import supplied_units

from .positions import at_step, changed, tokens

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
        ("allied", 4, "SS30", False),  # two hexes from it
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


@pytest.mark.clause("8.1", "8.3", "8.2")
@pytest.mark.parametrize(
    ("away", "combat", "general"), [(4, True, True), (5, False, True), (15, False, True), (16, False, False)]
)
def test_a_unit_is_in_combat_supply_in_general_supply_or_unsupplied_by_the_hexes_to_supply(away, combat, general):
    """Allied: 4 and 15 hexes."""
    board = Board()
    board.supply("allied", "J20")
    unit = board.put("allied", 4, f"J{20 + away}" if away < 16 else "J36")
    assert bool(supplied_units(board.rules, board.state, [unit], used=False)) is combat
    assert bool(supplied(board.rules, board.state, 0)[unit]) is general


@pytest.mark.clause("8.12")
def test_the_coast_road_may_be_followed_home_where_it_is_not_the_shortest_way():
    board = Board()
    for row in range(board.state.hexes.rows):
        board.state.hexes.control[row] = 2
    straight, road = (home_steps(board.rules, board.state, 0, road=along) for along in (False, True))
    ways = [
        (edge // 6, beyond)
        for edge, beyond in enumerate(board.rules.roads_home)
        if beyond >= 0 and 0 <= road[beyond] < road[edge // 6] and straight[beyond] >= straight[edge // 6] > 1
    ]
    assert ways, "the road has bends"
    coast = 1 << board.rules.compiled.keys["line_kinds"].index("coast-road")
    lines = board.rules.compiled.map.lines
    assert all(bool(way >= 0) == bool(lines[edge] & coast) for edge, way in enumerate(board.rules.roads_home))
    start, beyond = ways[0]
    unit = board.put("allied", 1, board.ids[start], unsupplied=1)
    offered = [place for place, _cost in walk_of(board.rules, board.state, unit).steps()]
    assert beyond in offered
    assert all(straight[place] < straight[start] or place == beyond for place in offered)


@pytest.mark.clause("8.8", "8.11", "8.10")
@pytest.mark.parametrize(
    ("hex_", "home"), [("SS32", True), ("SS31", True), ("SS30", False), ("EE36", True), ("EE35", False)]
)
def test_the_home_base_of_the_allies_is_alexandria_with_the_hexes_around_or_cairo(hex_, home):
    board = Board()
    assert at_home(board.rules, 0, board.hex(hex_)) is home
    assert not at_home(board.rules, 1, board.hex(hex_))


def stray(hex_):
    """An Allied unit that began unsupplied, in the operations phase, with no port of its side."""
    board = Board()
    for row in range(board.state.hexes.rows):
        board.state.hexes.control[row] = 2
    return board, board.put("allied", 4, hex_, unsupplied=1)


@pytest.mark.clause("8.12")
@pytest.mark.parametrize("enemy", ["RR12", "QQ20"])
def test_an_enemy_further_along_the_road_bars_only_the_steps_into_his_zone(enemy):
    """A-ROAD-ZONES: from R7 the road leads to S7, away from the straight way home."""
    board, unit = stray("R7")
    road = board.hex("S7")
    assert road in tokens(board.play(), (unit,))
    board.put("axis", 22, enemy)
    assert road in tokens(board.play(), (unit,))
    board.put("axis", 23, "T7")
    assert road not in tokens(board.play(), (unit,)), "now it is in a zone itself"


@pytest.mark.clause("8.12", "8.15")
def test_whom_zones_cut_off_from_home_may_still_follow_the_road_and_need_not():
    """A-ROAD-ZONES: a wall of zones from the sea to the southern edge."""
    board, unit = stray("R7")
    width = board.rules.width
    column = board.hex("J20") % width
    wall = [
        hex_
        for hex_ in range(column, board.rules.hexes, width)
        if board.rules.compiled.kinds.terrain_passable[board.rules.compiled.map.terrain[hex_]]
    ]
    for enemy, hex_ in zip(board.rules.fighters[1], wall[::2], strict=False):
        board.state.units.place[enemy], board.state.units.strength[enemy] = hex_, 1
    changed(board)
    playout = board.play()
    assert tokens(playout, (unit,)) == [board.hex("S7")]
    assert "end" in tokens(playout)
