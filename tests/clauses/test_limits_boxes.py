"""Rules 8, 11 and 12 where one condition decides: into and out of off-map boxes, and what private armies meet."""

from __future__ import annotations

import pytest
from campaign.play.fight import operations, round_on, tokens

from scenario_forge.campaign.state import box_place

from .positions import at_step, changed, events, move, points
from .test_limits_logistics import set_up
from .test_limits_places import another_game

TRIPOLI = box_place(0)
WEST = ("D1", "C1", "B1", "A1")
"""The land along the western edge; the coast road leads through C1."""


def open_to(board, unit):
    playout = operations(board)
    found = tokens(playout, unit) if unit in tokens(playout) else []
    return {"Tripolitania" if place == TRIPOLI else board.ids[place] for place in found}


# -- in and out ---------------------------------------------------------------------------------------


@pytest.mark.clause("12.2", "12.3", "12.5", "11.18", "11.3")
@pytest.mark.parametrize("owner", [1, 0, -1])
@pytest.mark.parametrize(("side", "number"), [("axis", 15), ("allied", 5), ("allied", 34)])
@pytest.mark.parametrize(("at", "beside"), [("B1", True), ("A1", True), ("B2", False)])
def test_who_may_enter_a_box_and_from_where(owner, side, number, at, beside):
    """Its owner's units, everybody's where it is nobody's, and private armies."""
    board = another_game(set_up("nov41-dec42", side, [(side, number, at)]), boxes={"side": [owner]})
    unit = board.unit(side, number)
    may = owner in (-1, board.rules.compiled.units.side[unit]) or number == 34
    assert ("Tripolitania" in open_to(board, unit)) is (beside and may)
    if beside and may:
        playout = operations(board)
        playout.act((unit, TRIPOLI))
        playout.advance()
        assert board.state.units.place[unit] == TRIPOLI
        assert points(board, unit) == 2


@pytest.mark.clause("12.3", "12.2")
@pytest.mark.parametrize(
    ("enemy", "factor", "costs"),
    [
        (None, 50, {"D1": 1, "C1": 0.25, "B1": 1, "A1": 1}),
        (None, 99, {"D1": 1.75, "C1": 0.25, "B1": 1.75, "A1": 1.75}),
        ("C5", 50, {"D1": 2, "C1": 0.5, "B1": 2, "A1": 2}),
        ("B1", 50, {"D1": 2, "C1": 0.5, "A1": 2}),
    ],
)
def test_the_way_out_of_the_box_costs_what_the_hex_costs(enemy, factor, costs):
    """By the road where it leads through the hex, at the strategic rate far from enemies, not onto the sea or enemies."""
    for hex_, cost in costs.items():
        board = set_up("nov41-dec42", "axis", [("axis", 15, TRIPOLI), *([("allied", 5, enemy)] if enemy else [])])
        another_game(board, {"movement.strategic_factor": factor / 100})
        unit = board.unit("axis", 15)
        assert open_to(board, unit) == set(costs)
        move(operations(board), board, unit, hex_)
        assert points(board, unit) == cost, hex_


@pytest.mark.clause("12.3")
@pytest.mark.parametrize("side", range(6))
def test_a_road_through_any_side_of_a_hex_is_a_road_through_it(side):
    board = set_up("nov41-dec42", "axis", [("axis", 15, TRIPOLI), ("allied", 5, "B4")])
    lines = [0] * len(board.rules.compiled.map.lines)
    lines[6 * board.hex("B1") + side] = 1
    another_game(board, map={"lines": lines})
    unit = board.unit("axis", 15)
    move(operations(board), board, unit, "B1")
    assert points(board, unit) == 0.5


BLOCKED = [("allied", number, hex_) for number, hex_ in zip((4, 5, 6, 7), WEST, strict=True)]


@pytest.mark.clause("12.4", "12.3")
@pytest.mark.parametrize(
    ("edge", "blockers", "where"),
    [
        (("F20", "F21", "F22", "F23"), BLOCKED, "F20 F21 F22"),
        (("F20", "F21", "F22", "F23"), BLOCKED[1:], "D1 F20 F21 F22"),  # one that is in a zone can be entered
        (("F20", "F21", "F22", "F23"), BLOCKED[3:], "B1 C1 D1"),  # others are free
        (("F20", "F21"), [*BLOCKED, ("allied", 9, "F20")], ""),
        (("F20", "F23", "F24", "F25", "F26"), [*BLOCKED, ("allied", 9, "F20")], "F23 F24 F25"),
        (("F20", "TT32", "F21", "F22", "F23"), BLOCKED, "F20 F21 F22"),  # TT32 is sea
        (("D1", "F20"), BLOCKED, "F20"),
    ],
)
def test_the_emergency_edge_opens_where_it_is_free(edge, blockers, where):
    board = set_up("nov41-dec42", "axis", [("axis", 15, TRIPOLI), *blockers])
    begins = [0, len(edge)]
    another_game(board, {"off_map.edge": [board.hex(h) for h in edge], "off_map.edge.begins": begins})
    assert open_to(board, board.unit("axis", 15)) == set(where.split())


@pytest.mark.clause("12.11")
@pytest.mark.parametrize("there", [(31,), (31, 22), (10, 11), (10, 11, 15)])
def test_whoever_enters_a_box_finds_room(there):
    units = [("axis", 9, "B1"), *(("axis", number, TRIPOLI) for number in there)]
    board = set_up("nov41-dec42", "axis", units)
    ending = {choice.token for choice in operations(board).choices((board.unit("axis", 9),)) if choice.whole}
    assert TRIPOLI in ending


@pytest.mark.clause("12.11")
@pytest.mark.parametrize(("place", "other", "grows"), [("J20", 22, False), ("J20", None, True), (TRIPOLI, 22, True)])
def test_a_division_grows_where_it_crowds_nobody_and_in_a_box(place, other, grows):
    """Two of six weigh as a brigade, three as a division; a regiment is one too many then, but in a box none is."""
    units = [("axis", 10, place, {"strength": 2}), *([("axis", other, place)] if other else [])]
    board = set_up("nov41-dec42", "axis", units)
    board.state.sides.replacements[1] = 1
    changed(board)
    playout = at_step(board, "replacements")
    offered = tokens(playout, "replacements") if playout.advance() is not None else []
    assert (board.unit("axis", 10) in offered) is grows


@pytest.mark.clause("11.3", "11.18", "12.5")
@pytest.mark.parametrize(("owner", "may"), [(0, True), (1, False)])
def test_a_private_army_enters_the_box_of_its_side_where_the_enemys_is_shut_to_it(owner, may):
    board = set_up("nov41-dec42", "allied", [("allied", 34, "B1")])
    another_game(board, {"off_map.enemies": [0]}, boxes={"side": [owner]})
    assert ("Tripolitania" in open_to(board, board.unit("allied", 34))) is may


# -- supply out of the box ----------------------------------------------------------------------------


def supplied_attack(at="D3", against="D4", *, spent=0, supplies=(("axis", None),), extra=(), rules=None):
    """An Axis attack near the western edge, with supply in the box or elsewhere; the rows of the supply."""
    board = set_up("nov41-dec42", "axis", [("axis", 15, at), ("allied", 5, against), *extra])
    rows = []
    for side, hex_ in supplies:
        rows.append(board.supply(side, hex_ or "J1"))
        if hex_ is None:
            board.state.supplies.place[rows[-1]] = TRIPOLI
            board.state.supplies.spent[rows[-1]] = spent
    another_game(board, rules)
    return board, rows


@pytest.mark.clause("12.2", "12.3", "8.28", "8.30")
@pytest.mark.parametrize(("spent", "comes"), [(0, True), (78, True), (79, False), (80, False)])
def test_supply_comes_out_of_the_box_as_far_as_its_own_points_last(spent, comes):
    """The road at C1 takes half a point of twenty."""
    board, (row,) = supplied_attack(spent=spent)
    playout = round_on(board, 3, 3)
    assert (playout.frame.step == "combat-supply") is comes
    if comes:
        end = board.hex("C1")
        assert end in tokens(playout, row)
        assert board.hex("J1") not in tokens(playout, row)
        playout.act((row, end))
        assert board.state.supplies.place[row] == end
        assert board.state.supplies.spent[row] == spent + 2
        (told,) = events(playout, "supply brought up")
        assert told.subjects == (row, TRIPOLI, end)


@pytest.mark.clause("12.2", "12.3")
def test_supply_goes_on_from_the_edge_at_the_cheapest_and_round_enemies_and_their_supply():
    board, (row, enemy) = supplied_attack("C4", "C5", supplies=(("axis", None), ("allied", "C1")))
    playout = round_on(board, 3, 3)
    offered = {board.ids[hex_] for hex_ in tokens(playout, row)}
    assert "C1" not in offered, "only combat units take the enemy's"
    assert {"B1", "B2", "C2"} <= offered
    playout.act((row, board.hex("C2")))
    assert board.state.supplies.spent[row] == 4 * board.rules.scale
    (told,) = events(playout, "supply brought up")
    assert told.subjects[:2] == (row, TRIPOLI)
    assert [board.ids[hex_] for hex_ in told.subjects[2:]] in (["B1", "C2"], ["D1", "C2"])
    assert board.state.supplies.place[enemy] == board.hex("C1")


@pytest.mark.clause("12.2", "12.4", "12.3")
def test_supply_leaves_by_the_emergency_edge_where_the_box_is_shut():
    """The enemy blocks the western edge; what blocks it for the enemy would not."""
    edge = ("F20", "F21", "F22")
    board = set_up("nov41-dec42", "axis", [("axis", 15, "F22"), ("allied", 9, "F24"), ("allied", 10, "F23"), *BLOCKED])
    row = board.supply("axis", "J1")
    board.state.supplies.place[row] = TRIPOLI
    another_game(board, {"off_map.edge": [board.hex(h) for h in edge], "off_map.edge.begins": [0, 3]})
    playout = round_on(board, 3, 3)
    assert playout.frame.step == "combat-supply"
    assert {"F20", "F21"} <= {board.ids[hex_] for hex_ in tokens(playout, row)}


@pytest.mark.clause("8.29", "12.2")
@pytest.mark.parametrize(("on_map", "first"), [("C2", "map"), ("A3", "both"), ("A1", "box")])
def test_the_box_is_one_hex_further_than_the_hexes_beside_it(on_map, first):
    """A unit in D3 is two hexes from D1 and so three from the box."""
    board, (box, row) = supplied_attack("D3", "D4", supplies=(("axis", None), ("axis", on_map)))
    playout = round_on(board, 3, 3)
    offered = {token for token in tokens(playout) if isinstance(token, int)}
    assert offered == {"both": {box, row}, "box": {box}, "map": {row}}[first]


# -- the private army ---------------------------------------------------------------------------------


def met(units, side="axis", supplies=(("axis", "J18"),)):
    board = set_up("nov41-dec42", side, units, supplies=supplies)
    return board, board.unit("allied", 34)


@pytest.mark.clause("11.9", "11.20")
@pytest.mark.parametrize(
    ("side", "down", "dump", "asked"),
    [
        ("axis", 0, "J22", True),  # in the enemy's turn it attacks nothing first
        ("axis", 1, "J22", True),
        ("axis", 0, None, True),
        ("allied", 0, "J22", False),
        ("allied", 1, "J22", True),
        ("allied", 0, None, True),
    ],
)
@pytest.mark.parametrize("occasion", ["a round", "a meeting"])
def test_when_enemies_may_try_to_take_it(side, down, dump, asked, occasion):
    """Supply comes first in its own turn only, while it lies face up."""
    army, unit = ("J22", "J22") if occasion == "a round" else ("J22", "J21") if side == "axis" else ("J21", "J22")
    units = [("allied", 34, army, {"down": down}), ("axis", 15, unit), ("allied", 5, "M22"), ("axis", 10, "M23")]
    supplies = [("axis", "J18"), ("axis", "M25"), ("allied", "M20"), *([("axis", dump)] if dump else [])]
    board, raider = met(units, side, supplies)
    playout = operations(board, *[3] * 9)
    mover = board.unit("axis", 15) if side == "axis" else raider
    playout.act(("round",) if occasion == "a round" else (mover, board.hex("J22")))
    playout.advance()
    assert (playout.frame.step == "captures") is asked
    if asked:
        assert playout.decider == 1
        assert tokens(playout) == ["end", board.unit("axis", 15)]
        assert tokens(playout, board.unit("axis", 15)) == [raider]


@pytest.mark.clause("11.9", "11.11")
@pytest.mark.parametrize(
    ("leaver", "tried", "asked"),
    [
        (15, {}, [15]),  # the one that leaves, and nobody else
        (15, {16: 1}, [15]),
        (15, {15: 1}, None),
        (17, {}, None),  # it is elsewhere
    ],
)
def test_an_enemy_that_is_about_to_leave_it_may_try_first(leaver, tried, asked):
    units = [("allied", 34, "J20"), *(("axis", n, "J20") for n in (15, 16)), ("axis", 17, "J23")]
    board, _raider = met(units)
    for number, times in tried.items():
        board.state.units.tried[board.unit("axis", number)] = times
    changed(board)
    playout = operations(board, *[3] * 9)
    place = board.state.units.place[board.unit("axis", leaver)]
    playout.act((board.unit("axis", leaver), place + 1))
    playout.advance()
    assert (playout.frame.step == "captures") is (asked is not None)
    if asked:
        assert tokens(playout) == ["end", *(board.unit("axis", number) for number in asked)]
        playout.act(("end",))
        playout.advance()
    assert board.state.units.place[board.unit("axis", leaver)] == place + 1


@pytest.mark.clause("11.9", "11.20")
def test_a_move_elsewhere_lets_nobody_try():
    board, _raider = met([("allied", 34, "J20"), ("axis", 15, "J20"), ("axis", 16, "M20"), ("axis", 17, "M22")])
    playout = operations(board, 3)
    playout.act((board.unit("axis", 16), board.hex("M21")))
    playout.advance()
    assert playout.frame.step == "operations"


@pytest.mark.clause("11.9", "11.20")
@pytest.mark.parametrize(("way", "asked"), [(("J21", "J22"), False), (("J21", "J22", "J23"), True)])
def test_it_is_tried_for_on_the_way_through_but_not_where_it_ends_at_supply(way, asked):
    """At the end of its move it is to attack the supply first."""
    board, raider = met([("allied", 34, "J20"), ("axis", 15, "J22")], "allied", [("axis", "J22"), ("axis", "J18")])
    playout = operations(board, 3)
    playout.act((raider, *(board.hex(hex_) for hex_ in way)))
    playout.advance()
    assert (playout.frame.step == "captures") is asked


@pytest.mark.clause("11.3", "11.22", "11.5")
@pytest.mark.parametrize("at", ["AA36", "A1", "EE36", "A36"])
def test_it_goes_to_every_hex_around_and_not_off_the_map(at):
    board, raider = met([("allied", 34, at)], "allied", [])
    here = board.hex(at)
    ground = board.rules.irregular_ground
    around = {board.ids[ground.neighbours[e]] for e in range(6 * here, 6 * here + 6) if ground.cost[e]}
    assert open_to(board, raider) - {"Tripolitania"} == around
    assert ("Tripolitania" in open_to(board, raider)) is (at == "A1")


@pytest.mark.clause("11.15", "11.16")
def test_a_base_is_shut_by_enemies_in_its_own_area_only():
    """Another game: the area of Siwa is Jalo's, and that of Jalo nobody's."""
    board = set_up("nov41-dec42", "allied", [("allied", 34, "A16", {"down": 1}), ("axis", 15, "AA35")])
    bases = board.rules.columns.raider_bases
    assert "rearm" not in tokens(operations(board), board.unit("allied", 34))
    another_game(board, {"raider.bases": [bases[0], -1, bases[2], bases[1], bases[4], -1]})
    assert "rearm" in tokens(operations(board), board.unit("allied", 34))
    board.state.units.place[board.unit("allied", 34)] = bases[2]
    changed(board)
    assert "rearm" not in tokens(operations(board), board.unit("allied", 34))


@pytest.mark.clause("11.11", "11.19", "11.9")
@pytest.mark.parametrize(("army", "unit", "may"), [("J20", "J20", True), (TRIPOLI, TRIPOLI, False)])
def test_an_attempt_in_the_box_bars_further_ones_there_only(army, unit, may):
    units = [("allied", 34, army), ("axis", 15, unit), ("axis", 16, TRIPOLI, {"tried": 1000})]
    board, _raider = met(units)
    playout = at_step(board, "captures")
    assert (playout.advance() is not None) is may
    if may:
        assert tokens(playout) == ["end", board.unit("axis", 15)]
