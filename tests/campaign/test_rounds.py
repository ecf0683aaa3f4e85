"""What the sequence of play prints of a round of combat is what play does, in that order."""

from __future__ import annotations

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.play import GameUnderWay, PlayOrder, prepare
from scenario_forge.campaign.combat.combat import COMBAT, ROUND, WITHIN

STEPS = {kind.id for kind in COMBAT}


@pytest.fixture(scope="module")
def rounds():
    """For each round of a game, the ids of the steps in the order in which they were played."""
    ready = prepare(load_game("massawa", "all"), "keren")
    table = GameUnderWay(ready, PlayOrder(seed=3, players=dict.fromkeys(ready.sides, "competent")))
    applied = []
    for step in table.match.playout.sequence.steps.values():
        step.apply = lambda *given, step=step, plain=step.apply: applied.append(step.id) or plain(*given)
    table.play()
    made = []
    for number, name in enumerate(applied):
        if name == WITHIN[ROUND][0] and applied[number - 1] != name:
            made.append([])
        if made and name in STEPS:
            made[-1].append(name)
    return made


def _first(played, of):
    """Those of the steps that were played, by when they first were."""
    return sorted((step for step in of if step in played), key=played.index)


def test_a_round_is_played_in_the_order_that_is_printed(rounds):
    whole = [played for played in rounds if set(WITHIN[ROUND]) <= set(played)]
    assert len(whole) >= 5
    for played in whole:
        assert _first(played, WITHIN[ROUND]) == list(WITHIN[ROUND])


def test_a_battle_is_played_in_the_order_that_is_printed(rounds):
    battles = WITHIN[ROUND][-1]
    seen = set()
    for played in rounds:
        for number, name in enumerate(played):
            if name == WITHIN[battles][0]:
                end = next((n for n in range(number + 1, len(played)) if played[n] in (battles, name)), len(played))
                order = _first(played[number:end], WITHIN[battles])
                assert order == [step for step in WITHIN[battles] if step in order]
                seen.update(order)
    assert seen == set(WITHIN[battles])


def test_every_step_of_a_round_that_players_follow_is_printed():
    # what comes of a loss, and supply that is found, happen by themselves; the printed round has no line for them
    assert STEPS - {"aftermath", "capture"} == {*WITHIN[ROUND], *WITHIN[WITHIN[ROUND][-1]]}
