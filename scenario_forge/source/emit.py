"""New YAML text, written by ruamel.yaml: a row for splicing into a file, or the block of a whole document.

How a text is quoted is decided by :mod:`scenario_forge.source.emit`, since other readers take more words for
something else than ruamel.yaml does. A person's file is never loaded and written again: see `source/change.py`.
"""

from __future__ import annotations

import re
import textwrap
from io import StringIO
from itertools import accumulate
from typing import TYPE_CHECKING

from scenario_forge.source.compose import ambiguity, plain_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ruamel.yaml import YAML

    from scenario_forge.source.nodes import Data


WIDE = 118
"""Columns of a folded text."""
_ENDLESS = 2**20
_NUL = "tag:yaml.org,2002:null"


class Folded(str):
    """A text that :func:`block` writes over several lines, `>-`."""

    __slots__ = ()


def row(value: Data) -> str:
    """A mapping or list as one line in brackets; lists and mappings in it likewise.

    >>> row({"no": 15, "name": "Pz Reg 5", "at": ["N", None, True, 0.5, "0614"]})
    '{no: 15, name: Pz Reg 5, at: [N, null, true, 0.5, "0614"]}'
    """
    return _dumped(value, flow=True)


def cells(rows: Iterable[Mapping[str, Data]]) -> list[list[str]]:
    """Each key of each row with its value, as it stands between the brackets of :func:`row`: to set columns with.

    >>> cells([{"no": 5, "at": "Decide: QQ3?"}, {"no": 6, "at": "QQ3"}])
    [['no: 5', 'at: "Decide: QQ3?"'], ['no: 6', 'at: QQ3']]
    """
    listed = list(rows)
    if not listed:
        return []
    pairs = [[{key: value} for key, value in each.items()] for each in listed]
    text = _dumped({"rows": [{"row": each} for own in pairs for each in own]}, flow=False)
    lines = iter([line.removeprefix("  - row: {").removesuffix("}") for line in text.splitlines()[1:]])
    return [[next(lines) for _pair in own] for own in pairs]


def block(value: Mapping[str, object], indent: int = 0) -> str:
    """A mapping with a line a key, its lists of mappings as lists of blocks; it ends with a line end.

    ``indent`` is the columns before each line. Mappings and lists of anything else stand in brackets.

    >>> print(block({"title": "Ours", "errata": [{"id": "DR-1", "printed": None, "at": "map.yaml"}]}), end="")
    title: Ours
    errata:
      - id: DR-1
        printed: null
        at: map.yaml
    """
    text = _dumped(value, flow=False, indent=indent)
    return textwrap.indent(text, " " * indent) if indent else text


def entry_of(value: Mapping[str, object], indent: int = 0) -> str:
    """A mapping as an entry of a list, a line a key: what :func:`block` writes behind ``- ``.

    >>> print(entry_of({"id": "DR-1", "at": "map.yaml"}, 2), end="")
      - id: DR-1
        at: map.yaml
    """
    text = block(value, indent + 2)
    return " " * indent + "- " + text[indent + 2 :]


def _dumped(value: object, *, flow: bool, indent: int = 0) -> str:
    yaml, stream = _writer(), StringIO()
    yaml.dump(_prepared(value, flow=flow, fold=WIDE - indent), stream)
    return stream.getvalue().removesuffix("\n") if flow else stream.getvalue()


def _writer() -> YAML:
    from ruamel.yaml import YAML  # noqa: PLC0415 - only where something is written
    from ruamel.yaml.representer import RoundTripRepresenter  # noqa: PLC0415

    class Representer(RoundTripRepresenter):
        """Writes null out, which ruamel.yaml leaves empty."""

    def null(representer: RoundTripRepresenter, _value: None) -> object:
        return representer.represent_scalar(_NUL, "null")

    Representer.add_representer(type(None), null)
    yaml = YAML()
    yaml.Representer = Representer
    yaml.width = _ENDLESS
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


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
        listed = CommentedSeq(_prepared(each, flow=flow, fold=fold - 4) for each in value)
        (listed.fa.set_flow_style if flow else listed.fa.set_block_style)()
        return listed
    if isinstance(value, Folded) and not flow:
        return _folded(value, fold)
    return _quoted(value) if isinstance(value, str) else value


def _bracketed(value: object) -> bool:
    """Whether a value stands in brackets: any mapping, and any list but one of mappings."""
    if isinstance(value, list):
        return not value or not all(isinstance(each, dict) for each in value)
    return isinstance(value, dict)


def _key(key: str) -> object:
    if plain_key(key):
        return int(key) if key.isdecimal() and str(int(key)) == key else key
    return _quoted(key)


def _quoted(text: str) -> str:
    """The text in the quotes that it is to have."""
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString  # noqa: PLC0415

    written = quote_if_needed(text)
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
    r"""A text as it is written in a file, in a list or mapping with brackets as well as without.

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
    """Any data as one line, lists and mappings in brackets.

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


def plain_key(key: str) -> bool:
    """Whether a key needs no quotes; digits and YAML's own words need none, since keys are always text."""
    return (key.isalnum() and key.isascii() and ambiguity(key, key=True) is None) or quote_if_needed(key) == key
