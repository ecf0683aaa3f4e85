"""EXM005: worked examples whose printed answer is not what the rules give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.catalogue import exm
from scenario_forge.documents.examples import Example, ExamplesDocument
from scenario_forge.project.paper import rule_name
from scenario_forge.wargame.worked.verdicts import answers_to

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.wargame.worked.verdicts import Answer


def worked_examples(game: Game) -> Iterator[Diagnostic]:
    """Answers that differ."""
    for document, where in game.documents("examples", ExamplesDocument):
        for index, (example, found) in enumerate(zip(document.examples, answers(game, document), strict=True)):
            for key, value in found.items():
                printed = example.answer.get(key)
                if key in example.answer and _differ(printed, value):
                    at = where / "examples" / index / "answer" / key
                    finding = exm.EXM005.at(at, key=key, found=written(value), printed=written(printed))
                    yield finding.under(rule_name(example.rule))


def answers(game: Game, document: ExamplesDocument) -> list[Answer]:
    """What the rules answer to each example, under the keys of the printed answer; empty where they cannot tell."""
    return answers_to(game, [(example, figure_of(example, document.examples)) for example in document.examples])


def figure_of(example: Example, every: Sequence[Example]) -> Example | None:
    """The example whose map and counters it is laid out on: its own, the one it names, else that with most counters."""
    if example.map is not None:
        return example
    drawn = [other for other in every if other.map is not None and other.counters]
    named = [other for other in drawn if other.id == example.given.get("figure")]
    return named[0] if named else max(drawn, key=lambda other: len(other.counters), default=None)


def _differ(printed: Any, found: Any) -> bool:  # noqa: ANN401 - what an answer holds
    """Whether two answers are not the same; lists of letters say the same in any order."""
    if isinstance(printed, list) and isinstance(found, list):
        return sorted(map(str, printed)) != sorted(map(str, found))
    return bool(printed != found)


def written(value: Any) -> str:  # noqa: ANN401
    """An answer as it stands in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {written(inner)}' for key, inner in value.items())}}}"
    return str(value)
