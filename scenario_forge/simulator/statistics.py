"""Statistics of many games: intervals of shares and means, quantiles, paired differences."""

from __future__ import annotations

from math import copysign, sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Where a true value lies, for all that is known, in 95 of 100 cases."""

    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """The interval of a share (Wilson 1927); of nothing at all it is everything.

    >>> [round(edge, 3) for edge in wilson(50, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(max(0.0, share * (1 - share)) / games + spread / (4 * games)) / (1 + spread)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of them lies, between two neighbours in proportion.

    Raises:
        ValueError: there are none.
    """
    if not values:
        raise ValueError("no values, no quantile")
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def variance(values: Sequence[float]) -> float:
    """Of a sample; 0 of fewer than two."""
    if len(values) < 2:
        return 0.0
    mean = fmean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def student(degrees: int) -> float:
    """The quantile of Student's t by the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5).

    Within 0.5 % of the true one from three degrees of freedom on.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(degrees) ** power for power, term in enumerate(terms, start=1))


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The interval of a mean; None of fewer than four values, which say nothing of their spread."""
    if len(values) < 4:
        return None
    half = student(len(values) - 1) * sqrt(variance(values) / len(values))
    mean = fmean(values)
    return Interval(mean - half, mean + half)


class Paired(NamedTuple):
    """How two variants differ, game by game of one seed."""

    mean: float
    """Of the second less the first."""
    interval: Interval | None
    unpaired: Interval | None
    """What it would be if seeds had nothing to do with each other."""
    saved: float
    """The share of games that pairing saves; negative where it costs some."""


def paired(first: Sequence[float], second: Sequence[float]) -> Paired:
    """Compare two lists of figures, the same seed at the same place.

    Raises:
        ValueError: they are not equally long.
    """
    differences = [after - before for before, after in zip(first, second, strict=True)]
    mean = fmean(differences) if differences else 0.0
    apart = variance(first) + variance(second)
    unpaired = None
    if len(differences) >= 4:
        half = student(2 * len(differences) - 2) * sqrt(apart / len(differences))
        unpaired = Interval(mean - half, mean + half)
    saved = 1 - variance(differences) / apart if apart else 0.0
    return Paired(mean, mean_interval(differences), unpaired, saved)


def paired_shares(first: Sequence[float], second: Sequence[float]) -> Paired:
    """Compare two lists of wins, 1, 0, or 0.5 of a draw, the same seed at the same place.

    The interval is that of the score test (Tango 1998), which stays within -1 and 1 and is right where few pairs
    differ or none: alike in twenty pairs is not alike for ever. Halves are taken for half as many pairs that differ,
    which makes it a little wide. The unpaired one is Newcombe's of 1998, from the intervals of both shares.

    Raises:
        ValueError: they are not equally long.
    """
    plain, pairs = paired(first, second), len(first)
    if pairs < 4:
        return plain
    differences = [after - before for before, after in zip(first, second, strict=True)]
    more, fewer = sum(d for d in differences if d > 0), -sum(d for d in differences if d < 0)
    one, two = sum(first) / pairs, sum(second) / pairs
    (low_one, high_one), (low_two, high_two) = wilson(sum(first), pairs), wilson(sum(second), pairs)
    unpaired = Interval(
        two - one - sqrt((two - low_two) ** 2 + (high_one - one) ** 2),
        two - one + sqrt((high_two - two) ** 2 + (one - low_one) ** 2),
    )
    return plain._replace(interval=_tango(more, fewer, pairs), unpaired=unpaired)


def _tango(more: float, fewer: float, pairs: int) -> Interval:
    """Where a difference of paired shares is not contradicted."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

    def beside(shift: float) -> float:
        """By how many deviations the observation is above a shift; it falls as the shift grows."""
        b = -more - fewer + (2 * pairs - more + fewer) * shift
        root = sqrt(max(0.0, b * b + 8 * pairs * fewer * shift * (1 - shift)))
        spread = pairs * (2 * (root - b) / (4 * pairs) + shift * (1 - shift))
        gap = more - fewer - pairs * shift
        return gap / sqrt(spread) if spread > 0 else copysign(2 * z, gap) if gap else 0.0

    return Interval(_falls_to(beside, z), _falls_to(beside, -z))


def _falls_to(falling: Callable[[float], float], value: float) -> float:
    """Where a falling function between -1 and 1 reaches a value; an end where it does not."""
    low, high = -1.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > value else (low, middle)
    return (low + high) / 2
