"""The first line of a new file of a game: where its schema lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.drafts.dossier import place_of
from scenario_forge.api.drafts.dossier_answers import first_text
from scenario_forge.api.files import copy_game, template
from scenario_forge.drafts import sighting_text
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario

BUNDLED = Path(__file__).parents[2] / "content/massawa"
"""A folder of the repository, whose schemas lie two folders up."""


def files(game):
    return {
        "scenarios/x.yaml": new_scenario(game, ScenarioRequest("x", "19/1/41", "2/3/41")).text,
        "dossiers/19-1-41.yaml": first_text(game, place_of(game, "19/1/41")),
        "sightings.yaml": sighting_text.first_text(game),
        "words/de.yaml": template(game, "de"),
    }


@pytest.fixture
def copied(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    copy_game("massawa", tmp_path / "mine")
    return tmp_path / "mine"


def named(folder, file, text):
    path = (folder / file).parent / text.partition("$schema=")[2].split("\n")[0]
    return Path(os.path.normpath(path))  # whose folder need not be there yet


def test_the_schema_of_a_new_file_of_a_bundled_game_is_there():
    for file, text in files(load_game(BUNDLED, "all")).items():
        assert named(BUNDLED, file, text).is_file(), file


def test_the_schema_of_a_new_file_of_a_copy_is_there(copied):
    for file, text in files(load_game(copied, "all")).items():
        assert named(copied, file, text).is_file(), file
        assert named(copied, file, text).is_relative_to(copied)
