"""Blocks indented by two columns a level, items of lists too; comments move with what they stand beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.source.edit import splice
from scenario_forge.source.layout import children_of, content_end, entry_starts
from scenario_forge.source.lines import Lines
from scenario_forge.source.nodes import Mapping, Node, Sequence

if TYPE_CHECKING:
    from scenario_forge.source.layout import Collection

_STEP = 2


class _Unusual(Exception):  # noqa: N818 - it ends the indenting of one text and never leaves this module
    """A way of writing (``? key``) that is left as it is."""


def indent(text: str, root: Node) -> str:
    """The text with its blocks indented by two; unchanged if it is written in an unusual way."""
    block = _Indenter(text)
    if not isinstance(root, Mapping | Sequence) or root.flow:
        return text
    try:
        block.collection(root, 0)
    except _Unusual:
        return text
    block.comments()
    return splice(text, block.splices())


class _Indenter:
    """Gathers the new column of each line, 0-based, and the gaps behind dashes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.columns: dict[int, int] = {}
        self.within: set[int] = set()
        self.gaps: dict[tuple[int, int], str] = {}

    def collection(self, node: Collection, column: int) -> None:
        """Place a block that begins in ``column``."""
        moved = column - node.start.column
        for start, child in zip(entry_starts(node, self.text), children_of(node), strict=True):
            self._line_of(start, column)
            end_of_sign = start + 1
            if isinstance(node, Mapping):
                end_of_sign = -1
            self._child(child, column, moved, end_of_sign)

    def _child(self, child: Node, column: int, moved: int, dash_end: int) -> None:
        own_line = self._first_on_line(child.start.index) and child.start.index != child.end.index
        if not own_line and dash_end >= 0 and child.start.index > dash_end:
            self.gaps[dash_end, child.start.index] = " "
        if isinstance(child, Mapping | Sequence) and not child.flow:
            self.collection(child, column + _STEP)
            return
        if own_line:
            moved = column + _STEP - child.start.column
            self.columns[child.start.line + 1] = column + _STEP
        last, _ = self.lines.position(content_end(child, self.text))
        for line in range(child.start.line + 2, last + 1):
            self.within.add(line)
            if self._written(line):
                self.columns[line] = max(self._indentation(line) + moved, 0)

    def comments(self) -> None:
        """Comments on lines of their own follow the line below, or the line above if that fits better."""
        above = 0
        waiting: list[int] = []
        for line in range(1, len(self.lines) + 1):
            if line in self.columns:
                self._settle(waiting, above, line)
                above, waiting = line, []
            elif line not in self.within and self._written(line):
                waiting.append(line)
        self._settle(waiting, above, 0)

    def _settle(self, waiting: list[int], above: int, below: int) -> None:
        beside = [line for line in (below, above) if line and line not in self.within]
        for line in waiting:
            old = self._indentation(line)
            same = next((near for near in beside if self._indentation(near) == old), None)
            if same is not None:
                self.columns[line] = self.columns[same]
            elif below:
                self.columns[line] = max(old + self.columns[below] - self._indentation(below), 0)

    def splices(self) -> list[tuple[int, int, str]]:
        """What to replace by what."""
        found = []
        for line, column in self.columns.items():
            start, _ = self.lines.bounds(line)
            old = self._indentation(line)
            if old != column:
                found.append((start, start + old, " " * column))
        for (start, end), gap in self.gaps.items():
            if self.text[start:end] != gap:
                found.append((start, end, gap))
        return found

    def _line_of(self, start: int, column: int) -> None:
        line, _ = self.lines.position(start)
        before = self.text[self.lines.bounds(line)[0] : start]
        if before.strip(" -"):
            raise _Unusual
        if not before.strip():
            self.columns[line] = column

    def _first_on_line(self, offset: int) -> bool:
        line, _ = self.lines.position(offset)
        return not self.text[self.lines.bounds(line)[0] : offset].strip()

    def _indentation(self, line: int) -> int:
        start, end = self.lines.bounds(line)
        return len(self.text[start:end]) - len(self.text[start:end].lstrip(" \t"))

    def _written(self, line: int) -> bool:
        start, end = self.lines.bounds(line)
        return bool(self.text[start:end].strip())
