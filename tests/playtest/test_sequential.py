"""The test against a band is wrong as rarely as it says, and takes fewer games than a fixed number would."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from scenario_forge.playtest.statistics import Band, BandTest, until_decided

BAND = Band(0.4, 0.6, indifference=0.05)
RUNS, CAP = 300, 2500


def verdicts(share, band=BAND, draws=0.0, seed=1):
    """The verdicts of many runs of a scenario with a known share of wins, and the games that they took."""
    chance = np.random.default_rng(seed)
    found, games = [], []
    for _ in range(RUNS):
        test = BandTest(band)
        wins = np.where(chance.random(CAP) < draws, 0.5, (chance.random(CAP) < share).astype(float))
        games.append(until_decided(test, wins.tolist()))
        found.append(test.verdict)
    return found, float(np.mean(games))


def worst(rate):
    """More errors than this come of that rate less often than once in a thousand."""
    return rate + 3.1 * (rate * (1 - rate) / RUNS) ** 0.5


@pytest.mark.parametrize("share", [0.35, 0.65])
def test_outside_is_called_inside_as_rarely_as_said(share):
    found, _ = verdicts(share)
    assert found.count("inside") / RUNS <= worst(0.05)
    assert found.count("undecided") == 0


@pytest.mark.parametrize("share", [0.45, 0.5, 0.55])
def test_inside_is_called_outside_as_rarely_as_said(share):
    found, _ = verdicts(share)
    assert (found.count("below") + found.count("above")) / RUNS <= worst(0.05)
    assert found.count("undecided") == 0


def test_a_narrow_band_with_both_edges_near_is_wrong_no_more_often():
    """Both edges may err: together no more than is said."""
    found, _ = verdicts(0.5, Band(0.44, 0.56, indifference=0.055))
    assert (found.count("below") + found.count("above")) / RUNS <= worst(0.05)


def test_a_scenario_far_outside_is_known_at_once():
    """A fixed number of games that is wrong as rarely would be some 220 for an edge at 0.4 ± 0.05."""
    found, games = verdicts(0.9)
    assert set(found) == {"above"}
    assert games < 40


def test_below_and_above_are_told_apart():
    assert verdicts(0.2)[0].count("below") == RUNS
    assert verdicts(0.8)[0].count("above") == RUNS


def test_draws_as_half_a_win_make_it_no_more_often_wrong():
    """A third drawn, the others even: a share of a half."""
    found, _ = verdicts(0.5, draws=1 / 3)
    assert (found.count("below") + found.count("above")) / RUNS <= worst(0.05)


def test_the_bounds_are_walds():
    test = BandTest(Band(0.4, 1.0, indifference=0.05))
    assert test.low.bounds == pytest.approx((log(0.05 / 0.95), log(0.95 / 0.05)))
    assert test.high is None


def test_an_edge_at_one_is_none():
    """All games won: inside from 0.9 on."""
    found, _ = verdicts(1.0, Band(0.9, 1.0, indifference=0.04))
    assert set(found) == {"inside"}


def test_what_is_decided_stays_so():
    test = BandTest(BAND)
    while test.verdict == "undecided":
        test.add(1.0)
    for _ in range(1000):
        test.add(0.0)
    assert test.verdict == "above"


def test_too_few_games_leave_it_undecided():
    test = BandTest(BAND)
    assert until_decided(test, [1.0, 0.0, 1.0]) == 3
    assert test.verdict == "undecided"


@pytest.mark.parametrize("share", [0.15, 0.3, 0.4, 0.5, 0.8])
def test_how_many_more_games_it_takes_is_about_right(share):
    """Said of a run that went just as it should, against the mean of many: right to a factor of two."""
    chance, said, taken = np.random.default_rng(5), [], []
    for _ in range(60):
        test = BandTest(BAND)
        until_decided(test, (chance.random(15) < share).astype(float).tolist())
        test.wins = share * test.games
        if (more := test.more()) is None:
            continue
        before = test.games
        until_decided(test, (chance.random(CAP) < share).astype(float).tolist())
        said.append(more)
        taken.append(test.games - before)
    assert 0.5 < np.mean(said) / np.mean(taken) < 2


def test_of_no_games_and_of_a_known_verdict_nothing_is_said_of_more():
    test = BandTest(BAND)
    assert test.more() is None
    until_decided(test, [1.0] * CAP)
    assert test.more() is None


@pytest.mark.parametrize(("low", "high"), [(0.6, 0.4), (0.5, 0.5), (0.5, 0.55)])
def test_a_band_without_an_inside_is_none(low, high):
    with pytest.raises(ValueError):
        Band(low, high, indifference=0.03)
