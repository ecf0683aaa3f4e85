"""Units that come on to the board later, and units that leave it (10.7), on boards with both."""

from __future__ import annotations

import copy
import json

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.wargame.board.board import GONE, LATER, TO_COME
from tests.systems.position import whole_game

from .position import ALLIED, AXIS, FOLDER, NORMAL, Board, game

LATE = {32: "edge:east turn 18", 45: "edge:east turn 18", 10: "edge:east turn 18"}
"""Infantry, guns and a Crusader of the Allied side, by number."""
EXIT = {"of": {"side": "axis"}, "area": "west", "since": "21"}


@pytest.fixture(scope="module")
def edged():
    """Three Allied units come on from the second turn, and the Axis side may leave from the fifth."""
    names = ("rules.yaml", "map.yaml", "orders-of-battle/allied.yaml", "victory.yaml", "forces.yaml")
    rules, map_, allied, victory, forces = files = [copy.deepcopy(game().files[name].data) for name in names]
    rules |= {"exits": [EXIT]}
    map_["areas"].append({"id": "west", "name": "column A", "hexes": ["1-A1..1-A6"]})
    allied["columns"].append({"id": "later", "label": "Later", "after": "harmat"})
    for unit in allied["units"]:
        if unit["no"] in LATE:
            unit |= {"harmat": "N", "later": LATE[unit["no"]]}
    # the column reaches the scenarios of the same hours too, whose forces have no such units
    forces["fielded"] = [row for row in forces["fielded"] if row["scenario"] == "harmat"]
    row = {"id": "off", "text": "Each that leaves", "at": "event", "event": "exited", "side": "axis", "points": 2}
    victory["ledger"].append({**row, "scenarios": ["harmat"]})
    given = {name: json.dumps(data) for name, data in zip(names, files, strict=True)}
    return prepare(load_game(FOLDER, files=given), "harmat")


def board(edged, units, side=ALLIED, **more):
    return Board(units, side, ready=edged, **more)


@pytest.mark.clause("10.7", "9.2", "6.6", game="western-desert")
def test_a_unit_comes_on_for_a_point_of_its_own_and_a_movement_point(edged):
    there = board(edged, {"infantry3": {"at": TO_COME}, "infantry": "I2>W", "pz3": "A1"})
    assert there.offered("move", "infantry3") == ["I1", "I3", "I4", "I5", "I6"], "no way to face, and no unit's hex"
    assert there.ways("infantry3", "I3") == set()
    there.act("move", "infantry3", "I3", "NW")
    assert (there.where("infantry3"), there.unit("infantry3", "facing"), there.left) == ("I3", 2, 1)
    assert there.unit("infantry3", "dust") == 1


@pytest.mark.clause("10.7", game="western-desert")
def test_who_is_to_enter_does_not_move_with_a_group(edged):
    entering = {name: {"at": TO_COME} for name in ("infantry3", "25pdr2")}
    there = board(edged, {**entering, "infantry": "I5>W", "infantry2": "I6>W", "pz3": "A1", "HQ1": "infantry"})
    assert {"infantry3", "25pdr2"} <= set(there.offered("move"))
    there.act("group", "HQ1")
    assert set(there.offered()) == {"infantry", "infantry2", "end"}


@pytest.mark.clause("10.7", "9.2", game="western-desert")
@pytest.mark.parametrize(("held", "comes"), [(5, True), (6, False)])
def test_nobody_comes_on_where_all_hexes_of_the_edge_are_held(edged, held, comes):
    names = ("infantry", "infantry2", "infantry4", "6pdr", "engineers", "crusader")[:held]
    there = board(edged, {name: f"I{row}>W" for row, name in enumerate(names, 1)} | {"infantry3": {"at": TO_COME}})
    assert ("infantry3" in there.offered("move")) == comes


@pytest.mark.clause("10.7", "12.1", game="western-desert")
def test_who_comes_on_goes_on_as_far_as_its_points_reach(edged):
    """The first hex costs one of three points."""
    there = board(edged, {"crusader2": {"at": TO_COME}, "infantry": "I6>W", "pz3": "A1"})
    assert there.ways("crusader2", "I3") == {"H2", "H3", "H4", "I2", "I4"}
    assert "G3" in there.ways("crusader2", "I3", "H3")
    assert there.ways("crusader2", "I3", "H3", "G3") == set()


@pytest.mark.clause("10.7", "12.10", "12.8", game="western-desert")
@pytest.mark.parametrize(("hex_", "pz3", "goes_on"), [("I3", "A1", True), ("I3", "G3", True), ("I3", "H2", False)])
def test_who_comes_on_beside_an_enemy_stops_there(edged, hex_, pz3, goes_on):
    there = board(edged, {"crusader2": {"at": TO_COME}, "infantry": "I6>W", "pz3": pz3})
    assert bool(there.ways("crusader2", hex_)) == goes_on


@pytest.mark.clause("10.7", game="western-desert")
@pytest.mark.parametrize(("turn", "side", "come"), [
    (NORMAL, ALLIED, []), (NORMAL + 1, ALLIED, ["crusader2", "infantry3"]), (NORMAL + 1, AXIS, []),
    (NORMAL + 2, ALLIED, ["crusader2", "infantry3"]),
])  # fmt: skip
def test_who_comes_on_later_is_there_from_its_turn_on(edged, turn, side, come):
    """Who is at the edge already waits no more."""
    late = {"infantry3": {"at": LATER}, "crusader2": {"at": LATER}, "25pdr2": {"at": TO_COME}}
    there = board(edged, {**late, "infantry": "I6>W", "pz3": "A1"}, turn=turn)
    waiting = there.rules.modules["arrivals"].waiting(there.rules.at(there.state), side)
    assert sorted(there.names[unit] for unit in waiting) == come


@pytest.mark.clause("10.7", game="western-desert")
@pytest.mark.parametrize(("turn", "place"), [(NORMAL, LATER), (NORMAL + 1, TO_COME)])
def test_units_wait_for_their_turn_and_then_at_the_edge(edged, turn, place):
    assert list(edged.play.begin().units.place).count(LATER) == len(LATE)
    there = board(edged, {"infantry3": {"at": LATER}, "pz3": "A1"}, turn=turn, step="arrivals")
    there.playout.advance()
    assert there.unit("infantry3", "place") == place


@pytest.mark.clause("10.7", "9.2", game="western-desert")
@pytest.mark.parametrize(("turn", "hex_", "way", "exits"), [
    (NORMAL + 3, "A1", (), False), (NORMAL + 4, "A1", (), True), (NORMAL + 4, "B1", ("A1",), True),
    (NORMAL + 4, "C1", ("B1", "A1"), False), (NORMAL + 4, "B1", (), False),
])  # fmt: skip
def test_units_leave_from_the_first_column_for_a_movement_point(edged, turn, hex_, way, exits):
    there = board(edged, {"pz3": f"{hex_}>E", "infantry": "I1>W"}, AXIS, turn=turn)
    assert ("exit" in there.offered("move", "pz3", *way)) == exits


def test_who_leaves_is_not_lost_and_its_headquarters_stays(edged):
    there = board(edged, {"pz3": "B6>E", "pz2": "B1>E", "infantry": "I1>W", "hq1": "pz3"}, AXIS, turn=NORMAL + 4)
    before = there.play.score(there.state)
    there.act("move", "pz3", "A6", "exit")
    assert (there.unit("pz3", "place"), there.unit("hq1", "host"), there.left) == (GONE, -1, 1)
    assert there.play.score(there.state) == [before[0] + 2, before[1]]
    assert there.offered("attach", "hq1") == ["pz2"]


@pytest.mark.clause("3.4", "11.3", "Q16.1", game="western-desert")
@pytest.mark.parametrize("how", ["leaves", "eliminated"])
def test_no_headquarters_is_lost_with_its_unit(edged, how):
    """It is set aside, and for a point it is with another unit."""
    units = {"pz3": {"at": "A1>W", "disordered": 1}, "pz2": "C6>E", "infantry": "B1>W", "hq1": "pz3"}
    there = board(edged, units, AXIS if how == "leaves" else ALLIED, turn=NORMAL + 4, dice=[6])
    if how == "leaves":
        there.act("move", "pz3", "exit")
    else:
        there.act("fire", "pz3", "infantry")
    assert (there.where("pz3"), there.unit("hq1", "host")) == ("out", -1)
    again = board(edged, {"pz2": "C6>E", "infantry": "I1>W"}, AXIS, turn=NORMAL + 4)
    assert "hq1" in again.offered("attach")
    again.act("attach", "hq1", "pz2")
    assert (again.unit("hq1", "host"), again.left) == (again.index["pz2"], 1)


@pytest.mark.parametrize("players", [("competent", "random"), ("random", "competent")])
def test_whole_games_with_entries_and_exits_keep_what_must_hold(edged, players):
    played = whole_game(edged, players, 4)
    entered = {event.subjects[0] for event in played.match.playout.events if event.name == "reaches the edge"}
    assert len(entered) == len(LATE)
    if players[0] == "competent":
        assert any(event.name == "exits" for event in played.match.playout.events)
