"""Reconstruction: whether more values of a printed game are ours than are in its source, and for which of its parts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Basis
from scenario_forge.game.game import fact
from scenario_forge.printing.brief import is_unpublished

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.printing.brief import Brief


PARTS = ("map", "counters", "orders-of-battle", "scenarios", "time-track", "charts", "victory", "rules")
"""Kinds of document that a game is played with. The sentences of the rulebook are ours in any case; their figures
stand in charts and rules.yaml. Errata, evidence and drafts are no part of the printed game."""


@fact
def reconstructed_parts(game: Game) -> tuple[str, ...]:
    """Return the parts of a reconstruction that are mostly ours; none for any other game.

    A game is a reconstruction if more of its values are fitted or proposed than printed, with the errata that apply and
    what was read off a printed copy. A game that nobody has published before has nothing to reconstruct.
    """
    if is_unpublished(game):
        return ()
    counts = {part: sum(map(_count, game.files_of(part)), Counter[Basis]()) for part in PARTS}
    if not is_mostly_ours(sum(counts.values(), Counter[Basis]())):
        return ()
    return tuple(part for part, count in counts.items() if is_mostly_ours(count))


def is_mostly_ours(count: Mapping[Basis, int]) -> bool:
    """Return whether more values are fitted or proposed than printed; derived ones follow from either.

    >>> is_mostly_ours({"printed": 3, "derived": 9, "fitted": 2, "proposed": 2})
    True
    >>> is_mostly_ours({"printed": 4, "fitted": 2, "proposed": 2})
    False
    """
    return count.get("fitted", 0) + count.get("proposed", 0) > count.get("printed", 0)


def _count(file: GameFile) -> Counter[Basis]:
    # a scenario of our own adds to the game, and reconstructs nothing of it
    added = file.kind.name == "scenarios" and file.bases.default == "proposed"
    return Counter() if added else file.bases.count()


def reconstruction_note(brief: Brief) -> str:
    """Return a sentence on a reconstruction and its parts that are mostly ours; empty for any other game."""
    words = brief.words
    parts = [words(f"reconstructed_{part}") for part in reconstructed_parts(brief.game)]
    if not parts:
        return ""
    *most, last = parts
    named = words("and_last", most=", ".join(most), last=last) if most else last
    return words("reconstruction_note", parts=named)
