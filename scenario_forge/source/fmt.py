"""Light formatting of ``forge fmt``: what everybody would do by hand, without a change of any word.

Indentation by two, one space where there is any, no white space at the ends of lines, at most one
blank line in a row, one line end at the end. Tables, rows of brackets set out in columns, stay as the
author set them. Line ends stay as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Severity
from scenario_forge.source.comments import comments
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import (
    Lines,
    Mapping,
    Node,
    Sequence,
    children_of,
    content_end,
    entry_starts,
    scalars,
    splice,
)
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.source.nodes import Collection


_STEP = 2


class _Unusual(Exception):  # noqa: N818 - it ends the indenting of one text and never leaves this module
    """A way of writing (``? key``) that is left as it is."""


def indent(text: str, root: Node) -> str:
    """Return the text with its blocks indented by two; unchanged if it is written in an unusual way."""
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


# -- white space at the ends of lines and between words, and the blank lines of a text -------------


_BEGINS_BLOCK = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?\Z").search
_TABS = re.compile(r"[ \t]*\t[ \t]*")
_OPENING = re.compile(r"[ \t]*\Z").match
_COLON = re.compile(r"[ \t]*:[ \t]*\Z").match
_COMMA = re.compile(r"[ \t]*,[ \t]*\Z").match
_CLOSING = re.compile(r"[ \t]*,?[ \t]*\Z").match

Splice = tuple[int, int, str]


def tidy_lines(text: str, root: Node) -> str:
    """Return the text without tabs between words, white space at line ends, or repeated blank lines."""
    lines = Lines(text)
    kept = _lines_within_words(text, root, lines)
    text = splice(text, _tabs(text, root, kept, lines))
    lines = Lines(text)
    written: list[str] = []
    blank = True  # so that none stands at the beginning
    for number in range(1, len(lines) + 1):
        start, end = lines.bounds(number)
        line = text[start:end]
        if number in kept:
            blank = False
        else:
            # what is left of a line that ends within a word is not its end
            within = number + 1 in kept and not _BEGINS_BLOCK(line)
            line = line if within else line.rstrip(" \t")
            if not line and blank:
                continue
            blank = not line
        written.append(line + _line_end(text, lines, number))
    if blank:
        written.pop()
    if written and written[-1] and not written[-1].endswith(("\n", "\r")):
        written.append(newline_of(text))
    return "".join(written)


def _line_end(text: str, lines: Lines, number: int) -> str:
    _, end = lines.bounds(number)
    return text[end : lines.bounds(number + 1)[0]] if number < len(lines) else ""


def _lines_within_words(text: str, root: Node, lines: Lines) -> set[int]:
    """The lines that begin inside a text of several lines; their white space may be part of it."""
    kept: set[int] = set()
    for word in scalars(root):
        if word.start.line == word.end.line:
            continue
        header = text[word.start.index : lines.bounds(word.start.line + 1)[1]].partition("#")[0]
        keeps_blank_lines = word.style in ("|", ">") and "+" in header
        end = word.end.index if keeps_blank_lines else content_end(word, text)
        kept.update(range(word.start.line + 2, lines.position(end)[0] + 1))
    return kept


def _tabs(text: str, root: Node, kept: set[int], lines: Lines) -> Iterator[Splice]:
    """Tabs between words become a space; those that indent a line in brackets become two."""
    if "\t" not in text:
        return
    words = [(w.start.index, w.end.index) for w in scalars(root)]
    words += [(c.start, c.end) for c in comments(text, root)]
    words.sort()
    at = 0
    for found in _TABS.finditer(text):
        while at < len(words) and words[at][1] <= found.start():
            at += 1
        line, column = lines.position(found.start())
        if line in kept or (at < len(words) and words[at][0] < found.end()):
            continue
        yield found.start(), found.end(), found[0].expandtabs(2) if column == 1 else " "


def space_brackets(text: str, root: Node) -> str:
    """Return ``{a: 1, b: [x, y]}``: one space after commas and colons, none inside the brackets.

    Rows that stand below each other and are set out in columns are a table, and left alone.
    """
    return splice(text, _bracket_splices(text, root))


def _bracket_splices(text: str, node: Node) -> Iterator[Splice]:
    if not isinstance(node, Mapping | Sequence):
        return
    rows: list[list[tuple[Splice, str]]] = []
    for child in children_of(node):
        if isinstance(child, Mapping | Sequence) and child.flow:
            rows.append(list(gaps(text, child)))
        else:
            yield from _bracket_splices(text, child)
    if len(rows) > 1 and any("  " in there for row in rows for _, there in row):
        return
    for row in rows:
        for change, there in row:
            if change[2] != there:
                yield change


def gaps(text: str, node: Collection) -> Iterator[tuple[Splice, str]]:
    """Yield the spacing that belongs between the words of a collection in brackets, and the present one."""

    def gap(start: int, end: int, wanted: str, allowed: object) -> Iterator[tuple[Splice, str]]:
        there = text[start:end]
        if callable(allowed) and allowed(there):
            yield (start, end, wanted), there

    bracketed = text[node.start.index] in "[{"
    last = node.start.index + 1
    first = True
    entries = node.values.items() if isinstance(node, Mapping) else enumerate(node.items)
    for name, value in entries:
        key = node.keys[name] if isinstance(node, Mapping) and isinstance(name, str) else None
        begin = key.start.index if key else value.start.index
        if not first or bracketed:
            yield from gap(last, begin, "" if first else ", ", _OPENING if first else _COMMA)
        if key:
            yield from gap(key.end.index, value.start.index, ": ", _COLON)
        if isinstance(value, Mapping | Sequence):
            yield from gaps(text, value)
        last, first = value.end.index, False
    if bracketed:
        yield from gap(last, node.end.index - 1, "", _CLOSING)


# -- the light formatting of ``forge fmt`` ---------------------------------------------------------


_STEPS: tuple[Callable[[str, Node], str], ...] = (tidy_lines, indent, space_brackets)
_MOST_ROUNDS = 6


def format_text(text: str, file: str) -> str:
    """Return the text in its light canonical form; unchanged when it cannot be read.

    Never changes data or comments: each step is undone if it would. Formatting twice is formatting once.
    """
    root = _readable(text, file)
    if root is None:
        return text
    formatted = text
    for _ in range(_MOST_ROUNDS):
        before = formatted
        for step in _STEPS:
            tried = step(formatted, root)
            if tried == formatted:
                continue
            read_again = _readable(tried, file)
            if read_again is not None and _says_the_same(formatted, root, tried, read_again):
                formatted, root = tried, read_again
        if formatted == before:
            return formatted
    return text


def _readable(text: str, file: str) -> Node | None:
    root, problems = compose(text, file)
    return None if any(found.severity is Severity.ERROR for found in problems) else root


def _says_the_same(old: str, old_root: Node, new: str, new_root: Node) -> bool:
    if repr(old_root.data) != repr(new_root.data):
        return False
    return [c.text.rstrip() for c in comments(old, old_root)] == [c.text.rstrip() for c in comments(new, new_root)]
