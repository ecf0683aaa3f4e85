"""Units of *A Day on the Ridge* that leave the map in their move, and what rows of the ledger give for more."""

from __future__ import annotations

import copy
import json

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.board import GONE
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, RIDGE, Board
from .test_arrivals import printed

SOUTH = {"of": {"side": "french"}, "area": "south", "since": "3", "cost": 2}
LINK = {
    "present": {
        "units": {"side": "french", "nos": [1, 2]},
        "within": [{"near_units": {"of": {"side": "french", "nos": [3]}, "hexes": 1}}],
    }
}
ROWS = [
    {"id": "gone", "text": "Each unit that leaves", "at": "event", "event": "exited", "side": "french", "points": 3},
    {"id": "lost", "text": "Each lost", "at": "event", "event": "eliminated", "side": "austrian", "points": 2},
    {"id": "farm", "text": "The farm", "at": "end", "when": {"hold": "Ridge Farm"}, "side": "french", "points": 6},
    {"id": "met", "text": "They have met", "at": "end", "when": {"ever": LINK}, "side": "french", "points": 5},
    {"id": "meet", "text": "They meet", "at": "end", "when": LINK, "side": "austrian", "points": 7},
    {"id": "each", "text": "They meet in a turn", "at": "turn", "when": LINK, "side": "french", "points": 1},
]


def game_of(*exits, ledger=ROWS, **more):
    names = ("rules.yaml", "map.yaml", "victory.yaml")
    files = {name: copy.deepcopy(printed()[name]) for name in names}
    rules, map_, victory = files.values()
    rules.update({"exits": [*exits], **more} if exits else more)
    map_["areas"] = [{"id": "south", "name": "the southern edge", "edge": ["south"]}]
    victory["ledger"] = list(ledger)
    return load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in files.items()})


@pytest.fixture(scope="module")
def open_():
    return prepare(game_of(SOUTH), "dawn")


@pytest.mark.parametrize(("turn", "exits"), [(1, False), (2, True)])
def test_units_leave_from_the_turn_that_is_named(open_, turn, exits):
    board = Board(open_, {"Friant": "0320"}, "movement", turn=turn)
    assert ("exit" in board.offered("Friant")) == exits


@pytest.mark.parametrize(("way", "exits"), [((), False), (("0319", "0320"), True), (("0318", "0319", "0320"), False)])
def test_they_leave_from_the_hexes_of_the_area_with_the_points_that_are_left(open_, way, exits):
    """Of four movement points two are for leaving."""
    board = Board(open_, {"Friant": "0317" if len(way) == 3 else "0318"}, "movement", turn=2)
    assert ("exit" in board.offered("Friant", *way)) == exits


def test_only_units_that_are_selected_leave(open_):
    board = Board(open_, {"Friant": "0501", "Rohan": "0320"}, "movement", AUSTRIAN, turn=2)
    assert "exit" not in board.offered("Rohan")


def test_who_has_left_does_not_come_back_and_is_not_lost(open_):
    board = Board(open_, {"Friant": "0319", "Gudin": "0501", "Rohan": "0505"}, "movement", turn=2)
    lost = board.rules.eliminated(board.state, FRENCH)
    board.act("Friant", "0320", "exit")
    (event,) = board.events("exits")
    assert board.play.event_text(board.state, event) == "Friant leaves the map from 0320"
    assert (board.unit("Friant", "place"), board.rules.eliminated(board.state, FRENCH)) == (GONE, lost)
    assert board.offered() == ["Gudin", "end"]
    points = {each.row: each.points for each in board.play.worths(board.state) if each.side == FRENCH}
    assert points["gone"] == 3


def test_rows_of_one_side_bring_the_other_nothing(open_):
    board = Board(open_, {"Friant": "0319", "Rohan": "0505"}, "movement")
    for holder, side in ((1, FRENCH), (2, AUSTRIAN)):
        board.state.towns.holder[0] = holder
        points = {(each.row, each.side): each.points for each in board.play.worths(board.state)}
        assert points["farm", FRENCH] == 6 * (side == FRENCH)
        assert points["farm", AUSTRIAN] == 0
    assert (points["lost", FRENCH], points["lost", AUSTRIAN]) == (0, 2 * board.rules.eliminated(board.state, FRENCH))


@pytest.mark.parametrize(("hex_", "meets"), [("0318", True), ("0316", False)])
def test_units_meet_others_beside_them(open_, hex_, meets):
    board = Board(open_, {"Friant": hex_, "Gudin": "0319", "Rohan": "0505"}, "movement")
    points = {each.row: each.points for each in board.play.worths(board.state) if each.side == AUSTRIAN}
    assert points["meet"] == 7 * meets


def test_a_condition_under_ever_scores_once_and_stays(open_):
    board = Board(open_, {"Friant": "0318", "Gudin": "0319", "Rohan": "0505"}, "turn")
    seen = []
    for where in ("0318", "0318", "0301"):
        board.state.units.place[board.index["Friant"]] = board.hex(where)
        board.state.stack = (Frame("turn", {"number": 1}),)
        board.playout.advance()
        points = {each.row: each.points for each in board.play.worths(board.state) if each.side == FRENCH}
        seen.append((points["met"], points["each"]))
    assert seen == [(5, 1), (5, 2), (5, 2)]


def test_the_rules_say_who_may_leave_and_what_it_brings():
    game = game_of(SOUTH)
    said = {each.rule: each.text for part in game.system.sentences(game).values() for each in part}
    assert said["exits.who"] == (
        "French units may leave the map in their move from turn 3 on, from a hex of the southern edge for "
        "2 movement points."
    )
    assert said["victory.exits"].startswith("The French side scores 3 points for each unit of its own that has left")
    assert said["victory.ever"] == (
        "The French side scores 5 points if at the end of any game turn at least 1 of the French units no. 1 or 2 is "
        "within 1 hex of French units no. 3."
    )


def test_an_exit_that_opens_in_no_turn_is_found():
    found = [each.message for each in check(game_of({**SOUTH, "since": "99"})) if each.span.file == "rules.yaml"]
    assert found == ["there is no game turn `99`"]


@pytest.mark.parametrize("players", [("random", "competent"), ("random", "random")])
def test_whole_games_with_exits_keep_what_must_hold(open_, players):
    played = whole_game(open_, players, 3)
    assert any(event.name == "exits" for event in played.match.playout.events)
