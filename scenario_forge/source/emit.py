"""New YAML text, written by ruamel.yaml: a row for splicing into a file, or the block of a whole document.

How a text is quoted is decided by :mod:`scenario_forge.source.quote`, since other readers take more words for
something else than ruamel.yaml does. A person's file is never loaded and written again: see `source/change.py`.
"""

from __future__ import annotations

import textwrap
from io import StringIO
from itertools import accumulate
from typing import TYPE_CHECKING

from scenario_forge.source.quote import plain_key, quote_if_needed

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
