"""docs/glossary.md is true of the code and of what people read."""

from __future__ import annotations

import ast
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
OTHER_MEANINGS = {
    "cell": "what stands in a row and a column of a table, never a hex",
    "edge": "the edge of the map, of a sheet or of a counter",
    "border": "the hexsides between some hexes and all others",
    "location": "a hex or a box, and a place in a file for language servers",
    "node": "a part of a YAML file, or of a network of ways",
    "zone": "a zone of control",
    "token": "one stage of an action, and one entry of a printed cell",
    "piece": "a part that a page or a sheet is put together from, and a counter of any kind in play",
    "army": "all that a side has, and an optional rule of *Desert Rats*",
    "group": "values, counters or sentences shown together",
    "pile": "counters drawn on top of each other",
    "health": "whether playtests end, and why not",
    "mission": "what aircraft fly, and never a scenario",
    "tick": "a stroke of a symbol on the map",
    "parameters": "numbers of rules.yaml as a system compiles them",
    "engine": "what runs the kernels, compiled or plain",
    "range": "the values that a heading covers, and how far supply and movement go",
    "withdrawal": "a unit that leaves the game",
    "rank": "a place in an order",
    "source": "where supply, a rule or a front comes from, and text with positions",
    "patch": "a correction at its place in the files, and a sheet that covers printed errors",
    "asset": "a file of the editor's page",
}
"""Words that the glossary lists as not to be used, which names have in a meaning of their own."""


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


def words_of_names():
    """Each word of a public module, class, function or method, with where it stands."""
    for path in sorted(CODE.rglob("*.py")):
        defined = [
            node.name
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        ]
        for name in (path.stem, *defined):
            if not name.startswith("_"):
                for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name):
                    yield word.lower(), f"{path.relative_to(CODE)}: {name}"


def test_no_public_name_has_a_word_not_to_use():
    """A word with another meaning of its own is let through, as long as a name has it."""
    listed = {word.strip() for row in ROWS for word in re.sub(r"\(.*?\)", "", row[2]).split(",")} - {""}
    unwanted = {form: word for word in listed for form in (word.lower(), f"{word.lower()}s")}
    found = {}
    for word, place in words_of_names():
        if word in unwanted:
            found.setdefault(unwanted[word], []).append(place)
    assert {word: places for word, places in found.items() if word not in OTHER_MEANINGS} == {}
    assert OTHER_MEANINGS.keys() <= found.keys()


def _prose(text):
    """A text without its code: fenced blocks and what stands in backquotes."""
    return re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
