"""How wide texts run in the shipped fonts, so that labels can be placed and checked before they are drawn."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining

from scenario_forge.lettering.fonts import BLANK, FILES, INVISIBLE, composed, font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.lettering.fonts import Face
    from scenario_forge.lettering.glyphs import Extent


CAP_HEIGHT = 0.7
"""Height of a capital or figure in our fonts, as a part of the type size."""
DESCENT = 0.22
"""How far letters such as p reach below the line."""


class Run(NamedTuple):
    """Part of a line that is printed in one font."""

    font: str
    """The name of its file."""
    text: str


@lru_cache(maxsize=20_000)
def runs_of(text: str, face: Face) -> tuple[Run, ...]:
    """Return the parts of a line by the font that each is printed in; a letter and its accents are never parted."""
    names = FILES[face]
    text = composed(text)
    if font(names[0]).has(text):
        return (Run(names[0], text),)
    lettered = ((_font_of(letter, names), letter) for letter in _letters(text))
    return tuple(Run(name, "".join(each for _, each in of_one)) for name, of_one in groupby(lettered, lambda it: it[0]))


def in_one_font(text: str, face: Face) -> bool:
    """Return whether no font lends the face a letter of the text."""
    return all(run.font == FILES[face][0] for run in runs_of(text, face))


def _letters(text: str) -> Iterator[str]:
    """Return each letter with the accents and invisible signs that follow it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not (combining(text[at]) or text[at] in INVISIBLE):
            yield text[start:at]
            start = at


def _font_of(letter: str, names: tuple[str, ...]) -> str:
    seen = "".join(char for char in letter if char not in INVISIBLE | BLANK)
    return next((name for name in names if font(name).has(seen)), names[0])


def width_of(text: str, size: float, face: Face = "sans", spacing: float = 0.0) -> float:
    """Return the width of one line of text, in the unit of ``size``; ``spacing`` follows each glyph but the last.

    It is the width that Typst prints to a thousandth of the type size, with kerning and ligatures.
    """
    wide, glyphs = _extent(text, face)
    return wide * size + spacing * max(glyphs - 1, 0)


@lru_cache(maxsize=20_000)
def _extent(text: str, face: Face) -> tuple[float, int]:
    extents = [extent_of(run) for run in runs_of(text, face)]
    return sum(each.width for each in extents), sum(each.glyphs for each in extents)


def extent_of(run: Run) -> Extent:
    """Return how far a run goes in its font."""
    seen = "".join(" " if char in BLANK else char for char in run.text if char not in INVISIBLE)
    return font(run.font).extent(seen)


def fitting_size(text: str, size: float, face: Face, room: float, least: float) -> float:
    """Return the largest type size from ``least`` to ``size`` at which the text is no wider than ``room``."""
    wide = width_of(text, size, face)
    return size if wide <= room else max(least, size * room / wide)


def shorten(text: str, size: float, face: Face, room: float) -> str:
    """Return the beginning of a text that fits, with an ellipsis if it is not the whole."""
    if width_of(text, size, face) <= room + 1e-6:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(f"{text[:middle].rstrip()}…", size, face) <= room:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…"


def wrap(text: str, size: float, face: Face, room: float, most: int = 12) -> list[str]:
    """Return lines no wider than ``room``; what remains after ``most`` lines becomes an ellipsis."""
    lines: list[str] = []
    line = ""
    words = text.split()
    for number, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if width_of(longer, size, face) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = shorten(word, size, face, room)
        if len(lines) >= most - 1:
            return [*lines, shorten(" ".join([line, *words[number + 1 :]]), size, face, room)]
    return [*lines, line] if line else lines
