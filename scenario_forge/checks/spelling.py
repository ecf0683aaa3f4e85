"""RUL021: ordinary words that neither a dictionary nor the game knows, one slip from one that is known."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook_spellings import known_words
from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.project.place import Where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Data

_KINDS = (
    *("rulebook", "options", "aids", "charts", "victory", "examples", "diagrams", "chronology", "scenarios"),
    *("game", "errata"),
)
_WORD = re.compile(r"(?<![\w'’{.\-/])[a-zß-ÿ]{5,}(?![\w'’}\-/]|\.\w)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BRITISH = (
    (re.compile(r"our"), "or"),
    (re.compile(r"(t|b|ch)re(s|d)?\Z"), r"\1er\2"),
    (re.compile(r"([iy])s(e|ed|es|ing|ation|ations)\Z"), r"\1z\2"),
    (re.compile(r"ence(s?)\Z"), r"ense\1"),
    (re.compile(r"ll"), "l"),
)
"""Spellings of Britain by those of America, which the dictionary prefers."""


def misspelt(game: Game) -> Iterator[Diagnostic]:
    """A word that stands once in the game, is in no dictionary, and is one slip from one that is."""
    words = dictionary(game.about.language) if game.about else None
    if not words:
        return
    files = [file for kind in _KINDS for file in game.files_of(kind)]
    said = [found for file in files for found in _texts(file.data, Where(file))]
    counts = Counter(word for _, text in said for word in _WORD.findall(text))
    names = {word.casefold() for word in known_words(game)}
    strange = {word for word, count in counts.items() if count == 1 and word not in names and not _known(word, words)}
    meant = {word: _meant(word, words, counts) for word in strange}
    for at, text in said if any(meant.values()) else ():
        for match in _WORD.finditer(text):
            known = meant.get(match[0])
            if known:
                span = at.span
                folded = span.line != span.end_line
                place = at if folded else at.within(match.start(), match.end())
                yield rul.RUL021.at(place, word=match[0]).suggest(f"did you mean {known}?")


def _texts(data: Data, at: Where) -> Iterator[tuple[Where, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, at / key)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _texts(value, at / number)
    elif isinstance(data, str) and " " in data:
        yield at, data


def _known(word: str, words: frozenset[str]) -> bool:
    """Whether a word, its American spelling, or the two words that it is made of are in the dictionary."""
    if word in words or any(here.sub(there, word) in words for here, there in _BRITISH):
        return True
    return any(word[:i] in words and word[i:] in words for i in range(3, len(word) - 3))


def _meant(word: str, words: frozenset[str], counts: Counter[str]) -> str:
    """The word one slip away that the game uses most, else any of the dictionary; empty where there is none."""
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    near = {a + b[1:] for a, b in cuts if b} | {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    near |= {a + letter + b[1:] for a, b in cuts if b for letter in _LETTERS}
    near |= {a + letter + b for a, b in cuts for letter in _LETTERS}
    found = sorted(other for other in near if other != word and (other in words or counts[other] > 1))
    return max(found, key=lambda other: counts[other], default="")


@cache
def dictionary(language: str) -> frozenset[str]:
    """The words of a language as `pyspellchecker` brings them, read without its parser; empty where it has none."""
    try:
        packed = resources.files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return frozenset()
    return frozenset(gzip.decompress(packed).decode("utf-8").split('"')[1::2])


CHECKS = (misspelt,)
