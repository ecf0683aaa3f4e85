"""Readings of ours, each pinned by what the other reading would have changed."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.combat.differential import differential
from scenario_forge.campaign.contact import adjacent, contact
from scenario_forge.campaign.movement.boxes import exits, price
from scenario_forge.campaign.movement.unsupplied import Retreat, home_steps
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.retreat.advance import Pursuit
from scenario_forge.campaign.retreat.retreat_ground import around
from scenario_forge.campaign.situation import enemy_zones
from scenario_forge.campaign.supply.combat_supply import CombatSupply, unsupplied
from scenario_forge.campaign.supply.supply_moves import Haul
from scenario_forge.campaign.victory.objectives import holds
from scenario_forge.simulator.play import DRAW
from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.systems.desert_rats.play import DesertPlay

from .fight import bear, operations, tokens
from .table import Board


def near(board: Board, hex_: str) -> set[int]:
    start = 6 * board.hex(hex_)
    return {other for other in board.rules.neighbours[start : start + 6] if other >= 0}


def walk_room(board: Board, hex_: int) -> bool:
    """Whether a unit could stand in a hex and go on from it."""
    ways = board.rules.ways[6 * hex_ : 6 * hex_ + 6]
    return any(way >= 0 and hex_ in board.rules.ways[6 * way : 6 * way + 6] for way in ways)


@pytest.mark.clause("8.6")
def test_enemy_controlled_is_what_lies_in_a_zone_not_what_was_passed():
    """A-ENEMY-CONTROLLED."""
    board = Board(side="axis")
    unit = board.put("axis", 10, "J23", unsupplied=1)
    for hex_ in range(board.rules.hexes):
        board.state.hexes.control[hex_] = 1
    board.put("allied", 5, "J27")
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    zone = enemy_zones(board.rules, board.state, 1)
    found = [place for place, _cost in walk_of(board.rules, board.state, unit).steps()]
    assert found, "all was passed by the enemy last, and it may go on"
    assert not any(zone[place] for place in found if place >= 0)


@pytest.mark.clause("9.18")
def test_supply_units_gain_no_control():
    """A-SUPPLY-CONTROL."""
    board = Board()
    marker = board.supply("allied", "J20")
    before = list(board.state.hexes.control)
    walk = Haul(board.rules, board.state, marker)
    place, cost = next(iter(walk.steps()))
    event = walk.go(place, cost)
    board.state.apply(event.changes)
    assert list(board.state.hexes.control) == before
    assert not holds(board.rules, board.state, 0, board.hex("J20"))


@pytest.mark.clause("TEC.7", "TEC.8")
def test_slopes_count_up_and_down():
    """A-SLOPE-BOTH."""
    rules = Board().rules
    width = len(rules.neighbours) // 6
    both = [
        (edge, adjacent(rules, rules.neighbours[edge], edge // 6))
        for edge in range(6 * width)
        if rules.slopes[edge] and rules.neighbours[edge] >= 0
    ]
    assert both
    assert all(rules.slopes[edge] == rules.slopes[back] for edge, back in both)


@pytest.mark.clause("8.28")
def test_supply_in_an_enemy_zone_serves_where_it_stands_and_leaves_when_supply_moves():
    """A-SUPPLY-ZONE."""
    board = Board()
    board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    marker = board.supply("allied", "J22")
    assert enemy_zones(board.rules, board.state, 0)[board.hex("J22")]
    assert CombatSupply(board.rules).helpful(board.state) == {marker: [board.hex("J22")]}
    assert any(True for _ in Haul(board.rules, board.state, marker).steps())


@pytest.mark.clause("8.28", "8.30")
def test_a_face_down_supply_unit_comes_up_again_with_what_allowance_it_has_left():
    """A-SUPPLY-AGAIN."""
    board = Board()
    board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    marker = board.supply("allied", "J16")
    board.state.supplies.used[marker] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    assert marker in CombatSupply(board.rules).helpful(board.state)
    board.state.supplies.spent[marker] = board.rules.markers[marker].movement * board.rules.scale
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    assert marker not in CombatSupply(board.rules).helpful(board.state)


@pytest.mark.clause("6.7", "7.4")
def test_who_need_not_attack_and_is_out_of_supply_loses_nothing():
    """A-DISCRETION-SUPPLY."""
    board = Board()
    free = board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    board.state.hexes.box[board.hex("J22")] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    met = contact(board.rules, board.state, 0)
    assert free in met.targets
    assert free not in met.bound
    assert unsupplied(board.rules, board.state) == []
    assert "round" not in tokens(operations(board))


@pytest.mark.clause("6.25")
def test_what_makes_a_hex_occupied():
    """A-RETREAT-OCCUPIED."""
    board = Board()
    friend = board.put("axis", 22, "K24")
    board.supply("axis", "J24")
    board.supply("allied", "I24")
    avoid = around(board.rules, board.state, 1).avoid
    assert [avoid[board.hex(hex_)] for hex_ in ("K24", "J24", "I24")] == [1, 0, 1]
    assert not around(board.rules, board.state, 1, [friend]).avoid[board.hex("K24")], "who went the same way"


@pytest.mark.clause("6.28")
def test_past_friends_before_further():
    """A-RETREAT-PAST: every way of one hex is taken by a friend with room left, and two hexes off all is free."""
    board = Board()
    unit = board.put("axis", 22, "J23")
    board.put("allied", 5, "J22")
    zone = enemy_zones(board.rules, board.state, 1)
    numbers = [23, 24, 32, 33, 34, 16]
    free = [hex_ for hex_ in sorted(near(board, "J23")) if not zone[hex_] and hex_ != board.hex("J22")]
    for hex_ in free:
        board.put("axis", numbers.pop(), board.ids[hex_])
    playout = bear(board, [unit], 1)
    playout.act((1,))
    assert tokens(playout) == free


@pytest.mark.clause("6.26", "12.2")
def test_nobody_retreats_into_a_box():
    """A-RETREAT-BOX."""
    board = Board()
    edge = next(hex_ for hex_ in board.rules.compiled.boxes.hexes if walk_room(board, hex_))
    unit = board.put("axis", 10, board.ids[edge])
    playout = bear(board, [unit], 1)
    playout.act((1,))
    assert tokens(playout)
    assert all(token >= 0 for token in tokens(playout))


@pytest.mark.clause("9.18", "6.26")
def test_who_retreats_controls_the_hexes_passed():
    """A-RETREAT-CONTROL."""
    board = Board()
    unit = board.put("axis", 10, "J23")
    board.put("allied", 5, "J22")
    playout = bear(board, [unit], 2)
    playout.act((2,))
    way = next(iter(whole_actions(playout)))
    playout.act(way)
    assert [board.state.hexes.control[hex_] for hex_ in way] == [2, 2]


@pytest.mark.clause("12.3")
def test_lines_lead_out_of_the_box():
    """A-TRIP-TRACK: a hex of the edge with a line costs what the line costs."""
    board = Board(side="axis")
    rules, ground = board.rules, board.rules.compiled.map
    terrain = rules.columns.cost_terrain
    with_line = [
        hex_
        for hex_ in rules.compiled.boxes.hexes
        if terrain[ground.terrain[hex_]] and any(ground.lines[6 * hex_ : 6 * hex_ + 6])
    ]
    assert with_line
    ways = {hex_: cost for hex_, cost, _swift in exits(rules, board.state, 0, 1)}
    for hex_ in with_line:
        assert ways[hex_] == price(rules, hex_, terrain)[0] < terrain[ground.terrain[hex_]]


@pytest.mark.clause("8.12")
def test_the_coast_road_is_followed_homeward_only():
    """A-ROAD-HOME."""
    board = Board(side="axis")
    roads = board.rules.roads_home
    steps = home_steps(board.rules, board.state, 1, road=True)
    tried = 0
    for hex_ in range(board.rules.hexes):
        along = [other for other in roads[6 * hex_ : 6 * hex_ + 6] if other >= 0]
        if len(along) == 2 and steps[hex_] > 3:
            unit = board.put("axis", 10, board.ids[hex_], unsupplied=1)
            walk = Retreat(board.rules, board.state, unit)
            away = [other for other in along if steps[other] > steps[hex_]]
            found = {place for place, _cost in walk.steps()}
            nearer = home_steps(board.rules, board.state, 1)
            tried += bool(away)
            costs = [
                other
                for other in away
                if other in found and nearer[other] >= nearer[hex_] and not walk._to_port(other, 1)
            ]
            assert not costs
    assert tried


@pytest.mark.clause("8.21", "CRT.4")
@pytest.mark.parametrize(("hex_", "modifier"), [("J26", 0), ("J28", 2)])
def test_a_stack_is_out_of_combat_supply_if_one_unit_of_it_is(hex_, modifier):
    """A-STACK-MIXED: German 5 hexes, Italian 3."""
    board = Board()
    attacker = board.put("allied", 5, "J22")
    stack = [board.put("axis", 9, "J23"), board.put("axis", 16, "J23")]
    marker = board.supply("axis", hex_)
    board.state.supplies.used[marker] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    found = differential(board.rules, board.state, [attacker], [board.hex("J23")], stack)
    assert found.unsupplied == modifier


@pytest.mark.clause("14.3")
def test_equal_points_are_nobodys_victory():
    """A-DRAW."""
    board = Board("cyrenaica")
    play = DesertPlay(board.rules.compiled)
    points = play.score(board.state)
    board.state.sides.points[points.index(min(points))] += max(points) - min(points)
    assert len(set(play.score(board.state))) == 1
    assert play.outcome(board.state).winner == DRAW


@pytest.mark.clause("7.17")
def test_a_box_is_never_the_enemys():
    """A-BOX-ENEMY: who retreats into one that the attacker has left finds it gone."""
    board = Board()
    unit = board.put("axis", 10, "J23")
    board.put("allied", 5, "J22")
    board.state.hexes.box[board.hex("J24")] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    playout = bear(board, [unit], 1)
    playout.act((1,))
    playout.act((board.hex("J24"),))
    playout.advance()
    assert board.state.units.place[unit] == board.hex("J24")
    assert not board.state.hexes.box[board.hex("J24")]


@pytest.mark.clause("6.33", "6.34")
def test_the_path_is_followed_from_its_first_hex():
    """A-ADV-PATH: who comes upon it later is held by zones like anybody."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.put("axis", 22, "K26")
    trail = [board.hex(hex_) for hex_ in ("J23", "J24", "J25")]
    zone = enemy_zones(board.rules, board.state, 0)
    assert zone[trail[2]]
    frame = Frame("advance", {"units": [unit], "count": 4, "trails": [trail]})
    on = Pursuit(board.rules, board.state, frame, unit).along(trail)
    assert on is not None
    assert any(True for _ in on.steps()) or len(on.path) == on.count
    beside = next(hex_ for hex_ in sorted(near(board, "J22") & near(board, "J23")) if not zone[hex_])
    off = Pursuit(board.rules, board.state, frame, unit).along([beside, *_to(board, beside, trail[2])])
    assert off is not None
    assert not list(off.steps()), "it stands in a zone and did not come along the path"


@pytest.mark.clause("6.33", "6.34")
def test_an_advance_that_comes_upon_the_first_hex_of_the_path_later_is_not_along_it():
    """A-ADV-PATH: it begins off the path, so zones hold it in every hex, the vacated one too."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    board.put("axis", 22, "K25")  # its zone covers J24, J25, K24
    trail = ["J23", "J24", "J25"]
    data = {"units": [unit], "count": 4, "trails": [[board.hex(hex_) for hex_ in trail]]}
    pursuit = Pursuit(board.rules, board.state, Frame("advance", data), unit)
    zone = enemy_zones(board.rules, board.state, 0)
    assert [bool(zone[board.hex(hex_)]) for hex_ in trail] == [False, True, True]
    straight = pursuit.along([board.hex(hex_) for hex_ in ("J23", "J24")])
    assert straight is not None
    assert board.hex("J25") in {further.at for further in straight.steps()}
    beside = next(hex_ for hex_ in sorted(near(board, "J22") & near(board, "J23")) if not zone[hex_])
    round_ = pursuit.along([beside, board.hex("J23"), board.hex("J24")])
    assert round_ is not None
    assert list(round_.steps()) == []


def _to(board: Board, start: int, goal: int) -> list[int]:
    """A shortest way that keeps off J23, the path's first hex, and off zones until its end."""
    zone = enemy_zones(board.rules, board.state, 0)
    ways = [[start]]
    while True:
        ways = [
            [*way, other]
            for way in ways
            for other in board.rules.ways[6 * way[-1] : 6 * way[-1] + 6]
            if other >= 0 and other not in way and other != board.hex("J23") and (other == goal or not zone[other])
        ]
        found = next((way for way in ways if way[-1] == goal), None)
        if found:
            return found[1:]
