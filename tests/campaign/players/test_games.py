"""Whole games of the player `competent`: legal to the end, the same again, and better than whoever knows no rules."""

from functools import cache
from pathlib import Path

import pytest

from scenario_forge.api.play import prepare
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.simulator.drive import Match, drive, must_hold
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.step import Keyed

ROOT = Path(__file__).parents[3]
GAMES = {"desert-rats": ROOT / "content/desert-rats", "skirmish": ROOT / "tests/games/skirmish"}
SCENARIOS = sorted(path.stem for path in (GAMES["desert-rats"] / "scenarios").glob("*.yaml"))


@cache
def prepared(game, scenario):
    return prepare(load_game(GAMES[game], errata="all"), scenario)


def played(scenario, names, seed, game="desert-rats", watch=None):
    play = prepared(game, scenario).play
    match = Match(play, Keyed(seed), watch and watch(play))
    ending = drive(match, [make_player(name, play, side, seed) for side, name in enumerate(names)])
    assert ending.ended == "over", ending.message
    return match


def margin(scenario, names, seed, side):
    match = played(scenario, names, seed)
    score = list(match.play.score(match.playout.state))
    return score[side] - score[1 - side]


def of_pair(scenario, other, seed):
    return margin(scenario, ("competent", other), seed, 0) + margin(scenario, (other, "competent"), seed, 1)


def test_against_itself_all_that_must_hold_does_and_the_same_seed_gives_the_same_game():
    first = played("beda-fomm", ("competent", "competent"), 7, watch=must_hold)
    again = played("beda-fomm", ("competent", "competent"), 7)
    assert first.playout.log == again.playout.log


def test_it_plays_another_game_of_the_family():
    scenario = next((GAMES["skirmish"] / "scenarios").glob("*.yaml")).stem
    played(scenario, ("competent", "competent"), 1, game="skirmish", watch=must_hold)


@pytest.mark.parametrize("other", ["idle", "random"])
def test_with_sides_swapped_it_has_more_points_than_who_knows_no_rules(other):
    assert of_pair("beda-fomm", other, 3) > 0


@pytest.mark.long
@pytest.mark.parametrize("other", ["idle", "random"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_on_every_scenario(scenario, other):
    pairs = [of_pair(scenario, other, seed) for seed in range(100, 105)]
    assert sum(found > 0 for found in pairs) >= 4, pairs
