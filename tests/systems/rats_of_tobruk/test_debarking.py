"""Debarking: wheeled units become leg units, and embark again (9.6); roads under air attack (17.12)."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.systems.rats_of_tobruk.riding import JUST_DEBARKED, JUST_EMBARKED, ON_FOOT

from .position import ALLIED, AXIS, DAY, NIGHT, SOUTH, Board, Salient, prepared, reach

HQ, TRUCKS = "HQ 2MG", "1/2MG"
"""A battalion on wheels, with 8 points each; a company of 4-6-8."""
HALF = 2


def trucks(at="2037", **values):
    return Board({HQ: "2036", TRUCKS: {"at": at, **values}, "HQ 2/13": "4020"}, HQ)


@pytest.mark.clause("9.6.1", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("hq", "name", "may"), [(HQ, TRUCKS, True), ("HQ I/5Pz", "1/5Pz", False), ("HQ 2/13", "A/2/13", False)]
)
def test_only_wheeled_units_debark(hq, name, may):
    board = Board({hq: "2036", name: "2037"}, hq)
    assert (name in board.offered("debark")) == may


@pytest.mark.clause("2.6.5", "9.6.2", game="rats-of-tobruk")
def test_nobody_debarks_who_is_pinned():
    assert TRUCKS in trucks().offered("debark")
    assert TRUCKS not in trucks(pinned=1).offered("debark")


@pytest.mark.clause("9.6.3", game="rats-of-tobruk")
@pytest.mark.parametrize(("spent", "may"), [(0, True), (4, True), (5, False)])
def test_it_takes_half_of_the_printed_allowance(spent, may):
    board = trucks(spent=spent * HALF, moved=bool(spent))
    assert (TRUCKS in board.offered("debark")) == may


@pytest.mark.clause("9.6.3", "9.6.5", game="rats-of-tobruk")
def test_it_moves_on_as_a_leg_unit_with_four_points():
    board = trucks()
    board.move(TRUCKS, "to", *SOUTH[:4])
    board.act("debark", TRUCKS)
    assert (board.unit(TRUCKS, "debarked"), board.unit(TRUCKS, "spent")) == (JUST_DEBARKED, 0)
    assert reach(board, TRUCKS, SOUTH[4:]) == 4
    board.state.clock.turn[0] = NIGHT
    assert reach(Board({HQ: "2036", TRUCKS: {"at": "2037", "debarked": ON_FOOT}}, HQ, turn=NIGHT), TRUCKS, SOUTH) == 2


@pytest.mark.clause("9.6.1", "9.0.5", game="rats-of-tobruk")
def test_it_crosses_a_ditch_for_half_of_its_points_which_wheels_cannot():
    """From 1630 to 1629, as in the example of 9.2."""
    units = {HQ: "1632", TRUCKS: "1630"}
    assert reach(Board(units, HQ), TRUCKS, ["1629"]) == 0
    board = Board({**units, TRUCKS: {"at": "1630", "debarked": ON_FOOT}}, HQ)
    board.move(TRUCKS, "to", "1629")
    assert board.unit(TRUCKS, "spent") == 2 * HALF, "half of 4, and nothing for the hex"


@pytest.mark.clause("9.6.4", game="rats-of-tobruk")
def test_to_debark_is_to_move_for_opportunity_fire():
    board = Board({HQ: "2036", TRUCKS: "2037", "D/3RHA": "2039"}, HQ)
    board.act("debark", TRUCKS)
    assert board.step == "opportunity"
    assert board.offered() == ["D/3RHA", "decline"]


@pytest.mark.clause("9.6.3", game="rats-of-tobruk")
def test_who_has_been_stopped_by_a_zone_debarks_and_stays():
    board = Board({HQ: "2036", TRUCKS: "2037", "A/2/13": "2040"}, HQ)
    board.move(TRUCKS, "to", "2038", "2039")
    board.act("debark", TRUCKS)
    assert (board.unit(TRUCKS, "debarked"), TRUCKS in board.offered()) == (JUST_DEBARKED, False)


@pytest.mark.clause("9.6.6", "9.6.7", "9.6.8", game="rats-of-tobruk")
def test_it_stays_a_leg_unit_and_embarks_in_a_later_turn_for_nothing():
    board = trucks()
    board.act("debark", TRUCKS)
    assert TRUCKS not in board.offered("embark"), "not in the same activation"
    board.state.stack = (Frame("turn-end", {}),)
    board.playout.advance()
    assert board.unit(TRUCKS, "debarked") == ON_FOOT
    board = trucks(debarked=ON_FOOT)
    assert reach(board, TRUCKS, SOUTH) == 4
    assert TRUCKS not in board.offered("debark")
    board.act("embark", TRUCKS)
    assert (board.unit(TRUCKS, "debarked"), reach(board, TRUCKS, SOUTH)) == (JUST_EMBARKED, 8)
    assert TRUCKS not in board.offered("debark"), "not in the same activation either"


@pytest.mark.clause("9.6.7", game="rats-of-tobruk")
@pytest.mark.parametrize("bar", [{"pinned": 1}, {"moved": 1}, {"spent": 2}, {"moved": 1, "spent": 2}])
def test_nobody_embarks_who_is_pinned_or_has_moved(bar):
    assert TRUCKS not in trucks(debarked=ON_FOOT, **bar).offered("embark")


@pytest.mark.clause("9.6.9", game="rats-of-tobruk")
@pytest.mark.parametrize(("lapse", "may"), [(0, True), (1, True), (2, False)])
def test_nobody_embarks_who_is_out_of_supply_but_anybody_debarks(lapse, may):
    assert (TRUCKS in trucks(debarked=ON_FOOT, lapse=lapse).offered("embark")) == may
    assert TRUCKS in trucks(lapse=lapse).offered("debark")


@pytest.mark.clause("9.6.5", "5.2.6", game="rats-of-tobruk")
def test_lack_of_supply_does_not_slow_down_who_is_on_foot():
    assert reach(trucks(debarked=ON_FOOT, lapse=2), TRUCKS, SOUTH) == 4
    assert reach(trucks(lapse=2), TRUCKS, SOUTH) == 4, "half of 8"


@pytest.mark.clause("9.6.10", game="rats-of-tobruk")
def test_a_unit_that_has_debarked_rides_tanks():
    units = {HQ: "2036", TRUCKS: {"at": "2037", "debarked": ON_FOOT}, "1/5Pz": "2037", "HQ I/5Pz": "2036"}
    board = Board(units, HQ)
    assert board.offered("mount") == [TRUCKS]
    board.put(TRUCKS, "2037", debarked=0)
    assert board.offered("mount") == []


@pytest.mark.clause("9.6.3", "10.6.4", game="rats-of-tobruk")
def test_who_has_debarked_advances_no_second_hex():
    for debarked, more in ((0, True), (ON_FOOT, False)):
        board = Board(
            {HQ: "2040", TRUCKS: {"at": "2044", "debarked": debarked}}, step="advance", side=AXIS, names=[TRUCKS]
        )
        board.state.stack = (board.state.stack[0].with_values(hex=board.hex("2045")),)
        assert bool(board.offered(TRUCKS, "2045")) == more


def test_its_counter_is_marked_and_a_breach_is_told():
    board = trucks(debarked=ON_FOOT)
    assert "debarked" in board.play.marks_of(board.state, board.index[TRUCKS])
    assert not list(board.play.breaches(board.state))
    board.put("A/2/13", "2040", debarked=ON_FOOT)
    assert list(board.play.breaches(board.state)) == ["a unit without wheels has debarked"]


# -- the second scenario ---------------------------------------------------------------------------

ROAD = ["4213", "4114", "4014", "3914", "3814", "3715", "3614", "3515", "3414", "3315", "3215", "3115", "3014"]


@pytest.mark.clause("17.12.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("turn", "hexes"), [(DAY, 8), (NIGHT, 8)])
def test_allied_wheels_pay_a_whole_point_on_roads_but_at_night(turn, hexes):
    board = Salient({"HQ 1RNF": "4313", "W/1RNF": "4313"}, "HQ 1RNF", turn=turn)
    assert reach(board, "W/1RNF", ROAD) == hexes
    assert reach(Board({"HQ 1RNF": "4313", "W/1RNF": "4313"}, "HQ 1RNF"), "W/1RNF", ROAD) == 13


@pytest.mark.clause("17.12.1", game="rats-of-tobruk")
def test_wheels_of_the_axis_do_not():
    board = Salient({HQ: "4313", TRUCKS: "4313"}, HQ)
    assert reach(board, TRUCKS, ROAD) == 13


@pytest.mark.clause("17.13.2", "17.14.5", "17.9.1", game="rats-of-tobruk")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_all_chits_go_into_the_cup(side):
    board = Salient(step="cup", side=side)
    names = {"HQ 2MG": "off", TRUCKS: "off", "HQ 606": "off", "HQ 2/13": "2036", "A/2/13": "2036"}
    for name, at in names.items():
        if name in board.index:
            board.put(name, at)
    board.playout.advance()
    there = {name for name, row in board.index.items() if board.state.units.chit[row]}
    assert there == ({"HQ 2MG"} if side == AXIS else {"HQ 2/13"})


@pytest.mark.clause("17.13.1", "17.9.1", game="rats-of-tobruk")
def test_italians_enter_as_germans_do_and_the_first_chit_is_chosen():
    board = Salient({"HQ VII AB": "off", "1/VII": "off"}, "HQ VII AB")
    assert all(hex_[:2] == "01" or hex_[2:] == "46" for hex_ in board.offered("1/VII", "by"))
    tree = prepared("salient").compiled.parameters["sequence"]["turns"]
    (first,) = [node for node in tree if node.get("step") == "first"]
    assert (first["side"], first["turn"]) == ("axis", 1)
