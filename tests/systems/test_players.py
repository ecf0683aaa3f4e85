"""The player that the games share: in each of them it wins against who moves at random and who does nothing."""

from __future__ import annotations

import pytest

from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from tests.content.games import DESERT, KNIGHTS, TOBRUK, game_of

SCENARIOS = {KNIGHTS: "tobruk-41", TOBRUK: "salient", DESERT: "harmat"}


def won(name, opponent, pairs):
    """The share of pairs won: both sides once with the same seed, by early ends, then points, then levels."""
    ready, found = prepare(game_of(name), SCENARIOS[name]), 0.0
    for seed in range(1, pairs + 1):
        margin = [0, 0, 0]
        for side in (0, 1):
            players = {each: opponent if n != side else "competent" for n, each in enumerate(ready.sides)}
            state = play_scenario(ready, PlayOrder(seed=seed, players=players)).match.playout.state
            outcome, score = ready.play.outcome(state), ready.play.score(state)
            sign = 0 if outcome.winner < 0 else 1 if outcome.winner == side else -1
            each = (sign * outcome.decisive, score[side] - score[1 - side], sign)
            margin = [sum(two) for two in zip(margin, each, strict=True)]
        found += 1 if margin > [0, 0, 0] else 0.5 if margin == [0, 0, 0] else 0
    return found / pairs


@pytest.mark.sampled(3)
@pytest.mark.parametrize("opponent", ["random", "idle"])
@pytest.mark.parametrize("name", [KNIGHTS, DESERT])
def test_the_shared_player_wins_pairs(name, opponent):
    assert won(name, opponent, 2) >= 0.8


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["random", "idle"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_shared_player_wins_four_pairs_in_five(name, opponent):
    assert won(name, opponent, 40) >= 0.8
