"""Leaders without action points: with whom they move, what their value adds, how they are lost, whom they command."""

from __future__ import annotations

import copy
import json

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.board.mind import Commander, Mind
from scenario_forge.wargame.modules.assault.assault import Fight
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FIGURES, FIRE, FRENCH, NUMBERS, RIDGE, Board

pytestmark = pytest.mark.rule("leaders", "movement", "assault", "fire")

LEADERS = {"type": "leader"}
"""Davout (2, his successor 1) and Oudinot (1, without a successor); the Archduke (1)."""
ADDED = [
    {"side": "french", "no": 11, "name": "Davout", "leadership": 2, "reach": 3, "deputy": {"leadership": 1}},
    {"side": "french", "no": 12, "name": "Oudinot", "leadership": 1, "reach": 1},
    {"side": "austrian", "no": 11, "name": "Archduke", "leadership": 1, "reach": 2},
]
ON = {"Davout": "on:1", "Oudinot": "on:4", "Archduke": "on:1"}
NAMES = ("rules.yaml", "counters.yaml", "charts.yaml", "orders-of-battle/french.yaml", "orders-of-battle/austrian.yaml")
OUT = {"halves": [{"value": "movement", "round": "up"}], "may_not": ["assault"]}
TURNS = [{"each": "first_second", "do": ["command", "movement", "assault", "rally"]}]
CORPS = {"Davout": "right", "Oudinot": "left"}


def files(leaders, formations=False, **rules):
    """The files of the game with leaders: each side's begin with its first unit, Oudinot with Legrand."""
    found = {name: copy.deepcopy(file.data) for name, file in load_game(RIDGE, "none").files.items() if name in NAMES}
    changed, counters = found["rules.yaml"], found["counters.yaml"]
    changed |= {"leaders": {"of": LEADERS, **leaders}, "figures": FIGURES, **rules}
    found["rules.yaml"] = {key: value for key, value in changed.items() if value is not None}
    found["charts.yaml"]["charts"] |= {"numbers": NUMBERS, "fire": FIRE}
    counters["types"].append({"id": "leader", "name": "Leader", "symbol": "infantry", "combat": False})
    for value in counters["values"]:
        value["without"] = ["leader"]
    counters["values"] += [{"id": id_, "name": id_.title(), "optional": True} for id_ in ("leadership", "reach")]
    counters["faces"].append({"id": "deputy", "name": "Deputy", "values": ["leadership"]})
    nations = {"french": "france", "austrian": "austria"}
    counters["units"] += [
        {**each, "nationality": nations[each["side"]], "size": "I", "type": "leader"} for each in ADDED
    ]
    for each in ADDED:
        entry = dict.fromkeys(("dawn", "noon"), ON[each["name"]])
        row = {"no": each["no"], "name": each["name"], **entry}
        found[f"orders-of-battle/{each['side']}.yaml"]["units"].append(row)
    found["orders-of-battle/french.yaml"]["units"][-1]["noon"] = "on:5"  # Legrand is lost by then
    if formations:
        form(counters)
    return found


def form(counters):
    """Two French corps, led by Davout and Oudinot; the guns on the left are its headquarters; Austrians in none."""
    counters["formations"] = [
        {"id": "right", "side": "french", "name": "Right"},
        {"id": "left", "side": "french", "name": "Left", "headquarters": 9},
    ]
    for unit in counters["units"]:
        if unit["side"] == "french":
            unit["parent"] = CORPS.get(unit["name"], "right" if unit["no"] < 4 else "left")


def made(leaders, **more):
    return load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in files(leaders, **more).items()})


def led(leaders, **more):
    return prepare(made(leaders, **more), "dawn")


def position(ready, units, step="movement", side=FRENCH, dice=(), **hosts):
    """Units in hexes, and leaders with some of them, or with nobody (None); the others are lost."""
    board = Board(ready, units, step, side, dice)
    for leader in ("Davout", "Oudinot", "Archduke"):
        with_ = hosts.get(leader, "")
        board.state.units.host[board.index[leader]] = board.index[with_] if with_ else -1 if with_ is None else -2
    return board


def host(board, leader):
    """The unit of a leader; else −1 for nobody, −2 for out of the game."""
    with_ = board.unit(leader, "host")
    return board.compiled.names["units"][with_] if with_ >= 0 else with_


@pytest.fixture(scope="module")
def plain():
    """Leaders without a value, who join units within three hexes."""
    return led({"joins": 3, "alone": 1})


@pytest.fixture(scope="module")
def stacks():
    """The same leaders, of units that move as stacks."""
    return led({"joins": 3}, movement={"costs": "terrain_effects", "together": True})


@pytest.fixture(scope="module")
def valued():
    """Leaders who count in an assault, and for units within their reach that rally."""
    return led({"value": "leadership", "counts": ["assault", "rally"], "reach": "reach"})


@pytest.fixture(scope="module")
def mortal():
    """Leaders who are lost on 4 or more, with a successor on the other side of the counter."""
    return led({"value": "leadership", "loss": "least", "successor": "deputy"})


@pytest.fixture(scope="module")
def commanded():
    """Corps under leaders who reach as far as their counters say."""
    command = {"range": 0, "reach": "reach", "out_of_command": OUT}
    return led(command, formations=True, sequence={"turns": TURNS}, activation={"order": "sides"})


# -- without action points -------------------------------------------------------------------------


def test_a_leader_begins_with_his_unit_and_goes_where_it_goes(plain):
    board = Board(plain, {"Friant": "0416"}, "movement")
    assert host(board, "Davout") == "Friant"
    assert "Davout" not in board.offered(), "he does not move by himself"
    board.act("Friant", "0415")
    (there,) = [piece for piece in board.play.pieces(board.state) if piece.number == board.index["Davout"]]
    assert there.place == board.hex("0415")


def test_a_leader_has_moved_with_his_unit_in_a_stack_too(stacks):
    """Gudin is beside Friant and goes along; Legrand stays, and so does his leader."""
    units = {"Friant": "0415", "Gudin": "0415", "Morand": "0413", "Legrand": "0416"}
    board = position(stacks, units, Davout="Gudin", Oudinot="Legrand")
    assert board.offered("attach") == ["Davout", "Oudinot"]
    board.act("Friant", "Gudin", "by", "0414")
    names = ("Friant", "Gudin", "Davout", "Legrand", "Oudinot")
    assert [board.unit(name, "moved") for name in names] == [1, 1, 1, 0, 0]
    assert board.offered("attach") == ["Oudinot"]


def test_a_leader_joins_a_unit_near_his_own_once_in_a_phase(plain):
    """Morand is three hexes away, Gudin four; Legrand has a leader."""
    units = {"Friant": "0416", "Morand": "0413", "Gudin": "0412", "Legrand": "0415"}
    board = position(plain, units, Davout="Friant", Oudinot="Legrand")
    assert board.offered("attach") == ["Davout", "Oudinot"]
    assert board.offered("attach", "Davout") == ["Morand"]
    board.act("attach", "Davout", "Morand")
    assert host(board, "Davout") == "Morand"
    assert board.offered("attach") == ["Oudinot"]
    assert "Morand" in board.offered(), "to join is no move of the unit"


def test_a_leader_whose_unit_has_moved_joins_no_other(plain):
    board = position(plain, {"Friant": "0416", "Morand": "0413"}, Davout="Friant")
    board.act("Friant", "0415")
    assert "attach" not in board.offered()
    other = position(plain, {"Friant": "0416", "Morand": "0413"}, Davout="Friant")
    other.act("Morand", "0412")
    assert other.offered("attach", "Davout") == [], "Morand is too far now"
    assert "attach" not in other.offered()


@pytest.mark.parametrize(("with_", "moved", "joins"), [
    (0, 0, False), (0, 1, True), (1, 0, True), (-1, -1, True), (-1, 0, True),
])  # fmt: skip
def test_only_that_his_own_unit_has_moved_keeps_a_leader_from_others(plain, with_, moved, joins):
    """``with_`` and ``moved``: numbers of units; −1 of him who is with nobody, and of the last unit of all."""
    first, second, third = plain.compiled.names["units"][:3]
    board = position(plain, {first: "0101", second: "0102", third: "0103"}, side=AUSTRIAN, Archduke=None)
    board.state.units.host[board.index["Archduke"]] = with_
    board.state.units.moved[moved] = 1
    now, leaders = board.rules.at(board.state), board.rules.modules["leaders"]
    assert leaders.joinable(now, [2], board.index["Archduke"]) == [2] * joins


@pytest.mark.parametrize(("to", "joins"), [("0104", True), ("0105", False)])
def test_a_leader_in_the_first_hex_of_the_map_joins_as_near_as_elsewhere(plain, to, joins):
    board = position(plain, {"Friant": "0101", "Morand": to}, Davout="Friant")
    assert board.hex("0101") == 0
    assert board.offered("attach", "Davout") == ["Morand"] * joins


def test_a_leader_who_is_with_nobody_joins_any_unit_and_a_player_lets_him(plain):
    board = position(plain, {"Friant": "0416", "Morand": "0402", "Gudin": "0415"}, Davout=None)
    assert board.offered("attach", "Davout") == ["Friant", "Morand", "Gudin"]
    board.playout.advance()
    player = Commander(board.play, FRENCH, 1)
    action = player.mind and player.thoughts["movement"](player.mind, board.rules.at(board.state), board.playout.frame)
    assert action == board.action("attach", "Davout", "Friant"), "Gudin is beside it"


def test_a_leader_whose_unit_is_still_to_come_joins_any_unit(plain):
    """What is off the map has no distance, and a hex that is one keeps its own."""
    board = position(plain, {"Friant": "0416", "Morand": "0402"}, Davout="Gudin")
    board.state.units.place[board.index["Gudin"]] = TO_COME
    assert board.offered("attach", "Davout") == ["Friant", "Morand"]
    with pytest.raises(ValueError, match="no hex"):
        board.rules.distances(TO_COME)


def test_who_prints_no_points_has_none(plain):
    """A leader prints none: he goes with a unit."""
    board = position(plain, {"Friant": "0416"}, "movement")
    now, movement = board.rules.at(board.state), board.rules.modules["movement"]
    assert movement.allowance(now, board.index["Davout"]) == 0 < movement.allowance(now, board.index["Friant"])


def test_a_leader_whose_unit_is_still_to_come_orders_no_group_move():
    points = {"order": "points", "points": "rain"}
    turns = {"turns": [{"each": "first_second", "do": ["actions", "assault"]}]}
    board = position(led({"range": 2}, sequence=turns, activation=points, rally=None), {"Friant": "0416"}, "actions")
    units, frame = board.state.units, Frame("actions", {"side": FRENCH})
    units.host[board.index["Davout"]] = board.index["Gudin"]
    for place, leads in ((board.hex("0415"), True), (TO_COME, False)):
        units.place[board.index["Gudin"]] = place
        board.state.revisions = [revision + 1 for revision in board.state.revisions]
        ways = board.rules.deeds["group"].ways(board.rules.at(board.state), frame, ())
        assert [choice.token for choice in ways] == [board.index["Davout"]] * leads


@pytest.mark.parametrize(("deputy", "near"), [(1, 1), (None, 3)])
def test_a_successor_has_a_range_of_his_own(deputy, near):
    replaced = {"loss": "least", "successor": "deputy"}
    found = files({"value": "leadership", "counts": ["rally"], "reach": "reach", **replaced})
    if deputy is not None:
        found["counters.yaml"]["faces"][-1]["values"] = ["leadership", "reach"]
        davout = next(unit for unit in found["counters.yaml"]["units"] if unit["name"] == "Davout")
        davout["deputy"] = {"leadership": 1, "reach": deputy}
    game = load_game(RIDGE, "none", {name: json.dumps(data) for name, data in found.items()})
    board = position(prepare(game, "dawn"), {"Friant": "0416"}, Davout="Friant")
    leaders, davout = board.rules.modules["leaders"], board.index["Davout"]
    assert leaders.range_of(board.rules.at(board.state), davout) == 3
    board.state.units.succeeded[davout] = 1
    assert leaders.range_of(board.rules.at(board.state), davout) == near


def test_a_leader_who_is_headquarters_has_supply_where_his_unit_is():
    supply = {"source": {"french": ["Unterdorf"], "austrian": ["Oberdorf"]}, "chain": {"range": 20}}
    found = files({}, supply={**supply, "ladder": [{"halves": [{"value": "movement"}]}]}, zones=None)
    phases = {"each": "first_second", "do": ["movement", "assault", "rally"]}
    found["rules.yaml"]["sequence"] = {"turns": ["supply", phases]}
    found["rules.yaml"]["retreat"] = {"towards": "away", "into_zones": "free", "blocked": "eliminate"}
    found["rules.yaml"]["activation"] = {"order": "sides"}
    counters = found["counters.yaml"]
    sides = ("french", "austrian")
    led_ = {"headquarters": 11}
    counters["formations"] = [{"id": f"{side}-corps", "side": side, "name": side.title(), **led_} for side in sides]
    for unit in counters["units"]:
        unit["parent"] = f"{unit['side']}-corps"
    game = load_game(RIDGE, "none", {name: json.dumps(data) for name, data in found.items()})
    for with_, fed in (("Friant", True), (None, False)):
        board = position(prepare(game, "dawn"), {"Friant": "0717", "Morand": "0716"}, "supply", Davout=with_)
        now, module = board.rules.at(board.state), board.rules.modules["supply"]
        assert [module.is_supplied(now, board.index[name]) for name in ("Friant", "Morand")] == [fed, fed]


def test_a_leader_in_a_hex_and_points_that_no_stack_has_are_found():
    found = files({"alone": 1}, movement={"costs": "terrain_effects", "together": True})
    found["orders-of-battle/french.yaml"]["units"][-2]["dawn"] = "0819"
    game = load_game(RIDGE, "none", {name: json.dumps(data) for name, data in found.items()})
    told = [each.message for check in game.system.checks() for each in check(game)]
    assert "Davout, a leader, needs a unit to be with, but there is none" in told
    assert "`alone` has no use: units move as stacks (`together`)" in told


def test_the_unit_of_a_leader_has_points_more(plain):
    for leaders, more in (({"Davout": "Friant"}, 1), ({"Davout": None}, 0)):
        board = position(plain, {"Friant": "0416"}, **leaders)
        move, now = board.rules.deeds["move"], board.rules.at(board.state)
        trial = move.before(now, Frame("movement", {"side": FRENCH}), [board.index["Friant"]])
        assert trial.spent == (-more * board.rules.scale,)


# -- value -----------------------------------------------------------------------------------------


def dice_added(ready, units, attackers, target, side=FRENCH, **hosts):
    """What is added to the dice of an assault: by source, as its terms say; checked against what is thrown."""
    board = position(ready, units, "assault", side, dice=[3], **hosts)
    found = board.play.terms(board.state, board.hex(target), [board.index[name] for name in attackers])
    terms = {term.source: int(term.value) for term in found.sums[2].terms}
    board.act(target, *attackers)
    (battle,) = board.events("battle")
    assert battle.subjects[4] == sum(terms.values())
    return terms


def test_the_value_of_a_leader_is_added_to_an_attack_from_his_hex(valued):
    units = {"Friant": "0414", "Morand": "0414", "Gudin": "0513", "Rohan": "0413"}
    assert dice_added(valued, units, ["Friant"], "0413", Davout="Friant") == {"Davout": 2}
    assert dice_added(valued, units, ["Morand"], "0413", Davout="Friant") == {"Davout": 2}, "he is in the hex"
    assert dice_added(valued, units, ["Gudin"], "0413", Davout="Friant") == {}, "nobody attacks from his hex"


def test_of_several_leaders_the_best_counts_and_the_defenders_is_taken_off(valued):
    units = {"Friant": "0414", "Gudin": "0513", "Rohan": "0413", "Ulm": "0412"}
    both = {"Davout": "Friant", "Oudinot": "Gudin"}
    assert dice_added(valued, units, ["Friant", "Gudin"], "0413", **both) == {"Davout": 2}
    assert dice_added(valued, units, ["Friant"], "0413", Davout="Friant", Archduke="Rohan") == {
        "Davout": 2,
        "Archduke": -1,
    }
    assert dice_added(valued, units, ["Friant"], "0413", Archduke="Ulm") == {}, "not in the attacked hex"
    assert dice_added(valued, units, ["Rohan"], "0414", AUSTRIAN, Davout="Friant") == {"Davout": -2}


def test_a_player_expects_what_leaders_add_also_from_where_he_has_still_to_go(valued):
    board = position(valued, {"Friant": "0416", "Rohan": "0413"}, Davout="Friant")
    assault, now = board.rules.modules["assault"], board.rules.at(board.state)
    unit, at, target = board.index["Friant"], board.hex("0414"), board.hex("0413")
    assert assault.odds(now, Fight(target, [unit], places={unit: at})).die == 2
    mind = Mind(board.play, FRENCH)
    more = assault.expected(mind, now, target, [unit], {unit: at})
    board.state.units.host[board.index["Davout"]] = -2
    board.state.revisions = board.state.revisions
    assert more > assault.expected(mind, board.rules.at(board.state), target, [unit], {unit: at})


def test_a_unit_out_of_command_rallies_and_fires_by_half_its_values():
    fire = {"table": "fire", "range": "range", "value": "strength", "defence": "strength"}
    command = {"out_of_command": {"halves": [{"value": "morale"}, {"value": "range"}]}}
    effects = {code: {} for code in ("AE", "AR", "-", "DD", "SH")} | {"DR": {"defender": {"flip": "all"}}}
    turns = {"turns": [{"each": "first_second", "do": ["command", "movement", "fire", "assault", "rally"]}]}
    effects["DE"] = {"defender": {"eliminate": "all"}}
    ready = led(command, fire=fire, effects=effects, sequence=turns, retreat=None)
    board = position(ready, {"Foot guns": "0416", "Morand": "0412", "Rohan": "0414"}, Davout=None)
    found = []
    for out in (0, 1):
        board.state.units.out_of_command[board.index["Foot guns"]] = out
        board.state.units.out_of_command[board.index["Morand"]] = out
        board.state.revisions = board.state.revisions
        now, modules = board.rules.at(board.state), board.rules.modules
        reaches = modules["fire"].reaches(now, board.index["Foot guns"], board.hex("0414"))
        found.append((modules["rally"].most(now, board.index["Morand"]), reaches))
    assert found == [(5, True), (2, False)]


@pytest.mark.rule("rally")
@pytest.mark.parametrize(
    ("hex_", "die", "rallies"), [("0413", 6, True), ("0412", 6, False), ("0412", 5, True), ("0416", 6, True)]
)
def test_units_in_the_range_of_a_leader_rally_by_his_value(valued, hex_, die, rallies):
    """Morand rallies on 5 or less; Davout reaches three hexes."""
    board = position(valued, {"Friant": "0416", "Morand": hex_}, "rally", dice=[die], Davout="Friant")
    board.state.units.flipped[board.index["Morand"]] = 1
    board.playout.advance()
    assert (board.unit("Morand", "flipped") == 0) == rallies


@pytest.mark.rule("rally")
@pytest.mark.parametrize(("enemy", "flipped", "waits"), [("0101", 1, True), ("0101", 0, False), ("0415", 1, False)])
def test_who_is_turned_over_rallies_out_of_zones_of_the_enemy(valued, enemy, flipped, waits):
    """A friend stands beside."""
    board = position(valued, {"Friant": "0416", "Morand": "0417", "Rohan": enemy}, "rally")
    board.state.units.flipped[board.index["Friant"]] = flipped
    waiting = board.rules.modules["rally"].waiting(board.rules.at(board.state), FRENCH)
    assert waiting == [board.index["Friant"]] * waits


@pytest.fixture(scope="module")
def firing():
    fire = {"table": "fire", "range": "range", "value": "strength", "defence": "strength"}
    turns = {"turns": [{"each": "first_second", "do": ["movement", "fire", "assault"]}]}
    effects = {code: {} for code in ("AE", "AR", "-", "DR", "DD")} | {"DE": {"defender": {"eliminate": "all"}}}
    keys = {"fire": fire, "sequence": turns, "effects": {**effects, "SH": {}}, "retreat": None, "rally": None}
    return led({"value": "leadership", "counts": ["fire"]}, **keys)


def test_the_value_of_a_leader_is_added_to_fire_from_his_hex(firing):
    units = {"Foot guns": "0416", "Friant": "0416", "Rohan": "0413"}
    for leaders, added in (({"Davout": "Friant"}, {"Davout": 2}), ({"Archduke": "Rohan"}, {})):
        board = position(firing, units, "fire", **leaders)
        given = {"by": "fire", "target": board.index["Rohan"]}
        found = board.play.terms(board.state, board.hex("0413"), [board.index["Foot guns"]], given)
        assert {term.source: term.value for sum_ in found.sums[1:] for term in sum_.terms} == added
        fire, now = board.rules.modules["fire"], board.rules.at(board.state)
        assert fire.moved(now, [board.index["Foot guns"]], [], board.index["Rohan"])[0] == sum(added.values())


# -- loss ------------------------------------------------------------------------------------------


def hit(ready, how, dice, leader="Davout"):
    """The board after a unit with a leader has been turned over or eliminated."""
    board = position(ready, {"Friant": "0416", "Morand": "0415"}, "assault", dice=dice, **{leader: "Friant"})
    data = {"side": FRENCH, "units": [board.index["Friant"]], "number": 1, "how": how}
    board.before = board.play.score(board.state)[AUSTRIAN]
    board.state.stack = (Frame("loss", data),)
    board.playout.advance()
    return board


def scored(board):
    """The points of the Austrians since then: two for each unit."""
    return board.play.score(board.state)[AUSTRIAN] - board.before


@pytest.mark.parametrize(("how", "with_"), [("flip", "Friant"), ("eliminate", -1)])
@pytest.mark.parametrize(("die", "lost"), [(3, False), (4, True)])
def test_a_leader_is_lost_by_the_die_when_his_unit_suffers(mortal, how, with_, die, lost):
    """Oudinot has no successor."""
    board = hit(mortal, how, [die], "Oudinot")
    assert host(board, "Oudinot") == (-2 if lost else with_)
    assert len(board.events("escapes")) == (not lost)
    assert scored(board) == 2 * (how == "eliminate") + 2 * lost
    assert (board.play.out_of_play(board.state).get(board.index["Oudinot"]) == "eliminated") == lost


def test_no_die_is_thrown_for_a_leader_whose_unit_is_whole(mortal):
    board = position(mortal, {"Friant": "0416", "Morand": "0416"}, "assault", Davout="Friant")
    data = {"side": FRENCH, "units": [board.index["Morand"]], "number": 1, "how": "flip"}
    board.state.stack = (Frame("loss", data),)
    board.playout.advance()
    assert (board.unit("Morand", "flipped"), board.events("escapes"), host(board, "Davout")) == (1, [], "Friant")


def test_a_successor_takes_his_place_with_less_value_and_is_lost_for_good(mortal):
    board = hit(mortal, "flip", [6, 6])
    assert (host(board, "Davout"), board.unit("Davout", "succeeded")) == ("Friant", 1)
    leaders = board.rules.modules["leaders"]
    assert leaders.worth(board.rules.at(board.state), board.index["Davout"]) == 1
    (there,) = [piece for piece in board.play.pieces(board.state) if piece.number == board.index["Davout"]]
    assert there.marks == ("deputy",)
    assert scored(board) == 0, "nobody is eliminated"
    data = {"side": FRENCH, "units": [board.index["Friant"]], "number": 1, "how": "flip"}
    board.state.stack = (Frame("loss", data),)
    board.playout.advance()
    assert host(board, "Davout") == -2
    assert scored(board) == 4, "Friant and Davout"
    board.state.stack = (Frame("movement", {"side": FRENCH}),)
    assert "attach" not in board.offered(), "a lost leader joins nobody"


def test_the_face_of_successors_is_not_the_one_to_which_units_are_turned(mortal):
    board = hit(mortal, "flip", [1])
    now = board.rules.at(board.state)
    assert board.rules.value(now, "strength", board.index["Friant"]) == 3
    assert board.rules.faces.face == "disordered"


def test_to_a_player_a_unit_with_a_leader_who_may_be_lost_is_worth_more(mortal, valued):
    for ready, more in ((mortal, 0.5 * (2 - 1)), (valued, 0)):
        board = position(ready, {"Friant": "0416"}, Davout="Friant")
        mind, unit = Mind(board.play, FRENCH), board.index["Friant"]
        assert mind.value(board.rules.at(board.state), unit) == 6 + 2 + more
    board = position(mortal, {"Friant": "0416"}, Oudinot="Friant")
    assert Mind(board.play, FRENCH).value(board.rules.at(board.state), board.index["Friant"]) == 8 + 0.5 * (1 + 2)


# -- command ---------------------------------------------------------------------------------------


def uncommanded(ready, units, **hosts):
    """The units that the step finds out of command."""
    board = position(ready, units, "command", **hosts)
    board.playout.advance()
    return {name for name in units if board.unit(name, "out_of_command")}


def test_a_leader_commands_the_units_of_his_formation_within_his_range(commanded):
    """Davout reaches three hexes, Oudinot one."""
    units = {"Friant": "0416", "Morand": "0413", "Gudin": "0412", "Legrand": "0415"}
    assert uncommanded(commanded, units, Davout="Friant") == {"Gudin", "Legrand"}
    assert uncommanded(commanded, units, Davout="Morand", Oudinot="Friant") == set()
    assert uncommanded(commanded, units, Davout="Morand", Oudinot="Morand") == {"Legrand"}
    assert uncommanded(commanded, units, Davout=None, Oudinot=None) == {*units}, "with nobody they command nobody"


def test_a_headquarters_commands_its_formation_and_a_leader_without_one_his_side(commanded):
    """Foot guns are the headquarters of the left; their counter says nothing of a reach. The Archduke has two."""
    units = {"Foot guns": "0416", "Legrand": "0416", "Carra": "0415", "Rohan": "0403", "Ulm": "0401", "Mayer": "0406"}
    assert uncommanded(commanded, units, Archduke="Rohan") == {"Carra", "Mayer"}


def test_who_is_out_of_command_suffers_until_the_next_look(commanded):
    units = {"Friant": "0416", "Gudin": "0412", "Rohan": "0411"}
    board = position(commanded, units, "command", Davout="Friant")
    board.playout.advance()
    now, (friant, gudin) = board.rules.at(board.state), (board.index[name] for name in ("Friant", "Gudin"))
    assert [board.rules.value(now, "movement", unit) for unit in (friant, gudin)] == [4, 2]
    board.state.stack = (Frame("assault", {"side": FRENCH}),)
    assert board.offered() == [], "Gudin may not attack"
    board.state.units.host[board.index["Davout"]] = gudin
    board.state.revisions = board.state.revisions
    board.state.stack = (Frame("assault", {"side": FRENCH}),)
    assert board.offered() == [], "a leader who comes later is of no use yet"
    board.state.stack = (Frame("assault", {"side": FRENCH}), Frame("command"))
    assert board.offered() == ["0411", "end"]
    assert board.play.marks_of(board.state, gudin) == []
    assert board.play.marks_of(board.state, friant) == ["out_of_command"]


def test_an_allowance_follows_whether_a_unit_is_in_command(commanded):
    board = position(commanded, {"Friant": "0416"}, "movement", Davout="Friant")
    movement, units, friant = board.rules.modules["movement"], board.state.units, board.index["Friant"]
    whole = movement.allowance(board.rules.at(board.state), friant)
    board.state.apply((units.change(friant, "out_of_command", 1),))
    assert movement.allowance(board.rules.at(board.state), friant) == whole // 2


def test_a_player_wants_to_be_in_command_and_plans_no_attack_without_it(commanded):
    units = {"Friant": "0416", "Gudin": "0412", "Rohan": "0410"}
    board = position(commanded, units, "command", Davout="Friant")
    board.playout.advance()
    mind, now, gudin = Mind(board.play, FRENCH), board.rules.at(board.state), board.index["Gudin"]
    reaches = board.rules.modules["leaders"].reaches(now, gudin)
    assert [reaches(board.hex(name)) for name in ("0413", "0412")] == [True, False]
    wanted = mind.wanted(now, gudin)
    mind.leaders = None
    without = mind.wanted(now, gudin)
    more = [wanted(board.hex(name)) - without(board.hex(name)) for name in ("0413", "0412")]
    assert more == pytest.approx([1, 0])
    assault, all_ = board.rules.modules["assault"], [0] * board.rules.hexes
    reached = {gudin: (all_, all_), board.index["Friant"]: (all_, all_)}
    assert gudin not in dict(assault.wishes(Mind(board.play, FRENCH), now, reached))


@pytest.mark.parametrize(("may_not", "phase"), [("movement", "movement"), ("fire", "fire")])
def test_who_is_out_of_command_may_not_move_or_fire_where_the_key_says_so(may_not, phase):
    fire = {"table": "fire", "range": "range", "value": "strength"}
    effects = {code: {} for code in ("AE", "AR", "-", "DR", "DD", "DE", "SH")}
    turns = {"turns": [{"each": "first_second", "do": ["command", "movement", "fire", "assault"]}]}
    keys = {"fire": fire, "effects": effects, "sequence": turns, "retreat": None, "rally": None}
    ready = led({"range": 2, "out_of_command": {"may_not": [may_not]}}, **keys)
    for hex_, may in (("0414", True), ("0415", False)):
        board = position(ready, {"Friant": hex_, "Foot guns": "0412", "Rohan": "0411"}, "command", Davout="Friant")
        board.playout.advance()
        board.state.stack = (Frame(phase, {"side": FRENCH}),)
        assert ("Foot guns" in board.offered()) == may


def test_a_game_with_leaders_is_played_to_its_end():
    leaders = {"value": "leadership", "counts": ["assault", "rally"], "loss": "least", "successor": "deputy"}
    command = {"range": 4, "out_of_command": OUT}
    played = whole_game(led({**leaders, **command}, sequence={"turns": TURNS}), ("competent", "competent"), 4)
    told = {event.name for event in played.match.playout.events}
    assert {"command judged", "battle"} <= told
    assert told & {"escapes", "succeeded"}


def leaving(**leaders):
    """Friant, who begins with Davout, leaves in turn 2."""
    keys = {
        "arrivals": {},
        "sequence": {"turns": [{"each": "first_second", "do": ["arrivals", "movement", "assault"]}]},
    }
    found = files({"value": "leadership", **leaders}, rally=None, **keys)
    french = found["orders-of-battle/french.yaml"]
    french["columns"].insert(1, {"id": "later", "label": "Later", "after": "dawn"})
    french["units"][0] |= {"later": "until turn 2", "noon": "N"}
    french["units"][-2]["noon"] = "N"  # Davout, who would begin with him
    return load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in found.items()})


def test_a_leader_whose_unit_leaves_the_map_is_set_aside_without_a_throw():
    """On 4 or more he would be lost; no die is thrown."""
    board = Board(prepare(leaving(loss="least"), "dawn"), {"Friant": "0416", "Carra": "0413"}, "arrivals", turn=1)
    board.playout.advance()
    assert [event.name for event in board.playout.events] == ["withdrawn", "stays behind"]
    assert (board.unit("Friant", "place"), host(board, "Davout"), board.state.stack) == (-5, -1, ())
    board.state.stack = (Frame("movement", {"side": FRENCH}),)
    assert board.offered("attach", "Davout") == ["Carra"]


def test_a_rulebook_speaks_of_leaders_whose_units_leave_only_where_some_do():
    for game, says in ((leaving(), "eliminated or leaves the map is set aside"), (made({}), "eliminated is set aside")):
        (text,) = [each.text for each in game.system.sentences(game)["leaders"] if each.rule == "leaders.lost"]
        assert says in text


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ({"dawn": "0416"}, "is a leader and begins in a hex"),
        ({"dawn": "N", "later": "0416 turn 2"}, "is a leader and arrives on a later turn"),
        ({"dawn": "on:1"}, ""),
        ({"dawn": "N", "noon": "on:1"}, ""),
        ({"dawn": "E", "noon": "E"}, ""),
    ],
)
def test_a_leader_who_is_never_with_a_unit_is_found(cells, says):
    found = files({"value": "leadership"}, rally=None, arrivals={})
    french = found["orders-of-battle/french.yaml"]
    french["columns"].insert(1, {"id": "later", "label": "Later", "after": "dawn"})
    french["units"][-2] |= {"noon": "N", **cells}
    game = load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in found.items()})
    leads = [each.message for each in check(game) if each.code.id == "MOD009" and "is a leader" in each.message]
    assert [says in message for message in leads] == [True] * bool(says), leads
