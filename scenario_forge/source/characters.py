"""Characters that have no place in a text: control characters and others that cannot be seen."""

from __future__ import annotations

import re
import unicodedata

from scenario_forge.diagnostics import Diagnostic, Span, TextEdit
from scenario_forge.diagnostics.catalogue import yml
from scenario_forge.source.lines import Lines

HIDDEN = ("\x85", "\u2028", "\u2029", "\ufeff")
"""What libyaml lets pass and no editor shows: three line breaks, after which lines would be counted
wrong, and the byte order mark, which comes into the middle where files were joined."""

_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff\u2028\u2029]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")


def hidden_character(text: str, file: str) -> Diagnostic | None:
    """The first character that libyaml accepts and no editor shows."""
    found = [at for at in map(text.find, HIDDEN) if at >= 0]
    return _refused(text, file, min(found)) if found else None


def character_problem(text: str, file: str, error: Exception) -> Diagnostic:
    """What libyaml's reader, or the way to it, refused: nearly always a control character."""
    found = _REFUSED.search(text)
    if found:
        return _refused(text, file, found.start())
    return yml.YML001.at(Span(file, 1, 1, 1, 2), problem=str(error).partition("\n")[0])


def unprintable(value: str) -> str | None:
    """The first control character that an escape put into a value, named."""
    found = _UNPRINTABLE.search(value)
    return named(found[0]) if found else None


def named(character: str) -> str:
    """``U+2028 (line separator)``: a character that cannot be shown."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def _refused(text: str, file: str, at: int) -> Diagnostic:
    span = Lines(text).span(file, at, at + 1)
    finding = yml.YML004.at(span, character=named(text[at]))
    return finding.fix("remove the character", TextEdit(span, ""))
