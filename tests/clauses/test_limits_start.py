"""Rules 13 and 15 where one condition decides: what a set-up puts where, who is new to the desert."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest
from desert_rats_play.table import Board, rules_of
from desert_rats_play.test_logistics import at_step, control, events

from scenario_forge.systems.desert_rats.play.begin import first_state
from scenario_forge.systems.desert_rats.play.tables import NOWHERE, box_place

KNEES = ("white-knees",)


# -- the set-up ---------------------------------------------------------------------------------------


def stated(rules, **changed):
    """Rules with other lists of numbers."""
    found = {name.replace("__", "."): array("i", values) for name, values in changed.items()}
    return type(rules)(replace(rules.compiled, rules={**rules.compiled.rules, **found}))


@pytest.mark.clause("9.17", "13.12")
@pytest.mark.parametrize("scenario", ["crusader", "gazala-to-alamein"])
def test_control_is_as_stated_and_where_units_stand_and_nobody_has_any_other_hex(scenario):
    """Combat units have the hex they stand in, whoever is stated to; a private army one that nobody has."""
    rules = rules_of("desert-rats", scenario)
    units, given = rules.compiled.units, rules.column("control")
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


# -- white knees --------------------------------------------------------------------------------------


@pytest.mark.clause("15.1", "15.3")
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
    control(board, "allied", "SS32")
    unit = board.unit(side, number)
    playout = at_step(board, "reinforcements")
    playout.advance()
    playout.act((unit, playout.choices((unit,))[0].token))
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
