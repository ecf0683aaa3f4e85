"""The reckoning behind the OOB checks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.checks.forces.identities import plain, shape
from scenario_forge.checks.near_words import one_slip, slips
from scenario_forge.checks.order import longest_rising


@given(st.lists(st.integers(0, 9), max_size=12), st.booleans())
def test_what_is_kept_rises_and_nothing_longer_does(values: list[int], strictly: bool) -> None:
    kept = [values[i] for i in sorted(longest_rising(values, strictly=strictly))]
    assert all(a < b if strictly else a <= b for a, b in pairwise(kept))
    best = [0] * len(values)
    for i, value in enumerate(values):
        before = [best[j] for j in range(i) if (values[j] < value if strictly else values[j] <= value)]
        best[i] = 1 + max(before, default=0)
    assert len(kept) == max(best, default=0)


def test_of_two_rows_that_changed_places_the_one_that_runs_backwards_is_left_out() -> None:
    assert longest_rising([1, 2, 4, 3, 5]) == {0, 1, 2, 4}


@pytest.mark.parametrize("written", ["S32", "QQ16", "T7", "1432", "0101"])
def test_every_likely_slip_is_one_slip_away(written: str) -> None:
    found = {text for _rank, text in slips(written)}
    assert written not in found
    assert all(one_slip(written, text) for text in found)


def test_doubled_letters_come_first() -> None:
    assert (0, "SS32") in list(slips("S32"))
    assert (0, "Q16") in list(slips("QQ16"))
    assert not list(slips("Trip"))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Pzjg. Bn 39", "PzJg Bn 39", True),
        ("62 Div.", "62 Div", True),
        ("1/1 S Af", "1/1 SAf", True),
        ("16/6 Aux", "16/6 Aus", False),
        ("1/1 S Af", "11 S Af", False),
    ],
)
def test_trivial_spelling_makes_no_two_names(one: str, other: str, same: bool) -> None:
    assert (plain(one) == plain(other)) is same


def test_numbers_are_told_apart_by_their_form() -> None:
    assert [shape(word) for word in ("24/9", "2/", "7", "Aus", "Gren")] == ["#/#", "#/", "#", "A", "A"]
