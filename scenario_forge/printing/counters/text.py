"""Texts made to fit a counter: smaller, then on two lines, then cut short."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import CAP_HEIGHT, DESCENT, fitted, shortened, width_of
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.fonts import Face

LEAST = 5 * POINT
"""No type on a counter is smaller, in millimetres."""
_UNPRINTABLE = re.compile(
    r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]+"
)
_LONGEST = 120
_TALL = CAP_HEIGHT + DESCENT


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text as it is set. ``cut`` says that a part of it had to be left out."""

    lines: tuple[str, ...]
    size: float
    cut: bool = False


def plain(text: str) -> str:
    """A text on one line that a drawing can hold: no control characters, nothing endless."""
    return _UNPRINTABLE.sub(" ", text)[:_LONGEST].strip()


def fit(
    text: str, face: Face, size: float, one: float, two: float = 0.0, least: float = LEAST, most: int = 2
) -> Fitted:
    """Set a text within ``one`` on a single line, or within ``two`` on each of up to ``most`` lines; millimetres."""
    text = plain(text)
    largest = fitted(text, size, face, one, least)
    if width_of(text, largest, face) <= one + 1e-6:
        return Fitted((text,), largest)
    for count in range(2, most + 1):
        made = [lines for lines in _parts(text, count) if max(width_of(h, least, face) for h in lines) <= two]
        if made:
            lines = min(made, key=lambda each: max(width_of(h, least, face) for h in each))
            wide = max(width_of(h, least, face) for h in lines)
            return Fitted(lines, min(size, least * two / wide))
    return _cut(text, face, one, two, least)


def _parts(text: str, count: int) -> Iterator[tuple[str, ...]]:
    """A text on so many lines, parted at blanks and behind strokes and hyphens."""
    if count == 1:
        yield (text,)
        return
    for gap in re.finditer(r" |(?<=[/-])(?=.)", text):
        for rest in _parts(text[gap.end() :], count - 1):
            yield (text[: gap.start()], *rest)


def _cut(text: str, face: Face, one: float, two: float, least: float) -> Fitted:
    """As much of it as fits, with an ellipsis; on two lines if that shows more."""
    single = shortened(text, least, face, one)
    best: tuple[str, ...] = (single,)
    for first, rest in _parts(text, 2):
        if width_of(first, least, face) <= two:
            pair = (first, shortened(rest, least, face, two))
            if len("".join(pair)) > len("".join(best)):
                best = pair
    return Fitted(best, least, cut=True)


def block(text: str, face: Face, size: float, wide: float, high: float, least: float = LEAST) -> Fitted:
    """Set a text as large as a rectangle allows, broken between words; lines are 1.05 sizes apart."""
    words = plain(text).split()
    best = Fitted((), 0.0)
    for count in range(1, min(len(words), 4) + 1):
        lines = _balanced(words, count, face)
        widest = max(width_of(line, 1.0, face) for line in lines)
        found = min(size, wide / widest if widest else size, high / (_TALL + 1.05 * (count - 1)))
        if found > best.size + 1e-9:
            best = Fitted(lines, found)
    if best.size >= least or not words:
        return best
    count = max(1, min(len(words), int((high / least - _TALL) / 1.05 + 1)))
    lines = tuple(shortened(line, least, face, wide) for line in _balanced(words, count, face))
    return Fitted(lines, least, cut=True)


def _balanced(words: Sequence[str], count: int, face: Face) -> tuple[str, ...]:
    """Words on so many lines, the widest as narrow as it can be."""
    if count == 1:
        return (" ".join(words),)
    tried = []
    for first in range(1, len(words) - count + 2):
        lines = (" ".join(words[:first]), *_balanced(words[first:], count - 1, face))
        tried.append((max(width_of(line, 1.0, face) for line in lines), lines))
    return min(tried)[1]
