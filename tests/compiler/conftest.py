"""A small game, its texts changed as a test says."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.game.reading.workspace import load_game

ROOT = Path(__file__).parents[2]
SKIRMISH = ROOT / "tests/games/skirmish"


def edited(edits):
    """Texts of the small game with (file, old, new) done; old must stand there once."""
    files = {}
    for name, old, new in edits:
        text = files.get(name) or (SKIRMISH / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        files[name] = text.replace(old, new)
    return files


@pytest.fixture
def skirmish():
    def load(*edits, errata="none"):
        return load_game(SKIRMISH, errata, edited(edits))

    return load


@pytest.fixture
def compiled(skirmish):
    """compiled("siege", (file, old, new), …)"""

    def make(scenario, *edits, options=None):
        return compile_scenario(skirmish(*edits), scenario, options)

    return make


@pytest.fixture(scope="session")
def desert_rats():
    """As printed, but for the one date that no scenario beyond Mar 41 can do without."""
    chart = "orders-of-battle/allied.yaml"
    text = (ROOT / "content/desert-rats" / chart).read_text(encoding="utf-8").replace("W841", "W8/41")
    return load_game(ROOT / "content/desert-rats", "none", {chart: text})
