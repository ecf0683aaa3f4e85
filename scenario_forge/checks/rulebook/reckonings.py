"""RUL129: reckonings in the words of any text: `59 times 1.48 is 87`, `590, 290 and 350 add up to 1230`."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.sentences import printed_texts
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.rulebook import RulebookDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
RUL129 = CODES.warning("RUL129", "reckoning-wrong", "{sum} is {right}, not {total}")

_N = r"(?<![\w.:/])(\d+(?:\.\d+)?|\.\d+)(?![\w/]|[.:]\d)"
_IS = r",? (?:is|are|makes?|gives?|leaves?|comes? to) "
_LIST = rf"{_N}(?:, {_N})*(?: and {_N})+".replace("(\\d", "(?:\\d")
_WORDS: tuple[tuple[re.Pattern[str], str, Callable[[float, float], float]], ...] = (
    (re.compile(rf"{_N} (?:times|multiplied by) {_N}{_IS}{_N}"), "times", lambda one, other: one * other),
    (re.compile(rf"{_N} (?:divided by) {_N}{_IS}{_N}"), "divided by", lambda one, other: one / (other or 1)),
    (re.compile(rf"{_N} plus {_N}{_IS}{_N}"), "plus", lambda one, other: one + other),
    (re.compile(rf"{_N} (?:less|minus) {_N}{_IS}{_N}"), "less", lambda one, other: one - other),
    (re.compile(rf"{_N} ?% of {_N}{_IS}{_N}"), "% of", lambda one, other: one * other / 100),
)
"""How two numbers are reckoned into a third."""
_LISTED_FIRST = re.compile(rf"({_LIST}) (?:add up to|adds up to|make|makes|come to) {_N}")
_TOTAL_FIRST = re.compile(rf"add up to {_N}: ({_LIST})")
_FROM = re.compile(rf"{_N} from {_N} and {_N}(?! to)")
_EACH = re.compile(_N)
_HINT = re.compile(r"\d,? (?:times|multiplied|divided|plus|less|minus|adds?|makes?|come|from) |% of \d|add up to \d")
"""What a text must have for any of these, soon looked for."""


def reckonings(game: Game) -> Iterator[Diagnostic]:
    """Report products, sums and shares that a text works out in words, and works out wrongly (RUL129)."""
    if not game.in_english:
        return
    for text, at in _texts(game):
        if not _HINT.search(text):
            continue
        for start, end, said, right, total in _wrong(text):
            finding = RUL129.at(at.within(start, end), sum=said, right=f"{right:g}", total=total)
            yield finding.suggest("correct the numbers, or what they come to")


def _wrong(text: str) -> Iterator[tuple[int, int, str, float, str]]:
    for pattern, word, reckon in _WORDS:
        for match in pattern.finditer(text):
            right = reckon(float(match[1]), float(match[2]))
            if not _rounds(right, match[3]):
                between = "" if word.startswith("%") else " "
                yield *match.span(3), f"{match[1]}{between}{word} {match[2]}", right, match[3]
    for match in _LISTED_FIRST.finditer(text):
        yield from _added(match[1], match[2], match.span(2))
    for match in _TOTAL_FIRST.finditer(text):
        yield from _added(match[2], match[1], match.span(1))
    for match in _FROM.finditer(text):
        yield from _added(f"{match[2]} and {match[3]}", match[1], match.span(1))


def _added(parts: str, total: str, span: tuple[int, int]) -> Iterator[tuple[int, int, str, float, str]]:
    numbers = [float(number) for number in _EACH.findall(parts)]
    if not (_rounds(sum(numbers), total) or _rounds(prod(numbers), total)):
        yield *span, parts, sum(numbers), total


def _rounds(right: float, said: str) -> bool:
    """Whether a number may stand for the right one: rounded, or cut, to as many digits as it has."""
    return abs(right - float(said)) < 10.0 ** -len(said.partition(".")[2]) - 1e-9 or abs(right - float(said)) < 1e-9


def _texts(game: Game) -> Iterator[tuple[str, Where]]:
    """Printed texts, and what editors write beside them."""
    yield from ((text, at) for text, at, _of_clause in printed_texts(game))
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            for ruling, here in at.each("rulings", clause.rulings):
                yield from ((text, here / key) for key, text in (("reading", ruling.reading), ("why", ruling.why)))
    for errata, where in game.documents("errata", ErrataDocument):
        for erratum, at in where.each("errata", errata.errata):
            yield from ((text, at / key) for key, text in (("why", erratum.why), ("source", erratum.source)))
    for aids, where in game.documents("aids", AidsDocument):
        yield from ((each.text, at / "text") for each, at in where.each("procedures", aids.procedures))


CHECKS = (reckonings,)
