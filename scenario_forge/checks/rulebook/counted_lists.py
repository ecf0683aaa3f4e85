"""RUL147: a number before a list, against the items of the list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import COUNT, numbers, worth
from scenario_forge.checks.rulebook.sentences import printed_texts
from scenario_forge.diagnostics.model import Codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.rulebook.quantities import NumberInText
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
RUL147 = CODES.warning("RUL147", "list-of-another-length", "`{said}` goes with a list of {count}: {items}")

_MOST = 12
"""A greater number before a list is a quantity, not a count of its items."""
_FEW_WORDS = 6
"""An item of more words is a sentence of its own."""
_APART = 9
"""So many words may stand between a number and its list."""
_BESIDE = 4
"""So many where nothing but `are` or a comma leads to the list."""
_NAME = 3
"""Words of a name in such a list."""

_SENTENCE = re.compile(r"(?:[^.;]|\.(?=\d))+")
_LED_BY_SIGN = re.compile(r": | [-–—] ")
_LED_BY_VERB = re.compile(r" (?:are|were) (?=[A-Z])|, (?=[A-Z])")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_RELATIVE = re.compile(r", (?:(?:in|of|by|to|from|at) )?(?:which|who|whose|that|where|when)\b[^,]*")
_PARTS = re.compile(r",? (?:and|or|then|and then) |, ")
_COMMAS = re.compile(r",(?: and| or| then| and then)? ")
_AND = re.compile(r" (?:and|or|then) ")
_BEFORE_LAST = re.compile(r", (?:and|or|then|and then) ")
_ORDER = re.compile(r",? in (?:this|that|any|the same) order\Z")
_ARTICLE = re.compile(r"(?:\A|, (?:then |and |or |and then )?|\b(?:and|then|or) )(?:an?|the) (?=\w)")
_OPEN = re.compile(r"\b(?:etc|such as|for (?:example|instance)|among (?:them|others)|including|e\.g)\b", re.IGNORECASE)
_PLURAL = re.compile(r"[^\W\d_]{2,}[^su\W]s\Z")
_NUMBERED = re.compile(
    rf"(?P<count>{COUNT})(?P<what>(?: [^\W\d][\w'’-]*){{1,4}}) "
    r"\((?:units?|hexes|rows?|turns?|numbers?) (?P<first>\d+)(?: to |[-–])(?P<last>\d+)\)",
    re.IGNORECASE,
)
"""`the three battalions (units 35-37)`."""


class CountedList(NamedTuple):
    """A number that counts the items of a list, where it stands, and the items."""

    said: str
    value: int
    start: int
    end: int
    counts: frozenset[int]
    """How many items there are, by each way to read the list."""
    items: str


def lengths(game: Game) -> Iterator[Diagnostic]:
    """Report a number before a list that has more or fewer items (RUL147)."""
    if not game.in_english:
        return
    for text, at, _book in printed_texts(game):
        for found in counted_lists(text):
            if found.value not in found.counts:
                count = " or ".join(map(str, sorted(found.counts)))
                finding = RUL147.at(at.within(found.start, found.end), said=found.said, count=count, items=found.items)
                yield finding.suggest("correct the number, or complete the list")


def counted_lists(text: str) -> Iterator[CountedList]:
    """Yield the lists of a text that a number goes before: `two ways: …`, `the three towns are …`.

    >>> [(each.said, sorted(each.counts)) for each in counted_lists("It has two phases: march, combat and supply.")]
    [('two phases', [3])]
    >>> [*counted_lists("It pays 9 points: 7 for the escarpment and 2 for clear ground.")]
    []
    """
    if not any(1 < said.value <= _MOST and said.counts for said in numbers(text)):
        return
    for sentence in _SENTENCE.finditer(text):
        told: set[int] = set()
        for pattern in (_LED_BY_SIGN, _LED_BY_VERB):
            for lead in pattern.finditer(text, *sentence.span()):
                found = _counted(text, sentence.start(), lead, sentence.end())
                if found is not None and found.start not in told:
                    told.add(found.start)
                    yield found
    for match in _NUMBERED.finditer(text):
        counts = frozenset({int(match["last"]) - int(match["first"]) + 1})
        said, items = match["count"] + match["what"], text[match.end("what") : match.end()].strip(" ()")
        yield CountedList(said, int(worth(match["count"])), match.start(), match.end("count"), counts, items)


def _counted(text: str, start: int, lead: re.Match[str], end: int) -> CountedList | None:
    signed = lead.re is _LED_BY_SIGN
    number = _before(text, start, lead.start(), _APART if signed else _BESIDE)
    listed = text[lead.end() : end].partition(": ")[0].strip()
    if number is None or _OPEN.search(listed):
        return None
    plain = _ORDER.sub("", _BRACKETS.sub("", listed))
    while (without := _RELATIVE.sub("", plain, count=1)) != plain and _ARTICLE.match(plain):
        plain = without
    items = [item for item in _PARTS.split(plain) if item]
    if _ARTICLE.match(plain) and signed:
        counts = {len(_ARTICLE.findall(plain))}
    elif any(len(item.split()) >= _FEW_WORDS or numbers(item) for item in items):
        return None
    else:
        counts = {len(items), _by_commas(plain)}
    between = text[number.end : lead.start()]
    names = number.word.isalpha() and not _LED_BY_SIGN.search(between) and "," not in between
    if not signed and not (names and all(item[0].isupper() and len(item.split()) <= _NAME for item in items)):
        return None
    if max(counts) < len(("one", "another")) or (len(items) == len(("one", "another")) and not _AND.search(plain)):
        return None  # `two phases: move first, mind the enemy`
    return _list(text, number, lead.start(), frozenset(counts), listed)


def _by_commas(listed: str) -> int:
    """How many items a list has where `and` may stand inside of any but the last: `foot and horse, guns and tanks`."""
    items = _COMMAS.split(listed)
    return len(items) + bool(not _BEFORE_LAST.search(listed) and _AND.search(items[-1]))


def _before(text: str, start: int, end: int, apart: int) -> NumberInText | None:
    """The last number of a stretch of text, if it counts what a plural behind it names."""
    found = [said for said in numbers(text) if start <= said.start < end and said.counts]
    if not found:
        return None
    words = text[found[-1].end : end].split()
    counts = found[-1].value.denominator == 1 and 1 < found[-1].value <= _MOST
    near = 1 <= len(words) <= apart and words[0] != "of" and any(_PLURAL.match(word) for word in words[:_BESIDE])
    return found[-1] if counts and near and text[found[-1].end :].startswith(" ") else None


def _list(text: str, number: NumberInText, end: int, counts: frozenset[int], items: str) -> CountedList:
    words = text[number.start : end].split()
    last = next((n for n, word in enumerate(words) if n and _PLURAL.match(word)), len(words) - 1)
    said = " ".join(words[: last + 1])
    return CountedList(said, int(number.value), number.start, number.end, counts, items)


CHECKS = (lengths,)
