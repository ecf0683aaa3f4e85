"""Games of many kinds, made up or really played."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scenario_forge.api.trials import playtest as api
from scenario_forge.api.trials.playtest import PlaytestOrder, playtest
from scenario_forge.playtest.facts import Facts
from scenario_forge.playtest.result import GameResult, TurnResult

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
IDLE = {"allied": "idle", "axis": "idle"}
RANDOM = {"allied": "random", "axis": "random"}


def made_up(number=0, leads=(1, 1), sample=0, ended="over", controls=(), seed=None, **values):
    """A game of two sides: ``leads`` are the margins of side 0 after each player turn, the last at its end."""
    turns = tuple(
        TurnResult(
            turn=n // 2,
            side=n % 2,
            leader=-1 if not lead else 0 if lead > 0 else 1,
            lead=abs(lead),
            score=(max(lead, 0), max(-lead, 0)),
            measures=((10 - n, 20),),
            held=(1 if lead > 0 else 2,),
            control=controls[n] if n < len(controls) else "",
        )
        for n, lead in enumerate(leads)
    )
    last = leads[-1] if leads else 0
    result = {
        "winner": -1 if not last else 0 if last > 0 else 1,
        "margin": abs(last),
        "turns": turns,
        "measures": ("strength",),
        "places": ("The Fort",),
        "events": {"enters|3.2": 4},
        "steps": {"move": 2},
        "state": "ab",
    }
    return GameResult(sample, number, 100 + number if seed is None else seed, ended, **(result | values))


@pytest.fixture
def game():
    return made_up


@pytest.fixture
def facts():
    def make(**values):
        known = {
            "name": "base", "scenario": "siege", "content": "c0", "errata": "none", "options": (),
            "sides": ("red", "blue"), "players": ("idle", "random"), "hexes": 4, "labels": ("Jan", "Feb", "Mar"),
        }  # fmt: skip
        return Facts(**(known | values))

    return make


@pytest.fixture
def tried(tmp_path, monkeypatch):
    """tried(games=4, …): a playtest of the small game; ``text`` replaces its playtest.yaml."""
    monkeypatch.setattr(api, "code_hash", str)  # the code may change while tests run

    def run(text=None, **order):
        folder = SKIRMISH
        if text is not None:
            folder = tmp_path / "skirmish"
            if not folder.exists():
                shutil.copytree(SKIRMISH, folder)
            (folder / "playtest.yaml").write_text(text, encoding="utf-8")
        known = {"scenario": "compass", "players": IDLE, "jobs": 1, "errata": "none", "games": 3}
        return playtest(folder, PlaytestOrder(**(known | order)))

    return run
