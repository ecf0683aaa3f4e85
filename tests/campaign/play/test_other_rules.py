"""Numbers of the rules that another campaign may have otherwise, each with what it changes in play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenario_forge.campaign.arrivals.fortified_boxes import may_be_built
from scenario_forge.campaign.movement.reach import reach
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.situation import strategic_hexes, supplied, through_boxes, zones
from scenario_forge.campaign.state import AT_BASE, box_place
from scenario_forge.campaign.turns import PlayerTurns, player_turn
from scenario_forge.campaign.victory.scoring import points_kept
from scenario_forge.compiler.arrays import ints
from scenario_forge.simulator.state import Frame

from .fight import round_on
from .table import Board, otherwise
from .test_logistics import at_step, control, tokens

TRIPOLI = box_place(0)


def having(board, name, value):
    """Another value of rules.yaml, or another column."""
    board.rules = type(board.rules)(otherwise(board.rules.compiled, {name: value}))


def changed(board):
    board.state.revisions = [revision + 1 for revision in board.state.revisions]


def test_what_players_see_within_reach_is_what_a_unit_may_enter():
    board = Board()
    unit = board.put("allied", 1, "J23")
    found = reach(board.rules, board.state, unit)
    first = {place for place, _cost in Walk(board.rules, board.state, unit).steps()}
    assert first <= {hex_ for hex_, cost in enumerate(found.cost) if cost >= 0}


@pytest.mark.clause("6.5")
@pytest.mark.parametrize(("most", "again"), [(1, False), (2, True)])
def test_attacks_of_a_unit_in_a_round(most, again):
    board = Board()
    having(board, "combat.attacks_per_unit", most)
    unit, other = board.put("allied", 5, "J22"), board.put("allied", 6, "J22")
    board.put("axis", 10, "K22")
    board.put("axis", 11, "K23")
    board.supply("allied", "J22")
    playout = round_on(board, 1, 1)
    while playout.frame.step == "combat-supply":
        playout.act((tokens(playout)[0], board.hex("J22")))
        playout.advance()
    x, y = sorted((board.hex("K22"), board.hex("K23")))
    pair = sorted((unit, other))
    after = tokens(playout, (x, "by", pair[0], "next", y, "by"))
    assert pair[1] in after
    assert (pair[0] in after) is again
    if again:
        playout.must_allow((x, "by", pair[0], pair[1], "next", y, "by", pair[0]))
        playout.act((x, "by", pair[0], pair[1], "next", y, "by", pair[0], pair[1]))
        board.state.units.halted[pair[0]] = board.state.units.halted[pair[1]] = 1
        changed(board)
        playout.advance()
        playout.act((x,)) if playout.frame.step == "battles" else None
        assert not [event for event in playout.events if event.name == "battle"], "who was thrown back fights no more"


@pytest.mark.clause("7.10")
@pytest.mark.parametrize("most", [0, 1])
def test_boxes_in_a_hex(most):
    board = Board()
    having(board, "fortification.boxes_per_hex", most)
    board.put("allied", 1, "J23")
    assert may_be_built(board.rules, board.state, 0, board.hex("J23")) is bool(most)


@pytest.mark.clause("8.17")
@pytest.mark.parametrize("unsupplied", [0, 1])
def test_strategic_rates_of_units_that_began_unsupplied(unsupplied):
    board = Board()
    unit = board.put("allied", 1, "J23", unsupplied=unsupplied)
    assert any(strategic_hexes(board.rules, board.state, 0))
    assert any(Walk(board.rules, board.state, unit).facing.swift) is not bool(unsupplied)


@pytest.mark.clause("8.24")
def test_general_supply_from_a_face_down_unit():
    """Known while it lies face up, and still when it is turned."""
    board = Board()
    unit, marker = board.put("allied", 1, "J23"), board.supply("allied", "J24")
    assert supplied(board.rules, board.state, 0)[unit]
    board.state.apply((board.state.supplies.change(marker, "used", 1),))
    assert supplied(board.rules, board.state, 0)[unit]


@pytest.mark.clause("9.8")
def test_where_rebuilt_units_appear():
    board = Board(side="allied")
    unit = board.put("allied", 5, "J23", began=AT_BASE)
    board.state.units.place[unit], board.state.units.strength[unit] = AT_BASE, 0
    board.state.sides.replacements[0] = 2
    control(board, "allied", "RR15", "SS32")
    changed(board)
    playout = at_step(board, "replacements")
    assert playout.advance() == 0
    spots = set(tokens(playout, ("replacements", unit)))
    assert board.hex("RR15") in spots, "a centre that is no home base"
    assert board.hex("SS32") in spots
    before = sum(board.state.centres.arrived)
    playout.act(("replacements", unit, board.hex("SS32")))
    assert board.state.units.place[unit] == board.hex("SS32")
    assert sum(board.state.centres.arrived) - before == 1


@pytest.mark.clause("11.17", "2.19")
def test_private_armies_attack_and_are_hunted_when_operations_end():
    order = player_turn(Board().rules)
    assert order.index("supply-moves") < order.index("raids") < order.index("operations-end")
    assert order.index("captures") == order.index("raids") + 1
    assert len(order) == len({*order, "noted"}) + 1, "nothing twice but what is noted after each phase"


@pytest.mark.clause("2.3", "2.17")
def test_phases_and_steps_come_in_the_order_that_the_rules_give():
    board = Board()
    usual = player_turn(board.rules)
    assert usual.index("operations") < usual.index("withdrawals") < usual.index("attrition")
    other = ["attrition", "withdrawals", "raids", "operations", "turn-ends"]
    tree = {"turns": [{"each": "sides", "do": other}]}
    having(board, "sequence", {**board.rules.compiled.parameters["rules"]["sequence"], **tree})
    turns = PlayerTurns(board.rules)
    board.state.stack = (Frame("player-turns", {"next": 0}),)
    played, frame = [], board.state.stack[0]
    while frame.data["next"] < len(other):
        frame, step = turns.apply(board.state, frame, ()).frames
        played.append(step.step)
    assert played == other


@pytest.mark.clause("14.6")
@pytest.mark.parametrize(("added", "points"), [(1, [7, 3]), (0, [0, 0])])
def test_points_of_earlier_stop_dates(added, points):
    board = Board()
    having(board, "scoring.cumulative", bool(added))
    for side, earlier in enumerate((7, 3)):
        board.state.sides.points[side] = earlier
    assert points_kept(board.rules, board.state) == points


@pytest.mark.clause("12.9")
@pytest.mark.parametrize("leads", [0, 1])
def test_supply_paths_through_a_box(leads):
    """It counts as one hex: in it 0 steps from supply there, beside it 1; the enemy has none of it."""
    board = Board(side="axis")
    having(board, "off_map.supply", [leads])
    boxes = board.rules.compiled.boxes
    near = boxes.hexes[boxes.begins[0] : boxes.begins[1]]
    unit = board.put("axis", 10, board.ids[near[0]])
    marker = next(n for n, m in enumerate(board.rules.markers) if m.side == 1)
    board.state.supplies.place[marker] = TRIPOLI
    changed(board)
    assert bool(supplied(board.rules, board.state, 1)[unit]) is bool(leads)
    nothing = [-1] * board.rules.hexes
    steps, off_map = through_boxes(board.rules, board.state, 1, (nothing, {TRIPOLI}), 3)
    assert off_map == ({TRIPOLI: 0} if leads else {})
    assert {steps[hex_] for hex_ in near} == ({1} if leads else {-1})
    assert max(steps) == (3 if leads else -1)
    assert not through_boxes(board.rules, board.state, 0, (nothing, {TRIPOLI}), 3)[1]
    beside = [0 if hex_ == near[0] else -1 for hex_ in range(board.rules.hexes)]
    assert through_boxes(board.rules, board.state, 1, (beside, set()), 3)[1] == ({TRIPOLI: 1} if leads else {})


def test_supply_paths_from_a_box_end_in_enemy_zones():
    board = Board(side="axis")
    having(board, "off_map.supply", [1])
    boxes = board.rules.compiled.boxes
    near = boxes.hexes[boxes.begins[0] : boxes.begins[1]]
    ways = board.rules.ways
    enemy = next(h for h in near if {*near} & {*ways[6 * h : 6 * h + 6]})
    board.put("allied", 1, board.ids[enemy])
    nothing = [-1] * board.rules.hexes
    steps, _off_map = through_boxes(board.rules, board.state, 1, (nothing, {TRIPOLI}), 9)
    zone = zones(board.rules, board.state, 0)
    assert steps[enemy] == -1
    assert {steps[hex_] for hex_ in near if zone[hex_] and hex_ != enemy} == {1}, "it ends there"
    for hex_, taken in enumerate(steps):
        if taken > 1:
            around = board.rules.neighbours[6 * hex_ : 6 * hex_ + 6]
            assert any(other >= 0 and steps[other] == taken - 1 and not zone[other] for other in around)


@pytest.mark.clause("7.14")
def test_zones_out_of_boxes():
    board = Board()
    board.put("allied", 1, "J23")
    board.state.hexes.box[board.hex("J23")] = 1
    changed(board)
    assert zones(board.rules, board.state, 0)[board.hex("J24")]


@pytest.mark.clause("12.12")
@pytest.mark.parametrize("boxed", [False, True])
def test_no_zone_leads_from_a_box_onto_the_map(boxed):
    board = Board(side="allied")
    boxes = board.rules.compiled.boxes
    beside = boxes.hexes[boxes.begins[0] : boxes.begins[1]]
    unit = board.put("axis", 15, "D2")
    board.state.units.place[unit] = TRIPOLI if boxed else board.hex("D2")
    changed(board)
    assert any(zones(board.rules, board.state, 1)[hex_] for hex_ in beside) is not boxed


@pytest.mark.clause("12.11")
@pytest.mark.parametrize("boxed", [0, 1])
def test_replacements_in_a_box_whatever_is_in_it(boxed):
    """A worn-down division that grows would weigh more than a hex holds beside another."""
    board = Board(side="axis")
    whole, worn = board.put("axis", 15, "J23"), board.put("axis", 10, "J24", strength=1)
    least, small, big = board.rules.weights[worn]
    heavy = board.rules.columns.stacking_weight[board.rules.compiled.units.size[whole]]
    having(board, "stacking.limit", heavy + small)
    assert small < big
    for unit in (whole, worn):
        board.state.units.place[unit] = TRIPOLI if boxed else board.hex("J24")
    board.state.units.strength[worn] = least - 1
    board.state.sides.replacements[1] = 1
    changed(board)
    playout = at_step(board, "replacements")
    playout.advance()
    offered = tokens(playout, ("replacements",)) if not playout.over else []
    assert (worn in offered) is bool(boxed)


def test_supply_units_that_print_no_movement_have_that_of_the_rules():
    board = Board()
    printed = board.rules.compiled.marker_types
    bare = replace(printed, movement=ints([-1] * len(printed.movement)))
    having(board, "supply.movement", 17)
    assert {marker.movement for marker in board.rules.markers} == {20}, "what is printed holds"
    assert {
        marker.movement for marker in type(board.rules)(replace(board.rules.compiled, marker_types=bare)).markers
    } == {17}
