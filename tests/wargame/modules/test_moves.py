"""Where units may be and go: limits of a hex, steps on to the map, what a bonus on roads adds, places passed."""

from __future__ import annotations

import copy
import json

import pytest

from scenario_forge import check, load_game
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.board import TO_SET_UP
from scenario_forge.wargame.board.mind import Mind
from scenario_forge.wargame.modules.movement.costs import Price
from scenario_forge.wargame.modules.movement.moving import Movement, Trial, enter
from scenario_forge.wargame.modules.set_up import SettingUp, open_to

from .ridge import AUSTRIAN, FRENCH, RIDGE, Board, variant

pytestmark = pytest.mark.rule("movement", "stacking")

TURNS = {"turns": [{"each": "first_second", "do": ["movement", "crowding", "works", "assault", "rally"]}]}
LIMITS = [{"limit": 2, "of": {"not": {"type": "artillery"}}}, {"limit": 3, "where": "woods"}]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Two units in a hex, three in woods, guns uncounted; infantry spends all in woods, and has a point more on roads."""
    costs = {"clear": 1, "woods": {"infantry": "all", "*": 1}, "ridge": 1, "village": 1, "stream": 1, "road": 1}
    return variant(
        tmp_path_factory.mktemp("moves"), sequence=TURNS, stacking=LIMITS, advance={"farther": {"type": "infantry"}},
        movement={"costs": costs, "roads": {"bonus": 1}}, works={"game-turn": {"cleared_by": {"type": "infantry"}}},
    )  # fmt: skip


@pytest.mark.parametrize(("alone", "across"), [([], 4), (["stream"], 3)])
def test_the_cost_of_a_hexside_comes_on_top_of_that_of_the_hex_or_takes_its_place(tmp_path, alone, across):
    """A stream costs 3, the hex behind it 1; a road over the stream 1 either way."""
    costs = {"clear": 1, "woods": 1, "ridge": 1, "village": 1, "stream": 3, "road": 1}
    ready = variant(tmp_path, movement={"costs": costs, "alone": alone})
    board, unit = Board(ready, {"Friant": "0413"}, "movement"), ready.compiled.names["units"].index("Friant")
    now, rules = board.rules.at(board.state), board.rules
    prices = {
        (bool(sides), bool(lines)): rules.module(Movement).price(now, unit, step, by_road=True)
        for step, (sides, lines) in enumerate(zip(ready.compiled.map.sides, ready.compiled.map.lines, strict=True))
        if rules.neighbours[step] >= 0
    }
    assert {of: price.parts for of, (price, _by_road) in prices.items()} == {
        (False, False): 1, (True, False): across, (False, True): 1, (True, True): 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hex_", "there", "room"), [("0413", 1, True), ("0413", 2, False), ("0403", 2, True), ("0403", 3, False)]
)
def test_a_limit_for_a_terrain_takes_the_place_of_the_general_one(made, hex_, there, room):
    units = dict.fromkeys(["Friant", "Morand", "Gudin"][:there], hex_)
    board = Board(made, {**units, "Legrand": "0601"}, "movement")
    now = board.rules.at(board.state)
    assert now.has_room(board.hex(hex_), board.index["Legrand"]) == room


def test_only_units_that_count_suffer_where_too_many_are_in_a_hex(made):
    units = dict.fromkeys(["Friant", "Foot guns", "Morand", "Gudin"], "0413")
    assert Board(made, units, "crowding").offered() == ["Friant", "Morand", "Gudin"]


def test_no_unit_is_set_up_among_enemies_or_where_there_is_no_room(made):
    board = Board(made, {"Rohan": "0413", "Friant": "0313", "Morand": "0313"}, "movement")
    hexes = [board.hex(name) for name in ("0413", "0313", "0213")]
    board.rules.areas[board.index["Gudin"]] = hexes
    try:
        assert open_to(board.rules.at(board.state), board.index["Gudin"]) == hexes[2:]
    finally:
        del board.rules.areas[board.index["Gudin"]]


def test_no_unit_is_set_up_where_no_unit_can_be(made, monkeypatch):
    """Woods lie in 0303; here nobody can be in any."""
    board = Board(made, {"Rohan": "0801"}, "movement")
    rules, gudin = board.rules, board.index["Gudin"]
    hexes = [board.hex(name) for name in ("0303", "0304")]
    monkeypatch.setitem(rules.areas, gudin, hexes)
    assert open_to(rules.at(board.state), gudin) == hexes
    woods = rules.terrain[hexes[0]]
    monkeypatch.setattr(rules, "passable", [bool(each) and kind != woods for kind, each in enumerate(rules.passable)])
    anew = Board(made, {"Rohan": "0801"}, "movement").state
    assert open_to(rules.at(anew), gudin) == hexes[1:]


def test_a_set_up_ends_when_no_hex_is_open_to_who_is_left(made, monkeypatch):
    """Two may be in 0413 where three are to be set up: the third stays off the map."""
    board = Board(made, {"Rohan": "0801"}, "movement")
    step = SettingUp(board.rules, "set-up", "set-up.area")
    for name, place in (("Friant", board.hex("0413")), ("Morand", board.hex("0413")), ("Gudin", TO_SET_UP)):
        monkeypatch.setitem(board.rules.areas, board.index[name], [board.hex("0413")])
        board.state.units.place[board.index[name]] = place
    board.state.revisions = board.state.revisions
    assert step.waiting(board.state) == -1
    assert step.who(board.state, Frame("set-up")) == NOBODY


def camp_game(*names, hexes=("0413",)):
    """The game in which French units are set up in a camp of some hexes, two in each."""
    files = {name: copy.deepcopy(file.data) for name, file in load_game(RIDGE, "none").files.items()}
    rules, french = files["rules.yaml"], files["orders-of-battle/french.yaml"]
    rules["set_up"] = {}
    rules["sequence"]["before"] = ["set-up"]
    files["map.yaml"]["areas"] = [{"id": "camp", "name": "Camp", "hexes": [*hexes]}]
    for unit in french["units"]:
        if unit["name"] in names:
            unit["dawn"] = "in:camp"
    return load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in files.items()})


@pytest.mark.parametrize(
    ("names", "hexes", "says"),
    [
        (["Friant", "Morand"], ["0413"], []),
        (["Friant", "Morand", "Gudin"], ["0413"], ["French 3 is set up in an area with room for 2, and 3 units"]),
        (["Friant", "Morand", "Gudin"], ["0413", "0414"], []),
    ],
)
def test_more_units_than_an_area_has_room_for_are_found(names, hexes, says):
    found = [each.message for each in check(camp_game(*names, hexes=hexes)) if each.code.id == "MOD009"]
    assert len(found) == len(says)
    assert all(text in message for text, message in zip(says, found, strict=True)), found


def test_a_stack_comes_on_only_where_each_of_its_units_may(made):
    board = Board(made, {"Rohan": "0801"}, "movement")
    units = tuple(board.index[name] for name in ("Friant", "Nansouty"))
    edges = dict(zip(units, (["0520", "0620"], ["0620", "0720"]), strict=True))
    board.rules.edges.update({unit: [board.hex(name) for name in names] for unit, names in edges.items()})
    try:
        movement, now = board.rules.modules["movement"], board.rules.at(board.state)
        ahead = movement.ahead(now, Trial(OUT - 1, units, (0, 0), fresh=True))
        assert [trial.hex for trial in ahead] == [board.hex("0620")]
    finally:
        for unit in units:
            del board.rules.edges[unit]


def test_it_is_told_which_units_enter_a_hex_together(made):
    board = Board(made, {"Friant": "0304", "Morand": "0304", "Gudin": "0304"}, "movement")
    first, *others = units = tuple(board.index[name] for name in ("Friant", "Morand", "Gudin"))
    book = Book(board.state)
    enter(board.rules, book, Trial(board.hex("0305"), units, (1, 1, 1)))
    (event,) = book.closed()
    assert event.subjects == (first, board.hex("0305"), *others)


def test_only_who_has_spent_nothing_may_spend_all(made):
    """Woods lie in 0303, beside 0304 and 0204; they take all that infantry has."""
    board = Board(made, {"Friant": "0304"}, "movement")
    assert "0303" in board.offered("Friant")
    assert "0303" not in board.offered("Friant", "0204")


@pytest.mark.parametrize(("spent", "fresh", "left"), [(0, True, 0), (-1, True, 1), (0, False, None), (-1, False, None)])
def test_points_beyond_the_allowance_do_not_count_as_spent(made, spent, fresh, left):
    """Who has a point more, from a leader or a road, may still spend all; who has spent it may not."""
    board = Board(made, {"Friant": "0304"}, "movement")
    movement, unit, now = board.rules.modules["movement"], board.index["Friant"], board.rules.at(board.state)
    paid = movement.paid(now, unit, Price(0, all=True), spent, fresh=fresh)
    assert (None if paid is None else movement.allowance(now, unit) - paid) == left


@pytest.mark.parametrize(("unit", "clears"), [("Friant", True), ("Nansouty", False)])
def test_works_are_cleared_in_a_phase_of_their_own(made, unit, clears):
    board = Board(made, {unit: "0413"}, "works")
    board.state.ground.game_turn[board.hex("0413")] = 1
    assert (unit in board.offered()) == clears
    if clears:
        board.act(unit)
        assert (board.state.ground.game_turn[board.hex("0413")], len(board.events("work removed"))) == (0, 1)


@pytest.mark.parametrize(
    ("step", "side", "unit", "given"),
    [("advance", FRENCH, "Friant", {"hex": "0708"}), ("retreat", AUSTRIAN, "Rohan", {"hexes": 2})],
)
def test_who_advances_or_retreats_through_a_place_holds_it(made, step, side, unit, given):
    """Ridge Farm is in 0708, which the unit passes on its way from 0709 to 0707."""
    board = Board(made, {unit: "0709"}, step)
    given = {name: board.hex(value) if name == "hex" else value for name, value in given.items()}
    farm = list(board.rules.ledger.towns).index(board.hex("0708"))
    board.state.towns.holder[farm] = 2 - side
    board.state.stack = (Frame(step, {"side": side, "units": [board.index[unit]], **given}),)
    board.act(unit, "0708", "0707")
    assert board.where(unit) == "0707"
    assert board.state.towns.holder[farm] == side + 1


@pytest.fixture(scope="module")
def halved(tmp_path_factory):
    """The game with a rule on supply, without which units have half of their movement points, as they have in rain."""
    supply = {"source": {"french": ["0718"], "austrian": ["0701"]}, "ladder": [{"halves": [{"value": "movement"}]}]}
    turns = {"turns": ["supply", {"each": "first_second", "do": ["movement", "assault", "rally"]}]}
    return variant(tmp_path_factory.mktemp("halved"), supply=supply, sequence=turns)


@pytest.mark.parametrize(("column", "more"), [("units.lapse", 1), ("clock.turn", 4)])
def test_an_allowance_follows_what_halves_it(halved, column, more):
    board = Board(halved, {"Friant": "0413"}, "movement")
    movement, unit = board.rules.module(Movement), board.index["Friant"]
    whole = movement.allowance(board.rules.at(board.state), unit)
    table, name = column.split(".")
    found, row = getattr(board.state, table), unit if table == "units" else 0
    board.state.apply((found.change(row, name, getattr(found, name)[row] + more),))
    assert movement.allowance(board.rules.at(board.state), unit) == whole // 2


def test_a_hex_is_less_dangerous_in_turns_that_halve_the_strength_of_the_enemy(tmp_path):
    weather = {"column": "weather", "kinds": {"rain": {"halves": ["strength"]}}}
    board = Board(variant(tmp_path, weather=weather), {"Friant": "0413", "Rohan": "0410"}, "movement")
    mind, turn = Mind(board.play, FRENCH), board.state.clock.turn[0]
    whole = mind.danger(board.rules.at(board.state))[board.hex("0411")]
    board.state.apply((board.state.clock.change(0, "turn", turn + 4),))
    assert mind.danger(board.rules.at(board.state))[board.hex("0411")] == whole // 2 > 0


def test_a_stage_of_a_move_follows_those_before_it_however_it_is_asked(halved):
    """What a unit has left is known from the stage before, or worked out anew."""
    units = {"Friant": "0416", "Rohan": "0410"}
    asked, at_once = (Board(halved, units, "movement") for _ in range(2))
    begun = ("Friant",)
    while ways := asked.offered(*begun):
        last, begun = begun, (*begun, ways[0])
    assert len(begun) > 3
    for stages in (begun, last, begun[:2]):
        assert asked.offered(*stages) == at_once.offered(*stages)
