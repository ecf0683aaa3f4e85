"""Rules 6, 7, 17 and 18 where one condition decides: every way to bear a loss, every line of the chart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from campaign.play.fight import attack, bear, round_on, tokens
from campaign.play.table import Board, Watched
from campaign.play.test_combat_advance import battle
from campaign.play.test_retreat_plan import near

from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.systems.desert_rats.play import sequence

from .positions import changed, events

EIGHTY = ("eighty-eights",)

# -- losses -------------------------------------------------------------------------------------------


def ways(strengths, loss, least, most, may_retreat):
    """Every way to bear a loss: so many hexes, and strength for the rest, all of it if there is less."""
    total = sum(strengths.values())
    found = set()
    for count in range(most + 1):
        points = loss - count if count else min(loss, total)
        if count and not least <= points < total:
            continue
        for lost in combinations_with_replacement(sorted(strengths), points):
            each = Counter(lost)
            left = {unit: held - each[unit] for unit, held in strengths.items() if each[unit] < held}
            if all(each[unit] <= strengths[unit] for unit in each) and (not count or may_retreat(left)):
                found.add((count, *lost))
    return found


def stages(playout, expected):
    """What is offered at each stage is what can be completed, and nothing else."""
    for prefix in {action[:length] for action in expected for length in range(len(action) + 1)}:
        offered = {choice.token: choice for choice in playout.choices(prefix)}
        onward = {action[len(prefix)] for action in expected if action[: len(prefix)] == prefix and action != prefix}
        assert set(offered) == onward, prefix
        for token, choice in offered.items():
            assert choice.whole == ((*prefix, token) in expected)
            assert choice.more == any(
                len(a) > len(prefix) + 1 and a[: len(prefix) + 1] == (*prefix, token) for a in expected
            )


@pytest.mark.clause("6.22", "6.40", "6.29", "6.8", "CRT.15", "6.19")
@pytest.mark.parametrize("role", ["defender", "attacker"])
@pytest.mark.parametrize(
    ("strengths", "loss", "least", "most"),
    [
        ((9, 6), 2, 0, 2),
        ((9, 6), 4, 2, 2),
        ((1, 2, 3), 3, 0, 3),
        ((1, 1), 2, 0, 2),
        ((1, 1), 3, 0, 3),
        ((2, 1), 5, 0, 5),
        ((1,), 1, 0, 1),
        ((2,), 4, 2, 2),
        ((1, 3), 4, 2, 2),
        ((3,), 3, 1, 3),
    ],
)
def test_every_way_to_bear_a_loss_is_offered_stage_by_stage_and_no_other(role, strengths, loss, least, most):
    """In the open, where whoever is left can retreat."""
    board = Board(side="allied" if role == "defender" else "axis")
    units = [
        board.put("axis", number, "J23", strength=held) for number, held in zip((15, 16, 17), strengths, strict=False)
    ]
    board.put("allied", 5, "J22")
    playout = bear(board, units, loss, role=role, least=least, most=most)
    held = dict(zip(units, strengths, strict=True))
    expected = ways(held, loss, least, most, bool)
    assert expected
    stages(playout, expected)
    assert set(whole_actions(playout)) == expected
    action = max(expected)
    playout.act(action)
    after = [board.state.units.strength[unit] for unit in units]
    assert after == [held[unit] - action[1:].count(unit) for unit in units]


@pytest.mark.clause("6.29", "6.40", "6.28", "5.3")
@pytest.mark.parametrize("loss", [1, 2, 3, 4])
@pytest.mark.parametrize("friend", [22, 31, 10])
@pytest.mark.parametrize("strengths", [(2, 3, 1), (5, 6, 2), (1, 1, 1)])
def test_who_is_left_retreats_only_where_all_of_them_find_room(loss, friend, strengths):
    """K24 alone is open to them, with a friend in it; the hexes behind it are in a zone."""
    board = Board()
    numbers, weights = (23, 34, 33), {22: 1, 31: 2, 10: 4}
    units = [board.put("axis", number, "J23", strength=held) for number, held in zip(numbers, strengths, strict=True)]
    board.put("axis", friend, "K24")
    board.put("allied", 5, "J22")
    closed = near(board, "J23", "K24") - near(board, "J22") - {board.hex("J22")}
    behind = near(board, *(board.ids[hex_] for hex_ in closed)) - {board.hex("K24"), board.hex("J23")}
    for number in (6, 9, 11, 12, 13, 14):
        best = max(sorted(behind - near(board, "K24")), key=lambda hex_: len(closed & near(board, board.ids[hex_])))
        board.put("allied", number, board.ids[best])
        closed -= near(board, board.ids[best])
    assert not closed
    held = dict(zip(units, strengths, strict=True))
    expected = ways(held, loss, 0, min(loss, 1), lambda left: bool(left) and len(left) <= 4 - weights[friend])
    playout = bear(board, units, loss, most=min(loss, 1))
    assert set(whole_actions(playout)) == expected
    stages(playout, expected)


@pytest.mark.clause("18.3", "6.29")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("strengths", [(3, 3), (1, 3), (3, 1)])
def test_armour_bears_the_first_point_where_it_must(first, strengths):
    board = Board(options=("eighty-eights",))
    units = [board.put("allied", number, "J22", strength=held) for number, held in zip((1, 5), strengths, strict=True)]
    board.put("axis", 35, "J23")
    playout = bear(board, units, 3, role="attacker", least=first)
    playout.state.stack = (playout.state.stack[0].with_values(armour=first),)
    held = dict(zip(units, strengths, strict=True))
    every = ways(held, 3, first, 3, bool)
    expected = {action for action in every if units[0] in action[1:] or not first}
    assert set(whole_actions(playout)) == expected
    stages(playout, expected)


def without_options(board):
    """A board with units that only an optional rule brings in, and without that rule."""
    board.rules = type(board.rules)(replace(board.rules.compiled, options=()))
    return board


@pytest.mark.clause("18.3", "18.1", "6.16", "6.23")
@pytest.mark.parametrize(
    ("attackers", "defenders", "role", "option", "first"),
    [
        ([1, 5], [35], "attacker", True, True),
        ([1, 5], [35], "attacker", False, False),
        ([5, 6], [35], "attacker", True, False),  # no armour
        ([1, 5], [22], "attacker", True, False),  # no anti-tank unit
        ([1, 5], [22, 35], "attacker", True, True),
        ([1, 5], [22, 35], "defender", True, False),  # whose own side loses as it likes
        ([1, 5], [15, 35], "defender", True, False),
        ([15, 35], [1, 5], "defender", True, True),
        ([15, 35], [1, 5], "defender", False, False),
        ([15, 18], [1, 5], "defender", True, False),
        ([15, 35], [5, 6], "defender", True, False),
        ([15, 35], [1, 5], "attacker", True, False),
    ],
)
def test_armour_loses_first_only_where_it_meets_anti_tank_units(attackers, defenders, role, option, first):
    """It need not be all of the loss, and none of it may be all retreat."""
    side, other = ("allied", "axis") if attackers[0] < 10 else ("axis", "allied")
    board = Board(side=side, options=EIGHTY)
    if not option:
        board = without_options(board)
    units = {"attackers": [board.put(side, number, "J22") for number in attackers]}
    units["defenders"] = [board.put(other, number, "J23") for number in defenders]
    result = [2, 0] if role == "attacker" else [0, 2]
    data = {**units, "hexes": [board.hex("J23")], "paths": [], "taken": 0, "role": "battle", "result": result}
    board.state.stack = (Frame("aftermath", data),)
    playout = Watched(sequence(board.rules), board.state, Scripted(()))
    playout.advance()
    actions, tank = set(whole_actions(playout)), board.unit("allied", 1)
    assert playout.frame.step == "losses"
    assert ((2,) in actions) is not first
    assert all(tank in action[1:] for action in actions) is first
    assert {(0, *pair) for pair in combinations_with_replacement(units[f"{role}s"], 2)} - actions == (
        {action for action in [(0, *[board.unit("allied", 5)] * 2)] if first}
    )


@pytest.mark.clause("18.3", "6.8")
def test_whoever_is_out_of_supply_loses_any_of_its_strength():
    """Foot beside an anti-tank unit, out of supply."""
    board = Board(options=EIGHTY)
    unit = board.put("allied", 5, "J22")
    board.put("axis", 35, "J23")
    playout = round_on(board)
    while playout.frame.step == "combat-supply":
        playout.act(next(iter(whole_actions(playout))))
        playout.advance()
    assert playout.frame.step == "losses"
    assert (0, unit, unit, unit, unit) in set(whole_actions(playout))


# -- the differential ---------------------------------------------------------------------------------


def fought(side, attackers, defenders, *, boxes=(), fed=True, options=None, green=()):
    """The differential of one attack by everybody, as the battle tells it."""
    board = Board(side=side, options=options)
    other = "axis" if side == "allied" else "allied"
    for owner, units in ((side, attackers), (other, defenders)):
        for number, hex_ in units:
            board.put(owner, number, hex_, **({"green": 1} if (owner, number) in green else {}))
    for hex_ in boxes:
        board.state.hexes.box[board.hex(hex_)] = 1 if other == "allied" else 2
    board.state.supplies.used[board.supply(side, attackers[0][1])] = 1
    if fed:
        board.state.supplies.used[board.supply(other, defenders[0][1])] = 1
    changed(board)
    playout = attack(board, 3)
    (found,) = events(playout, "battle")
    return found.subjects[0]


KNEES = ("white-knees",)


@pytest.mark.clause(
    "6.12",
    "6.15",
    "7.2",
    "7.12",
    "7.13",
    "7.19",
    "8.21",
    "CRT.3",
    "CRT.4",
    "CRT.5",
    "CRT.6",
    "CRT.7",
    "CRT.8",
    "CRT.14",
)
@pytest.mark.parametrize(
    ("side", "attackers", "defenders", "more", "expected"),
    [
        ("allied", [(5, "J22")], [(10, "J23")], {}, 7 - 6),
        ("allied", [(5, "J22")], [(10, "J23")], {"fed": False}, 7 - 6 + 2),
        ("allied", [(5, "J22")], [(10, "J23")], {"boxes": ["J23"]}, 7 - 6 - 2),
        ("allied", [(5, "J22")], [(22, "J23"), (15, "J23")], {"boxes": ["J23"]}, 7 - 14),
        ("allied", [(1, "J22")], [(10, "J23")], {}, 7 - 6),
        ("allied", [(1, "J22")], [(10, "J23")], {"boxes": ["J23"]}, 7 - 6 - 2 - 2),
        ("allied", [(1, "J22")], [(15, "J23")], {"boxes": ["J23"]}, 7 - 9 - 2),
        ("allied", [(1, "J22"), (2, "J22")], [(10, "J23")], {"boxes": ["J23"]}, 14 - 6 - 2 - 4),
        ("allied", [(5, "J22")], [(10, "J23"), (11, "K23")], {"boxes": ["J23"]}, 7 - 12 - 2),
        ("allied", [(5, "J22")], [(10, "J23"), (15, "K23")], {"boxes": ["J23"]}, 7 - 15 - 2),
        ("allied", [(5, "J22")], [(15, "J23"), (10, "K23")], {"boxes": ["J23"]}, 7 - 15),
        ("axis", [(15, "S30")], [(24, "T30")], {}, 9 - 6 - 5 - 2),
        ("axis", [(16, "S30")], [(24, "T30")], {}, 6 - 6 - 5),
        ("axis", [(16, "S30")], [(24, "T30")], {"fed": False}, 6 - 6 - 5 + 2),
        ("axis", [(15, "S30")], [(1, "T30")], {}, 9 - 7 - 2),
    ],
)
def test_what_the_chart_adds_and_takes_away(side, attackers, defenders, more, expected):
    assert fought(side, attackers, defenders, **more) == expected


@pytest.mark.clause("18.2", "CRT.6")
@pytest.mark.parametrize(
    ("attacker", "defender", "options", "expected"),
    [
        (1, 35, EIGHTY, 7 - 2 - 3),
        (5, 35, EIGHTY, 7 - 2),
        (1, 22, EIGHTY, 7 - 5),
        (1, 22, None, 7 - 5),
    ],
)
def test_only_armour_that_meets_anti_tank_units_is_worse_off(attacker, defender, options, expected):
    board = Board(options=options)
    if defender == 35:
        gun = board.unit("axis", 35)
        expected += 2 - board.rules.compiled.units.strength[gun]
    assert fought("allied", [(attacker, "J22")], [(defender, "J23")], options=options) == expected


@pytest.mark.clause("18.2", "CRT.6")
@pytest.mark.parametrize("option", [True, False])
def test_anti_tank_units_are_as_others_without_the_option(option):
    board = Board(options=EIGHTY)
    if not option:
        board = without_options(board)
    board.put("allied", 1, "J22")
    gun = board.put("axis", 35, "J23")
    for side, hex_ in (("allied", "J22"), ("axis", "J23")):
        board.state.supplies.used[board.supply(side, hex_)] = 1
    playout = attack(board, 3)
    (found,) = events(playout, "battle")
    assert found.subjects[0] == 7 - board.rules.compiled.units.strength[gun] - 3 * option


@pytest.mark.clause("15.1")
@pytest.mark.parametrize(
    ("green", "options", "expected"),
    [
        ((("allied", 5),), KNEES, 5 - 6),
        ((("axis", 10),), KNEES, 7 - 4),
        ((), KNEES, 7 - 6),
        ((("allied", 5),), None, 7 - 6),
    ],
)
def test_white_knees_count_for_those_who_have_them(green, options, expected):
    assert fought("allied", [(5, "J22")], [(10, "J23")], options=options, green=green) == expected


@pytest.mark.clause("7.7", "CRT.11", "6.17", "6.6")
@pytest.mark.parametrize(("hex_", "at", "held"), [("T30", "S30", True), ("J23", "J22", False)])
def test_only_a_fortification_that_throws_an_attack_back_is_left_alone_for_the_turn(hex_, at, held):
    """7.7: in the open the same units may be attacked again at once."""
    board = Board(side="axis")
    unit = board.put("axis", 15, at)
    board.put("allied", 24, hex_)
    board.state.supplies.used[board.supply("axis", at)] = 1
    board.state.supplies.used[board.supply("allied", hex_)] = 1
    playout = attack(board, 1)
    (fight,) = events(playout, "battle")
    assert fight.subjects[2] > 0, "it cost the attacker something"
    assert [bool(flag) for flag in board.state.hexes.repulsed].count(True) == held
    while playout.frame.step != "operations":
        playout.act(next(action for action in whole_actions(playout) if action[0] == 0 or action == ("done",)))
        playout.advance()
    assert board.state.units.place[unit] >= 0
    assert ("round" in tokens(playout)) is not held


# -- after the throw ----------------------------------------------------------------------------------


@pytest.mark.clause("6.16", "6.23")
@pytest.mark.parametrize(("attacker", "defender"), [(2, 1), (1, 2), (0, 1), (1, 0)])
def test_each_side_bears_its_own_part_of_the_result(attacker, defender):
    board = Board()
    unit, enemy = board.put("allied", 5, "J22"), board.put("axis", 10, "J23")
    losses = [(unit, attacker, 0), (enemy, defender, 1)]
    first, points, owner = losses[1] if defender else losses[0]
    data = {"result": (attacker, defender), "action": (0, *[first] * points)}
    playout = battle(board, [unit], [board.hex("J23")], **data)
    if attacker and defender:
        assert (playout.frame.step, playout.decider, playout.frame.data["loss"]) == ("losses", 0, attacker)
        playout.act((0, *[unit] * attacker))
        playout.advance()
    assert playout.over
    assert owner == (1 if defender else 0)
    assert board.state.units.strength[unit] == 7 - attacker
    assert board.state.units.strength[enemy] == 6 - defender


@pytest.mark.clause("6.31", "6.32", "6.30")
@pytest.mark.parametrize("halted", [0, 1])
def test_of_two_attackers_only_who_has_not_retreated_follows(halted):
    board = Board()
    units = [board.put("allied", 5, "J22", halted=halted), board.put("allied", 6, "I23")]
    enemy = board.put("axis", 10, "J23", strength=2)
    playout = battle(board, units, [board.hex("J23")], result=(0, 3), action=(0, enemy, enemy))
    assert playout.frame.step == "advance"
    assert tokens(playout) == [*units[halted:], "done"]


@pytest.mark.clause("6.10")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_order_of_battles_is_the_attackers_to_choose_while_there_are_two(side):
    board = Board(side=side)
    own, other = (("allied", 5), ("allied", 6)), (("axis", 22), ("axis", 23))
    if side == "axis":
        own, other = other, own
    for (owner, number), hex_ in zip((*own, *other), ("J22", "J26", "J23", "J27"), strict=True):
        board.put(owner, number, hex_)
    for hex_ in ("J22", "J26"):
        board.state.supplies.used[board.supply(side, hex_)] = 1
    playout = attack(board, 3, 3)
    assert playout.frame.step == "battles"
    assert playout.decider == board.state.clock.side[0]
    playout.act((board.hex("J27"),))
    playout.advance()
    assert playout.frame.step != "battles"
