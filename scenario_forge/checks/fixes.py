"""Fixes of findings: beside those that a check offers, one for each value that it says may be right."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Fix, TextEdit
from scenario_forge.game.place import Where
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import Scalar, descend, least_splice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Candidate, NewValue
    from scenario_forge.game.game import Game

_SHOWN = 40
"""Letters of a value that a title has at most."""


def with_fixes(game: Game, finding: Diagnostic) -> Diagnostic:
    """Return a finding with a fix for each candidate; what an erratum has replaced is corrected in the erratum."""
    offered = {edit for fix in finding.fixes for edit in fix.edits}
    found = (fix for candidate in finding.candidates for fix in _written(game, candidate))
    more = (fix for fix in dict.fromkeys(found) if not offered.issuperset(fix.edits))
    return replace(finding, fixes=(*finding.fixes, *more))


def _written(game: Game, candidate: Candidate) -> Iterator[Fix]:
    edits = [_edit(game, value) for value in candidate.values]
    made = tuple(edit for edit in edits if edit is not None)
    if len(made) == len(edits):
        yield Fix(f"write {_short(made[0].new)} ({candidate.why})", made)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _edit(game: Game, new: NewValue) -> TextEdit | None:
    """The new value as text in place of the old one; None where that is not written as one value."""
    where = Where(game.read[new.file], new.path)
    root = where.file.source.root
    node, depth = descend(root, new.path) if root is not None else (None, -1)
    if not isinstance(node, Scalar) or depth < len(new.path) or node.data != where.data:
        return None
    if where.span.line == where.span.end_line:
        return TextEdit(where.span, inline(new.value, node.style or ""))
    old = str(node.data)
    start, end, written = least_splice(old, 0, len(old), str(new.value))
    span = where.words(start, end)
    return None if span == where.span else TextEdit(span, written)
