"""Games go as they went: each decision, what was offered for it, and where everything stood after each player turn."""

from __future__ import annotations

import pytest

from .games import games, kept, tracer
from .trace import PartedError


@pytest.fixture(scope="module")
def traces():
    return kept()


def test_every_game_is_traced(traces):
    assert list(traces) == list(games())
    assert len(traces) >= 150


@pytest.mark.sampled(20)
@pytest.mark.parametrize("game", [pytest.param(game, id=str(game)) for game in games()])
def test_a_game_goes_as_it_went(traces, game):
    assert list(tracer(game, traces[game]).lines()) == traces[game]


def follow(game, lines, *, ask=False):
    return list(tracer(game, lines, ask=ask).lines())


def test_a_trace_that_differs_anywhere_is_refused(traces):
    game = next(iter(traces))
    lines = traces[game]
    sort = {line.split("\t")[0]: number for number, line in enumerate(lines)}
    assert {"dice", "board", "over", "allied", "axis"} <= set(sort)
    for number in sort.values():
        for changed in ([*lines[:number], *lines[number + 1 :]], [*lines[:number], "other", *lines[number + 1 :]]):
            with pytest.raises(PartedError):
                follow(game, changed)
    with pytest.raises(PartedError):
        follow(game, lines[:-1])


def test_a_player_that_would_choose_otherwise_is_named(traces):
    game = next(iter(traces))
    with pytest.raises(PartedError, match="the player would choose"):
        follow(game._replace(seed=game.seed, players=("idle", "idle")), traces[game], ask=True)
