"""Fire of single units: its dice, what counts on either side, and who may fire and move in one turn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.base.events import Book

from .ridge import AUSTRIAN, FLIPPING, FRENCH, Board, variant

pytestmark = pytest.mark.rule("fire", "sight", "weather", "movement")

ARTILLERY = {"type": "artillery"}
KEY = {"range": "range", "table": "fire", "value": "strength", "defence": "morale"}
TURNS = {"turns": [{"each": "first_second", "do": ["movement", "fire", "assault", "rally"]}]}


def shooting(folder, fire, **keys):
    """Units fire after they have moved, as far as three hexes."""
    return variant(
        folder, sight={"reach": {"usual": "eyes"}}, fire={**KEY, **fire}, effects=FLIPPING,
        **{"sequence": TURNS, **keys},
    )  # fmt: skip


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """Only cavalry may both move and fire."""
    kinds = {"rain": {"halves": ["movement"], "dice": {"fire": "rain"}}}
    return shooting(
        tmp_path_factory.mktemp("plain"), {"both": {"type": "cavalry"}}, weather={"column": "weather", "kinds": kinds}
    )


@pytest.fixture(scope="module")
def covered(tmp_path_factory):
    """Woods give cover, in which the morale defends; each unit that fires counts 1."""
    cover = {"value": "morale", "ground": ["woods"]}
    return shooting(tmp_path_factory.mktemp("covered"), {"cover": cover, "value": "count", "defence": None})


def step(board):
    """The step that is being taken; empty when all is done."""
    board.playout.advance()
    return board.state.stack[-1].step if board.state.stack else ""


def terms(board, firer, target):
    board.playout.advance()
    (attack,) = board.play.attacks(board.state, board.playout.frame, board.action(firer, target))
    return board.play.terms(board.state, *attack)


def test_fire_throws_the_dice_of_its_table(plain):
    """Foot guns have a strength of 4, Ulm a morale of 3: from 10 on with two dice, 6 ways in 36."""
    board = Board(plain, {"Foot guns": "0415", "Ulm": "0413"}, "fire")
    found = terms(board, "Foot guns", "Ulm")
    strength, held = (term.value for term in found.sums[0].terms)
    assert (strength, held) == (4, -3)
    assert {each.result: each.chance for each in found.rolls[0].prospects} == {
        "SH": Fraction(6, 36), "-": Fraction(30, 36)
    }  # fmt: skip


@pytest.mark.parametrize(("turn", "ways"), [(0, 6), (4, 15)])
def test_kinds_of_turn_add_to_the_dice_of_fire(plain, turn, ways):
    """It rains in the fifth turn, which adds 2: from 8 on there are 15 ways in 36."""
    board = Board(plain, {"Foot guns": "0415", "Ulm": "0413"}, "fire", turn=turn)
    chances = {each.result: each.chance for each in terms(board, "Foot guns", "Ulm").rolls[0].prospects}
    assert chances["SH"] == Fraction(ways, 36)


@pytest.mark.parametrize(("turn", "dice", "moved"), [(0, 9, False), (0, 10, True), (4, 8, True), (4, 7, False)])
def test_the_result_of_fire_is_that_of_its_terms(plain, turn, dice, moved):
    board = Board(plain, {"Foot guns": "0415", "Ulm": "0413"}, "fire", turn=turn, dice=[dice])
    board.act("Foot guns", "Ulm")
    assert (step(board) == "retreat") == moved


def turn_of(board, side, **data):
    """The first phase of a turn of the side, on the board as it is."""
    board.state.stack = (Frame("movement", {"side": side, "phasing": side, **data}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted([]))
    return board


def test_who_fired_in_one_turn_moves_in_the_next_but_not_in_the_same(plain):
    board = Board(plain, {"Foot guns": "0415", "Friant": "0601"}, "fire")
    board.state.units.shot[board.index["Foot guns"]] = 1
    assert "Foot guns" not in turn_of(board, FRENCH, begun=True).offered()
    assert "Foot guns" in turn_of(board, FRENCH).offered()


def test_marks_of_one_side_stay_while_the_other_begins_its_turn(plain):
    board = Board(plain, {"Foot guns": "0415", "Rohan": "0601"}, "fire")
    board.state.units.shot[board.index["Foot guns"]] = 1
    assert "Rohan" in turn_of(board, AUSTRIAN).offered()
    assert board.unit("Foot guns", "shot") == 1


def test_who_moved_does_not_fire_unless_it_may_do_both(plain):
    units = {"Foot guns": "0415", "Rohan": "0413"}
    for moved in (0, 1):
        board = Board(plain, units, "fire")
        board.state.units.moved[board.index["Foot guns"]] = moved
        assert ("Foot guns" in board.offered()) == (not moved)


def test_each_unit_counts_one_and_cover_takes_the_place_of_the_defence(covered):
    """Woods in 0403, open ground in 0413."""
    for at, held in (("0403", True), ("0413", False)):
        board = Board(covered, {"Foot guns": f"{at[:2]}{int(at[2:]) + 2:02}", "Ulm": at}, "fire")
        assert [term.value for term in terms(board, "Foot guns", "Ulm").sums[0].terms] == [1, -3][: 1 + held]


def test_who_prints_no_defence_has_none(plain, monkeypatch):
    board = Board(plain, {"Foot guns": "0415", "Rohan": "0413"}, "fire")
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    monkeypatch.setattr(board.rules, "value", lambda *_asked: -1)
    assert fire.defence(now, board.index["Rohan"]) == 0


def test_where_no_cover_is_named_works_give_none(plain, monkeypatch):
    board = Board(plain, {"Foot guns": "0415", "Rohan": "0413"}, "fire")
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    held = {name: fire.defence(now, board.index[name]) for name in ("Foot guns", "Rohan")}
    monkeypatch.setattr(fire, "is_covered", lambda *_asked: True)
    assert {name: fire.defence(now, board.index[name]) for name in held} == held


@pytest.fixture(scope="module")
def ambushed(tmp_path_factory):
    """Units fire at those who move, hex by hex, with their morale."""
    return shooting(
        tmp_path_factory.mktemp("ambushed"), {"opportunity": True, "defence": None, "value": "morale"},
        movement={"costs": "terrain_effects", "together": True},
    )  # fmt: skip


@pytest.mark.parametrize(("dice", "at"), [(10, "0415"), (9, "0412")])
def test_a_march_ends_where_fire_makes_the_units_retreat(ambushed, dice, at):
    """12-pounders have a morale of 4, so that a retreat is the worst; else the march goes on to its last hex."""
    board = Board(ambushed, {"Friant": "0415", "12-pounders": "0411"}, "movement", dice=[dice, 2, 2])
    board.act("Friant", "by", "0414", "0413", "0412")
    while step(board) == "opportunity":
        board.act(*(("decline",) if board.events("fires") else ("12-pounders", "Friant")))
    if step(board) == "retreat":
        board.act("Friant", at)
    assert board.where("Friant") == at


def shots_at(board, *firers):
    """Friant marches three hexes; of those who can fire at him each time, some do: how often each has."""
    board.act("Friant", "by", "0414", "0413", "0412")
    while step(board) == "opportunity":
        able = [name for name in firers if name in board.offered()]
        board.act(*((able[0], "Friant") if able else ("decline",)))
    return [sum(event.subjects[0] == board.index[name] for event in board.events("fires")) for name in firers]


@pytest.mark.parametrize(("shots", "fired"), [(None, [3, 2]), (1, [1, 1]), (2, [2, 2])])
def test_a_unit_fires_at_who_moves_so_many_times_in_a_turn(tmp_path, shots, fired):
    """No throw of 2 harms; from 0411 the 12-pounders reach each of the three hexes, the 6-pounders the last two."""
    key = {"opportunity": True, "defence": None, "value": "morale"} | ({"shots": shots} if shots else {})
    ready = shooting(tmp_path, key, movement={"costs": "terrain_effects", "together": True})
    units = {"Friant": "0415", "12-pounders": "0411", "6-pounders": "0411"}
    board = Board(ready, units, "movement", dice=[2] * 6)
    assert shots_at(board, "12-pounders", "6-pounders") == fired
    if shots:
        assert board.unit("6-pounders", "shots") == shots
        book = Book(board.state, board.rules.clauses)
        board.rules.turn_follows(board.state, book)
        assert book.get("shots", board.index["6-pounders"]) == 0
