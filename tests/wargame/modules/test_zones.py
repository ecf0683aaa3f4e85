"""Zones of control: what a step into one costs, and what they do not count for where friends stand."""

from __future__ import annotations

import pytest

from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.modules.movement.march import reach
from scenario_forge.wargame.modules.movement.moving import Movement, Trial
from scenario_forge.wargame.modules.retreat import Retreat
from tests.systems.position import whole_game

from .ridge import FRENCH, Board, variant

pytestmark = pytest.mark.rule("zones", "movement", "retreat", "supply")

ONE = dict.fromkeys(["clear", "woods", "ridge", "village", "stream", "road"], 1)
ENEMY = {"Rohan": "0917"}
"""His zone has 0817, 0818 and 0918 in it, but no hex of row 19, and not 0718."""


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """Games in which each step costs a point, by their zones: each is made once."""
    made = {}

    def of(**zones):
        key = repr(sorted(zones.items()))
        if key not in made:
            folder = tmp_path_factory.mktemp("zones")
            made[key] = variant(folder, zones=zones, movement={"costs": ONE}, stacking=[{"limit": 2}])
        return made[key]

    return of


def movement_of(board):
    return board.rules.module(Movement), board.rules.at(board.state)


@pytest.mark.parametrize(
    ("zones", "further"),
    [
        ({"enter": "stop"}, set()),
        ({"enter": "free"}, {"0718", "0819", "0919", "0817", "0918"}),
        ({"enter": 2}, {"0718", "0819", "0919"}),  # one point is left, and two more hexes of the zone would cost three
        ({"enter": 3}, set()),  # all four are spent
        ({"enter": 2, "leave": 1}, set()),  # it has one point, and the way out costs two
        ({"enter": 1, "leave": 1}, {"0718", "0819", "0919"}),
    ],
)
def test_a_step_into_a_zone_costs_what_the_key_says(ready, zones, further):
    """Infantry with four points goes from 0819 into 0818."""
    board = Board(ready(**zones), {"Friant": "0819", **ENEMY}, "movement")
    assert "0818" in board.offered("Friant")
    assert set(board.offered("Friant", "0818")) == further


@pytest.mark.parametrize(("enter", "enters"), [(3, True), (4, False)])
def test_a_step_into_a_zone_may_cost_more_than_a_unit_has(ready, enter, enters):
    board = Board(ready(enter=enter), {"Friant": "0819", **ENEMY}, "movement")
    assert ("0818" in board.offered("Friant")) == enters


@pytest.mark.parametrize(
    ("zones", "spent"),
    [({"enter": "stop"}, 1), ({"enter": 2}, 3), ({"enter": 3}, 4), ({"enter": 4}, None), ({"enter": 2, "leave": 1}, 3)],
)
def test_a_step_on_to_the_map_costs_what_the_zone_there_costs(ready, zones, spent):
    """0818 is in the zone of Rohan, 0719 in none; from off the map no step leads out of one."""
    board = Board(ready(**zones), {"Friant": "0819", **ENEMY}, "movement")
    movement, now = movement_of(board)
    trial = Trial(TO_COME, (board.index["Friant"],), (0,), fresh=True)
    entered = movement.entered(now, trial, board.hex("0818"))
    found = entered and (entered.hex, entered.spent, entered.stops)
    assert found == (None if spent is None else (board.hex("0818"), (spent,), zones["enter"] == "stop"))
    assert movement.entered(now, trial, board.hex("0719")).spent == (1,)


@pytest.mark.parametrize(("enemy", "toll"), [("0102", 1), ("0110", 0)])
def test_a_step_out_of_a_zone_costs_points_in_the_first_hex_of_the_map_too(ready, enemy, toll):
    board = Board(ready(enter="free", leave=1), {"Friant": "0101", "Rohan": enemy}, "movement")
    movement, now = movement_of(board)
    assert board.hex("0101") == 0
    assert movement.toll(now, [board.index["Friant"]], 0, board.hex("0201")) == toll


@pytest.mark.parametrize("enter", ["stop", "free", 1])
def test_nobody_moves_out_of_a_zone_that_locks(ready, enter):
    """Friant is in the zone of Rohan, Morand beside it; whoever enters it on the way stays."""
    places = {"Friant": "0818", "Morand": "0819", **ENEMY}
    board = Board(ready(enter=enter, leave="never"), places, "movement")
    assert board.offered("Friant") == []
    assert board.offered("Morand", "0818") == []
    assert {"0818", "0719"} <= set(board.offered("Morand"))
    on = {choice.token: choice.more for choice in board.playout.choices(board.action("Morand"))}
    assert (on[board.hex("0818")], on[board.hex("0719")]) == (False, True), "the move is over in the zone"
    movement, now = movement_of(board)
    stays, _ = reach(movement, now, board.index["Friant"])
    assert [hex_ for hex_, cost in enumerate(stays) if cost >= 0] == [board.hex("0818")]
    goes, before = reach(movement, now, board.index["Morand"])
    zone = now.zone(1)
    assert goes[board.hex("0818")] >= 0
    assert not [hex_ for hex_, cost in enumerate(goes) if cost > 0 and before[hex_] in zone], "a way through the zone"


def test_a_unit_that_comes_on_in_a_zone_pays_for_it(ready):
    for enemy, spent in (("0919", 3), ("0301", 1)):
        board = Board(ready(enter=2), {"Rohan": enemy, "Morand": "0101"}, "movement")
        movement, now = movement_of(board)
        trial = movement.before(now, [board.index["Friant"]])._replace(hex=-2)
        assert movement.entered(now, trial, board.hex("0820")).spent == (spent,)


@pytest.mark.parametrize(
    ("zones", "friend", "costs"),
    [
        ({"enter": 2}, "0101", {"0818": 3, "0718": 3, "0719": 1, "0817": -1}),
        ({"enter": 2, "negated_by_friends": ["movement"]}, "0818", {"0818": 1, "0817": 4}),
        ({"enter": 2, "negated_by_friends": ["retreat"]}, "0818", {"0818": 3, "0817": -1}),
        ({"enter": "stop"}, "0818", {"0818": 1, "0817": -1}),
        ({"enter": "stop", "negated_by_friends": ["movement"]}, "0818", {"0818": 1, "0817": 2}),
    ],
)
def test_a_player_reckons_with_what_zones_cost(ready, zones, friend, costs):
    """Ulm has 0718 in his zone, so that every way to 0817 leads through two hexes of zones."""
    board = Board(ready(**zones), {"Friant": "0819", "Morand": friend, **ENEMY, "Ulm": "0717"}, "movement")
    movement, now = movement_of(board)
    reached, _before = reach(movement, now, board.index["Friant"])
    assert {hex_: reached[board.hex(hex_)] for hex_ in costs} == costs


@pytest.mark.parametrize(
    ("negated", "friend", "further"),
    [
        (["movement"], "0818", {"0718", "0819", "0919", "0817", "0918"}),
        (["movement"], "0101", set()),
        (["retreat"], "0818", set()),
    ],
)
def test_nobody_stops_where_a_friend_negates_the_zone(ready, negated, friend, further):
    board = Board(ready(negated_by_friends=negated), {"Friant": "0819", "Morand": friend, **ENEMY}, "movement")
    assert set(board.offered("Friant", "0818")) == further
    if further:
        assert board.offered("Friant", "0818", "0918") == [], "nobody is in 0918, so the unit stops there"


@pytest.mark.parametrize(
    ("negated", "units", "toll"),
    [
        (["movement"], ["Friant"], 0),
        (["movement"], ["Friant", "Morand"], 1),  # nobody is left there
        ([], ["Friant"], 1),
    ],
)
def test_units_that_move_are_no_friends_of_themselves(ready, negated, units, toll):
    """Both stand in a zone; a step out of it costs a point more."""
    board = Board(ready(leave=1, negated_by_friends=negated), {"Friant": "0818", "Morand": "0818", **ENEMY}, "movement")
    movement, now = movement_of(board)
    moving = [board.index[name] for name in units]
    assert movement.toll(now, moving, board.hex("0818"), board.hex("0819")) == toll


@pytest.mark.parametrize(("friend", "goes"), [("0818", True), ("0918", True), ("0101", False)])
def test_a_unit_goes_from_zone_to_zone_where_a_friend_negates_one(ready, friend, goes):
    zones = {"between": "never", "negated_by_friends": ["movement"]}
    board = Board(ready(**zones), {"Friant": "0818", "Morand": friend, **ENEMY}, "movement")
    assert ("0918" in board.offered("Friant")) == goes


@pytest.mark.parametrize(
    ("negated", "friend", "open_"),
    [(["retreat"], "0818", True), (["retreat"], "0101", False), (["movement"], "0818", False)],
)
def test_a_retreat_leads_through_zones_that_friends_negate(ready, negated, friend, open_):
    board = Board(ready(negated_by_friends=negated), {"Friant": "0819", "Morand": friend, **ENEMY}, "movement")
    ways = board.rules.module(Retreat).ways(board.rules.at(board.state), board.index["Friant"], 1)
    assert (board.hex("0818") in ways.ends) == open_
    assert board.hex("0718") in ways.ends


def test_players_come_to_the_end_of_a_game_with_dear_zones(ready):
    zones = ready(enter=1, leave=1, negated_by_friends=["movement", "retreat"])
    assert whole_game(zones, ("competent", "competent"), 1).match.playout.events
    assert FRENCH == 0
