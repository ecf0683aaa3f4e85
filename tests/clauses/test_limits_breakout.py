"""Rule 17 where one condition decides: which stacks break out, to where and for how much; which units march out."""

from __future__ import annotations

from collections import deque

import pytest
from campaign.play.fight import bear, names, operations, tokens
from campaign.play.table import Board
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.state import box_place
from scenario_forge.simulator.playout import whole_actions

from .positions import changed, control

OPTION = ("mechanised-retreat",)
TRIPOLI = box_place(0)
FOES = {"axis": [5, 6, 9, 11, 12, 13, 14, 17, 19, 20, 21, 22, 23, 24], "allied": [*range(1, 9), 10, 11, 12, 21, 26, 28]}
"""Units of the other side, with which a side is shut in."""


def beyond(board, hex_):
    """The hexes that can be entered from one."""
    return {other for other in board.rules.ways[6 * hex_ : 6 * hex_ + 6] if other >= 0}


def shut_in(board, side, *inside):
    """Enemies two hexes from some, so that every hex beside these is in a zone or held; where all enemies are."""
    other = "allied" if side == "axis" else "axis"
    owners, rim = board.rules.compiled.units.side, near(board, *inside)
    outer = near(board, *names(board, rim)).difference(board.hex(name) for name in inside)
    places = enumerate(board.state.units.place)
    foes = {place for unit, place in places if place >= 0 and owners[unit] != owners[board.unit(side, 1)]}
    numbers = iter(FOES[side])
    while wanted := rim.intersection(board.rules.ways) - foes.union(*(beyond(board, foe) for foe in foes)):
        best = max(sorted(outer.intersection(board.rules.ways)), key=lambda hex_: len(wanted & beyond(board, hex_)))
        assert wanted & beyond(board, best), names(board, wanted)
        foes.add(best)
        board.put(other, next(numbers), board.ids[best])
    return foes


# -- out of a battle ----------------------------------------------------------------------------------


def paths_out(board, start, count, paid, foes, friends, fits):
    """Every way of so many hexes straight away from the start, at a point a zone; past friends only if it must."""
    zone = set().union(*(beyond(board, foe) for foe in foes))
    apart, rim = {start: 0}, {start}
    for away in range(1, count + 1):
        rim = near(board, *(board.ids[hex_] for hex_ in rim)) - set(apart)
        apart |= dict.fromkeys(rim, away)
    ways = [()]
    for away in range(1, count + 1):
        ways = [
            (*way, hex_)
            for way in ways
            for hex_ in beyond(board, way[-1] if way else start) - set(foes)
            if apart.get(hex_) == away
        ]
    good = {way for way in ways if sum(hex_ in zone for hex_ in way) <= paid and fits(way[-1])}
    return {way for way in good if not friends.intersection(way)} or good


BRIGADE, REGIMENT, DIVISION = "brigade", "regiment", "division"
KINDS = {  # numbers of units of each size, foot and wheels
    "axis": {DIVISION: [10, 11, 12, 21, 26, 28], REGIMENT: [23, 24, 32, 33, 34], "battalion": [17, 20, 25]},
    "allied": {BRIGADE: [27, 28, 30, 31, 32, 33, 36, 37, 38, 39, 40, 41], "battalion": [3, 8]},
}
WEIGHTS = {DIVISION: 4, BRIGADE: 2, REGIMENT: 1, "battalion": 0}


@pytest.mark.clause("17.2", "17.3", "17.4", "6.25", "6.26", "6.29", "6.41")
@pytest.mark.parametrize(
    ("side", "stack", "load", "start", "loss", "count", "friends"),
    [
        # a stack as heavy as a hex holds, and lighter ones
        ("axis", [13], 4, "J23", 2, 1, {}),
        ("axis", [13], 4, "J23", 3, 2, {}),
        ("axis", [15, 16, 18, 19], 4, "J23", 4, 2, {}),
        ("allied", [1, 2], 4, "J23", 2, 1, {}),
        ("allied", [1], 2, "J23", 4, 2, {}),
        # friends in every hex around: past them, and in with them as far as there is room
        ("axis", [15], 1, "J23", 2, 1, {"K23": {"battalion": 1}, "K24": {"battalion": 1}, "J24": {"battalion": 1},
                                        "I23": {REGIMENT: 3}, "I24": {DIVISION: 1}}),
        ("axis", [13], 4, "J23", 2, 1, {"K23": {"battalion": 1}, "K24": {"battalion": 1}, "J24": {REGIMENT: 1},
                                        "I23": {REGIMENT: 1}, "I24": {DIVISION: 1}}),
        ("axis", [15], 1, "J23", 4, 2, {"K23": {"battalion": 1}, "K24": {"battalion": 1}, "J24": {"battalion": 1},
                                        "I23": {DIVISION: 1}, "I24": {DIVISION: 1}, "J25": {DIVISION: 1},
                                        "I22": {REGIMENT: 3}}),
        ("axis", [15, 16], 2, "J23", 4, 2, {"K23": {DIVISION: 1}, "K24": {DIVISION: 1}, "J24": {"battalion": 1},
                                            "I23": {DIVISION: 1}, "I24": {DIVISION: 1}, "I22": {REGIMENT: 3},
                                            "J25": {REGIMENT: 2}}),
        ("allied", [1], 2, "J23", 2, 1, {"K23": {"battalion": 1}, "K24": {BRIGADE: 1}, "J24": {BRIGADE: 2},
                                         "I23": {BRIGADE: 2}, "I24": {BRIGADE: 2}, "J22": {BRIGADE: 1}}),
        # at the edges of the map
        ("axis", [15], 1, "B2", 4, 2, {}),
        ("allied", [1], 2, "A1", 4, 2, {}),
        ("allied", [1], 2, "LL36", 4, 2, {}),
        ("axis", [15], 1, "RR8", 3, 2, {}),
        ("axis", [15], 1, "SS8", 4, 2, {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("more", [0, 1])
def test_a_stack_that_is_shut_in_has_every_way_out_that_it_has_paid_for(
    side, stack, load, start, loss, count, friends, more
):
    """All go together to hexes that hold all of them, at a point for each zone entered; ``more``: a point to spare."""
    board = Board(options=OPTION, side=side)
    units = [board.put(side, number, start) for number in stack]
    foes = shut_in(board, side, start)
    numbers = {kind: list(found) for kind, found in KINDS[side].items()}
    held = {}
    for hex_, kinds in friends.items():
        for kind, many in kinds.items():
            for _ in range(many):
                board.put(side, numbers[kind].pop(), hex_)
                held[board.hex(hex_)] = held.get(board.hex(hex_), 0) + WEIGHTS[kind]
    changed(board)
    paid = loss - count
    playout = bear(board, units, loss + more, most=count)
    expected = paths_out(
        board, board.hex(start), count, paid + more, foes, set(held), lambda hex_: held.get(hex_, 0) + load <= 4
    )
    lost = (count, *([units[0]] * (paid + more)))
    assert (lost in set(whole_actions(playout))) is bool(expected)
    if expected:
        playout.act(lost)
        assert set(whole_actions(playout)) == expected
        assert not any(playout.choices(way) for way in expected), "no further than that"
        playout.act(min(expected))
        assert {board.state.units.place[unit] for unit in units} == {min(expected)[-1]}


@pytest.mark.clause("17.2", "17.3")
@pytest.mark.parametrize("free", ["J24", "K24", "K23", "J22", "I23", "I24"])
def test_nobody_breaks_out_but_by_the_hex_that_is_open(free):
    """Enemies stand in five hexes beside the stack. Friends fill those beyond the sixth: there is room, but no way."""
    board = Board(options=OPTION)
    unit, start = board.put("axis", 15, "J23"), board.hex("J23")
    for number, hex_ in zip(FOES["axis"], sorted(near(board, "J23") - {board.hex(free)}), strict=False):
        board.put("allied", number, board.ids[hex_])
    action, left = (2, unit, unit), near(board, free) - near(board, "J23") - {start}
    assert len(left) == 3
    for number in (10, 11, 12):
        playout = bear(board, [unit], 4, most=2)
        assert action in set(whole_actions(playout))
        playout.act(action)
        assert set(whole_actions(playout)) == {(board.hex(free), end) for end in left}
        board.state.units.place[unit] = start
        board.put("axis", number, board.ids[left.pop()])
    playout = bear(board, [unit], 4, most=2)
    if action in set(whole_actions(playout)):  # past friends, and further (6.28)
        playout.act(action)
        ways = set(whole_actions(playout))
        assert {way[0] for way in ways} == {board.hex(free)}
        assert min(map(len, ways)) > 2


@pytest.mark.clause("17.2", "17.3", "6.29")
@pytest.mark.parametrize(
    ("first", "second", "fits"),
    [([15], [18], True), ([15, 16, 19], [18], True), ([15, 16, 19], [18, 22], False), ([13], [18], False)],
)
def test_stacks_that_break_out_to_the_same_hex_fit_in_together(first, second, fits):
    """J24 lies between them; friends fill all other hexes beside them."""
    board = Board(options=OPTION)
    units = [board.put("axis", number, "J23") for number in first]
    units += [board.put("axis", number, "J25") for number in second]
    board.put("allied", 36, "K24")
    foes, middle = shut_in(board, "axis", "J23", "J25"), board.hex("J24")
    divisions = (*range(1, 9), 10, 11)
    for number, hex_ in zip(divisions, sorted(near(board, "J23", "J25") - foes - {middle}), strict=False):
        board.put("axis", number, board.ids[hex_])
    playout, action = bear(board, units, 3), (1, units[0], units[-1])
    assert action in set(whole_actions(playout)), "further, if need be (6.28)"
    playout.act(action)
    playout.act((middle,))
    assert ((middle,) in set(whole_actions(playout))) is fits
    if fits:
        while playout.advance() is not None and playout.frame.step == "retreat":
            assert set(whole_actions(playout)) == {(middle,)}
            playout.act((middle,))
        assert {board.state.units.place[unit] for unit in units} == {middle}


# -- on the march home --------------------------------------------------------------------------------


def away_from_home(board, side, foes):
    """By hex how far it is home, enemy units in the way but not their zones."""
    if side == "axis":
        homes = {board.hex(hex_) for hex_ in board.ids if hex_[-1] == "1" and not hex_[-2].isdigit()}
        homes &= board.rules.beside_boxes.keys()
    else:
        homes = {board.hex("SS32"), *near(board, "SS32"), board.hex("EE36")}
    found = dict.fromkeys(homes - foes, 0)
    waiting = deque(found)
    while waiting:
        hex_ = waiting.popleft()
        for start in near(board, board.ids[hex_]) - foes:
            if start not in found and hex_ in beyond(board, start):
                found[start] = found[hex_] + 1
                waiting.append(start)
    return found


def stray(side, number, place, *free, foes=(), port=None, strength=4):
    """An unsupplied unit that is shut in with some hexes, where its side has one port or none; the enemies' places."""
    board = Board("nov41-dec42", side, options=OPTION)
    control(board, "allied" if side == "axis" else "axis", *board.ids)
    if port:
        control(board, side, port)
    unit = board.put(side, number, place, unsupplied=1, strength=strength)
    for n, hex_ in enumerate(foes):
        board.put("allied" if side == "axis" else "axis", 24 + n, hex_)
    found = shut_in(board, side, place, *free)
    changed(board)
    return board, unit, found


def on(board, unit, *path):
    """The names of the places where a unit can go next, those that are offered twice twice."""
    offered = tokens(operations(board))
    found = tokens(operations(board), unit, *(board.hex(hex_) for hex_ in path)) if unit in offered else []
    return sorted(board.ids[place] if place >= 0 else "box" for place in found)


AROUND_J23 = ("J24", "K24", "K23", "J22", "I23", "I24")


@pytest.mark.clause("17.5", "17.2", "17.3", "8.12", "8.13")
@pytest.mark.parametrize("strength", [1, 2, 4])
@pytest.mark.parametrize(
    ("side", "number", "place", "free", "foes"),
    [
        ("axis", 15, "J23", AROUND_J23, ()),
        ("axis", 22, "J22", (*AROUND_J23[:3], "J23", *AROUND_J23[4:]), ()),
        ("axis", 15, "J23", ("J22",), ()),
        ("axis", 15, "J23", (), ()),
        ("allied", 1, "J23", AROUND_J23, ()),
        ("allied", 1, "J23", ("J24",), ()),
        ("axis", 15, "B3", (), ()),
        ("axis", 15, "B3", (), ("B1",)),  # the nearest home hex is an enemy's
        ("axis", 15, "B2", (), ("A2",)),
        ("axis", 15, "C3", (), ("C1", "B2")),
        ("allied", 1, "RR30", (), ()),
    ],
)
def test_who_is_shut_in_goes_nearer_home_through_zones_while_it_can_pay(side, number, place, free, foes, strength):
    """Into free hexes of the pocket at no cost; into zones with strength to spare; never back or round in circles."""
    board, unit, held = stray(side, number, place, *free, foes=foes, strength=strength)
    home, zone = away_from_home(board, side, held), set().union(*(beyond(board, foe) for foe in held))

    def nearer(start):
        ahead = {hex_ for hex_ in beyond(board, board.hex(start)) - held if home[hex_] < home[board.hex(start)]}
        return sorted(board.ids[hex_] for hex_ in ahead if hex_ not in zone or strength > 1)

    expected = nearer(place)
    assert strength == 1 or expected
    assert on(board, unit) == expected
    for hex_ in names(board, zone).intersection(expected):
        back = set(free).intersection(on(board, unit, hex_))
        assert all(home[board.hex(other)] < home[board.hex(hex_)] for other in back)
    for step in set(expected).intersection(free):
        assert on(board, unit, step) == nearer(step)


@pytest.mark.clause("17.5", "17.2")
@pytest.mark.parametrize(("side", "number", "foe"), [("axis", 15, "J21"), ("allied", 1, "J25")])
def test_nobody_enters_zones_while_a_way_home_is_open(side, number, foe):
    """Nor where there is no port."""
    board, unit, _ = stray(side, number, "J23")
    for row, owner in enumerate(board.rules.compiled.units.side):
        if owner != board.state.clock.side[0]:
            board.state.units.place[row] = -1
    board.put("allied" if side == "axis" else "axis", 24, foe)
    zone, found = names(board, near(board, foe)), on(board, unit)
    assert zone & names(board, near(board, "J23"))
    assert found
    assert not zone.intersection(found)


@pytest.mark.clause("17.5", "17.2")
@pytest.mark.parametrize(
    ("side", "number", "at", "port", "through"),
    [
        ("axis", 15, "T29", "T30", False),
        ("axis", 15, "T29", None, True),
        ("axis", 15, "T29", "T7", True),
        ("axis", 15, "T30", "T30", False),
        ("axis", 15, "T30", None, True),
        ("allied", 1, "T29", "T30", False),
        ("allied", 1, "T29", None, True),
        ("allied", 1, "S31", "T30", False),
    ],
)
def test_who_can_reach_a_port_or_is_in_one_does_not_break_out(side, number, at, port, through):
    """Around Tobruk: T29, S30 and S31 are open to it, and all hexes beside them are in zones."""
    pocket = [hex_ for hex_ in ("T29", "S30", "S31", "T30") if hex_ != at]
    board, unit, held = stray(side, number, at, *pocket, port=port)
    inside = {at, *pocket}
    steps = on(board, unit)
    reached = {*steps, *(further for step in steps for further in on(board, unit, step))}
    assert board.hex("T30") not in held
    assert bool(reached - inside) is through
    assert "T30" in reached or at == "T30" or port != "T30"


@pytest.mark.clause("17.5", "17.3", "12.3", "8.10")
def test_the_way_into_the_home_box_is_offered_once_and_costs_no_strength():
    """Wherever else enemy zones are."""
    board, unit, _held = stray("axis", 15, "B1", foes=("A2",))
    for number, hex_ in ((30, "AA35"), (31, "BB34")):  # next to each other, where the map ends
        board.put("allied", number, hex_)
    changed(board)
    assert on(board, unit) == ["box"]
    playout = operations(board)
    playout.act((unit, TRIPOLI))
    playout.advance()
    assert board.state.units.strength[unit] == 4
    assert playout.events[-1].clause == "3.2"
    assert unit not in tokens(operations(board)), "it stays"


@pytest.mark.clause("17.5", "8.7", "8.12")
@pytest.mark.parametrize(("side", "number", "ways"), [("axis", 15, ["T29"]), ("allied", 1, ["S31"])])
def test_a_unit_in_a_port_that_is_shut_in_may_only_follow_the_coast_road(side, number, ways):
    board, unit, _held = stray(side, number, "T30", "T29", "S30", "S31", port="T30")
    assert on(board, unit) == ways


@pytest.mark.clause("17.5", "8.10")
def test_a_unit_in_its_home_box_does_not_leave_it_unsupplied():
    board, unit, _held = stray("axis", 15, "AA35")
    board.state.units.place[unit] = TRIPOLI
    changed(board)
    assert unit not in tokens(operations(board))


@pytest.mark.clause("17.5", "17.3")
@pytest.mark.parametrize(("number", "wrecks"), [(15, 1), (16, 0)])
@pytest.mark.parametrize("held", [True, False])
def test_only_the_zones_that_it_enters_cost_a_unit_strength(number, wrecks, held):
    """Its first hex is free in a pocket, and in a zone where J23 is all that is left to it."""
    board, unit, _foes = stray("axis", number, "J23", *(() if held else AROUND_J23))
    step = on(board, unit)[0]
    playout = operations(board)
    playout.act((unit, board.hex(step)))
    playout.advance()
    assert board.state.units.strength[unit] == 4 - held
    assert board.state.hexes.wreck[board.hex(step)] == wrecks * held
    assert playout.events[-1].clause == ("17.5" if held else "3.2")
