"""What the slice prints is what it printed, to the byte; the games of `content/` are compared by `.ci/run`."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from scenario_forge.cli.main import run

from .games import ROOT, folder_of

FILE = Path(__file__).with_name("printed.txt")
GAME = "western-desert"


@pytest.mark.long
def test_a_slice_prints_what_it_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)  # the page that says where to start names the folder
    how = ("--errata", "all", "--paper", "A4", "--force", "--no-previews", "--output", str(tmp_path))
    assert run(["build", str(folder_of(GAME).relative_to(ROOT)), *how]) in (0, 1)
    printed = {
        f"{sha256(path.read_bytes()).hexdigest()[:24]} {GAME}/{path.name}" for path in (tmp_path / GAME).rglob("*.pdf")
    }
    assert printed == {line for line in FILE.read_text().splitlines() if f" {GAME}/" in line}
