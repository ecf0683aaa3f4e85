"""Statistics of many games: intervals of shares and means, quantiles, paired differences, sequential tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, copysign, log, sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from scenario_forge.playtest.report import Comparison, PairedFound, Share, Spread, TargetFound
from scenario_forge.playtest.result import margin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.documents.victory import Target
    from scenario_forge.playtest.result import GameResult


CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Interval that holds the true value in 95 of 100 cases."""

    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """Return the interval of a share (Wilson 1927); all of 0 to 1 for no cases.

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
    """Return the value below which a share of them lies, between two neighbours in proportion.

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
    """Return the variance of a sample; 0 of fewer than two."""
    if len(values) < 2:
        return 0.0
    mean = fmean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def student(degrees: int) -> float:
    """Return Student's t quantile by the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5).

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
    """Return the interval of a mean; None of fewer than four values, which say nothing of their spread."""
    if len(values) < 4:
        return None
    half = student(len(values) - 1) * sqrt(variance(values) / len(values))
    mean = fmean(values)
    return Interval(mean - half, mean + half)


class PairedDifference(NamedTuple):
    """Difference of two variants, game by game of one seed."""

    mean: float
    """Of the second less the first."""
    interval: Interval | None
    unpaired: Interval | None
    """What it would be if seeds had nothing to do with each other."""
    saved: float
    """The share of games that pairing saves; negative where it costs some."""


def paired(first: Sequence[float], second: Sequence[float]) -> PairedDifference:
    """Return the difference of two lists of figures, the same seed at the same place.

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
    return PairedDifference(mean, mean_interval(differences), unpaired, saved)


def paired_shares(first: Sequence[float], second: Sequence[float]) -> PairedDifference:
    """Return the difference of two lists of wins, 1, 0, or 0.5 of a draw, the same seed at the same place.

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


# -- whether a share of wins lies in a band, decided as soon as it can be (Wald 1945) --------------


# Two sequential probability ratio tests, one against each edge. Each weighs *so far outside the edge* against *so far
# inside*; `indifference` is how far. Inside the band is what both call inside; outside, what either does.


Verdict: TypeAlias = Literal["inside", "below", "above", "undecided"]
_NEAREST = 1e-6
"""How near to never and always a hypothesis may come."""


@dataclass(frozen=True)
class Band:
    """Band that the share of wins should lie in, and how often the verdict may be wrong."""

    low: float
    high: float
    indifference: float = 0.03
    wrongly_inside: float = 0.05
    wrongly_outside: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.low < self.high <= 1 or self.high - self.low <= 2 * self.indifference:
            raise ValueError("the band has no inside")


@dataclass
class Ratio:
    """One test: is the share ``inside``, or ``outside``? Its first decision stands."""

    outside: float
    inside: float
    wrongly_inside: float
    wrongly_outside: float
    llr: float = 0.0
    """Logarithm of how much better `inside` explains the games than `outside`."""
    decided: Literal["inside", "outside", ""] = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """Bounds: below the first it is outside, above the second inside."""
        below = log(self.wrongly_outside / (1 - self.wrongly_inside))
        return below, log((1 - self.wrongly_outside) / self.wrongly_inside)

    @property
    def weights(self) -> tuple[float, float]:
        """Amounts that a won game adds, and one that is not won."""
        return log(self.inside / self.outside), log((1 - self.inside) / (1 - self.outside))

    def add(self, win: float) -> None:
        """Add one game: 1 won, 0 not; 0.5 weighs half of either."""
        if self.decided:
            return
        won, lost = self.weights
        self.llr += win * won + (1 - win) * lost
        below, above = self.bounds
        if self.llr <= below:
            self.decided = "outside"
        elif self.llr >= above:
            self.decided = "inside"

    def more(self, share: float) -> tuple[Literal["inside", "outside"], float]:
        """Return the likely decision at a share of wins, and in about how many more games (Wald's approximation)."""
        won, lost = self.weights
        below, above = self.bounds
        drift = share * won + (1 - share) * lost
        # a sum that tends nowhere leaves by chance alone; it is never slower than that by much
        idle = (above - self.llr) * (self.llr - below) / (share * won * won + (1 - share) * lost * lost)
        way = above - self.llr if drift > 0 else below - self.llr
        return "inside" if drift > 0 else "outside", min(idle, way / drift) if drift else idle


@dataclass
class BandTest:
    """Sequential test of games against both edges. An edge at 0 or 1 is not tested."""

    band: Band
    games: int = 0
    wins: float = 0.0
    low: Ratio | None = field(init=False)
    high: Ratio | None = field(init=False)

    def __post_init__(self) -> None:
        band, near = self.band, self.band.indifference
        edges = (band.low > 0) + (band.high < 1)
        # inside must pass both tests: each edge gets half of the error that calls an inside share outside
        rates = (band.wrongly_inside, band.wrongly_outside / max(1, edges))
        self.low = self.high = None
        if band.low > 0:
            self.low = Ratio(max(band.low - near, _NEAREST), band.low + near, *rates)
        if band.high < 1:
            self.high = Ratio(min(band.high + near, 1 - _NEAREST), band.high - near, *rates)

    def add(self, win: float) -> Verdict:
        """Add one more game, and return the verdict so far."""
        self.games += 1
        self.wins += win
        for edge in (self.low, self.high):
            if edge is not None:
                edge.add(win)
        return self.verdict

    @property
    def verdict(self) -> Verdict:
        """Verdict so far; once it is not undecided, further games change nothing."""
        if self.low is not None and self.low.decided == "outside":
            return "below"
        if self.high is not None and self.high.decided == "outside":
            return "above"
        if all(edge is None or edge.decided == "inside" for edge in (self.low, self.high)):
            return "inside"
        return "undecided"

    def more(self) -> int | None:
        """Estimate the number of games until the verdict is known, if the share of wins stays the same.

        None where it is known, or nothing is.
        """
        if not self.games or self.verdict != "undecided":
            return None
        open_ = [edge for edge in (self.low, self.high) if edge is not None and not edge.decided]
        tends = [edge.more(self.wins / self.games) for edge in open_]
        outside = [games for where, games in tends if where == "outside"]
        return max(1, ceil(min(outside) if outside else max(games for _where, games in tends)))


def until_decided(test: BandTest, wins: Iterable[float]) -> int:
    """Add games in order until the verdict is known; return how many were needed, or all there are."""
    for win in wins:
        if test.add(win) != "undecided":
            break
    return test.games


# -- two settings on the same seeds, and a target against games ------------------------------------


def compare(name: str, base: Sequence[GameResult], other: Sequence[GameResult], reference: int) -> Comparison:
    """Return the comparison of two settings, seed by seed; a pair of which either game failed is left out."""
    others = {game.seed: game for game in other if game.whole}
    pairs = [(game, others[game.seed]) for game in base if game.whole and game.seed in others]
    margins = [[float(margin(game, reference)) for game in side] for side in _columns(pairs)]
    wins = [[_half(game, reference) for game in side] for side in _columns(pairs)]
    return Comparison(
        name=name,
        pairs=len(pairs),
        margin=rounded_difference(paired(margins[0], margins[1])),
        wins=rounded_difference(paired_shares(wins[0], wins[1])),
        changed=sum(_course(first) != _course(second) for first, second in pairs),
    )


def _columns(pairs: Sequence[tuple[GameResult, GameResult]]) -> tuple[list[GameResult], list[GameResult]]:
    return [first for first, _ in pairs], [second for _, second in pairs]


def _half(game: GameResult, side: int) -> float:
    return 0.5 if game.winner < 0 else float(game.winner == side)


def _course(game: GameResult) -> tuple[object, ...]:
    return game.events, game.turns


def rounded_difference(difference: PairedDifference) -> PairedFound:
    """Return a paired difference, rounded for a report."""
    apart, alone = difference.interval, difference.unpaired
    return PairedFound(
        mean=round_figure(difference.mean),
        low=round_figure(apart.low) if apart else None,
        high=round_figure(apart.high) if apart else None,
        unpaired_low=round_figure(alone.low) if alone else None,
        unpaired_high=round_figure(alone.high) if alone else None,
        saved=round_figure(difference.saved),
    )


def win_of(target: Target, side: int) -> Callable[[GameResult], float | None]:
    """Return what a game counts for a target: 1, 0, 0.5; None where it counts nothing."""

    def win(game: GameResult) -> float | None:
        if not game.whole:
            return None
        if game.winner >= 0:
            return float(game.winner == side)
        return {"half": 0.5, "against": 0.0}.get(target.draws)

    return win


def band_of(target: Target) -> Band:
    """Return the band of a target.

    Raises:
        ValueError: it has no inside.
    """
    return Band(target.low, target.high, target.indifference, target.wrongly_inside, target.wrongly_outside)


def target_verdict(
    target: Target, games: Sequence[GameResult], sides: Sequence[str], players: Sequence[str]
) -> TargetFound:
    """Return the verdict on a target, from games in their order."""
    wins = [win for game in games if (win := win_of(target, sides.index(target.side))(game)) is not None]
    test = BandTest(band_of(target))
    after = until_decided(test, wins)
    meant = set(target.players.values())
    return TargetFound(
        side=target.side,
        low=target.low,
        high=target.high,
        indifference=target.indifference,
        draws=target.draws,
        verdict=test.verdict,
        more=test.more(),
        after=after,
        wins=share(sum(wins), len(wins)),
        one_player=next(iter(meant)) if len(meant) == 1 and set(target.players) == set(sides) else "",
        players_as_meant=all(target.players.get(side, name) == name for side, name in zip(sides, players, strict=True)),
    )


# -- figures, rounded for a report -----------------------------------------------------------------


QUANTILES = (0, 5, 25, 50, 75, 95, 100)
DIGITS = 6


def share(count: float, of: int) -> Share:
    """Return a share of games with its interval."""
    low, high = wilson(count, of)
    return Share(
        count=count,
        of=of,
        share=round_figure(count / of if of else 0.0),
        low=round_figure(low),
        high=round_figure(high),
    )


def spread(values: Sequence[float]) -> Spread | None:
    """Return the spread of figures; None where there are none."""
    if not values:
        return None
    interval = mean_interval(values)
    return Spread(
        mean=round_figure(fmean(values)),
        low=round_figure(interval.low) if interval else None,
        high=round_figure(interval.high) if interval else None,
        deviation=round_figure(variance(values) ** 0.5),
        quantiles={str(q): round_figure(quantile(values, q / 100)) for q in QUANTILES},
    )


def round_figure(value: float) -> float:
    """Round a figure, so that sums in another order give the same text."""
    return round(float(value), DIGITS)
