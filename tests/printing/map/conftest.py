"""Laid-out maps of every game, made once."""

from __future__ import annotations

from functools import cache

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.plan import plan_map
from scenario_forge.printing.profile import find_profile
from tests.printing.conftest import GAMES


@cache
def laid_out(folder, profile):
    game = load_game(folder)
    return plan_map(Brief(game, find_profile(game, profile)[0]), hex_map(game))


@pytest.fixture(params=GAMES, ids=lambda folder: folder.name)
def folder(request):
    return request.param


@pytest.fixture
def plan_of():
    return laid_out


@pytest.fixture
def plan(folder):
    return laid_out(folder, "default")
