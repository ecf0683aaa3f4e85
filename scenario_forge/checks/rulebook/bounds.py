"""RUL064: spans and limits in a text that leave a value out, or hold it twice."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import NUMBER_WORDS, worth
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.place import rule_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
RUL064 = CODES.warning(
    "RUL064",
    "bounds-do-not-meet",
    twice="{before} and {after} both hold {value}",
    gap="{before} and {after} leave out {value}",
)


def bounds(game: Game) -> Iterator[Diagnostic]:
    """Report a bound in a list of spans, such as `4 to 12`, that the next one holds too or does not meet."""
    for text, at, rule, thrown in _texts_with_bounds(game):
        if len(_DIGITS.findall(text)) <= 1:
            continue
        for before, after in dict.fromkeys((*_apart_in(text), *_results_apart(text, thrown=thrown))):
            place = at.within(after.start, after.end)
            missing = str(before.high + 1) if after.low == before.high + 2 else f"{before.high + 1} to {after.low - 1}"
            words = {"before": f"`{before.said}`", "after": f"`{after.said}`"}
            if after.low <= before.high:
                yield RUL064.at(place, "twice", value=after.low, **words).under(rule)
            else:
                yield RUL064.at(place, "gap", value=missing, **words).under(rule)


def _texts_with_bounds(game: Game) -> Iterator[tuple[str, Where, str | None, bool]]:
    """Yield texts that may list spans, their rules, and whether they tell what a throw does."""
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", document.clauses):
            results = any(name.rpartition(".")[2].isdecimal() for name in clause.states)
            thrown = results or _THROWS.search(f"{clause.title} {clause.text}") is not None
            yield clause.text, at / "text", rule_name(clause.rule), thrown
    for aids, where in game.documents("aids", AidsDocument):
        for procedure, at in where.each("procedures", aids.procedures):
            yield procedure.text, at / "text", None, procedure.dice != "none"
        for section, here in where.each("sections", aids.sections):
            for line, at in here.each("lines", section.lines):
                yield line.text, at / "text", None, _THROWS.search(line.text) is not None


class Bounds(NamedTuple):
    """A span of numbers in a text, or a single one."""

    low: int
    high: int
    said: str
    start: int
    end: int


def _bounds(found: re.Match[str]) -> Bounds:
    low, high = found["low"], found["high"]
    return Bounds(
        int(low), int(high or low), found[0][found.start("low") - found.start() :], found.start("low"), found.end()
    )


def _apart_in(text: str) -> Iterator[tuple[Bounds, Bounds]]:
    """Neighbours in a list of spans that do not meet, where most others do: 0 to 3, 4 to 12, 12 to 21, 22 to 29."""
    for sentence in re.finditer(r"[^.;]+(?:[.;]|\Z)", text):
        found = [_bounds(match) for match in _SPAN.finditer(text, *sentence.span())]
        pairs = list(pairwise([each for each in found if each.low < each.high]))
        apart = [(one, other) for one, other in pairs if one.high + 1 != other.low]
        if len(pairs) >= _SPANS and len(apart) * 2 < len(pairs):
            yield from apart
    yield from _bands_apart(text)


def _bands_apart(text: str) -> Iterator[tuple[Bounds, Bounds]]:
    """Neighbours in a list of names with their spans that do not meet: Expert 0 to 2, Historical 3, Novice 6 to 9."""
    for sentence in re.finditer(r"[^.;]+(?:[.;]|\Z)", text):
        for several in re.finditer(rf"{_BAND.pattern}(?:,(?: and)? {_BAND_AGAIN}){{2,}}", sentence[0]):
            offset = sentence.start() + several.start()
            found = [_bounds(match) for match in _BAND.finditer(text, offset, offset + len(several[0]))]
            pairs = list(pairwise(found))
            apart = [(one, other) for one, other in pairs if one.high + 1 != other.low]
            spans = [each for each in found if each.low < each.high]
            if len(spans) > 1 and len(apart) == 1 and all(one.low < other.low for one, other in pairs):
                yield from apart


def _results_apart(text: str, *, thrown: bool) -> Iterator[tuple[Bounds, Bounds]]:
    """Neighbours among the results of a throw that do not meet: on 1 to 3 this, on 5 or 6 that."""
    found = [_bounds(match) for match in _RESULT.finditer(text)] if thrown else []
    runs: list[list[Bounds]] = []
    for each in found:
        if runs and each.low > runs[-1][-1].low and each.high >= runs[-1][-1].high:
            runs[-1].append(each)
        else:
            runs.append([each])
    for run in runs:
        apart = [(one, other) for one, other in pairwise(run) if one.high + 1 != other.low]
        spans = len(run) >= _SPANS and all(each.low < each.high for each in run)
        whole = run[0].low == 1 and (run[-1].high in _FACES or spans)
        if len(apart) == 1 and any(each.low < each.high for each in run) and (whole or len(run) > _SPANS):
            yield from apart
        else:
            twice = [(one, other) for one, other in apart if other.low <= one.high]
            yield from twice if len(twice) == 1 else ()


_SPAN = re.compile(r"\b(?P<low>\d{1,4})(?: to |[-–])(?P<high>\d{1,4})\b")
_DIGITS = re.compile(r"\b\d")
_SPANS = 3
"""Pairs of neighbours from which on a list of spans is taken to hold every value."""
_BAND_AGAIN = r"[A-Z][\w’'-]*(?: [a-z]+)? \d{1,4}(?:(?: to |[-–])\d{1,4})?"
_BAND = re.compile(r"[A-Z][\w’'-]*(?: [a-z]+)? (?P<low>\d{1,4})(?:(?: to |[-–])(?P<high>\d{1,4}))?")
_THROWS = re.compile(r"\b(?:throws?|rolls?|die|dice)\b", re.IGNORECASE)
_RESULT = re.compile(
    r"(?:^|[.;:,] |(?<!\d\d )\b(?:and|throw of|roll of|of) )(?:and )?(?:on )?(?:an? )?(?P<low>\d{1,2})"
    r"(?:(?: to | or | and |[-–])(?P<high>\d{1,2}))?(?![\w/.]*\d)"
    r"(?! (?:or (?:more|less)|hex|strength|points?|units?|turns?))\b",
    re.IGNORECASE,
)
_FACES = (6, 10)
"""What dice that are thrown alone end with."""

# -- limits in words ------------------------------------------------------------------------------


_BELOW = r"(?:less|fewer|smaller|lower) than|below|under"
_ABOVE = r"(?:more|greater|higher|larger) than|above|over|beyond"
_MOST, _LEAST = "at most|up to|no more than", "at least|no (?:less|fewer) than"
_LIMIT = re.compile(
    rf"\b(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE})|{_MOST}|(?P<least>{_LEAST}))"
    rf" (?P<value>\d+(?:\.\d+)?%?|{NUMBER_WORDS})(?: (?P<of>[a-z]+))?\b"
    rf"|(?P<number>(?<![\w/.])\d+|\b(?:{NUMBER_WORDS})) or (?:less|fewer|lower|(?P<or_more>more|higher|greater))\b"
    r"(?: (?P<what>[a-z]+))?",
    re.IGNORECASE,
)
_LIMITING = re.compile(
    r"\b(?:than|below|under|above|over|beyond|most|least|up to|less|more|fewer|lower|higher|greater)\b"
)
_EXACTLY = re.compile(r"\b(?:exactly|just|equal|otherwise|else|as many)\b", re.IGNORECASE)


class Limit(NamedTuple):
    """A bound in words: `fewer than 50 points`, `10 or more`."""

    value: Fraction
    up: bool
    """Whether it holds for what is greater."""
    included: bool
    """Whether it holds for the value itself."""
    of: str
    said: str
    start: int
    end: int


def limits_in(text: str) -> list[Limit]:
    """Return the bounds that a text gives in words.

    >>> [(str(each.value), each.up, each.included) for each in limits_in("below 10 points, with 10 or more points")]
    [('10', False, False), ('10', True, True)]
    """
    found = []
    for match in _LIMIT.finditer(text):
        up = bool(match["above"] or match["least"] or match["or_more"])
        included = not (match["above"] or match["below"])
        value = worth((match["value"] or match["number"]).rstrip("%"))
        of = (match["of"] or match["what"] or "").removesuffix("s")
        found.append(Limit(value, up, included, of, match[0], *match.span()))
    return found


def limits(game: Game) -> Iterator[Diagnostic]:
    """Report two bounds of one sentence, one below and one above, that leave a value out or hold it both (RUL064)."""
    if not game.in_english:
        return
    for text, at, rule, _thrown in _texts_with_bounds(game):
        two = len(_LIMITING.findall(text)) > 1
        for sentence in re.finditer(r"(?:[^.]|\.(?=\d))+", text) if two else ():
            if _EXACTLY.search(sentence[0]):
                continue
            found = [each for each in limits_in(sentence[0]) if each.of]
            for one, other in pairwise(found):
                if one.of != other.of or one.up == other.up or one.value != other.value:
                    continue
                words = {"before": f"`{one.said}`", "after": f"`{other.said}`", "value": one.value}
                place = at.within(sentence.start() + other.start, sentence.start() + other.end)
                if one.included and other.included:
                    yield RUL064.at(place, "twice", **words).under(rule)
                elif not one.included and not other.included:
                    yield RUL064.at(place, "gap", **words).under(rule)


CHECKS = (bounds, limits)
