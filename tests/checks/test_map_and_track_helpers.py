"""What the checks of map and track lean on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.checks.near_words import nearest_slip, one_slip


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("S32", "SS32", True),
        ("Q16", "QQ16", True),
        ("P24", "P42", True),
        ("P24", "P25", True),
        ("P24", "R24", True),
        ("P24", "P2", True),
        ("P24", "P24", False),
        ("P24", "QQ24", False),
        ("P24", "P224", True),
        ("P24", "R25", False),
        ("", "A", True),
        ("", "AB", False),
    ],
)
def test_one_slip_of_the_pen(one, other, near):
    assert one_slip(one, other) is near
    assert one_slip(other, one) is near


@given(st.text("AB12", max_size=6), st.integers(0, 6), st.sampled_from("AB12"))
def test_every_single_slip_is_known_both_ways(text, at, letter):
    at = min(at, len(text))
    for slip in (text[:at] + letter + text[at:], text[:at] + text[at + 1 :], text[:at] + letter + text[at + 1 :]):
        assert one_slip(text, slip) == (slip != text)
        assert one_slip(slip, text) == (slip != text)


def test_a_slip_is_named_only_where_it_is_the_only_one():
    assert nearest_slip("P24", ["P25", "R31"]) == "P25"
    assert nearest_slip("P24", ["P25", "P23"]) is None
    assert nearest_slip("P24", ["R31"]) is None
