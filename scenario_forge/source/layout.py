"""Where the parts of a block stand in the text, which libyaml's marks do not say."""

from __future__ import annotations

from typing import TypeAlias

from scenario_forge.source.nodes import Mapping, Node, Scalar, Sequence

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
