"""The tree that the composer makes: plain data, and where each key and value stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.diagnostics import Span

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from yaml import Mark

Step: TypeAlias = str | int
Path: TypeAlias = tuple[Step, ...]
Data: TypeAlias = "str | int | float | bool | dict[str, Data] | list[Data] | None"


class Node:
    """A value with its marks. ``data`` is the plain data below it, shared with its parent's data."""

    __slots__ = ("data", "end", "start")

    def __init__(self, data: Data, start: Mark, end: Mark) -> None:
        self.data = data
        self.start = start
        self.end = end


class Scalar(Node):
    """One word or text. ``text`` is what the author wrote, quotes and escapes resolved."""

    __slots__ = ("style", "text")

    def __init__(self, data: Data, text: str, style: str, start: Mark, end: Mark) -> None:
        # not through super(): made once for every word of a game
        self.data = data
        self.start = start
        self.end = end
        self.text = text
        self.style = style


class Mapping(Node):
    """Keys are always text. ``keys`` and ``values`` have the same keys in the same order."""

    __slots__ = ("flow", "keys", "values")
    data: dict[str, Data]

    def __init__(self, start: Mark, end: Mark, flow: bool) -> None:
        super().__init__({}, start, end)
        self.keys: dict[str, Scalar] = {}
        self.values: dict[str, Node] = {}
        self.flow = flow


class Sequence(Node):
    """An ordered list of values. ``names`` is filled by whoever looks its items up by name, once."""

    __slots__ = ("flow", "items", "names")
    data: list[Data]

    def __init__(self, start: Mark, end: Mark, flow: bool) -> None:
        super().__init__([], start, end)
        self.items: list[Node] = []
        self.flow = flow
        self.names: dict[str, int] | None = None


def child(node: Node, step: Step) -> Node | None:
    """The value under one key or index; None where there is none."""
    if isinstance(node, Mapping) and isinstance(step, str):
        return node.values.get(step)
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def descend(node: Node, path: Seq[Step]) -> tuple[Node, int]:
    """The deepest node that exists along ``path``, and how many steps lead to it."""
    for depth, step in enumerate(path):
        below = child(node, step)
        if below is None:
            return node, depth
        node = below
    return node, len(path)


def span_of(node: Node, file: str, paper: str = "") -> Span:
    """The node's stretch of text; a block collection's is its first line only, a missing value's one column.

    libyaml ends a block collection at the next token, behind comments that belong elsewhere.
    """
    start, end = node.start, node.end
    if start.index == end.index or (isinstance(node, (Mapping, Sequence)) and not node.flow):
        return Span(file, start.line + 1, start.column + 1, start.line + 1, start.column + 2, paper)
    return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1, paper)


def node_at(root: Node, path: Seq[Step], on: Literal["key", "value"] = "value") -> Node:
    """The key or value that ``path`` names, else the deepest thing above it that exists."""
    node, depth = descend(root, path)
    if depth < len(path):
        block = isinstance(node, (Mapping, Sequence)) and not node.flow
        return _key_node(root, path[:depth]) if depth and block else node
    return _key_node(root, path) if on == "key" else node


def span_at(root: Node, file: str, path: Seq[Step], on: Literal["key", "value"] = "value", paper: str = "") -> Span:
    """Where :func:`node_at` stands."""
    return span_of(node_at(root, path, on), file, paper)


def _key_node(root: Node, path: Seq[Step]) -> Node:
    if not path:
        return root
    parent, _ = descend(root, path[:-1])
    step = path[-1]
    if isinstance(parent, Mapping) and isinstance(step, str) and step in parent.keys:
        return parent.keys[step]
    return child(parent, step) or parent


def part_of(node: Node, file: str, start: int, end: int, paper: str = "") -> Span:
    """Where characters ``start`` to ``end`` of a word stand, for notations in cells.

    All of it where its characters cannot be counted off: it has several lines, or escapes in it.
    """
    span = span_of(node, file, paper)
    if not isinstance(node, Scalar) or span.line != span.end_line:
        return span
    quote = 1 if node.style in ("'", '"') else 0
    if span.end_column - span.column != len(node.text) + 2 * quote:
        return span
    column = span.column + quote
    return Span(file, span.line, column + start, span.line, column + max(end, start + 1), paper)
