"""The light formatting of ``forge fmt``: what everybody would do by hand, and nothing that changes a word.

Indentation by two, one space where there is any, no white space at the ends of lines, at most one
blank line in a row, one line end at the end. Tables, rows of brackets set out in columns, stay as the
author set them. Line ends stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Severity
from scenario_forge.source.comments import comments
from scenario_forge.source.compose import compose
from scenario_forge.source.indentation import indent
from scenario_forge.source.spacing import space_brackets, tidy_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.source.nodes import Node

_STEPS: tuple[Callable[[str, Node], str], ...] = (tidy_lines, indent, space_brackets)
_MOST_ROUNDS = 6


def format_text(text: str, file: str) -> str:
    """The text in its light canonical form; as it was when it cannot be read.

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
