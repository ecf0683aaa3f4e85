"""Rules 9 to 12: arrivals, wrecks, the private army, Tripolitania."""

from __future__ import annotations

import pytest
from campaign.play.fight import operations
from campaign.play.table import Board

from scenario_forge.campaign.arrivals.centres import arrival, centres
from scenario_forge.campaign.arrivals.reinforcements import due_units
from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.movement.unsupplied import at_home, home_steps
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.situation import weight
from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.simulator.step import IllegalActionError
from scenario_forge.systems.desert_rats.play import DesertPlay

from .positions import at_step, changed, control, move, points, tokens

TRIPOLI = box_place(0)


@pytest.mark.clause("9.2", "2.12", "13.6")
def test_who_is_named_comes_in_the_month_that_is_named():
    """Allied 18 and 20: R6/41."""
    board = Board("cyrenaica")
    units = {board.unit("allied", number) for number in (18, 20)}
    board.state.clock.turn[0] = 5
    assert not units & {unit for unit, _row in due_units(board.rules, board.state, 0)}
    board.state.clock.turn[0] = 6
    changed(board)
    assert units <= {unit for unit, _row in due_units(board.rules, board.state, 0)}


@pytest.mark.clause("9.29", "9.27")
def test_ships_go_both_ways_in_a_turn():
    board = Board("crusader")
    control(board, "allied", "T30", "SS32")
    out, back = board.put("allied", 4, "T30"), board.put("allied", 5, "SS32")
    for unit in (out, back):
        board.state.units.began[unit] = board.state.units.place[unit]
    playout = at_step(board, "sea-transfer", [1])
    playout.advance()
    playout.act((out, board.hex("SS32")))
    playout.advance()
    playout.act((back, board.hex("T30")))
    assert (board.state.units.place[out], board.state.units.place[back]) == (board.hex("SS32"), board.hex("T30"))


@pytest.mark.clause("10.6", "10.7", "10.8")
def test_the_number_of_a_wreck_falls_by_what_is_repaired_or_lost_until_nothing_is_left():
    """For the Axis, who adds nothing, by the table: 6 loses one, 1 repairs two."""
    for die, left, repaired in ((6, 2, 0), (1, 1, 2), (4, 2, 1)):
        board = Board(side="axis")
        control(board, "axis", "J20")
        board.state.hexes.wreck[board.hex("J20")] = 3
        playout = at_step(board, "repair", [die])
        playout.advance()
        playout.act((board.hex("J20"),))
        playout.advance()
        assert (board.state.hexes.wreck[board.hex("J20")], board.state.sides.repairs[1]) == (left, repaired)
    board.state.hexes.wreck[board.hex("J20")] = 1
    playout = at_step(board, "repair", [1])
    playout.advance()
    playout.act((board.hex("J20"),))
    playout.advance()
    assert board.state.hexes.wreck[board.hex("J20")] == 0


@pytest.mark.clause("9.11", "REP.2", "10.4")
def test_repaired_points_rebuild_armour_and_reconnaissance():
    board = Board(side="axis")
    board.state.sides.repairs[1] = 2
    tanks, cars, foot = (board.put("axis", n, f"J{n}", strength=1) for n in (15, 17, 16))
    playout = at_step(board, "replacements")
    playout.advance()
    assert {tanks, cars} <= set(tokens(playout, ("repairs",)))
    assert foot not in tokens(playout, ("repairs",))


# -- the private army --------------------------------------------------------------------------------


@pytest.mark.clause("11.1", "11.2")
def test_the_private_army_comes_to_cairo_in_the_logistics_phase_of_october_41():
    board = Board("mar41-mar42")
    unit = board.unit("allied", 34)
    for turn, place in ((9, None), (10, "EE36")):
        board.state.clock.turn[0] = turn
        at_step(board, "reinforcements").advance()
        assert board.state.units.place[unit] == (board.hex(place) if place else NOWHERE)


@pytest.mark.clause("11.2", "OB.4", "13.4")
@pytest.mark.parametrize(("scenario", "place"), [("crusader", "EE36"), ("gazala-to-alamein", "AA6")])
def test_where_it_stands_at_the_later_starts(scenario, place):
    board = Board(scenario)
    state = first_state(board.rules)
    assert board.ids[state.units.place[board.unit("allied", 34)]] == place
    named = dict(zip(board.rules.compiled.names["places"], board.rules.compiled.places.hex, strict=True))
    assert board.hex(place) == named[{"EE36": "Cairo", "AA6": "Siwa"}[place]]


def raiding(hex_):
    board = Board("nov41-dec42")
    return board, board.put("allied", 34, hex_)


@pytest.mark.clause("11.3")
def test_it_takes_no_part_in_combat_and_moves_in_step():
    board, unit = raiding("J22")
    board.put("axis", 10, "J23")
    for side in (0, 1):
        met = contact(board.rules, board.state, side)
        assert not met.targets
        assert not met.facing
    board.state.clock.spent[0] = 30 * board.rules.scale
    assert walk_of(board.rules, board.state, unit).spent == 30 * board.rules.scale
    board.state.clock.spent[0] = 0
    board.state.clock.rounds[0] = 1
    playout = board.play()
    move(playout, board, unit, "J21")
    assert points(board, unit) == 2, "it leaves a zone when it likes, at no cost"


@pytest.mark.clause("11.6")
def test_its_costs_are_halved_more_than_five_hexes_from_the_enemy():
    board, unit = raiding("J20")
    board.put("axis", 10, "J27")
    cost = {board.ids[h]: c / board.rules.scale for h, c in walk_of(board.rules, board.state, unit).steps() if h >= 0}
    assert cost["J21"] == 1, "six hexes away"
    board.put("axis", 10, "J26")
    cost = {board.ids[h]: c / board.rules.scale for h, c in walk_of(board.rules, board.state, unit).steps() if h >= 0}
    assert cost["J21"] == 2, "five"


# -- Tripolitania ------------------------------------------------------------------------------------


@pytest.mark.clause("12.7", "12.2")
def test_the_box_is_the_axis_home_base_and_adjoins_the_western_edge():
    board = Board(side="axis")
    assert at_home(board.rules, 1, TRIPOLI)
    assert not at_home(board.rules, 0, TRIPOLI)
    steps = home_steps(board.rules, board.state, 1)
    west = [hex_ for hex_ in range(board.rules.hexes) if steps[hex_] == 1]
    width = board.rules.width
    assert west
    assert {hex_ % width for hex_ in west} == {min(hex_ % width for hex_ in west)}


@pytest.mark.clause("12.10", "9.25")
def test_the_box_is_a_centre_without_limit():
    board = Board(side="axis")
    for _ in range(30):
        assert TRIPOLI in [spot for centre in centres(board.rules, board.state, 1) for spot in centre.spots]
        board.state.apply((arrival(board.rules, board.state, 1, TRIPOLI),))
    assert TRIPOLI in [spot for centre in centres(board.rules, board.state, 1) for spot in centre.spots]


@pytest.mark.clause("9.20")
def test_centres_that_one_side_may_not_use():
    board = Board()
    both = {0: {"SS32", "EE36", "T30"}, 1: {"T30", "V12"}}
    for side, name in ((0, "allied"), (1, "axis")):
        control(board, name, "SS32", "EE36", "V12", "T30")
        changed(board)
        found = {board.ids[s] for c in centres(board.rules, board.state, side) for s in c.spots if s >= 0}
        never = {"V12"} if side == 0 else {"SS32", "EE36"}
        assert both[side] <= found
        assert not never & found


@pytest.mark.clause("9.17")
@pytest.mark.parametrize(("scenario", "allied", "axis"), [("crusader", "T30", "SS1"), ("beda-fomm", "RR15", "T30")])
def test_at_the_start_centres_belong_to_the_side_whose_front_they_are_behind(scenario, allied, axis):
    board = Board(scenario)
    held = first_state(board.rules).hexes.control
    assert (held[board.hex(allied)], held[board.hex(axis)]) == (1, 2)


@pytest.mark.clause("9.18")
def test_who_passes_a_hex_controls_it():
    board = Board()
    unit = board.put("allied", 1, "J20")
    control(board, "axis", "J21", "J22", "J23")
    move(board.play(), board, unit, "J21", "J22")
    assert [board.state.hexes.control[board.hex(hex_)] for hex_ in ("J21", "J22", "J23")] == [1, 1, 2]


@pytest.mark.clause("9.21")
def test_the_capacity_is_for_a_turn():
    board = Board()
    control(board, "allied", "RR15")
    changed(board)

    def open_now():
        return board.hex("RR15") in [spot for one in centres(board.rules, board.state, 0) for spot in one.spots]

    for _ in range(2):
        assert open_now()
        board.state.apply((arrival(board.rules, board.state, 0, board.hex("RR15")),))
    assert not open_now(), "Mersa Matruh takes two"
    at_step(board, "operations-end").advance()
    assert open_now()


@pytest.mark.clause("9.24")
def test_arrivals_stand_in_the_hex_of_the_centre_and_at_alexandria_beside_it_too():
    board = Board()
    control(board, "allied", "SS32", "RR15")
    changed(board)
    spots = [set(one.spots) for one in centres(board.rules, board.state, 0)]
    assert {board.hex("RR15")} in spots
    wide = next(found for found in spots if board.hex("SS32") in found)
    near = {h for h in board.rules.ways[6 * board.hex("SS32") : 6 * board.hex("SS32") + 6] if h >= 0}
    assert wide == {board.hex("SS32"), *near}
    assert len(wide) > 3


@pytest.mark.clause("11.22")
def test_the_private_army_walks_into_the_depression_and_others_do_not():
    board = Board("nov41-dec42")
    keys, terrain = board.rules.compiled.keys["terrain"], board.rules.compiled.map.terrain
    start, beyond = next(
        (edge // 6, other)
        for edge, other in enumerate(board.rules.neighbours)
        if other >= 0 and keys[terrain[other]] == "depression" and keys[terrain[edge // 6]] == "clear"
        if not board.rules.compiled.map.sides[edge]
    )
    unit, tank = (board.put("allied", number, board.ids[start]) for number in (34, 1))
    board.put("axis", 15, board.ids[start])  # near: no strategic rate
    steps = dict(walk_of(board.rules, board.state, unit).steps())
    assert steps.get(beyond, 0) >= 6 * board.rules.scale
    assert beyond not in dict(walk_of(board.rules, board.state, tank).steps())


def ports(*full):
    """A board whose ports Tobruk and Alexandria are the Allied player's; brigades that stayed there, by hex."""
    board, numbers = Board("crusader"), [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 20, 22, 23, 24, 25, 26]
    numbers = [no for no in numbers if weight(board.rules, board.state, board.unit("allied", no)) == 2]
    control(board, "allied", "T30", *base_area(board))
    found = [[board.put("allied", numbers.pop(), hex_) for _ in range(2)] for hex_ in full]
    for units in found:
        for unit in units:
            board.state.units.began[unit] = board.state.units.place[unit]
    return board, found


def base_area(board):
    here = board.hex("SS32")
    near = [hex_ for hex_ in board.rules.ways[6 * here : 6 * here + 6] if hex_ >= 0]
    return ["SS32", *(board.ids[hex_] for hex_ in near)]


@pytest.mark.clause("9.29", "9.30")
def test_two_full_ports_exchange_units():
    """9.29, 9.30: only stacking on arrival counts; who makes room sails in the same action."""
    area = base_area(Board())
    board, (tobruk, alexandria, *_others) = ports("T30", *area)
    playout = at_step(board, "sea-transfer", [1])
    playout.advance()
    assert sorted(tokens(playout)[1:]) == sorted([*tobruk, *alexandria])
    out, back = tobruk[0], alexandria[0]
    assert tokens(playout, (out,)) == [board.hex("SS32")], "nobody can make room beside it"
    assert sorted(tokens(playout, (out, board.hex("SS32")))) == sorted(alexandria)
    with pytest.raises(IllegalActionError):
        playout.act((out, board.hex("SS32")))
    playout.act((out, board.hex("SS32"), back, board.hex("T30")))
    assert (board.state.units.place[out], board.state.units.place[back]) == (board.hex("SS32"), board.hex("T30"))
    assert [event.subjects[0] for event in playout.events if event.name == "sails"] == [out, back]
    assert not set(tokens(playout)) & {out, back}, "each sails once"


@pytest.mark.clause("9.30", "5.1")
def test_a_battalion_makes_no_room_in_a_full_port():
    """9.30: battalions stack freely, so that one which sails frees nothing for who comes."""
    board, (tobruk, alexandria, *_others) = ports("T30", *base_area(Board()))
    battalion = board.put("allied", 3, "SS32")
    board.state.units.began[battalion] = board.hex("SS32")
    playout = at_step(board, "sea-transfer", [1])
    playout.advance()
    assert battalion in tokens(playout), "it may sail by itself"
    assert sorted(tokens(playout, (tobruk[0], board.hex("SS32")))) == sorted(alexandria)


@pytest.mark.clause("9.29", "9.30")
def test_an_exchange_holds_what_must_always_hold_after_each_event():
    """Nobody stands where there is no room, not even for a moment."""
    board, (tobruk, alexandria, *_others) = ports("T30", *base_area(Board()))
    play, broken = DesertPlay(board.rules.compiled), []
    playout = at_step(board, "sea-transfer", [1])
    playout.watch = lambda state, _event: broken.extend(play.breaches(state))
    playout.advance()
    playout.act((tobruk[0], board.hex("SS32"), alexandria[0], board.hex("T30")))
    assert [event.name for event in playout.events] == ["sails", "sails"]
    assert broken == []


@pytest.mark.clause("9.28", "9.30")
def test_a_full_port_where_nobody_may_sail_takes_nobody():
    area = base_area(Board())
    board, (tobruk, alexandria, *_others) = ports("T30", *area)
    for unit in alexandria:
        board.state.units.moved[unit] = 1
    changed(board)
    assert at_step(board, "sea-transfer").advance() is None
    board.state.units.moved[alexandria[0]] = 0
    changed(board)
    playout = at_step(board, "sea-transfer")
    playout.advance()
    assert sorted(tokens(playout)[1:]) == sorted([*tobruk, alexandria[0]])


def army_at(hex_, side, *, supply="J24", **values):
    """A private army, with Axis supply in reach of its hex."""
    board = Board("nov41-dec42", side)
    board.supply("axis", supply)
    return board, board.put("allied", 34, hex_, **values)


@pytest.mark.clause("11.9", "11.20")
def test_a_private_army_that_passes_supply_and_its_guard_is_exposed():
    """A-PA-ANY-POINT: supplies come first only where its move ends."""
    board, army = army_at("J21", "allied", supply="J22")
    guard = board.put("axis", 15, "J22")
    playout = board.play()
    playout.act((army, board.hex("J22"), board.hex("J23")))
    assert playout.advance() == 1
    assert playout.frame.step == "captures"
    assert tokens(playout) == ["end", guard]
    playout.act(("end",))
    playout.advance()
    assert board.state.units.place[army] == board.hex("J23")


@pytest.mark.clause("11.9", "11.20")
def test_a_private_army_that_stays_at_supply_is_exposed_as_it_leaves():
    board, army = army_at("J21", "allied", supply="J22")
    guard = board.put("axis", 15, "J22")
    playout = board.play()
    playout.act((army, board.hex("J22")))
    assert playout.advance() == 0, "it waits to attack first"
    playout.act((army, board.hex("J23")))
    assert playout.advance() == 1
    assert tokens(playout) == ["end", guard]
    assert board.state.units.place[army] == board.hex("J22")


@pytest.mark.clause("11.9", "11.11")
@pytest.mark.parametrize(("total", "taken"), [(12, True), (11, False)])
def test_an_axis_unit_that_begins_its_turn_with_a_private_army_may_try_before_it_moves_off(total, taken):
    """A-PA-ANY-POINT: its owner is asked as it goes; it has tried then, and goes on."""
    board, army = army_at("J22", "axis")
    unit, other = board.put("axis", 15, "J22"), board.put("axis", 16, "J22")
    playout = operations(board, total)
    playout.act((unit, board.hex("J23")))
    assert playout.advance() == 1
    assert tokens(playout) == ["end", unit], "the other one stays and may try later"
    playout.act((unit, army))
    playout.advance()
    assert (board.state.units.place[army] == AT_BASE) is taken
    assert board.state.units.place[unit] == board.hex("J23")
    assert board.state.units.tried[unit] == 1
    assert board.state.units.tried[other] == 0


@pytest.mark.clause("11.9")
def test_a_private_army_that_begins_its_turn_among_enemies_may_be_tried_for_before_it_moves_off():
    board, army = army_at("J22", "allied")
    unit = board.put("axis", 15, "J22")
    playout = operations(board, 12)
    playout.act((army, board.hex("J23")))
    assert playout.advance() == 1
    playout.act((unit, army))
    assert playout.advance() == 0
    assert board.state.units.place[army] == AT_BASE, "it is gone before it moves"


@pytest.mark.clause("11.9")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_who_is_with_a_private_army_may_try_before_a_round_of_combat(side):
    """A-PA-ANY-POINT: he may be lost or driven off in it."""
    board, army = army_at("J22", side)
    unit = board.put("axis", 15, "J22")
    board.put("allied", 5, "J21")
    board.supply("allied", "J20")
    playout = board.play()
    playout.act(("round",))
    assert playout.advance() == 1
    assert playout.frame.step == "captures"
    assert tokens(playout) == ["end", unit]
    assert tokens(playout, (unit,)) == [army]
    playout.act(("end",))
    playout.advance()
    assert playout.frame.step == "combat-supply"


@pytest.mark.clause("11.9")
def test_who_arrives_where_a_private_army_is_may_try():
    """A-PA-ANY-POINT: by sea here."""
    board, army = army_at("T30", "axis")
    control(board, "axis", "T30")
    unit = board.put("axis", 15, "B1")
    board.state.units.place[unit] = board.state.units.began[unit] = TRIPOLI
    board.supply("axis", "T30")
    playout = at_step(board, "sea-transfer")
    playout.advance()
    playout.act((unit, board.hex("T30")))
    assert playout.advance() == 1
    assert playout.frame.step == "captures"
    assert tokens(playout, (unit,)) == [army]
