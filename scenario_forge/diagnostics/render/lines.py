"""Lines, excerpts and file names for renderers; nothing here knows a format.

Content is untrusted: whatever goes to a person passes through :func:`visible` or :func:`one_line`,
so that no escape sequence or invisible direction mark in a file reaches a terminal or a page.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.diagnostics.model import Span

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What libyaml counts as the end of a line; ``str.splitlines`` knows others besides."""

_JOINERS = "\u200c\u200d"
"""Zero-width characters that belong to the spelling of Persian and Indic words."""

_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def visible(character: str) -> str:
    r"""The character, or U+FFFD for one that would act instead of being seen.

    >>> [visible(c) for c in "a\x1b\u202e"]
    ['a', '�', '�']
    """
    if character.isprintable() or character in _JOINERS:
        return character
    return "\ufffd" if unicodedata.category(character) in _HIDDEN else " "


def one_line(text: str) -> str:
    """The text on one line, runs of white space as one space, nothing invisible left in it."""
    return "".join(map(visible, " ".join(text.split())))


class Lines:
    """The lines of each file, split once."""

    def __init__(self, texts: Callable[[str], str | None]) -> None:
        self._texts = texts
        self._known: dict[str, list[str] | None] = {}

    def of(self, file: str) -> list[str] | None:
        """The lines without their ends, at least one; None when the text is not at hand."""
        if file not in self._known:
            text = self._texts(file) if file else None
            # a byte order mark is not counted by the reader's columns
            self._known[file] = None if text is None else _BREAK.split(text.removeprefix("\ufeff"))
        return self._known[file]

    def excerpt(self, span: Span, most: int = 120) -> str:
        """The text of the span on one line, at most ``most`` characters; empty when not at hand."""
        lines = self.of(span.file)
        if lines is None or not 1 <= span.line <= len(lines):
            return ""
        first, last = span.line - 1, min(span.end_line, len(lines)) - 1
        start = max(span.column, 1) - 1
        if last <= first:
            found = lines[first][start : max(span.end_column, 1) - 1]
        else:
            found = "\n".join([lines[first][start:], *lines[first + 1 : last], lines[last][: span.end_column - 1]])
        found = one_line(found[: 4 * most])
        return found if len(found) <= most else found[: most - 1] + "…"


def under(base: str, file: str) -> str:
    """The name of a file as seen from where the reader stands; ``base`` is the game's folder from there.

    >>> under("content/desert-rats", "map.yaml"), under("", "map.yaml"), under("", "")
    ('content/desert-rats/map.yaml', 'map.yaml', '.')
    """
    base = base.replace("\\", "/").rstrip("/")
    return "/".join(part for part in (base, file) if part) or "."


def whereabouts(span: Span, base: str = "") -> str:
    """``file:line:column``, as editors and terminals know how to follow."""
    return f"{one_line(under(base, span.file))}:{max(span.line, 1)}:{max(span.column, 1)}"


def name_in_words(slug: str) -> str:
    """A code's name as words.

    >>> name_in_words("reinforcement-without-track-entry")
    'reinforcement without track entry'
    """
    return slug.replace("-", " ")
