"""Offsets to lines and columns, and back. Lines end with LF, CRLF or CR."""

from __future__ import annotations

import re
from bisect import bisect_right

from scenario_forge.diagnostics import Span

_BREAK = re.compile(r"\r\n|\n|\r")


class Lines:
    """Where the lines of one text begin. Lines and columns are 1-based code points, offsets 0-based."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._starts = [0]
        self._ends: list[int] = []
        for found in _BREAK.finditer(text):
            self._ends.append(found.start())
            self._starts.append(found.end())
        self._ends.append(len(text))

    def __len__(self) -> int:
        return len(self._starts)

    def offset(self, line: int, column: int) -> int:
        """The offset of a place.

        Raises:
            ValueError: the text has no such line, or the line no such column.
        """
        if not 1 <= line <= len(self._starts):
            raise ValueError(f"there is no line {line}")
        offset = self._starts[line - 1] + column - 1
        if column < 1 or offset > self._ends[line - 1]:
            raise ValueError(f"line {line} has no column {column}")
        return offset

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset; beyond the end, those of the end."""
        offset = min(offset, self._length)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def bounds(self, line: int) -> tuple[int, int]:
        """Where a line begins, and where it ends before its line break."""
        return self._starts[line - 1], self._ends[line - 1]

    def span(self, file: str, start: int, end: int) -> Span:
        """The span between two offsets."""
        return Span(file, *self.position(start), *self.position(end))
