"""The rules' answers to worked examples, cached from one run to the next.

To answer brings in all of play; while no question, no document it rests on and no line of code has changed, the
answers are the same, and play is not loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from scenario_forge.campaign import worked
from scenario_forge.campaign.worked import KINDS
from scenario_forge.source.files import cached_result, own_code

if TYPE_CHECKING:
    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.game import Game

    Question: TypeAlias = tuple[Example, Example | None]

Answer: TypeAlias = Mapping[str, Any]

_CODE = (
    *("source", "hexes", "documents", "game", "mechanics", "compiler", "simulator", "wargame", "campaign"),
    "systems",
)
"""Code that an answer may depend on; the packages above it and checks have no part in one."""


def answers_to(game: Game, questions: Sequence[Question]) -> list[Answer]:
    """Return the rules' answer to each question: an example, and the example on whose figure it is laid out.

    Under the keys of the printed answer, as plain data; empty where the rules cannot tell.
    """
    if not questions:
        return []
    game.record(KINDS)
    parts = {id(part): part for question in questions for part in question if part is not None}
    numbers = {key: number for number, key in enumerate(parts)}
    asked = [[numbers.get(id(part)) for part in question] for question in questions]
    texts = [part.model_dump(warnings=False) for part in parts.values()]
    code = own_code(type(game.system).__module__, _CODE)
    rests_on = [code, game.errata, {kind: game.version(kind) for kind in KINDS}, asked, texts] if code else None

    def fits(found: object) -> bool:
        return isinstance(found, list) and len(found) == len(questions) and all(isinstance(a, dict) for a in found)

    answers: list[Answer] = cached_result("examples", rests_on, lambda: _worked_out(game, questions), fits)
    return answers


def _worked_out(game: Game, questions: Sequence[Question]) -> list[Answer]:
    figures = worked.figure.Figures(game)
    found: list[Answer] = []
    for example, figure in questions:
        game.between()
        found.append(dict(worked.answers.answer(figures, example, figure)))
    return found
