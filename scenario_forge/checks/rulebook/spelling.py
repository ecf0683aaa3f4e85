"""RUL021: ordinary words that neither a dictionary nor the game knows, one slip from one that is known."""

from __future__ import annotations

import dataclasses
import gzip
import re
import unicodedata
from collections import Counter
from functools import cache
from importlib import metadata, resources
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from scenario_forge.checks.rulebook.names import known_words, spelt_terms
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.game import fact
from scenario_forge.game.place import Where
from scenario_forge.source.files import cached_result, code_digest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Data, Path

CODES = Codes(__file__)
RUL021 = CODES.warning("RUL021", "word-misspelt", "`{word}` is in no dictionary and is not a term of this game")


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


def misspellings(game: Game) -> Iterator[Diagnostic]:
    """Report a word that stands once in the game, is in no dictionary, and is one slip from one that is."""
    meant = _meant_words(game)
    for file, counts in _counted(game) if meant else ():
        for path, text in _texts(file.data) if not meant.keys().isdisjoint(counts) else ():
            for match in _WORD.finditer(text):
                known = meant.get(match[0])
                if known:
                    at = Where(file, path)
                    folded = at.span.line != at.span.end_line
                    place = at if folded else at.within(match.start(), match.end())
                    yield RUL021.at(place, word=match[0]).suggest(f"did you mean {known}?")


@fact
def _meant_words(game: Game) -> dict[str, str]:
    """Misspelt words by the known ones that are meant; none where game.yaml cannot be read."""
    language, counts = _language(game), Counter(_counts(game))
    if not language:
        return {}
    terms = (word for term in spelt_terms(game) for word in _WORD.findall(term))
    names = sorted({word.casefold() for word in (*known_words(game), *terms)})
    rests_on = [language, _dictionary_version(), code_digest(FilePath(__file__).parent, [""], ("spelling.py",))]
    meant: dict[str, str] = cached_result(
        "spelling",
        [*rests_on, sorted(counts.items()), names],
        lambda: _slips(dictionary(language), counts, names),
        lambda found: isinstance(found, dict) and all(isinstance(known, str) for known in found.values()),
    )
    return meant


@fact
def _language(game: Game) -> str:
    return game.about.language if game.about else ""


@fact
def _counts(game: Game) -> dict[str, int]:
    """How often each word stands in the game; a plain dictionary, which is compared faster than a counter."""
    counts: dict[str, int] = {}
    for _file, own in _counted(game):
        for word, times in own.items():
            counts[word] = counts.get(word, 0) + times
    return counts


def _counted(game: Game) -> Iterable[tuple[GameFile, Counter[str]]]:
    """The files whose words are looked at, with how often each word stands in them."""
    files = [file for kind in _KINDS for file in game.files_of(kind)]
    return game.memo.each("words", game, files, _words_of).items()


def _words_of(file: GameFile) -> Counter[str]:
    """How often each word stands in a file."""
    return Counter(_WORD.findall("\n".join(_said(file.data))))


def _said(data: Data) -> list[str]:
    """Texts of several words without their paths, in no order: all texts are counted, few are looked up."""
    found: list[str] = []
    waiting: list[Any] = [data] if isinstance(data, (dict, list)) else []
    for each in waiting:
        for value in each.values() if type(each) is dict else each:
            if type(value) is str:
                if " " in value:
                    found.append(value)
            elif type(value) is dict or type(value) is list:
                waiting.append(value)
    return found


def _slips(words: frozenset[str], counts: Counter[str], names: Collection[str]) -> dict[str, str]:
    """Words that stand once and are unknown, by the known ones that are meant; none where there is no dictionary."""
    once = (word for word, count in counts.items() if count == 1) if words else ()
    strange = {word for word in once if not _known(word, words)}.difference(names)
    meant = {word: _meant(word, words, counts) for word in sorted(strange)}
    return {word: known for word, known in meant.items() if known}


@cache
def _dictionary_version() -> str | None:
    """Return the installed version; remembered, since asking reads a file and it does not change in a run."""
    try:
        return metadata.version("pyspellchecker")
    except metadata.PackageNotFoundError:
        return None


def _texts(data: Data) -> list[tuple[Path, str]]:
    """Texts of several words with their paths, in the order of the file."""
    found: list[tuple[Path, str]] = []

    def gather(data: Data, path: Path) -> None:
        items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for step, value in items:
            if isinstance(value, str):
                if " " in value:
                    found.append(((*path, step), value))
            elif isinstance(value, (dict, list)):
                gather(value, (*path, step))

    gather(data, ())
    return found


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
    """Return the words of a language as `pyspellchecker` brings them, read without its parser; empty if it has none."""
    try:
        packed = resources.files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return frozenset()
    return frozenset(gzip.decompress(packed).decode("utf-8").split('"')[1::2])


# -- letters of other scripts that look like Latin ones, named where a finding stands on them ------


_ALIKE = dict(
    zip(
        "АВЕКМНОРСТУХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "ABEKMHOPCTYXaeopcyxijsABEZHIKMNOPTYXo",
        strict=True,
    )
)
"""Cyrillic and Greek letters by the Latin ones that they look like."""


def explain_foreign_letters(game: Game, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield findings; on a word that mixes scripts, with the foreign letter and the word without it."""
    for finding in findings:
        word = _spanned(game, finding)
        foreign = [sign for sign in word if sign in _ALIKE]
        if not foreign or not any(sign.isascii() and sign.isalnum() for sign in word):
            yield finding
            continue
        signs = "; ".join(_told(sign) for sign in dict.fromkeys(foreign))
        plain = "".join(_ALIKE.get(sign, sign) for sign in word)
        hint = finding.help or f"did you mean {plain}?"
        yield dataclasses.replace(finding.note(signs), help=hint)


def _told(sign: str) -> str:
    script, _, _rest = unicodedata.name(sign).partition(" ")
    return f"`{sign}` is a {script.capitalize()} letter that looks like the Latin {_ALIKE[sign]}"


def _spanned(game: Game, finding: Diagnostic) -> str:
    """The text that a finding stands on; empty where it goes over several lines, and in a file that is no text."""
    file, span = game.files.get(finding.span.file), finding.span
    if file is None or span.line != span.end_line or not file.source.written.readable:
        return ""
    start, end = file.source.lines.bounds(span.line)
    return file.source.text[start:end][span.column - 1 : span.end_column - 1]


CHECKS = (misspellings,)
