"""Units of *A Day on the Ridge* that replacement points turn back or bring back."""

from __future__ import annotations

import copy
import json
import re

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import prepare
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.board.mind import Mind
from scenario_forge.wargame.modules.arrivals.replacements import rebuild
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, RIDGE, Board
from .test_arrivals import CAMP, printed

pytestmark = pytest.mark.rule("arrivals")

BOTH = {"flipped": 1, "eliminated": 2}
POINTS = {"french": "fresh", "austrian": "two"}
OUT = -1


def game_of(late=(), do=("replacements", "movement", "assault", "rally"), keys=(), column="number", **replacements):
    """The game with points: the French ones are those of the track, none in turn 1 and one more each turn."""
    names = ("rules.yaml", "orders-of-battle/french.yaml", "map.yaml", "time-track.yaml")
    files = {name: copy.deepcopy(printed()[name]) for name in names}
    rules, french, map_, track = files.values()
    rules |= {key: value for key, value in dict(keys).items() if value is not None}
    for key in [key for key, value in dict(keys).items() if value is None]:
        del rules[key]
    rules["sequence"] = {"turns": [{"each": "first_second", "do": [*do]}]}
    given = {"points": POINTS, "restores": BOTH} | replacements
    rules["arrivals"] = {"replacements": given}
    if "two" in given["points"].values():
        rules["figures"] = {"two": "combat_results/2/heading"}
    track["columns"].append({"id": "fresh", "name": "French Replacements", "kind": column})
    if "fresh" not in given["points"].values():
        track["columns"][-1]["unused"] = "players look at it"
    for number, box in enumerate(track["boxes"]):
        box["fresh"] = str(number)
    if late:
        french["columns"].insert(1, {"id": "later", "label": "Later", "after": "dawn"})
        rules["sequence"]["turns"][0]["do"].insert(0, "arrivals")
        map_["areas"] = [CAMP]
    for unit in french["units"]:
        if unit["name"] in dict(late):
            unit.update({"dawn": "N", "later": dict(late)[unit["name"]]})
    return load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in files.items()})


def ready_of(**more):
    return prepare(game_of(**more), "dawn")


@pytest.fixture(scope="module")
def plain():
    return ready_of()


class Restoring(Board):
    """Units by name in their hexes, those of ``over`` turned over; all others are eliminated."""

    def __init__(self, ready, units=(), over=(), side=FRENCH, turn=1):
        super().__init__(ready, dict(units), "replacements", side, turn=turn)
        for name in over:
            self.state.units.flipped[self.index[name]] = 1
        self.state.revisions = self.state.revisions
        self.playout.advance()

    def again(self, turn):
        self.state.clock.turn[0] += turn
        self.state.stack = (Frame("replacements", {"side": FRENCH}),)
        self.playout = Playout(self.play.sequence, self.state, Scripted(()))
        self.playout.advance()


def test_a_point_turns_a_unit_back_that_is_in_no_zone_of_the_enemy(plain):
    units = {"Friant": "0416", "Morand": "0615", "Carra": "1017", "Rohan": "0614"}
    board = Restoring(plain, units, over=["Friant", "Morand"])
    assert board.offered() == ["Friant", "end"], "Carra is not turned over, and Morand is beside Rohan"
    assert Restoring(plain, {**units, "Rohan": "0611"}, ["Friant", "Morand"]).offered() == ["Friant", "Morand", "end"]
    board.act("Friant")
    assert (board.unit("Friant", "flipped"), board.unit("Morand", "flipped"), board.state.stack) == (0, 1, ())
    assert [event.name for event in board.playout.events] == ["replacements begin", "turned back"]


def test_points_are_those_of_the_turn_and_of_the_side(plain):
    units = {"Friant": "0416", "Rohan": "0606"}
    assert Restoring(plain, units, ["Friant"], turn=0).playout.events == [], "none in turn 1"
    assert Restoring(plain, units, ["Friant"], turn=1).offered() == ["Friant", "end"]
    austrian = Restoring(plain, units, ["Rohan"], AUSTRIAN, turn=0)
    assert austrian.offered()[0] == "Rohan"
    assert austrian.playout.events[0].subjects == (AUSTRIAN, 2)


def test_an_eliminated_unit_comes_back_in_the_hex_of_its_entry(plain):
    board = Restoring(plain, {"Carra": "1017"}, turn=2)
    assert "Friant" in board.offered()
    assert board.offered("Friant") == ["0416"]
    lost = board.rules.eliminated(board.state, FRENCH)
    board.state.units.flipped[board.index["Friant"]] = 1
    board.act("Friant", "0416")
    assert (board.where("Friant"), board.unit("Friant", "flipped")) == ("0416", 0)
    assert board.rules.eliminated(board.state, FRENCH) == lost - 1
    assert board.state.stack == (), "two points are spent"


@pytest.mark.parametrize(
    ("units", "offered"),
    [
        ({"Rohan": "0416"}, False),
        ({"Rohan": "0417"}, False),
        ({"Rohan": "0412"}, True),
        ({"Carra": "0416"}, True),
        ({"Carra": "0416", "Lasalle": "0416"}, False),
    ],
)
def test_it_needs_its_hex_free_of_enemies_and_their_zones_and_room_there(plain, units, offered):
    assert ("Friant" in Restoring(plain, {"Nansouty": "0101", **units}, turn=2).offered()) == offered


def test_points_are_spent_one_after_another_and_a_unit_is_restored_once(plain):
    board = Restoring(plain, {"Friant": "0416", "Morand": "0616"}, over=["Friant", "Morand"], turn=3)
    board.act("Friant")
    assert board.offered()[0] == "Morand"
    assert "Legrand" in board.offered(), "two points are left"
    board.act("Morand")
    assert board.state.stack == (), "one point brings nobody back"


def test_a_unit_comes_back_turned_over_where_the_key_says_so():
    ready = ready_of(returns="turned_over", of={"no": [1, 9]})
    board = Restoring(ready, {"Carra": "1017"}, turn=3)
    assert board.offered() == ["Friant", "Foot guns", "end"]
    board.act("Friant", "0416")
    assert board.unit("Friant", "flipped") == 1
    assert board.state.stack == (), "nor is it turned back with the third point, in the same phase"


def test_units_come_back_where_they_arrived():
    ready = ready_of(late={"Friant": "edge:south turn 3", "Gudin": "in:camp turn 2"}.items(), of={"no": [1, 3]})
    board = Restoring(ready, {"Carra": "1017"}, turn=4)
    assert board.offered() == ["Friant", "Gudin", "end"]
    assert board.offered("Gudin") == ["0816", "0916"]
    board.act("Friant")
    assert board.unit("Friant", "place") == TO_COME
    board.act("Gudin", "0916")
    assert board.where("Gudin") == "0916"


def test_points_that_are_left_are_lost_or_kept(plain):
    for ready, kept in ((plain, 0), (ready_of(kept=True), 2)):
        board = Restoring(ready, {"Friant": "0416", "Carra": "1017"}, turn=2)
        board.act("end")
        board.again(1)
        assert board.playout.events[0].subjects == (FRENCH, 3 + kept)
        board.act("Morand", "0616")
        if kept:
            board.act("Gudin", "0816")
        assert board.state.stack == (), "one point brings nobody back"
        board.again(1)
        assert board.playout.events[0].subjects == (FRENCH, 4 + (1 if kept else 0))


def test_only_units_in_supply_are_restored():
    supply = {"source": {"french": ["south"], "austrian": ["north"]}, "range": 5}
    ready = ready_of(keys={"supply": supply}.items(), do=("supply", "replacements", "movement", "assault", "rally"))
    near, far = {"Friant": "0417"}, {"Friant": "0410"}
    assert "Friant" in Restoring(ready, near, ["Friant"], turn=1).offered()
    assert Restoring(ready, far, ["Friant"], turn=1).state.stack == ()
    coming = Restoring(ready, {"Carra": "1017"}, turn=2)
    assert "Friant" in coming.offered()
    assert "Rohan" not in Restoring(ready, {"Carra": "1017"}, side=AUSTRIAN).offered(), (
        "its hex is too far from the north"
    )


def test_what_marked_a_unit_is_gone_when_it_comes_back(plain):
    board = Restoring(plain, {"Carra": "1017"}, turn=2)
    board.state.units.fought[board.index["Friant"]] = 1
    board.act("Friant", "0416")
    assert board.play.marks_of(board.state, board.index["Friant"]) == []


def test_the_computer_player_restores_what_is_worth_most_for_its_points(plain):
    """Friant has 3 strength to win for one point; a unit that comes back brings its strength and 2 points for two."""
    board = Restoring(plain, {"Friant": "0416", "Carra": "1017"}, over=["Friant"], turn=2)
    mind = Mind(board.play, FRENCH)
    best = rebuild(mind, board.rules.at(board.state), board.playout.frame)
    assert best == board.action("Morand", "0616"), "6 strength and 2 points of the ledger, for two"
    cheap = Restoring(ready_of(restores={"flipped": 1, "eliminated": 3}), {"Friant": "0416"}, over=["Friant"], turn=3)
    best = rebuild(Mind(cheap.play, FRENCH), cheap.rules.at(cheap.state), cheap.playout.frame)
    assert best == cheap.action("Friant")


def test_units_come_back_in_a_whole_game(plain):
    played = whole_game(plain, ("competent", "competent"), 3)
    names = {event.name for event in played.match.playout.events}
    assert {"comes back", "turned back"} <= names
    whole_game(ready_of(kept=True, returns="turned_over"), ("random", "random"), 2)


def test_nothing_is_wrong_with_replacements():
    for game in (game_of(), game_of(kept=True, returns="turned_over", late={"Friant": "edge:south turn 3"}.items())):
        assert {each.code.id for each in check(game)} - {"RUL072", "RUL149"} == set(), [str(e) for e in check(game)]


CROWDED = [{"limit": 2, "counted": "half_when_flipped"}]
FATAL = {code: {"attacker": {"eliminate": "all"}} for code in ("AE", "AR", "-", "DR", "DD", "DE")}


@pytest.mark.parametrize(
    ("do", "more"),
    [
        (("crowding",), {"stacking": CROWDED}),
        (("barrage",), {"barrage": {"range": "range"}, "sight": {"reach": {"usual": "two"}}}),
    ],
)
def test_units_are_turned_back_that_crowding_or_a_barrage_turns_over(do, more):
    keys = {"effects": FATAL, "rally": None, "retreat": None, **more}
    game = game_of(do=("replacements", "movement", *do, "assault"), keys=keys.items())
    assert not [each.message for each in check(game) if "`flipped` has no use" in each.message]


SLIPS = [
    ("MOD001", "`replacements` needs the key `effects`", {"keys": {"effects": None}.items()}),
    ("MOD002", "its step `replacements`", {"do": ["movement", "assault", "rally"]}),
    ("MOD007", "`restores` has no use: it names nothing", {"restores": {}}),
    ("MOD007", "`returns: turned_over` has no use", {"restores": {"flipped": 1}, "returns": "turned_over"}),
    ("MOD007", "`eliminated: 12` .* no side has more than 11 points", {"restores": {"eliminated": 12}}),
    ("MOD001", "a column of numbers, but the column Weather", {"points": {"french": "weather", "austrian": "fresh"}}),
    ("WGM001", "no .* `frehs`", {"points": {"french": "frehs", "austrian": "fresh"}}),
    ("WGM001", "no side `saxon`", {"points": {"french": "fresh", "saxon": "two"}}),
    ("SCH", "", {"points": {}}),
    ("SCH", "", {"restores": {"flipped": 0}}),
    ("MOD004", "no unit has `guard`", {"of": {"type": "guard"}}),
    ("MOD007", "`flipped` has no use: nothing turns units over", {
        "keys": {"effects": {code: {"attacker": {"eliminate": "all"}} for code in ("AE", "AR", "-", "DR", "DD", "DE")},
                 "rally": None, "retreat": None}.items(),
        "do": ["replacements", "movement", "assault"],
    }),
]  # fmt: skip


@pytest.mark.parametrize(("code", "says", "slip"), SLIPS, ids=[f"{code}-{says}" for code, says, _ in SLIPS])
def test_a_slip_is_found_and_the_game_is_not_played(code, says, slip):
    game = game_of(**slip)
    found = [(each.code.id, each.message) for each in check(game)]
    assert any(id_.startswith(code) and re.search(says, message) for id_, message in found), found
    with pytest.raises(CompileError):
        compile_scenario(game, "dawn")


def test_arrivals_without_their_step_are_found_beside_replacements():
    game = game_of(late={"Friant": "edge:south turn 3"}.items())
    assert "MOD002" not in {each.code.id for each in check(game)}
    files = {name: file.source.text for name, file in game.files.items() if name == "rules.yaml"}
    text = files["rules.yaml"].replace('"arrivals",', "", 1)
    files = {name: file.source.text for name, file in game.files.items()} | {"rules.yaml": text}
    found = [(each.code.id, each.message) for each in check(load_game(RIDGE, "none", files))]
    assert any(id_ == "MOD002" and "its step `arrivals`" in message for id_, message in found), found
