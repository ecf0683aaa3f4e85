"""The composer's tree: plain data, and where each key, value and entry stands in the text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.diagnostics import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
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
    """A mapping. Keys are always text. ``keys`` and ``values`` have the same keys in the same order."""

    __slots__ = ("flow", "keys", "values")
    data: dict[str, Data]

    def __init__(self, start: Mark, end: Mark, flow: bool) -> None:
        super().__init__({}, start, end)
        self.keys: dict[str, Scalar] = {}
        self.values: dict[str, Node] = {}
        self.flow = flow


class Sequence(Node):
    """An ordered list of values. ``names`` is filled once by the first look-up of items by name."""

    __slots__ = ("flow", "items", "names")
    data: list[Data]

    def __init__(self, start: Mark, end: Mark, flow: bool) -> None:
        super().__init__([], start, end)
        self.items: list[Node] = []
        self.flow = flow
        self.names: dict[str, int] | None = None


def child(node: Node, step: Step) -> Node | None:
    """Return the value under one key or index; None where there is none."""
    if isinstance(node, Mapping) and isinstance(step, str):
        return node.values.get(step)
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def descend(node: Node, path: Seq[Step]) -> tuple[Node, int]:
    """Return the deepest node that exists along ``path``, and how many steps lead to it."""
    for depth, step in enumerate(path):
        below = child(node, step)
        if below is None:
            return node, depth
        node = below
    return node, len(path)


def span_of(node: Node, file: str, paper: str = "") -> Span:
    """Return the node's stretch of text; a block collection's is its first line only, a missing value's one column.

    libyaml ends a block collection at the next token, behind comments that belong elsewhere.
    """
    start, end = node.start, node.end
    if start.index == end.index or (isinstance(node, (Mapping, Sequence)) and not node.flow):
        return Span(file, start.line + 1, start.column + 1, start.line + 1, start.column + 2, paper)
    return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1, paper)


def node_at(root: Node, path: Seq[Step], on: Literal["key", "value"] = "value") -> Node:
    """Return the key or value that ``path`` names, else the deepest existing node above it."""
    node, depth = descend(root, path)
    if depth < len(path):
        block = isinstance(node, (Mapping, Sequence)) and not node.flow
        return _key_node(root, path[:depth]) if depth and block else node
    return _key_node(root, path) if on == "key" else node


def span_at(root: Node, file: str, path: Seq[Step], on: Literal["key", "value"] = "value") -> Span:
    """Return the stretch of text of the node that :func:`node_at` finds."""
    return span_of(node_at(root, path, on), file)


def _key_node(root: Node, path: Seq[Step]) -> Node:
    if not path:
        return root
    parent, _ = descend(root, path[:-1])
    step = path[-1]
    if isinstance(parent, Mapping) and isinstance(step, str) and step in parent.keys:
        return parent.keys[step]
    return child(parent, step) or parent


def part_of(node: Node, file: str, start: int, end: int, paper: str = "") -> Span:
    """Return the span of characters ``start`` to ``end`` of a word, for notations in cells.

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


# -- where the parts of a block stand, which libyaml's marks do not say ----------------------------


Collection: TypeAlias = Mapping | Sequence


def children_of(node: Collection) -> list[Node]:
    """Return the values of a mapping or the items of a list, in order."""
    return list(node.values.values()) if isinstance(node, Mapping) else node.items


def content_end(node: Node, text: str) -> int:
    """Return the offset where the last word of a node ends.

    libyaml's own mark stands behind the comments and blank lines that follow a block.
    """
    while isinstance(node, (Mapping, Sequence)) and not node.flow:
        node = children_of(node)[-1]
    end: int = node.end.index
    if isinstance(node, Scalar) and node.style in ("|", ">"):
        return int(node.start.index) + len(text[node.start.index : end].rstrip())
    return end


def folded_part(node: Node, text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the offsets in a text of characters ``start`` to ``end`` of a scalar, whose lines may be folded.

    Blanks do not count, since a fold makes them of line breaks and indents. None where others differ: escapes.
    """
    if not isinstance(node, Scalar) or start >= end:
        return None
    first, last = node.start.index, content_end(node, text)
    if node.style in ("|", ">"):
        first = text.find("\n", first)
    elif node.style in ("'", '"'):
        first, last = first + 1, last - 1
    written = [place for place in range(first, last) if not text[place].isspace()]
    said = [place for place, sign in enumerate(node.text) if not sign.isspace()]
    if [text[place] for place in written] != [node.text[place] for place in said]:
        return None
    return written[bisect_left(said, start)], written[bisect_left(said, end - 1)] + 1


def texts_in(data: Data, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the texts below some data, but no keys, each with its path."""
    items: Seq[tuple[Step, Data]] = (
        [*data.items()] if isinstance(data, dict) else [*enumerate(data)] if isinstance(data, list) else []
    )
    for step, value in items:
        if isinstance(value, str):
            yield (*path, step), value
        else:
            yield from texts_in(value, (*path, step))


def path_at(root: Node, text: str, offset: int) -> Path:
    """Return the path of the smallest value whose text holds an offset; empty between values, as in a comment.

    The text of a key belongs to its value.
    """
    if isinstance(root, Mapping):
        below: list[tuple[Step, Node, int]] = [
            (key, each, root.keys[key].start.index) for key, each in root.values.items()
        ]
    elif isinstance(root, Sequence):
        below = [(number, each, each.start.index) for number, each in enumerate(root.items)]
    else:
        return ()
    for step, each, start in below:
        if start <= offset <= content_end(each, text):
            return (step, *path_at(each, text, offset))
    return ()


def entry_starts(node: Collection, text: str) -> list[int]:
    """Return where each entry begins: its key, its dash, or in brackets the item itself."""
    if isinstance(node, Mapping):
        return [key.start.index for key in node.keys.values()]
    return [item_start(node, item, text) for item in node.items]


def item_start(node: Sequence, item: Node, text: str) -> int:
    """Return where an item of a list begins: its dash, or in brackets the item itself."""
    if node.flow:
        return item.start.index
    # the nearest dash in the list's own column, on the item's line or above it
    column, line = node.start.column, item.start.index - item.start.column
    while text[line + column : line + column + 1] != "-":
        line = max(text.rfind("\n", 0, line - 1), text.rfind("\r", 0, line - 1)) + 1
    return line + column


def stand_apart(node: Node, text: str) -> bool:
    """Return whether an empty line stands between all items of a list of blocks."""
    if not isinstance(node, Sequence) or node.flow or len(node.items) < 2:
        return False
    between = pairwise(node.items)  # one by one: most lists say it at the first, and each new row of a table asks
    return all(_EMPTY_LINE(text, content_end(one, text), item_start(node, other, text)) for one, other in between)


_EMPTY_LINE = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)").search


# -- offsets to lines and columns, and back --------------------------------------------------------


_BREAK = re.compile(r"\r\n|\n|\r")


class Lines:
    """Starts of the lines of one text. Lines and columns are 1-based code points, offsets 0-based."""

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
        """Return the offset of a line and column.

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
        """Return line and column of an offset; beyond the end, those of the end."""
        offset = min(offset, self._length)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def bounds(self, line: int) -> tuple[int, int]:
        """Return where a line begins, and where it ends before its line break."""
        return self._starts[line - 1], self._ends[line - 1]

    def span(self, file: str, start: int, end: int) -> Span:
        """Return the span between two offsets."""
        return Span(file, *self.position(start), *self.position(end))


# -- stretches of a text replaced ------------------------------------------------------------------


class EditRefused(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Refusal of an edit, for the reason given; the text is unchanged."""


Splice: TypeAlias = tuple[int, int, str]
"""Where a stretch of a text begins and ends, as offsets, and what comes in its place."""


def splice(text: str, changes: Iterable[Splice]) -> str:
    """Return the text with stretches, given by their offsets, replaced.

    Raises:
        EditRefused: two changes overlap, or begin at the same place.
    """
    pieces: list[str] = []
    done, before = 0, -1
    for start, end, new in sorted(changes):
        if start < done or start == before:
            raise EditRefused("two changes overlap")
        pieces += (text[done:start], new)
        done, before = end, start
    return "".join((*pieces, text[done:]))


def least_splice(text: str, start: int, end: int, new: str) -> Splice:
    """Return a change without the characters that stay the same at its ends."""
    old = text[start:end]
    ahead = _alike(old, new)
    behind = _alike(old[ahead:][::-1], new[ahead:][::-1])
    return start + ahead, end - behind, new[ahead : len(new) - behind]


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with in common; by halves, since texts are long and changes short."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def reverse(text: str, splices: Iterable[Splice]) -> list[Splice]:
    r"""Return the splices that restore the original text, in order.

    >>> reverse("a: 1\n", [(3, 4, "25")])
    [(3, 5, '1')]
    """
    made, moved = [], 0
    for start, end, new in sorted(splices):
        made.append((start + moved, start + moved + len(new), text[start:end]))
        moved += len(new) - (end - start)
    return merge_touching(made)


def merge_touching(splices: Iterable[Splice]) -> list[Splice]:
    """Return splices with those that touch merged: undone, they would begin at one place."""
    made: list[Splice] = []
    for start, end, new in splices:
        if made and made[-1][1] == start:
            first, _end, before = made.pop()
            made.append((first, end, before + new))
        else:
            made.append((start, end, new))
    return made


def scalars(node: Node) -> Iterator[Scalar]:
    """Yield all keys and plain values below a node, in the order of the text."""
    if isinstance(node, Mapping):
        for key, value in node.values.items():
            yield node.keys[key]
            yield from scalars(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    elif isinstance(node, Scalar):
        yield node
