"""Whether a whole action is allowed says the same at once and stage by stage, for legal and for spoilt actions."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.players import RandomPlayer, Seat
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed, Step, number
from scenario_forge.systems.desert_rats.play import DesertPlay

from .table import rules_of


def spoilt(action, key, hexes):
    """An action with a stage left out, doubled, or something else in it."""
    at, how = number(f"{key} at", len(action)), number(f"{key} how", 5)
    other = (number(f"{key} other", hexes), -2, "end", "round", "nonsense", "rearm")[number(f"{key} what", 6)]
    if how == 0:
        return action[:at]
    if how == 1:
        return (*action, other)
    return (*action[:at], action[at] if how == 2 else other, *action[at + (how != 2) :])


def said(error):
    return error and (str(error), error.clause, error.stage)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("scenario", "seed"), [("siege", 3), ("siege", 8), ("compass", 4)])
def test_at_once_and_by_stages_agree(scenario, seed):
    play = DesertPlay(rules_of("skirmish", scenario).compiled)
    playout = Playout(play.sequence, play.begin(), Keyed(seed))
    players = [RandomPlayer(play, side, seed) for side in range(2)]
    refused = 0
    while (side := playout.advance()) is not None:
        step, state, frame = playout.step, playout.state, playout.frame
        action = players[side].choose(Seat(play, playout, side))
        assert step.allows(state, frame, action) is None
        assert step.legal(state, frame, action)
        for trial in range(3):
            other = spoilt(action, f"{seed} {len(playout.log)} {trial}", len(state.hexes.control))
            found = step.allows(state, frame, other)
            refused += found is not None
            assert said(found) == said(Step.allows(step, state, frame, other)), other
            assert step.legal(state, frame, other) is (found is None), other
        playout.act_unchecked(action)
    assert refused > 50
