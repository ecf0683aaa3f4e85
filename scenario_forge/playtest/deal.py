"""Deals games out in batches that are worth sending, and knows which are out."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.playtest.sample import Batch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.playtest.sample import Sample

WORTH = 0.75
"""Seconds that a batch should take; below half a second the sending costs too much."""
MOST = 500
"""Games of a batch."""


class Deal:
    """Games that wait, by sample; ``first`` is the seed of the first game of each."""

    def __init__(self, samples: Sequence[Sample], games: Sequence[tuple[int, int]], first: int, workers: int) -> None:
        """``games`` are sample and number, in the order in which they are to be played."""
        self.samples, self.first, self.workers = samples, first, workers
        self.waiting = list(reversed(games))
        self.out: set[tuple[int, int]] = set()
        """Handed out and not come back."""
        self.seconds: dict[int, float] = {}
        """Of a game, by sample, as far as it is known."""
        self.stopped = False

    def batches(self) -> Iterator[Batch]:
        """One after another, until all are dealt or it is stopped."""
        while self.waiting and not self.stopped:
            number = self.waiting[-1][0]
            games = []
            for _ in range(self._size(number)):
                if not self.waiting or self.waiting[-1][0] != number:
                    break
                games.append(self.waiting.pop()[1])
            self.out |= {(number, game) for game in games}
            yield self.batch(number, games)

    def batch(self, sample: int, games: Sequence[int]) -> Batch:
        """Some games of a sample with their seeds."""
        return Batch(self.samples[sample], tuple((game, self.first + game) for game in games))

    def _size(self, sample: int) -> int:
        """As many as are worth it, and not so many that some workers have nothing at the end."""
        if sample not in self.seconds:
            return 1
        worth = ceil(WORTH / max(self.seconds[sample], WORTH / MOST))
        left = sum(1 for other, _ in self.waiting[-MOST:] if other == sample)
        return max(1, min(worth, ceil(left / self.workers)))

    def back(self, batch: Batch, seconds: float) -> None:
        """A batch has come back."""
        number = batch.sample.number
        self.out -= {(number, game) for game, _ in batch.games}
        self.seconds[number] = seconds / max(1, len(batch.games))

    def suspects(self) -> list[tuple[int, int]]:
        """Games that were out when a worker died, in order; they are out no more."""
        found, self.out = sorted(self.out), set()
        return found
