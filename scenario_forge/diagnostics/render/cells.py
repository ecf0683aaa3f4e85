"""How wide text is on a terminal, and the part of a long line that shows what matters.

Widths follow Unicode: wide and full-width characters take two cells, combining ones none. Terminals
that reorder right-to-left words keep the cells of each word together, so a count of cells still holds.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

from scenario_forge.diagnostics.render.report import visible

TAB = 4


def width_of(character: str) -> int:
    r"""The cells one visible character takes.

    >>> [width_of(c) for c in ("a", "海", "\u0301", "ق")]
    [1, 2, 0, 1]
    """
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if "\u1160" <= character <= "\u11ff":  # Korean vowels and finals, drawn over the letter before
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """The cells a text without tabs takes."""
    return sum(map(width_of, text))


@dataclass(frozen=True, slots=True)
class Strip:
    """A line as drawn: one glyph (a tab's is spaces) and one start cell for each of its characters."""

    glyphs: tuple[str, ...]
    starts: tuple[int, ...]
    """One more than glyphs: the last is the width of the whole."""

    @property
    def width(self) -> int:
        """Cells of the whole line."""
        return self.starts[-1]

    def cells(self, start: int, end: int) -> tuple[int, int]:
        """First cell and number of cells of the characters ``start`` to ``end``; never less than one cell."""
        last = len(self.glyphs)
        start, end = min(start, last), min(end, last)
        first, after = self.starts[start], self.starts[max(end, start)]
        if after > first:
            return first, after - first
        # a combining mark alone: point at the letter it stands on
        return (max(first - 1, 0) if end > start else first), 1


def strip_of(line: str) -> Strip:
    """Draw a line: tabs to the next stop, nothing invisible."""
    glyphs: list[str] = []
    widths: list[int] = []
    here = 0
    for character in line:
        glyph = " " * (TAB - here % TAB) if character == "\t" else visible(character)
        width = len(glyph) if character == "\t" else width_of(glyph)
        glyphs.append(glyph)
        widths.append(width)
        here += width
    return Strip(tuple(glyphs), tuple(accumulate(widths, initial=0)))


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of a line, and where the first character of the line's ``span`` falls in it."""

    text: str
    first: int
    width: int


def view(line: str, start: int, end: int, room: int, dots: str = "…") -> View:
    """Show a line within ``room`` cells so that the characters ``start`` to ``end`` are seen.

    A line that is too long is cut around them; ``first`` and ``width`` are their cells in the result.
    """
    before = after = False
    if len(line) > 4 * room:  # do not measure a line of megabytes to show eighty cells of it
        skipped = max(0, min(start, len(line)) - 2 * room)
        before, after = skipped > 0, skipped + 4 * room < len(line)
        line = line[skipped : skipped + 4 * room]
        start, end = start - skipped, end - skipped
    strip = strip_of(line)
    first, width = strip.cells(start, end)
    if not before and not after and max(strip.width, first + width) <= room:
        return View("".join(strip.glyphs), first, width)
    return _cut(strip, first, width, room, (dots, before, after))


def _cut(strip: Strip, first: int, width: int, room: int, dots: tuple[str, bool, bool]) -> View:
    mark, more_before, more_after = dots
    budget = max(1, room - 2 * len(mark))
    shown = min(width, budget)
    left = max(0, min(first - (budget - shown) // 2, strip.width - budget))
    low = bisect_left(strip.starts, left)
    while 0 < low < len(strip.glyphs) and strip.starts[low] == strip.starts[low + 1]:
        low += 1  # a combining mark would land on the dots
    high = bisect_right(strip.starts, strip.starts[low] + budget) - 1
    before = mark if low > 0 or more_before else ""
    after = mark if high < len(strip.glyphs) or more_after else ""
    text = before + "".join(strip.glyphs[low:high]) + after
    seen = min(width, max(1, strip.starts[high] - first))
    return View(text, max(0, first + len(before) - strip.starts[low]), seen)
