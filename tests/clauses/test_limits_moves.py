"""Rules 2, 3 and 5 where one condition decides: where a unit can go next and end, and what the track brings."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest
from campaign.play.fight import names, operations, tokens
from campaign.play.table import Board
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.state import NOWHERE, box_place

from .positions import at_step, changed, control, points
from .test_limits_start import stated

TRIPOLI = box_place(0)
BRIGADES = (4, 5, 6, *range(9, 34), *range(35, 48))


def on(board, unit, *path):
    """Names of the places where a unit can go next."""
    offered = tokens(operations(board))
    found = tokens(operations(board), unit, *(board.hex(hex_) for hex_ in path)) if unit in offered else []
    return {board.ids[place] if place >= 0 else "box" for place in found}


# -- hex by hex ---------------------------------------------------------------------------------------


@pytest.mark.clause("2.4", "2.7", "3.1", "3.10", "3.3", "4.7", "4.8", "4.9", "1.14", "5.7")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(
    ("foe", "first", "second"),
    [
        (None, ["J19", "J21", "K20", "K21", "I20", "I21"], ["J20", "J22", "K21", "K22", "I21", "I22"]),
        ("J23", ["J19", "J21", "K20", "K21", "I20", "I21"], ["J20", "J22", "K21", "K22", "I21", "I22"]),
        ("J22", ["J19", "J21", "K20", "K21", "I20", "I21"], []),  # J21 is in its zone
        ("J21", ["J19", "K20", "I20"], []),  # both stand in zones: out of them, not along them
    ],
)
def test_a_move_goes_on_from_the_hex_that_it_has_come_to(side, foe, first, second):
    board = Board("nov41-dec42", side)
    unit = board.put(side, 1 if side == "allied" else 15, "J20")
    if foe:
        board.put("axis" if side == "allied" else "allied", 22 if side == "allied" else 5, foe)
    beside = names(board, near(board, "J20"))
    assert on(board, unit) == beside.intersection(first) == {*first}
    if foe != "J21":
        assert on(board, unit, "J21") == {*second}


@pytest.mark.clause("1.14", "3.1", "2.10", "11.3")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_side_moves_its_own_units_private_armies_too(side):
    board = Board("nov41-dec42", side)
    own = {
        "allied": [board.put("allied", 5, "J20"), board.put("allied", 34, "M20")],
        "axis": [board.put("axis", 10, "S20")],
    }
    assert {token for token in tokens(operations(board)) if isinstance(token, int)} == {*own[side]}


@pytest.mark.clause("2.10", "2.4", "8.8")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("straggler", ["allied", "axis"])
def test_only_stragglers_of_its_own_keep_a_side_from_ending_the_phase(side, straggler):
    board = Board(side=side)
    control(board, "axis" if straggler == "allied" else "allied", *board.ids)
    board.put(straggler, 5 if straggler == "allied" else 10, "J30", unsupplied=1)
    changed(board)
    assert ("end" in tokens(operations(board))) is (side != straggler)


@pytest.mark.clause("5.7", "5.6", "5.8", "5.1")
@pytest.mark.parametrize(("left", "may"), [(0, False), (1, False), (2, True)])
def test_a_unit_enters_a_full_hex_only_if_it_can_go_on_to_end_elsewhere(left, may):
    """At the corner of the map, where all hexes are full three hexes around; it can come back to its own."""
    board = Board()
    unit = board.put("allied", 1, "A1")
    rim, numbers = {board.hex("A1")}, iter(BRIGADES)
    for _ in range(3):
        rim |= near(board, *names(board, rim))
    for hex_ in sorted(rim - {board.hex("A1")}):
        for number in (next(numbers), next(numbers)):
            board.put("allied", number, board.ids[hex_])
    scale = board.rules.scale
    cost = min(
        board.rules.ground.swift[edge]
        for edge in range(6 * board.hex("A1"), 6 * board.hex("A1") + 6)
        if board.rules.ground.swift[edge]
    )
    board.state.units.spent[unit] = board.rules.compiled.units.movement[unit] * scale - left * cost
    changed(board)
    assert bool(on(board, unit)) is may
    assert (unit in tokens(operations(board))) is may


@pytest.mark.clause("5.7", "5.6", "3.2", "2.6", "9.18", "3.10")
@pytest.mark.parametrize("way", [["J21"], ["J21", "J22"], ["K21", "K22", "J22"]])
def test_a_move_costs_what_its_hexes_cost_and_ends_in_the_last(way):
    board = Board()
    unit = board.put("allied", 1, "J20")
    playout = operations(board)
    playout.act((unit, *(board.hex(hex_) for hex_ in way)))
    playout.advance()
    assert board.ids[board.state.units.place[unit]] == way[-1]
    assert points(board, unit) == len(way)
    assert all(board.state.hexes.control[board.hex(hex_)] == 1 for hex_ in way)


@pytest.mark.clause("5.7", "3.2", "3.10", "3.5")
@pytest.mark.parametrize("start", ["RR14", "RR15", "S33", "J20"])
def test_each_hex_beside_a_unit_costs_what_the_way_there_costs(start):
    """Along the coast road, off it, and where there is none."""
    board = Board()
    edges = range(6 * board.hex(start), 6 * board.hex(start) + 6)
    costs = {
        board.rules.neighbours[edge]: board.rules.ground.swift[edge] for edge in edges if board.rules.open_sides[edge]
    }
    assert start == "J20" or len({*costs.values()}) > 1
    for hex_, cost in costs.items():
        unit = board.put("allied", 1, start, spent=0, moved=0)
        playout = operations(board)
        playout.act((unit, hex_))
        playout.advance()
        assert board.state.units.spent[unit] == cost


@pytest.mark.clause("3.13", "8.30", "8.32", "8.36")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_side_moves_and_destroys_its_own_supply_that_is_on_the_map(side):
    board = Board(side=side)
    own = {"allied": board.supply("allied", "J20"), "axis": board.supply("axis", "S20")}[side]
    playout = at_step(board, "supply-moves")
    playout.advance()
    assert [token for token in tokens(playout) if isinstance(token, int)] == [own]
    assert tokens(playout, "destroy") == [own]


@pytest.mark.clause("3.2", "3.12")
@pytest.mark.parametrize(
    ("allowance", "spent", "may"),
    [(0, 0, False), (1, 0, False), (1, 1, False), (2, 0, True), (2, 1, False), (3, 1, True)],
)
def test_no_hex_can_be_entered_by_who_lacks_a_point_for_it(allowance, spent, may):
    """A clear hex near an enemy costs two."""
    board = Board()
    units = board.rules.compiled.units
    unit = board.put("allied", 5, "J20")
    movement = array("i", units.movement)
    movement[unit] = allowance
    compiled = replace(board.rules.compiled, units=replace(units, movement=movement))
    board.rules = type(board.rules)(compiled)
    board.put("axis", 10, "J23")
    board.state.units.spent[unit] = spent * board.rules.scale
    changed(board)
    assert bool(on(board, unit)) is may


# -- boxes --------------------------------------------------------------------------------------------


@pytest.mark.clause("3.2", "3.12", "3.3", "12.2", "12.3", "12.5")
@pytest.mark.parametrize(("side", "number", "enters"), [("allied", 5, False), ("axis", 10, True)])
def test_units_enter_the_box_of_their_own_side(side, number, enters):
    board = Board(side=side)
    unit = board.put(side, number, "B1")
    assert ("box" in on(board, unit)) is enters


@pytest.mark.clause("2.6", "9.18", "12.3")
def test_nobody_gains_control_of_a_hex_by_entering_a_box():
    board = Board(side="axis")
    unit = board.put("axis", 10, "B1")
    before = list(board.state.hexes.control)
    playout = operations(board)
    playout.act((unit, TRIPOLI))
    playout.advance()
    assert board.state.units.place[unit] == TRIPOLI
    assert list(board.state.hexes.control) == before


@pytest.mark.clause("3.2", "3.12", "12.3")
@pytest.mark.parametrize("foes", [[], ["B1"], ["B1", "D1"]])
@pytest.mark.parametrize("friends", [[], ["C1"], ["A1", "B1", "C1", "D1"]])
def test_units_come_out_of_the_box_where_no_enemy_stands(foes, friends):
    board = Board(side="axis")
    unit = board.put("axis", 15, "J20")
    board.state.units.place[unit] = TRIPOLI
    for number, hex_ in zip((5, 6), foes, strict=False):
        board.put("allied", number, hex_)
    for number, hex_ in zip((22, 23, 24, 32), set(friends).difference(foes), strict=False):
        board.put("axis", number, hex_)
    changed(board)
    found = on(board, unit)
    land = {board.ids[hex_] for hex_ in board.rules.beside_boxes if hex_ in {*board.rules.ways}}
    assert {hex_ for hex_ in found if board.hex(hex_) in board.rules.beside_boxes} == land - {*foes}
    assert foes or found == land, "by no other way while one of these is open"


# -- what the track brings ----------------------------------------------------------------------------


def with_track(board, figures=None, keys=None):
    """Other figures on the time record track."""
    compiled = board.rules.compiled
    if figures is not None:
        made = array("i", [figures] * len(compiled.turns.figures))
        compiled = replace(compiled, turns=replace(compiled.turns, figures=made))
    if keys is not None:
        compiled = replace(compiled, keys={**compiled.keys, "figures": keys})
    board.rules = type(board.rules)(compiled)


@pytest.mark.clause("2.11", "2.13", "2.14", "9.5", "9.12", "9.32")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("owner", ["allied", "axis"])
@pytest.mark.parametrize(
    ("figures", "keys", "expected"), [(3, None, 3), (-1, None, 0), (0, None, 0), (3, ("one", "supply"), 0)]
)
def test_replacements_come_to_who_controls_a_centre(side, owner, figures, keys, expected):
    """As many as the track says; none where it says nothing or has no such figure."""
    board = Board(side=side)
    control(board, owner, *board.ids)
    with_track(board, figures, keys)
    board.rules = stated(board.rules, home__places=[])
    playout = at_step(board, "replacements-come")
    playout.advance()
    number = board.state.clock.side[0]
    assert board.state.sides.replacements[number] == (expected if owner == side or _has_box(board, side) else 0)
    assert board.state.sides.replacements[1 - number] == 0


@pytest.mark.clause("2.13", "9.5", "9.10")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_side_has_the_points_of_the_track_and_none_of_before(side):
    board = Board(side=side)
    control(board, side, *board.ids)
    with_track(board, 3)
    number = board.state.clock.side[0]
    board.state.sides.replacements[number], board.state.sides.replacements[1 - number] = 2, 9
    at_step(board, "replacements-come").advance()
    assert board.state.sides.replacements[number] == 3
    assert board.state.sides.replacements[1 - number] == 9


def _has_box(board, side):
    """Whether a side has a centre that nobody can take: the Axis its box."""
    return side == "axis"


@pytest.mark.clause("2.14", "2.16", "9.12", "9.14", "8.38")
@pytest.mark.parametrize(
    ("own", "captured", "figure", "comes"),
    [
        (0, 0, 1, True),
        (1, 0, 1, False),
        (1, 0, 2, True),
        (0, 1, 1, True),  # captured supply does not count
        (1, 1, 1, False),
        ("all", 0, 99, False),  # no counter is left, nor are captured ones used instead
    ],
)
def test_supply_is_topped_up_with_what_is_left_of_the_mix(own, captured, figure, comes):
    board = Board()
    control(board, "allied", "SS32")
    rows = {
        flag: [n for n, m in enumerate(board.rules.markers) if m.side == 0 and m.captured is flag]
        for flag in (False, True)
    }
    for row in [*rows[False][: len(rows[False]) if own == "all" else own], *rows[True][:captured]]:
        board.state.supplies.place[row] = board.hex("J20")
    with_track(board, figure)
    playout = at_step(board, "supply")
    playout.advance()
    assert (not playout.over and board.hex("SS32") in tokens(playout)) is comes
    if comes:
        playout.act((board.hex("SS32"),))
        assert sum(place != NOWHERE for place in board.state.supplies.place) == own + captured + 1
