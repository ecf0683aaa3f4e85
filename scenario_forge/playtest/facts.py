"""What the games of one setting have in common, in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Facts:
    """A setting in words. Sides, players and labels stand at their numbers."""

    name: str
    scenario: str
    content: str
    errata: str
    options: tuple[str, ...]
    sides: tuple[str, ...]
    players: tuple[str, ...]
    hexes: int
    labels: tuple[str, ...]
    """Game turns as printed."""
    steps: tuple[str, ...] = ()
    """Of the sequence of play."""
    option_clauses: Mapping[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    """By option: title, clauses of its rule."""
    history: Sequence[Mapping[str, object]] = ()
    """Happenings as compiled."""
    dates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Dates of the chronology by happening."""
    reference: int = 0
    """The side from which margins are seen."""
