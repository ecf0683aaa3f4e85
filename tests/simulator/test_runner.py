"""Many games: the same results in any number of processes, whatever one of them does."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scenario_forge.simulator.runner import (
    Cores,
    DeadGame,
    Job,
    Runner,
    ThisProcess,
    WorkerDiedError,
    pool_of,
)


def seed_of(job):
    return job.setting, job.seed


def slow_at_first(job):
    """The first job waits for a word in the folder that the setting names."""
    word = Path(job.setting) / "go on"
    end = time.monotonic() + 60
    while job.number == 0 and not word.exists() and time.monotonic() < end:
        time.sleep(0.01)
    return job.number


def deadly(job):
    if job.seed == 3:
        os._exit(9)
    return job.seed


class AwkwardError(RuntimeError):
    """Cannot be read back from a pickle."""

    def __init__(self, one, two):
        super().__init__(one + two)


def awkward(job):
    if job.seed == 4:
        raise AwkwardError("a", "b")
    return job.seed


def ignored_interrupt(job):
    import signal  # noqa: PLC0415

    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def jobs(count, setting="siege", first=1):
    return [Job(setting, number, first + number) for number in range(count)]


@pytest.mark.parametrize("pool", [ThisProcess(), Cores(2)])
def test_results_come_in_the_order_of_the_jobs_where_that_is_asked_for(pool):
    given = [*jobs(5), *jobs(3, "relief")]
    runner = Runner(pool, seed_of)
    assert list(runner.results(given, in_order=True)) == [(job, (job.setting, job.seed)) for job in given]


def test_the_first_may_come_last_where_it_is_not(tmp_path):
    stream = Runner(Cores(2), slow_at_first).results(jobs(6, str(tmp_path)))
    numbers = [next(stream)[1]]  # comes while the first job still waits
    (tmp_path / "go on").touch()
    numbers += [result for _job, result in stream]
    assert sorted(numbers) == list(range(6))
    assert numbers[0] != 0


def test_progress_ends_with_all_of_them():
    told = []
    list(Runner(ThisProcess(), seed_of, lambda done, total: told.append((done, total))).results(jobs(7)))
    assert told[-1] == (7, 7)
    assert told == sorted(told)


def test_a_game_that_ends_its_process_is_kept_with_its_seed_and_the_others_are_played():
    runner = Runner(Cores(2), deadly)
    found = {job.seed: result for job, result in runner.results(jobs(6), in_order=True)}
    assert found == {1: 1, 2: 2, 3: DeadGame(), 4: 4, 5: 5, 6: 6}
    assert runner.deaths >= 2


@pytest.mark.parametrize("pool", [ThisProcess(), Cores(2)])
def test_an_error_that_cannot_be_sent_is_said_in_words_with_the_seed(pool):
    with pytest.raises(RuntimeError, match="AwkwardError: ab") as raised:
        list(Runner(pool, awkward).results(jobs(6)))
    assert type(raised.value) is RuntimeError
    assert raised.value.__notes__ == ["while playing the game of seed 4"]


def test_whoever_leaves_early_ends_the_processes():
    stream = Runner(Cores(2), seed_of).results(jobs(4000))
    next(stream)
    stream.close()
    assert [result for _job, result in Runner(Cores(2), seed_of).results(jobs(2), in_order=True)] == [
        ("siege", 1), ("siege", 2),
    ]  # fmt: skip


def test_a_stopped_runner_deals_no_more():
    runner = Runner(ThisProcess(), seed_of)
    found = []
    for _job, result in runner.results(jobs(3000)):
        found.append(result)
        runner.stopped = True
    assert len(found) == 1


def test_only_the_process_that_people_interrupt_takes_notice():
    assert [result for _job, result in Runner(Cores(2), ignored_interrupt).results(jobs(2))] == [True, True]


def test_one_job_is_played_here():
    with pool_of(1) as one, pool_of(2) as two:
        assert isinstance(one, ThisProcess)
        assert (type(two), two.workers) == (Cores, 2)


class Cluster(ThisProcess):
    """A pool in which the batch with seed 3 kills its worker, while others are under way."""

    workers = 4

    def __init__(self):
        self.alone = []

    def run(self, play, batches):
        under_way = list(batches)
        for batch in under_way:
            if any(job.seed == 3 for job in batch.jobs):
                death = WorkerDiedError()
                death.batch = batch
                raise death
            yield from super().run(play, [batch])

    def play_alone(self, play, batch):
        self.alone.append(batch.jobs[0].seed)
        return super().play_alone(play, batch)


def test_where_the_batch_of_a_dead_worker_is_known_no_other_game_is_played_alone():
    pool = Cluster()
    runner = Runner(pool, seed_of)
    assert [job.seed for job, _result in runner.results(jobs(8), in_order=True)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert pool.alone == [3]
    assert runner.deaths == 1
