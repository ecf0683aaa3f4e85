"""Makes the safe fixes that findings offer, file by file, and never half of one.

A file is written only when it is as it was when read, and when what would be written reads back without
a fault that was not there before.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.api.calls import check
from scenario_forge.diagnostics import Severity
from scenario_forge.project.place import Where
from scenario_forge.project.reading.workspace import Workspace
from scenario_forge.source.codes import YML005
from scenario_forge.source.edit import apply_fixes
from scenario_forge.source.files import write_file
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scenario_forge.diagnostics import Diagnostic, Fix, Span
    from scenario_forge.project.game import Game
    from scenario_forge.project.reading.folder import GameFile

ROUNDS = 10
"""Fixes that overlap wait for the next round; a fix that brings another comes to rest long before this."""


@dataclass(frozen=True, slots=True)
class Done:
    """A fix that was made: where it was, in the text before this round, and what it did."""

    file: str
    line: int
    code: str
    title: str


@dataclass
class Mended:
    """What became of a game. ``game`` is as read after the last fix."""

    game: Game
    done: list[Done] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """File and reason, where fixes were offered and could not be made."""


def mend(folder: str | Path, errata: str = "official") -> Mended:
    """Make every safe fix that fits, read again, and repeat until there is none.

    Never raises for what a file holds or for a file that cannot be written: see ``refused``.
    """
    workspace = Workspace(folder)
    mended = Mended(workspace.load(errata))
    given_up: set[str] = set()
    for _round in range(ROUNDS):
        offered = _offered(mended.game, check(mended.game), given_up)
        progress = [_mend_file(workspace, mended, name, findings, given_up) for name, findings in offered.items()]
        if not any(progress):
            break
        mended.game = workspace.load(errata)
    return mended


def _offered(game: Game, findings: Sequence[Diagnostic], given_up: set[str]) -> dict[str, list[tuple[Diagnostic, Fix]]]:
    """The safe fixes by file, one a finding; none on a value that an erratum has replaced.

    Such a finding speaks of the corrected value, while the text, which the fix would change, is as printed.
    """
    offered: dict[str, list[tuple[Diagnostic, Fix]]] = {}
    corrected = {name: _corrected(file) for name, file in game.files.items()}
    for finding in findings:
        fix = next((fix for fix in finding.fixes if fix.safe and fix.edits), None)
        if fix is None:
            continue
        name = fix.edits[0].span.file
        spans = corrected.get(name)
        if spans is None or name in given_up or any(_meet(edit.span, span) for edit in fix.edits for span in spans):
            continue
        offered.setdefault(name, []).append((finding, fix))
    return offered


def _corrected(file: GameFile) -> list[Span]:
    return [Where(file, path).span for path in file.patched]


def _meet(one: Span, other: Span) -> bool:
    return (one.line, one.column) <= (other.end_line, other.end_column) and (other.line, other.column) <= (
        one.end_line,
        one.end_column,
    )


def _mend_file(
    workspace: Workspace,
    mended: Mended,
    name: str,
    offered: list[tuple[Diagnostic, Fix]],
    given_up: set[str],
) -> bool:
    """Whether the file was written with at least one fix."""
    source = mended.game.files[name].source
    try:
        text, taken = apply_fixes(source, [fix for _finding, fix in offered])
    except EditRefused as error:
        reason: str | None = str(error)
    else:
        if not taken:
            return False
        reason = _new_fault(workspace, mended.game, name, text)
        if reason is None:
            unmarked = any(finding.code is YML005 and fix in taken for finding, fix in offered)
            data = text.encode() if unmarked else source.encoded(text)
            problem = write_file(workspace.folder / name, data, name, source.digest)
            reason = problem.message if problem else None
    if reason is not None:
        given_up.add(name)
        mended.refused.append((name, reason))
        return False
    for fix in taken:
        finding = next(finding for finding, offer in offered if offer == fix)
        mended.done.append(Done(name, finding.span.line, finding.code.id, fix.title))
    return True


def _new_fault(workspace: Workspace, game: Game, name: str, text: str) -> str | None:
    """What would be wrong with the new text that is not wrong now; None when nothing is.

    A file that could not be read had all its later faults hidden: for it, being read is enough.
    """
    after = workspace.load(game.errata, files={name: text})
    if game.files[name].root is None or name not in after.files:
        return None
    news = _faults(after, name) - _faults(game, name)
    return f"the fixes would cause another fault: {next(iter(news))[1]}" if news else None


def _faults(game: Game, name: str) -> Counter[tuple[str, str]]:
    errors = [p for p in game.problems if p.span.file == name and p.severity is Severity.ERROR]
    return Counter((problem.code.id, problem.message) for problem in errors)
