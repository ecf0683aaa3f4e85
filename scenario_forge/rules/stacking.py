"""What a unit weighs in its hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.project.system import Stacking


def is_depleted(rule: Stacking, strength: int | None, printed: int | None) -> bool:
    """Whether a unit of that strength counts as another size; no, where counters print none.

    >>> from scenario_forge.project.system import Stacking
    >>> rule = Stacking(4, {"XX": 4, "X": 2}, {"XX": "X"})
    >>> is_depleted(rule, 2, 5), is_depleted(rule, 3, 6)
    (True, False)
    """
    return strength is not None and printed is not None and strength < printed * rule.depleted_below


def weight(rule: Stacking, size: str, unit_type: str, strength: int | None, printed: int | None) -> int | None:
    """The whole number that a unit adds to its hex; None for a size that the rule does not speak of."""
    if unit_type in rule.free_types:
        return 0
    if is_depleted(rule, strength, printed):
        size = rule.depleted.get(size, size)
    return rule.weights.get(size, rule.each)
