from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scenario_forge.api.drafts.dossier import dossier_html, place_of
from scenario_forge.cli.main import run
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"
HEAD = "basis: proposed\ngame: skirmish\ndate: 2/41\nfirst: allied\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the small game; February 1941 lies between its two printed starts."""
    shutil.copytree(SKIRMISH, tmp_path / "skirmish")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "skirmish"


@pytest.fixture(scope="session")
def battleaxe():
    """Between March and November 1941: the page, how many are decided, how many are left to decide."""
    game = load_as_printed("desert-rats", "all")
    return dossier_html(game, place_of(game, "6/41"), origin="nov41")


class Table:
    """The commands as one types them."""

    def __init__(self, folder, capsys):
        self.folder, self.capsys = folder, capsys
        self.file = folder / "dossiers" / "2-41.yaml"
        self.page = folder.parent / "build/skirmish/skirmish_dossier_2-41.html"

    def forge(self, *words):
        """Exit code, what was said, and what was said on the other stream."""
        code = run([str(word) for word in words])
        said = self.capsys.readouterr()
        return code, said.out, said.err

    def dossier(self, *words, date="2/41"):
        return self.forge("dossier", self.folder, "--date", date, *words)

    def answers(self, *rows, head=HEAD, name="answers.yaml"):
        """A file such as the page saves."""
        file = self.folder.parent / name
        file.write_text(head + "rows:\n" + "".join(f"  - {row}\n" for row in rows))
        return file

    def take(self, *rows, **how):
        return self.dossier("--answers", self.answers(*rows, **how))


@pytest.fixture
def table(folder, capsys):
    return Table(folder, capsys)
