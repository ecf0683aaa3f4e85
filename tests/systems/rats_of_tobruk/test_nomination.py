"""Nominated stacks (5.1), and single rules: a headquarters that retreats, the coast, bunkers across a ditch."""

from __future__ import annotations

from copy import copy

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.modules.set_up import open_to

from .position import ALLIED, AXIS, Board, prepared

HQ, ONE, TWO, THREE = "HQ I/5Pz", "1/5Pz", "2/5Pz", "4/5Pz"


def judged(chosen, **units):
    """A battalion whose headquarters is lost, after the supply phase."""
    board = Board(units, step="nomination")
    board.state.stack = (Frame("supply", {}), *board.state.stack)
    board.playout.advance()
    board.act(chosen)
    return board


@pytest.mark.clause("5.1.4", game="rats-of-tobruk")
def test_one_stack_of_a_battalion_without_headquarters_is_in_supply():
    board = Board({ONE: "2042", TWO: "2042", THREE: "2043"}, step="nomination")
    assert board.offered() == ["2042", "2043", "none"]
    board = judged("2042", **{ONE: "2042", TWO: {"at": "2042", "lapse": 2}, THREE: "2043"})
    assert [board.unit(name, "lapse") for name in (ONE, TWO, THREE)] == [0, 0, 1]
    board = judged("none", **{ONE: "2042"})
    assert board.unit(ONE, "lapse") == 1


@pytest.mark.clause("5.1.4", "5.1.5", "5.1.6", game="rats-of-tobruk")
@pytest.mark.parametrize("before", [0, 1])
def test_who_is_not_nominated_lacks_supply_as_long_as_before(before):
    board = judged("2042", **{ONE: "2042", THREE: {"at": "2043", "lapse": before}})
    assert [board.unit(name, "lapse") for name in (ONE, THREE)] == [0, before + 1]


@pytest.mark.clause("5.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_nomination_ends_with_its_game_turn(before):
    board = Board({HQ: "2045", ONE: {"at": "2042", "nominated": before}, "HQ 2MG": "2046"}, step="nomination")
    board.playout.advance()
    assert board.unit(ONE, "nominated") == 0
    assert len(board.events("nominations end")) == bool(before)


@pytest.mark.clause("5.1.4", game="rats-of-tobruk")
def test_a_battalion_with_its_headquarters_nominates_nothing():
    board = Board({HQ: "2045", ONE: "2042", "HQ 2MG": "2046"}, step="nomination")
    assert board.offered() == []


@pytest.mark.clause("5.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("chosen", "lapse"), [("2042", [0, 0]), ("2044", [1, 0]), ("none", [1, 0])])
def test_a_headquarters_that_is_cut_off_may_nominate_itself_alone(chosen, lapse):
    board = judged(chosen, **{HQ: "2042", ONE: "2044"})
    assert [board.unit(name, "lapse") for name in (HQ, ONE)] == lapse


@pytest.mark.clause("5.1.5", game="rats-of-tobruk")
def test_of_a_stack_that_splits_one_part_stays_in_supply():
    board = judged("2042", **{ONE: "2042", TWO: {"at": "2042", "lapse": 1}})
    board.put(ONE, "2044", nominated=1)
    board.state.stack = (Frame("designation", {"side": AXIS, "hq": board.index[HQ]}),)
    assert board.offered() == ["2042", "2044"]
    board.act("2044")
    assert [(board.unit(name, "nominated"), board.unit(name, "lapse")) for name in (ONE, TWO)] == [(1, 0), (0, 2)]


@pytest.mark.clause("5.1.5", game="rats-of-tobruk")
def test_a_nominated_stack_that_stays_together_is_not_asked():
    board = judged("2042", **{ONE: "2042", TWO: "2042"})
    board.state.stack = (Frame("designation", {"side": AXIS, "hq": board.index[HQ]}),)
    assert board.offered() == []


@pytest.mark.clause("5.1.6", game="rats-of-tobruk")
def test_others_get_no_supply_in_the_hex_of_a_nominated_stack():
    board = judged("2042", **{ONE: "2042", THREE: "2043"})
    board.put(THREE, "2042", lapse=1)
    now = board.rules.at(board.state)
    supply = board.rules.modules["supply"]
    assert [supply.is_supplied(now, board.index[name]) for name in (ONE, THREE)] == [True, False]


@pytest.mark.clause("10.4.13", game="rats-of-tobruk")
@pytest.mark.parametrize("goes", [True, False])
def test_a_headquarters_may_retreat_the_same_way_as_attackers_of_its_hex(goes):
    board = Board({HQ: "2044", ONE: "2044", "A/2/13": "2045", "HQ 2MG": "2040"}, HQ, dice=[5])
    board.act("end")
    board.act("attack", "2045", ONE)
    board.act(ONE, "2043", "2042")
    assert (board.step, board.offered()) == ("accompany", [HQ, "none"])
    board.act(HQ if goes else "none")
    assert board.where(HQ) == ("2042" if goes else "2044"), "whether that is nearer to another headquarters or not"


def retreating(units, first=(ONE, "2043", "2042")):
    """Tanks in 2044 that retreat, the first of them as said."""
    board = Board(units, step="retreat", side=AXIS, names=[ONE, *[TWO] * (TWO in units)], hexes=2)
    board.act(*first)
    return board


@pytest.mark.clause("10.4.13", game="rats-of-tobruk")
@pytest.mark.parametrize(("at", "asked"), [("2044", True), ("2144", False)])
def test_no_headquarters_of_another_hex_goes_along(at, asked):
    board = retreating({ONE: "2044", "HQ 2MG": "2040", "HQ II/5Pz": at})
    assert (not board.playout.over and board.step == "accompany") == asked


@pytest.mark.clause("10.4.13", game="rats-of-tobruk")
def test_a_headquarters_may_go_with_the_second_unit_if_not_with_the_first():
    board = retreating({ONE: "2044", TWO: "2044", "HQ 2MG": "2241", HQ: "2044"})
    board.act("none")
    board.act(TWO, "2144", "2243")
    board.act(HQ)
    assert (board.where(ONE), board.where(HQ)) == ("2042", "2243")


@pytest.mark.clause("10.4.13", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("more", "asked"),
    [({}, True), ({"B/2/13": "1943"}, False), ({f"{each}/5Pz": "2042" for each in (2, 4, 5, 6)}, False)],
)
def test_a_headquarters_goes_along_only_where_it_may_retreat(more, asked):
    """B/2/13 has a zone in the hexes of the way; the last of these is full."""
    board = Board({HQ: "2044", **more})
    data = {"hex": board.hex("2044"), "way": [board.hex("2043"), board.hex("2042")], "units": []}
    able = board.rules.modules["retreat"].accompanying(board.rules.at(board.state), data)
    assert able == [board.index[HQ]] * asked


@pytest.mark.clause("9.1.1", game="rats-of-tobruk")
def test_nobody_enters_a_hex_with_three_corners_over_the_sea():
    rules = prepared().play.rules
    movement, sea = rules.modules["movement"], [not rules.passable[kind] for kind in rules.terrain]
    anew = copy(rules)  # the board keeps what it found when it was first asked
    vars(anew).pop("closed", None)
    closed = anew.closed
    land = [hex_ for hex_ in closed if not sea[hex_]]
    for hex_ in range(rules.hexes):
        around = [to >= 0 and sea[to] for to in rules.neighbours[6 * hex_ : 6 * hex_ + 6]]
        corners = sum(a and b for a, b in zip(around, around[1:] + around[:1], strict=True))
        assert (hex_ in closed) == (corners >= 3)
    two = [
        hex_ for hex_ in range(rules.hexes)
        if not sea[hex_] and sum(to >= 0 and sea[to] for to in rules.neighbours[6 * hex_ : 6 * hex_ + 6]) == 3
        and hex_ not in rules.closed
    ]  # fmt: skip
    assert land
    assert two
    board = Board({"HQ 2/13": "4020"})
    now, unit = board.rules.at(board.state), board.index["HQ 2/13"]
    steps = [step for step, to in enumerate(rules.neighbours) if to in land and not sea[step // 6]]
    assert not any(movement.can_ever_enter(now, unit, step) for step in steps)
    assert all(movement.price(now, unit, step, by_road=True) is None for step in steps)


@pytest.mark.clause("9.1.1", game="rats-of-tobruk")
def test_neither_zones_nor_supply_nor_set_ups_reach_into_a_closed_hex_of_the_coast():
    """4614 is one, beside 4714: as if it was impassable."""
    board = Board({"A/2/13": "4714"})
    now, hex_ = board.rules.at(board.state), board.hex("4614")
    assert hex_ in board.rules.closed
    assert hex_ not in now.zone(ALLIED)
    assert len(now.zone(ALLIED)) > 1
    set_up = Board({}, step="set-up")
    assert hex_ in set_up.rules.areas[set_up.index["A/2/13"]]
    assert hex_ not in open_to(set_up.rules.at(set_up.state), set_up.index["A/2/13"])
    supply = board.rules.modules["supply"]
    beside = [step for step, to in enumerate(board.rules.neighbours) if to == hex_]
    assert {supply.barriers.ways(now)[step] for step in beside} == {-1}


@pytest.mark.clause("9.2.3", game="rats-of-tobruk")
def test_a_unit_on_a_road_defends_by_the_other_terrain():
    """2614 has a road, and the ground of its hex counts as if there was none."""
    assault = prepared().play.rules.modules["assault"]
    board = Board()
    roads = [to for step, to in enumerate(board.rules.neighbours) if to >= 0 and board.compiled.map.lines[step]]
    dear = [hex_ for hex_ in roads if assault.ground.of_hex(hex_).die]
    assert dear, "there is a road on such ground"
    hex_ = dear[0]
    name = board.compiled.names["hexes"][hex_]
    beside = next(to for to in board.rules.adjacent[hex_] if board.rules.passable[board.rules.terrain[to]])
    board.put("A/2/13", name, road=1)
    board.put(ONE, board.compiled.names["hexes"][beside])
    terms = board.play.terms(board.state, hex_, [board.index[ONE]])
    assert terms.sums[2].total >= assault.ground.of_hex(hex_).die


@pytest.mark.clause("11.3.11", game="rats-of-tobruk")
def test_a_line_along_the_side_of_a_blocking_hex_is_open_where_the_other_is_clear():
    sight = prepared().play.rules.modules["sight"]
    board = Board()
    now = board.rules.at(board.state)
    spines = [
        (ends, one, other)
        for ends, pairs in sight.between.items()
        for one, other in pairs
        if one != other and len(pairs) == 1
    ]
    assert all(sight.closed[one] and sight.closed[other] for _ends, one, other in spines)
    assert not any(sight.sees(now, *ends) for ends, _one, _other in spines[:20])


class Printed(Board):
    options = ("bunker-behind-wire-five",)


@pytest.mark.clause("10.8.1", "10.8.3", "10.8.4", "15.0.2", game="rats-of-tobruk")
def test_a_bunker_across_a_ditch_adds_seven_or_five_as_printed():
    """3841 is before the ditch of the bunker in 3840."""
    found = {}
    for kind in (Board, Printed):
        board = kind({HQ: "3843", ONE: "3841", "A/2/13": "3840"})
        terms = board.play.terms(board.state, board.hex("3840"), [board.index[ONE]])
        found[kind] = terms.sums[2].total
    assert found == {Board: 7, Printed: 5}


@pytest.mark.clause("10.8.2", "10.8.5", "10.8.6", game="rats-of-tobruk")
@pytest.mark.parametrize("depleted", [0, 1])
def test_an_engineer_of_the_axis_takes_the_ditch_and_halves_the_bunker(depleted):
    engineer = next(
        name for name, row in Board().index.items()
        if Board().rules.group("engineer")[row] and Board().rules.owner(row) == AXIS and not name.startswith("HQ")
    )  # fmt: skip
    board = Board({ONE: "3841", engineer: {"at": "3841", "depleted": depleted}, "A/2/13": "3840"})
    terms = board.play.terms(board.state, board.hex("3840"), [board.index[ONE], board.index[engineer]])
    assert terms.sums[2].total == 2
    assert board.rules.owner(board.index["A/2/13"]) == ALLIED
