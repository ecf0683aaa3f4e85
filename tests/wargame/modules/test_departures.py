"""Units of *A Day on the Ridge* that leave the map in the turn of their entry."""

from __future__ import annotations

import pytest

from scenario_forge import check, load_game
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.game.placement import Placement
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.wargame.board.board import GONE
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, RIDGE, Board
from .test_arrivals import Coming, game_of, late

pytestmark = pytest.mark.rule("arrivals", "movement")

LEAVE = {"Friant": "edge:south turn 3 until turn 5", "Morand": "0616 turn 2, until turn 4", "Gudin": "in:camp turn 2"}
STAY = {"Friant": "until turn 4"}
"""Friant is there from the first turn on."""


@pytest.fixture(scope="module")
def leaving():
    return late(late=LEAVE)


@pytest.mark.parametrize(
    ("cell", "kinds"),
    [
        ("until turn 5", ["leaves"]),
        ("until 3/41", ["leaves"]),
        ("0416 turn 3 until turn 5", ["arrives", "leaves"]),
        ("Ridge Farm turn 3 until turn 5", ["arrives", "leaves"]),
        ("in:camp turn 3 until turn 5", ["arrives", "leaves"]),
        ("edge:south,west turn 3 until turn 5", ["arrives", "leaves"]),
    ],
)
def test_a_departure_is_written_as_it_was_read(cell, kinds):
    tokens = Placement().parse(cell)
    assert ([token.kind for token in tokens], Placement().format(tokens)) == (kinds, cell)
    assert cell[tokens[-1].start : tokens[-1].end].startswith("until ")
    assert Placement().parse(cell.replace(" until", ", until"))[-1].date == tokens[-1].date


def test_a_unit_leaves_in_the_phase_of_its_side_in_its_turn(leaving):
    units = {"Morand": "0611", "Gudin": "0811", "Friant": "0411"}
    assert Coming(leaving, units, turn=2).where("Morand") == "0611", "not in turn 3"
    board = Coming(leaving, units, turn=3)
    assert (board.unit("Morand", "place"), board.where("Friant")) == (GONE, "0411")
    assert [event.name for event in board.playout.events] == ["withdrawn"]
    assert Coming(leaving, units, side=AUSTRIAN, turn=3).where("Morand") == "0611"
    assert Coming(leaving, units, turn=5).unit("Friant", "place") == GONE, "nor later, if it could not before"


def test_who_has_left_is_not_lost_and_does_not_act(leaving):
    board = Coming(leaving, {"Morand": "0611", "Gudin": "0811", "Rohan": "0605"}, turn=3)
    names = {row: name for name, row in board.index.items()}
    out = {names[unit]: status for unit, status in board.play.out_of_play(board.state).items()}
    assert (out["Morand"], out["Carra"]) == ("absent", "eliminated")
    both = Coming(leaving, {"Gudin": "0811", "Rohan": "0605"}, turn=3)
    both.state.units.place[both.index["Morand"]] = -1
    assert both.rules.eliminated(both.state, FRENCH) == board.rules.eliminated(board.state, FRENCH) + 1
    assert board.index["Morand"] not in board.play.to_come(board.state)
    assert not list(board.play.tolls(board.state, board.events("withdrawn")[0]))
    moving = Board(leaving, {"Gudin": "0811"}, "movement", turn=3)
    moving.state.units.place[moving.index["Morand"]] = GONE
    assert moving.offered() == ["Gudin", "end"]


def test_who_was_eliminated_before_does_not_leave_and_nobody_else_does(leaving):
    board = Coming(leaving, {"Gudin": "0811", "Friant": "0411"}, turn=3)
    board.state.units.place[board.index["Morand"]] = -1
    board.again(0)
    assert (board.unit("Morand", "place"), board.where("Friant"), board.where("Gudin")) == (-1, "0411", "0811")
    assert board.playout.events == []


def test_who_has_not_come_by_then_does_not_come_any_more(leaving):
    board = Coming(leaving, {"Gudin": "0811", "Friant": "0411"}, turn=3)
    assert board.unit("Morand", "place") == GONE
    assert board.state.stack == ()
    assert Coming(leaving, {"Gudin": "0811", "Friant": "0411"}, turn=2).offered() == ["Morand", "end"]


def test_others_arrive_after_those_that_leave():
    ready = late(late={**LEAVE, "Friant": "0416 turn 4", "Legrand": "until turn 4"})
    board = Coming(ready, {"Legrand": "0416", "Carra": "0416", "Morand": "0611", "Gudin": "0811"}, turn=3)
    assert [event.name for event in board.playout.events] == ["withdrawn", "withdrawn", "arrivals begin"]
    assert board.offered() == ["Friant", "end"], "there is room for it where Legrand has left"


def test_a_unit_may_be_there_at_first_and_leave():
    ready = late(late=STAY)
    state, names = ready.play.begin(), ready.compiled.names["units"]
    friant = names.index("Friant")
    assert state.units.place[friant] == ready.compiled.names["hexes"].index("0416")
    played = whole_game(ready, ("competent", "random"), 1)
    gone = [event.subjects for event in played.match.playout.events if event.name == "withdrawn"]
    lost = [event.subjects for event in played.match.playout.events if event.name == "eliminated"]
    assert ((friant,) in gone) != ((friant,) in lost)


def test_a_set_up_card_says_when_units_leave():
    game = game_of(late=LEAVE)
    card = set_up_card(plan(game, "dawn"), "french", words_of(game))
    parts = next(section["parts"] for section in card["sections"] if section["title"] == "Withdrawals")
    assert {part["head"]: [line["name"] for line in part["lines"]] for part in parts} == {
        "Turn 4": ["Morand"], "Turn 5": ["Friant"],
    }  # fmt: skip


def test_arrivals_are_spoken_of_only_where_units_arrive():
    leave, both = (game_of(late=cells) for cells in (STAY, LEAVE))
    assert [each.rule for each in leave.system.sentences(leave)["arrivals"]] == ["arrivals.withdrawn"]
    rules = [each.rule for each in both.system.sentences(both)["arrivals"]]
    assert (rules[0], rules[-1]) == ("arrivals.due", "arrivals.withdrawn")


@pytest.mark.parametrize("cells", [LEAVE, STAY])
def test_nothing_is_wrong_with_units_that_leave(cells):
    game = game_of(late=cells)
    assert {each.code.id for each in check(game)} - {"RUL072", "RUL149"} == set(), [str(e) for e in check(game)]


SLIPS = [
    ("MOD009", {"late": STAY, "key": None}, "leaves on a turn, and no module"),
    ("OOB020", {"late": {"Friant": "until turn 13"}}, "turn 13"),
    ("OOB075", {"late": {"Friant": "0416 turn 3 until turn 3"}}, "in which it arrives"),
    ("MOD007", {"late": {"Friant": "until turn 9"}, "stop": "8"}, "no scenario with this entry comes to that turn"),
    ("MOD002", {"late": STAY, "do": ["movement", "assault", "rally"]}, "its step `arrivals`"),
]


@pytest.mark.parametrize(("code", "slip", "says"), SLIPS, ids=[f"{code}-{says}" for code, _, says in SLIPS])
def test_a_slip_is_found_and_the_game_is_not_played(code, slip, says):
    game = game_of(**slip)
    found = [(each.code.id, each.message) for each in check(game)]
    assert any(id_ == code and says in message for id_, message in found), found
    if code != "OOB075":
        with pytest.raises(CompileError):
            compile_scenario(game, "dawn")


def test_a_unit_that_is_with_another_has_no_hex_to_leave():
    files = {name: file.source.text for name, file in game_of(late=STAY).files.items()}
    name = "orders-of-battle/french.yaml"
    files[name] = files[name].replace('"dawn": "0416"', '"dawn": "on:2"', 1)
    found = {(each.code.id, each.message) for each in check(load_game(RIDGE, "none", files))}
    why = "the unit begins with another one, and is in no hex that it could leave"
    assert ("MOD007", f"`until turn 4` has no use: {why}") in found, found


def test_a_unit_that_is_there_after_it_has_left_is_told_when_it_left():
    files = {name: file.source.text for name, file in game_of(late=STAY).files.items()}
    name = "orders-of-battle/french.yaml"
    files[name] = files[name].replace('"noon": "N"', '"noon": "0416"', 1)
    (message,) = [each.message for each in check(load_game(RIDGE, "none", files)) if each.code.id == "OOB023"]
    assert message.endswith("it left on turn 4")
