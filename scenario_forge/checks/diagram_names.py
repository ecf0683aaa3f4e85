"""REF001: the hexes, units, markers, clauses and charts that the figures of the rulebook name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import ref
from scenario_forge.project.diagrams import diagrams

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game


def names(game: Game) -> Iterator[Diagnostic]:
    """A name in a figure that names nothing."""
    for name in diagrams(game).unresolved:
        finding = ref.REF001.at(name.where, text=name.text, wanted=name.wanted)
        yield (finding.note(name.why) if name.why else finding).suggest(name.hint)


CHECKS = (names,)
