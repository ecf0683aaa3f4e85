"""A copy of a small game, and changes to it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def game(here):
    """The game's folder, found as `skirmish` from the current directory."""
    return here / "content" / "skirmish"


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
