"""Check EXM005: printed answers of worked examples that differ from those of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.place import rule_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
EXM005 = CODES.error(
    "EXM005",
    "answer-differs-from-rules",
    "the rules give {found} for `{key}`; the example has {printed}",
)


def differences(game: Game, answers: Callable[[ExamplesDocument], Sequence[Mapping[str, Any]]]) -> Iterator[Diagnostic]:
    """Yield a finding for each answer that differs; ``answers`` gives those of the rules under the printed keys."""
    for document, where in game.documents("examples", ExamplesDocument):
        for index, (example, found) in enumerate(zip(document.examples, answers(document), strict=True)):
            for key, value in found.items():
                printed = example.answer.get(key)
                if key in example.answer and _differ(printed, value):
                    at = where / "examples" / index / "answer" / key
                    finding = EXM005.at(at, key=key, found=answer_text(value), printed=answer_text(printed))
                    yield finding.under(rule_name(example.rule))


def _differ(printed: object, found: object) -> bool:
    """Return whether two answers differ; lists are compared in any order."""
    if isinstance(printed, list) and isinstance(found, list):
        return sorted(map(str, printed)) != sorted(map(str, found))
    return bool(printed != found)


def answer_text(value: object) -> str:
    """Return an answer as a file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(answer_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {answer_text(inner)}' for key, inner in value.items())}}}"
    return str(value)
