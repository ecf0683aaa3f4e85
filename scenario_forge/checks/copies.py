"""COL001 to COL004: answers of printed copies against the files, whichever copy is laid over the game now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.errata import CopyDocument
from scenario_forge.project.reading.copies import try_answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.reading.copies import Read

CODES = Codes(__file__)
COL001 = CODES.error("COL001", "answer-finds-no-place", "this answer cannot be placed: {problem}")
COL002 = CODES.warning(
    "COL002",
    "copy-contradicts-print",
    "the copy has `{found}`, but the files say that {ours} is printed",
)
COL003 = CODES.error("COL003", "answered-twice", "`{at}` is answered twice")
COL004 = CODES.error("COL004", "answer-of-another-kind", "`{found}` cannot replace {ours}")


def answers(game: Game) -> Iterator[Diagnostic]:
    """Each answer names a value of the game, once and of its kind, and does not contradict print."""
    copies = game.documents("copies", CopyDocument)
    if not copies:
        return
    roots = {name: file.source.root for name, file in game.files.items() if file.source.root is not None}
    models = {name: file.kind.model for name, file in game.files.items()}
    for document, where in copies:
        for read in try_answers(roots, document, where, models):
            yield from _said(read)


def _said(read: Read) -> Iterator[Diagnostic]:
    at, printed = read.where / "at", read.where / "printed"
    if read.outcome == "no-place":
        yield COL001.at(at, problem=read.detail)
    elif read.outcome == "contradicts":
        yield COL002.at(printed, found=read.answer.printed, ours=f"`{read.detail}`")
    elif read.outcome == "twice":
        yield COL003.at(at, at=read.answer.at)
    elif read.outcome == "other-kind":
        yield COL004.at(printed, found=read.answer.printed, ours=f"`{read.detail}`")


CHECKS = (answers,)
