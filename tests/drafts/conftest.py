"""The small game, read once for all drafts."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import load_game
from scenario_forge.game.hexmap import hex_map

SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"


@pytest.fixture(scope="session")
def game():
    return load_game(SKIRMISH)


@pytest.fixture(scope="session")
def grid(game):
    return hex_map(game)
