"""Clauses of *WW2 Western Desert Rules* at their limits: facing, disorder, works, smoke, aircraft, roads, forces."""

from __future__ import annotations

from collections import Counter

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.forces.document import ForcesDocument, tally

from .position import ALLIED, AXIS, DAWN, FAR, HAZE, Board, game, prepared, sight

WAYS = {"E", "NE", "NW", "W", "SW", "SE"}


# -- headquarters and facing -----------------------------------------------------------------------


@pytest.mark.clause("3.3", game="western-desert")
def test_the_marker_of_a_headquarters_lies_in_the_hex_of_its_unit():
    board = Board({"pz3": "A6>E", "pz3b": "C2>E", "hq1": "pz3", **FAR})

    def shown():
        marker = ("units", board.index["hq1"])
        found = [each.place for each in board.play.pieces(board.state) if (each.kind, each.number) == marker]
        return [board.hexes[hex_] for hex_ in found]

    assert shown() == ["A6"]
    board.act("attach", "hq1", "pz3b")
    assert shown() == ["C2"]


@pytest.mark.clause("6.1", "22.1", game="western-desert")
@pytest.mark.parametrize(("scenario", "facing"), [("harmat", {AXIS: {"E"}, ALLIED: {"W"}}),
                                                  ("duda", {AXIS: {"E", "W"}, ALLIED: {"E", "W"}})])  # fmt: skip
def test_every_unit_begins_with_one_of_six_facings_as_the_set_up_has_it(scenario, facing):
    """At Ed Duda the garrison faces east, and part of the Italians west."""
    board = Board({}, ready=prepared(scenario))
    state, rules = board.play.begin(), board.rules
    assert set(rules.directions) == WAYS
    for side, ways in facing.items():
        stands = [unit for unit in rules.of_side[side] if state.units.place[unit] >= 0]
        assert {rules.directions[state.units.facing[unit]] for unit in stands} == ways
        assert all(set(board.play.marks_of(state, unit)) & WAYS for unit in stands)


@pytest.mark.clause("6.1", "6.4", game="western-desert")
@pytest.mark.parametrize(("facing", "result"), [("W", -1), ("NW", -1), ("SW", -1), ("NE", 0), ("E", 0), ("SE", 0)])
def test_a_turreted_unit_has_flanks_too(facing, result):
    board = Board({"pz3": "A6>E", "grant": f"B6>{facing}"}, dice=[1])
    assert board.attack("grant", "pz3")[0] == result


@pytest.mark.clause("6.5", "6.6", "12.5", game="western-desert")
def test_only_who_is_activated_for_movement_changes_its_facing_and_then_to_any_side():
    board = Board({"pz3": "C6>E", "88": "A2>E", "infantry": "B6>E"}, dice=[1])
    assert board.attack("infantry", "pz3")[0] == 1
    assert board.rules.directions[board.unit("pz3", "facing")] == "E", "its turret has turned, not the tank"
    assert set(board.offered("move", "pz3")) & WAYS == WAYS - {"E"}
    assert set(board.offered("move", "pz3", "D6")) & WAYS == WAYS
    board.act("move", "pz3", "D6", "SW")
    assert board.rules.directions[board.unit("pz3", "facing")] == "SW"
    assert "pz3" not in board.offered("move"), "it does not turn again"


@pytest.mark.clause("6.5", "2.9", game="western-desert")
def test_who_has_fired_and_may_not_move_besides_does_not_pivot():
    board = Board({"50mm": "A6>E", "pz3": "A1", "infantry": "B6>W"}, dice=[1])
    board.attack("infantry", "50mm")
    assert board.offered("move") == ["pz3"]


@pytest.mark.clause("Q9.2", "9.2", "24.4", game="western-desert")
def test_a_pivot_in_contact_costs_a_point_and_is_the_move_of_the_unit():
    board = Board({"88": "A6>W", "pz2": "A5>W", "crusader": "B6>W"})
    board.act("move", "88", "E")
    assert (board.left, board.unit("88", "dust")) == (1, 0)
    assert board.offered("move") == ["pz2"]
    assert "fire" not in board.offered() or "88" not in board.offered("fire", "crusader")


@pytest.mark.clause("Q11.1", "24.1", game="western-desert")
@pytest.mark.parametrize("name", ["foot", "bikes", "pz2"])
def test_infantry_on_foot_raises_dust_as_others_do(name):
    board = Board({name: "A6>E", **FAR})
    board.act("move", name, "B6", "E")
    assert board.unit(name, "dust") == 1


# -- disorder --------------------------------------------------------------------------------------


@pytest.mark.clause("18.1", "17.2", "17.3", game="western-desert")
def test_a_disordered_unit_counts_nothing_and_does_all_else():
    """It fires, on the flank too, moves, has its free shot, orders a group move, and takes a headquarters."""
    units = {"50mm": {"at": "A6>E", "disordered": 1}, "pz3": {"at": "C2>E", "disordered": 1}, "pz2": "C3>E"}
    board = Board({**units, "hq1": "pz3", "crusader": "B6>W"}, dice=[1])
    assert board.attack("crusader", "50mm") == (-1, "NE")
    assert board.left == 2
    assert {"pz3", "pz2"} <= set(board.offered("move"))
    assert board.offered("group") == ["hq1"]
    assert "pz3" in Board({**units, "hq1": "pz2", **FAR}).offered("attach", "hq1")
    behind = Board({"pz3": {"at": "A6>E", "disordered": 1}, "crusader": "B6>E"}, dice=[1])
    assert behind.attack("crusader", "pz3")[0] == 0, "the flank counts 1"


# -- digging in and smoke --------------------------------------------------------------------------


@pytest.mark.clause("21.3", game="western-desert")
def test_who_leaves_its_hex_is_no_longer_dug_in_there_or_anywhere():
    units = {"infantry": {"at": "I6>W", "dug_in": 1}, "infantry2": {"at": "H4>W", "dug_in": 1}, "pz3": "A1"}
    board = Board(units, ALLIED)
    board.act("move", "infantry", "NW")
    assert board.unit("infantry", "dug_in") == 1, "a pivot leaves no hex"
    board.act("move", "infantry2", "G4", "W")
    assert board.unit("infantry2", "dug_in") == 0


@pytest.mark.clause("21.3", "20.1", "23.3", "17.7", game="western-desert")
def test_who_advances_is_no_longer_dug_in_even_into_a_minefield():
    units = {"infantry": {"at": "B6>W", "dug_in": 1}, "bikes": "A6>E", "pz3": "A1"}
    board = Board(units, ALLIED, dice=[6], mined=["A6"])
    board.act("fire", "bikes", "infantry")
    assert board.offered() == ["infantry"], "infantry must advance"
    board.act("infantry", "A6", "W")
    assert (board.where("infantry"), board.unit("infantry", "dug_in"), board.unit("infantry", "dust")) == ("A6", 0, 0)
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    assert fire.defence(now, board.index["infantry"]) == 0
    assert [number for number, *_ in board.rules.modules["works"].added_to_fire(now, board.index["infantry"])] == [2]


@pytest.mark.clause("21.4", game="western-desert")
def test_nobody_is_dug_in_any_more_where_the_unit_is_eliminated():
    board = Board({"pz3": "A6>E", "infantry": {"at": "B6>E", "dug_in": 1}, **FAR}, dice=[6], mined=["B6"])
    assert board.attack("infantry", "pz3") == (0, "EL"), "1, 2 for mines and 1 for the flank, less 4"
    assert board.unit("infantry", "dug_in") == 0
    board.act("pz3", "B6", "E")
    assert not any(board.state.units.dug_in)


@pytest.mark.clause("21.1", "21.2", "21.5", game="western-desert")
@pytest.mark.parametrize(("name", "dug_in", "result"), [
    ("infantry", 0, 1), ("infantry", 1, -3), ("6pdr", 0, -1), ("6pdr", 1, -2), ("matilda", 0, -2), ("matilda", 1, -2),
])  # fmt: skip
def test_digging_in_gives_the_second_defence_value_to_those_who_have_one(name, dug_in, result):
    board = Board({"pz3": "A6>E", name: {"at": "B6>W", "dug_in": dug_in}}, dice=[1])
    assert board.attack(name, "pz3")[0] == result


@pytest.mark.clause("Q11.2", "26.5", "24.2", game="western-desert")
@pytest.mark.parametrize(("smoke", "dust", "result"), [(0, 0, 1), (1, 0, -3), (0, 1, 1)])
def test_smoke_is_cover_and_dust_is_none(smoke, dust, result):
    board = Board({"pz3": "A6>E", "infantry": {"at": "B6>W", "dust": dust}}, dice=[1])
    board.state.ground.smoke[board.hex("B6")] = smoke
    assert board.attack("infantry", "pz3")[0] == result


@pytest.mark.clause("Q11.2", "26.5", "24.2", game="western-desert")
@pytest.mark.parametrize(("smoke", "dust", "seen"), [
    (0, 0, [True, True, True]), (1, 0, [True, False, False]), (0, 1, [True, True, False]),
])  # fmt: skip
def test_dust_hides_what_is_behind_it_and_smoke_also_who_is_in_it_from_afar(smoke, dust, seen):
    """From the hill E5: the unit in H5 itself at one hex and at two, and what is behind it."""
    for (at, target), sees in zip([("G5", "H5"), ("F5", "H5"), ("E5", "I5")], seen, strict=True):
        units = {"88": f"{at}>E", "infantry": {"at": "H5", "dust": dust}, "infantry2": "I5"}
        board = Board(units)
        board.state.ground.smoke[board.hex("H5")] = smoke
        assert sight(board, "88", {"H5": "infantry", "I5": "infantry2"}[target]) == sees


# -- fire ------------------------------------------------------------------------------------------


@pytest.mark.clause("28.6", "Q0.5", "19.1", "4.8", game="western-desert")
@pytest.mark.parametrize(("at", "target", "free"), [("B6", "A6", True), ("C6", "A6", False), ("E5", "C5", True)])
def test_a_25_pounder_has_a_free_shot_at_one_hex_and_from_a_hill_at_two(at, target, free):
    board = Board({"25pdr": f"{at}>W", "pz3": f"{target}>E"}, ALLIED, used=2, dice=[1])
    assert ("fire" in board.offered()) == free
    paid = Board({"25pdr": f"{at}>W", "pz3": f"{target}>E"}, ALLIED, dice=[1])
    assert paid.attack("pz3", "25pdr")[0] == -1
    assert paid.left == 1 + free


@pytest.mark.clause("28.6", "Q0.5", "19.2", game="western-desert")
def test_a_25_pounder_fires_at_infantry_for_a_point_at_any_distance():
    board = Board({"25pdr": "B6>W", "foot": "A6>E"}, ALLIED, used=2)
    assert "fire" not in board.offered()
    board = Board({"25pdr": "B6>W", "foot": "A6>E"}, ALLIED, dice=[1])
    board.attack("foot", "25pdr")
    assert board.left == 1
    assert board.play.rules.value(board.rules.at(board.state), "antitank_range", board.index["25pdr"]) == 1


@pytest.mark.clause("22.4", "13.4", game="western-desert")
def test_who_was_struck_by_aircraft_is_not_fired_at_again_in_the_turn():
    """An airstrike on infantry and, in the hex beside it, on a tank of its own side; then both fire, turn by turn."""
    units = {"pz3": "A6>E", "pz2": "B5>SE", "infantry": "B6>W", "crusader": "A5>E"}
    board = Board({**units, "pz3b": "I6"}, dice=[1, 1], strikes=1, step="turn")
    board.act("airstrike", "B6", "A6")
    assert [event.subjects[0] for event in board.events("combined fire")] == [
        board.index["infantry"],
        board.index["pz3"],
    ]
    assert board.offered() == ["roll", "end"], "the points are spent"
    board.act("end")
    assert board.offered("fire") == ["pz2"], "not the tank that was struck"
    board.act("end")
    assert {"infantry", "crusader"} <= set(board.offered("fire"))
    board.act("end")
    assert {"pz2", "pz3"} <= set(board.offered("fire"))


@pytest.mark.clause("13.4", "22.4", game="western-desert")
def test_who_was_fired_at_in_the_first_phase_is_not_struck_in_the_second_of_the_turn():
    units = {"pz3": "A6>E", "infantry": "B6>W", "pz2": "C6>W", "crusader": "C1"}
    board = Board(units, dice=[1, 1], step="turn")
    board.state.sides.airstrikes[ALLIED] = 1
    board.attack("infantry", "pz3")
    board.act("end")
    board.act("airstrike", "C6", "B6")
    assert [event.subjects[0] for event in board.events("combined fire")[1:]] == [board.index["pz2"]]


@pytest.mark.clause("16.1", "16.2", "16.3", "24.3", game="western-desert")
@pytest.mark.parametrize(("facing", "joins"), [("W", True), ("E", False), ("SE", False)])
def test_artillery_supports_into_its_front_arc_only(facing, joins):
    units = {"grant": "B6>W", "25pdr": f"F6>{facing}", "pz4": "A6>E"}
    assert ("with" in Board(units, ALLIED).offered("fire", "pz4", "grant")) == joins


@pytest.mark.clause("19.1", "28.6", game="western-desert")
def test_a_free_shot_with_artillery_in_support_costs_a_point():
    units = {"6pdr": "B6>W", "5.5in": "F6>W", "pz4": "A6>E"}
    assert "with" not in Board(units, ALLIED, used=2).offered("fire", "pz4", "6pdr")
    for guns, left in (((), 2), (("with", "5.5in"), 1)):
        board = Board(units, ALLIED, dice=[1])
        board.attack("pz4", "6pdr", *guns)
        assert board.left == left


@pytest.mark.clause("26.1", "26.2", "26.3", game="western-desert")
def test_a_gun_lays_smoke_once_instead_of_firing_and_never_where_smoke_is():
    """A2 to F2 is five hexes."""
    units = {"wespe": "A2>E", "foot": "F2>E", "bikes": "G2>E", "halftracks": "B2>E", **FAR}
    board = Board(units, have=4)
    assert board.offered("smoke", "wespe") == ["halftracks", "foot"]
    board.act("smoke", "wespe", "foot")
    assert [hex_ for hex_, laid in enumerate(board.state.ground.smoke) if laid] == [board.hex("F2")]
    assert "smoke" not in board.offered()
    assert "smoke" not in Board({**units, "wespe": {"at": "A2>E", "shot": 1}}).offered()
    other = Board(units)
    other.state.ground.smoke[other.hex("F2")] = 1
    assert other.offered("smoke", "wespe") == ["halftracks"]


@pytest.mark.clause("26.4", "26.5", game="western-desert")
def test_out_of_smoke_units_see_one_hex_until_it_has_cleared():
    units = {"wespe": "A1>E", "halftracks": "B3>E", "88": "C6>E", "infantry": "E6>W", "infantry2": "D6>W"}
    board = Board(units, ALLIED, step="actions")
    board.state.ground.smoke[board.hex("C6")] = AXIS + 1
    assert [sight(board, "88", name) for name in ("infantry2", "infantry")] == [True, False]
    board.state.units.place[board.index["infantry2"]] = board.hex("I1")
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    assert not sight(board, "88", "infantry")
    board = Board({**units, "infantry2": "I1"}, step="turn")
    board.act("smoke", "wespe", "halftracks")
    board.act("end")
    assert board.state.ground.smoke[board.hex("B3")] == AXIS + 1
    board.act("end")
    assert not any(board.state.ground.smoke)


@pytest.mark.clause("6.5", "9.2", "6.6", game="western-desert")
def test_only_units_on_the_map_pivot_in_its_first_hex_too():
    board = Board({"pz3": "A1>E", **FAR})
    assert board.offered("move") == ["pz3"]
    assert WAYS - {"E"} <= set(board.offered("move", "pz3"))


@pytest.mark.clause("16.4", "16.1", game="western-desert")
def test_no_headquarters_of_the_enemy_calls_in_artillery():
    """That of the target is nearest of all."""
    units = {"grant": {"at": "B6>W", "shot": 1}, "25pdr": "F6>W", "pz4": "A6>E"}
    assert "fire" not in Board({**units, "hq1": "pz4"}, ALLIED).offered()
    assert Board({**units, "hq1": "pz4", "HQ1": "grant"}, ALLIED).offered("fire") == ["pz4"]


@pytest.mark.clause("16.4", "25.1", "25.3", game="western-desert")
@pytest.mark.parametrize(("at", "dust", "calls"), [("C6", 0, False), ("C6", 1, False), ("B6", 0, True)])
def test_in_haze_a_headquarters_calls_in_artillery_only_at_what_it_sees(at, dust, calls):
    """Its own dust lets others see it, not it them."""
    units = {"grant": {"at": f"{at}>W", "dust": dust, "shot": 1}, "25pdr": "F6>W", "pz4": "A6>E", "HQ1": "grant"}
    assert ("fire" in Board(units, ALLIED, turn=HAZE).offered()) == calls


@pytest.mark.clause("22.1", "22.3", "22.4", game="western-desert")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_of_two_airstrikes_of_a_side_one_is_left(side):
    units = {"pz3": "A6>E", "infantry": "B6>W"}
    board = Board(units, side, strikes=2, dice=[1, 1])
    board.act("airstrike", *(("B6", "C6") if side == AXIS else ("A6", "A5")))
    assert [board.state.sides.airstrikes[each] for each in (side, 1 - side)] == [1, 0]
    assert len(board.events("combined fire")) == 1, "nobody is in the second hex"


@pytest.mark.clause("13.4", "22.4", game="western-desert")
def test_a_unit_that_was_fired_at_is_no_first_hex_of_an_airstrike():
    units = {"pz3": "A6>E", "infantry": {"at": "B6>W", "aimed": 1}, "infantry2": "A5"}
    assert Board(units, strikes=1).offered("airstrike") == ["A5"]


# -- movement --------------------------------------------------------------------------------------


@pytest.mark.clause("12.8", "12.9", "12.7", game="western-desert")
def test_a_move_that_a_road_let_pass_rough_ground_stays_on_the_road():
    """F4 is a wadi on the track. The same hex is reached around it."""
    board = Board({"pz2": "E4>E", **FAR})
    assert board.ways("pz2", "F4") == {"E4", "G4"}
    assert board.ways("pz2", "F4", "G4") == {"H4"}
    assert "H3" in board.ways("pz2", "F3", "G3")
    assert "C5" in Board({"pz2": "A4>E", **FAR}).ways("pz2", "B4", "C4"), "nothing stopped it before"


@pytest.mark.clause("10.6", "10.2", "11.1", game="western-desert")
@pytest.mark.parametrize("carried", [True, False])
def test_a_headquarters_that_a_group_move_of_another_has_carried_along_orders_none(carried):
    """It has moved with its unit, though not by its own order; then it goes to a unit that has not moved."""
    units = {"hq1": "pz3", "pz3": "B4>E", "hq2": "pz3b", "pz3b": "C4>E", "pz3c": "A4>E", "pz2": "A6>E", **FAR}
    board = Board(units, have=4)
    board.act("group", "hq1")
    board.act(*(("pz3b", "D4", "E") if carried else ("pz3c", "A3", "E")))
    board.act("end")
    board.act("attach", "hq2", "pz2")
    assert ("group" in board.offered()) == (not carried)


@pytest.mark.clause("11.1", "9.4", "Q8.1", game="western-desert")
def test_a_headquarters_joins_any_unit_but_one_that_has_a_headquarters():
    units = {"hq1": "pz3", "pz3": "B4>E", "hq2": "pz3b", "pz3b": "C4>E", "pz2": {"at": "A6>E", "disordered": 1}, **FAR}
    assert Board(units).offered("attach", "hq1") == ["pz2"]
    assert Board(units | {"hq1": "pz3"}).offered("attach") == ["hq1", "hq2", "hq3"]


@pytest.mark.clause("17.5", game="western-desert")
def test_a_disordered_unit_that_is_disordered_again_is_no_worse_off():
    units = {"pz3": "A6>E", "infantry": {"at": "B6>W", "disordered": 1}}
    board = Board(units, dice=[2])
    assert board.attack("infantry", "pz3") == (1, "DIS")
    assert (board.where("infantry"), board.unit("infantry", "disordered")) == ("B6", 1)


@pytest.mark.clause("7.5", "7.3", "7.4", game="western-desert")
def test_a_phase_begins_with_two_points_and_has_four_at_most():
    board = Board({"pz3": "A6>E", **FAR}, step="phase", dice=[3, 4])
    assert (board.offered() and board.left) == 2
    frame = board.playout.frame
    assert (frame.data["used"], frame.data["have"]) == (0, 2)
    board.state.stack = (Frame("actions", {**frame.data, "used": 4, "have": 4}),)
    assert "roll" not in board.offered()


# -- forces ----------------------------------------------------------------------------------------

ITALIANS = {
    "AB 41": 2,
    "L6/40": 1,
    "M13/40": 5,
    "Semovente": 2,
    "Italian infantry": 2,
    "47mm AT gun": 2,
    "105mm gun": 1,
}
ITALIAN_FOOT = {
    "AB 41": 2, "M13/40": 4, "Italian infantry": 4, "47mm AT gun": 1, "Semovente anti-tank": 2, "105mm gun": 1,
    "150mm gun": 1,
}  # fmt: skip
GERMANS = {
    "Armoured car": 2, "Motorcycles": 1, "Pz II": 1, "Pz III 50mm short": 4, "Pz IV 75mm short": 1,
    "Armoured infantry": 2, "50mm AT gun": 1, "Marder 76mm": 1, "Wespe 105mm": 1, "88mm gun": 1,
}  # fmt: skip
BRITISH = {
    "Stuart": 1, "Bren carrier": 1, "A13": 2, "Crusader": 2, "Valentine": 2, "Allied infantry": 3,
    "2 pounder portee": 2, "25 pounder": 2,
}  # fmt: skip
BRITISH_FOOT = {
    "Armoured car": 1, "Bren carrier": 1, "Allied infantry": 4, "6 pounder AT gun": 1, "2 pounder AT gun": 2,
    "Matilda": 2, "Valentine": 2, "25 pounder": 1, "5.5in gun": 1,
}  # fmt: skip
EXCHANGES = [
    ("german-panzer", "Pz III 50mm short", "Pz III 37mm", True),
    ("german-panzer", "Pz II", "Pz III 37mm", False),
    ("german-panzer", "Armoured car", "Motorcycles", False),
    ("german-panzer", "Marder 76mm", "37mm AT gun", False),
    ("german-panzer", "50mm AT gun", "76mm AT gun", True),
    ("german-panzer", "Wespe 105mm", "105mm howitzer", False),
    ("german-panzer", "Pz IV 75mm short", "Tiger 88mm", False),
    ("german-panzer", "88mm gun", "76mm AT gun", False),
    ("italian-armoured", "105mm gun", "150mm gun", True),
    ("italian-armoured", "M13/40", "L6/40", False),
    ("italian-armoured", "47mm AT gun", "Semovente anti-tank", True),
    ("italian-armoured", "Italian infantry", "AB 41", False),
    ("italian-armoured", "Semovente", "M13/40", False),
    ("italian-infantry", "M13/40", "Semovente", True),
    ("italian-infantry", "M13/40", "L6/40", True),
    ("italian-infantry", "150mm gun", "105mm gun", True),
    ("italian-infantry", "AB 41", "L6/40", False),
    ("italian-infantry", "47mm AT gun", "Semovente anti-tank", False),
    ("italian-infantry", "Italian infantry", "M13/40", False),
    ("allied-armoured", "A13", "Grant", True),
    ("allied-armoured", "A13", "Stuart", True),
    ("allied-armoured", "A13", "Matilda", False),
    ("allied-armoured", "Bren carrier", "Stuart", False),
    ("allied-armoured", "Allied infantry", "Armoured infantry", True),
    ("allied-armoured", "2 pounder portee", "6 pounder AT gun", False),
    ("allied-armoured", "25 pounder", "5.5in gun", False),
    ("allied-infantry", "2 pounder AT gun", "2 pounder portee", True),
    ("allied-infantry", "2 pounder AT gun", "6 pounder AT gun", False),
    ("allied-infantry", "6 pounder AT gun", "2 pounder AT gun", True),
    ("allied-infantry", "Allied infantry", "Armoured infantry", True),
    ("allied-infantry", "Matilda", "Valentine", True),
    ("allied-infantry", "Valentine", "Grant", False),
    ("allied-infantry", "5.5in gun", "25 pounder", False),
    ("allied-infantry", "Bren carrier", "Armoured car", False),
]
"""Force, a unit, another in its place, and whether the force still fits its lines."""
FORCES = {
    "german-panzer": GERMANS, "italian-armoured": ITALIANS, "italian-infantry": ITALIAN_FOOT,
    "allied-armoured": BRITISH, "allied-infantry": BRITISH_FOOT,
}  # fmt: skip


def force(id_):
    """A force of forces.yaml."""
    (document, _where), *_others = game().documents("forces", ForcesDocument)
    assert document.units == 15
    return next(each for each in document.forces if each.force == id_)


@pytest.mark.clause("30.1", "30.2", "30.3", "30.4", "30.6", "10.8", game="western-desert")
@pytest.mark.parametrize(("id_", "units"), FORCES.items())
def test_a_force_has_the_fifteen_units_of_its_lines_and_two_headquarters(id_, units):
    found = force(id_)
    assert sum(units.values()) == sum(line.count for line in found.lines) == tally(found.example).total() == 15
    assert found.headquarters == 2
    assert found.fits(units)
    for name in units:
        assert not found.fits(+(Counter(units) - Counter([name])))
        assert not found.fits(Counter(units) + Counter([name]))


@pytest.mark.clause("30.1", "30.2", "30.3", "30.4", "30.6", "30.7", game="western-desert")
@pytest.mark.parametrize(("id_", "taken", "given", "fits"), EXCHANGES)
def test_the_lines_of_a_force_leave_some_units_to_choose(id_, taken, given, fits):
    units = Counter(FORCES[id_])
    units[taken] -= 1
    units[given] += 1
    assert force(id_).fits(+units) == fits


@pytest.mark.clause("25.2", "25.3", "15.11", game="western-desert")
@pytest.mark.parametrize(("at", "to", "dust", "sees"), [
    ("A6", "B6", 0, True), ("A6", "C6", 0, False), ("A6", "C6", 1, True), ("A6", "D6", 1, False),
    ("E5", "G5", 0, False), ("E5", "H5", 1, False),
])  # fmt: skip
def test_at_dawn_units_see_one_hex_and_those_that_move_at_two_from_a_hill_too(at, to, dust, sees):
    units = {"50mm": at, "infantry": {"at": to, "dust": dust}}
    assert sight(Board(units, turn=DAWN, ready=prepared("capuzzo")), "50mm", "infantry") == sees
