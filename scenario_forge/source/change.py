"""Values of an author's text set, inserted and removed; everything that they do not name stays, byte for byte."""

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
)
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Data, Step

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
