"""Worked examples of games played by these rules alone, and the figures they are laid out on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.worked.verdicts import answers_to
from scenario_forge.wargame.base.differences import differences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.campaign.worked.verdicts import Answer
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Example, ExamplesDocument
    from scenario_forge.game.game import Game


def worked_examples(game: Game) -> Iterator[Diagnostic]:
    """Yield worked examples whose printed answer differs from that of the rules."""
    yield from differences(game, lambda document: answers(game, document))


def answers(game: Game, document: ExamplesDocument) -> list[Answer]:
    """Return the rules' answer to each example, under the keys of the printed answer; empty where they cannot tell."""
    return answers_to(game, [(example, figure_of(example, document.examples)) for example in document.examples])


def figure_of(example: Example, every: Sequence[Example]) -> Example | None:
    """Return the example with the map and counters to use: its own, the one named, else that with most counters."""
    if example.map is not None:
        return example
    drawn = [other for other in every if other.map is not None and other.counters]
    named = [other for other in drawn if other.id == example.given.get("figure")]
    return named[0] if named else max(drawn, key=lambda other: len(other.counters), default=None)
