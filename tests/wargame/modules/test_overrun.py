"""Overrun, as cavalry of *A Day on the Ridge* might do it: an attack in the course of a move."""

from __future__ import annotations

import pytest

from scenario_forge.compiler.problems import CompileError
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.mind import Mind
from tests.systems.position import whole_game

from .ridge import FRENCH, Board, variant

pytestmark = pytest.mark.rule("overrun", "movement")

MOVEMENT = {"costs": "terrain_effects", "together": True}
CAVALRY = {"of": {"type": "cavalry"}}
HUSSARS, GUNS = "Lasalle", "6-pounders"


@pytest.fixture(scope="module")
def charging(tmp_path_factory):
    return variant(tmp_path_factory.mktemp("charging"), movement=MOVEMENT, overrun=CAVALRY)


@pytest.mark.parametrize(("name", "may"), [("Lasalle", True), ("Friant", False), ("Foot guns", False)])
def test_only_those_of_the_key_overrun(charging, name, may):
    board = Board(charging, {name: "0414", "Rohan": "0413"}, "movement")
    assert ("overrun" in board.offered()) == may


def test_a_unit_attacks_after_a_move_and_goes_on_where_nobody_is_left(charging):
    """Lasalle with 8 points and a strength of 3 against guns with 3: a 6 drives them off."""
    board = Board(charging, {HUSSARS: "0417", GUNS: "0413"}, "movement", dice=[6])
    board.act(HUSSARS, "by", "0416", "0415", "0414")
    board.act("overrun", "0413", HUSSARS)
    while board.playout.frame.step == "retreat":
        board.act(*_any_way(board))
    assert board.offered() == [HUSSARS, "end"]
    spent = board.unit(HUSSARS, "spent")
    board.act(HUSSARS)
    assert board.where(HUSSARS) == "0413"
    assert board.unit(HUSSARS, "spent") == spent + charging.play.rules.scale


def test_a_zone_in_the_hex_that_is_entered_does_not_stop_who_enters_it(tmp_path):
    """Unlike a zone that is entered in a move. Rohan in 0413 has one in 0414."""
    ready = variant(tmp_path, movement=MOVEMENT, overrun=CAVALRY, zones={"enter": "stop"})
    board = Board(ready, {HUSSARS: "0415", "Rohan": "0413"}, "movement")
    assert board.offered(HUSSARS, "by", "0414") == [], "a move ends there"
    data = {"side": FRENCH, "hex": board.hex("0414"), "units": [board.index[HUSSARS]]}
    board.state.stack = (*board.state.stack, Frame("overrun-advance", data))
    board.act(HUSSARS)
    assert (board.where(HUSSARS), board.unit(HUSSARS, "moved")) == ("0414", 0)


def test_who_leaves_an_enemy_in_the_hex_moves_and_attacks_no_more(charging):
    board = Board(charging, {HUSSARS: "0414", "Morand": "0414", "Rohan": "0413"}, "movement", dice=[5])
    board.state.stack = (*Board(charging, {}, "assault").state.stack, *board.state.stack)
    board.act("overrun", "0413", HUSSARS)  # 1-2: no effect
    assert HUSSARS not in board.offered()
    board.act("end")
    assert board.offered("0413") == ["Morand"], "the hussars have attacked already"


def test_guns_join_an_assault_from_afar_and_no_overrun(charging):
    units = {"Nansouty": "0414", "Foot guns": "0415", "Rohan": "0413"}
    board = Board(charging, units, "movement", dice=[6])
    board.act("overrun", "0413", "Nansouty")
    assert board.events("battle")[0].subjects[1] == 5
    assert not board.events("supports")


def test_it_may_overrun_again_in_its_next_turn(charging):
    board = Board(charging, {HUSSARS: "0414", "Rohan": "0413"}, "movement")
    board.state.units.overran[board.index[HUSSARS]] = 1
    assert "overrun" in board.offered(), "the mark goes when the phase begins"


def test_the_terms_are_those_of_an_assault_without_guns(charging):
    board = Board(charging, {"Nansouty": "0414", "Foot guns": "0415", "Rohan": "0413"}, "movement")
    board.offered()
    action = board.action("overrun", "0413", "Nansouty")
    (attack,) = charging.play.attacks(board.state, board.playout.frame, action)
    terms = charging.play.terms(board.state, attack.target, attack.attackers, attack.given)
    assert [each.total for each in terms.sums[:2]] == [5, 6]


def test_a_computer_player_overruns_guns_that_stand_alone(charging):
    board = Board(charging, {"Nansouty": "0414", HUSSARS: "0414", GUNS: "0413"}, "movement")
    board.offered()
    now, deed = board.rules.at(board.state), board.rules.deeds["overrun"]
    gain, action = deed.thought(Mind(board.play, FRENCH), now, board.playout.frame)
    assert gain > 0
    assert action == board.action("0413", "Nansouty", HUSSARS)
    board = Board(charging, {HUSSARS: "0414", "Rohan": "0413"}, "movement")
    board.offered()
    assert deed.thought(Mind(board.play, FRENCH), board.rules.at(board.state), board.playout.frame) == (0.0, ())


def test_a_whole_game(charging):
    played = whole_game(charging, ("competent", "random"), 1)
    assert any(event.name == "overrun" for event in played.match.playout.events)


SEQUENCE = {"turns": [{"each": "first_second", "do": ["movement", "combat", "rally"]}]}


@pytest.fixture(scope="module")
def fighting(tmp_path_factory):
    """Overruns are among the ways to fight when all have moved."""
    return variant(
        tmp_path_factory.mktemp("fighting"),
        movement=MOVEMENT, overrun=CAVALRY, combat=["overrun", "attack"], sequence=SEQUENCE,
    )  # fmt: skip


def test_as_a_way_to_fight_it_comes_after_all_movement_and_after_other_attacks(fighting):
    """Nansouty and Lasalle have moved, Friant attacks in vain; then Lasalle drives the guns off."""
    units = {HUSSARS: "0414", "Nansouty": "0415", "Friant": "0314", GUNS: "0413"}
    assert "overrun" not in Board(fighting, units, "movement").offered()
    board = Board(fighting, units, "combat", dice=[1, 6])
    for name, spent in ((HUSSARS, 3), ("Nansouty", 1)):
        board.state.units.moved[board.index[name]] = 1
        board.state.units.spent[board.index[name]] = spent * board.rules.scale
    board.act("attack", "0413", "Friant")
    while board.playout.frame.step == "retreat":
        board.act(*_any_way(board))
    assert board.where(GUNS) == "0413"
    board.act("overrun", "0413", HUSSARS)
    while board.playout.frame.step == "retreat":
        board.act(*_any_way(board))
    board.act(HUSSARS)
    assert board.where(HUSSARS) == "0413"
    assert (board.playout.frame.step, board.offered()) == ("movement", [HUSSARS, "end"])
    assert board.unit(HUSSARS, "spent") == (3 + 1) * fighting.play.rules.scale, "what it spent before counts"
    board.act("end")
    assert board.playout.over or board.playout.frame.step == "combat"


def test_a_computer_player_moves_on_after_an_overrun_in_a_combat_phase(fighting):
    played = whole_game(fighting, ("competent", "random"), 1)
    events = [event.name for event in played.match.playout.events]
    assert "overrun succeeds" in events


def test_movement_in_one_go_keeps_no_points(tmp_path):
    with pytest.raises(CompileError, match="`overrun` needs `together: true` under `movement`"):
        variant(tmp_path, overrun=CAVALRY)


def _any_way(board):
    gone = [board.offered()[0]]
    while ahead := board.offered(*gone):
        gone.append(ahead[0])
    return gone
