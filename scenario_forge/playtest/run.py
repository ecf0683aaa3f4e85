"""Plays all games of a run, whatever dies; stops when the verdict is known; the same for any number of workers."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.playtest.result import DIED, GameResult, line_of, result_of
from scenario_forge.playtest.sample import play_line
from scenario_forge.simulator.runner import Died, Job, Runner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.playtest.sample import Sample
    from scenario_forge.playtest.sequential import BandTest
    from scenario_forge.playtest.store import Store
    from scenario_forge.simulator.runner import Pool

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
    stop: Callable[[GameResult], bool] | None = None
    """Asked about each game of the first sample, in order, without a gap: whether the games up to it are enough."""
    results: dict[Key, GameResult] = field(default_factory=dict)
    deaths: int = 0
    """Workers that died."""
    records: dict[Key, str] = field(default_factory=dict)
    """Of games that failed in this run."""
    asked: int = 0
    """Games that ``stop`` was asked about."""
    enough: bool = False
    """What it answered last."""

    def play(self) -> list[list[GameResult]]:
        """All games, by sample, in order. What is in the store is not played again.

        Raises:
            OtherVersionError: a worker has other packages.
            LookupError: the rule system is not installed on a worker.
            KeyboardInterrupt: what was done until then is in the store.
        """
        self.results = dict(self.store.found) if self.store else {}
        wanted = [Job(sample, number, self.seed + number) for sample in self.samples for number in range(self.games)]
        missing = [job for job in wanted if (job.setting.number, job.number) not in self.results]
        if not self._enough():
            kept = len(wanted) - len(missing)
            runner = Runner(self.pool, play_line, lambda done, _missing: self.seen(kept + done, len(wanted)))
            with closing(runner.results(missing)) as stream:
                for job, result in stream:
                    self._take(job, result)
                    runner.stopped = self._enough()
            self.deaths = runner.deaths
        last = self.asked if self.enough else self.games
        found = [
            [self.results[sample, game] for game in range(last) if (sample, game) in self.results]
            for sample in range(len(self.samples))
        ]
        if self.store:
            self.store.tidy(result for results in found for result in results)
        return found

    def _take(self, job: Job[Sample], result: tuple[str, str] | Died) -> None:
        key = job.setting.number, job.number
        if isinstance(result, Died):
            line, record = line_of(GameResult(*key, job.seed, DIED, result.message)), ""
        else:
            line, record = result
        if record:
            self.records[key] = record
        if self.store:
            if record:
                self.store.keep(f"{job.setting.number}-{job.seed}.json", record)
            self.store.add([line])
        game = result_of(line)
        if game is not None:
            self.results[key] = game

    def _enough(self) -> bool:
        while self.stop is not None and not self.enough and self.asked < self.games:
            game = self.results.get((0, self.asked))
            if game is None:
                break
            self.asked += 1
            self.enough = self.stop(game)
        return self.enough


def until(test: BandTest, win_of: Callable[[GameResult], float | None]) -> Callable[[GameResult], bool]:
    """For :attr:`Run.stop`: whether the verdict is known after a game. A game that counts nothing counts as played."""

    def known(game: GameResult) -> bool:
        win = win_of(game)
        return win is not None and test.add(win) != "undecided"

    return known
