"""A copy of a small game, components that cost nothing, and a build of them."""

from __future__ import annotations

import shutil
import sys
from types import SimpleNamespace

import pytest

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import COMPONENTS, PrintedDocument
from scenario_forge.printing.build_manifest import Order
from scenario_forge.printing.output_folder import FolderLock, OutputFolder
from scenario_forge.printing.press import Press
from tests.printing.conftest import SKIRMISH

from .fakes import Fake, blank


@pytest.fixture
def box(monkeypatch):
    """Replace all components by these fakes, in their order; START-HERE has a blank page for each document."""

    monkeypatch.setattr(
        "scenario_forge.printing.start_here._make", lambda _brief, entries, _end: PrintedDocument(blank(len(entries)))
    )

    before = dict(COMPONENTS)

    def fill(*fakes: Fake):
        COMPONENTS.clear()
        for fake in fakes:
            module = f"fake_{fake.name.replace('-', '_')}"
            monkeypatch.setitem(sys.modules, module, SimpleNamespace(jobs=fake.jobs))
            COMPONENTS[fake.name] = f"{module}:jobs"
        return fakes

    yield fill
    COMPONENTS.clear()  # and not by monkeypatch, which would put them back in another order
    COMPONENTS.update(before)


@pytest.fixture
def game(tmp_path):
    """The folder of a small game."""
    return shutil.copytree(SKIRMISH, tmp_path / "game")


@pytest.fixture
def change(game):
    def replace(name, old, new):
        path = game / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old, text.count(old))
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replace


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


@pytest.fixture
def build(game, out):
    """Build as a new process would: the game is read anew."""

    def run(errata="none", tell=None, **order):
        order.setdefault("previews", False)
        folder = OutputFolder(out)
        press = Press(folder, load_game(game, errata), Order(**order), tell)
        folder.prepare()
        with FolderLock(out):
            folder.sweep()
            return press.run()

    return run


def files(folder):
    """Every file below a folder that is not our own account, by name."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found if ".forge-build" not in path.name}
