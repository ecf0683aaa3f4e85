"""Games to print, and what stands on the pages."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pypdfium2
import pytest
from svgwrite.data import typechecker

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.svg import Canvas

ROOT = Path(__file__).parents[2]
SKIRMISH = ROOT / "tests/games/skirmish"

# Every element that a test draws is checked against SVG 1.1; a long path, which takes long to read, once.
Canvas.validated = True
typechecker.is_valid_pathdata = lru_cache(maxsize=20_000)(typechecker.is_valid_pathdata)

GAMES = [*sorted(path.parent for path in ROOT.glob("content/*/game.yaml")), SKIRMISH]


def edited(edits):
    """Texts of the small game with (file, old, new) done; old must stand there once."""
    files = {}
    for name, old, new in edits:
        text = files.get(name) or (SKIRMISH / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        files[name] = text.replace(old, new)
    return files


@pytest.fixture
def skirmish():
    def load(*edits, errata="none"):
        return load_game(SKIRMISH, errata, edited(edits))

    return load


def pages(pdf):
    """The text of each page, blanks and line ends made one blank, breaking points taken out."""
    document = pypdfium2.PdfDocument(pdf)
    texts = [document[n].get_textpage().get_text_range() for n in range(len(document))]
    return [re.sub(r"\s+", " ", text.replace("\u200b", "").replace("\ufffe", "")) for text in texts]


@pytest.fixture
def text_of():
    return lambda pdf: " ".join(pages(pdf))
