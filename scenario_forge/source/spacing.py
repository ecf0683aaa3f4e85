"""White space at the ends of lines and between words, and the blank lines of a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.source.comments import comments, scalars
from scenario_forge.source.edit import splice
from scenario_forge.source.layout import children_of, content_end
from scenario_forge.source.lines import Lines
from scenario_forge.source.nodes import Mapping, Node, Sequence
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGINS_BLOCK = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?\Z").search
_TABS = re.compile(r"[ \t]*\t[ \t]*")
_OPENING = re.compile(r"[ \t]*\Z").match
_COLON = re.compile(r"[ \t]*:[ \t]*\Z").match
_COMMA = re.compile(r"[ \t]*,[ \t]*\Z").match
_CLOSING = re.compile(r"[ \t]*,?[ \t]*\Z").match

Splice = tuple[int, int, str]


def tidy_lines(text: str, root: Node) -> str:
    """No tabs between words, no white space at the ends of lines, no two blank lines in a row."""
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
    """``{a: 1, b: [x, y]}``: one space after commas and colons, none inside the brackets.

    Rows that stand below each other and are set out in columns are a table, and left alone.
    """
    return splice(text, _bracket_splices(text, root))


def _bracket_splices(text: str, node: Node) -> Iterator[Splice]:
    if not isinstance(node, Mapping | Sequence):
        return
    rows: list[list[tuple[Splice, str]]] = []
    for child in children_of(node):
        if isinstance(child, Mapping | Sequence) and child.flow:
            rows.append(list(_gaps(text, child)))
        else:
            yield from _bracket_splices(text, child)
    if len(rows) > 1 and any("  " in there for row in rows for _, there in row):
        return
    for row in rows:
        for change, there in row:
            if change[2] != there:
                yield change


def _gaps(text: str, node: Mapping | Sequence) -> Iterator[tuple[Splice, str]]:
    """What should stand between the words of a collection in brackets, and what stands there."""

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
            yield from _gaps(text, value)
        last, first = value.end.index, False
    if bracketed:
        yield from gap(last, node.end.index - 1, "", _CLOSING)
