"""Rules 9, 13 and 15 where one condition decides: what a set-up puts where, who comes, who is new, who leaves."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest
from campaign.play.table import Board, otherwise, rules_of
from campaign.play.test_logistics import arrival, at_step, control, events, tokens

from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.state import AT_BASE, NOWHERE, OUT, box_place
from scenario_forge.campaign.wrecks import lose

KNEES = ("white-knees",)


# -- the set-up ---------------------------------------------------------------------------------------


def stated(rules, **changed):
    """Rules with other values of rules.yaml, or other columns."""
    return type(rules)(otherwise(rules.compiled, {name.replace("__", "."): value for name, value in changed.items()}))


@pytest.mark.clause("9.17", "13.12")
@pytest.mark.parametrize("scenario", ["crusader", "gazala-to-alamein"])
def test_control_is_as_stated_and_where_units_stand_and_nobody_has_any_other_hex(scenario):
    """Combat units have the hex they stand in, whoever is stated to; a private army one that nobody has."""
    rules = rules_of("desert-rats", scenario)
    units, given = rules.compiled.units, rules.columns.control
    names = rules.compiled.names["hexes"]
    army = next(u for u in range(len(units.no)) if (units.side[u], units.no[u]) == (0, 34))
    own = {hex_: units.side[u] + 1 for u, hex_ in enumerate(units.hex) if hex_ >= 0 and u != army}
    taken = min(own)
    for lists in (
        [*given, taken, 2 - own[taken]],
        [*given, units.hex[army], 1],
        [*given, units.hex[army], 0],
        [*given],
    ):
        state = first_state(stated(rules, control=lists))
        expected = {hex_: side + 1 for hex_, side in zip(lists[::2], lists[1::2], strict=True)}
        expected = {units.hex[army]: 1, **expected, **own}
        found = {hex_: side for hex_, side in enumerate(state.hexes.control) if side}
        assert {names[hex_]: side for hex_, side in found.items()} == {names[h]: s for h, s in expected.items()}


@pytest.mark.clause("1.4", "13.1", "13.5", "12.1", "13.15")
@pytest.mark.parametrize("box", [0, 1, 2])
def test_who_begins_in_a_box_is_in_that_box(box):
    """Units and supply, with as many boxes as a game has."""
    compiled = rules_of("desert-rats", "crusader").compiled
    units, markers = compiled.units, compiled.markers
    changed = replace(
        compiled,
        units=replace(units, hex=array("i", [-1] * len(units.hex)), box=array("i", [box] * len(units.hex))),
        markers=replace(markers, hex=array("i", [-1] * len(markers.hex)), box=array("i", [box] * len(markers.hex))),
    )
    state = first_state(type(rules_of("desert-rats", "crusader"))(changed))
    assert {place for place in state.units.place if place > -100} == {box_place(box), NOWHERE}
    assert {*state.supplies.place} == {box_place(box), NOWHERE}


@pytest.mark.clause("9.17", "13.12", "13.9", "10.1", "7.8")
@pytest.mark.parametrize("kind", ["wreck", "box", "supply"])
@pytest.mark.parametrize(("side", "points"), [("allied", None), ("axis", 3)])
def test_markers_of_a_set_up_become_what_they_are(kind, side, points):
    """A wreck has the points that are stated, or one; a box is its owner's."""
    rules = rules_of("desert-rats", "crusader")
    compiled, owner = rules.compiled, rules.compiled.keys["sides"].index(side)
    kinds = [compiled.keys["marker_kinds"][row] for row in compiled.marker_types.kind]
    row = next(n for n, found in enumerate(kinds) if found == kind and compiled.marker_types.side[n] in (owner, -1))
    hex_ = compiled.names["hexes"].index("J23")
    columns = {"type": row, "side": owner, "hex": hex_, "box": -1}
    markers = replace(compiled.markers, **{name: array("i", [value]) for name, value in columns.items()})
    plain = first_state(rules)
    changed = type(rules)(replace(compiled, markers=markers))
    state = first_state(stated(changed, start__points=[0, points] if points else []))
    expected = {"wreck": ((points or 1), 0, 0), "box": (0, owner + 1, 0), "supply": (0, 0, 1)}[kind]
    assert (state.hexes.wreck[hex_], state.hexes.box[hex_], list(state.supplies.place).count(hex_)) == expected
    assert sum(state.hexes.wreck) == expected[0]
    assert sum(map(bool, state.hexes.box)) == sum(map(bool, plain.hexes.box)) + bool(expected[1])


# -- white knees --------------------------------------------------------------------------------------


@pytest.mark.clause("15.1", "15.3", "13.16")
@pytest.mark.parametrize(
    ("scenario", "turn", "side", "number", "options", "green"),
    [
        ("dec40-sep41", 6, "allied", 18, KNEES, 2),
        ("dec40-sep41", 6, "allied", 18, (), 0),
        ("dec40-sep41", 7, "axis", 21, KNEES, 2),  # Italians of July
        ("dec40-sep41", 2, "axis", 10, KNEES, 0),  # of February
        ("dec40-sep41", 4, "axis", 18, KNEES, 0),  # Germans
        ("dec40-sep41", 4, "allied", 5, KNEES, 0),  # was there in December, left, and comes back
        ("nov41-dec42", 13, "allied", 38, KNEES, 2),
        ("mar41-dec42", 13, "allied", 21, KNEES, 0),  # came and went in play
        ("mar41-dec42", 7, "allied", 21, KNEES, 2),
    ],
)
def test_first_arrivals_have_white_knees_but_for_those_whom_the_rule_exempts(
    scenario, turn, side, number, options, green
):
    board = Board(scenario, side, options=options)
    board.state.clock.turn[0] = turn
    unit, _playout = arrival(board, side, number)
    assert board.state.units.green[unit] == green


@pytest.mark.clause("15.3", "13.6")
@pytest.mark.parametrize(
    ("arrivals", "green"), [([], 2), ([-1, 6], 2), ([-1, 6, 0, 6], 0), ([0, 6, -1, 6], 0), ([0, 7], 2)]
)
def test_any_nation_may_be_exempt_in_any_month(arrivals, green):
    """As the lists of the rules have it; the tank brigade comes in June."""
    board = Board("dec40-sep41", options=KNEES)
    unit = board.unit("allied", 18)
    nation = board.rules.compiled.units.nationality[unit]
    pairs = [nation if value == 0 else value for value in arrivals]
    board.rules = stated(board.rules, white_knees__arrivals=pairs)
    board.state.clock.turn[0] = 6
    control(board, "allied", "SS32")
    playout = at_step(board, "reinforcements")
    playout.advance()
    playout.act((unit, board.hex("SS32")))
    assert board.state.units.green[unit] == green


@pytest.mark.clause("15.1", "15.3", "9.4")
@pytest.mark.parametrize(("stands", "been", "green"), [(False, False, 2), (True, False, 0), (False, True, 0)])
def test_who_comes_back_has_no_white_knees(stands, been, green):
    """38 comes for the first time, or has been there before the start; or 39 comes back, who had left in its place."""
    board = Board("nov41-dec42", options=KNEES)
    named, other = board.unit("allied", 38), board.unit("allied", 39)
    if been:
        board.rules = stated(board.rules, start__unit__again=[named, 1])
    board.state.units.stands[other] = named + 1 if stands else 0
    board.state.clock.turn[0] = 13
    control(board, "allied", "SS32")
    unit = other if stands else named
    playout = at_step(board, "reinforcements")
    playout.advance()
    playout.act((unit, board.hex("SS32")))
    assert board.state.units.green[unit] == green


@pytest.mark.clause("15.1", "9.21", "2.10")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(("green", "arrived"), [((), ()), ((2, 1, 0), ()), ((), (0, 3)), ((1, 2), (1, 0, 2))])
def test_as_operations_end_only_marks_change_that_there_are(side, green, arrived):
    board = Board(side=side)
    for unit, phases in enumerate(green):
        board.state.units.green[unit] = phases
    for row, count in enumerate(arrived):
        board.state.centres.arrived[row] = count
    playout = at_step(board, "operations-end")
    playout.advance()
    (event,) = events(playout, "operations end")
    assert event.subjects == (board.state.clock.side[0],)
    assert len(event.changes) == sum(map(bool, (*green, *arrived)))
    assert [*board.state.units.green[: len(green)]] == [max(phases - 1, 0) for phases in green]
    assert not any(board.state.centres.arrived)


# -- arrivals and withdrawals -------------------------------------------------------------------------


def offered(board, step):
    """The numbers of the units that a step offers the side to move."""
    playout = at_step(board, step)
    if playout.advance() is None:
        return set()
    return {board.rules.compiled.units.no[token] for token in tokens(playout) if isinstance(token, int)}


@pytest.mark.clause("2.12", "9.2", "13.6", "13.7", "13.17")
@pytest.mark.parametrize(
    ("scenario", "turn", "there", "stands", "waiting"),
    [
        ("crusader", 11, [], {}, set()),
        ("crusader", 12, [], {}, {35, 36, 37}),  # 35 is the first entry of all
        ("crusader", 12, [36], {}, {35, 37}),
        ("crusader", 13, [], {}, {21, 22, 35, 36, 37, 38}),
        ("crusader", 13, [], {35: 12}, {21, 22, 36, 37, 38}),  # it left in the place of one who does not come back
        ("crusader", 13, [], {12: 35}, {12, 21, 22, 36, 37, 38}),  # 12 left in the place of 35 and comes back
        ("cyrenaica", 6, [], {}, {5, 6, 17, 18, 19, 20}),
        ("cyrenaica", 7, [], {}, {6, 17, 18, 19, 20, 21, 22, 23, 24}),  # 5 leaves in July for good
        ("cyrenaica", 8, [], {}, {6, 17, 18, 19, 20, 23, 24}),  # 21 and 22 leave again
    ],
)
def test_who_waits_to_come_on(scenario, turn, there, stands, waiting):
    """Those whose last entry is an arrival and who are not in play, or who left for one of these."""
    board = Board(scenario)
    board.state.clock.turn[0] = turn
    control(board, "allied", "SS32")
    for number in there:
        board.put("allied", number, "J20")
    for number, named in stands.items():
        board.state.units.stands[board.unit("allied", number)] = board.unit("allied", named) + 1
    assert offered(board, "reinforcements") == waiting


@pytest.mark.clause("13.16", "9.2", "13.10")
@pytest.mark.parametrize("comes_back", [True, False])
def test_who_comes_on_has_the_strength_of_its_entry_and_who_comes_back_its_own(comes_back):
    board = Board("crusader")
    named, other = board.unit("allied", 35), board.unit("allied", 12)
    board.state.clock.turn[0] = 12
    control(board, "allied", "SS32")
    board.state.units.strength[named], board.state.units.strength[other] = 1, 3
    if comes_back:
        board.state.units.stands[other], board.state.units.place[named] = named + 1, AT_BASE
    unit = other if comes_back else named
    playout = at_step(board, "reinforcements")
    playout.advance()
    playout.act((unit, board.hex("SS32")))
    assert board.state.units.place[unit] == board.hex("SS32")
    assert board.state.units.strength[unit] == (3 if comes_back else 6)
    assert board.state.units.stands[unit] == 0
    assert board.state.units.green[unit] == 0
    assert not {12, 35} & offered(board, "reinforcements")


@pytest.mark.clause("13.16", "15.1")
@pytest.mark.parametrize("number", [35, 38])
def test_a_first_arrival_has_the_marks_of_its_own_entry(number):
    board = Board("nov41-dec42", options=KNEES)
    board.state.clock.turn[0] = 13
    control(board, "allied", "SS32")
    unit = board.unit("allied", number)
    playout = at_step(board, "reinforcements")
    playout.advance()
    playout.act((unit, board.hex("SS32")))
    assert board.state.units.green[unit] == 2


@pytest.mark.clause("2.12", "9.3", "13.7", "13.17")
@pytest.mark.parametrize(
    ("turn", "leaving"), [(6, set()), (7, {5, 15, 16}), (8, {21, 22})], ids=["June", "July", "August"]
)
def test_those_leave_whom_the_list_names_in_that_month_and_nobody_else(turn, leaving):
    """21 to 24 come in the month in which 5, 15 and 16 leave."""
    board = Board("cyrenaica")
    board.state.clock.turn[0] = turn
    numbers = (5, 6, 15, 16, 17, 18, 21, 22, 23, 24)
    units = {number: board.put("allied", number, "J20") for number in numbers}
    playout = at_step(board, "withdrawals")
    playout.advance()
    assert {number for number, unit in units.items() if board.state.units.place[unit] == NOWHERE} == leaving
    assert not events(playout, "trades strength")


@pytest.mark.clause("9.4", "13.8")
@pytest.mark.parametrize(
    ("others", "leavers"),
    [
        ({13: 7}, {13}),
        ({13: 6}, {13}),  # as strong as the one that is gone is when whole
        ({13: 5, 20: 5}, {13, 20}),  # made whole by the other
        ({13: 5, 39: 5}, {13}),  # 39 is printed with 5, and 15 with 6
        ({39: 5, 40: 5}, set()),
        ({13: 5}, set()),  # nobody gives
        ({34: 0}, set()),
    ],
)
def test_only_who_is_as_strong_may_leave_for_another(others, leavers):
    """15 is destroyed, and its entry comes after that of 5."""
    board = Board("mar41-dec42")
    board.state.clock.turn[0] = 7
    board.state.units.place[board.put("allied", 15, "J20", strength=0)] = AT_BASE
    for number, strength in others.items():
        board.put("allied", number, "J21", strength=strength)
    playout = at_step(board, "withdrawals", next=1)
    found = set() if playout.advance() is None else {board.rules.compiled.units.no[token] for token in tokens(playout)}
    assert found == leavers
    if others.get(13, 0) >= 6:
        playout.act((board.unit("allied", 13),))
        assert board.state.units.place[board.unit("allied", 13)] == NOWHERE
        assert not events(playout, "trades strength")


@pytest.mark.clause("9.4", "13.8", "11.3")
@pytest.mark.parametrize("strength", [0, 9])
def test_a_private_army_leaves_for_nobody_however_strong(strength):
    board = Board("mar41-dec42")
    units = board.rules.compiled.units
    army = board.unit("allied", 34)
    strengths = array("i", units.strength)
    strengths[army] = strength
    board.rules = type(board.rules)(replace(board.rules.compiled, units=replace(units, strength=strengths)))
    board.state.clock.turn[0] = 7
    gone = board.put("allied", 15, "J20", strength=0)
    board.state.units.place[gone] = AT_BASE
    board.put("allied", 34, "J21")
    playout = at_step(board, "withdrawals", next=1)
    playout.advance()
    assert board.state.units.place[army] == board.hex("J21")
    assert playout.over or army not in tokens(playout)


@pytest.mark.clause("13.8")
@pytest.mark.parametrize("lacks", [0, 1, 2, 3])
def test_givers_pay_for_what_the_leaver_lacks_each_his_own(lacks):
    board = Board("cyrenaica")
    board.state.clock.turn[0] = 7
    board.put("allied", 5, "S32")  # leaves first
    named = board.put("allied", 15, "J20", strength=6 - lacks)
    givers = [board.put("allied", 21, "J21", strength=3), board.put("allied", 22, "J22", strength=2)]
    playout = at_step(board, "withdrawals")
    playout.advance()
    paid = [givers[0], givers[1], givers[0]][:lacks]
    if lacks:
        playout.act((named, *paid))
    assert board.state.units.place[named] == NOWHERE
    assert board.state.units.strength[named] == 6
    assert [board.state.units.strength[unit] for unit in givers] == [
        3 - paid.count(givers[0]),
        2 - paid.count(givers[1]),
    ]
    assert len(events(playout, "trades strength")) == (lacks > 0)


@pytest.mark.clause("9.8", "13.13")
@pytest.mark.parametrize(
    ("began", "place", "strength", "returns"),
    [
        (AT_BASE, AT_BASE, 0, True),
        (NOWHERE, AT_BASE, 0, False),  # lost in this turn
        (AT_BASE, None, 6, False),  # back already, and whole
        (AT_BASE, NOWHERE, 0, False),
        (OUT, OUT, 0, False),
    ],
)
def test_only_who_was_gone_before_the_turn_and_still_is_comes_back(began, place, strength, returns):
    board = Board("crusader")
    unit = board.put("allied", 12, "J20", began=began, strength=strength)
    if place is not None:
        board.state.units.place[unit] = place
    control(board, "allied", "SS32")
    board.state.sides.replacements[0] = 3
    playout = at_step(board, "replacements")
    playout.advance()
    found = set() if playout.over else set(tokens(playout, ("replacements",)))
    assert (unit in found) is returns


@pytest.mark.clause("1.9", "6.21", "10.1", "15.2")
@pytest.mark.parametrize(("place", "wrecks"), [("J20", {"J20": 2}), (box_place(0), {}), (NOWHERE, {})])
def test_armour_that_is_not_on_the_map_leaves_no_wrecks(place, wrecks):
    board = Board(side="axis")
    unit = board.put("axis", 15, "J20")
    if not isinstance(place, str):
        board.state.units.place[unit] = place
    board.state.apply(lose(board.rules, board.state, {unit: 2}))
    assert board.state.units.strength[unit] == 7
    assert {board.ids[hex_]: points for hex_, points in enumerate(board.state.hexes.wreck) if points} == wrecks
