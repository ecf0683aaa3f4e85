"""Worked examples that the rules answer differently in two readings."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.documents.witnesses import Difference

if TYPE_CHECKING:
    from scenario_forge.api.witnesses.pair import RulePair
    from scenario_forge.game.game import Game

KIND = "example"
"""The kind of such a difference."""
_RIGHT = "the rules give the printed answer"


def count(game: Game) -> int:
    """Return the number of worked examples of a game."""
    return sum(len(document.examples) for document, _where in game.documents("examples", ExamplesDocument))


def example_apart(pair: RulePair) -> tuple[str, Difference] | None:
    """Return the first worked example that the two readings answer differently, by its id; None where there is none."""
    first, second = (_wrong(game) for game in (pair.first, pair.second))
    for id_ in _ids(pair.second):
        if first.get(id_, _RIGHT) != second.get(id_, _RIGHT):
            said = [
                f"{reading}, {wrong.get(id_, _RIGHT)}."
                for reading, wrong in ((pair.subject.first, first), (pair.subject.second, second))
            ]
            return id_, Difference(kind=KIND, first=_capital(said[0]), second=_capital(said[1]))
    return None


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _ids(game: Game) -> list[str]:
    documents = game.documents("examples", ExamplesDocument)
    return [example.id for document, _where in documents for example in document.examples]


def _wrong(game: Game) -> dict[str, str]:
    """Return what the rules say of the examples that they answer otherwise than printed, by example."""
    found: dict[str, str] = {}
    findings = [finding for check in game.system.slow_checks() for finding in check(game)] if game.system else []
    for document, where in game.documents("examples", ExamplesDocument):
        begin = [at.span.line for _example, at in where.each("examples", document.examples)]
        for finding in findings:
            number = bisect_right(begin, finding.span.line) - 1
            if finding.span.file == where.file.name and number >= 0:
                found.setdefault(document.examples[number].id, finding.message)
    return found
