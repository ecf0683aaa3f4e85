"""From YAML text to nodes, over libyaml's events.

Only ``true``, ``false``, ``null``, plain decimal numbers and text: what YAML 1.1 would make of
``NO``, ``0614`` or ``1942-06-28`` is not what an author of wargames means.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from scenario_forge.diagnostics import Diagnostic, Span
from scenario_forge.diagnostics.catalogue import yml
from scenario_forge.source.nodes import Data, Mapping, Node, Scalar, Sequence, span_of

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH = 64
MAX_NODES = 1_000_000

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?\Z").match
_WORDS: dict[str, Data] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MAYBE_NUMBER = frozenset("-0123456789")


def plain_value(text: str) -> Data:
    """What an unquoted scalar means.

    >>> [plain_value(t) for t in ("true", "7", "-2.5", "0614", "NO", "12/40", "")]
    [True, 7, -2.5, '0614', 'NO', '12/40', None]
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _MAYBE_NUMBER:
        found = _NUMBER(text)
        if found and len(text) < 16:  # noqa: PLR2004 - longer ones are names, and floats would round them
            return float(text) if found[1] else int(text)
    return text


class Composer:
    """Reads one document; findings that do not stop it are gathered in ``problems``."""

    def __init__(self, text: str, file: str) -> None:
        self._next: Callable[[], object] = yaml.CSafeLoader(text).get_event
        self.file = file
        self.problems: list[Diagnostic] = []

    def compose(self) -> Node | None:
        """The root node; None for an empty document.

        Raises:
            yaml.YAMLError: the text is not well-formed.
        """
        following = self._next
        root: Node | None = None
        stack: list[Mapping | Sequence] = []
        here: Mapping | Sequence | None = None
        key: Scalar | None = None
        while True:
            event = following()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                text = event.value
                data: Data = plain_value(text) if event.implicit[0] else text
                node: Node = Scalar(data, text, event.style, event.start_mark, event.end_mark)
            elif kind is yaml.MappingStartEvent:
                node = Mapping(event.start_mark, event.end_mark, event.flow_style)
            elif kind is yaml.SequenceStartEvent:
                node = Sequence(event.start_mark, event.end_mark, event.flow_style)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                here.end = event.end_mark
                stack.pop()
                here, key = (stack[-1] if stack else None), None
                continue
            elif kind is yaml.StreamEndEvent:
                return root
            else:
                continue
            if here is None:
                root = node
            elif type(here) is Sequence:
                here.items.append(node)
                here.data.append(node.data)
            elif key is None:
                key = node
                continue
            else:
                name = key.text
                if name in here.keys:
                    self._duplicate(here.keys[name], key)
                here.keys[name] = key
                here.values[name] = node
                here.data[name] = node.data
                key = None
            if type(node) is not Scalar:
                stack.append(node)
                here, key = node, None

    def _duplicate(self, first: Scalar, second: Scalar) -> None:
        finding = yml.YML002.at(span_of(second, self.file), key=second.text)
        self.problems.append(finding.also(span_of(first, self.file), "first here"))


def compose(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read one YAML text. The node is None when the text is empty or cannot be read at all."""
    composer = Composer(text, file)
    try:
        root = composer.compose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        problem = " ".join(str(part) for part in (error.problem, error.context) if part)
        where = Span(file, line, column, line, column + 1)
        return None, [*composer.problems, yml.YML001.at(where, problem=problem)]
    return root, composer.problems
