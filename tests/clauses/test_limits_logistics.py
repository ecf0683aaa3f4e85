"""Rules 8 to 12 where one condition decides: who comes, sails, is rebuilt or raids, and where, and who does not."""

from __future__ import annotations

import pytest
from campaign.play.fight import tokens
from campaign.play.table import Board
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.systems.desert_rats.raiders import REARM

from .positions import at_step, changed, control, events, move, points

TRIPOLI = box_place(0)
ALEXANDRIA = "SS32"


def set_up(scenario, side, units, *, held=(), supplies=(), turn=None):
    """A board: units by side, number and place; hexes by who controls them; supply by side and hex."""
    board = Board(scenario, side)
    for hex_ in range(board.state.hexes.rows):
        board.state.hexes.control[hex_] = 0
    for owner, *hexes in held:
        control(board, owner, *hexes)
    for owner, number, place, *more in units:
        values = more[0] if more else {}
        unit = board.put(owner, number, place if isinstance(place, str) else "J1", **values)
        if not isinstance(place, str):
            board.state.units.place[unit] = place
        board.state.units.began[unit] = values.get("began", board.state.units.place[unit])
    for owner, hex_ in supplies:
        board.supply(owner, hex_)
    if turn is not None:
        board.state.clock.turn[0] = turn
    changed(board)
    return board


def offers(board, step, *prefix):
    """What a step offers, as names where they are hexes; None where there is nothing to decide."""
    playout = at_step(board, step)
    if playout.advance() is None:
        return None
    return {board.ids[token] if isinstance(token, int) and token >= 0 else token for token in tokens(playout, *prefix)}


# -- sea transfer -------------------------------------------------------------------------------------

BOTH = [("allied", "T30", ALEXANDRIA)]
AXIS = [("axis", "T30")]
GONE = {"moved": 1}
"""Of a unit that stays where it is: it has moved, so that it gives nobody its room."""


@pytest.mark.clause("9.27", "9.28", "9.29", "9.30", "9.24")
@pytest.mark.parametrize(
    ("side", "units", "held", "where"),
    [
        ("allied", [("allied", 4, "T30")], BOTH, "alexandria"),
        ("allied", [("allied", 4, ALEXANDRIA)], BOTH, {"T30"}),
        ("allied", [("allied", 4, "T30")], [("allied", "T30")], None),
        ("allied", [("allied", 4, "T30")], [("allied", ALEXANDRIA)], None),
        ("allied", [("allied", 4, "T30")], [("allied", "T30"), ("axis", ALEXANDRIA)], None),
        ("allied", [("allied", 4, "T30"), ("axis", 10, ALEXANDRIA)], BOTH, None),
        ("allied", [("allied", 4, "T30", {"moved": 1})], BOTH, None),
        ("allied", [("allied", 4, "T30", {"began": 700})], BOTH, None),
        ("allied", [("allied", 34, "T30")], BOTH, None),
        ("allied", [("allied", 4, "J20")], BOTH, None),
        ("allied", [("allied", 4, "T30"), ("axis", 10, "SS31")], BOTH, "alexandria but SS31"),
        ("allied", [("allied", 4, "T30"), ("allied", 5, "SS31"), ("allied", 6, "SS31")], BOTH, "alexandria but SS31"),
        ("allied", [("allied", 4, ALEXANDRIA), ("allied", 5, "T30", GONE), ("allied", 6, "T30", GONE)], BOTH, None),
        ("allied", [("allied", 3, ALEXANDRIA), ("allied", 5, "T30", GONE), ("allied", 6, "T30", GONE)], BOTH, {"T30"}),
        ("axis", [("allied", 4, "T30")], BOTH, None),
        ("axis", [("axis", 10, "T30")], AXIS, {TRIPOLI}),
        ("axis", [("axis", 10, TRIPOLI)], AXIS, {"T30"}),
        ("axis", [("axis", 10, TRIPOLI)], [], None),
        ("axis", [("axis", 10, TRIPOLI), ("axis", 11, "T30", GONE)], AXIS, None),
        ("axis", [("axis", 10, TRIPOLI), ("allied", 4, "T30")], AXIS, None),
        ("axis", [("axis", 10, ALEXANDRIA)], [("axis", "T30", ALEXANDRIA)], None),
    ],
)
def test_who_may_sail_and_where_to(side, units, held, where):
    board = set_up("crusader", side, units, held=held)
    unit = board.unit(*units[0][:2])
    playout = at_step(board, "sea-transfer")
    if where is None:
        assert playout.advance() is None or unit not in tokens(playout)
        return
    assert playout.advance() is not None
    found = {board.ids[spot] if spot >= 0 else spot for spot in tokens(playout, unit)}
    if isinstance(where, str):
        beside = board.rules.ways[6 * board.hex(ALEXANDRIA) : 6 * board.hex(ALEXANDRIA) + 6]
        land = {board.ids[hex_] for hex_ in beside if hex_ >= 0}
        assert "SS31" in land
        where = {ALEXANDRIA, *land} - ({"SS31"} if "but" in where else set())
    assert found == where


@pytest.mark.clause("9.30")
def test_as_many_sail_as_the_port_of_arrival_holds():
    """Two brigades and any number of battalions for Tobruk."""
    board = set_up("crusader", "allied", [("allied", n, ALEXANDRIA) for n in (4, 5, 3, 8)], held=BOTH)
    board.put("allied", 6, "SS31")
    board.state.units.began[board.unit("allied", 6)] = board.hex("SS31")
    playout = at_step(board, "sea-transfer", [1, 1, 1, 1, 1])
    sailed = []
    while playout.advance() is not None:
        going = [unit for unit in tokens(playout) if unit != "end"]
        assert board.hex("T30") in tokens(playout, going[0])
        sailed.append(going[0])
        playout.act((going[0], board.hex("T30")))
        if len(sailed) == 4:
            break
    assert sorted(sailed) == sorted(board.unit("allied", n) for n in (3, 4, 5, 8))
    assert board.unit("allied", 6) not in (tokens(playout) if playout.advance() is not None else [])


@pytest.mark.clause("14.23", "9.31")
@pytest.mark.parametrize(("die", "side"), [(1, "allied"), (6, "allied"), (1, "axis"), (6, "axis")])
def test_ships_are_lost_once_however_many_sail_and_the_enemy_gains(die, side):
    units = [("allied", n, "T30") for n in (4, 5)] if side == "allied" else [("axis", n, TRIPOLI) for n in (17, 20)]
    board = set_up("crusader", side, units, held=BOTH if side == "allied" else AXIS)
    playout = at_step(board, "sea-transfer", [die] * 3)
    for owner, number, _place in units:
        assert playout.advance() is not None
        unit = board.unit(owner, number)
        playout.act((unit, tokens(playout, unit)[0]))
    while playout.advance() is not None:
        playout.act(("end",))
    (lost,) = events(playout, "ships lost")
    number = board.rules.compiled.keys["sides"].index(side)
    assert lost.subjects[0] == number
    assert board.state.sides.points[number] == 0
    assert board.state.sides.points[1 - number] == lost.subjects[1]


# -- repair -------------------------------------------------------------------------------------------


@pytest.mark.clause("10.13", "10.2", "10.10", "REP.1")
@pytest.mark.parametrize(
    ("holder", "wreck", "units", "offered"),
    [
        ("axis", 2, [], True),
        ("axis", 0, [], False),
        ("allied", 2, [], False),
        (None, 2, [], False),
        ("axis", 2, [("axis", 15, "J20")], True),
        ("axis", 2, [("axis", 15, "J21")], True),
        ("axis", 2, [("allied", 5, "J21")], False),
        ("axis", 2, [("allied", 5, "J22")], True),
        ("axis", 2, [("allied", 5, "J21"), ("axis", 15, "J20")], False),
        ("axis", 2, [("allied", 34, "J21")], True),
    ],
)
def test_which_wrecks_can_be_thrown_for(holder, wreck, units, offered):
    """10.13: none in an enemy zone, though a friend stands there."""
    board = set_up("nov41-dec42", "axis", units, held=[(holder, "J20")] if holder else [])
    board.state.hexes.wreck[board.hex("J20")] = wreck
    assert offers(board, "repair") == ({"end", "J20"} if offered else None)


@pytest.mark.clause("10.3", "10.6", "10.7", "10.11", "10.14", "REP.1", "REP.3")
@pytest.mark.parametrize("there", [1, 2, 5])
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_what_each_throw_repairs_or_loses(side, die, there):
    """A-REPAIR-READING: 1 to 3 repair two, 4 and 5 one, 6 loses one, 7 two; the British add one; no more than lies there."""
    board = set_up("crusader", side, [], held=[(side, "J20")])
    number = board.rules.compiled.keys["sides"].index(side)
    board.state.hexes.wreck[board.hex("J20")] = there
    board.state.sides.repairs[number] = 3
    playout = at_step(board, "repair", [die])
    playout.advance()
    playout.act((board.hex("J20"),))
    playout.advance()
    result = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: -1, 7: -2}[die + (side == "allied")]
    won = min(result, there) if result > 0 else 0
    assert board.state.sides.repairs[number] == 3 + won
    assert board.state.sides.repairs[1 - number] == 0
    assert board.state.hexes.wreck[board.hex("J20")] == there - min(abs(result), there)
    assert [event.name for event in playout.events] == ["repaired" if won else "beyond repair"]
    assert playout.over, "each wreck once"


# -- replacements -------------------------------------------------------------------------------------


@pytest.mark.clause("10.5", "REP.2", "9.10")
@pytest.mark.parametrize(
    ("units", "kept"),
    [
        ([], True),
        ([("axis", 15, "J20")], True),
        ([("axis", 15, "J20", {"strength": 8})], False),
        ([("axis", 15, TRIPOLI, {"strength": 8})], False),
        ([("axis", 15, AT_BASE, {"strength": 0})], False),
        ([("axis", 15, NOWHERE, {"strength": 8})], True),
        ([("axis", 10, "J20", {"strength": 2})], True),
        ([("axis", 17, "J20", {"strength": 1})], False),
        ([("allied", 1, "J20", {"strength": 1})], True),
    ],
)
def test_repaired_points_are_kept_while_all_armour_is_whole(units, kept):
    """A-REPAIR-SAVE: of the side, in play or dead; replacement points go in any case."""
    board = set_up("crusader", "axis", [*units, ("axis", 11, "J30", {"strength": 1})])
    board.state.sides.repairs[:] = board.state.sides.repairs.__class__("i", [4, 2])
    board.state.sides.replacements[:] = board.state.sides.replacements.__class__("i", [5, 3])
    changed(board)
    playout = at_step(board, "replacements")
    assert playout.advance() == 1
    playout.act(("end",))
    assert list(board.state.sides.repairs) == [4, 2 if kept else 0]
    assert list(board.state.sides.replacements) == [5, 0]
    assert playout.events[-1].subjects == (1,)


@pytest.mark.clause("2.13", "7.8", "9.9", "9.5", "10.4", "7.9")
@pytest.mark.parametrize(
    ("replacements", "repairs", "offered"),
    [
        (0, 0, None),
        (1, 0, {"end", "replacements", "box"}),
        (0, 1, {"end", "repairs"}),
        (1, 1, {"end", "replacements", "repairs", "box"}),
    ],
)
def test_what_one_point_of_either_kind_buys(replacements, repairs, offered):
    board = set_up("crusader", "axis", [("axis", 15, "J20", {"strength": 8})])
    board.state.sides.replacements[1], board.state.sides.repairs[1] = replacements, repairs
    board.state.sides.replacements[0] = board.state.sides.repairs[0] = 1
    changed(board)
    assert offers(board, "replacements") == offered


@pytest.mark.clause("9.6", "9.7", "9.5", "5.5")
@pytest.mark.parametrize(
    ("place", "strength", "others", "grows"),
    [
        ("J20", 5, [], True),
        ("J20", 6, [], False),
        ("J20", 2, [], True),
        ("J20", 2, [("axis", 22, "J20")], False),  # 2 of 6 weigh a brigade, 3 a division
        ("J20", 1, [("axis", 22, "J20")], True),
        ("J20", 1, [("axis", 31, "J20")], True),
        ("J20", 1, [("axis", 31, "J20"), ("axis", 22, "J20")], False),
        ("J20", 5, [("axis", 17, "J20")], True),
        ("J20", 5, [("allied", 5, "J21")], False),
        ("J20", 5, [("allied", 5, "J22")], True),
        (TRIPOLI, 5, [], True),
        (TRIPOLI, 2, [("axis", 11, TRIPOLI)], True),
        (NOWHERE, 5, [], False),
    ],
)
def test_who_may_be_strengthened_by_a_point(place, strength, others, grows):
    board = set_up("crusader", "axis", [("axis", 10, place, {"strength": strength}), *others], held=[("allied", "V12")])
    for number in range(1, 35):
        if number != 10 and ("axis", number) not in {other[:2] for other in others}:
            board.state.units.place[board.unit("axis", number)] = NOWHERE
    board.state.sides.replacements[1] = 1
    changed(board)
    unit = board.unit("axis", 10)
    playout = at_step(board, "replacements")
    offered = (
        tokens(playout, "replacements") if playout.advance() is not None and "replacements" in tokens(playout) else []
    )
    assert (unit in offered) is grows
    if grows:
        playout.act(("replacements", unit))
        assert board.state.units.strength[unit] == strength + 1


# -- centres ------------------------------------------------------------------------------------------


def dead(board, number=22):
    """An Axis unit that fell in the enemy's turn."""
    unit = board.unit("axis", number)
    for column, value in (("place", AT_BASE), ("began", AT_BASE), ("strength", 0)):
        getattr(board.state.units, column)[unit] = value
    board.state.sides.replacements[1] = 2
    changed(board)
    return unit


@pytest.mark.clause("9.8", "9.6", "9.18", "9.20", "9.21", "9.22", "9.23", "12.10", "12.11")
@pytest.mark.parametrize(
    ("units", "held", "where"),
    [
        ([], [], {TRIPOLI}),
        ([], [("axis", "T7")], {TRIPOLI, "T7"}),
        ([], [("axis", "T7", "T30")], {TRIPOLI, "T7", "T30"}),
        ([], [("allied", "T7")], {TRIPOLI}),
        ([], [("axis", "V12")], {TRIPOLI}),  # supply only
        ([], [("axis", ALEXANDRIA, "EE36")], {TRIPOLI}),  # Allied only
        ([("allied", 5, "T7")], [("axis", "T7")], {TRIPOLI}),
        ([("allied", 5, "T8")], [("axis", "T7")], {TRIPOLI}),  # in a zone
        ([("allied", 5, "T9")], [("axis", "T7")], {TRIPOLI, "T7"}),
        ([("axis", 10, "T7")], [("axis", "T7")], {TRIPOLI}),  # full
        ([("axis", 31, "T7")], [("axis", "T7")], {TRIPOLI, "T7"}),
        ([("axis", 10, TRIPOLI), ("axis", 11, TRIPOLI)], [], {TRIPOLI}),  # the box is never full
    ],
)
def test_where_a_dead_unit_comes_back(units, held, where):
    board = set_up("crusader", "axis", units, held=held)
    unit = dead(board)
    assert offers(board, "replacements", "replacements", unit) == where


@pytest.mark.clause("9.21", "9.8", "9.24")
def test_each_arrival_takes_of_the_capacity_of_its_own_centre_and_of_no_other():
    """Mersa Matruh takes two, Tobruk has a count of its own."""
    board = set_up("crusader", "axis", [], held=[("axis", "RR15", "T30")])
    units = [dead(board, number) for number in (22, 23, 24)]
    board.state.sides.replacements[1] = 9
    changed(board)
    playout = at_step(board, "replacements")
    playout.advance()
    for unit in units[:2]:
        assert board.hex("RR15") in tokens(playout, "replacements", unit)
        playout.act(("replacements", unit, board.hex("RR15")))
        playout.advance()
    spots = tokens(playout, "replacements", units[2])
    assert board.hex("RR15") not in spots
    assert board.hex("T30") in spots
    at_step(board, "operations-end").advance()
    assert not any(board.state.centres.arrived)


@pytest.mark.clause("9.32")
@pytest.mark.parametrize(
    ("side", "held", "come"),
    [
        ("allied", [("allied", "T30")], True),
        ("allied", [("allied", "J20")], False),  # no centre
        ("allied", [("axis", "T30", ALEXANDRIA)], False),
        ("allied", [], False),
        ("axis", [], True),  # Tripolitania is always its own
    ],
)
def test_replacements_come_while_a_side_controls_any_centre(side, held, come):
    board = set_up("crusader", side, [], held=held, turn=11)
    at_step(board, "replacements-come").advance()
    number = board.rules.compiled.keys["sides"].index(side)
    due = board.rules.compiled.turns.figures[2 * number]
    assert due > 0
    assert list(board.state.sides.replacements) == [due * come * (n == number) for n in (0, 1)]


# -- supply -------------------------------------------------------------------------------------------


@pytest.mark.clause("2.18", "8.5")
def test_only_units_on_the_map_without_general_supply_waste_away():
    board = set_up(
        "nov41-dec42",
        "axis",
        [("axis", 15, "J20"), ("axis", 16, "J31"), ("axis", 10, TRIPOLI), ("axis", 11, AT_BASE), ("axis", 12, NOWHERE),
         ("allied", 5, "H30"), ("allied", 34, "D30"), ("axis", 17, "F30", {"strength": 1})],
        supplies=[("axis", "J10")],
    )  # fmt: skip
    playout = at_step(board, "attrition")
    playout.advance()
    lost = {event.subjects for event in events(playout, "attrition")}
    assert lost == {(board.unit("axis", 16), 2), (board.unit("axis", 17), 1)}
    assert board.state.units.strength[board.unit("allied", 5)] == 7


@pytest.mark.clause("8.24")
@pytest.mark.parametrize(("side", "gone"), [("allied", False), ("axis", True)])
def test_used_supply_of_both_sides_goes_when_the_axis_has_ended_the_game_turn(side, gone):
    board = set_up(
        "nov41-dec42", side, [], supplies=[("allied", "J20"), ("allied", "J21"), ("axis", "J30"), ("axis", "J31")]
    )
    rows = {board.ids[place]: row for row, place in enumerate(board.state.supplies.place) if place >= 0}
    for hex_ in ("J20", "J30"):
        board.state.supplies.used[rows[hex_]] = 1
    playout = at_step(board, "used-supply")
    playout.advance()
    left = {board.ids[place] for place in board.state.supplies.place if place >= 0}
    assert left == ({"J21", "J31"} if gone else {"J20", "J21", "J30", "J31"})
    assert sum(board.state.supplies.used) == (0 if gone else 2)
    assert board.state.supplies.place[rows["J20"]] == (NOWHERE if gone else board.hex("J20"))


@pytest.mark.clause("9.14", "2.16", "9.12", "8.38")
def test_new_supply_is_of_the_ordinary_kind_and_comes_face_up_with_all_its_points():
    board = set_up("crusader", "axis", [], held=[("axis", "T7")], turn=12)
    for row, marker in enumerate(board.rules.markers):
        if marker.side == 1 and not marker.captured:
            board.state.supplies.used[row] = board.state.supplies.spent[row] = 1
    playout = at_step(board, "supply")
    playout.advance()
    playout.act((board.hex("T7"),))
    (come,) = events(playout, "supply arrives")
    row = come.subjects[0]
    marker = board.rules.markers[row]
    assert (marker.side, marker.captured) == (1, False)
    assert (board.state.supplies.used[row], board.state.supplies.spent[row]) == (0, 0)
    assert board.state.supplies.place[row] == board.hex("T7")


# -- the private army ---------------------------------------------------------------------------------

JALO, SIWA, CAIRO = "A16", "AA6", "EE36"


@pytest.mark.clause("11.14", "11.15", "11.16")
@pytest.mark.parametrize(
    ("at", "down", "spent", "enemies", "may"),
    [
        (CAIRO, 1, 0, [], True),
        (SIWA, 1, 0, [], True),
        (JALO, 1, 0, [], True),
        ("J20", 1, 0, [], False),
        (CAIRO, 0, 0, [], False),
        (CAIRO, 1, 37, [], True),
        (CAIRO, 1, 38, [], False),
        (CAIRO, 1, 0, [(15, CAIRO)], False),
        (SIWA, 1, 0, [(15, SIWA)], False),
        (JALO, 1, 0, [(15, JALO)], False),
        (SIWA, 1, 0, [(15, CAIRO)], True),
        (CAIRO, 1, 0, [(15, JALO)], True),
        (JALO, 1, 0, [(15, "TT35")], False),  # the first hex of Egypt
        (JALO, 1, 0, [(15, "AA36")], False),  # and the last one
        (JALO, 1, 0, [(15, "J20")], True),  # Libya
        (JALO, 1, 0, [(15, "Y17")], True),
        (JALO, 1, 0, [("supply", "AA36")], True),
        (SIWA, 1, 0, [(15, "AA36")], True),
    ],
)
def test_where_and_when_the_private_army_rearms(at, down, spent, enemies, may):
    board = set_up("nov41-dec42", "allied", [("allied", 34, at, {"down": down})])
    raider = board.unit("allied", 34)
    board.state.units.spent[raider] = spent * board.rules.scale
    for number, hex_ in enemies:
        board.supply("axis", hex_) if number == "supply" else board.put("axis", number, hex_)
    changed(board)
    playout = board.play()
    offered = tokens(playout, raider) if raider in tokens(playout) else []
    assert (REARM in offered) is may
    if may and spent < 37:
        playout.act((raider, REARM, tokens(playout, raider, REARM)[0]))
        playout.advance()
        assert board.state.units.down[raider] == 0


@pytest.mark.clause("11.5", "11.22", "11.3", "11.6")
@pytest.mark.parametrize("at", ["J21", "J20", "J19", "H20"])
def test_the_cost_of_every_way_the_private_army_may_go(at):
    """All six hexes around it, at ordinary costs near the enemy, one more in a zone, two where he stands."""
    units = [("allied", 34, at), ("axis", 15, "J22"), ("axis", 16, "J23")]
    board = set_up("nov41-dec42", "allied", units)
    raider = board.unit("allied", 34)
    around, zone = near(board, at), near(board, "J22", "J23")
    assert set(tokens(board.play(), raider)) == around
    for hex_ in sorted(around):
        board = set_up("nov41-dec42", "allied", units)
        move(board.play(), board, raider, board.ids[hex_])
        extra = 2 if board.ids[hex_] in {"J22", "J23"} else 1 if hex_ in zone else 0
        assert points(board, raider) == 2 + extra, board.ids[hex_]


@pytest.mark.clause("11.12", "11.13", "2.19", "8.37", "11.17", "11.8")
@pytest.mark.parametrize(
    ("at", "down", "supplies", "side", "may"),
    [
        ("J20", 0, [("axis", "J20")], "allied", True),
        ("J20", 1, [("axis", "J20")], "allied", False),
        ("J20", 0, [("axis", "J21")], "allied", False),
        ("J20", 0, [("allied", "J20")], "allied", False),
        ("J20", 0, [], "allied", False),
        ("J20", 0, [("axis", "J20")], "axis", False),
        (AT_BASE, 0, [("axis", "J20")], "allied", False),
        (NOWHERE, 0, [("axis", "J20")], "allied", False),
    ],
)
def test_when_the_private_army_may_attack_supply(at, down, supplies, side, may):
    board = set_up("nov41-dec42", side, [("allied", 34, at, {"down": down}), ("allied", 5, "J20")], supplies=supplies)
    raider = board.unit("allied", 34)
    playout = at_step(board, "raids", [1, 1, 1])
    assert (playout.advance() is not None) is may
    if may:
        assert tokens(playout) == ["end", raider]


@pytest.mark.clause("11.8", "8.37", "11.12")
@pytest.mark.parametrize(
    ("dice", "left"), [((1, 1, 1), 0), ((6, 1, 1), 1), ((1, 6, 6), 2), ((2, 2, 2), 0), ((3, 3, 3), 3)]
)
def test_every_supply_unit_in_the_hex_is_thrown_for_used_or_not(dice, left):
    board = set_up("nov41-dec42", "allied", [("allied", 34, "J20")], supplies=[("axis", "J20")] * 3)
    rows = [row for row, place in enumerate(board.state.supplies.place) if place == board.hex("J20")]
    board.state.supplies.used[rows[0]] = 1
    playout = at_step(board, "raids", dice)
    playout.advance()
    playout.act((board.unit("allied", 34),))
    playout.advance()
    places = [board.state.supplies.place[row] for row in rows]
    assert places.count(board.hex("J20")) == left
    assert board.state.supplies.used[rows[0]] == (dice[0] > 2)


@pytest.mark.clause("11.1", "11.2", "11.10")
@pytest.mark.parametrize(
    ("side", "turn", "place", "enemy", "after"),
    [
        ("allied", 9, NOWHERE, None, NOWHERE),
        ("allied", 10, NOWHERE, None, CAIRO),
        ("allied", 10, NOWHERE, CAIRO, NOWHERE),
        ("allied", 12, AT_BASE, None, CAIRO),
        ("allied", 12, AT_BASE, CAIRO, AT_BASE),
        ("allied", 12, "J20", None, "J20"),
        ("axis", 10, NOWHERE, None, NOWHERE),
        ("axis", 12, AT_BASE, None, AT_BASE),
    ],
)
def test_when_the_private_army_stands_at_cairo(side, turn, place, enemy, after):
    units = [("allied", 34, place, {"down": 1}), ("allied", 5, AT_BASE)]
    board = set_up("mar41-mar42", side, [*units, *([("axis", 15, enemy)] if enemy else [])], turn=turn)
    raider = board.unit("allied", 34)
    playout = at_step(board, "reinforcements")
    playout.advance()
    now = board.state.units.place[raider]
    assert (board.ids[now] if now >= 0 else now) == after
    moved = [event for event in playout.events if event.subjects[:1] == (raider,)]
    assert [event.clause for event in moved] == ([] if after == place else ["11.10" if place == AT_BASE else "11.2"])
    assert board.state.units.down[raider] == (1 if after == place else 0)
    assert board.state.units.place[board.unit("allied", 5)] == AT_BASE
