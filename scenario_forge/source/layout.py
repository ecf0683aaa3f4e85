"""Where the parts of a block stand in the text, which libyaml's marks do not say."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from scenario_forge.diagnostics import Span
from scenario_forge.source.nodes import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator


Collection: TypeAlias = Mapping | Sequence


def children_of(node: Collection) -> list[Node]:
    """The values of a mapping or the items of a list, in order."""
    return list(node.values.values()) if isinstance(node, Mapping) else node.items


def content_end(node: Node, text: str) -> int:
    """Where the last word of a node ends, as an offset.

    libyaml's own mark stands behind the comments and blank lines that follow a block.
    """
    while isinstance(node, (Mapping, Sequence)) and not node.flow:
        node = children_of(node)[-1]
    end: int = node.end.index
    if isinstance(node, Scalar) and node.style in ("|", ">"):
        return int(node.start.index) + len(text[node.start.index : end].rstrip())
    return end


def entry_starts(node: Collection, text: str) -> list[int]:
    """Where each entry begins: its key, its dash, or in brackets the item itself."""
    if isinstance(node, Mapping):
        return [key.start.index for key in node.keys.values()]
    if node.flow:
        return [item.start.index for item in node.items]
    column = node.start.column
    starts = []
    for item in node.items:
        # the nearest dash in the list's own column, on the item's line or above it
        line = item.start.index - item.start.column
        while text[line + column : line + column + 1] != "-":
            line = max(text.rfind("\n", 0, line - 1), text.rfind("\r", 0, line - 1)) + 1
        starts.append(line + column)
    return starts


# -- the comments of a text ------------------------------------------------------------------------


_COMMENT = re.compile(r"(?:(?<=[ \t\r\n])|\A)#[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment from its ``#`` to the end of its line, as offsets; ``alone`` if nothing stands before it."""

    start: int
    end: int
    text: str
    alone: bool


def scalars(node: Node) -> Iterator[Scalar]:
    """All keys and plain values below a node, in the order of the text."""
    if isinstance(node, Mapping):
        for key, value in node.values.items():
            yield node.keys[key]
            yield from scalars(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    elif isinstance(node, Scalar):
        yield node


def comments(text: str, root: Node | None) -> list[Comment]:
    """The comments of a text, in order.

    A comment behind the ``|`` of a text of several lines counts as part of that text.
    """
    words = list(scalars(root)) if root else []
    starts = [word.start.index for word in words]
    found = []
    for match in _COMMENT.finditer(text):
        before = bisect_right(starts, match.start()) - 1
        if before >= 0 and match.start() < words[before].end.index:
            continue
        line = max(text.rfind("\n", 0, match.start()), text.rfind("\r", 0, match.start())) + 1
        alone = not text[line : match.start()].strip()
        found.append(Comment(match.start(), match.end(), match[0], alone))
    return found


# -- offsets to lines and columns, and back --------------------------------------------------------


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
