"""Whether a share of wins lies in a band, decided as soon as it can be (Wald 1945).

Two sequential probability ratio tests, one against each edge. Each weighs *so far outside the edge* against *so
far inside*; `indifference` is how far. Inside the band is what both call inside; outside, what either does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, log
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        """About how many more games until the verdict is known, should the share of wins stay what it is.

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
