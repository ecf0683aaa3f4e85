"""What an unquoted word means to us, and where other YAML readers mean something else by it.

Ours are ``true``, ``false``, ``null``, plain decimal numbers and text. YAML 1.1 readers (PyYAML) and
YAML 1.2 readers (its core schema) read more into plain words, and not the same: ``0614`` is 396 to
one and 614 to the other. Such words are text here, and the author is asked to quote them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import TextEdit
from scenario_forge.diagnostics.catalogue import yml

if TYPE_CHECKING:
    from scenario_forge.diagnostics import Code, Diagnostic, Span
    from scenario_forge.source.nodes import Data

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
    """What an unquoted scalar means.

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
    """The code for an unquoted word that is text to us and something else to another YAML reader.

    Keys may be words such as ``no`` and ``on``: as names of fields they harm nobody.

    >>> [ambiguity(t) and ambiguity(t).name for t in ("0614", "NO", "12:30", "1e3", "12/40", "N")]
    ['leading-zero', 'yes-or-no', 'date-or-time', 'odd-number', None, None]
    """
    if text[:1] in NUMBER_STARTS:
        return _ambiguous_number(text)
    if key:
        return None
    if text in _YES_NO or text in _CAPITALS:
        return yml.YML041
    return yml.YML043 if text == "=" else None


def _ambiguous_number(text: str) -> Code | None:
    if not isinstance(plain_value(text), str) or text == ".":
        return None
    if _LEADING_ZERO(text):
        return yml.YML040
    if _DATE_OR_TIME(text):
        return yml.YML042
    return yml.YML043 if _OTHER_NUMBER(text) else None


def ambiguous(code: Code, text: str, span: Span) -> Diagnostic:
    """The finding about such a word, with quotes as its fix."""
    finding = code.at(span, text=text)
    finding = finding.fix("put it in quotes", TextEdit(span, f'"{text}"'), safe=True)
    if text not in _CAPITALS:
        return finding
    meant = text.lower()
    return finding.suggest(f"did you mean {meant}?").fix(f"write {meant}", TextEdit(span, meant))
