"""Intervals and differences, held against scipy and numpy, and against what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from scenario_forge.playtest.statistics import (
    mean_interval,
    paired,
    paired_shares,
    quantile,
    student,
    variance,
    wilson,
)

FIGURES = st.lists(st.integers(-50, 50).map(float), min_size=1, max_size=40)


@given(st.integers(1, 3000), st.data())
def test_the_interval_of_a_share_is_wilsons(games, data):
    wins = data.draw(st.integers(0, games))
    expected = oracle.binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins, games) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_of_no_games_nothing_is_known():
    assert wilson(0, 0) == (0.0, 1.0)


@given(FIGURES, st.floats(0, 1))
def test_quantiles_are_numpys(values, share):
    assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)))


@pytest.mark.parametrize("degrees", [3, 4, 6, 10, 30, 199])
def test_students_quantile(degrees):
    assert student(degrees) == pytest.approx(oracle.t.ppf(0.975, degrees), rel=5e-3)


def test_the_interval_of_a_mean_holds_it_as_often_as_it_says():
    chance = np.random.default_rng(7)
    held = 0
    for _ in range(1000):
        low, high = mean_interval(chance.normal(3.0, 5.0, size=12).tolist())
        held += low <= 3.0 <= high
    assert 0.93 <= held / 1000 <= 0.97


def test_three_games_say_nothing_of_their_spread():
    assert mean_interval([1.0, 2.0, 3.0]) is None


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=4, max_size=30))
def test_a_paired_interval_is_that_of_the_differences(pairs):
    first, second = ([float(x) for x in side] for side in zip(*pairs, strict=True))
    found = paired(first, second)
    differences = [b - a for a, b in pairs]
    assert found.mean == pytest.approx(np.mean(differences))
    assert found.interval == pytest.approx(mean_interval(differences))


def test_pairing_saves_what_the_seeds_have_in_common():
    """Luck of variance 9 shared, 1 apart: of the variance of independent games (20) only 2 are left."""
    chance = np.random.default_rng(3)
    luck = chance.normal(0, 3, 4000)
    first = (luck + chance.normal(0, 1, 4000)).tolist()
    second = (luck + 1 + chance.normal(0, 1, 4000)).tolist()
    found = paired(first, second)
    assert found.saved == pytest.approx(0.9, abs=0.02)
    assert found.interval.low < 1 < found.interval.high
    assert (found.interval.high - found.interval.low) < 0.4 * (found.unpaired.high - found.unpaired.low)


def test_pairing_saves_nothing_where_seeds_have_nothing_in_common():
    chance = np.random.default_rng(4)
    found = paired(chance.normal(0, 1, 4000).tolist(), chance.normal(0, 1, 4000).tolist())
    assert found.saved == pytest.approx(0, abs=0.06)


def test_equal_games_differ_by_nothing():
    assert paired([5.0] * 6, [5.0] * 6) == (0.0, (0.0, 0.0), (0.0, 0.0), 0.0)


def test_the_variance_of_one_figure_is_nothing():
    assert variance([4.0]) == 0.0


def test_pairs_that_end_alike_do_not_mean_that_all_do():
    """Of none in twenty the score interval goes to z²/(n + z²)."""
    found = paired_shares([1.0, 0.0] * 10, [1.0, 0.0] * 10)
    assert found.interval == pytest.approx((-0.1611, 0.1611), abs=1e-4)


def test_a_difference_of_shares_stays_a_share():
    low, high = paired_shares([0.0] * 8, [1.0] * 8).interval
    assert 0.3 < low < 0.7
    assert high == pytest.approx(1.0)


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 0.5, 1.0])] * 2), min_size=4, max_size=30))
def test_the_other_way_round_a_difference_of_shares_is_its_mirror(pairs):
    first, second = (list(side) for side in zip(*pairs, strict=True))
    one, two = paired_shares(first, second), paired_shares(second, first)
    assert one.interval == pytest.approx((-two.interval.high, -two.interval.low), abs=1e-6)
    assert one.interval.low - 1e-6 <= one.mean <= one.interval.high + 1e-6


@pytest.mark.parametrize(("more", "fewer"), [(0.02, 0.0), (0.1, 0.02), (0.5, 0.0), (0.2, 0.2)])
def test_a_difference_of_shares_is_held_as_often_as_is_said(more, fewer):
    """Where few pairs differ, an interval of means holds the truth in one case of three."""
    chance = np.random.default_rng(11)
    held, cases = 0, 300
    for _ in range(cases):
        drawn = chance.random(20)
        first = np.where(drawn < more, 0.0, 1.0)
        second = np.where((drawn >= more) & (drawn < more + fewer), 0.0, 1.0)
        low, high = paired_shares(first.tolist(), second.tolist()).interval
        held += low - 1e-9 <= more - fewer <= high + 1e-9
    assert held / cases >= 0.95 - 3.1 * (0.95 * 0.05 / cases) ** 0.5
