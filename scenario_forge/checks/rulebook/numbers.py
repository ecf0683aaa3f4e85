"""Numbers and dates that a text names, in digits or in words."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
WORDS = {word: value for value, word in enumerate(_SMALL)} | _TENS | {"dozen": 12}
"""English number words; `half` and ordinals are grammar as often as numbers."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_CALLED = "|".join(f"{month}|{month[:3]}\\b\\.?" for month in MONTHS)
_MONTH_YEAR = re.compile(rf"\b(?:(\d{{1,2}}) )?({_CALLED}) ((?:1[89]|20)?\d\d)\b(?![%a-z])")
_DAY = re.compile(rf"\b\d{{1,2}} (?:{_CALLED})\b|\b(?:\d{{1,2}}/)?\d{{1,2}}/\d\d\b")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d\Z")
_HOUSE = re.compile(
    r"\b(?:rules?|clauses?|footnotes?|units?|figures?|steps?) \d[\d.]*(?:(?: to | and |, |[-–])\d[\d.]*)*"
    r"|\bthe two(?= \w+[^s\W]\b)",
    re.IGNORECASE,
)
"""Numbers that are names: Rule 6, units 35 to 37; and "where the two meet"."""
_NUMBER = re.compile(
    r"(?<![\w.,/'’])(?:\d+(?:\.\d+)?½?(?:/[1-9]\d*)?|½)(?![\w/])|"
    rf"(?<![\w-])(?:(?:{'|'.join(_TENS)})-(?:{'|'.join(_SMALL[1:10])})|{'|'.join(WORDS)})(?![\w-])",
    re.IGNORECASE,
)


class NumberInText(NamedTuple):
    """A number in a text."""

    value: Fraction
    start: int
    end: int
    word: str
    counts: bool
    """False for `one`, which is a pronoun as often, and for years."""


@lru_cache(maxsize=8192)
def numbers(text: str) -> tuple[NumberInText, ...]:
    """The numbers of a text, but for names of rules, clauses and units, hex ids and dates of a month.

    >>> [(str(said.value), said.word) for said in numbers("SS32, at most four of Rule 6's 2½ points in May 1942")]
    [('4', 'four'), ('5/2', '2½')]
    """
    matches = list(_NUMBER.finditer(text))
    if not matches:
        return ()
    names = [match.span() for pattern in (_HOUSE, _MONTH_YEAR, _DAY) for match in pattern.finditer(text)]
    return tuple(
        NumberInText(worth(match[0]), *match.span(), match[0], _counts(match[0]))
        for match in matches
        if not any(start <= match.start() < end for start, end in names)
    )


def dates(text: str) -> Iterator[tuple[str, int, int]]:
    """Months with a year, written as the track writes them: ``12/40``."""
    for match in _MONTH_YEAR.finditer(text):
        month = next(n for n, name in enumerate(MONTHS, 1) if name.startswith(match[2][:3]))
        yield f"{month}/{match[3][-2:]}", *match.span()


@lru_cache(maxsize=1024)
def worth(word: str) -> Fraction:
    """The value of a number as a text writes it.

    >>> [str(worth(word)) for word in ("2½", "½", "3/4", "1.5", "twenty-one")]
    ['5/2', '1/2', '3/4', '3/2', '21']
    """
    tens, _, ones = word.casefold().partition("-")
    if tens in WORDS:
        return Fraction(WORDS[tens] + (WORDS[ones] if ones else 0))
    whole, _, under = word.partition("/")
    value = Fraction(whole.rstrip("½") or 0) + (Fraction(1, 2) if "½" in whole else 0)
    return value / int(under) if under else value


def _counts(word: str) -> bool:
    return word.casefold() != "one" and not _YEAR.match(word)
