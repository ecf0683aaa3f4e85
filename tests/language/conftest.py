"""A copy of *Desert Rats*, and places in it by the words that stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.game.reading.workspace import Workspace

CONTENT = Path(__file__).parents[2] / "content"


@pytest.fixture(scope="session")
def desert_rats():
    return Workspace(CONTENT / "desert-rats").load("none")


@pytest.fixture(scope="session")
def at(desert_rats):
    """Line and column of the last character of some words, in a file."""

    def place(file, words):
        source = desert_rats.read[file].source
        assert words in source.text
        return file, *source.lines.position(source.text.index(words) + len(words) - 1)

    return place
