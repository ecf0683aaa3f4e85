"""Rules 8, 9 and 12 where one condition decides who can come on, be rebuilt or sail where, here and in other games."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest
from campaign.play.fight import operations, round_on, tokens
from campaign.play.table import Board, otherwise
from campaign.play.test_logistics import leaving
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.simulator.playout import whole_actions
from scenario_forge.systems.desert_rats.rules import DesertRules as Rules

from .positions import at_step, changed, control, events
from .test_limits_logistics import ALEXANDRIA, AXIS, GONE, dead, offers, set_up

TRIPOLI = box_place(0)
CAIRO = "EE36"
AREA = {"SS32", "SS31", "SS33", "RR31", "RR32"}
"""Alexandria and the land around it."""


def another_game(board, rules=None, **tables):
    """The board in a game with other numbers, or other columns of its tables."""
    compiled = board.rules.compiled
    for name, columns in tables.items():
        table = getattr(compiled, name)
        made = {column: type(getattr(table, column))("i", values) for column, values in columns.items()}
        compiled = replace(compiled, **{name: replace(table, **made)})
    board.rules = Rules(otherwise(compiled, rules or {}))
    changed(board)
    return board


def land(board, hexes):
    kinds, terrain = board.rules.compiled.kinds.terrain_passable, board.rules.compiled.map.terrain
    return {board.ids[hex_] for hex_ in hexes if kinds[terrain[hex_]]}


# -- supply centres -----------------------------------------------------------------------------------


@pytest.mark.clause("9.24", "8.11", "9.16", "9.18")
@pytest.mark.parametrize(
    ("enemy", "spots"),
    [(None, AREA), ("SS31", AREA - {"SS31"}), ("QQ31", AREA), (ALEXANDRIA, set())],
)
def test_supply_comes_to_alexandria_and_the_land_around_it_where_no_enemy_is(enemy, spots):
    """Whoever stands in the centre itself closes all of it."""
    board = set_up("crusader", "allied", [("axis", 15, enemy)] if enemy else [], held=[("allied", ALEXANDRIA)])
    found = offers(board, "supply")
    assert (found - {"end"} if found else set()) == spots


@pytest.mark.clause("8.11", "9.24")
@pytest.mark.parametrize(("place", "radius"), [(ALEXANDRIA, 0), (ALEXANDRIA, 2), (CAIRO, 1), (CAIRO, 2)])
def test_a_home_base_is_as_wide_as_its_radius_up_to_the_edge_of_the_map(place, radius):
    board = set_up("crusader", "allied", [], held=[("allied", place)])
    centre = board.hex(place)
    another_game(board, {"home.places": [0, centre, radius, 0, 1, TRIPOLI, 0, 1]})
    area = {centre}
    for _ in range(radius):
        area |= near(board, *(board.ids[hex_] for hex_ in area))
    assert offers(board, "supply") == land(board, area) | {"end"}


@pytest.mark.clause("9.32")
@pytest.mark.parametrize("hex_", ["SS8", "T25", "D34", "J20"])
def test_a_place_that_is_no_supply_centre_brings_no_replacements(hex_):
    board = set_up("crusader", "allied", [], held=[("allied", hex_), ("axis", "T30", ALEXANDRIA)], turn=11)
    at_step(board, "replacements-come").advance()
    assert list(board.state.sides.replacements) == [0, 0]


@pytest.mark.clause("9.21", "9.25", "12.10")
@pytest.mark.parametrize(("capacity", "more"), [(1, False), (2, True)])
def test_a_box_of_another_game_may_have_a_capacity(capacity, more):
    board = another_game(set_up("crusader", "axis", []), boxes={"capacity": [capacity]})
    playout = at_step(board, "supply")
    playout.advance()
    playout.act((TRIPOLI,))
    assert (playout.advance() is not None) is more


@pytest.mark.clause("9.23", "13.14")
def test_who_marches_already_comes_on_in_the_box_though_a_centre_is_free():
    board = set_up("dec40-sep41", "axis", [], held=[("axis", "T7", "T30")], turn=2)
    assert offers(board, "reinforcements", board.unit("axis", 15)) == {TRIPOLI}


@pytest.mark.clause("9.26", "12.8")
@pytest.mark.parametrize("place", [ALEXANDRIA, CAIRO])
@pytest.mark.parametrize("always", [{ALEXANDRIA}, {CAIRO}, {CAIRO, ALEXANDRIA}, set()])
def test_the_bases_that_always_supply_are_those_that_the_rules_name(place, always):
    board = set_up("crusader", "allied", [("allied", 1, place)])
    a, c = board.hex(ALEXANDRIA), board.hex(CAIRO)
    home = [0, a, 1, int(ALEXANDRIA in always), 0, c, 0, int(CAIRO in always), 1, TRIPOLI, 0, 0]
    another_game(board, {"home.places": home})
    at_step(board, "general-supply").advance()
    assert bool(board.state.units.unsupplied[board.unit("allied", 1)]) is (place not in always)


# -- replacements -------------------------------------------------------------------------------------


@pytest.mark.clause("9.8", "9.6")
@pytest.mark.parametrize(
    ("side", "units", "where"),
    [
        ("allied", [], AREA),
        ("allied", [("axis", 15, "QQ31")], AREA - {"RR31"}),  # in its zone nobody
        ("allied", [("allied", 5, ALEXANDRIA), ("allied", 6, ALEXANDRIA)], AREA - {ALEXANDRIA}),
        ("allied", [("allied", 5, ALEXANDRIA)], AREA),
        ("axis", [], {TRIPOLI}),
        ("axis", [("axis", 10, TRIPOLI), ("axis", 11, TRIPOLI)], {TRIPOLI}),
    ],
)
def test_where_units_are_rebuilt(side, units, where):
    board = set_up("crusader", side, units, held=[("allied", ALEXANDRIA)])
    unit = board.unit(side, 4 if side == "allied" else 22)
    for column, value in (("place", AT_BASE), ("began", AT_BASE), ("strength", 0)):
        getattr(board.state.units, column)[unit] = value
    board.state.sides.replacements[:] = array("i", [1, 1])
    changed(board)
    assert offers(board, "replacements", "replacements", unit) == where


@pytest.mark.clause("9.6", "9.8")
@pytest.mark.parametrize("near", [False, True])
def test_no_replacements_come_in_enemy_zones(near):
    foes = [("allied", 5, "J21"), ("allied", 6, "T8")] if near else []
    board = set_up("crusader", "axis", [("axis", 10, "J20", {"strength": 4}), *foes], held=[("axis", "T7")])
    lost = dead(board)
    playout = at_step(board, "replacements")
    playout.advance()
    assert (board.unit("axis", 10) in tokens(playout, "replacements")) is not near
    assert set(tokens(playout, "replacements", lost)) == {TRIPOLI, *([] if near else [board.hex("T7")])}


@pytest.mark.clause("9.8", "13.13")
@pytest.mark.parametrize(
    ("place", "began", "strength", "offered"),
    [
        (AT_BASE, AT_BASE, 0, True),
        (AT_BASE, "J20", 0, False),  # it fell in this turn
        ("J20", AT_BASE, 3, False),  # it has come back and is whole
        ("J20", AT_BASE, 2, True),
        ("J20", "J20", 3, False),
    ],
)
def test_who_is_rebuilt_fell_on_an_earlier_turn_and_has_not_come_back(place, began, strength, offered):
    """A battalion of three."""
    board = set_up("crusader", "axis", [("axis", 17, place, {"strength": strength})])
    unit = board.unit("axis", 17)
    board.state.units.began[unit] = board.hex(began) if isinstance(began, str) else began
    board.state.units.strength[unit] = strength
    board.state.sides.replacements[1] = 1
    changed(board)
    found = offers(board, "replacements", "replacements") if offers(board, "replacements") else set()
    assert ((board.ids[unit] in found) or (unit in found)) is offered


@pytest.mark.clause("9.10", "10.5", "9.5")
@pytest.mark.parametrize(("replacements", "repairs"), [(0, 0), (3, 0), (0, 2), (3, 2)])
def test_what_is_left_of_points_is_lost(replacements, repairs):
    """An event tells of what changes only."""
    board = set_up("crusader", "axis", [("axis", 15, "J20", {"strength": 8})], held=[("axis", "T7")], turn=12)
    board.state.sides.replacements[:] = array("i", [5, replacements])
    board.state.sides.repairs[:] = array("i", [4, repairs])
    playout = at_step(board, "replacements")
    if playout.advance() is not None:
        playout.act(("end",))
    (told,) = events(playout, "points lost")
    assert len(told.changes) == bool(replacements) + bool(repairs)
    assert list(board.state.sides.replacements) == [5, 0]
    assert list(board.state.sides.repairs) == [4, 0]
    at_step(board, "replacements-come").advance()
    due = board.rules.compiled.turns.figures[2 * (2 * 1 + 1)]
    assert due > 0
    assert list(board.state.sides.replacements) == [5, due]


# -- withdrawals --------------------------------------------------------------------------------------


@pytest.mark.clause("9.4", "13.8")
@pytest.mark.parametrize(("place", "stands", "leave"), [(AT_BASE, 0, True), (NOWHERE, 0, False), (NOWHERE, 9, True)])
def test_nobody_leaves_for_a_unit_that_has_not_come_yet(place, stands, leave):
    """One that has left in the place of another has been there."""
    board = leaving()
    board.put("allied", 5, "S32")
    board.put("allied", 16, "RR31")
    other = board.put("allied", 13, "J21")
    board.put("allied", 15, "J20", stands=stands)
    board.state.units.place[board.unit("allied", 15)] = place
    changed(board)
    playout = at_step(board, "withdrawals")
    assert (playout.advance() is not None) is leave
    assert not leave or other in tokens(playout)


@pytest.mark.clause("9.4", "13.8")
def test_a_unit_that_is_filled_up_to_leave_prints_the_strength_that_is_missing():
    """Nobody is strong enough now; a battalion, though whole, never would be; a private army does not count."""
    board = leaving()
    units = board.rules.compiled.units
    raider = board.unit("allied", 34)
    another_game(board, units={"strength": [9 if u == raider else s for u, s in enumerate(units.strength)]})
    board.put("allied", 5, "S32")
    board.put("allied", 16, "RR31", strength=3)
    board.put("allied", 13, "J21", strength=4)
    board.put("allied", 15, "J20")
    board.state.units.place[board.unit("allied", 15)] = AT_BASE
    for number in (3, 8, 34):
        board.put("allied", number, "J23")
    playout = at_step(board, "withdrawals")
    assert playout.advance() == 0
    assert {units.no[unit] for unit in tokens(playout)} == {13, 16}


# -- sea transfer -------------------------------------------------------------------------------------


@pytest.mark.clause("9.30", "9.27", "12.11")
@pytest.mark.parametrize("there", [(), (22,), (10,), (10, 11)])
def test_the_box_takes_all_who_sail(there):
    units = [("axis", 23, "T30"), *(("axis", number, TRIPOLI, GONE) for number in there)]
    board = set_up("crusader", "axis", units, held=AXIS)
    unit = board.unit("axis", 23)
    playout = at_step(board, "sea-transfer")
    playout.advance()
    assert [(choice.token, choice.whole, choice.more) for choice in playout.choices((unit,))] == [
        (TRIPOLI, True, False)
    ]


@pytest.mark.clause("9.30", "9.29")
def test_a_port_that_one_regiment_would_overfill_is_full():
    """A division and a regiment weigh five."""
    units = [("axis", 22, TRIPOLI), ("axis", 10, "T30", GONE)]
    board = set_up("crusader", "axis", units, held=AXIS)
    assert offers(board, "sea-transfer") is None


@pytest.mark.clause("9.29", "9.30")
def test_whoever_has_sailed_makes_no_room_a_second_time():
    """A division for Tobruk, where three regiments are: all three make room, one after the other."""
    units = [("axis", 10, TRIPOLI), *(("axis", number, "T30") for number in (22, 23, 24))]
    board = set_up("crusader", "axis", units, held=AXIS)
    division, *regiments = (board.unit(side, number) for side, number, _place in units)
    playout = at_step(board, "sea-transfer")
    playout.advance()
    action = (division, board.hex("T30"))
    for _ in range(3):
        left = [unit for unit in regiments if unit not in action]
        assert tokens(playout, *action) == left
        action = (*action, left[0], TRIPOLI)
    assert tokens(playout, *action) == []
    playout.act(action)
    assert board.state.units.place[division] == board.hex("T30")


@pytest.mark.clause("14.23", "9.31")
@pytest.mark.parametrize(
    ("die", "turn", "line"), [(3, 0, 4), (3, 11, 4), (3, 12, 4), (3, 13, 3), (6, 12, 6), (6, 13, 6), (1, 13, 1)]
)
def test_the_line_of_the_table_for_ships(die, turn, line):
    """The Axis adds one up to December 1941; beyond the last line is the last."""
    board = another_game(set_up("crusader", "axis", []), {"scoring.sea_transfer.table": [10, 20, 30, 40, 50, 60]})
    board.state.clock.turn[0] = turn
    at_step(board, "convoys", [die], left=1).advance()
    assert list(board.state.sides.points) == [10 * line, 0]


@pytest.mark.clause("14.23", "9.31")
@pytest.mark.parametrize(("die", "line"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_a_throw_before_the_table_counts_as_its_first_line(die, line):
    numbers = {"scoring.sea_transfer.table": [10, 20, 30], "scoring.sea_transfer.side_modifier": [0, -2]}
    board = another_game(set_up("crusader", "axis", []), numbers)
    board.state.clock.turn[0] = 11
    at_step(board, "convoys", [die], left=1).advance()
    assert list(board.state.sides.points) == [10 * line, 0]


# -- supply -------------------------------------------------------------------------------------------


@pytest.mark.clause("8.24")
@pytest.mark.parametrize(
    ("side", "goes"),
    [("allied", False), ("axis", True)],
)
def test_used_supply_goes_with_the_game_turn(side, goes):
    board = set_up("nov41-dec42", side, [], supplies=[("allied", "J20")])
    row = next(n for n, place in enumerate(board.state.supplies.place) if place >= 0)
    board.state.supplies.used[row] = 1
    at_step(board, "used-supply").advance()
    assert (board.state.supplies.place[row] == NOWHERE) is goes


@pytest.mark.clause("8.30", "8.32", "3.13")
def test_a_side_moves_its_own_supply_and_decides_nothing_without_any():
    board = set_up("crusader", "allied", [], supplies=[("allied", "J20"), ("axis", "J30")])
    own = next(n for n, place in enumerate(board.state.supplies.place) if place == board.hex("J20"))
    playout = at_step(board, "supply-moves")
    playout.advance()
    assert set(tokens(playout)) == {"end", own, "destroy"}
    playout.act(("end",))
    assert playout.over
    board.state.supplies.place[own] = NOWHERE
    assert at_step(board, "supply-moves").advance() is None


@pytest.mark.clause("8.36")
def test_supply_is_destroyed_instead_of_a_move_and_not_in_the_middle_of_one():
    board = set_up("crusader", "allied", [("allied", 5, "J22")], supplies=[("allied", "J20")])
    playout = operations(board)
    assert "destroy" in tokens(playout)
    assert "destroy" not in tokens(playout, board.unit("allied", 5))
    assert len(tokens(playout, "destroy")) == 1


@pytest.mark.clause("8.25", "8.26", "8.27")
@pytest.mark.parametrize(("enemy", "hungry"), [(None, False), ("J24", True), ("J25", False)])
def test_no_path_begins_where_the_enemy_stands(enemy, hungry):
    board = set_up("crusader", "axis", [("axis", 15, "J20")], supplies=[("axis", "J24")])
    if enemy:
        board.put("allied", 5, enemy)
    at_step(board, "general-supply").advance()
    assert bool(board.state.units.unsupplied[board.unit("axis", 15)]) is hungry


@pytest.mark.clause("8.20", "8.22", "8.23")
@pytest.mark.parametrize(
    ("defenders", "supply", "used"),
    [
        ([("J23", "J22")], "J25", 1),
        ([("J23", "J22")], None, 0),
        ([("J23", "J22"), ("AA30", "AA29")], "J25", 1),  # none for the other
        ([("AA36", "BB36")], None, 0),  # the last hex of the map, and all supply off it
    ],
)
def test_defenders_use_supply_that_is_on_the_map_and_in_reach(defenders, supply, used):
    board = Board("nov41-dec42")
    for number, (hex_, attacker) in enumerate(defenders):
        board.put("axis", 15 + number, hex_)
        board.put("allied", 5 + number, attacker)
        board.supply("allied", attacker)
    if supply:
        board.supply("axis", supply)
    playout = round_on(board, *[3] * 9)
    while playout.frame.step == "combat-supply":
        first = tokens(playout)[0]
        playout.act((first, tokens(playout, first)[0]))
        playout.advance()
    assert playout.frame.step == "allocation"
    playout.act(max(whole_actions(playout), key=lambda action: (len(action), -action.count("next"))))
    playout.advance()
    assert playout.frame.step != "defence-supply", "nothing to choose from"
    assert len(events(playout, "supply used")) == used


# -- the start ----------------------------------------------------------------------------------------


@pytest.mark.clause("9.17", "13.12")
def test_at_the_start_whoever_stands_in_a_hex_takes_it_and_nobody_takes_another():
    board = Board("crusader")
    compiled = board.rules.compiled
    axis, raider = board.unit("axis", 15), board.unit("allied", 34)
    hexes, states = list(compiled.units.hex), list(compiled.units.state)
    standing = states[next(u for u, hex_ in enumerate(hexes) if hex_ >= 0)]
    hexes[axis], hexes[raider], states[axis], states[raider] = board.hex("SS32"), board.hex("T7"), standing, standing
    another_game(board, units={"hex": hexes, "state": states})
    state = first_state(board.rules)
    control_ = board.rules.columns.control
    listed = dict(zip(control_[::2], control_[1::2], strict=True))
    assert listed[board.hex("SS32")] == 0
    assert state.hexes.control[board.hex("SS32")] == 2
    assert listed.get(board.hex("T7")) == 1
    assert state.hexes.control[board.hex("T7")] == 2, "a private army takes nothing"
    there = {place for place in state.units.place if place >= 0}
    assert {hex_ for hex_, held in enumerate(state.hexes.control) if held} == there | set(listed)


@pytest.mark.clause("13.12", "9.17")
def test_markers_of_a_set_up_that_lie_in_no_hex_mark_none():
    board = Board("crusader")
    compiled = board.rules.compiled
    kinds = [compiled.keys["marker_kinds"][kind] for kind in compiled.marker_types.kind]
    markers = [("wreck", "J20"), ("wreck", "J24"), ("wreck", None), ("box", None), ("box", "J22")]
    where = [board.hex(hex_) if hex_ else -1 for _kind, hex_ in markers]
    columns = {
        "type": [kinds.index(kind) for kind, _hex in markers],
        "side": [1] * 5,
        "hex": where,
        "box": [-1 if hex_ >= 0 else 0 for hex_ in where],
    }
    another_game(board, {"start.points": [0, 3, 1, 5]}, markers=columns)
    state = first_state(board.rules)
    printed = {state.units.place[u] for u, flag in enumerate(compiled.units.in_works) if flag}
    assert {board.ids[hex_]: count for hex_, count in enumerate(state.hexes.wreck) if count} == {"J20": 3, "J24": 5}
    assert {board.ids[h] for h, box in enumerate(state.hexes.box) if box and h not in printed} == {"J22"}


@pytest.mark.clause("9.18", "9.16")
def test_a_centre_is_held_by_whoever_was_last_in_it():
    board = set_up("crusader", "axis", [("axis", 15, "T8")], held=[("allied", "T7")])
    playout = operations(board)
    playout.act((board.unit("axis", 15), board.hex("T7")))
    playout.advance()
    assert board.state.hexes.control[board.hex("T7")] == 2
    control(board, "allied", "T30")
    assert offers(board, "supply") == {"end", "T7", TRIPOLI}
