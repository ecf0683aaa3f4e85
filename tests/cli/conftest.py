"""A command line as a person types it, in a folder of its own with a copy of a small clean game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from scenario_forge.cli.main import run
from tests.json_out import fits

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Said:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """No colours, widths or debugging from the outside."""
    for name in ("NO_COLOR", "FORGE_DEBUG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def game(here):
    """The game's folder."""
    return here / "content" / "skirmish"


@pytest.fixture
def forge(capsys, here):
    """Run a command; the JSON that it writes to the terminal must fit its published schema."""

    def call(*words: object) -> Said:
        capsys.readouterr()
        code = run([str(word) for word in words])
        said = Said(code, *capsys.readouterr())
        if said.out.startswith("{") and "sarif" not in words:
            fits(said.out)
        return said

    return call


@pytest.fixture
def change(game):
    """Replace one piece of text in one file, which must be there once."""

    def replace(name: str, old: str, new: str) -> Path:
        path = game / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old, text.count(old))
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return replace
