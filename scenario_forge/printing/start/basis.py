"""On what the values behind each component rest, counted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.diagnostics.model import Basis
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.game import Game

BASES: tuple[Basis, ...] = ("printed", "derived", "fitted", "proposed")
KINDS = {
    "map": ("map",),
    "counters": ("counters",),
    "setup-card": ("orders-of-battle", "scenarios"),
    "orders-of-battle": ("orders-of-battle",),
    "rules": ("rulebook", "options"),
    "charts": ("charts", "victory", "time-track"),
    "score-pad": ("victory", "time-track"),
    "unit-record": ("counters", "aids"),
}
"""Component → the documents whose values stand on it; the others show what these show already."""


def basis_rows(brief: Brief, components: Iterable[str]) -> list[dict[str, Any]]:
    """Name and counts, in the order of :data:`BASES`, of each component that has values of its own."""
    from scenario_forge.printing.start.contents import component_name  # noqa: PLC0415

    found = []
    for component in components:
        counts = sum((basis_counts(brief.game, kind) for kind in KINDS.get(component, ())), Counter[str]())
        if counts:
            found.append({"name": component_name(brief, component), "counts": [counts[basis] for basis in BASES]})
    return found


def basis_counts(game: Game, kind: str) -> Counter[str]:
    """How many values of a kind of document rest on each basis."""
    found: Counter[str] = Counter()
    for file in game.files_of(kind):
        found.update(file.bases.count())
    return found
