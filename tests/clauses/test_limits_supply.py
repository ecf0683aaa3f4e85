"""Rules 2, 8, 9a, 13 and 16 where one condition decides: the way home, what a turn forgets, who leaves, who starts how."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from heapq import heappop, heappush

import pytest
from campaign.play.fight import tokens
from campaign.play.table import Board, rules_of
from campaign.play.test_concealed import seen
from campaign.play.test_logistics import leaving
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place

from .positions import at_step, changed
from .test_limits_logistics import set_up

TRIPOLI = box_place(0)


# -- the way home -------------------------------------------------------------------------------------


def closed_by(board, enemies):
    """Hexes of some enemies and their zones, over hexsides that can be crossed."""
    found = {board.hex(hex_) for hex_ in enemies}
    for hex_ in tuple(found):
        found |= {other for other in board.rules.ways[6 * hex_ : 6 * hex_ + 6] if other >= 0}
    return found


def steps_home(board, goals, closed, ways):
    """Hexes to the nearest goal."""
    found = {goal: 0 for goal in goals if goal not in closed}
    waiting = deque(found)
    while waiting:
        hex_ = waiting.popleft()
        for start in near(board, board.ids[hex_]):
            if start not in found and start not in closed and hex_ in ways[6 * start : 6 * start + 6]:
                found[start] = found[hex_] + 1
                waiting.append(start)
    return found


def home_of(board, side):
    if side == "axis":
        width = board.rules.width
        return [hex_ for hex_ in range(0, board.rules.hexes, width) if hex_ in board.rules.beside_boxes]
    centre = board.hex("SS32")
    return [centre, *(h for h in board.rules.ways[6 * centre : 6 * centre + 6] if h >= 0), board.hex("EE36")]


@pytest.mark.clause("8.6", "8.8", "8.9", "8.12", "8.13", "8.14")
@pytest.mark.parametrize(
    ("side", "at", "enemies"),
    [
        ("allied", "H20", ()),
        ("allied", "F30", ()),
        ("allied", "AA28", ()),
        ("allied", "H20", ("H22",)),
        ("allied", "H20", ("H23", "F22")),
        ("allied", "M28", ("M30", "K30")),
        ("allied", "H20", ("H21",)),
        ("axis", "H20", ()),
        ("axis", "F12", ("F10",)),
        ("axis", "M28", ("M26", "O26")),
        ("axis", "F12", ("F11",)),
    ],
)
def test_every_hex_that_brings_an_unsupplied_unit_nearer_home_is_open_to_it_and_no_other(side, at, enemies):
    """Away from the coast road and from ports."""
    other = "axis" if side == "allied" else "allied"
    board = set_up("crusader", side, [], held=[])
    unit = board.put(side, 1 if side == "allied" else 15, at, unsupplied=1)
    for number, hex_ in zip((10, 11) if other == "axis" else (5, 6), enemies, strict=False):
        board.put(other, number, hex_)
    closed = closed_by(board, enemies)
    home = steps_home(board, home_of(board, side), closed, board.rules.ways)
    start = board.hex(at)
    here = home.get(start, min((home[h] + 1 for h in near(board, at) if h in home), default=0))
    nearer = {hex_ for hex_ in board.rules.ways[6 * start : 6 * start + 6] if home.get(hex_, 10**6) < here}
    playout = board.play()
    offered = tokens(playout, unit)
    assert {board.ids[hex_] for hex_ in offered} == {board.ids[hex_] for hex_ in nearer}
    assert nearer
    assert "end" not in tokens(playout)


def points_to(board, goal, zone):
    """Points from each hex to one, at ordinary rates, around zones."""
    cost, found, waiting = board.rules.ground.cost, {goal: 0}, [(0, goal)]
    while waiting:
        spent, hex_ = heappop(waiting)
        for start in near(board, board.ids[hex_]):
            edge = next((e for e in range(6 * start, 6 * start + 6) if board.rules.neighbours[e] == hex_), None)
            if start in zone or not cost[edge]:
                continue
            if spent + cost[edge] < found.get(start, 10**9):
                found[start] = spent + cost[edge]
                heappush(waiting, (found[start], start))
    return found


@pytest.mark.clause("8.6", "8.7", "8.8", "8.9", "8.12", "8.13", "8.14")
@pytest.mark.parametrize("enemies", [(), ("T32",)])
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_a_port_is_made_for_while_the_points_last_and_no_longer(over, enemies):
    """Tobruk lies away from home; with just the points that the way there takes, or one part of a point more or less."""
    board = set_up("crusader", "allied", [], held=[("allied", "T30")])
    unit = board.put("allied", 1, "P30", unsupplied=1)
    for hex_ in enemies:
        board.put("axis", 10, hex_)
    to_port = points_to(board, board.hex("T30"), closed_by(board, enemies))
    start = board.hex("P30")
    board.state.units.spent[unit] = 30 * board.rules.scale - to_port[start] + over
    changed(board)
    home = steps_home(board, home_of(board, "allied"), closed_by(board, enemies), board.rules.ways)
    edges = {board.rules.ways[edge]: board.rules.ground.cost[edge] for edge in range(6 * start, 6 * start + 6)}
    toward = {
        hex_
        for hex_, cost in edges.items()
        if hex_ in to_port and to_port[hex_] < to_port[start] and cost + to_port[hex_] <= to_port[start] - over
    }
    nearer = {
        hex_ for hex_, cost in edges.items() if home.get(hex_, 10**6) < home[start] and cost <= to_port[start] - over
    }
    assert bool(toward) is (over <= 0)
    assert set(tokens(board.play(), unit)) == toward | nearer


@pytest.mark.clause("8.7", "8.8", "8.9", "8.10", "8.11", "8.15", "8.41")
@pytest.mark.parametrize(
    ("at", "held", "values", "bound"),
    [
        ("H20", [], {}, True),
        ("H20", [], {"unsupplied": 0}, False),
        ("H20", [], {"spent": 30}, False),
        ("H20", [], {"spent": 29}, False),  # a clear hex near nobody takes two, unsupplied as it is
        ("H20", [], {"spent": 28}, True),
        ("H20", [], {"halted": 1}, False),
        ("T30", [("allied", "T30")], {}, False),
        ("T30", [("axis", "T30")], {}, True),
        ("T30", [], {}, True),
        ("SS31", [], {}, False),
        ("RR30", [], {}, True),
        ("EE36", [], {}, False),
        ("EE35", [], {}, True),
    ],
)
def test_who_must_still_move_before_the_phase_may_end(at, held, values, bound):
    board = set_up("crusader", "allied", [], held=held)
    values = {"unsupplied": 1, **values, "spent": values.get("spent", 0) * board.rules.scale}
    unit = board.put("allied", 1, at, **values)
    playout = board.play()
    assert ("end" in tokens(playout)) is not bound
    assert not bound or unit in tokens(playout)


@pytest.mark.clause("8.18", "8.41")
@pytest.mark.parametrize(
    ("others", "spent", "fights"),
    [
        ([("allied", 3, "P20", 0)], 0, True),
        ([("allied", 3, "P20", 1)], 0, True),  # less than the next hex takes
        ([("allied", 3, "P20", 2)], 0, False),
        ([("allied", 3, "P20", 10)], 8, False),
        ([("allied", 3, "P20", 10)], 9, True),
        ([("axis", 15, "P34", 10)], 0, True),
    ],
)
def test_the_unsupplied_keep_pace_with_those_who_have_gone_furthest(others, spent, fights):
    """Clear hexes at two points each; the enemy's points do not count."""
    board = set_up("crusader", "allied", [], held=[])
    board.put("allied", 1, "H20", unsupplied=1, spent=spent * board.rules.scale)
    board.put("allied", 5, "D20")
    board.put("axis", 10, "D21")
    board.supply("allied", "D19")
    for side, number, hex_, points in others:
        board.put(side, number, hex_, spent=points * board.rules.scale)
    assert ("round" in tokens(board.play())) is fights


# -- what a player turn forgets -----------------------------------------------------------------------


@pytest.mark.clause("8.4", "2.6", "7.7", "11.11")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_player_turn_begins_with_everything_of_the_last_one_forgotten(side):
    """Of the side's own units; attempts, thrown back attacks and supply of both."""
    marks = {"spent": 7, "moved": 1, "halted": 1, "unsupplied": 1, "tried": 1}
    allied = [("allied", 4, "J20", marks), ("allied", 5, NOWHERE, marks), ("allied", 6, "D36", marks)]
    axis = [("axis", 15, "M20", marks), ("axis", 10, AT_BASE, marks), ("axis", 11, "A36", marks)]
    board = set_up("crusader", side, [*allied, *axis], supplies=[("allied", "J21"), ("axis", "M21")])
    for row in range(board.state.supplies.rows):
        board.state.supplies.spent[row] = 3
    board.state.hexes.repulsed[board.hex("T30")] = 1
    board.state.clock.spent[0], board.state.clock.rounds[0] = 9, 2
    changed(board)
    playout = at_step(board, "general-supply")
    playout.advance()
    columns = board.state.units
    for owner, number, place, _marks in (*allied, *axis):
        unit = board.unit(owner, number)
        found = [columns.spent[unit], columns.moved[unit], columns.halted[unit], columns.unsupplied[unit]]
        hungry = place in {"D36", "A36"}
        assert found == ([0, 0, 0, int(hungry)] if owner == side else [7, 1, 1, 1]), (owner, number)
        assert columns.tried[unit] == 0
        if owner == side:
            assert columns.began[unit] == columns.place[unit]
    assert not any(board.state.supplies.spent)
    assert not any(board.state.hexes.repulsed)
    assert (board.state.clock.spent[0], board.state.clock.rounds[0]) == (0, 0)
    assert playout.events[-1].subjects == (board.rules.compiled.keys["sides"].index(side),)


# -- who leaves ---------------------------------------------------------------------------------------


@pytest.mark.clause("9.3", "13.7", "2.12", "13.17")
@pytest.mark.parametrize(("turn", "side", "gone"), [(7, 0, {5, 15, 16}), (6, 0, set()), (7, 1, set())])
def test_who_leaves_is_named_by_month_and_side(turn, side, gone):
    board = leaving()
    board.state.clock.turn[0], board.state.clock.side[0] = turn, side
    for number, hex_ in ((5, "S32"), (15, "RR31"), (16, "J20"), (12, "J23")):
        board.put("allied", number, hex_)
    board.put("axis", 10, "D10")
    playout = at_step(board, "withdrawals")
    assert playout.advance() is None
    left = {board.rules.compiled.units.no[u] for u, place in enumerate(board.state.units.place) if place >= 0}
    assert left == {5, 10, 12, 15, 16} - gone


@pytest.mark.clause("9.4", "13.8")
def test_only_a_whole_unit_of_the_side_as_strong_as_the_one_that_is_gone_may_leave_for_it():
    board = leaving()
    board.put("allied", 5, "S32")
    board.put("allied", 16, "RR31")
    gone = board.put("allied", 15, "J20")
    board.state.units.place[gone], board.state.units.strength[gone] = AT_BASE, 0
    able = [board.put("allied", 12, "J23"), board.put("allied", 13, "J21"), board.put("allied", 14, "J22", strength=6)]
    for side, number, hex_ in (("allied", 3, "H23"), ("allied", 34, "H24"), ("axis", 10, "M23")):
        board.put(side, number, hex_)
    board.put("allied", 11, "H26", strength=5)
    playout = at_step(board, "withdrawals")
    assert playout.advance() == 0
    offered = tokens(playout)
    assert set(able) <= set(offered)
    assert {board.rules.compiled.units.no[unit] for unit in offered} == {12, 13, 14, 16}
    playout.act((able[2],))
    assert board.state.units.place[able[2]] == NOWHERE
    assert board.state.units.strength[able[1]] == 7


# -- the start ----------------------------------------------------------------------------------------


def begun(scenario, markers=None):
    """The first state of a scenario, with other markers if given: kind, side, hex."""
    base = rules_of("desert-rats", scenario)
    compiled, ids = base.compiled, base.compiled.names["hexes"]
    if markers is not None:
        kinds = [compiled.keys["marker_kinds"][kind] for kind in compiled.marker_types.kind]
        made = compiled.markers
        columns = {
            "type": [kinds.index(kind) for kind, _side, _hex in markers],
            "side": [side for _kind, side, _hex in markers],
            "hex": [ids.index(hex_) if hex_ else -1 for _kind, _side, hex_ in markers],
            "box": [-1 if hex_ else 0 for _kind, _side, hex_ in markers],
        }
        made = replace(made, **{name: type(getattr(made, name))("i", values) for name, values in columns.items()})
        compiled = replace(compiled, markers=made)
    rules = type(base)(compiled)
    return rules, first_state(rules)


@pytest.mark.clause("9.17", "13.12", "1.4", "13.5")
@pytest.mark.parametrize("scenario", ["beda-fomm", "cyrenaica", "crusader", "gazala-to-alamein", "nov41-dec42"])
def test_at_the_start_hexes_belong_to_who_stands_there_and_boxes_to_their_owners(scenario):
    rules, state = begun(scenario)
    units = rules.compiled.units
    boxes = {}
    for unit, place in enumerate(state.units.place):
        if place >= 0 and rules.fights[unit]:
            assert state.hexes.control[place] == units.side[unit] + 1
        if place >= 0 and units.in_works[unit]:
            boxes[place] = units.side[unit] + 1
    assert {hex_: box for hex_, box in enumerate(state.hexes.box) if box} == boxes
    assert not any(state.hexes.wreck)
    raider = next(unit for unit, flag in enumerate(rules.irregulars) if flag)
    if state.units.place[raider] >= 0:
        assert state.hexes.control[state.units.place[raider]] == 1


@pytest.mark.clause("9.17", "13.12", "13.15")
def test_wrecks_boxes_and_supply_of_a_set_up_lie_where_it_says():
    """A scenario of one's own may place them without a unit; a wreck counts one where nothing is said."""
    markers = [
        ("wreck", 0, "J20"), ("wreck", 1, "J20"), ("box", 0, "J22"), ("box", 1, "J24"),
        ("supply", 0, "J26"), ("supply", 1, None),
    ]  # fmt: skip
    rules, state = begun("crusader", markers)
    ids = rules.compiled.names["hexes"]
    printed = {state.units.place[u] for u, flag in enumerate(rules.compiled.units.in_works) if flag}
    wrecks = {ids[hex_]: count for hex_, count in enumerate(state.hexes.wreck) if count}
    boxes = {ids[hex_]: box for hex_, box in enumerate(state.hexes.box) if box and hex_ not in printed}
    assert wrecks == {"J20": 2}
    assert boxes == {"J22": 1, "J24": 2}
    lying = [(rules.markers[n].side, place) for n, place in enumerate(state.supplies.place) if place != NOWHERE]
    assert sorted(lying) == sorted([(0, ids.index("J26")), (1, TRIPOLI)])


@pytest.mark.clause("1.9", "6.20", "13.10", "13.13")
@pytest.mark.parametrize("scenario", ["cyrenaica", "crusader", "gazala-to-alamein"])
def test_who_is_not_in_play_has_no_strength_and_who_comes_later_all_of_it(scenario):
    rules, state = begun(scenario)
    for unit, place in enumerate(state.units.place):
        held, printed = state.units.strength[unit], rules.compiled.units.strength[unit]
        if place in (AT_BASE, AT_BASE - 1):
            assert held == 0
        elif place == NOWHERE:
            assert held == printed
        else:
            assert 0 <= held <= printed
            assert held or not rules.fights[unit]


# -- concealment --------------------------------------------------------------------------------------


@pytest.mark.clause("16.1", "16.2")
@pytest.mark.parametrize(
    ("raider", "others", "supplies", "seen_"),
    [
        ("J23", [], [], True),
        ("J24", [], [], False),  # beside them only
        (None, [], [], False),
        ("J23", [("allied", 5, "J18")], [], False),  # five hexes away
        ("J23", [("allied", 5, "J17")], [], True),  # six
        ("J23", [("axis", 15, "J21")], [], True),  # the enemy's count for nothing
        ("J23", [], [("allied", "J18")], False),
        ("J23", [], [("allied", "J17")], True),
        ("J23", [], [("axis", "J21")], True),
    ],
)
def test_what_the_private_army_sees_far_from_its_own_side(raider, others, supplies, seen_):
    board = Board("nov41-dec42", options=("concealed-movement",))
    enemy = board.put("axis", 10, "J23")
    if raider:
        board.put("allied", 34, raider)
    for side, number, hex_ in others:
        board.put(side, number, hex_)
    for side, hex_ in supplies:
        board.supply(side, hex_)
    board.state.stack = board.play().state.stack
    assert seen(board, 0, enemy) is seen_
    assert seen(board, 1, enemy)


@pytest.mark.clause("16.2", "16.1")
@pytest.mark.parametrize("raider", [True, False])
def test_the_private_army_sees_who_is_in_the_box_with_it(raider):
    board = Board("nov41-dec42", options=("concealed-movement",))
    enemy = board.put("axis", 10, "J23")
    army = board.put("allied", 34, "J30")
    board.state.units.place[enemy] = TRIPOLI
    if raider:
        board.state.units.place[army] = TRIPOLI
    changed(board)
    board.state.stack = board.play().state.stack
    assert seen(board, 0, enemy) is raider
