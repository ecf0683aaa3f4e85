"""Briefs to draw counters from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.profile import Profile
from tests.printing.conftest import SKIRMISH


@pytest.fixture(scope="session")
def small():
    """The small game, loaded once."""
    return load_game(SKIRMISH, "none")


@pytest.fixture(scope="session")
def brief_of(small):
    def make(game=None, paper="A4", **profile):
        return Brief(game or small, replace(Profile().on(paper), hex=60.0, **profile))

    return make


@pytest.fixture(scope="session")
def game_with():
    """The small game with its counters' text worked over."""

    def load(work):
        return load_game(SKIRMISH, "none", {"counters.yaml": work((SKIRMISH / "counters.yaml").read_text("utf-8"))})

    return load
