"""Sums that rules work out term by term."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scenario_forge.simulator.terms import Reckoning


@pytest.mark.parametrize("noted", [True, False])
def test_a_sum_is_the_same_with_its_terms_and_without(noted):
    whole, part = Reckoning(noted=noted), Reckoning(noted=noted)
    part.add(3, "strength")
    part.times(Fraction(3, 2), "ground")
    part.times(Fraction(1), "air")
    whole.add_all(part)
    whole.at_least(2, "the least")
    whole.at_most(4, "the most")
    assert whole.total == 4
    terms = [("strength", 3), ("ground", Fraction(3, 2)), ("the most", Fraction(-1, 2))]
    assert [(term.source, term.value) for term in whole.terms] == (terms if noted else [])
