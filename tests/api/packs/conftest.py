"""A game in a folder of one's own, and a pack of its scenario."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scenario_forge.api.packs.pack import make_pack
from scenario_forge.game.reading.workspace import load_game

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"


@pytest.fixture(scope="session")
def packed() -> bytes:
    """The pack of the game's scenario with the official errata."""
    return make_pack(load_game(SKIRMISH), "siege").data


@pytest.fixture
def friend(tmp_path, monkeypatch) -> Path:
    """The same game in a friend's folder, without the scenario."""
    folder = tmp_path / "content" / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    (folder / "scenarios" / "siege.yaml").unlink()
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def send(tmp_path):
    """Write bytes as a pack's file."""

    def write(data: bytes) -> str:
        path = tmp_path / "sent.forge"
        path.write_bytes(data)
        return str(path)

    return write
