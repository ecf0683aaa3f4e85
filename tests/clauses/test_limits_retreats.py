"""Rule 6, retreats and advances, where one condition decides: who finds room with whom, and who is left to follow."""

from __future__ import annotations

import pytest
from campaign.play.fight import attack, bear, names, tokens
from campaign.play.table import Board
from campaign.play.test_combat_advance import battle
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.retreat.retreat_ground import around
from scenario_forge.simulator.playout import whole_actions

from .positions import events
from .test_limits_breakout import OPTION, shut_in


def open_to(board, *hexes):
    """Leave only some hexes open to retreats of the Axis."""
    free = {board.hex(hex_) for hex_ in hexes}
    for gone in ((), []):
        shut = around(board.rules, board.state, 1, gone)
        for hex_ in range(board.rules.hexes):
            shut.barred[hex_] = hex_ not in free  # what is derived is kept until the state changes


@pytest.mark.clause("6.24", "6.25", "6.26", "6.29")
@pytest.mark.parametrize(
    ("friend", "number", "may"),
    [(None, 17, True), (10, 17, True), (10, 22, False), (31, 22, True), (11, 10, False)],
)
def test_a_retreat_past_friends_needs_room_for_what_weighs_anything(friend, number, may):
    """J24 alone is open; a battalion weighs nothing and always fits."""
    board = Board()
    unit = board.put("axis", number, "J23")
    board.put("allied", 5, "J22")
    if friend:
        board.put("axis", friend, "J24")
    open_to(board, "J23", "J24")
    assert ((1,) in set(whole_actions(bear(board, [unit], 1)))) is may


@pytest.mark.clause("6.24", "6.26", "6.29")
@pytest.mark.parametrize("numbers", [[17], [17, 22], [22], [17, 20]])
def test_who_is_shut_in_cannot_retreat_however_little_it_weighs(numbers):
    board = Board()
    units = [board.put("axis", number, "J23") for number in numbers]
    board.put("allied", 5, "J22")
    open_to(board, "J23")
    assert {action[0] for action in whole_actions(bear(board, units, 1))} == {0}


@pytest.mark.clause("6.26", "6.29", "6.41")
@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        (10, 11, {"K23"}),  # two divisions: J24 is all that the other one has
        (11, 10, {"K23"}),
        (22, 23, {"K23", "J24"}),
        (10, 17, {"K23", "J24"}),  # battalions fit in anywhere
        (31, 32, {"K23", "J24"}),
        (22, 10, {"K23"}),
        (10, 31, {"K23"}),
    ],
)
def test_the_first_to_retreat_leaves_the_others_room(first, second, ends):
    """From J23 there are two ways, from J25 there is one."""
    board = Board()
    units = sorted([board.put("axis", first, "J23"), board.put("axis", second, "J25")])
    leader = board.rules.compiled.units.no[units[0]]
    board.put("allied", 5, "J22")
    open_to(board, "K23", "J24")
    playout = bear(board, units, 1)
    playout.act((1,))
    playout.advance()
    assert playout.frame.step == "retreat"
    assert names(board, tokens(playout)) == (ends if leader == first else {"J24"})


@pytest.mark.clause("6.26", "6.29", "6.41", "17.2", "17.3")
@pytest.mark.parametrize(("first", "second", "steps"), [(13, 18, 2), (15, 18, 1), (13, 17, 1)])
def test_a_stack_that_breaks_out_leaves_the_next_one_its_way(first, second, steps):
    """From J23 through zones to J24 or K23, from J25 to J24 alone; friends fill all other hexes beside them."""
    board = Board(options=OPTION)
    units = [board.put("axis", first, "J23"), board.put("axis", second, "J25")]
    board.put("allied", 36, "K24")
    foes = shut_in(board, "axis", "J23", "J25")
    free = {board.hex("J24"), board.hex("K23")}
    divisions = (*range(1, 9), 10, 11)
    for number, hex_ in zip(divisions, sorted(near(board, "J23", "J25") - foes - free), strict=False):
        board.put("axis", number, board.ids[hex_])
    playout = bear(board, units, 3)
    playout.act((1, *units))
    playout.advance()
    assert playout.frame.step == "retreat"
    assert names(board, tokens(playout)) == {"J24", "K23"}
    playout.act((board.hex("J24"),))
    assert {len(way) for way in whole_actions(playout)} == {steps}, "where J24 is full, further (6.28)"


@pytest.mark.clause("6.24", "6.25", "6.26")
def test_at_the_end_of_the_map_all_hexes_are_as_open_as_others():
    """Supply that lies nowhere is in nobody's way."""
    board = Board()
    unit = board.put("axis", 10, "BB36")
    playout = bear(board, [unit], 1)
    playout.act((1,))
    assert names(board, tokens(playout)) == {"AA36", "CC36"}


# -- after the losses ---------------------------------------------------------------------------------


@pytest.mark.clause("6.31", "6.32", "6.37")
@pytest.mark.parametrize(
    ("lost", "rest", "follows"), [(2, [], True), (1, [], False), (2, [("K23", 11)], False), (2, [("J24", 11)], True)]
)
def test_only_a_hex_that_is_left_empty_is_advanced_into(lost, rest, follows):
    """Both hexes are attacked where two are; one of them is enough."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    enemy = board.put("axis", 10, "J23", strength=2)
    hexes = [board.hex("J23")]
    others = [board.put("axis", number, hex_) for hex_, number in rest]
    if rest and rest[0][0] == "K23":
        board.put("axis", 10, "J23", strength=3)
    playout = battle(board, [unit], hexes, result=(0, lost), action=(0, *[enemy] * lost))
    empty = board.state.units.place[enemy] < 0
    assert empty is follows
    assert (not playout.over and playout.frame.step == "advance") is follows
    assert all(board.state.units.place[other] >= 0 for other in others)


@pytest.mark.clause("6.10")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_with_one_battle_nobody_is_asked_which_comes_first(side):
    board = Board(side=side)
    other = "axis" if side == "allied" else "allied"
    board.put(side, 5 if side == "allied" else 10, "J22")
    board.put(other, 10 if side == "allied" else 5, "J23")
    for owner, hex_ in ((side, "J22"), (other, "J23")):
        board.state.supplies.used[board.supply(owner, hex_)] = 1
    playout = attack(board, 3)
    assert len(events(playout, "battle")) == 1
    assert playout.over or playout.frame.step != "battles"


@pytest.mark.clause("6.30")
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_attackers_who_retreat_are_halted_all_of_them_and_defenders_are_not(role):
    board = Board(side="axis" if role == "attacker" else "allied")
    units = [board.put("axis", number, "J23") for number in (22, 23, 17)]
    board.put("allied", 5, "J22")
    playout = bear(board, units, 2, role=role)
    playout.act((1, units[0]))
    assert [board.state.units.halted[unit] for unit in units] == [int(role == "attacker")] * 3
