"""*Knights of the Desert*, *Rats of Tobruk*, and a slice of *Western Desert* with its rule system beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scenario_forge import load_game

SYSTEMS = Path(__file__).with_name("systems")
SLICES = Path(__file__).parents[2] / "games"
NAMES = ("knights", "rats-of-tobruk", "western-desert")
CONTENT = SLICES.parents[1] / "content"
WHOLE = {"knights": CONTENT / "knights-of-the-desert", "rats-of-tobruk": CONTENT / "rats-of-tobruk"}
"""Games that are no slices any more."""


@pytest.fixture(autouse=True)
def _systems(monkeypatch):
    """The systems of the slices, on the path with their metadata as if installed."""
    monkeypatch.syspath_prepend(str(SYSTEMS))


def folder_of(name):
    """The folder of a game."""
    return WHOLE.get(name, SLICES / name)


@cache
def slice_of(name):
    """A game as it is printed, read once: nobody changes a game that was read."""
    return load_game(folder_of(name), errata="none")


@pytest.fixture(params=NAMES)
def slice_(request, _systems):
    """Each of the three games."""
    return slice_of(request.param)
