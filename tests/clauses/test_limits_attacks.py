"""Rules 2 to 7 where one condition decides: who attacks whom, who follows up, where a unit goes and what it costs."""

from __future__ import annotations

from itertools import chain, combinations, permutations

import pytest
from campaign.play.fight import operations, round_on, tokens
from campaign.play.table import Board, Watched
from campaign.play.test_combat_advance import advance
from campaign.play.test_retreat_plan import near

from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.systems.desert_rats.play import sequence

from .positions import changed, events
from .test_limits_combat import stages

# -- who attacks whom ---------------------------------------------------------------------------------


def some(things):
    """Every selection of at least one, in order."""
    return chain.from_iterable(combinations(things, count) for count in range(1, len(things) + 1))


def allocations(targets, bound, covered):
    """Every allocation, from the words of rule 6: ``targets`` by unit, who must attack, which hexes must be attacked."""
    hexes = sorted({hex_ for found in targets.values() for hex_ in found})
    single = [
        (asked, units)
        for asked in some(hexes)
        for units in some(sorted(unit for unit, found in targets.items() if {*asked} <= {*found}))
    ]
    found = set()
    for count in range(1, len(hexes) + 1):
        for battles in combinations(single, count):
            met = [hex_ for asked, _units in battles for hex_ in asked]
            sent = [unit for _asked, units in battles for unit in units]
            once = len(met) == len({*met}) and len(sent) == len({*sent})
            if once and bound <= {*sent} and covered <= {*met}:
                for order in permutations(battles):
                    words = [word for asked, units in order for word in ("next", *asked, "by", *units)]
                    found.add(tuple(words[1:]))
    return found


@pytest.mark.clause("6.3", "6.4", "6.5", "6.6", "6.10", "6.11", "6.12", "6.13", "6.14", "6.39", "7.3", "7.4", "7.15")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(
    ("own", "enemies", "more"),
    [
        (["J22"], ["J23"], {}),
        (["J22", "J22"], ["J23", "K23"], {}),
        (["J22", "J24"], ["J23", "K23"], {}),
        (["J22", "K22", "J22"], ["J23", "K23"], {}),
        (["J22", "J21", "J20"], ["J23", "K22", "K20"], {}),
        (["J22", "K22", "K22"], ["J23", "K23", "I23"], {}),
        (["J22", "J22"], ["J23", "K23", "I23"], {}),
        (["J22", "J22"], ["J23", "K23"], {"boxes": ["J23"]}),
        (["J22", "J22"], ["J23", "K23"], {"boxes": ["J23", "K23"]}),
        (["J22", "K22"], ["J23", "K23"], {"boxes": ["J22"]}),
        (["J22", "J22"], ["J23"], {"boxes": ["J22", "J23"]}),
        (["J22", "J24", "J24"], ["J23", "K23"], {"hungry": [0]}),
        (["J22", "J24"], ["J23", "J25"], {"hungry": [1]}),
        (["J22", "J22"], ["J23", "K23"], {"halted": [0]}),
        (["J22", "J24"], ["J23", "J25"], {"halted": [0]}),
        (["J22", "K22", "J24"], ["J23", "K23"], {"boxes": ["K23"]}),
        (["J22", "I23"], ["J23", "K23"], {"boxes": ["I23"]}),
        (["J22", "K22"], ["J23", "K23"], {"boxes": ["K22"]}),
        (["J22", "J24"], ["J23", "J25"], {"boxes": ["J23"]}),
        (["J22", "K22"], ["J23", "K23"], {"boxes": ["J22", "K23"]}),
    ],
)
def test_every_allocation_of_attacks_is_offered_stage_by_stage_and_no_other(side, own, enemies, more):
    """Zones oblige who is supplied and not halted: one of an enemy box too, but no stack in a box of the attacker."""
    board = Board(side=side)
    other = "axis" if side == "allied" else "allied"
    numbers = {"allied": (13, 14, 18, 19), "axis": (22, 23, 24, 25)}
    halted, hungry, boxes = (more.get(name, []) for name in ("halted", "hungry", "boxes"))
    units = [
        board.put(side, number, hex_, halted=int(n in halted))
        for n, (number, hex_) in enumerate(zip(numbers[side], own, strict=False))
    ]
    for number, hex_ in zip(numbers[other], enemies, strict=False):
        board.put(other, number, hex_)
    for hex_ in boxes:
        mine = hex_ in own
        board.state.hexes.box[board.hex(hex_)] = 1 if mine == (side == "allied") else 2
    changed(board)
    ready = [n for n in range(len(units)) if n not in halted and n not in hungry]
    targets = {units[n]: sorted(near(board, own[n]) & {board.hex(hex_) for hex_ in enemies}) for n in ready}
    in_zones = [(units[n], hex_) for n in ready if own[n] not in boxes for hex_ in targets[units[n]]]
    bound = {unit for unit, hex_ in in_zones if board.ids[hex_] not in boxes}
    served = [unit for n, unit in enumerate(units) if n not in hungry]
    board.state.stack = (Frame("allocation", {"served": served}),)
    playout = Watched(sequence(board.rules), board.state, Scripted(()))
    expected = allocations(targets, bound, {hex_ for _unit, hex_ in in_zones})
    assert expected
    assert playout.decider == board.state.clock.side[0]
    stages(playout, expected)
    assert set(whole_actions(playout)) == expected


@pytest.mark.clause("6.2", "6.3", "6.7")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(
    ("at", "box", "supply", "may"),
    [
        ("J22", False, None, True),  # somebody must attack, and bears the loss of the unsupplied
        ("J22", True, None, False),  # the box must be attacked, no unit must attack, and none can
        ("J22", True, "J21", True),  # supply can be used
        ("J21", False, "J20", False),  # nobody is adjacent
    ],
)
def test_a_round_can_be_declared_where_something_comes_of_it(side, at, box, supply, may):
    board = Board(side=side)
    other = "axis" if side == "allied" else "allied"
    board.put(side, 5 if side == "allied" else 10, at)
    board.put(other, 10 if side == "allied" else 5, "J23")
    board.state.hexes.box[board.hex("J23")] = (2 if side == "allied" else 1) if box else 0
    if supply:
        board.supply(side, supply)
    changed(board)
    assert ("round" in tokens(operations(board))) is may


@pytest.mark.clause("6.2", "8.28")
@pytest.mark.parametrize("used", [0, 1])
@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_only_supply_of_the_attackers_own_lets_him_attack_a_box(owner, used):
    """6.2: one that is used already serves as one that can be."""
    board = Board()
    board.put("allied", 5, "J22")
    board.put("axis", 10, "J23")
    board.state.hexes.box[board.hex("J23")] = 2
    board.state.supplies.used[board.supply(owner, "J22" if owner == "allied" else "J23")] = used
    changed(board)
    assert ("round" in tokens(operations(board))) is (owner == "allied")


@pytest.mark.clause("2.8", "3.8", "3.12")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("rounds", [0, 1])
def test_a_round_levels_the_points_of_the_side_that_declares_it(side, rounds):
    """The enemies' points are of no account; rounds are numbered from one."""
    board = Board(side=side)
    own, other = (5, 10) if side == "allied" else (10, 5)
    board.put(side, own, "J22", spent=7)
    board.put("axis" if side == "allied" else "allied", other, "J23", spent=20)
    board.supply(side, "J22")
    board.state.clock.rounds[0] = rounds
    changed(board)
    playout = round_on(board)
    assert board.state.clock.spent[0] == 7
    (told,) = events(playout, "round of combat")
    assert told.subjects == (rounds + 1,)
    assert board.state.clock.rounds[0] == rounds + 1


@pytest.mark.clause("2.8", "16.1")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_round_involves_both_sides_of_every_contact_and_nobody_else(side):
    board = Board(side=side, options=("concealed-movement",))
    other = "axis" if side == "allied" else "allied"
    met = [board.put("allied", 5, "J22"), board.put("axis", 10, "J23")]
    board.put(side, 6 if side == "allied" else 11, "F12")
    board.put(other, 11 if side == "allied" else 6, "M30")
    board.put(side, 9 if side == "allied" else 22, "J22" if side == "allied" else "J23", halted=1)
    board.supply(side, "J22" if side == "allied" else "J23")
    playout = round_on(board)
    (frame,) = [frame for frame in playout.state.stack if frame.step == "operations"]
    assert frame.data["met"] == sorted(met)


# -- who follows up -----------------------------------------------------------------------------------


def followed(board, side, start, count, trails):
    """Every advance, from the words of rule 6: not through enemies, not back, on in zones along a trail only."""
    foes = {
        place
        for unit, place in enumerate(board.state.units.place)
        if place >= 0 and board.rules.compiled.units.side[unit] != side
    }
    zone = near(board, *(board.ids[foe] for foe in foes)) if foes else set()
    found, waiting = set(), [(board.hex(start),)]
    while waiting:
        path = waiting.pop()
        found.add(path[1:])
        on = _on(board, path[1:], trails)
        if len(path) - 1 < count and (len(path) == 1 or path[-1] not in zone or on):
            waiting += [(*path, hex_) for hex_ in near(board, board.ids[path[-1]]) - foes - {*path}]
    return found - {()}


def _on(board, path, trails):
    """Whether a path is the beginning of a trail, as ruling A-ADV-PATH has it."""
    ways = [tuple(board.hex(hex_) for hex_ in trail) for trail in trails]
    return any(path == way[: len(path)] for way in ways)


@pytest.mark.clause("3.7", "6.31", "6.32", "6.33", "6.34", "6.35", "6.36", "6.38", "6.42", "5.6")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize(
    ("count", "foes", "friends", "trails"),
    [
        (1, [], [], []),
        (2, ["K24"], [], []),
        (2, ["I23"], [], []),
        (3, ["I23", "K24"], [], []),
        (3, ["K24"], [], [["J23", "J24", "J25"]]),
        (2, ["K24"], ["J23"], [["J23", "J24", "J25"]]),
        (2, ["K24"], ["J21", "I22", "I23", "K22", "K23"], []),
        (2, ["K24"], ["J23", "J24"], []),
        (1, [], ["J23"], []),
        (3, ["K23", "K24", "I23", "I24"], ["J23", "J24"], [["J23", "J24", "J25"]]),
    ],
)
def test_every_advance_is_offered_stage_by_stage_and_no_other(side, count, foes, friends, trails):
    board = Board(side=side)
    other = "axis" if side == "allied" else "allied"
    number, theirs, others = 5, (22, 23, 24, 32), list(range(13, 31))
    if side == "axis":
        number, theirs, others = 10, (13, 14, 18, 19), [11, 12, 21, 26, 27, 28, 29, 30]
    unit = board.put(side, number, "J22")
    for foe, hex_ in zip(theirs, foes, strict=False):
        board.put(other, foe, hex_)
    for hex_ in friends:
        for _ in range(2 if side == "allied" else 1):  # two brigades or one division
            board.put(side, others.pop(), hex_)
    full = {board.hex(hex_) for hex_ in friends}
    playout = advance(board, [unit], count, *trails)
    assert playout.decider == board.state.clock.side[0]
    room = {path for path in followed(board, board.state.clock.side[0], "J22", count, trails) if path[-1] not in full}
    expected = {("done",), *((unit, *path) for path in room)}
    stages(playout, expected)


@pytest.mark.clause("6.31", "6.35", "6.42", "3.3", "4.3", "TEC.9")
@pytest.mark.parametrize("place", ["SS8", "SS15", "RR4"])
def test_on_the_coast_nobody_advances_or_moves_where_there_is_no_land(place):
    board = Board()
    edges = range(6 * board.hex(place), 6 * board.hex(place) + 6)
    beside = {board.rules.neighbours[edge] for edge in edges if board.rules.open_sides[edge]}
    assert 0 < len(beside) < 6
    unit = board.put("allied", 5, place)
    assert set(tokens(advance(board, [unit], 2), unit)) == beside
    assert set(tokens(operations(board), unit)) == beside
