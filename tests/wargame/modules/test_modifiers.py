"""Modifiers of assault and fire: when each counts, what it does, and that terms, result and players agree."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from pydantic import TypeAdapter

from scenario_forge import load_game
from scenario_forge.wargame.board.mind import Mind
from scenario_forge.wargame.modules.assault.assault import Fight
from scenario_forge.wargame.modules.assault.key import AssaultKey
from scenario_forge.wargame.modules.assault.modifier_words import names_of
from scenario_forge.wargame.modules.assault.modifiers import Clash, Modifiers

from .ridge import FLIPPING, FRENCH, RIDGE, Board, variant

pytestmark = pytest.mark.rule("assault", "fire")

CAVALRY, INFANTRY, ARTILLERY = ({"type": kind} for kind in ("cavalry", "infantry", "artillery"))
SUPPORT = {"range": "range", "of": ARTILLERY}
LINES = [
    {"when": {"attacker": CAVALRY, "defender_in": "woods"}, "die": -1},
    {"when": {"combined": [INFANTRY, ARTILLERY]}, "shift": 1, "name": "Combined arms"},
    {"when": {"from_hexes": 3}, "times": "1½"},
    {"when": {"all_defenders": CAVALRY}, "times": "1/2", "whose": "defender"},
    {"when": {"kind_of_turn": "rain"}, "shift": -1},
]


def apart(given):
    """The same data without values in common, which YAML would write as anchors."""
    return json.loads(json.dumps(given))


def assault(*lines):
    return apart({"table": "combat_results", "value": "strength", "support": SUPPORT, "modifiers": lines})


@pytest.fixture(scope="module")
def lined(tmp_path_factory):
    return variant(tmp_path_factory.mktemp("lined"), assault=assault(*LINES))


def sums(board, at, *units, guns=()):
    """By sum: the terms of modifiers, with their values."""
    numbers = [board.index[name] for name in units]
    given = {"attackers": numbers, "guns": [board.index[name] for name in guns]}
    found = board.play.terms(board.state, board.hex(at), numbers, given)
    return {
        each.name: {term.source: term.value for term in each.terms if term.stands == "modifiers"} for each in found.sums
    }, found.rolls[0].column


@pytest.mark.parametrize(
    ("units", "at", "attackers", "guns", "turn", "counts"),
    [
        ({"Nansouty": "0404", "Rohan": "0403"}, "0403", ["Nansouty"], [], 0,
         ("dice", "cavalry units attack and the attacked hex is Woods", -1)),
        ({"Friant": "0404", "Rohan": "0403"}, "0403", ["Friant"], [], 0, None),
        ({"Nansouty": "0414", "Rohan": "0413"}, "0413", ["Nansouty"], [], 0, None),
        ({"Friant": "0414", "Foot guns": "0415", "Rohan": "0413"}, "0413", ["Friant"], ["Foot guns"], 0,
         ("columns", "Combined arms", 1)),
        ({"Nansouty": "0414", "Foot guns": "0415", "Rohan": "0413"}, "0413", ["Nansouty"], ["Foot guns"], 0, None),
        ({"Friant": "0414", "Morand": "0412", "Gudin": "0313", "Rohan": "0413"}, "0413",
         ["Friant", "Morand", "Gudin"], [], 0, ("attack", "the attack comes from 3 or more hexes", Fraction(17, 2))),
        ({"Friant": "0414", "Morand": "0414", "Gudin": "0313", "Rohan": "0413"}, "0413",
         ["Friant", "Morand", "Gudin"], [], 0, None),
        ({"Friant": "0414", "Hessen": "0413"}, "0413", ["Friant"], [], 0,
         ("defence", "only cavalry units are attacked", -2)),
        ({"Friant": "0414", "Hessen": "0413", "Rohan": "0413"}, "0413", ["Friant"], [], 0, None),
        ({"Friant": "0414", "Rohan": "0413"}, "0413", ["Friant"], [], 4, ("columns", "this is a rain turn", -1)),
    ],
)  # fmt: skip
def test_a_line_counts_if_all_holds_that_it_names(lined, units, at, attackers, guns, turn, counts):
    """Woods in 0403, open ground in 0413; it rains in the fifth turn."""
    board = Board(lined, units, "assault", turn=turn)
    found, _column = sums(board, at, *attackers, guns=guns)
    assert [(name, source, value) for name, terms in found.items() for source, value in terms.items()] == (
        [counts] if counts else []
    )


@pytest.mark.parametrize(("guns", "column"), [((), "1:1"), (("Foot guns",), "2:1")])
def test_the_column_of_the_terms_is_that_of_the_result(lined, guns, column):
    """6 to 6 and then 10 to 6, which is 3:2, and one more to the right; a throw of 5 is DR in 1-1, DD in 2-1."""
    board = Board(lined, {"Friant": "0414", "Foot guns": "0415", "Rohan": "0413"}, "assault", dice=[5])
    assert sums(board, "0413", "Friant", guns=guns)[1] == column
    board.act("0413", "Friant", *(["with", *guns] if guns else []))
    (battle,) = board.events("battle")
    assert board.rules.modules["assault"].results.codes[battle.subjects[5]] == ("DD" if guns else "DR")


def test_what_is_added_to_the_dice_is_in_the_event(lined):
    board = Board(lined, {"Nansouty": "0404", "Rohan": "0403"}, "assault", dice=[3])
    board.act("0403", "Nansouty")
    assert board.events("battle")[0].subjects[4] == -1


@pytest.mark.parametrize(("turn", "hopeless"), [(0, True), (4, False)])
def test_whether_an_attack_is_hopeless_follows_the_shifted_column(tmp_path, turn, hopeless):
    """6 to 6, and 5 off the die: at 1-1 no total harms the defender, at 3-1, in the rain of the fifth turn, all do."""
    lines = [{"when": {"attacker": INFANTRY}, "die": -5}, {"when": {"kind_of_turn": "rain"}, "shift": 3}]
    ready = variant(tmp_path, assault=assault(*lines))
    board = Board(ready, {"Friant": "0414", "Rohan": "0413"}, "assault", dice=[1], turn=turn)
    before = board.state.copy()
    board.act("0413", "Friant")
    (battle,) = board.events("battle")
    assert board.play.hopeless(before, battle) is hopeless


def test_fractions_of_a_strength_are_dropped(lined):
    """17 becomes 25½; the terms and the odds are 25."""
    units = {"Friant": "0414", "Morand": "0412", "Gudin": "0313", "Rohan": "0413"}
    board = Board(lined, units, "assault", dice=[1])
    numbers = [board.index[name] for name in ("Friant", "Morand", "Gudin")]
    found = board.play.terms(board.state, board.hex("0413"), numbers, {"attackers": numbers})
    assert found.sums[0].total == 25
    board.act("0413", "Friant", "Morand", "Gudin")
    assert board.events("battle")[0].subjects[1:3] == (25, 6)


def counting(ready, when, clash, *, state=None):
    """Whether a condition holds in a clash of named units."""
    board = Board(ready, {}, "assault")
    for name, hex_ in clash["at"].items():
        board.state.units.place[board.index[name]] = board.hex(hex_)
    for column, name in state or ():
        getattr(board.state.units, column)[board.index[name]] = 1
    board.state.revisions = board.state.revisions
    given = TypeAdapter(AssaultKey).validate_python({"table": "t", "modifiers": [{"when": when, "die": 1}]}).modifiers
    units = lambda names: [board.index[name] for name in names]  # noqa: E731
    found = Clash(
        board.hex(clash["hex"]),
        units([*clash["from"], *clash.get("guns", ())]),
        [board.state.units.place[unit] for unit in units(clash["from"])],
        units(clash["against"]),
    )
    return bool(Modifiers(board.rules, "assault", given, ["it"]).counting(board.rules.at(board.state), found))


ALONE = {"hex": "0413", "from": ["Friant"], "against": ["Rohan"], "at": {"Friant": "0414", "Rohan": "0413"}}
ACROSS = {"hex": "0610", "from": ["Gudin"], "against": ["Rohan"], "at": {"Gudin": "0611", "Rohan": "0610"}}


def beside(*places):
    """An attack on 0413 from several hexes."""
    at = dict(zip(("Friant", "Morand", "Gudin"), places, strict=False))
    return {"hex": "0413", "from": [*at], "against": ["Rohan"], "at": {**at, "Rohan": "0413"}}


@pytest.mark.parametrize(
    ("when", "clash", "state", "holds"),
    [
        ({"from_hexes": 2}, beside("0414", "0412"), (), True),
        ({"from_hexes": 2}, beside("0414", "0414"), (), False),
        ({"from_opposite_sides": True}, beside("0314", "0414"), (), False),
        ({"from_opposite_sides": True}, beside("0314", "0412"), (), True),
        ({"attackers_in": "clear"}, beside("0313", "0412"), (), True),
        ({"attackers_in": "clear"}, beside("0414", "0412"), (), False),
        ({"attackers_in": ["woods", "ridge"]}, beside("0414", "0412"), (), False),
        ({"defender_in": ["woods", "clear"]}, ALONE, (), True),
        ({"defender_in": "named"}, ALONE, (), False),
        ({"across": "stream"}, ACROSS, (), True),
        ({"across": "stream"}, ALONE, (), False),
        ({"attacker_mark": "flipped"}, ALONE, [("flipped", "Friant")], True),
        ({"attacker_mark": "flipped"}, ALONE, [("flipped", "Rohan")], False),
        ({"defender_mark": "flipped"}, ALONE, [("flipped", "Rohan")], True),
        ({"defender_mark": "flipped"}, ALONE, [("flipped", "Friant")], False),
        ({"kind_of_turn": "rain"}, ALONE, (), False),
    ],
)  # fmt: skip
def test_each_condition_holds_where_it_says(lined, when, clash, state, holds):
    assert counting(lined, when, clash, state=state) == holds


def test_opposite_sides_are_those_with_the_attacked_hex_between_them(lined):
    board = Board(lined, {}, "assault")
    around, names = board.rules.around(board.hex("0413")), board.compiled.names["hexes"]
    pairs = {
        frozenset((names[one], names[other]))
        for one in around
        for other in around
        if counting(lined, {"from_opposite_sides": True}, beside(names[one], names[other]))
    }
    far = {frozenset((names[one], names[other])) for one in around for other in around
           if board.rules.distance(one, other) == 2 and not {*board.rules.around(one)} & {*board.rules.around(other)}
           - {board.hex("0413")}}  # fmt: skip
    assert pairs == far
    assert len(pairs) == 3


def test_a_player_counts_them_from_the_hexes_to_which_units_will_go(lined):
    units = {"Friant": "0418", "Morand": "0416", "Gudin": "0316", "Rohan": "0413"}
    board = Board(lined, units, "movement")
    mind, now, hex_ = Mind(board.play, FRENCH), board.rules.at(board.state), board.hex("0413")
    able = [board.index[name] for name in ("Friant", "Morand", "Gudin")]
    there = lambda *places: dict(zip(able, map(board.hex, places), strict=True))  # noqa: E731
    assault, one, three = board.rules.modules["assault"], there("0414", "0414", "0414"), there("0414", "0412", "0313")
    assert assault.odds(now, Fight(hex_, able, places=three)).attack == 25
    assert assault.odds(now, Fight(hex_, able, places=one)).attack == 17
    assert assault.expected(mind, now, hex_, able, three) > assault.expected(mind, now, hex_, able, one)


FIRE = {"range": "range", "table": "fire", "value": "strength", "defence": "morale"}
FIRING = [
    {"when": {"defender": CAVALRY}, "die": 1},
    {"when": {"defender_in": "woods"}, "shift": -1},
    {"when": {"attacker_mark": "moved"}, "times": "1/2"},
]


@pytest.fixture(scope="module")
def shooting(tmp_path_factory):
    turns = {"turns": [{"each": "first_second", "do": ["movement", "fire", "assault", "rally"]}]}
    return variant(
        tmp_path_factory.mktemp("shooting"), sight={"reach": {"usual": "eyes"}}, effects=FLIPPING, sequence=turns,
        fire=apart({**FIRE, "modifiers": FIRING}),
    )  # fmt: skip


def shot(ready, units, target, *, moved=0):
    board = Board(ready, units, "fire")
    board.state.units.moved[board.index["Foot guns"]] = moved
    board.playout.advance()
    (attack,) = board.play.attacks(board.state, board.playout.frame, board.action("Foot guns", target))
    found = board.play.terms(board.state, *attack)
    return {each.name: each.total for each in found.sums}, found.rolls[0]


def test_modifiers_of_fire_change_dice_column_and_strength(shooting):
    """Foot guns have 4; Ulm has a morale of 3 and Stipsicz, cavalry, one of 4."""
    plain, roll = shot(shooting, {"Foot guns": "0415", "Ulm": "0413"}, "Ulm")
    assert (plain, roll.column) == ({"value": 1}, "+1 to +4")
    _sums, roll = shot(shooting, {"Foot guns": "0405", "Ulm": "0403"}, "Ulm")
    assert (_sums, roll.column) == ({"value": 1, "columns": -1}, "0 and less")
    assert shot(shooting, {"Foot guns": "0415", "Stipsicz": "0413"}, "Stipsicz")[0] == {"value": 0, "dice": 1}
    assert shot(shooting, {"Foot guns": "0415", "Ulm": "0413"}, "Ulm", moved=1)[0] == {"value": -1}


@pytest.mark.parametrize(("at", "gone"), [("0413", True), ("0403", False)])
def test_the_result_of_fire_is_that_of_the_shifted_column(shooting, at, gone):
    """A throw of 10 makes Ulm retreat in the column for 1; one to the left nothing happens."""
    board = Board(shooting, {"Foot guns": f"{at[:2]}{int(at[2:]) + 2:02}", "Ulm": at}, "fire", dice=[10])
    board.act("Foot guns", "Ulm")
    board.playout.advance()
    assert (bool(board.state.stack) and board.state.stack[-1].step == "retreat") == gone


def test_a_name_takes_the_place_of_what_is_said_under_when():
    given = TypeAdapter(AssaultKey).validate_python(assault(*LINES)).modifiers
    assert names_of(load_game(RIDGE, "none"), given)[:2] == [
        "cavalry units attack and the attacked hex is Woods", "Combined arms"
    ]  # fmt: skip
