"""Letters of other scripts that look like Latin ones, named where a finding stands on them."""

from __future__ import annotations

import dataclasses
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

_ALIKE = dict(
    zip(
        "АВЕКМНОРСТУХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "ABEKMHOPCTYXaeopcyxijsABEZHIKMNOPTYXo",
        strict=True,
    )
)
"""Cyrillic and Greek letters by the Latin ones that they look like."""


def named(game: Game, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings; those on a word that mixes scripts say which letter is foreign, and how the word reads without."""
    for finding in findings:
        word = _spanned(game, finding)
        foreign = [sign for sign in word if sign in _ALIKE]
        if not foreign or not any(sign.isascii() and sign.isalnum() for sign in word):
            yield finding
            continue
        signs = "; ".join(_told(sign) for sign in dict.fromkeys(foreign))
        plain = "".join(_ALIKE.get(sign, sign) for sign in word)
        hint = finding.help or f"did you mean {plain}?"
        yield dataclasses.replace(finding.note(signs), help=hint)


def _told(sign: str) -> str:
    script, _, _rest = unicodedata.name(sign).partition(" ")
    return f"`{sign}` is a {script.capitalize()} letter that looks like the Latin {_ALIKE[sign]}"


def _spanned(game: Game, finding: Diagnostic) -> str:
    """The text that a finding stands on; empty where it goes over several lines, and in a file that is no text."""
    file, span = game.files.get(finding.span.file), finding.span
    if file is None or span.line != span.end_line or not file.source.written.readable:
        return ""
    start, end = file.source.lines.bounds(span.line)
    return file.source.text[start:end][span.column - 1 : span.end_column - 1]
