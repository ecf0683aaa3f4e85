"""docs/glossary.md is true of the code and of what people read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = ROOT / "scenario_forge"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| Word")
]
STRAY = ("token", "spawn", "army list", "hit points", "save game", "bot", "ZoC")
"""Words of other trades that no reader should meet; what the glossary lists beside them has other uses in English."""


def printed_words():
    """Every sentence that is printed or said, by the file it stands in."""
    for path in [*CODE.rglob("english*.yaml"), *CODE.rglob("english/*.yaml")]:
        yield path, path.read_text("utf-8")
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        if path.name != "glossary.md":
            yield path, path.read_text("utf-8")


def test_no_word_is_explained_twice():
    words = [word.strip() for row in ROWS for word in row[0].split(",")]
    assert len(words) > 40
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_word_lives_where_the_page_says(row):
    places = re.findall(r"`([^`]+)`", row[3])
    assert places
    assert [place for place in places if not (CODE / place).is_file()] == []


def test_no_word_is_also_a_word_not_to_use():
    unwanted = {word.strip() for row in ROWS for word in re.sub(r"\(.*?\)", "", row[2]).split(",")} - {""}
    wanted = {word.strip() for row in ROWS for word in row[0].split(",")}
    assert unwanted & wanted <= {"withdrawal"}  # not a retreat, though people say it of one


def test_nobody_meets_a_word_of_another_trade():
    found = {
        f"{path.relative_to(ROOT)}: {word}"
        for path, text in printed_words()
        for word in STRAY
        if re.search(rf"(?<![\w/.-]){word}s?\b(?!\.\w)", _prose(text))
    }
    assert found == set()


def _prose(text):
    """A text without its code: fenced blocks and what stands in backquotes."""
    return re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
