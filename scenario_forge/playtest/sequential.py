"""Whether a share of wins lies in a band, decided as soon as it can be (Wald 1945).

Two sequential probability ratio tests, one against each edge. Each weighs *so far outside the edge* against *so
far inside*; `indifference` is how far. Inside the band is what both call inside; outside, what either does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, log
from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.playtest.report import Comparison, PairedFound, TargetFound, figure, share
from scenario_forge.playtest.result import margin
from scenario_forge.simulator.statistics import Paired, paired, paired_shares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.documents.victory import Target
    from scenario_forge.playtest.result import GameResult


Verdict: TypeAlias = Literal["inside", "below", "above", "undecided"]
_NEAREST = 1e-6
"""How near to never and always a hypothesis may come."""


@dataclass(frozen=True)
class Band:
    """Where the share of wins is meant to be, and how often the verdict may be wrong."""

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
    """One test: is the share ``inside``, or ``outside``? Decided once and for all."""

    outside: float
    inside: float
    wrongly_inside: float
    wrongly_outside: float
    llr: float = 0.0
    """Logarithm of how much better `inside` explains the games than `outside`."""
    decided: Literal["inside", "outside", ""] = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first it is outside, above the second inside."""
        below = log(self.wrongly_outside / (1 - self.wrongly_inside))
        return below, log((1 - self.wrongly_outside) / self.wrongly_inside)

    @property
    def weights(self) -> tuple[float, float]:
        """What a game that is won adds, and one that is not."""
        return log(self.inside / self.outside), log((1 - self.inside) / (1 - self.outside))

    def add(self, win: float) -> None:
        """One game: 1 won, 0 not; 0.5 weighs half of either."""
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
        """Where it tends with a share of wins, and in about how many more games (Wald's approximation)."""
        won, lost = self.weights
        below, above = self.bounds
        drift = share * won + (1 - share) * lost
        # a sum that tends nowhere leaves by chance alone; it is never slower than that by much
        idle = (above - self.llr) * (self.llr - below) / (share * won * won + (1 - share) * lost * lost)
        way = above - self.llr if drift > 0 else below - self.llr
        return "inside" if drift > 0 else "outside", min(idle, way / drift) if drift else idle


@dataclass
class BandTest:
    """Games one after another against both edges. An edge at 0 or 1 is none."""

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
        """One more game, and what is known now."""
        self.games += 1
        self.wins += win
        for edge in (self.low, self.high):
            if edge is not None:
                edge.add(win)
        return self.verdict

    @property
    def verdict(self) -> Verdict:
        """What is known now; once it is not undecided, further games change nothing."""
        if self.low is not None and self.low.decided == "outside":
            return "below"
        if self.high is not None and self.high.decided == "outside":
            return "above"
        if all(edge is None or edge.decided == "inside" for edge in (self.low, self.high)):
            return "inside"
        return "undecided"

    def more(self) -> int | None:
        """Estimated number of games until the verdict is known, if the share of wins stays the same.

        None where it is known, or nothing is.
        """
        if not self.games or self.verdict != "undecided":
            return None
        open_ = [edge for edge in (self.low, self.high) if edge is not None and not edge.decided]
        tends = [edge.more(self.wins / self.games) for edge in open_]
        outside = [games for where, games in tends if where == "outside"]
        return max(1, ceil(min(outside) if outside else max(games for _where, games in tends)))


def until_decided(test: BandTest, wins: Iterable[float]) -> int:
    """Add games in order until the verdict is known; how many were needed, or all there are."""
    for win in wins:
        if test.add(win) != "undecided":
            break
    return test.games


# -- two settings on the same seeds, and a target against games ------------------------------------


def compare(name: str, base: Sequence[GameResult], other: Sequence[GameResult], reference: int) -> Comparison:
    """Seed by seed; a pair of which either game failed is left out."""
    others = {game.seed: game for game in other if game.whole}
    pairs = [(game, others[game.seed]) for game in base if game.whole and game.seed in others]
    margins = [[float(margin(game, reference)) for game in side] for side in _columns(pairs)]
    wins = [[_half(game, reference) for game in side] for side in _columns(pairs)]
    return Comparison(
        name=name,
        pairs=len(pairs),
        margin=found(paired(margins[0], margins[1])),
        wins=found(paired_shares(wins[0], wins[1])),
        changed=sum(_course(first) != _course(second) for first, second in pairs),
    )


def _columns(pairs: Sequence[tuple[GameResult, GameResult]]) -> tuple[list[GameResult], list[GameResult]]:
    return [first for first, _ in pairs], [second for _, second in pairs]


def _half(game: GameResult, side: int) -> float:
    return 0.5 if game.winner < 0 else float(game.winner == side)


def _course(game: GameResult) -> tuple[object, ...]:
    return game.events, game.turns


def found(difference: Paired) -> PairedFound:
    """A paired difference, rounded for a report."""
    apart, alone = difference.interval, difference.unpaired
    return PairedFound(
        mean=figure(difference.mean),
        low=figure(apart.low) if apart else None,
        high=figure(apart.high) if apart else None,
        unpaired_low=figure(alone.low) if alone else None,
        unpaired_high=figure(alone.high) if alone else None,
        saved=figure(difference.saved),
    )


def win_of(target: Target, side: int) -> Callable[[GameResult], float | None]:
    """What a game counts for a target: 1, 0, 0.5; None where it counts nothing."""

    def win(game: GameResult) -> float | None:
        if not game.whole:
            return None
        if game.winner >= 0:
            return float(game.winner == side)
        return {"half": 0.5, "against": 0.0}.get(target.draws)

    return win


def band_of(target: Target) -> Band:
    """Its band.

    Raises:
        ValueError: it has no inside.
    """
    return Band(target.low, target.high, target.indifference, target.wrongly_inside, target.wrongly_outside)


def judged(target: Target, games: Sequence[GameResult], sides: Sequence[str], players: Sequence[str]) -> TargetFound:
    """The verdict on a target, on games in their order."""
    wins = [win for game in games if (win := win_of(target, sides.index(target.side))(game)) is not None]
    test = BandTest(band_of(target))
    after = until_decided(test, wins)
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
        players_as_meant=all(target.players.get(side, name) == name for side, name in zip(sides, players, strict=True)),
    )
