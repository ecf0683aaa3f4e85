"""The games with a rule system of their own: read once, since nobody changes a game that was read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from scenario_forge import load_game

CONTENT = Path(__file__).parents[2] / "content"
CHECKLISTS = CONTENT.parents[1] / "shared" / "checklists"
KNIGHTS, TOBRUK, DESERT = "knights-of-the-desert", "rats-of-tobruk", "western-desert"
NAMES = (KNIGHTS, TOBRUK, DESERT)


def errata_of(name):
    """`none`, which leaves a game as it is printed; `all` where its printed text has words that its terms forbid."""
    return "all" if name == DESERT else "none"


@cache
def game_of(name):
    """A game, with as few errata as it can be played with."""
    return load_game(CONTENT / name, errata_of(name))


@cache
def printed(name):
    """The checklist of a game: what is printed, as another read it."""
    path = CHECKLISTS / f"{name}.yaml"
    if not path.exists():
        pytest.skip("the checklists are not beside the project")
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def missing(name, id_):
    """What a checklist proposes for something that is not printed."""
    return next(each for each in printed(name)["missing"] if each["id"] == id_)["proposed"]
