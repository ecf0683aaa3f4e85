"""The comments of a text. libyaml drops them, so they are found between the words that it reported."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.source.nodes import Node

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
