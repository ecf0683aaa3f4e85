"""Retreats whose hexes are thrown."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, Board, variant

pytestmark = pytest.mark.rule("retreat")

EFFECTS = {
    "AE": {"attacker": {"eliminate": "all"}},
    "AR": {"attacker": {"retreat": "1d3"}},
    "-": {},
    "DR": {"defender": {"flip": "one", "retreat": "1d6"}},
    "DD": {"attacker": {"retreat": 1}, "defender": {"eliminate": "all", "retreat": "1d6"}},
    "DE": {"defender": {"eliminate": "all"}},
}


@pytest.fixture(scope="module")
def thrown(tmp_path_factory):
    """Zones do not bar retreats."""
    retreat = {"towards": "away", "into_zones": "free", "blocked": "eliminate"}
    return variant(tmp_path_factory.mktemp("thrown"), effects=EFFECTS, retreat=retreat)


def after(ready, code, units, dice, *, attackers=("Friant",), defenders=("Rohan",)):
    """The board with a result that has just been thrown."""
    board = Board(ready, units, "assault", dice=dice)
    named = [[board.index[name] for name in names] for names in (attackers, defenders)]
    board.state.stack = tuple(ready.play.board.modules["effects"].frames(code, (FRENCH, AUSTRIAN), named))
    board.playout.advance()
    return board


@pytest.mark.parametrize("die", [1, 3, 6])
def test_units_retreat_as_far_as_the_die_says(thrown, die):
    board = after(thrown, "DR", {"Friant": "0414", "Rohan": "0413"}, [die])
    assert (board.playout.frame.step, board.playout.frame.data["hexes"]) == ("retreat", die)
    assert board.playout.decider == AUSTRIAN
    start = board.hex("0413")
    for steps in range(die):
        way = board.playout.choices((board.index["Rohan"], *board_way(board, steps)))
        assert way
        assert all(choice.whole == (steps == die - 1) for choice in way)
    board.playout.act((board.index["Rohan"], *board_way(board, die)))
    board.playout.advance()
    assert board.rules.distance(start, board.unit("Rohan", "place")) == die
    (event,) = board.events("distance")
    assert board.play.event_text(board.state, event) == f"the die for the retreat of the Austrian player says {die}"


def board_way(board, steps):
    """The first hexes of the first way of Rohan."""
    frame = board.playout.frame
    retreat = board.rules.modules["retreat"]
    ends = retreat.ways(board.rules.at(board.state), board.index["Rohan"], frame.data["hexes"]).ends
    return next(iter(ends.values()))[:steps]


def test_one_die_is_thrown_for_all_units_of_a_side(thrown):
    units = {"Friant": "0414", "Rohan": "0413", "Ulm": "0413"}
    board = after(thrown, "DR", units, [2], defenders=("Rohan", "Ulm"))
    board.act("Ulm")
    for _unit in range(2):
        assert board.playout.frame.data["hexes"] == 2
        unit = int(board.offered() and board.playout.choices(())[0].token)
        ways = board.rules.modules["retreat"].ways(board.rules.at(board.state), unit, 2)
        board.playout.act((unit, *next(iter(ways.ends.values()))))
        board.playout.advance()
    assert len(board.events("distance")) == 1


@pytest.mark.parametrize(("code", "numbers"), [("DR", [1, 2, 3, 4, 5, 6]), ("AR", [1, 2, 3])])
def test_each_number_of_the_die_is_as_likely(thrown, code, numbers):
    board = Board(thrown, {"Friant": "0414", "Rohan": "0413"}, "assault")
    named = [[board.index["Friant"]], [board.index["Rohan"]]]
    frame = thrown.play.board.modules["effects"].frames(code, (FRENCH, AUSTRIAN), named)[0]
    assert frame.step == "retreat-distance"
    step = thrown.play.sequence.steps[frame.step]
    chance = step.chance(board.state, frame)
    assert [outcome.token for outcome in chance.outcomes] == numbers
    assert len({outcome.weight for outcome in chance.outcomes}) == 1


def test_no_die_is_thrown_where_nobody_is_left(thrown):
    """The defender is eliminated; the attacker retreats as always."""
    board = after(thrown, "DD", {"Friant": "0414", "Rohan": "0413"}, [])
    assert not board.events("distance")
    assert board.playout.frame == Frame("retreat", {"side": FRENCH, "units": [board.index["Friant"]], "hexes": 1})


def test_terms_say_that_a_die_is_thrown_for_the_distance(thrown):
    """Six against three: DR is among the results of 2-1."""
    board = Board(thrown, {"Friant": "0414", "Stipsicz": "0413"}, "assault")
    found = board.play.terms(board.state, board.hex("0413"), [board.index["Friant"]])
    said = {each.result: each.effect for each in found.rolls[0].prospects}
    assert said["DR"] == ("one of the defenders is turned over and those left retreat as many hexes as a die shows")


def test_a_computer_player_minds_a_retreat_of_a_die_as_it_does_any(thrown):
    effects = thrown.play.board.modules["effects"]
    assert effects.share("AR", "attacker") == pytest.approx(0.1)
    assert effects.share("AR", "defender") == 0


def test_a_game_with_thrown_retreats_is_played_to_its_end(thrown):
    played = whole_game(thrown, ("competent", "random"), 1)
    assert any(event.name == "distance" for event in played.match.playout.events)
