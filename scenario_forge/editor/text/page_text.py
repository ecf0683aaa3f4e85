"""Texts as the page has them: offsets in UTF-16 code units, and every line end one LF, whatever the file has."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.source.nodes import Splice

_WIDE = re.compile("[\U00010000-\U0010ffff]").finditer
"""Characters that are two code units."""
_BREAK = re.compile(r"\r\n?|\n")

PageEdit = TypedDict("PageEdit", {"from": int, "to": int, "insert": str})
"""A splice in the page's offsets."""


def page_lines(text: str) -> str:
    """Return a text with the page's line ends."""
    return _BREAK.sub("\n", text) if "\r" in text else text


class PageText:
    """A text of a file and its offsets on the page."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._wide = [] if text.isascii() else [found.start() for found in _WIDE(text)]
        self._pairs = [found.start() for found in re.finditer("\r\n", text)] if "\r" in text else []
        self.length = self.to_page(len(text))
        """In the page's units."""

    @property
    def shown(self) -> str:
        """The text as the page has it."""
        return page_lines(self.text)

    def to_page(self, offset: int) -> int:
        """Return the page's offset of a code point. Between the two signs of a line end: behind it."""
        return offset + bisect_left(self._wide, offset) - bisect_left(self._pairs, offset - 1)

    def to_file(self, offset: int) -> int:
        """Return the code point at one of the page's offsets.

        Raises:
            EditRefused: the text has no such offset, or it is in the middle of a character.
        """
        low, high = 0, len(self.text)
        while low < high:
            middle = (low + high) // 2
            if self.to_page(middle) < offset:
                low = middle + 1
            else:
                high = middle
        if self.to_page(low) != offset:
            raise EditRefused(f"the text has no place {offset} where it could be changed")
        return low + (self.text[max(low - 1, 0) : low + 1] == "\r\n")  # behind a line end, never within

    def edits(self, splices: Iterable[Splice]) -> list[PageEdit]:
        """Return splices of this text as the page makes them."""
        return [
            {"from": self.to_page(start), "to": self.to_page(end), "insert": page_lines(new)}
            for start, end, new in sorted(splices)
        ]

    def splices(self, edits: Iterable[PageEdit]) -> list[Splice]:
        """Return edits of the page as splices of this text, with its own line ends.

        Raises:
            EditRefused: an edit is at a place that the text does not have, or ends before it begins.
        """
        newline = newline_of(self.text)
        found = []
        for edit in edits:
            start, end = self.to_file(edit["from"]), self.to_file(edit["to"])
            if end < start:
                raise EditRefused("a change ends before it begins")
            found.append((start, end, _BREAK.sub(newline, edit["insert"])))
        return sorted(found)
