"""Rules 14, 17 and the capture of supply where one condition decides: every way out of a ring, who holds, who captures."""

from __future__ import annotations

from collections import deque

import pytest
from campaign.play.fight import bear, operations, tokens
from campaign.play.table import Board
from campaign.play.test_breakout_march import ringed
from campaign.play.test_combat_advance import supplies_at
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.campaign.victory.scoring import score
from scenario_forge.simulator.playout import whole_actions

from .positions import at_step, changed, control, move

TRIPOLI = box_place(0)
OPTION = ("mechanised-retreat",)


def apart_from(board, start, most):
    """By hex how many hexes it is from one, up to a limit, terrain of no account."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        hex_ = waiting.popleft()
        if found[hex_] < most:
            for other in near(board, board.ids[hex_]):
                if other not in found:
                    found[other] = found[hex_] + 1
                    waiting.append(other)
    return found


def ways_out(board, start, count, paid, side, room):
    """Every way of so many hexes straight away from the start, at a point for each enemy zone."""
    enemies = [place for u, place in enumerate(board.state.units.place) if place >= 0 and u in board.enemies]
    friends = {place for u, place in enumerate(board.state.units.place) if place >= 0 and u in board.friends}
    zone = {other for hex_ in enemies for other in board.rules.ways[6 * hex_ : 6 * hex_ + 6]}
    apart, found = apart_from(board, start, count), {True: set(), False: set()}

    def onward(path):
        if len(path) == count:
            tolls = sum(hex_ in zone for hex_ in path)
            if tolls <= paid and room(path[-1]):
                for clean in (True, False):
                    if not clean or not friends.intersection(path):
                        found[clean].add(tuple(path))
            return
        at = path[-1] if path else start
        for other in board.rules.ways[6 * at : 6 * at + 6]:
            if other >= 0 and other not in enemies and apart.get(other) == len(path) + 1:
                onward([*path, other])

    onward([])
    assert side in (0, 1)
    return found[True] or found[False]


@pytest.mark.clause("17.2", "17.3", "17.4", "6.26", "6.41")
@pytest.mark.parametrize(
    ("loss", "count", "friends"),
    [
        (2, 1, ()),
        (3, 1, ()),
        (3, 2, ()),
        (4, 2, ()),
        (5, 3, ()),
        (3, 2, ((22, "J25"),)),
        (3, 2, ((10, "J25"),)),
        (4, 2, ((10, "J25"), (11, "L24"), (12, "H24"))),
        (3, 2, ((17, "J24"), (20, "K23"))),
    ],
)
def test_every_way_through_zones_that_is_paid_for_is_offered_and_no_other(loss, count, friends):
    """An enemy in J22 and others further on close every hex around J23."""
    board = Board(options=OPTION)
    unit = board.put("axis", 15, "J23")
    board.friends = {board.put("axis", number, hex_) for number, hex_ in friends}
    board.enemies = {board.put("allied", number, hex_) for number, hex_ in ((5, "J22"), (6, "K25"), (9, "I25"))}
    weights = {22: 1, 10: 4, 11: 4, 12: 4, 17: 0, 20: 0}  # divisions fill a hex
    held = {board.hex(hex_): weights[number] for number, hex_ in friends}
    playout = bear(board, [unit], loss, most=count)
    points = loss - count
    expected = ways_out(board, board.hex("J23"), count, points, 1, lambda hex_: held.get(hex_, 0) + 1 <= 4)
    zone = {o for u in board.enemies for o in board.rules.ways[6 * board.state.units.place[u] :][:6]}
    assert near(board, "J23") <= zone | {board.state.units.place[u] for u in board.enemies}
    action = (count, *[unit] * points)
    if not expected:
        assert action not in set(whole_actions(playout))
        return
    playout.act(action)
    assert set(whole_actions(playout)) == expected
    way = max(expected)
    playout.act(way)
    assert board.state.units.place[unit] == way[-1]


@pytest.mark.clause("17.5", "17.3", "8.13")
@pytest.mark.parametrize("strength", [1, 2, 4])
@pytest.mark.parametrize("spent", [0, 1])
def test_the_first_hex_through_the_ring_is_nearer_home_and_paid_for(strength, spent):
    """Home is counted through the zones; the last point of strength pays for nothing."""
    board, unit, _first = ringed(strength=strength)
    board.state.units.moved[unit] = spent
    changed(board)
    enemies = {place for u, place in enumerate(board.state.units.place) if place >= 0 and u != unit}
    width = board.rules.width
    home = {hex_: 0 for hex_ in range(0, board.rules.hexes, width) if hex_ in board.rules.beside_boxes}
    waiting = deque(home)
    while waiting:
        hex_ = waiting.popleft()
        for start in near(board, board.ids[hex_]):
            ways = board.rules.ways[6 * start : 6 * start + 6]
            if start not in home and start not in enemies and hex_ in ways:
                home[start] = home[hex_] + 1
                waiting.append(start)
    here = board.hex("J23")
    nearer = {hex_ for hex_ in board.rules.ways[6 * here : 6 * here + 6] if home.get(hex_, 10**6) < home[here]}
    assert nearer
    offered = tokens(operations(board), unit) if unit in tokens(operations(board)) else []
    assert set(offered) == (nearer if strength > 1 else set())


@pytest.mark.clause("17.5", "17.2", "8.10", "8.7")
@pytest.mark.parametrize("port", [False, True])
def test_nobody_pays_for_zones_while_a_port_can_be_reached(port):
    board, unit, _first = ringed()
    board.state.units.place[unit] = NOWHERE
    unit = board.put("axis", 18, "T29", unsupplied=1)
    control(board, "axis" if port else "allied", "T30")
    changed(board)
    offered = tokens(operations(board), unit)
    assert board.hex("T30") in offered or not port
    assert "end" not in tokens(operations(board))


# -- capture ------------------------------------------------------------------------------------------


@pytest.mark.clause("8.33", "8.34", "8.35", "8.40", "9.15")
@pytest.mark.parametrize(
    ("side", "number", "lies", "way", "captured"),
    [
        ("allied", 5, [("axis", "J23")], ["J23"], ["J23"]),
        ("allied", 5, [("axis", "J24")], ["J23"], []),
        ("allied", 5, [("allied", "J23")], ["J23"], []),
        ("allied", 5, [("axis", "J23"), ("axis", "J24"), ("axis", "J30")], ["J23", "J24"], ["J23", "J24"]),
        ("allied", 5, [("axis", "J23"), ("axis", "J23")], ["J23"], ["J23", "J23"]),
        ("axis", 15, [("allied", "J23")], ["J23"], ["J23"]),
        ("axis", 15, [("axis", "J23")], ["J23"], []),
        ("allied", 34, [("axis", "J23")], ["J23"], []),  # a private army captures nothing
    ],
)
def test_combat_units_capture_the_enemy_supply_that_they_come_to(side, number, lies, way, captured):
    board = Board("nov41-dec42", side)
    unit = board.put(side, number, "J22")
    for owner, hex_ in lies:
        board.supply(owner, hex_)
    own = board.rules.compiled.keys["sides"].index(side)
    move(operations(board), board, unit, *way)
    found = [
        hex_ for hex_ in ("J23", "J24", "J30") for s, kind, _ in supplies_at(board, hex_) if (s, kind) == (own, True)
    ]
    assert found == captured
    left = sum(len(supplies_at(board, hex_)) for hex_ in ("J23", "J24", "J30"))
    assert left == len(lies)


# -- victory ------------------------------------------------------------------------------------------


@pytest.mark.clause("14.8", "14.11", "14.15", "14.16", "14.17", "14.9", "14.10", "14.12", "14.3", "14.22")
@pytest.mark.parametrize(
    ("held", "units", "points"),
    [
        ([], [], (0, 0)),
        ([("allied", "T30")], [], (7, 0)),
        ([("allied", "T30")], [("axis", 15, "T30")], (0, 0)),
        ([("allied", "T30")], [("allied", 5, "T30")], (7, 0)),
        ([("allied", "T30")], [("axis", 15, "S30")], (4, 7)),  # no line leads to Alexandria
        ([("axis", "T30")], [], (0, 10)),
        ([("axis", "T30")], [("allied", 5, "T30")], (0, 0)),
        ([("axis", "T7")], [], (0, 5)),
        ([("axis", "T7")], [("allied", 5, "T8")], (0, 0)),
        ([("axis", "T7")], [("axis", 15, "T8")], (0, 5)),
        ([("axis", "D3")], [], (0, 2)),
        ([("axis", "D3", "T7", "T30")], [], (0, 17)),
    ],
)
def test_places_count_for_who_holds_them_at_the_stop_date(held, units, points):
    """Crusader: Tobruk 7 for the Allies, 10 for the Axis, Benghazi 5, El Agheila 2."""
    board = Board("crusader")
    for hex_ in range(board.state.hexes.rows):
        board.state.hexes.control[hex_] = 0
    for side, *hexes in held:
        control(board, side, *hexes)
    for side, number, hex_ in units:
        board.put(side, number, hex_)
    changed(board)
    assert tuple(score(board.rules, board.state)) == points


@pytest.mark.clause("14.20", "14.21", "14.5", "14.22", "2.21")
@pytest.mark.parametrize(
    ("units", "winner"),
    [
        ([], 0),
        ([("axis", 15, "J20")], None),
        ([("axis", 15, TRIPOLI)], 0),
        ([("axis", 15, AT_BASE)], 0),
        ([("axis", 15, NOWHERE)], 0),
        ([("allied", 5, "J20")], 0),
    ],
)
def test_the_allies_have_won_when_no_axis_unit_is_left_on_the_map(units, winner):
    board = Board("nov41-dec42", side="axis")
    for side, number, place in units:
        unit = board.put(side, number, place if isinstance(place, str) else "J20")
        if not isinstance(place, str):
            board.state.units.place[unit] = place
    changed(board)
    at_step(board, "victory").advance()
    assert board.state.clock.decisive[0] == (0 if winner is None else winner + 1)
