"""The list of contents on the box: what this game has, nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.tuck_box import texts

SKIRMISH = Path(__file__).parents[2] / "games/skirmish"


def contents(game):
    return texts(Brief(game))["contents"]


def test_a_game_with_all_papers_lists_them():
    listed = contents(load_game(SKIRMISH, "none"))
    assert [row for row in ("Map", "Rules booklet", "Set-up cards and score pad") if row not in listed] == []


def test_a_game_without_rules_or_scenarios_does_not_promise_them(tmp_path):
    folder = tmp_path / "game"
    shutil.copytree(SKIRMISH, folder)
    (folder / "rulebook.yaml").unlink()
    shutil.rmtree(folder / "scenarios")
    listed = contents(Workspace(folder).load("none"))
    assert "Rules booklet" not in listed
    assert "Set-up cards and score pad" not in listed
    assert "Map" in listed
