"""COL001 to 004: answers read off printed copies, compared with the files of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.errata import CopyDocument
from scenario_forge.game.reading.errata import printed_roots, try_answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.errata import AnswerOutcome

CODES = Codes(__file__)
COL001 = CODES.error("COL001", "answer-finds-no-place", "this answer cannot be placed: {problem}")
COL002 = CODES.warning(
    "COL002",
    "copy-contradicts-print",
    "the copy has `{found}`, but the files say that {ours} is printed",
)
COL003 = CODES.error("COL003", "answered-twice", "`{at}` is answered twice")
COL004 = CODES.error("COL004", "answer-of-another-kind", "`{found}` cannot replace {ours}")


def copy_answers(game: Game) -> Iterator[Diagnostic]:
    """Report answers that name no value, repeat one, have the wrong type, or contradict the printed value."""
    copies = game.documents("copies", CopyDocument)
    if not copies:
        return
    roots = printed_roots(game.files)
    models = {name: file.kind.model for name, file in game.files.items()}
    for document, where in copies:
        for read in try_answers(roots, document, where, models):
            yield from _answered(read)


def _answered(read: AnswerOutcome) -> Iterator[Diagnostic]:
    at, printed = read.where / "at", read.where / "printed"
    if read.outcome == "no-place":
        yield COL001.at(at, problem=read.detail)
    elif read.outcome == "contradicts":
        yield COL002.at(printed, found=read.answer.printed, ours=f"`{read.detail}`")
    elif read.outcome == "twice":
        yield COL003.at(at, at=read.answer.at)
    elif read.outcome == "other-kind":
        yield COL004.at(printed, found=read.answer.printed, ours=f"`{read.detail}`")


CHECKS = (copy_answers,)
