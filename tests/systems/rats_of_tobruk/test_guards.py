"""What the game's own rules guard against: each condition of them, with a position in which it alone decides."""

from __future__ import annotations

from copy import copy

import pytest

from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.base.events import Book

from .position import ALLIED, AXIS, HQ, NIGHT, PANZER, Board, Salient

FOE, OTHER, TANK = "A/2/13", "B/2/13", "D/7RTR"
TRUCKS, PIONEER = "1/2MG", "1/200Pio"
CORNER = "0101"
"""The hex that is the first of all."""


def asked(board, module, what, *names):
    """What a module answers of a unit, or of several."""
    answer = getattr(board.rules.modules[module], what)
    now = board.rules.at(board.state)
    found = [answer(now, board.index[name]) for name in names]
    return found[0] if len(found) == 1 else found


# -- who may attack, clear, fire, advance --------------------------------------------------------------


@pytest.mark.clause("10.0.2", "10.1.3", "2.6.3", "11.3.26", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "state", "may"),
    [
        (PANZER, {}, True),
        (HQ, {}, False),
        *((PANZER, {column: 1}, False) for column in ("pinned", "fired", "tank", "fought")),
    ],
)
def test_combat_units_attack_that_are_free_and_no_headquarters(name, state, may):
    assert asked(Board({name: {"at": "2043", **state}}), "assault", "may_attack", name) == may


@pytest.mark.clause("10.2.1", "10.2.4", "11.1.1", "11.1.2", "2.6.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("state", "may"), [({}, True), ({"pinned": 1}, True), ({"fired": 1}, False), ({"tank": 1}, False)]
)
def test_artillery_supports_until_it_has_fired(state, may):
    assert asked(Board({"1/75Art": {"at": "2043", **state}}), "assault", "may_support", "1/75Art") == may


@pytest.mark.clause("12.0.1", "12.0.2", "2.6.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("state", "more", "may"),
    [
        ({}, {}, True),
        ({"pinned": 1}, {}, False),
        ({"tank": 1}, {}, False),
        ({"tried": 1}, {}, False),
        ({}, {FOE: "2044"}, False),
        ({}, {"HQ 2/13": "2044"}, True),
    ],
)
def test_an_engineer_clears_that_is_free_and_in_no_zone(state, more, may):
    board = Board({PIONEER: {"at": "2043", **state}, **more})
    assert bool(asked(board, "clearing", "may_clear", PIONEER)) == may


@pytest.mark.clause("11.3.28", "11.3.30", "11.3.31", "11.4.10", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("state", "free"), [({}, True), ({"moved": 1}, True), ({"shot": 1}, False), ({"fought": 1}, False)]
)
def test_a_unit_fires_after_its_move_and_neither_twice_nor_after_its_attack(state, free):
    assert asked(Board({PANZER: {"at": "2043", **state}}), "fire", "is_free", PANZER) == free


@pytest.mark.clause("9.4.6", "9.4.8", "11.3.30", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("state", "rider", "may"), [({}, 0, True), ({"shot": 1}, 0, False), ({"overran": 1}, 0, False), ({}, 1, False)]
)
def test_tanks_overrun_that_have_neither_fired_nor_a_rider(state, rider, may):
    board = Board({TANK: {"at": "2043", **state}, OTHER: "2043"})
    board.put(OTHER, "2043", tank=rider * (board.index[TANK] + 1))
    assert asked(board, "overrun", "may_overrun", TANK) == may


@pytest.mark.clause("9.3.1", "2.6.2", "9.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("state", "may"), [({}, True), ({"pinned": 1}, False), ({"tank": 1}, False), ({"moved": 1}, False)]
)
def test_nobody_moves_by_itself_who_is_pinned_or_rides_or_has_moved(state, may):
    board = Board({"HQ 2/13": "2042", OTHER: {"at": "2043", **state}}, "HQ 2/13")
    assert (OTHER in board.offered()) == may


# -- riders ------------------------------------------------------------------------------------------


@pytest.mark.clause("9.5.9", "9.5.14", "2.3.5", game="rats-of-tobruk")
def test_the_rider_of_a_tank_with_one_side_jumps_off_when_that_is_hit():
    """The tank is gone, and the company is hit as it would be by the same result: depleted."""
    board = Salient({"1/III": "2040", "1/8Ber": "2040"}, step="loss", side=AXIS, names=["1/III"], number=1, how="flip")
    board.put("1/8Ber", "2040", tank=board.index["1/III"] + 1)
    board.playout.advance()
    assert [board.where(name) for name in ("1/III", "1/8Ber")] == ["out", "2040"]
    assert [board.unit("1/8Ber", column) for column in ("depleted", "tank")] == [1, 0]


@pytest.mark.clause("9.5.10", game="rats-of-tobruk")
def test_the_rider_of_a_pinned_tank_is_pinned_and_nobody_else():
    board = Board({TANK: "2040", OTHER: "2040", FOE: "2040", PANZER: "2041"})
    board.put(OTHER, "2040", tank=board.index[TANK] + 1)
    board.state.stack = (Frame("shot", {"firer": board.index[PANZER], "target": board.index[TANK]}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted([33]))
    board.playout.advance()
    assert [name for name, row in board.index.items() if board.state.units.pinned[row]] == [OTHER, TANK]
    assert not any(board.state.units.tank)


@pytest.mark.clause("9.5.3", "9.5.12", "9.5.13", game="rats-of-tobruk")
def test_who_mounts_and_dismounts_is_told_with_its_tank():
    board = Board({"HQ 1RTR": "2038", TANK: "2040", OTHER: "2040"}, "HQ 1RTR")
    board.act("mount", OTHER, TANK)
    board.act("dismount", OTHER)
    for name in ("mounts", "dismounts"):
        assert [event.subjects for event in board.events(name)] == [(board.index[OTHER], board.index[TANK])]


# -- roads, ditches, debarking -------------------------------------------------------------------------


@pytest.mark.clause("17.12.1", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "debarked", "turn", "hindered"),
    [
        ("W/1RNF", 0, 1, True),
        ("W/1RNF", 1, 1, False),
        ("W/1RNF", 0, NIGHT, False),
        (FOE, 0, 1, False),
        (TRUCKS, 0, 1, False),
    ],
)
def test_aircraft_hinder_allied_wheels_by_day_and_nobody_who_has_debarked(name, debarked, turn, hindered):
    board = Salient({name: {"at": "4313", "debarked": debarked}}, turn=turn)
    assert asked(board, "movement", "is_strafed", name) == hindered


@pytest.mark.clause("8.0.7", "15.2.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("by_road", "foe", "may"), [(True, "4038", True), (False, "4038", False), (False, "2020", True)]
)
def test_only_a_road_leads_across_a_ditch_into_a_zone(by_road, foe, may):
    """From 4040 to 4039, where no bunker is."""
    board = Board({PANZER: "4040", FOE: foe})
    step = 6 * board.hex("4040") + board.rules.direction(board.hex("4040"), board.hex("4039"))
    movement, now = board.rules.modules["movement"], board.rules.at(board.state)
    assert (movement.price(now, board.index[PANZER], step, by_road=by_road) is not None) == may


@pytest.mark.clause("9.1.1", game="rats-of-tobruk")
def test_the_edge_of_the_map_is_no_sea():
    """Of a map that is all sea, a hex is closed with four neighbours in a row: three corners are between them."""
    rules = copy(Board().rules)  # the board keeps what it found when it was first asked
    vars(rules).pop("closed", None)
    sea = next(kind for kind, open_ in enumerate(rules.passable) if not open_)
    vars(rules)["terrain"] = [sea] * rules.hexes
    for hex_ in range(rules.hexes):
        around = [to >= 0 for to in rules.neighbours[6 * hex_ : 6 * hex_ + 6]]
        corners = sum(a and b for a, b in zip(around, around[1:] + around[:1], strict=True))
        assert (hex_ in rules.closed) == (corners >= 3)


# -- the cup -----------------------------------------------------------------------------------------


@pytest.mark.clause("17.6.2", "17.6.3", "17.7.5", game="rats-of-tobruk")
def test_no_chit_follows_the_last_that_is_due():
    """One German chit, and so one Allied one."""
    names = ("A/2/13", "A/2/15", "A/2/17")
    board = Board(dict.fromkeys(names, "2020"), step="cup", side=ALLIED)
    board.put("HQ 2MG", "2042", chit=1)
    assert board.offered() == ["HQ 2/13", "HQ 2/15", "HQ 2/17", "none"]
    assert board.offered("HQ 2/13") == []


@pytest.mark.clause("3.4.1", "17.5.1", game="rats-of-tobruk")
def test_nobody_chooses_the_chit_of_606_and_only_it_goes_in_besides():
    board = Board({PANZER: "4321", "1/606": "off", TRUCKS: "2042"}, step="cup", side=AXIS)
    board.act("HQ 2MG")
    assert {name for name, row in board.index.items() if board.state.units.chit[row]} == {"HQ 2MG", "HQ 606"}


# -- nominated stacks --------------------------------------------------------------------------------


@pytest.mark.clause("5.1.4", "5.1.5", game="rats-of-tobruk")
def test_of_a_nominated_stack_that_splits_one_part_keeps_what_it_had_and_the_other_lacks_supply_as_before():
    """3 of a unit: nominated, after two supply phases without supply."""
    units = {TRUCKS: {"at": "2042", "nominated": 3}, "2/2MG": {"at": "2044", "nominated": 2}, "3/2MG": "2046"}
    board = Board(units, "HQ 2MG", step="nominate", split=True)
    assert board.offered() == ["2042", "2044"], "the stack of 2046 has no part in it"
    board.act("2042")
    assert [board.unit(name, "nominated") for name in units] == [3, 0, 0]
    assert [board.unit(name, "lapse") for name in units] == [0, 2, 0]
    assert [event.subjects for event in board.events("nominated")] == [(board.index["HQ 2MG"], board.hex("2042"))]


@pytest.mark.clause("5.1.5", game="rats-of-tobruk")
@pytest.mark.parametrize(("there", "asked_"), [("2044", 1), (CORNER, 1), ("2042", 0)])
def test_a_nominated_stack_splits_in_every_hex_of_the_map(there, asked_):
    board = Board({TRUCKS: {"at": "2042", "nominated": 1}, "2/2MG": {"at": there, "nominated": 1}})
    step = board.play.sequence.steps["designation"]
    assert len(step.done(board.state, Frame("designation", {}), (), Book(board.state))) == asked_
