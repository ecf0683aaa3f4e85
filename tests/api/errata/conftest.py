"""A copy of a small game, and a list of errata for it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"
HEAD = "basis: proposed\n\ntitle: Ours\n\nerrata:\n"


@pytest.fixture
def game(here):
    """The game's folder, found as `skirmish` from the current directory."""
    return here / "content" / "skirmish"


@pytest.fixture
def erratum(game):
    """Write errata into a list of their own: (id, at, printed, corrected), more fields by name."""
    return partial(add_errata, game)


def add_errata(folder: Path, *rows: tuple[str, str, str, str], **more: str) -> Path:
    path = folder / "errata" / "ours.yaml"
    given = {"why: ": "a reason", "source: ": "us", "by: ": "us", "status: ": "proposed"}
    given |= {f"{key}: ": value for key, value in more.items()}
    text = path.read_text() if path.exists() else HEAD
    for id_, at, printed, corrected in rows:
        text += f"  - id: {id_}\n    at: {at}\n    printed: {printed}\n    corrected: {corrected}\n"
        text += "".join(f"    {key}{value}\n" for key, value in given.items())
    path.write_text(text)
    return path
