"""Positions as editors count them, in lines and UTF-16 units from 0; and as spans do, in code points from 1."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from scenario_forge.source.nodes import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scenario_forge.diagnostics import Span

Encoding = Literal["utf-16", "utf-8", "utf-32"]
"""What the units of a position count. All editors can count in UTF-16; some ask for another."""
_WIDE = 0x10000
"""Characters from here on take two units of UTF-16."""


class Position(NamedTuple):
    """A place between two characters: line and unit, both from 0."""

    line: int
    unit: int


class Positions:
    """The positions of one text. Places that it does not have are moved to the nearest that it has."""

    def __init__(self, text: str, encoding: Encoding = "utf-16") -> None:
        self.text, self.lines = text, Lines(text)
        self._units = _UNITS[encoding]

    def offset(self, position: Position) -> int:
        """Return the offset in code points; of a position inside a character, the offset where that begins.

        >>> Positions("a🗺b").offset(Position(0, 3))
        2
        """
        line = min(max(position.line, 0), len(self.lines) - 1)
        start, end = self.lines.bounds(line + 1)
        if position.line > line:
            return end
        left, at = position.unit, start
        while at < end and left >= (units := self._units(self.text[at])):
            left -= units
            at += 1
        return at

    def position(self, offset: int) -> Position:
        """Return the position of an offset in code points.

        >>> Positions("a🗺b").position(2)
        Position(line=0, unit=3)
        """
        line, column = self.lines.position(offset)
        start = self.lines.bounds(line)[0]
        return Position(line - 1, sum(map(self._units, self.text[start : start + column - 1])))

    def of_span(self, span: Span) -> tuple[Position, Position]:
        """Return the positions of a span's start and end."""
        return self._of(span.line, span.column), self._of(span.end_line, span.end_column)

    def place(self, position: Position) -> tuple[int, int]:
        """Return line and column of a position, as spans count them."""
        return self.lines.position(self.offset(position))

    def _of(self, line: int, column: int) -> Position:
        line = min(max(line, 1), len(self.lines))
        start, end = self.lines.bounds(line)
        return self.position(min(start + max(column, 1) - 1, end))


_UNITS: Mapping[Encoding, Callable[[str], int]] = MappingProxyType(
    {
        "utf-16": lambda character: 2 if ord(character) >= _WIDE else 1,
        "utf-8": lambda character: len(character.encode("utf-8", "surrogatepass")),
        "utf-32": lambda _character: 1,
    }
)
