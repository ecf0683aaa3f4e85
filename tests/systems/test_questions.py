"""Questions that every game answers, by what its rulebook says: of a set-up, and of play with the same numbers."""

from __future__ import annotations

import re
import shutil
from itertools import product

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import lead, prepare
from scenario_forge.checks.forces.set_ups import set_ups, zone_of
from scenario_forge.checks.run import check
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.game.system import System
from scenario_forge.simulator.play import Toll
from scenario_forge.simulator.step import Event
from tests.content.games import CONTENT, DESERT, KNIGHTS, NAMES, TOBRUK, game_of
from tests.systems.rats_of_tobruk.position import Board as TobrukBoard
from tests.systems.western_desert.position import Board as WesternDesertBoard
from tests.systems.western_desert.position import prepared as western_desert

AXIS, ALLIED = 0, 1
QUESTIONS = ("stacking", "zones", "works", "supply", "step_costs")
"""Questions to a system, besides `controls` and `worths`, which play answers."""
GAMES = ("desert-rats", "massawa", "ridge", *NAMES)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "question"), [*product(GAMES, QUESTIONS)])
def test_every_game_answers_every_question_or_says_why_it_has_none(name, question):
    game = game_of(name)
    types = {unit.counter.counter.type for unit in forces(game).units() if unit.counter}
    given = (game, *[min(types)] * (question == "step_costs"))
    answer, why = getattr(game.system, question)(*given), game.system.has_no(game).get(question)
    assert (answer is None) == (why is not None), why or question
    assert why is None or re.fullmatch(r"[A-Z].{10,}\.", why)


@pytest.mark.parametrize("name", GAMES)
def test_questions_that_a_game_has_no_answer_to_are_questions(name):
    game = game_of(name)
    assert game.system.has_no(game).keys() <= {*QUESTIONS, "controls", "worths"}


@pytest.mark.parametrize(
    ("key", "question", "why"),
    [
        ("stacking: [{limit: 2}]", "stacking", "Any number of units may be in a hex."),
        ("zones: {", "zones", "Nobody has a zone of control."),
    ],
)
def test_a_game_without_the_module_of_a_question_says_why_it_has_no_answer(key, question, why):
    folder = CONTENT / "ridge"
    text = (folder / "rules.yaml").read_text(encoding="utf-8")
    whole = load_game(folder)
    assert question not in whole.system.has_no(whole)
    game = load_game(folder, "none", {"rules.yaml": text.replace(f"\n{key}", f"\n# {key}")})
    assert getattr(game.system, question)(game) is None
    assert game.system.has_no(game)[question] == why


@pytest.mark.parametrize("name", GAMES)
def test_play_names_rows_of_points_or_the_system_says_why_not(name):
    game = game_of(name)
    scenario = {
        "desert-rats": "beda-fomm",
        "massawa": "keren",
        "ridge": "noon",
        KNIGHTS: "tobruk-41",
        TOBRUK: "salient",
        DESERT: "harmat",
    }
    ready = prepare(game, scenario[name])
    state = ready.play.begin()
    assert bool(ready.play.worths(state)) == ("worths" not in game.system.has_no(game))
    assert bool(list(ready.play.controls(state))) == ("controls" not in game.system.has_no(game))


def step(costs, rules, start, end):
    """What a step costs by the answer of a system."""
    at, to = (rules.hex(name) for name in (start, end))
    return costs[6 * at + rules.direction(at, to)]


# -- Rats of Tobruk --------------------------------------------------------------------------------


@pytest.mark.clause("7.1.1", game="rats-of-tobruk")
def test_four_units_fill_a_hex_of_tobruk():
    game = game_of(TOBRUK)
    assert (game.system.stacking(game).limit, game.system.stacking(game).each) == (4, 1)
    rules = TobrukBoard().rules
    assert rules.most(0) == 4


def with_set_up(folder, tmp_path, rows):
    """A copy of a game in which units begin in other hexes."""
    shutil.copytree((CONTENT / folder), tmp_path / folder)
    file = tmp_path / folder / "orders-of-battle/allied.yaml"
    text = file.read_text(encoding="utf-8")
    for name, old, new in rows:
        line = next(line for line in text.splitlines() if f'name: "{name}"' in line and old in line)
        text = text.replace(line, line.replace(old, new), 1)
    file.write_text(text, encoding="utf-8")
    return load_game(tmp_path / folder, errata="none")


STACK = ("A/2/13", "B/2/13", "C/2/13", "D/2/13", "Bush/2/13")


@pytest.mark.clause("7.1.1", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("count", "heavy"), [(4, set()), (5, {"the stack in 2042 at The Battle of the Salient weighs 5; the limit is 4"})]
)
def test_a_fifth_unit_in_a_hex_of_tobruk_is_found(tmp_path, count, heavy):
    game = with_set_up(TOBRUK, tmp_path, [(name, "in:perimeter", '"2042"') for name in STACK[:count]])
    found = [finding.message.split(": ")[0] for finding in check(game) if finding.code.id == "OOB032"]
    assert {text for text in found if "Salient" in text} == heavy


@pytest.mark.clause("8.0.1", "8.0.2", game="rats-of-tobruk")
def test_zones_of_tobruk_do_not_reach_across_the_ditch_but_along_a_road(tmp_path):
    """1630 is outside the ditch before 1629; at 1314 the Derna road leads through it to 1213."""
    rows = [
        ("A/2/13", "in:perimeter", '"1629"'),
        ("B/2/13", "in:perimeter", '"1314"'),
        ("HQ 2/13", "in:perimeter", '"2042"'),
    ]
    game = with_set_up(TOBRUK, tmp_path, rows)
    grid, rule = hex_map(game), game.system.zones(game)
    now = next(iter(set_ups(game).values()))
    zone = {grid.name(hex_) for hex_ in zone_of(grid, rule, now.of("allied"), ())}
    assert {"1628", "1213"} <= zone
    assert not {"1630", "1313"} & zone, "the ditch is before them, and no road"
    assert not {"2041", "2043"} & zone, "a headquarters has no zone"


@pytest.mark.parametrize("at", ["1629", "1314", "1124"])
def test_zones_of_a_set_up_in_tobruk_are_those_of_play(tmp_path, at):
    game = with_set_up(TOBRUK, tmp_path, [("A/2/13", "in:perimeter", f'"{at}"')])
    grid, now = hex_map(game), next(iter(set_ups(game).values()))
    board = TobrukBoard({"A/2/13": at})
    zone = zone_of(grid, game.system.zones(game), now.of("allied"), ())
    assert {grid.name(h) for h in zone} == {
        board.compiled.names["hexes"][h] for h in board.rules.zone(board.state, ALLIED)
    }


@pytest.mark.clause("9.2.1", "9.2.2", "15.2.2", "15.2.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("kind", "start", "end", "cost"),
    [
        ("lt-aa", "3014", "2915", 1),  # half a point along the road
        ("ab-light", "3014", "2915", 2),
        ("lt-aa", "1630", "1629", 0),  # wheels cross no ditch
        ("lt-aa", "1213", "1314", 1),  # but by the road
        ("ab-light", "1630", "1629", 24),  # all of 12 points, and no more
        ("lt-aa", "2042", "2041", 2),
    ],
)
def test_steps_of_tobruk_cost_half_points_by_class_ditch_and_road(kind, start, end, cost):
    game = game_of(TOBRUK)
    found = game.system.step_costs(game, kind)
    assert (step(found.costs, TobrukBoard().rules, start, end), found.scale) == (cost, 2)


def tolls_of(board):
    return [toll for event in board.playout.events for toll in board.play.tolls(board.state, event)]


@pytest.mark.clause("17.4.3", game="rats-of-tobruk")
def test_losses_of_tobruk_are_attack_strength_depleted_or_gone():
    """A/2RHR has 4, its back 2."""
    board = TobrukBoard({"A/2RHR": "2042"})
    unit, units = board.index["A/2RHR"], board.state.units
    turned = Event("turned over", (units.change(unit, "flipped", 1)._replace(old=0),), "10.4", (unit,))
    assert list(board.play.tolls(board.state, turned)) == [Toll("fallen", ALLIED, 2)]
    gone = Event("eliminated", (units.change(unit, "place", -1),), "10.4", (unit,))
    assert list(board.play.tolls(board.state, gone)) == [Toll("fallen", ALLIED, 4)]
    units.flipped[unit] = 1
    assert list(board.play.tolls(board.state, gone)) == [Toll("fallen", ALLIED, 2)]
    assert list(board.play.tolls(board.state, gone._replace(clause="supply.effects"))) == [Toll("starved", ALLIED, 2)]


@pytest.mark.clause("10.4.14", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("attack", "more", "tolls"),
    [(1, 0, ["attacks", "hopeless"]), (20, 0, ["attacks"]), (8, 9, ["attacks", "hopeless"])],
)
def test_an_attack_of_tobruk_is_hopeless_if_no_throw_harms_the_defender(attack, more, tolls):
    """At 1-4 no total does; at 2-1 one below 9 does, which a modifier of 9 puts out of reach."""
    board = TobrukBoard({"A/2/13": "2042"})
    column = board.play.rules.modules["assault"].results.index((attack, 4))
    event = Event("battle", (), "10.1", (board.hex("2042"), attack, 4, 7, more, 0, column))
    assert [(toll.kind, toll.side) for toll in board.play.tolls(board.state, event)] == [(kind, AXIS) for kind in tolls]


# -- WW2 Western Desert Rules ----------------------------------------------------------------------


@pytest.mark.clause("5.1", "5.3", game="western-desert")
def test_one_unit_fills_a_hex_of_western_desert_and_its_headquarters_weighs_nothing():
    rule, rules = game_of(DESERT).system.stacking(game_of(DESERT)), western_desert().play.rules
    assert (rule.limit, rule.each, rule.free_types, rules.most(0)) == (1, 1, {"hq"}, 1)


@pytest.mark.clause("5.1", game="western-desert")
def test_a_second_unit_in_a_hex_of_western_desert_is_found(tmp_path):
    game = with_set_up(DESERT, tmp_path, [("Grant", 'harmat: "1-G4>W"', 'harmat: "1-G3>W"')])
    assert [f.message.split(": ")[0] for f in check(game) if f.code.id == "OOB032"] == [
        "the stack in 1-G3 at Bir Harmat weighs 2; the limit is 1"
    ]


@pytest.mark.clause("21.2", game="western-desert")
@pytest.mark.parametrize(("hex_", "found"), [("1-H4", []), ("1-G3", ["allied 21"]), ("1-E3", [])])
def test_only_personnel_profits_from_a_dug_in_marker_of_western_desert(tmp_path, hex_, found):
    """Infantry is in 1-H4, a Grant in 1-G3, nobody in 1-E3."""
    file = "orders-of-battle/allied.yaml"
    head, dug_in = (CONTENT / DESERT / file).read_text(encoding="utf-8").split("{marker: dug-in")
    text = head + "{marker: dug-in" + dug_in.replace("harmat: none", f'harmat: "{hex_}"')
    game = load_game(CONTENT / DESERT, "none", {file: text})
    findings = [finding for finding in check(game) if finding.code.id == "OOB042"]
    assert [finding.message.split(" is of type")[0].lower() for finding in findings] == found


@pytest.mark.clause("12.10", game="western-desert")
def test_every_hex_next_to_a_unit_of_western_desert_is_in_its_zone():
    game, board = on_boards(game_of(DESERT), "harmat"), WesternDesertBoard({"grant": "E3>W"}, ALLIED)
    grid = hex_map(game)
    rule = game.system.zones(game)
    now = set_ups(game)["harmat"]
    alone = [each for each in now.of("allied") if each.unit.name == "Grant"][:1]
    zone = {grid.name(hex_) for hex_ in zone_of(grid, rule, alone, ())}
    board.put("grant", "G3>W")
    assert zone == {grid.name(hex_) for hex_ in board.rules.zone(board.state, ALLIED)}
    assert rule.without == {"hq"}


@pytest.mark.clause("12.1", game="western-desert")
def test_each_hex_of_western_desert_costs_a_point_with_and_without_a_track():
    game, rules = game_of(DESERT), western_desert().play.rules
    costs = game.system.step_costs(game, "tank").costs
    assert {cost for number, cost in enumerate(costs) if rules.neighbours[number] >= 0} == {1}
    assert {cost for number, cost in enumerate(costs) if rules.neighbours[number] < 0} == {0}


@pytest.mark.clause("3.4", game="western-desert")
def test_a_unit_of_western_desert_is_worth_a_point_and_a_hill_three():
    """A headquarters that is set aside is not eliminated."""
    ready = western_desert()
    state = ready.play.begin()
    units, leaders, owner = state.units, ready.play.leaders.leaders, ready.play.rules.owner
    fighting = next(u for u, place in enumerate(units.place) if place >= 0 and owner(u) == ALLIED and u not in leaders)
    for unit in range(len(units.place)):
        units.place[unit] = -3
    units.place[fighting] = units.place[next(unit for unit in leaders if owner(unit) == ALLIED)] = -1
    state.towns.holder[0], state.towns.holder[1] = AXIS + 1, 0
    found = {(row.row, row.side): row.points for row in ready.play.worths(state)}
    assert found == {
        ("eliminated", AXIS): 1, ("eliminated", ALLIED): 0, ("hill-e2", AXIS): 3, ("hill-e2", ALLIED): 0,
        ("hill-e5", AXIS): 0, ("hill-e5", ALLIED): 0,
    }  # fmt: skip
    assert list(ready.play.score(state)) == [4, 0]


@pytest.mark.clause("17.6", game="western-desert")
def test_an_attack_and_a_unit_lost_are_tolls_of_western_desert():
    board = WesternDesertBoard({"grant": "E3>W"})
    unit = board.index["grant"]
    assert list(board.play.tolls(board.state, Event("combined fire", (), "17", (unit, 1, 4, 0)))) == [
        Toll("attacks", AXIS)
    ]
    gone = Event("eliminated", (board.state.units.change(unit, "place", -1),), "17", (unit,))
    assert list(board.play.tolls(board.state, gone)) == [Toll("fallen", ALLIED)]


def test_a_system_answers_none_by_itself():
    game = game_of(KNIGHTS)
    asked = [getattr(System(), question)(game) for question in ("stacking", "zones", "works", "supply")]
    assert [*asked, System().step_costs(game, "armour")] == [None] * 5


def test_the_lead_says_which_rows_of_the_ledger_bring_the_points_of_western_desert():
    ready = western_desert()
    state = ready.play.begin()
    state.towns.holder[0], state.towns.holder[1] = AXIS + 1, AXIS + 1
    unit = next(u for u, place in enumerate(state.units.place) if place >= 0 and ready.play.rules.owner(u) == AXIS)
    state.units.place[unit] = -1
    assert lead(game_of(DESERT), ready, state) == [
        "Axis leads by 5 points (axis victory).",
        "  Axis 6: Last to have occupied the hill 1-E2 (3); Last to have occupied the hill 1-E5 (3)",
        "  Allied 1: Each enemy unit eliminated (1)",
    ]
