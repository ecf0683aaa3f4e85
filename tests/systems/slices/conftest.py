"""*Knights of the Desert*, *Rats of Tobruk*, and an excerpt of *WW2 Western Desert Rules*."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scenario_forge import load_game

SLICES = Path(__file__).parents[2] / "games"
NAMES = ("knights", "rats-of-tobruk", "western-desert")
CONTENT = SLICES.parents[1] / "content"
WHOLE = {"knights": CONTENT / "knights-of-the-desert", "rats-of-tobruk": CONTENT / "rats-of-tobruk"}
"""Games that are no slices any more."""


def folder_of(name):
    """The folder of a game."""
    return WHOLE.get(name, SLICES / name)


@cache
def slice_of(name):
    """A game as it is printed, read once: nobody changes a game that was read."""
    return load_game(folder_of(name), errata="none")


@pytest.fixture(params=NAMES)
def slice_(request):
    """Each of the three games."""
    return slice_of(request.param)
