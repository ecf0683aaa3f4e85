"""A copy of a small game, and changes to it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"


@pytest.fixture
def game(tmp_path, monkeypatch):
    """The game's folder, found as `skirmish` from the current directory."""
    folder = tmp_path / "content" / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def changed(game, tmp_path):
    """A second copy with some texts replaced, each of which must be there."""

    def make(*changes: tuple[str, str, str]) -> Path:
        folder = tmp_path / "other" / "skirmish"
        shutil.copytree(game, folder)
        for name, old, new in changes:
            path = folder / name
            text = path.read_text()
            assert old in text, (name, old)
            path.write_text(text.replace(old, new, 1))
        return folder

    return make
