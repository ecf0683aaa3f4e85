"""Slips planted in every game of this repository, and what the checks then find that they did not before."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

ROOT = Path(__file__).parents[2]
GAMES = {
    "desert-rats": ROOT / "content/desert-rats",
    "massawa": ROOT / "content/massawa",
    "knights-of-the-desert": ROOT / "content/knights-of-the-desert",
    "rats-of-tobruk": ROOT / "content/rats-of-tobruk",
    "western-desert": ROOT / "content/western-desert",
}


@cache
def space(name: str) -> Workspace:
    """The workspace of a game, kept: what a slip does not touch is not checked anew."""
    return Workspace(GAMES[name])


def game_of(name: str):
    """A game with all its errata."""
    return space(name).load("all")


def text_of(name: str, file: str) -> str:
    """The text of a file of a game."""
    return (GAMES[name] / file).read_text("utf-8")


def line_of(name: str, file: str, text: str) -> int:
    """The line, from 1, of the first `text` in a file of a game."""
    return text_of(name, file).partition(text)[0].count("\n") + 1


def _beside(name: str) -> Workspace:
    """A workspace that knows what was found in the game as it is, and nothing of the slips before."""
    found_before(name)
    return Workspace.after(game_of(name))


@cache
def found_before(name: str) -> frozenset:
    """What is found in a game as it is."""
    return frozenset((finding.code.id, finding.message) for finding in check(game_of(name), "quick"))


def findings_after(name: str, texts: dict[str, str]) -> list:
    """What is found when some files have other texts, and was not before."""
    before = found_before(name)
    after = check(_beside(name).load("all", texts), "quick")
    return [finding for finding in after if (finding.code.id, finding.message) not in before]


def replaced(name: str, file: str, old: str, new: str, times: int) -> dict[str, str]:
    """The text of a file with the first few `old` as `new`, as :func:`findings_after` takes it."""
    text = text_of(name, file)
    assert text.count(old) >= times, f"{file} of {name} has `{old}` less than {times} times"
    return {file: text.replace(old, new, times)}


def slip(name: str, file: str, old: str, new: str) -> list:
    """What is found when the first `old` of a file is `new`."""
    text = text_of(name, file)
    assert old in text, f"{file} of {name} has no `{old}`"
    return findings_after(name, {file: text.replace(old, new, 1)})


def codes(findings) -> set[str]:
    """The codes of findings."""
    return {finding.code.id for finding in findings}
