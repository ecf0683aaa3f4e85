"""Explanations of libyaml's complaints about malformed text, in an author's words, at the place to mend.

libyaml reports where it gave up. Often the slip is elsewhere (the bracket that was left open, the
line that is indented wrong), and what it missed says little; so each of its common complaints has a
function here that finds the place and the code. The rest is YML001 with libyaml's own words.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Diagnostic, Span, TextEdit
from scenario_forge.source.codes import (
    YML001,
    YML004,
    YML014,
    YML016,
    YML018,
    YML020,
    YML021,
    YML022,
    YML023,
    YML024,
    YML025,
    YML026,
    YML027,
    YML028,
    YML029,
    YML030,
    YML031,
    YML032,
    YML033,
)
from scenario_forge.source.nodes import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    import yaml

_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_KEY_BEFORE = re.compile(r"""(?:"[^"]*"|'[^']*'|[^"'#])*?:[ \t]""").match
_COMMENT = re.compile(r"(?<=[ \t])(#\S.*)")
_CLOSERS = {"}": "{", "]": "["}


class _Slip:
    """One complaint: the text, where libyaml gave up, and where the thing began that it was reading."""

    def __init__(self, error: yaml.MarkedYAMLError, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.problem = str(error.problem or error.context or "this is not YAML")
        self.context = str(error.context or "")
        last = len(text.rstrip(" \r\n"))  # a tab at the end may be what is wrong
        mark = error.problem_mark or error.context_mark
        self.at_end = mark is None or mark.index >= last
        self.at: int = last if mark is None or self.at_end else mark.index
        self.began: int = error.context_mark.index if error.context_mark else self.at
        self.lines = Lines(text)
        self.line, self.column = self.lines.position(self.at)

    @property
    def character(self) -> str:
        return self.text[self.at : self.at + 1]

    def span(self, start: int, width: int = 1) -> Span:
        line, column = self.lines.position(start)
        return Span(self.file, line, column, line, column + width)

    def rest_of_line(self, start: int) -> Span:
        """The span from ``start`` to the end of the text on its line."""
        line, _ = self.lines.position(start)
        written = self.text[start : self.lines.bounds(line)[1]].rstrip()
        return self.span(start, max(1, len(written)))

    def before(self) -> str:
        """What stands on the line before the place."""
        return self.text[self.lines.bounds(self.line)[0] : self.at]

    def indentation(self, offset: int) -> int:
        start, end = self.lines.bounds(self.lines.position(offset)[0])
        line = self.text[start:end]
        return len(line) - len(line.lstrip(" "))


def explain(error: yaml.MarkedYAMLError, text: str, file: str) -> Diagnostic:
    """Return the finding for a text that libyaml refused."""
    slip = _Slip(error, text, file)
    conflict = _CONFLICT.search(text)
    if conflict:
        return YML033.at(slip.rest_of_line(conflict.start()))
    for words, explained in _COMPLAINTS:
        if words in slip.problem:
            return explained(slip)
    return _other(slip)


def _other(slip: _Slip) -> Diagnostic:
    if "tag" in slip.problem or "tag" in slip.context:
        word = slip.text[slip.began :].split(maxsplit=1)[0]
        return YML014.at(slip.span(slip.began, len(word)), tag=word)
    if "directive" in slip.context:
        return _reserved(slip)
    return YML001.at(slip.span(slip.at), problem=f"{slip.problem} {slip.context}".strip())


def _character(slip: _Slip) -> Diagnostic:
    return _tab(slip) if slip.character == "\t" else _reserved(slip)


def _tab(slip: _Slip) -> Diagnostic:
    width = len(slip.text[slip.at :]) - len(slip.text[slip.at :].lstrip("\t")) or 1
    span = slip.span(slip.at, width)
    spaces = " " if slip.before().strip() else "  " * width
    return YML020.at(span).fix("write spaces", TextEdit(span, spaces))


def _reserved(slip: _Slip) -> Diagnostic:
    sign = slip.text[slip.began : slip.began + 1]
    return YML027.at(slip.span(slip.began), character=sign)


def _colon(slip: _Slip) -> Diagnostic:
    """A colon that cannot be: a second one in its line, or that of a line which is indented wrong."""
    start, _ = slip.lines.bounds(slip.line)
    if _KEY_BEFORE(slip.before().lstrip(" -")):
        return YML025.at(slip.span(slip.at))
    first = start + slip.indentation(slip.at)
    above = _line_above(slip)
    if above is not None and ":" not in slip.text[above[0] : above[1]]:
        return _no_colon_at(slip, above[0] + slip.indentation(above[0]))
    return YML021.at(slip.span(first, max(1, slip.at - first)))


def _line_above(slip: _Slip) -> tuple[int, int] | None:
    for line in range(slip.line - 1, 0, -1):
        start, end = slip.lines.bounds(line)
        if slip.text[start:end].partition("#")[0].strip():
            return start, end
    return None


def _no_colon(slip: _Slip) -> Diagnostic:
    return _no_colon_at(slip, slip.began)


def _no_colon_at(slip: _Slip, start: int) -> Diagnostic:
    span = slip.rest_of_line(start)
    line = slip.text[start : start + span.end_column - span.column]
    finding = YML026.at(span)
    if re.match(r"-[^-\s]", line):
        return finding.suggest("write a space after the dash")
    if re.match(r"[^\s:]+:\S", line):
        return finding.suggest("write a space after the colon")
    return finding.note("the file ends here; is it whole?") if slip.at_end else finding


def _bracket(slip: _Slip) -> Diagnostic:
    """In brackets neither a comma nor the end came: one of the two is missing."""
    opened = slip.text[slip.began : slip.began + 1]
    same_line = slip.line == slip.lines.position(slip.began)[0]
    deeper = slip.indentation(slip.at) > slip.indentation(slip.began)
    if not slip.at_end and slip.character not in _CLOSERS and (same_line or deeper):
        return _no_comma(slip)
    finding = YML022.at(slip.span(slip.began), bracket=opened)
    sign = _comment_that_closes(slip, opened)
    if sign is not None:
        finding = finding.also(slip.span(sign), "`#` begins a comment here: the rest of the line is not read")
        return finding.suggest("put the value with the `#` between quotes")
    if slip.character in _CLOSERS:
        return finding.also(slip.span(slip.at), "closed by this one, of the other kind")
    return finding.also(slip.span(slip.at), "the file ends here" if slip.at_end else "reading stopped here")


def _comment_that_closes(slip: _Slip, opened: str) -> int | None:
    """Where a comment begins on the bracket's own line that has its other half; None where none does."""
    line, _ = slip.lines.position(slip.began)
    end = slip.lines.bounds(line)[1]
    closer = next((sign for sign, other in _CLOSERS.items() if other == opened), "")
    found = _COMMENT.search(slip.text, slip.began, end)
    return found.start(1) if found and closer and closer in found[1] else None


def _no_comma(slip: _Slip) -> Diagnostic:
    where = slip.span(slip.began)
    if slip.character != ":":
        return YML024.at(slip.span(slip.at)).also(where, "in this bracket")
    # a plain text ran into the next key: the key is its last word, unless it has only one
    words = re.split(r"[:,{\[]\s+", slip.before())[-1].split()
    if len(words) == 1:
        return YML025.at(slip.span(slip.at))
    width = len(words[-1]) if words else 1
    return YML024.at(slip.span(slip.at - width, width)).also(where, "in this bracket")


def _no_value(slip: _Slip) -> Diagnostic:
    if slip.at_end:
        opened = max(slip.text.rfind("{"), slip.text.rfind("["), 0)
        finding = YML022.at(slip.span(opened), bracket=slip.text[opened : opened + 1])
        return finding.also(slip.span(slip.at), "the file ends here")
    if slip.character == ":":
        return YML018.at(slip.span(slip.at))
    return YML031.at(slip.span(slip.at), sign=slip.character)


def _quote(slip: _Slip) -> Diagnostic:
    finding = YML023.at(slip.span(slip.began))
    return finding.also(slip.span(slip.at), "the file ends here" if slip.at_end else "reading stopped here")


def _escape(slip: _Slip) -> Diagnostic:
    start = slip.text.rfind("\\", 0, slip.at + 1)
    return YML028.at(slip.span(start, 2), escape=slip.text[start : start + 2])


def _no_key(slip: _Slip) -> Diagnostic:
    """In a mapping or list of lines something stands that is neither its next entry nor its end."""
    before = slip.before().rstrip()
    if slip.character in _CLOSERS or slip.character == ",":
        return YML031.at(slip.span(slip.at), sign=slip.character)
    if slip.character == ":":
        return YML018.at(slip.span(slip.at))
    if before and before[-1] in "\"'}]":
        return YML029.at(slip.rest_of_line(slip.at))
    an_item = re.match(r"-(?:\s|\Z)", slip.text[slip.at : slip.at + 2])
    if an_item and slip.column == slip.indentation(slip.began) + 1:
        return YML030.at(slip.span(slip.at))
    finding = YML021.at(slip.rest_of_line(slip.at))
    return finding.also(slip.span(slip.began), "does not fit what begins here")


def _second_value(slip: _Slip) -> Diagnostic:
    above = _line_above(slip)
    if above and slip.text[above[0] : above[1]].startswith("..."):
        return YML016.at(slip.span(above[0], 3))
    if slip.before().strip() or slip.character in _CLOSERS:
        return _no_key(slip)
    return YML021.at(slip.rest_of_line(slip.at))


def _dash(slip: _Slip) -> Diagnostic:
    return YML030.at(slip.span(slip.at))


def _block_text(slip: _Slip) -> Diagnostic:
    sign = slip.text[slip.began : slip.began + 1]
    return YML032.at(slip.span(slip.began), sign=sign)


_COMPLAINTS: tuple[tuple[str, Callable[[_Slip], Diagnostic]], ...] = (
    ("tab character", _tab),
    ("found character that cannot start any token", _character),
    ("did not find expected alphabetic or numeric character", _reserved),
    ("mapping values are not allowed", _colon),
    ("mapping keys are not allowed", _reserved),
    ("block sequence entries are not allowed", _dash),
    ("could not find expected ':'", _no_colon),
    ("did not find expected ',' or", _bracket),
    ("did not find expected node content", _no_value),
    ("unexpected end of stream", _quote),
    ("unexpected document indicator", _quote),
    ("unknown escape character", _escape),
    ("character escape code", _escape),
    ("expected hexdecimal number", _escape),
    ("did not find expected key", _no_key),
    ("did not find expected '-' indicator", _no_key),
    ("did not find expected <document start>", _second_value),
    ("did not find expected comment or line break", _block_text),
)


# -- characters that have no place in a text -------------------------------------------------------


HIDDEN = ("\x85", "\u2028", "\u2029", "\ufeff")
"""What libyaml lets pass and no editor shows: three line breaks, after which lines would be counted
wrong, and the byte order mark, which comes into the middle where files were joined."""

_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff\u2028\u2029]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")


def hidden_character(text: str, file: str) -> Diagnostic | None:
    """Return a finding on the first character that libyaml accepts and no editor shows; None without one."""
    found = [at for at in map(text.find, HIDDEN) if at >= 0]
    return _refused(text, file, min(found)) if found else None


def character_problem(text: str, file: str, error: Exception) -> Diagnostic:
    """Return a finding on a character that libyaml's reader refused: nearly always a control character."""
    found = _REFUSED.search(text)
    if found:
        return _refused(text, file, found.start())
    return YML001.at(Span(file, 1, 1, 1, 2), problem=str(error).partition("\n")[0])


def unprintable(value: str) -> str | None:
    """Return the name of the first control character that an escape put into a value; None without one."""
    found = _UNPRINTABLE.search(value)
    return character_name(found[0]) if found else None


def character_name(character: str) -> str:
    """Return the name of a character that cannot be shown: ``U+2028 (line separator)``."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def _refused(text: str, file: str, at: int) -> Diagnostic:
    span = Lines(text).span(file, at, at + 1)
    finding = YML004.at(span, character=character_name(text[at]))
    return finding.fix("remove the character", TextEdit(span, ""))
