"""What a unit weighs."""

from __future__ import annotations

import pytest

from scenario_forge.game.system import Stacking
from scenario_forge.mechanics.supply import is_depleted, weight

RULE = Stacking(4, {"II": 0, "III": 1, "X": 2, "XX": 4}, {"XX": "X", "X": "III"}, 0.5, frozenset({"supply"}))


@pytest.mark.parametrize(
    ("size", "strength", "printed", "expected"),
    [
        ("XX", 6, 6, 4),
        ("XX", 3, 6, 4),  # half is not below half
        ("XX", 2, 5, 2),
        ("X", 3, 7, 1),
        ("III", 1, 9, 1),  # nothing smaller to count as
        ("II", 1, 3, 0),
    ],
)
def test_a_unit_below_half_strength_weighs_as_the_next_smaller_size(
    size: str, strength: int, printed: int, expected: int
) -> None:
    assert weight(RULE, size, "infantry", strength, printed) == expected


def test_free_types_weigh_nothing_and_unknown_sizes_have_no_weight() -> None:
    assert weight(RULE, "XX", "supply", 6, 6) == 0
    assert weight(RULE, "XXX", "infantry", 6, 6) is None


def test_a_unit_without_strength_is_not_depleted() -> None:
    assert not is_depleted(RULE, 0, 0)
