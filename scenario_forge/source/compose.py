"""Composition of nodes from YAML text, over libyaml's events.

One pass, no second look at the text: what is refused (aliases, merge keys, tags, several documents)
is refused where its event comes by. What words mean is decided at the foot (:func:`plain_value`); what libyaml says
of text that is not well-formed is put into an author's words in ``syntax``.
"""

from __future__ import annotations

import gc
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from scenario_forge.diagnostics import Diagnostic, Span, TextEdit
from scenario_forge.source.codes import (
    YML002,
    YML003,
    YML004,
    YML009,
    YML010,
    YML011,
    YML012,
    YML013,
    YML014,
    YML015,
    YML016,
    YML017,
    YML018,
    YML032,
    YML040,
    YML041,
    YML042,
    YML043,
    YML074,
)
from scenario_forge.source.nodes import Lines, Mapping, Node, Scalar, Sequence, scalars, span_of
from scenario_forge.source.syntax import character_problem, explain, hidden_character, unprintable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yaml import Mark

    from scenario_forge.diagnostics import Code
    from scenario_forge.source.nodes import Data


Event: TypeAlias = Any
"""An event of libyaml's. Not typed closer: the loops run once for every word, and a cast costs time."""

ScalarEvent: Event = yaml.ScalarEvent
AliasEvent: Event = yaml.AliasEvent
MappingStartEvent: Event = yaml.MappingStartEvent
MappingEndEvent: Event = yaml.MappingEndEvent
SequenceStartEvent: Event = yaml.SequenceStartEvent
SequenceEndEvent: Event = yaml.SequenceEndEvent
DocumentStartEvent: Event = yaml.DocumentStartEvent
StreamEndEvent: Event = yaml.StreamEndEvent

MAX_DEPTH = 64
MAX_NODES = 1_000_000

_NODES: frozenset[Event] = frozenset((ScalarEvent, MappingStartEvent, SequenceStartEvent))
_ODD_KEYS = frozenset(("", "<<"))


class StopReading(Exception):  # noqa: N818 - it ends the reading of one file and never leaves this module
    """End of the reading of a file; ``finding`` says why."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Composer:
    """Reader of one document; findings that do not stop it are gathered in ``problems``."""

    def __init__(self, text: str, file: str) -> None:
        self._next: Callable[[], Event] = yaml.CSafeLoader(text).get_event
        if len(text) > MAX_NODES:
            # Shorter texts cannot hold so many nodes, so that only these are counted.
            self._next = self._counted(self._next)
        self.file = file
        self.problems: list[Diagnostic] = []

    def compose(self) -> Node | None:
        """Return the root node; None for a text without a document.

        Raises:
            yaml.YAMLError: the text is not well-formed.
            Refused: it is well-formed, but holds what is not read.
        """
        root: Node | None = None
        documents = 0
        while True:
            event = self._next()
            kind = type(event)
            if kind is StreamEndEvent:
                return root
            if kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise StopReading(YML016.at(self._span(event.start_mark, 3)))
            elif kind is ScalarEvent:
                root = self._scalar(event)
            elif kind is MappingStartEvent or kind is SequenceStartEvent or kind is AliasEvent:
                root = self._collection(event, 1)

    def _mapping(self, start: Event, depth: int) -> Mapping:
        node = Mapping(start.start_mark, start.end_mark, start.flow_style)
        keys, values, data = node.keys, node.values, node.data
        following = self._next
        while True:
            event = following()
            if type(event) is not ScalarEvent:
                if type(event) is MappingEndEvent:
                    node.end = event.end_mark
                    return node
                self._key_not_text(event, depth)
                continue
            name = event.value
            key = Scalar(name, name, event.style, event.start_mark, event.end_mark)
            if name in keys:
                self._duplicate(keys[name], key)
            if (
                name[:1] in NUMBER_STARTS or name in _ODD_KEYS or event.anchor or not event.implicit[0]
            ) and self._skip_odd_key(event, key, depth):
                continue
            event = following()
            if type(event) is ScalarEvent:
                text = event.value
                if event.anchor or not event.implicit[0] or text[:1] in SPECIAL_STARTS:
                    value: Node = self._scalar(event)
                else:
                    value = Scalar(text, text, event.style, event.start_mark, event.end_mark)
            else:
                value = self._collection(event, depth + 1)
            keys[name] = key
            values[name] = value
            data[name] = value.data

    def _sequence(self, start: Event, depth: int) -> Sequence:
        node = Sequence(start.start_mark, start.end_mark, start.flow_style)
        items, data = node.items, node.data
        following = self._next
        while True:
            event = following()
            if type(event) is ScalarEvent:
                text = event.value
                if event.anchor or not event.implicit[0] or text[:1] in SPECIAL_STARTS:
                    value: Node = self._scalar(event)
                else:
                    value = Scalar(text, text, event.style, event.start_mark, event.end_mark)
            elif type(event) is SequenceEndEvent:
                node.end = event.end_mark
                return node
            else:
                value = self._collection(event, depth + 1)
            items.append(value)
            data.append(value.data)

    def _collection(self, event: Event, depth: int) -> Mapping | Sequence:
        if type(event) is AliasEvent:
            raise StopReading(YML011.at(self._span(event.start_mark, event.end_mark), name=event.anchor))
        if depth > MAX_DEPTH:
            raise StopReading(YML009.at(self._span(event.start_mark, 1), most=MAX_DEPTH))
        if event.anchor or event.tag:
            self._adorned(event)
        if type(event) is MappingStartEvent:
            return self._mapping(event, depth)
        return self._sequence(event, depth)

    def _scalar(self, event: Event) -> Scalar:
        """A scalar that needs a second look: quoted, tagged, anchored, or by its first character."""
        text = event.value
        data: Data = text
        if event.implicit[0]:
            data = plain_value(text)
        elif not text.isprintable():
            self._unprintable(event)
        elif not text and event.style in ("|", ">"):
            self.problems.append(YML032.at(self._span(event.start_mark, 1), sign=event.style))
        node = Scalar(data, text, event.style, event.start_mark, event.end_mark)
        if event.anchor or event.tag:
            self._adorned(event)
        elif data is text and event.implicit[0]:
            self._ambiguous(node)
        return node

    def _skip_odd_key(self, event: Event, key: Scalar, depth: int) -> bool:
        """Report what is odd about a key; True when its value was passed over."""
        if event.anchor or event.tag:
            self._adorned(event)
        if event.implicit[0] and key.text == "<<":
            self.problems.append(YML013.at(self._span(event.start_mark, event.end_mark)))
        elif not key.text:
            self.problems.append(YML018.at(self._span(event.start_mark, event.end_mark)))
        else:
            if event.implicit[0]:
                self._ambiguous(key, is_key=True)
            elif not key.text.isprintable():
                self._unprintable(event)
            return False
        self._pass_over(self._next(), depth)
        return True

    def _key_not_text(self, event: Event, depth: int) -> None:
        if type(event) is AliasEvent:
            self._collection(event, depth)
        self.problems.append(YML017.at(self._span(event.start_mark, 1)))
        count = len(self.problems)
        try:
            self._pass_over(event, depth)
        finally:
            # what is odd inside follows from its being a key
            del self.problems[count:]
        self._pass_over(self._next(), depth)

    def _pass_over(self, event: Event, depth: int) -> None:
        """Read the value that ``event`` begins, and its findings, without keeping it."""
        if type(event) is not ScalarEvent:
            self._collection(event, depth + 1)

    def _duplicate(self, first: Scalar, second: Scalar) -> None:
        finding = YML002.at(span_of(second, self.file), key=second.text)
        self.problems.append(finding.also(span_of(first, self.file), "first here"))

    def _ambiguous(self, node: Scalar, is_key: bool = False) -> None:
        code = ambiguity(node.text, is_key)
        if code:
            self.problems.append(ambiguous(code, node.text, span_of(node, self.file)))

    def _adorned(self, event: Event) -> None:
        """An anchor or a tag before a value. The value is read as if it were not there."""
        mark = event.start_mark
        if event.anchor:
            self.problems.append(YML012.at(self._span(mark, len(event.anchor) + 1), name=event.anchor))
        if event.tag:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!", 1)
            code = YML015 if tag.startswith("!!python") else YML014
            width = 1 if event.anchor else len(tag)
            self.problems.append(code.at(self._span(mark, width), tag=tag))

    def _unprintable(self, event: Event) -> None:
        found = unprintable(event.value)
        if found:
            self.problems.append(YML004.at(self._span(event.start_mark, event.end_mark), character=found))

    def _counted(self, following: Callable[[], Event]) -> Callable[[], Event]:
        seen = 0

        def next_event() -> Event:
            nonlocal seen
            event = following()
            seen += type(event) in _NODES
            if seen > MAX_NODES:
                raise StopReading(YML010.at(self._span(event.start_mark, 1), most=MAX_NODES))
            return event

        return next_event

    def _span(self, start: Mark, end: Mark | int) -> Span:
        """From a mark to another, or so many characters; something, even where nothing is written."""
        if isinstance(end, int) or end.index == start.index:
            width = end if isinstance(end, int) else 1
            return Span(self.file, start.line + 1, start.column + 1, start.line + 1, start.column + 1 + width)
        return Span(self.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keep the garbage collector from walking the growing tree: no cycles arise, and it takes a third."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def compose(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read one YAML text. The node is None when the text is empty or cannot be read at all.

    ``text`` begins without a byte order mark. A node of None comes with an error, always.
    """
    hidden = None if text.isascii() else hidden_character(text, file)
    if hidden:
        return None, [hidden]
    problems: list[Diagnostic] = []
    try:
        composer = Composer(text, file)
        problems = composer.problems
        with _collector_at_rest():
            root = composer.compose()
    except StopReading as refused:
        return None, [*problems, refused.finding]
    except yaml.MarkedYAMLError as error:
        return None, [*problems, explain(error, text, file)]
    except (yaml.YAMLError, UnicodeError) as error:
        return None, [*problems, character_problem(text, file, error)]
    if root is None:
        return None, [YML003.at(Span(file, 1, 1, 1, 2))]
    return root, [*problems, *_cut_values(root, text, file)]


_CUT = re.compile(r"(?<=[^\s#'\"]) (#[0-9]+)\b")
"""A number such as #1 behind a value: YAML takes it for a comment."""
_REST = re.compile(r"[ \t]*(?:[\r\n]|\Z)").match
"""Nothing more on the line: with words behind it the number may be part of the value, or all of it a comment."""
_ESCAPED = frozenset('"\\')


def _cut_values(root: Node, text: str, file: str) -> Iterator[Diagnostic]:
    signs = {sign.start(): sign for sign in _CUT.finditer(text)}
    if not signs:
        return
    lines = Lines(text)
    for value in scalars(root):
        sign = signs.get(value.end.index)
        if sign is None or value.style or not isinstance(value.data, str):
            continue
        finding = YML074.at(lines.span(file, sign.start(1), sign.end(1)), sign=sign[1])
        whole = text[value.start.index : sign.end(1)]
        if _REST(text, sign.end(1)) and not _ESCAPED.intersection(whole):
            edit = TextEdit(lines.span(file, value.start.index, sign.end(1)), f'"{whole}"')
            finding = finding.fix(f"put {whole} between quotes", edit)
        yield finding


# -- what an unquoted word means to us, and where other YAML readers mean something else by it ------
#
# Ours are true, false, null, plain decimal numbers and text. YAML 1.1 readers (PyYAML) and YAML 1.2 readers (its core
# schema) read more into plain words, and not the same: 0614 is 396 to one and 614 to the other. Such words are text
# here, and the author is asked to quote them.


_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?\Z").match
_LONGEST_NUMBER = 15
"""Longer ones are names, and a float would round them."""

_OURS: dict[str, Data] = {"true": True, "false": False, "null": None, "~": None, "": None}
_YES_NO = frozenset(form for word in ("yes", "no", "on", "off") for form in (word, word.capitalize(), word.upper()))
_CAPITALS = frozenset(("True", "TRUE", "False", "FALSE", "Null", "NULL"))

NUMBER_STARTS = frozenset("+-.0123456789")
"""The first characters of whatever some reader takes for a number or a date."""
WORD_STARTS = frozenset("yYnNoOtTfF~=") | {""}
"""The first characters of whatever some reader takes for a word of its own."""
SPECIAL_STARTS = NUMBER_STARTS | WORD_STARTS

_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+\Z").match
_DATE_OR_TIME = re.compile(
    r"""(?x) [0-9]{4}-[0-9]{2}-[0-9]{2} \Z
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2} (?:[Tt]|[ \t]+) [0-9]{1,2}:[0-9]{2}:[0-9]{2} (?:\.[0-9]*)?
      (?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))? \Z
    | [-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+ \Z
    | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]* \Z"""
).match
_OTHER_NUMBER = re.compile(
    r"""(?x) [-+]?0b[01_]+ \Z | [-+]?0x[0-9a-fA-F_]+ \Z | 0o[0-7]+ \Z | [-+]?0[0-7_]+ \Z
    | [-+]?[1-9][0-9_]* \Z
    | [-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)? \Z | \.[0-9][0-9_]*(?:[eE][-+][0-9]+)? \Z
    | [-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)? \Z
    | [-+]?\.(?:inf|Inf|INF) \Z | \.(?:nan|NaN|NAN) \Z"""
).match


def plain_value(text: str) -> Data:
    """Return the value of an unquoted scalar.

    >>> [plain_value(t) for t in ("true", "7", "-2.5", "0614", "NO", "12/40", "")]
    [True, 7, -2.5, '0614', 'NO', '12/40', None]
    """
    if text in _OURS:
        return _OURS[text]
    if text[0] in NUMBER_STARTS:
        found = _NUMBER(text)
        if found and len(text) <= _LONGEST_NUMBER + (text[0] == "-"):
            return float(text) if found[1] else int(text)
    return text


def ambiguity(text: str, key: bool = False) -> Code | None:
    """Return the code for an unquoted word that is text here, but something else to another YAML reader.

    Keys may be words such as ``no`` and ``on``: as names of fields they harm nobody.

    >>> [ambiguity(t) and ambiguity(t).name for t in ("0614", "NO", "12:30", "1e3", "12/40", "N")]
    ['leading-zero', 'yes-or-no', 'date-or-time', 'odd-number', None, None]
    """
    if text[:1] in NUMBER_STARTS:
        return _ambiguous_number(text)
    if key:
        return None
    if text in _YES_NO or text in _CAPITALS:
        return YML041
    return YML043 if text == "=" else None


def _ambiguous_number(text: str) -> Code | None:
    if not isinstance(plain_value(text), str) or text == ".":
        return None
    if _LEADING_ZERO(text):
        return YML040
    if _DATE_OR_TIME(text):
        return YML042
    return YML043 if _OTHER_NUMBER(text) else None


def ambiguous(code: Code, text: str, span: Span) -> Diagnostic:
    """Return the finding on an ambiguous word, with quotes as its fix."""
    finding = code.at(span, text=text)
    finding = finding.fix("put it in quotes", TextEdit(span, f'"{text}"'), safe=True)
    if text not in _CAPITALS:
        return finding
    meant = text.lower()
    return finding.suggest(f"did you mean {meant}?").fix(f"write {meant}", TextEdit(span, meant))
