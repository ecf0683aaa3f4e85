"""Rules 2 to 7 and the charts where one condition decides: where a unit goes, what it costs, where boxes stand."""

from __future__ import annotations

import pytest
from campaign.play.fight import attack, bear, names, operations, tokens
from campaign.play.table import Board
from campaign.play.test_combat_advance import battle
from campaign.play.test_retreat_plan import near

from scenario_forge.simulator.playout import whole_actions

from .positions import at_step, changed, events, move
from .test_limits_combat import fought, stages

OTHER = {"allied": "axis", "axis": "allied"}
MARK = {"allied": 1, "axis": 2}
ARMY = {"allied": (5, 6, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19), "axis": (10, 11, 12, 21, 26, 27, 28, 29, 30, 1, 2, 3)}

# -- hexes and hexsides -------------------------------------------------------------------------------


@pytest.mark.clause("3.2", "3.3", "6.2", "6.6", "4.1")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_unit_enters_the_hexes_beside_it_and_attacks_them_and_none_further_off(side):
    beside = near(Board(), "J22")
    further = near(Board(), *names(Board(), beside)) - beside - {Board().hex("J22")}
    assert (len(beside), len(further)) == (6, 12)
    for hex_ in (*beside, *further):
        board = Board(side=side)
        unit = board.put(side, ARMY[side][0], "J22")
        board.supply(side, "J22")
        assert set(tokens(operations(board), unit)) == beside
        board.put(OTHER[side], ARMY[OTHER[side]][0], board.ids[hex_])
        assert ("round" in tokens(operations(board))) is (hex_ in beside)


def crossings(board, kind):
    """Pairs of neighbouring land hexes with a hexside of a kind between them and no line across it."""
    keys, ground = board.rules.compiled.keys, board.rules.compiled.map
    bit = 1 << keys["hexside_kinds"].index(kind) if kind else 0
    land = {keys["terrain"].index(name) for name in ("clear", "rough")}
    return [
        (board.ids[edge // 6], board.ids[beyond])
        for edge, beyond in enumerate(board.rules.neighbours)
        if beyond >= 0 and {ground.terrain[edge // 6], ground.terrain[beyond]} <= land
        if not ground.lines[edge] and (ground.sides[edge] & bit if kind else not ground.sides[edge])
    ]


@pytest.mark.clause("TEC.6", "TEC.9", "6.6", "7.4", "4.3", "3.3")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(("kind", "crossed"), [(None, True), ("ridge", True), ("escarpment", True), ("nile", False)])
def test_nobody_moves_or_attacks_across_the_nile(side, kind, crossed):
    board = Board(side=side)
    pairs = crossings(board, kind)
    assert pairs
    for start, beyond in pairs[:: max(1, len(pairs) // 6)]:
        board = Board(side=side)
        unit = board.put(side, ARMY[side][0], start)
        board.supply(side, start)
        playout = operations(board)
        assert (board.hex(beyond) in tokens(playout, unit)) is crossed
        board.put(OTHER[side], ARMY[OTHER[side]][0], beyond)
        assert ("round" in tokens(operations(board))) is crossed


@pytest.mark.clause("TEC.4", "TEC.5", "3.3", "3.5", "TEC.2", "TEC.3", "TEC.8", "3.4", "3.6")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("near_", [True, False])
@pytest.mark.parametrize("line", [None, "coast-road", "track"])
def test_what_it_costs_to_follow_a_line_and_to_leave_it(side, near_, line):
    """In quarters of a point; half of it five hexes from any enemy and more, hexsides that no line crosses in full."""
    board = Board(side=side)
    keys, ground = board.rules.compiled.keys, board.rules.compiled.map
    assert board.rules.scale == 4
    bit = 1 << keys["line_kinds"].index(line) if line else 0
    price = {"coast-road": 2, "track": 4}
    plain = {"clear": 8, "sand": 24, "rough": 16}
    edges = [
        (edge // 6, beyond)
        for edge, beyond in enumerate(board.rules.neighbours)
        if beyond >= 0 and board.rules.open_sides[edge] and not ground.sides[edge] and ground.lines[edge] == bit
    ]
    assert len(edges) > 20
    for start, beyond in edges[:: len(edges) // 8]:
        board = Board(side=side)
        unit = board.put(side, ARMY[side][0], board.ids[start])
        if near_:
            reach = {beyond}
            for _ in range(3):
                reach |= near(board, *names(board, reach))
            far = min(near(board, *names(board, reach)) - reach)
            board.supply(OTHER[side], board.ids[far])  # four hexes from where it goes
        kind = keys["terrain"][ground.terrain[beyond]]
        cost = price[line] if line else plain[kind]
        move(operations(board), board, unit, board.ids[beyond])
        assert board.state.units.spent[unit] == (cost if near_ else cost // 2), (start, beyond)


@pytest.mark.clause("3.4", "3.6")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(
    ("who", "hex_", "cost"),
    [
        ("enemy supply", "J28", 8),
        ("enemy supply", "J29", 4),
        ("enemy unit", "J28", 8),
        ("enemy unit", "J29", 4),
        ("own supply", "J28", 4),
        ("own unit", "J28", 4),
    ],
)
def test_a_hex_is_entered_at_half_the_cost_six_hexes_from_every_enemy(side, who, hex_, cost):
    """Quarters of a point; the enemy's supply counts, one's friends do not."""
    board = Board(side=side)
    unit = board.put(side, ARMY[side][0], "J22")
    owner = OTHER[side] if who.startswith("enemy") else side
    if who.endswith("supply"):
        board.supply(owner, hex_)
    else:
        board.put(owner, ARMY[owner][1], hex_)
    move(operations(board), board, unit, "J23")
    assert board.state.units.spent[unit] == cost


# -- on the way ---------------------------------------------------------------------------------------


@pytest.mark.clause("2.6", "9.18", "3.2")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_march_changes_control_of_the_hexes_that_were_not_its_sides_and_is_counted(side):
    board = Board(side=side)
    unit = board.put(side, ARMY[side][0], "J22")
    for hex_, owner in (("J22", OTHER[side]), ("J23", side), ("J24", OTHER[side])):
        board.state.hexes.control[board.hex(hex_)] = MARK[owner]
    board.state.hexes.control[board.hex("J25")] = 0
    changed(board)
    playout = operations(board)
    move(playout, board, unit, "J23", "J24", "J25")
    like = board.state.hexes.change(0, "control", 9)
    taken = [
        (board.ids[change.row], change.new)
        for event in events(playout, "enters")
        for change in event.changes
        if (change.table, change.column) == (like.table, like.column)
    ]
    assert taken == [("J24", MARK[side]), ("J25", MARK[side])]
    assert [board.state.hexes.control[board.hex(hex_)] for hex_ in ("J22", "J23")] == [MARK[OTHER[side]], MARK[side]]
    assert (board.state.units.moved[unit], board.state.units.spent[unit]) == (1, 12)


@pytest.mark.clause("3.2", "8.33")
@pytest.mark.parametrize("found", [None, "J24", "J25"])
def test_hexes_entered_in_a_row_are_one_event_up_to_where_supply_is_found(found):
    board = Board(side="allied")
    unit = board.put("allied", ARMY["allied"][0], "J22")
    if found:
        board.supply("axis", found)
    playout = operations(board)
    move(playout, board, unit, "J23", "J24", "J25")
    marches = [[board.ids[hex_] for hex_ in event.subjects[1:]] for event in events(playout, "enters")]
    assert marches == ([["J23", "J24"], ["J25"]] if found == "J24" else [["J23", "J24", "J25"]])
    assert len(events(playout, "supply captured")) == bool(found)
    while playout.undo():
        pass
    assert board.ids[playout.state.units.place[unit]] == "J22"


@pytest.mark.clause("4.10", "4.7", "4.8", "4.5")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(("moved", "rounds", "goes"), [(0, 0, True), (1, 0, False), (0, 1, False), (1, 1, False)])
def test_a_unit_disengages_before_its_first_step_and_before_any_combat(side, moved, rounds, goes):
    """And not from one zone straight into another."""
    board = Board(side=side)
    unit = board.put(side, ARMY[side][0], "J22", moved=moved)
    foe = board.put(OTHER[side], ARMY[OTHER[side]][0], "J23")
    board.state.clock.rounds[0] = rounds
    changed(board)
    zone = near(board, "J23") | {board.state.units.place[foe]}
    playout = operations(board)
    assert (unit in tokens(playout)) is goes
    if goes:
        assert set(tokens(playout, unit)) == near(board, "J22") - zone


@pytest.mark.clause("4.10", "4.5", "2.6")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_who_marches_into_a_zone_stays_there(side):
    board = Board(side=side)
    unit = board.put(side, ARMY[side][0], "J21")
    board.put(OTHER[side], ARMY[OTHER[side]][0], "J23")
    playout = operations(board)
    move(playout, board, unit, "J22")
    assert unit not in tokens(playout)


@pytest.mark.clause("5.7", "5.6", "5.1", "5.8", "3.2")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(
    ("left", "full"),
    [(3, ()), (4, ()), (7, ("J23",)), (8, ("J23",)), (4, ("J23",)), (8, ("J23", "J24", "K24")), (12, ("J23", "J24"))],
)
def test_a_way_leads_through_a_full_hex_only_where_it_can_go_on(side, left, full):
    """Stage by stage, with so many quarters of a point left, four to a hex."""
    board = Board(side=side)
    unit = board.put(side, ARMY[side][0], "J22")
    board.state.units.spent[unit] = board.rules.compiled.units.movement[unit] * board.rules.scale - left
    others = list(ARMY[side][1:])
    for hex_ in full:
        for _ in range(2 if side == "allied" else 1):  # two brigades or one division
            board.put(side, others.pop(0), hex_)
    closed = {board.hex(hex_) for hex_ in full}
    ways, ends = [(board.hex("J22"),)], set()
    while ways:
        way = ways.pop()
        if len(way) > 1 and way[-1] not in closed:
            ends.add((unit, *way[1:]))
        if 4 * len(way) <= left:
            ways += [(*way, hex_) for hex_ in near(board, board.ids[way[-1]])]
    playout = operations(board)
    assert (unit in tokens(playout)) is bool(ends)
    for prefix in {action[:length] for action in ends for length in range(1, len(action) + 1)}:
        offered = {choice.token: choice for choice in playout.choices(prefix)}
        assert set(offered) == {action[len(prefix)] for action in ends if action[: len(prefix)] == prefix != action}
        for token, choice in offered.items():
            assert choice.whole is ((*prefix, token) in ends)


# -- boxes --------------------------------------------------------------------------------------------


@pytest.mark.clause("7.9", "7.10", "7.11")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(
    ("more", "may"),
    [
        ({}, True),
        ({"owner": "other"}, False),
        ({"nobody": True}, False),
        ({"enemy": "J22"}, False),
        ({"enemy": "J23"}, True),
        ({"boxes": 11}, True),
        ({"boxes": 12}, False),
        ({"box": 1}, False),
        ({"box": 2}, False),
        ({"place": "P12"}, True),  # a village
        ({"place": "T7"}, False),  # a town
        ({"place": "T30"}, False),  # a fortification
    ],
)
def test_where_a_box_may_be_built(side, more, may):
    """Twelve markers, one in a hex, where a unit of the builder's stands and no enemy beside it."""
    board = Board(side=side)
    place = more.get("place", "J20")
    if "nobody" not in more:
        owner = OTHER[side] if "owner" in more else side
        board.put(owner, ARMY[owner][0], place)
    if "enemy" in more:
        board.put(OTHER[side], ARMY[OTHER[side]][1], {"J22": "J21", "J23": "J22"}[more["enemy"]])
    for hex_ in range(more.get("boxes", 0)):
        board.state.hexes.box[board.hex("D10") + hex_] = 1 + hex_ % 2
    board.state.hexes.box[board.hex(place)] = more.get("box", 0)
    number = MARK[side] - 1
    board.state.sides.replacements[number], board.state.sides.repairs[number] = 1, 0
    changed(board)
    playout = at_step(board, "replacements")
    playout.advance()
    found = [] if playout.over or "box" not in tokens(playout) else tokens(playout, "box")
    assert found == ([board.hex(place)] if may else [])


@pytest.mark.clause("7.18")
@pytest.mark.parametrize("owner", ["allied", "axis"])
@pytest.mark.parametrize("inside", ["allied", "axis", None])
def test_only_boxes_without_a_unit_of_their_owner_go_when_a_turn_ends(owner, inside):
    board = Board()
    board.state.hexes.box[board.hex("J20")] = MARK[owner]
    board.put("axis", 10, "J30")
    if inside:
        board.put(inside, ARMY[inside][0], "J20")
    playout = at_step(board, "empty-boxes")
    playout.advance()
    assert [event.subjects for event in playout.events] == ([] if inside == owner else [(board.hex("J20"),)])
    assert [box for box in board.state.hexes.box if box] == ([MARK[owner]] if inside == owner else [])


# -- the differential and what comes of it ------------------------------------------------------------


@pytest.mark.clause("7.5", "7.6", "CRT.13", "CRT.12", "CRT.14", "6.12")
@pytest.mark.parametrize(
    ("place", "start", "units", "expected"),
    [
        ("T30", "S30", [28], 6 - 12),
        ("T30", "S30", [28, 30], 13 - 12),
        ("T30", "S30", [28, 30, 27], 20 - 12),
        ("T30", "S30", [28, 30, 27, 26], 26 - 12),
        ("J23", "J22", [28, 30, 27, 26], 26 - 7),
    ],
)
def test_a_place_with_a_limit_is_never_attacked_at_more(place, start, units, expected):
    """7.5: 8 at Tobruk, which is worth 5 to the infantry in it."""
    best = {"T30": 8}.get(place, expected)
    found = fought("axis", [(number, start) for number in units], [(13, place)])
    assert found == min(expected, best)


@pytest.mark.clause("7.2", "7.12", "7.13", "CRT.7")
@pytest.mark.parametrize("owner", ["allied", "axis"])
@pytest.mark.parametrize("box", [False, True])
def test_a_box_is_worth_as_much_to_either_side(owner, box):
    attackers, defenders = ([(28, "J22")], [(13, "J23")]) if owner == "allied" else ([(13, "J22")], [(28, "J23")])
    strength = 6 - 7 if owner == "allied" else 7 - 6
    assert fought(OTHER[owner], attackers, defenders, boxes=["J23"] * box) == strength - 2 * box


@pytest.mark.clause("7.7", "CRT.11", "6.15")
def test_no_attack_is_thrown_back_in_the_open():
    board = Board(side="axis")
    board.put("axis", 15, "J22")
    board.put("allied", 24, "J23")
    board.state.supplies.used[board.supply("axis", "J22")] = 1
    playout = attack(board, 1)
    assert events(playout, "battle")[0].subjects[2] > 0
    assert not events(playout, "attack thrown back")


@pytest.mark.clause("6.31", "6.32", "6.16", "6.23", "6.37")
@pytest.mark.parametrize("lost", [0, 1])
def test_who_is_destroyed_in_the_attack_does_not_follow(lost):
    board = Board()
    units = [board.put("allied", 5, "J22", strength=1), board.put("allied", 6, "I23", strength=1)]
    enemy = board.put("axis", 10, "J23", strength=1)
    playout = battle(board, units, [board.hex("J23")], result=(1, 1), action=(0, enemy))
    assert (playout.frame.step, playout.decider) == ("losses", 0)
    playout.act((0, units[lost]))
    playout.advance()
    assert playout.frame.step == "advance"
    assert playout.decider == 0
    assert tokens(playout) == [units[1 - lost], "done"]


@pytest.mark.clause("6.16", "6.23")
@pytest.mark.parametrize("result", [(0, 2), (2, 2)])
def test_after_all_are_destroyed_nobody_has_anything_to_bear(result):
    """A defender who is gone bears nothing more; the attacker bears his own part alone."""
    board = Board()
    unit, enemy = board.put("allied", 5, "J22", strength=2), board.put("axis", 10, "J23", strength=2)
    playout = battle(board, [unit], [board.hex("J23")], result=result, action=(0, enemy, enemy))
    if result[0]:
        assert (playout.frame.step, playout.frame.data["role"]) == ("losses", "attacker")
        playout.act((0, unit, unit))
        playout.advance()
        assert playout.over
    else:
        assert playout.frame.step == "advance"


# -- retreats -----------------------------------------------------------------------------------------


@pytest.mark.clause("6.26", "6.27", "6.28", "6.29", "6.41", "6.24", "5.6")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("friends", [(), ("J24",), ("J24", "K24"), ("J24", "K24", "I24")])
def test_a_retreat_in_the_open_ends_as_far_off_as_called_for_clear_of_zones(side, count, friends):
    board = Board(side=OTHER[side])
    unit = board.put(side, ARMY[side][0], "J23")
    board.put(OTHER[side], ARMY[OTHER[side]][0], "J22")
    others = list(ARMY[side][1:])
    for hex_ in friends:
        for _ in range(2 if side == "allied" else 1):
            board.put(side, others.pop(0), hex_)
    zone = near(board, "J22") | {board.hex("J22")}
    playout = bear(board, [unit], count)
    playout.act((count,))
    beside = near(board, "J23") - zone
    full = {board.hex(hex_) for hex_ in friends}
    second = near(board, *names(board, beside - full)) - zone - near(board, "J23") - {board.hex("J23")}
    found = set(whole_actions(playout))
    if count == 1 and beside - full:
        assert {action[-1] for action in found} == beside - full
        assert {len(action) for action in found} == {1}
    elif count == 2 and beside - full:
        assert {action[-1] for action in found} == second
        assert {len(action) for action in found} == {2}
    else:  # through friends
        past = near(board, *names(board, beside)) - zone - near(board, "J23") - {board.hex("J23")}
        assert {action[-1] for action in found} == past
        assert {len(action) for action in found} == {2}
    stages(playout, found)
