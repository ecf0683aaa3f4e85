"""Plays all games of a run, whatever dies; stops when the verdict is known; the same for any number of workers."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.playtest.pool import WorkerDiedError
from scenario_forge.playtest.result import DIED, GameResult, line_of, result_of
from scenario_forge.playtest.sample import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scenario_forge.playtest.pool import Pool
    from scenario_forge.playtest.sample import Done, Sample
    from scenario_forge.playtest.sequential import BandTest
    from scenario_forge.playtest.store import Store

    Key = tuple[int, int]


@dataclass
class Run:
    """Games of some samples, the same seeds in each."""

    samples: Sequence[Sample]
    games: int
    """Of each sample, at most."""
    seed: int
    """Of the first game."""
    pool: Pool
    store: Store | None = None
    seen: Callable[[int, int], None] = lambda _done, _total: None
    """Called as games are done."""
    stop: Callable[[Sequence[GameResult]], int | None] | None = None
    """Asked with the first games of the first sample in order, without a gap: how many are enough, or None."""
    results: dict[Key, GameResult] = field(default_factory=dict)
    deaths: int = 0
    """Workers that died."""
    records: dict[Key, str] = field(default_factory=dict)
    """Of games that failed in this run."""

    def play(self) -> list[list[GameResult]]:
        """All games, by sample, in order. What is in the store is not played again.

        Raises:
            OtherVersionError: a worker has other packages.
            KeyboardInterrupt: what was done until then is in the store.
        """
        self.results = dict(self.store.found) if self.store else {}
        wanted = [(sample, game) for sample in range(len(self.samples)) for game in range(self.games)]
        enough = self._enough()
        if enough is None:
            deal = Deal(self.samples, [key for key in wanted if key not in self.results], self.seed, self.pool.workers)
            while deal.waiting and not deal.stopped:
                self._through(deal)
            enough = self._enough()
        kept = self.games if enough is None else enough
        found = [
            [self.results[sample, game] for game in range(kept) if (sample, game) in self.results]
            for sample in range(len(self.samples))
        ]
        if self.store:
            self.store.tidy(result for results in found for result in results)
        return found

    def _through(self, deal: Deal) -> None:
        """As far as it goes; then each game that may have killed a worker by itself."""
        try:
            with closing(self.pool.run(deal.batches())) as stream:
                for batch, done in stream:
                    self._take(deal, batch, done)
        except WorkerDiedError:
            self.deaths += 1
            for sample, game in deal.suspects():
                if not deal.stopped:
                    self._try(deal, deal.batch(sample, [game]))

    def _try(self, deal: Deal, batch: Batch) -> None:
        try:
            self._take(deal, batch, self.pool.alone(batch))
        except WorkerDiedError:
            self.deaths += 1
            number, seed = batch.games[0]
            message = "the worker died over this game"
            self._keep([line_of(GameResult(batch.sample.number, number, seed, DIED, message))])

    def _take(self, deal: Deal, batch: Batch, done: Done) -> None:
        deal.back(batch, done.seconds)
        for number, record in done.records:
            self.records[batch.sample.number, number] = record
            if self.store:
                seed = self.seed + number
                self.store.keep(f"{batch.sample.number}-{seed}.json", record)
        self._keep(done.lines)
        deal.stopped = deal.stopped or self._enough() is not None

    def _keep(self, lines: Iterable[str]) -> None:
        lines = list(lines)
        if self.store:
            self.store.add(lines)
        for line in lines:
            result = result_of(line)
            if result is not None:
                self.results[result.sample, result.number] = result
        self.seen(len(self.results), self.games * len(self.samples))

    def _enough(self) -> int | None:
        if self.stop is None:
            return None
        first = []
        for game in range(self.games):
            result = self.results.get((0, game))
            if result is None:
                break
            first.append(result)
        return self.stop(first)


def until(make: Callable[[], BandTest], win_of: Callable[[GameResult], float | None]) -> Callable[..., int | None]:
    """For :attr:`Run.stop`: the number of games after which the verdict is known. Games that count nothing count."""

    def enough(results: Sequence[GameResult]) -> int | None:
        test = make()
        for number, result in enumerate(results, start=1):
            win = win_of(result)
            if win is not None and test.add(win) != "undecided":
                return number
        return None

    return enough


# -- deals games out in batches that are worth sending, and knows which are out --------------------


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
