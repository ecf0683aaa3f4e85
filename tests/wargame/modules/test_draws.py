"""Units of *A Day on the Ridge* of which so many come in a turn, and reserves that a condition releases."""

from __future__ import annotations

import json

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.at_table import answer_typed, named_answers
from scenario_forge.api.play import prepare
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.board import LATER, TO_COME
from scenario_forge.wargame.board.mind import Mind
from tests.systems.position import whole_game

from .ridge import FRENCH, RIDGE
from .test_arrivals import Coming, game_of, late
from .test_reserves import UNITS, freed, ready_of

pytestmark = pytest.mark.rule("arrivals")

THREE = {"no": [1, 2, 3]}
"""Friant comes at the edge from turn 3 on, Morand in 0616 and Gudin in the camp from turn 2 on."""
FIGURES = {"one": "combat_results/1/heading", "two": "combat_results/2/heading"}
COMING = ("Friant", "Morand", "Gudin")


def drawn(number="one", by="chance", of=THREE, **more):
    figures = {number: FIGURES[number]} if number in FIGURES else None
    return {"drawn": [{"of": of, "number": number, "by": by}], "figures": figures, **more}


@pytest.fixture(scope="module")
def chance():
    return late(**drawn())


@pytest.fixture(scope="module")
def owner():
    return late(**drawn(by="owner"))


def drawn_in(board):
    names = {row: name for name, row in board.index.items()}
    return [names[event.subjects[0]] for event in board.events("drawn")]


@pytest.mark.parametrize("name", ["Morand", "Gudin"])
def test_one_of_those_whose_turn_has_come_is_drawn(chance, name):
    """In the second turn two are due; the other waits."""
    unit = chance.compiled.names["units"].index(name)
    board = Coming(chance, turn=1, dice=[unit])
    assert drawn_in(board) == [name]
    assert board.offered() == [name, "end"]


def test_all_who_are_left_have_the_same_chance(chance):
    """Of three of whom two are drawn, the second is one of the other two."""
    step, units = chance.play.sequence.steps["arrival-draw"], [7, 8, 9]
    for left, number in ((units, 2), (units[1:], 1)):
        frame = Frame("arrival-draw", {"side": FRENCH, "units": left, "number": number})
        outcomes = step.chance(chance.play.begin(), frame).outcomes
        assert [(each.token, each.weight) for each in outcomes] == [(unit, 1) for unit in left]


def test_who_draws_chits_of_paper_types_the_name_of_the_unit(chance):
    units = [chance.compiled.names["units"].index(name) for name in ("Morand", "Gudin")]
    frame = Frame("arrival-draw", {"side": FRENCH, "units": units, "number": 1})
    assert chance.play.throw_for(chance.play.begin(), frame, "arrival-draw") == "a unit that may arrive"
    step = chance.play.sequence.steps["arrival-draw"]
    named = named_answers(step, units)
    assert named == {"Morand": units[0], "Gudin": units[1]}
    assert [answer_typed(named, text) for text in ("gudin", str(units[0]), "Friant")] == [units[1], units[0], None]
    assert step.dice(units[0]) == "", "a unit is no die"
    twins = named_answers(step, [*units, units[1]])
    assert twins == {"Morand": units[0], units[1]: units[1]}, "a name that stands twice says nothing"


def test_nothing_is_drawn_before_the_turn_of_an_entry(chance):
    board = Coming(chance, turn=0)
    assert drawn_in(board) == []
    assert not board.state.stack, "nobody has to come yet"


def test_who_is_left_alone_comes_without_a_draw(chance):
    board = Coming(chance, {"Gudin": "0816"}, turn=1)
    assert drawn_in(board) == ["Morand"]


def test_as_many_come_as_the_figure_says():
    two = late(**drawn("two"))
    first = two.compiled.names["units"].index("Gudin")
    second = two.compiled.names["units"].index("Friant")
    board = Coming(two, turn=2, dice=[first, second])
    assert drawn_in(board) == ["Gudin", "Friant"]
    assert board.unit("Friant", "place") == TO_COME, "at the edge, from where he moves"
    assert board.unit("Morand", "place") == LATER


@pytest.mark.parametrize(("turn", "number"), [(1, 0), (2, 3)])
def test_the_track_says_how_many_come_turn_by_turn(turn, number):
    """None in the second turn, and all in the third."""
    files = {name: file.source.text for name, file in game_of(**drawn("fresh")).files.items()}
    track = json.loads(files["time-track.yaml"])
    track["columns"].append({"id": "fresh", "name": "Fresh", "kind": "number"})
    for box in track["boxes"]:
        box["fresh"] = "3" if box["turn"] == "3" else "0"
    game = load_game(RIDGE, "none", files | {"time-track.yaml": json.dumps(track)})
    assert len(drawn_in(Coming(prepare(game, "dawn"), turn=turn))) == number


def test_who_was_drawn_once_is_not_drawn_again(chance):
    """Who keeps a unit for a later turn has the next one drawn besides."""
    morand, gudin = (chance.compiled.names["units"].index(name) for name in ("Morand", "Gudin"))
    board = Coming(chance, turn=1, dice=[morand])
    board.act("end")
    board.again(1, [gudin])
    assert drawn_in(board) == ["Gudin"]
    assert board.offered() == ["Morand", "Gudin", "end"]
    assert [board.unit(name, "drawn") for name in COMING] == [0, 1, 1]


def test_the_owner_chooses_as_many_as_come(owner):
    board = Coming(owner, turn=1)
    assert board.playout.decider == FRENCH
    assert board.offered() == ["Morand", "Gudin"]
    assert board.offered("Morand") == [], "no more than one"
    board.act("Gudin")
    assert drawn_in(board) == ["Gudin"]
    assert board.offered() == ["Gudin", "end"]


def test_a_player_chooses_the_most_valuable(owner):
    board = Coming(owner, turn=2)
    arrivals = board.rules.modules["arrivals"]
    mind, now = Mind(board.play, FRENCH), board.rules.at(board.state)
    chosen = arrivals.thoughts["arrival-choice"](mind, now, board.playout.frame)
    assert chosen == (max((board.index[name] for name in COMING), key=lambda unit: mind.value(now, unit)),)
    assert board.playout.legal(chosen)


def test_who_is_drawn_needs_no_die():
    """Morand throws; the others are drawn."""
    ready = late(drawn=[{"of": {"no": [1, 3]}, "number": "two"}], rolled="two", figures=FIGURES)
    board = Coming(ready, turn=1, dice=[1])
    assert drawn_in(board) == ["Gudin"]
    assert [len(board.events(name)) for name in ("may arrive", "is late")] == [0, 1]
    assert board.offered() == ["Gudin", "end"]


def test_players_and_people_are_told_that_a_unit_may_come_later(chance):
    board = Coming(chance, turn=0)
    said = board.play.to_come(board.state)
    assert {said[board.index[name]].split()[0] for name in COMING} == {"from"}


@pytest.mark.parametrize("by", ["chance", "owner"])
def test_whole_games_are_played_with_draws(by):
    played = whole_game(late(**drawn(by=by)), ("competent", "random"), 1)
    assert len([event for event in played.match.playout.events if event.name == "drawn"]) == len(COMING)


def test_nothing_is_wrong_with_draws():
    assert {each.code.id for each in check(game_of(**drawn()))} - {"RUL072", "RUL149"} == set()


SLIPS = [
    ("MOD007", "`of` has no use: none of its units arrives on a turn", drawn(of={"no": [5, 6]})),
    (
        "MOD007",
        "`of` has no use: an earlier draw is for all its units",
        {"drawn": [{"of": THREE, "number": "one"}, {"of": {"no": 2}, "number": "one"}], "figures": FIGURES},
    ),
    ("MOD001", "`number` needs a column of numbers", drawn("weather")),
    ("MOD007", "`number` has no use: no unit is drawn in any turn", drawn(0)),
    ("WGM001", "`five`", drawn("five")),
    ("MOD007", "`drawn` has no use: no unit arrives on a later turn", drawn(late={"Friant": "until turn 4"})),
    ("SCH", "", drawn(by="luck")),
]


@pytest.mark.parametrize(("code", "says", "keys"), SLIPS, ids=[f"{code}-{says}" for code, says, _ in SLIPS])
def test_a_slip_is_found_and_the_game_is_not_played(code, says, keys):
    game = game_of(**keys)
    found = [(each.code.id, each.message) for each in check(game)]
    assert any(id_.startswith(code) and says in message for id_, message in found), found
    with pytest.raises(CompileError):
        compile_scenario(game, "dawn")


# -- reserves that a condition releases ------------------------------------------------------------


def at(*within, **units):
    return {"present": {"units": units, "within": list(within)}}


FARM, NEAR = {"on": "Ridge Farm"}, {"near": {"of": "Ridge Farm", "hexes": 2}}
AUSTRIANS_AT_FARM = at(FARM, side="austrian")


@pytest.mark.parametrize(
    ("when", "units", "frees"),
    [
        (AUSTRIANS_AT_FARM, {"Rohan": "0708"}, True),
        (AUSTRIANS_AT_FARM, {"Lasalle": "0708"}, False),
        (AUSTRIANS_AT_FARM, {"Rohan": "0706"}, False),
        (at(NEAR, side="austrian"), {"Rohan": "0706"}, True),
        (at(NEAR, side="austrian", type="cavalry"), {"Rohan": "0706"}, False),
        (at({"area": "camp"}, nos=[1], side="austrian"), {"Rohan": "0816"}, True),
        (at({"area": "camp"}, nos=[2], side="austrian"), {"Rohan": "0816"}, False),
        ({"all": [AUSTRIANS_AT_FARM, at(NEAR, side="french")]}, {"Rohan": "0708"}, False),
        ({"all": [AUSTRIANS_AT_FARM, at(NEAR, side="french")]}, {"Rohan": "0708", "Lasalle": "0706"}, True),
        ({"any": [AUSTRIANS_AT_FARM, at(NEAR, side="french")]}, {"Lasalle": "0706"}, True),
        ({"is_not": at({"map": True}, side="austrian", types=["infantry"])}, {"Rohan": "0101"}, False),
        ({"is_not": at({"map": True}, side="austrian", types=["infantry"])}, {}, True),
    ],
)
def test_a_condition_on_where_units_are_releases_a_reserve(when, units, frees):
    ready = ready_of(when=when)
    there = {name: hex_ for name, hex_ in UNITS.items() if name in ("Carra", "Nansouty")}
    assert freed(ready, {**there, **units}) == (["Carra", "Nansouty"] if frees else [])


def test_so_many_units_must_be_there():
    when = {"present": {"units": {"side": "austrian"}, "within": [NEAR], "at_least": 2}}
    ready = ready_of(when=when)
    for units, frees in (({"Rohan": "0706"}, False), ({"Rohan": "0706", "Ulm": "0707"}, True)):
        assert bool(freed(ready, {"Carra": "1017", **units})) == frees


def test_a_unit_that_is_to_come_waits_for_a_condition_too():
    ready = ready_of(of={"no": 2, "side": "french"}, when=AUSTRIANS_AT_FARM)
    waits = Coming(ready, {"Gudin": "0811"}, turn=1)
    assert (waits.unit("Morand", "place"), waits.state.stack) == (LATER, ())
    assert Coming(ready, {"Gudin": "0811", "Rohan": "0708"}, turn=1).offered() == ["Morand", "end"]


@pytest.mark.parametrize(
    ("when", "code", "says"),
    [
        ({"hold": "Ridge Farm"}, "MOD007", "this condition has no use: no module looks at it"),
        ({"all": [{"hold": "Ridge Farm"}]}, "MOD007", "this condition has no use"),
        (at({"east_of": "Ridge Farm"}), "MOD007", "`east_of` has no use"),
        (at(FARM, supplied=True), "MOD007", "`supplied` has no use"),
        (at({"on": "Ridge Form"}), "WGM001", "`Ridge Form`"),
        (at({"area": "valley"}), "WGM001", "`valley`"),
        (at(FARM, type="guard"), "WGM001", "`guard`"),
    ],
)
def test_a_condition_that_no_module_looks_at_is_found(when, code, says):
    game = game_of(released=[{"of": {"no": [5, 6]}, "when": when}])
    found = [(each.code.id, each.message) for each in check(game)]
    assert any(id_ == code and says in message for id_, message in found), found
    with pytest.raises(CompileError):
        compile_scenario(game, "dawn")
