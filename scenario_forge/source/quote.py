"""Data written as one line of YAML, with quotes only where they are needed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.source.scalars import ambiguity, plain_value

if TYPE_CHECKING:
    from scenario_forge.source.nodes import Data

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
        from scenario_forge.source.emit import row  # noqa: PLC0415 - ruamel.yaml only where a row is written

        return row(value)
    if isinstance(value, str):
        return quote_if_needed(value, style)
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain_key(key: str) -> bool:
    """Whether a key needs no quotes; digits and YAML's own words need none, since keys are always text."""
    return (key.isalnum() and key.isascii() and ambiguity(key, key=True) is None) or quote_if_needed(key) == key
