"""Units of *A Day on the Ridge* that wait until something releases them."""

from __future__ import annotations

import json

import pytest

from scenario_forge import check, load_game
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.wargame.board.board import LATER
from scenario_forge.wargame.board.mind import Mind
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, RIDGE, Board
from .test_arrivals import Coming, game_of, late

pytestmark = pytest.mark.rule("arrivals", "movement")

FIVE_AND_SIX = {"no": [5, 6]}
"""Of the French, Carra and Nansouty; of the Austrians, Vukasovich and Mayer."""
UNITS = {"Carra": "1017", "Nansouty": "0117", "Lasalle": "1317", "Vukasovich": "1003"}


def ready_of(of=FIVE_AND_SIX, **what):
    return late(released=[{"of": of, **what}])


@pytest.fixture(scope="module")
def near():
    return ready_of(near=3)


def test_a_reserve_that_has_still_to_come_is_not_released_by_who_comes_near():
    """Friant, Morand and Gudin all arrive later, and are not there at noon either; Legrand is there."""
    for of, lost, useless in (([1, 2, 3], [], True), ([1, 4], [], False), ([1, 2, 3], ["Ridge Farm"], False)):
        game = game_of(released=[{"of": {"no": of, "type": "infantry"}, "near": 3, "lost": lost}])
        files = {name: file.source.text for name, file in game.files.items()}
        french = json.loads(files["orders-of-battle/french.yaml"])
        for unit in french["units"][:3]:
            unit["noon"] = "N"
        game = load_game(RIDGE, "none", files | {"orders-of-battle/french.yaml": json.dumps(french, indent=1)})
        found = [each.message for each in check(game) if each.code.id == "MOD007"]
        assert any("`near` has no use: no French unit of the reserve" in message for message in found) == useless, found


def test_a_reserve_that_shares_units_with_an_earlier_one_has_the_others():
    rows = [{"of": FIVE_AND_SIX, "near": 3}, {"of": {"no": [6, 7]}, "near": 2}, {"of": {"no": [8]}, "near": 2}]
    game = game_of(released=rows)
    said = [each.text for each in game.system.sentences(game)["arrivals"] if each.rule == "arrivals.reserve"]
    assert ["of no other reserve are a reserve" in text for text in said] == [False, True, False]


def freed(ready, units, side=FRENCH, turn=0):
    """The units that are released in a phase."""
    board = Coming(ready, units, side, turn)
    names = {row: name for name, row in board.index.items()}
    return [names[event.subjects[0]] for event in board.events("released")]


def movers(ready, units, released=(), side=FRENCH):
    board = Board(ready, units, "movement", side)
    for name in released:
        board.state.units.released[board.index[name]] = 1
    return board.offered()


def test_a_reserve_does_not_move_before_it_is_released(near):
    assert movers(near, UNITS) == ["Lasalle", "end"]
    assert movers(near, UNITS, side=AUSTRIAN) == []
    assert movers(near, UNITS, ["Carra"]) == ["Carra", "Lasalle", "end"]


def test_an_enemy_that_comes_near_one_of_them_releases_all_of_a_side(near):
    assert freed(near, {**UNITS, "Rohan": "1014"}) == ["Carra", "Nansouty"]
    assert freed(near, {**UNITS, "Rohan": "1013"}) == []
    assert freed(near, {**UNITS, "Rohan": "1014"}, AUSTRIAN) == [], "the Austrians are a reserve of their own"
    assert freed(near, {**UNITS, "Friant": "1014"}) == [], "no enemy"


def test_who_is_released_stays_so(near):
    board = Coming(near, {**UNITS, "Rohan": "1014"}, turn=0)
    board.state.units.place[board.index["Rohan"]] = -1
    board.again(1)
    assert board.events("released") == []
    assert [board.unit(name, "released") for name in ("Carra", "Nansouty", "Lasalle", "Vukasovich")] == [1, 1, 0, 0]


@pytest.mark.parametrize(("key", "frees", "leaves"), [("lost", "Rohan", "Lasalle"), ("held", "Lasalle", "Rohan")])
def test_a_place_that_is_lost_or_held_releases_a_reserve(key, frees, leaves):
    ready = ready_of(**{key: ["Ridge Farm", "0101"]})
    farm = ready.compiled.names["hexes"][ready.play.rules.hex("Ridge Farm")]
    for hex_ in (farm, "0101"):
        assert freed(ready, {**UNITS, frees: hex_}) == ["Carra", "Nansouty"]
        assert freed(ready, {**UNITS, leaves: hex_}) == []
    assert freed(ready, {**UNITS, frees: "0102"}) == []


def test_a_reserve_that_is_to_come_does_not_arrive_before():
    ready = ready_of(of={"no": 2}, near=3, held=["0101"])
    waits = Coming(ready, {"Gudin": "0811"}, turn=1)
    assert (waits.unit("Morand", "place"), waits.state.stack) == (LATER, ())
    comes = Coming(ready, {"Gudin": "0811", "Carra": "0101"}, turn=1)
    assert comes.offered() == ["Morand", "end"]
    early = Coming(ready, {"Gudin": "0811", "Carra": "0101"}, turn=0)
    assert (len(early.events("released")), early.state.stack) == (1, ()), "nor before its turn"


def test_a_player_fears_a_reserve_of_the_enemy_only_where_it_stands(near):
    for released in (0, 1):
        board = Board(near, {"Carra": "1017", "Vukasovich": "1003"}, "movement")
        board.state.units.released[board.index["Vukasovich"]] = released
        danger = Mind(board.play, FRENCH).danger(board.rules.at(board.state))
        assert danger[board.hex("1004")] > 0
        assert (danger[board.hex("1006")] > 0) == bool(released)


def test_computer_players_play_on_with_reserves(near):
    played = whole_game(near, ("competent", "competent"), 1)
    freed_at, moved = {}, set()
    for number, event in enumerate(played.match.playout.events):
        if event.name == "released":
            freed_at[event.subjects[0]] = number
        elif event.name == "enters" and near.compiled.units.no[event.subjects[0]] in (5, 6):
            assert event.subjects[0] in freed_at
            moved.add(event.subjects[0])
    assert moved


def test_nothing_is_wrong_with_reserves():
    for late_ in ({"Friant": "edge:south turn 3"}, {"Friant": "until turn 4"}):
        game = game_of(late=late_, released=[{"of": {"type": "cavalry"}, "lost": ["Ridge Farm"], "near": 3}])
        assert {each.code.id for each in check(game)} - {"RUL072", "RUL149"} == set(), [str(e) for e in check(game)]


SLIPS = [
    ("MOD007", "nothing releases these units", [{"of": FIVE_AND_SIX}]),
    ("MOD007", "`near: 300` has no use", [{"of": FIVE_AND_SIX, "near": 300}]),
    (
        "MOD007",
        "all its units already belong to an earlier reserve",
        [{"of": FIVE_AND_SIX, "near": 3}, {"of": {"no": 5}, "near": 2}],
    ),
    ("MOD004", "no unit has `guard`", [{"of": {"type": "guard"}, "near": 3}]),
    ("WGM001", "`Ridge Form`", [{"of": FIVE_AND_SIX, "lost": ["Ridge Form"]}]),
    ("SCH", "", [{"near": 3}]),
    ("SCH", "", [{"of": FIVE_AND_SIX, "near": 0}]),
]


@pytest.mark.parametrize(("code", "says", "rows"), SLIPS, ids=[f"{code}-{says}" for code, says, _ in SLIPS])
def test_a_slip_is_found_and_the_game_is_not_played(code, says, rows):
    game = game_of(released=rows)
    found = [(each.code.id, each.message) for each in check(game)]
    assert any(id_.startswith(code) and says in message for id_, message in found), found
    with pytest.raises(CompileError):
        compile_scenario(game, "dawn")
