"""New YAML text, written by ruamel.yaml: a whole document with comments, or a row for splicing into a file.

Comments are placed by path, where our own reader finds that path in the new text. How a text is quoted is decided by
:func:`quote_if_needed`, since other readers take more words for something else than ruamel.yaml does. A person's file
is never loaded and written again: see `source/change.py`.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias

from scenario_forge.diagnostics.report import visible_character
from scenario_forge.source.compose import ambiguity, compose, plain_value
from scenario_forge.source.nodes import Mapping, Node, Scalar, Sequence, content_end, descend, entry_starts, splice

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as Map
    from collections.abc import Sequence as Seq

    from ruamel.yaml import YAML

    from scenario_forge.source.nodes import Data, Path


Said: TypeAlias = "str | None"
"""A line of comment, without its ``#``; None: an empty line."""
WIDE = 118
"""Columns of a folded text."""
LISTED = 110
"""Columns of a list over several lines."""
_ENDLESS = 2**20
_NUL = "tag:yaml.org,2002:null"
_BREAKS = re.compile(r"\s*[\n\r\x85\u2028\u2029]\s*")


class FoldedText(str):
    """Text that is written over several lines, `>-`."""

    __slots__ = ()


class QuotedText(str):
    """Text that is written in double quotes, though it may need none."""

    __slots__ = ()


class Rows(list["dict[str, Data]"]):
    """List of mappings in brackets, a row a line."""


class AlignedRows(Rows):
    """Rows with their keys below each other, and comments in a column of their own."""


class WrappedList(list["Data"]):
    """List in brackets that is written over several lines, however short."""


class Block(dict[str, "Data"]):
    """Mapping with a line a key, where others within a document stand in brackets."""


@dataclass(slots=True)
class NewDocument:
    """New document: its keys in order, and comments by the path that they concern.

    >>> made = NewDocument()
    >>> made.say("Our own.", None)
    >>> made.add("units", AlignedRows([{"no": 5, "at": "N"}, {"no": 16, "at": "QQ3"}]))
    >>> made.behind["units", 1] = "Nov 41 QQ3"
    >>> print(made.text(), end="")
    # Our own.
    <BLANKLINE>
    units:
      - {no: 5,  at: N}
      - {no: 16, at: QQ3}  # Nov 41 QQ3
    """

    data: dict[str, object] = field(default_factory=dict)
    above: dict[Path, list[Said]] = field(default_factory=dict)
    """Lines above a key or an item of a list."""
    behind: dict[Path, str] = field(default_factory=dict)
    """Comments at the end of a line: that of a key whose value is a block, else that on which a value ends."""
    _said: list[Said] = field(default_factory=list)

    def say(self, *lines: Said) -> None:
        """Add comments and empty lines above the key that is added next; at the end, below all of them."""
        self._said += lines

    def add(self, key: str, value: object) -> None:
        """Add a key at the end."""
        self.data[key] = value
        if self._said:
            self.above[key,] = self._said
            self._said = []

    def text(self) -> str:
        """Return the text of the file, which reads back as the data.

        Raises:
            KeyError: a comment names a path that the document does not have.
        """
        text = document(self.data, self.above, self.behind)
        return text + "".join(_comment(line, "") for line in self._said)


def document(
    data: Map[str, object], above: Map[Path, Seq[Said]] | None = None, behind: Map[Path, str] | None = None
) -> str:
    """Return the text of a whole document, laid out as ``forge fmt`` leaves it; see :class:`NewDocument`.

    Raises:
        KeyError: a comment names a path that the document does not have.
    """
    text = block_text(data)
    root = compose(text, "")[0]
    return text if root is None else splice(text, _Layout(text, root).splices(data, above or {}, behind or {}))


def with_comments(text: str, above: Map[Path, Seq[Said]], behind: Map[Path, str] | None = None) -> str:
    """Return a generated document with more comments: above keys and items of lists, and behind the values of paths.

    Raises:
        KeyError: a comment names a path that the document does not have.
    """
    root = compose(text, "")[0]
    return text if root is None else splice(text, _Layout(text, root).splices({}, above, behind or {}))


def _comment(line: Said, indent: str) -> str:
    """A comment as a line; names in it are untrusted, and none may end it."""
    return "\n" if line is None else f"{indent}# {plain_line(line)}".rstrip() + "\n"


def plain_line(text: str) -> str:
    """Return a text on one line, with no character that would take effect instead of being seen."""
    return "".join(map(visible_character, _BREAKS.sub(" ", text)))


class _Layout:
    """What is laid over the text of a document that ruamel.yaml wrote: columns of tables, long lists, comments."""

    def __init__(self, text: str, root: Node) -> None:
        self.text, self.root = text, root
        self.spare: dict[int, int] = {}
        """By the offset at which a line ends: columns up to the comments of its table."""

    def splices(
        self, data: object, above: Map[Path, Seq[Said]], behind: Map[Path, str]
    ) -> Iterator[tuple[int, int, str]]:
        """Stretches of the text by their offsets, and what comes in their place."""
        yield from self._laid(data, self.root)
        for path, lines in above.items():
            start = self._start(path)
            line = self.text.rfind("\n", 0, start) + 1
            yield line, line, "".join(_comment(each, " " * (start - line)) for each in lines)
        for path, said in behind.items():
            end = self._end(path)
            yield end, end, _comment(said, " " * (self.spare.get(end, 0) + 2)).rstrip("\n")

    def _laid(self, data: object, node: Node) -> Iterator[tuple[int, int, str]]:
        if isinstance(data, dict) and isinstance(node, Mapping):
            for key, below in data.items():
                yield from self._laid(below, node.values[key])
        elif isinstance(node, Sequence) and isinstance(data, AlignedRows):
            yield from self._columns([each for each in node.items if isinstance(each, Mapping)])
        elif isinstance(node, Sequence) and isinstance(data, WrappedList):
            yield self._wrapped(node)
        elif isinstance(node, Sequence) and isinstance(data, list):
            for below, item in zip(data, node.items, strict=True):
                yield from self._laid(below, item)

    def _columns(self, rows: Seq[Mapping]) -> Iterator[tuple[int, int, str]]:
        """Keys below each other; the last of a row takes no more room than it needs."""
        cells = [
            [(row.keys[key].start.index, content_end(value, self.text)) for key, value in row.values.items()]
            for row in rows
        ]
        widths: list[int] = []
        for own in cells:
            for n, (start, end) in enumerate(own[:-1]):
                widths += [0] * (n + 1 - len(widths))
                widths[n] = max(widths[n], end - start)
        ends = {}
        for row, own in zip(rows, cells, strict=True):
            added = 0
            for n, (start, end) in enumerate(own[:-1]):
                room = widths[n] - (end - start)
                added += room
                yield end, own[n + 1][0], "," + " " * (room + 1)
            ends[row.end.index] = row.end.column + added
        widest = max(ends.values(), default=0)
        self.spare |= {end: widest - width for end, width in ends.items()}

    def _wrapped(self, node: Sequence) -> tuple[int, int, str]:
        start, end = node.start.index + 1, node.end.index - 1
        line = self.text.rfind("\n", 0, start) + 1
        column = len(self.text[line:start]) - len(self.text[line:start].lstrip(" -"))
        indent = " " * (column + 2)
        lines = textwrap.wrap(
            self.text[start:end],
            LISTED,
            initial_indent=indent,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,
        )
        return start, end, "\n" + "\n".join(lines) + "\n" + " " * column

    def _start(self, path: Path) -> int:
        parent = self._at(path[:-1])
        if isinstance(parent, Sequence):
            return entry_starts(parent, self.text)[int(path[-1])]
        return self._key(parent, path).start.index

    def _end(self, path: Path) -> int:
        node = self._at(path)
        if isinstance(node, (Mapping, Sequence)) and not node.flow:
            return self.text.index("\n", self._key(self._at(path[:-1]), path).end.index)
        return content_end(node, self.text)

    def _key(self, parent: Node, path: Path) -> Scalar:
        if not isinstance(parent, Mapping):
            raise KeyError(path)
        return parent.keys[str(path[-1])]

    def _at(self, path: Path) -> Node:
        node, depth = descend(self.root, path)
        if depth < len(path):
            raise KeyError(path)
        return node


# -- parts of a document ---------------------------------------------------------------------------


def row(value: Data) -> str:
    """Return a mapping or list as one line in brackets; lists and mappings in it likewise.

    >>> row({"no": 15, "name": "Pz Reg 5", "at": ["N", None, True, 0.5, "0614"]})
    '{no: 15, name: Pz Reg 5, at: [N, null, true, 0.5, "0614"]}'
    """
    return _dumped(value, flow=True)


def block_text(value: Map[str, object], indent: int = 0) -> str:
    """Return a mapping with a line a key, its lists of mappings as lists of blocks; it ends with a line end.

    ``indent`` is the columns before each line. Mappings and lists of anything else stand in brackets.

    >>> print(block_text({"title": "Ours", "errata": [{"id": "DR-1", "printed": None, "at": "map.yaml"}]}), end="")
    title: Ours
    errata:
      - id: DR-1
        printed: null
        at: map.yaml
    """
    text = _dumped(value, flow=False, indent=indent)
    return textwrap.indent(text, " " * indent) if indent else text


def entries(rows: list[dict[str, object]] | Rows, above: Map[int, Seq[Said]] | None = None, indent: int = 2) -> str:
    """Return entries of a list, to be spliced in behind its own, with comments above them by number.

    ``indent`` is the column of their dashes.

    >>> print(entries([{"id": "DR-1", "at": "map.yaml"}, {"id": "DR-2"}], {1: ["Not looked at yet."]}), end="")
      - id: DR-1
        at: map.yaml
      # Not looked at yet.
      - id: DR-2
    """
    text = document({"rows": rows}, {("rows", n): lines for n, lines in (above or {}).items()}).partition("\n")[2]
    return text if indent == 2 else textwrap.indent(textwrap.dedent(text), " " * indent)


def _dumped(value: object, *, flow: bool, indent: int = 0) -> str:
    yaml, stream = _writer(), StringIO()
    yaml.dump(_prepared(value, flow=flow, fold=WIDE - indent), stream)
    return stream.getvalue().removesuffix("\n") if flow else stream.getvalue()


def _writer() -> YAML:
    from ruamel.yaml import YAML  # noqa: PLC0415 - only where something is written

    yaml = YAML()
    yaml.Emitter, yaml.Representer = _parts_of_writer()
    yaml.width = _ENDLESS
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


@cache
def _parts_of_writer() -> tuple[Any, Any]:
    """Return an emitter and a representer: made once, as thousands of rows may be written one by one."""
    from ruamel.yaml import emitter as theirs  # noqa: PLC0415
    from ruamel.yaml.representer import RoundTripRepresenter  # noqa: PLC0415

    class Indents(theirs.Indents):
        """Puts no spaces between brackets, where ruamel.yaml would align them."""

        def seq_flow_align(self, *_at: object) -> int:
            return 0

    class Emitter(theirs.Emitter):
        """An emitter with these indents."""

        def __init__(self, *args: Any, **values: Any) -> None:  # noqa: ANN401 - as in ruamel.yaml
            super().__init__(*args, **values)
            self.indents = Indents()

    class Representer(RoundTripRepresenter):
        """Writes null out, which ruamel.yaml leaves empty."""

    def null(representer: RoundTripRepresenter, _value: None) -> object:
        return representer.represent_scalar(_NUL, "null")

    Representer.add_representer(type(None), null)
    return Emitter, Representer


def _prepared(value: object, *, flow: bool, fold: int) -> object:
    """Plain data as ruamel.yaml has to be given it to be written as we want it."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq  # noqa: PLC0415

    if isinstance(value, dict):
        made = CommentedMap()
        for key, each in value.items():
            made[_key(key)] = _prepared(each, flow=flow or _bracketed(each), fold=fold - 2)
        (made.fa.set_flow_style if flow else made.fa.set_block_style)()
        return made
    if isinstance(value, list):
        rows = flow or isinstance(value, Rows)
        listed = CommentedSeq(_prepared(each, flow=rows, fold=fold - 4) for each in value)
        (listed.fa.set_flow_style if flow else listed.fa.set_block_style)()
        return listed
    if isinstance(value, FoldedText) and not flow:
        return _folded(value, fold)
    return _quoted(value) if isinstance(value, str) else value


def _bracketed(value: object) -> bool:
    """Whether a value stands in brackets: any mapping, and any list but one of mappings."""
    if isinstance(value, list):
        return not value or not all(isinstance(each, dict) for each in value)
    return isinstance(value, dict) and (not value or not isinstance(value, Block))


def _key(key: str) -> object:
    if plain_key(key):
        return int(key) if key.isdecimal() and str(int(key)) == key else key
    return _quoted(key)


def _quoted(text: str) -> str:
    """The text in the quotes that it is to have."""
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString  # noqa: PLC0415

    written = quote_if_needed(text, '"' if isinstance(text, QuotedText) else "")
    if written == text and "?" not in text:  # which some readers take for the mark of a key
        return text
    made: str = (SingleQuotedScalarString if written[:1] == "'" else DoubleQuotedScalarString)(text)
    return made


def _folded(text: str, width: int) -> str:
    from ruamel.yaml.scalarstring import FoldedScalarString  # noqa: PLC0415

    lines = textwrap.wrap(" ".join(text.split()), width, break_long_words=False, break_on_hyphens=False)
    made: str = FoldedScalarString(" ".join(lines))
    ends = [len(line) + 1 for line in lines[:-1]]
    made.fold_pos = [end - 1 for end in accumulate(ends)]  # type: ignore[attr-defined]  # where the line is broken
    return made


# -- data written as one line of YAML, with quotes only where they are needed ----------------------


_PLAIN = re.compile(r"[\w./+(-][^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff,\[\]{}\"']*\Z").match
_BREAKS_OFF = re.compile(r":(?:\s|\Z)|\s#|\A[-?](?:\s|\Z)|\A(?:---|\.\.\.)|\s\Z|[^\x20-\x7e]\s|\s[^\x20-\x7e]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\ufeff": "\\uFEFF"}


def quote_if_needed(text: str, style: str = "") -> str:
    r"""Return a text as written in a file, so that it also fits in a flow list or flow mapping.

    Quoted when YAML, or another YAML reader than ours, would take it for something else than text.
    ``style`` is the kind of quote it had before, which is kept.

    >>> [quote_if_needed(t) for t in ("R2/41 m11", "0614", "NO", "a: b", "12", "", 'the "Wire"')]
    ['R2/41 m11', '"0614"', '"NO"', '"a: b"', '"12"', '""', '\'the "Wire"\'']
    """
    if style not in ('"', "'") and _is_plain(text):
        return text
    single = style == "'" or (style != '"' and ('"' in text or "\\" in text))
    if single and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_ESCAPES.get(c, c) for c in text) + '"'


def _is_plain(text: str) -> bool:
    if not _PLAIN(text) or _BREAKS_OFF.search(text):
        return False
    return isinstance(plain_value(text), str) and ambiguity(text) is None


def inline(value: Data, style: str = "") -> str:
    """Return any data as one line, lists and mappings in brackets.

    >>> inline({"no": 15, "name": "Pz Reg 5", "at": ["N", None, True, 0.5]})
    '{no: 15, name: Pz Reg 5, at: [N, null, true, 0.5]}'
    """
    if isinstance(value, (dict, list)):
        return row(value)
    if isinstance(value, str):
        return quote_if_needed(value, style)
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def folded_text(text: str, indent: int) -> str:
    r"""Return a text over several lines, from its sign on; each line end of the text is an empty line.

    >>> print("text: " + folded_text("Hold it.\nThen go.", 2))
    text: >-
      Hold it.
    <BLANKLINE>
      Then go.
    """
    ahead = " " * indent
    lines = [
        textwrap.fill(
            part, WIDE, initial_indent=ahead, subsequent_indent=ahead, break_long_words=False, break_on_hyphens=False
        )
        for part in text.split("\n")
    ]
    return ">-\n" + "\n\n".join(lines)


def plain_key(key: str) -> bool:
    """Return whether a key needs no quotes; digits and YAML's own words need none, since keys are always text."""
    return (key.isalnum() and key.isascii() and ambiguity(key, key=True) is None) or quote_if_needed(key) == key
