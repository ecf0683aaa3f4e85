"""Typesets each document once in a test run; plugged in by `tests/conftest.py`.

Most tests of printing make documents that others have made too, and Typst takes two thirds of their time. What it makes
depends on nothing but its source, its inputs and the shipped fonts: the workers share it by the digest of these, in a
folder that goes when the tests are over. Tests that compare two makings of one document ask for `typeset_anew`.

The folder that `TYPESET_ONCE` names stays. `.ci/run` builds the games before it tests, and runs this module instead of
`forge` for it: what a game is printed from is what tests look at.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from scenario_forge.__main__ import run
from scenario_forge.printing import typeset

make = typeset._pdf
KEPT = "TYPESET_ONCE"


class Typesetter:
    """Makes each document once; what it has made is in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def pdf(self, main: str, inputs: dict[str, str]) -> bytes:
        """The PDF, made by whoever asks first; others wait for it."""
        path = self.folder / f"{typeset._digest(main, inputs)}.pdf"
        with FileLock(f"{path}.lock"):
            if not path.exists():
                made = make(main, inputs)
                part = path.with_suffix(".part")
                part.write_bytes(made)
                part.replace(path)
                return made
        return path.read_bytes()


class TypesetOnce:
    """The plugin."""

    def __init__(self, config: pytest.Config) -> None:
        given = getattr(config, "workerinput", {}).get("typeset_once", os.environ.get(KEPT))
        self.own = given is None
        self.folder = Path(given or tempfile.mkdtemp(prefix="typeset-once-"))

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """A worker shares the folder of whoever leads."""
        node.workerinput["typeset_once"] = str(self.folder)

    def pytest_sessionstart(self) -> None:
        """The tests begin."""
        typeset._pdf = Typesetter(self.folder).pdf

    def pytest_unconfigure(self) -> None:
        """The tests are over."""
        typeset._pdf = make
        if self.own:
            shutil.rmtree(self.folder, ignore_errors=True)

    @pytest.fixture
    def typeset_anew(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Within this test, each document is typeset although it was before."""
        monkeypatch.setattr(typeset, "_pdf", make)


if __name__ == "__main__":
    typeset._pdf = Typesetter(Path(os.environ[KEPT])).pdf
    sys.exit(run())
