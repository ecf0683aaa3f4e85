"""Three slices of printed games, each with a rule system that stands beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge import load_game

SLICES = Path(__file__).parent
NAMES = ("knights", "tobruk", "western-desert")


@pytest.fixture(autouse=True)
def _systems(monkeypatch):
    """The systems of the slices, on the path with their metadata as if installed."""
    monkeypatch.syspath_prepend(str(SLICES / "systems"))


@pytest.fixture(params=NAMES)
def slice_(request, _systems):
    """Each of the three games."""
    return load_game(SLICES / request.param, errata="none")
