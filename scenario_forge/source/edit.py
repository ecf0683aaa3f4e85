"""Edits and fixes applied to a text; everything that they do not name stays, byte for byte."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING

from scenario_forge.source.compose import compose
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import (
    EditRefused,
    Lines,
    Mapping,
    Node,
    Scalar,
    Sequence,
    children_of,
    content_end,
    descend,
    entry_starts,
    splice,
)
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Seq

    from scenario_forge.diagnostics import Fix, TextEdit
    from scenario_forge.source.nodes import Collection, Data, Step
    from scenario_forge.source.read import Source


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with all edits made. The same edit given twice is made once.

    Raises:
        EditRefused: two edits overlap, or one is at a place that the text does not have.
    """
    lines = Lines(text)
    return splice(text, {_offsets(lines, edit) for edit in edits})


def without(text: str, node: Collection, number: int) -> str:
    """The text without one entry of a collection in it, which has others.

    In a block its lines go, with a comment behind it on the last; comments above and below stay.

    Raises:
        EditRefused: it is the only one, or something else stands on its lines.
    """
    starts, ends = entry_starts(node, text), [content_end(child, text) for child in children_of(node)]
    if len(starts) == 1:
        raise EditRefused(f"line {node.start.line + 1}: nothing would be left in there")
    if node.flow:
        first = max(number, 1)
        if "#" in text[ends[first - 1] : starts[first]]:
            raise EditRefused(f"line {node.start.line + 1}: put each entry on a line of its own")
        stretch = (ends[number - 1], ends[number]) if number else (starts[0], starts[1])
        return splice(text, [(*stretch, "")])
    start = text.rfind("\n", 0, starts[number]) + 1
    end = text.find("\n", ends[number]) + 1 or len(text)
    rest = text[ends[number] : end].strip()
    if text[start : starts[number]].strip() or (rest and not rest.startswith("#")):
        raise EditRefused(f"line {text.count(chr(10), 0, start) + 1}: put each entry on a line of its own")
    return splice(text, [(start, end, "")])


def _offsets(lines: Lines, edit: TextEdit) -> tuple[int, int, str]:
    span = edit.span
    try:
        start = lines.offset(span.line, span.column)
        end = lines.offset(span.end_line, span.end_column)
    except ValueError as error:
        raise EditRefused(str(error)) from error
    if end < start:
        raise EditRefused("a change ends before it begins")
    return start, end, edit.new


def apply_fixes(source: Source, fixes: Iterable[Fix]) -> tuple[str, list[Fix]]:
    """The text of a file with as many fixes made as go together, and which those are, in order.

    A fix that overlaps one before it, or touches another file, is left for the next run.

    Raises:
        EditRefused: the file could be read before, and could not be read with the fixes.
    """
    taken: list[Fix] = []
    text = source.text
    readable = source.root is not None
    for fix in fixes:
        if fix in taken or any(edit.span.file != source.name for edit in fix.edits):
            continue
        try:
            tried = apply_edits(source.text, [edit for each in (*taken, fix) for edit in each.edits])
        except EditRefused:
            continue
        taken.append(fix)
        text = tried
    if readable and compose(text, source.name)[0] is None:
        raise EditRefused("the fixes together would make the file unreadable")
    return text, taken


# -- changes to single values of an author's text --------------------------------------------------


_FULL_LINE_COMMENT = re.compile(r"[\r\n][ \t]*#").search


def set_scalar(text: str, path: Seq[Step], value: Data) -> str:
    r"""Replace one value that is not a block of lines. Quotes that stood there are kept.

    >>> set_scalar("hex: R12  # the pass\n", ["hex"], "0614")
    'hex: "0614"  # the pass\n'

    Raises:
        EditRefused: there is no such value, or the result would not read back as meant.
    """
    root = _root(text)
    node = _at(root, path)
    if isinstance(node, (Mapping, Sequence)) and not node.flow:
        raise EditRefused("this value is a block of several lines")
    start, end = node.start.index, content_end(node, text)
    new = inline(value, node.style if isinstance(node, Scalar) else "")
    if start == end and start and not text[start - 1].isspace():
        new = " " + new
    return _accepted(text[:start] + new + text[end:], _with(root.data, path, value))


def insert_item(text: str, path: Seq[Step], index: int, value: Data) -> str:
    """Insert an item into the list at ``path``, before the item that has this index now, or at the end.

    Raises:
        EditRefused: there is no such list, or the result would not read back as meant.
    """
    root = _root(text)
    node = _at(root, path)
    if not isinstance(node, Sequence):
        raise EditRefused("there is no list here")
    index = min(index, len(node.items))
    expected = _with(root.data, path, [*node.data[:index], value, *node.data[index:]])
    at, new = _place_for(node, index, inline(value), text)
    return _accepted(text[:at] + new + text[at:], expected)


def add_entry(text: str, path: Seq[Step], key: str, value: Data) -> str:
    """Add an entry at the end of the mapping at ``path``.

    Raises:
        EditRefused: there is no such mapping, the key is there already, or the result would not read
            back as meant.
    """
    root = _root(text)
    node = _at(root, path)
    if not isinstance(node, Mapping) or key in node.keys:
        raise EditRefused(f"the key {key} cannot be added here")
    at, new = _place_for(node, len(node.keys), inline({key: value})[1:-1], text)
    return _accepted(text[:at] + new + text[at:], _with(root.data, path, {**node.data, key: value}))


def remove(text: str, path: Seq[Step]) -> str:
    """Remove an item of a list or an entry of a mapping, with the comment on its line.

    Raises:
        EditRefused: there is no such value, it is the only one in its block, or the result would not
            read back as meant.
    """
    root = _root(text)
    _at(root, path)
    if not path:
        raise EditRefused("the whole document cannot be removed")
    parent, _ = descend(root, path[:-1])
    step = path[-1]
    if isinstance(parent, Mapping):
        rest: Data = {key: data for key, data in parent.data.items() if key != step}
        index = list(parent.keys).index(str(step))
    else:
        assert isinstance(parent, Sequence)  # noqa: S101 - nothing else has a value below it
        rest = [data for at, data in enumerate(parent.data) if at != step]
        index = int(step)
    start, end = _extent(parent, index, text)
    return _accepted(text[:start] + text[end:], _with(root.data, path[:-1], rest))


def _place_for(node: Mapping | Sequence, index: int, entry: str, text: str) -> tuple[int, str]:
    """Where a new entry goes, and what is written there."""
    children = children_of(node)
    starts = entry_starts(node, text)
    if node.flow:
        if index:
            return content_end(children[index - 1], text), ", " + entry
        return (starts[0], entry + ", ") if children else (node.start.index + 1, entry)
    if isinstance(node, Sequence):
        entry = "- " + entry
    line_end = newline_of(text) + " " * node.start.column
    if index == 0:
        return starts[0], entry + line_end
    lines = Lines(text)
    last, _ = lines.position(content_end(children[index - 1], text))
    return lines.bounds(last)[1], line_end + entry


def _extent(node: Mapping | Sequence, index: int, text: str) -> tuple[int, int]:
    """What has to go so that an entry is gone: to the next one, from the last one, or whole lines."""
    starts = entry_starts(node, text)
    children = children_of(node)
    start, end = starts[index], content_end(children[index], text)
    if node.flow:
        if index + 1 < len(starts):
            return start, starts[index + 1]
        return (content_end(children[index - 1], text) if index else start), end
    lines = Lines(text)
    first, last = lines.position(start)[0], lines.position(end)[0]
    begin = lines.bounds(first)[0]
    if not text[begin:start].strip():
        return begin, lines.bounds(last + 1)[0] if last < len(lines) else len(text)
    if index + 1 == len(starts) or _FULL_LINE_COMMENT(text, start, starts[index + 1]):
        raise EditRefused("something else stands on the same line")
    return start, starts[index + 1]


def _root(text: str) -> Node:
    root, _ = compose(text, "")
    if root is None:
        raise EditRefused("the file cannot be read")
    return root


def _at(root: Node, path: Seq[Step]) -> Node:
    node, depth = descend(root, path)
    if depth < len(path):
        raise EditRefused(f"there is nothing at {'.'.join(map(str, path))}")
    return node


def _with(data: Data, path: Seq[Step], value: Data) -> Data:
    """A copy of the data with another value at a path that exists."""
    if not path:
        return value
    whole = copy.deepcopy(data)
    holder = whole
    for step in path[:-1]:
        holder = holder[step]  # type: ignore[index]  # the path was found in the tree
    holder[path[-1]] = value  # type: ignore[index]
    return whole


def _accepted(text: str, expected: Data) -> str:
    root, _ = compose(text, "")
    # compared as written out, since True == 1 == 1.0 in Python
    if root is None or repr(root.data) != repr(expected):
        raise EditRefused("the change would not read back as what was meant")
    return text
