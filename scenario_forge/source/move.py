"""A row of a list moved to another place among its neighbours, with its own lines and comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import (
    EditRefused,
    Lines,
    Sequence,
    content_end,
    descend,
    entry_starts,
    least,
    splice,
)

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Splice, Step


def moved(text: str, path: Seq[Step], number: int, to: int) -> list[Splice]:
    """Splices that give the item ``number`` of the list at ``path`` the number ``to``.

    Comments at the end of its lines, and on lines of their own directly above it, go with it; those above the first
    item of a list stay, since they are mostly about all of it. Empty lines between items stay where they are.

    Raises:
        EditRefused: there is no such list or item, or the new text would not read back as what was meant.
    """
    root, _problems = compose(text, "")
    node, depth = descend(root, path) if root is not None else (None, -1)
    if not isinstance(node, Sequence) or depth != len(path) or not {number, to} <= {*range(len(node.items))}:
        raise EditRefused("there is no such row to be moved")
    if number == to:
        return []
    units = _units(text, node)
    low, high = min(number, to), max(number, to)
    between = [text[units[at][1] : units[at + 1][0]] for at in range(low, high)]
    if node.flow and any("#" in gap for gap in between):
        raise EditRefused("comments stand between these values: move them in the text")
    order = list(range(low, high + 1))
    order.insert(to - low, order.pop(number - low))
    rows = [text[slice(*units[at])] for at in order]
    new = rows[0] + "".join(gap + row for gap, row in zip(between, rows[1:], strict=True))
    made = [least(text, units[low][0], units[high][1], new)]
    items = list(node.data)
    items.insert(to, items.pop(number))
    again, _problems = compose(splice(text, made), "")
    there, depth = descend(again, path) if again is not None else (None, -1)
    if there is None or depth != len(path) or repr(there.data) != repr(items):
        raise EditRefused("the rows cannot be exchanged without changing what they say: move them in the text")
    return made


def _units(text: str, node: Sequence) -> list[tuple[int, int]]:
    """Where each item begins and ends with what belongs to it."""
    starts = entry_starts(node, text)
    if node.flow:
        return [(start, content_end(item, text)) for start, item in zip(starts, node.items, strict=True)]
    lines = Lines(text)
    units = []
    for number, (start, item) in enumerate(zip(starts, node.items, strict=True)):
        end = lines.bounds(lines.position(content_end(item, text))[0])[1]
        units.append((_with_comments(text, lines, start) if number else start, end))
    return units


def _with_comments(text: str, lines: Lines, start: int) -> int:
    """The start of the comments that stand directly above an item, in its own column; else its own."""
    line, column = lines.position(start)
    while line > 1:
        begin, end = lines.bounds(line - 1)
        above = text[begin:end]
        if not above.lstrip().startswith("#") or len(above) - len(above.lstrip()) != column - 1:
            break
        line, start = line - 1, begin + column - 1
    return start
