"""Predicates about who holds one place, and which of two is the better state of affairs for the side that scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from scenario_forge.documents.victory import Condition

State = Literal["free", "held", "besieged", "besiege"]
"""Held and not besieged; held, besieged or not; held and besieged; besieged by the side that scores."""
BETTER: tuple[tuple[State, State], ...] = (
    ("free", "besieged"),
    ("held", "besieged"),
    ("free", "besiege"),
    ("held", "besiege"),
    ("besieged", "besiege"),
)
"""Of each pair the first is better for the side that scores, and the two cannot be true together but by the first."""


def holding(when: Condition) -> tuple[str, State] | None:
    """The place that a predicate is about, and in what state it is; None where it is about anything else."""
    said = [key for key, value in when if value is not None]
    if said == ["hold"] and when.hold is not None:
        return when.hold, "held"
    if said == ["besiege"] and when.besiege is not None:
        return when.besiege, "besiege"
    if said != ["all"] or len(when.all or ()) != 2:
        return None
    first, second = sorted(when.all or (), key=lambda inner: inner.hold is None)
    besieged, free = _besieged(second)
    if first.hold is None or besieged != first.hold:
        return None
    return first.hold, "free" if free else "besieged"


def _besieged(condition: Condition) -> tuple[str | None, bool]:
    """The place that is besieged, or with True the one that is not."""
    inner = condition.is_not
    if inner is not None:
        return inner.besieged, True
    return condition.besieged, False
