"""Three slices of printed games, each with a rule system that stands beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scenario_forge import load_game

SLICES = Path(__file__).parent
NAMES = ("knights", "tobruk", "western-desert")


@pytest.fixture(autouse=True)
def _systems(monkeypatch):
    """The systems of the slices, on the path with their metadata as if installed."""
    monkeypatch.syspath_prepend(str(SLICES / "systems"))


@cache
def slice_of(name):
    """A slice as it is printed, read once: nobody changes a game that was read."""
    return load_game(SLICES / name, errata="none")


@pytest.fixture(params=NAMES)
def slice_(request, _systems):
    """Each of the three games."""
    return slice_of(request.param)
