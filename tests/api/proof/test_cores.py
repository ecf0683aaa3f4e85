"""Games on several cores show what they show on one."""

from __future__ import annotations

import pytest

from scenario_forge.api.trials.proof import Proving, Trial, prove_game

from .table import game


def test_any_number_of_processes_shows_the_same():
    one, two = (prove_game(game(), None, Trial(games=2, players=["random", "idle"]), jobs=jobs) for jobs in (1, 2))
    assert one.seen == two.seen
    assert one.games == 4 * len(one.seen)
    assert one.findings() == two.findings()


def test_an_interruption_leaves_whole_games_in_order():
    """What had been played before is there, and not more than what was told."""

    class EnoughError(RuntimeError):
        """Somebody has seen enough."""

    def after(proving):
        if proving.games == 3:
            raise EnoughError

    whole = prove_game(game(), ["siege"], Trial(games=3, players=["random"]), jobs=1)
    for jobs in (1, 2):
        proving = Proving(whole.game)
        with pytest.raises(EnoughError):
            prove_game(whole.game, ["siege"], Trial(games=5, players=["random"]), after, proving, jobs)
        assert proving.seen == whole.seen
