"""What a computer player values in a position, and how it takes units in steps that it does not search."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.players import Seat, make_player
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.board.mind import Mind

from .ridge import AUSTRIAN, FLIPPING, FRENCH, Board, variant

CUP = Path(__file__).parents[3] / "content/rats-of-tobruk"
ALLIED = 1
FIRE = {"range": "range", "table": "fire", "value": "strength", "defence": "morale"}
SEQUENCE = {"turns": [{"each": "first_second", "do": ["movement", "fire", "assault", "rally"]}]}
PLAYER = {"goals": {"french": ["Oberdorf"]}, "near": {"french": 0.4}, "unit": 4}


def made(folder, exposed):
    player = {**PLAYER, "exposed": {"french": exposed}}
    return variant(folder, fire=FIRE, effects=FLIPPING, player=player, sequence=SEQUENCE)


@pytest.fixture(scope="module")
def wary(tmp_path_factory):
    """The French avoid fire, the Austrians do not."""
    return made(tmp_path_factory.mktemp("wary"), -0.3)


def cost(board, side, hex_):
    """What fire takes off the pull of a hex."""
    mind, now = Mind(board.play, side), board.rules.at(board.state)
    return mind.pull_under_fire(now)[board.hex(hex_)] - mind.pull(now)[board.hex(hex_)]


def test_each_enemy_that_can_fire_at_a_hex_makes_it_worth_less(wary):
    """The 12-pounders fire three hexes far, the 6-pounders two, Rohan not at all."""
    units = {"12-pounders": "0410", "6-pounders": "0410", "Rohan": "0413", "Friant": "0416"}
    board = Board(wary, units, "movement")
    assert cost(board, FRENCH, "0412") == pytest.approx(-0.6)
    assert cost(board, FRENCH, "0413") == pytest.approx(-0.3)
    assert cost(board, FRENCH, "0414") == 0


def test_only_the_side_that_the_key_names_minds_fire(wary):
    board = Board(wary, {"Foot guns": "0410", "Rohan": "0413"}, "movement")
    assert cost(board, AUSTRIAN, "0412") == 0


def test_a_player_stays_out_of_fire_that_costs_more_than_the_way_is_worth(tmp_path):
    """The guns fire three hexes far; from 0413 Friant goes nearer to Oberdorf, unless he minds that."""
    ends = {}
    for exposed in (0, -9):
        folder = tmp_path / str(exposed)
        folder.mkdir()
        board = Board(made(folder, exposed), {"12-pounders": "0408", "Friant": "0413"}, "movement")
        board.playout.advance()
        seat = Seat(board.play, board.playout, FRENCH)
        action = make_player("competent", board.play, FRENCH, 1).choose(seat)
        end = action[-1] if action != ("end",) else board.hex("0413")
        ends[exposed] = board.rules.distance(board.hex("0408"), end)
    assert ends[0] <= 3 < ends[-9]


# -- the busiest units ---------------------------------------------------------------------------------


def test_a_unit_has_the_more_to_do_the_stronger_and_the_nearer_to_the_enemy_it_is(wary):
    """Friant has a strength of 6 three hexes away; the foot guns, 4, join assaults as far as three."""
    board = Board(wary, {"Friant": "0413", "Foot guns": "0413", "Rohan": "0410", "Hessen": "0402"}, "movement")
    mind, now = Mind(board.play, FRENCH), board.rules.at(board.state)
    assert mind.work(now, board.index["Friant"]) == 6 / 4
    assert mind.work(now, board.index["Foot guns"]) == 4
    assert mind.work(now, board.index["Morand"]) == 0, "it is not on the map"


@cache
def easter():
    return prepare(load_game(CUP, errata="none"), "easter-battle")


def chits(places, most):
    """The chits that the Allied player puts into the cup, of as many headquarters of the Axis."""
    play, compiled = easter().play, easter().compiled
    names = compiled.names["units"]
    state = play.begin()
    for unit in range(len(names)):
        state.units.place[unit] = -1
    for name, hex_ in places.items():
        state.units.place[names.index(name)] = compiled.names["hexes"].index(hex_)
    chosen = [unit for unit, name in enumerate(names) if name in ("HQ I/5Pz", "HQ II/5Pz", "HQ 2MG", "HQ 8MG")][:most]
    for unit in chosen:
        state.units.chit[unit] = 1
    state.revisions = state.revisions
    state.stack = (Frame("cup", {"side": ALLIED}),)
    playout = Playout(play.sequence, state, Scripted(()))
    playout.advance()
    action = make_player("competent", play, ALLIED, 1).choose(Seat(play, playout, ALLIED))
    return [names[token] for token in action]


def test_the_busiest_formations_go_into_the_cup_as_many_as_may():
    places = {
        "1/5Pz": "4242", "HQ 2/13": "4424", "A/2/13": "4424", "HQ 2/24": "4235", "A/2/24": "4236", "HQ 2/15": "1427",
        "A/2/15": "1529", "HQ 2/48": "3837", "A/2/48": "4140",
    }  # fmt: skip
    assert chits(places, 2) == ["HQ 2/48"], "nearest to the enemy"
    assert chits(places, 4) == ["HQ 2/24", "HQ 2/48"], "in the order of their numbers"
