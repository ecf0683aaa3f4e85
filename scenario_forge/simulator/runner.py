"""Play of many games: in this process, on all cores of this machine, or on a cluster.

Every verb but `fuzz` that plays more than one game plays them here. A game is a :class:`Job`; a function plays it,
and its results come back as they are done or in the order of the jobs. They are the same for any number of processes.
"""

from __future__ import annotations

import pickle
import signal
import warnings
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from logging import CRITICAL, getLogger
from math import ceil
from pkgutil import resolve_name
from threading import Thread
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence


S = TypeVar("S")
R = TypeVar("R")


class Job(NamedTuple, Generic[S]):
    """One game to be played, as a value that another process understands."""

    setting: S
    """All that the games of one setting share."""
    number: int
    """The number of the game in its setting, from 0."""
    seed: int


@dataclass(frozen=True)
class DeadGame:
    """The result of a game that ended its process each time it was played."""

    message: str = "the worker died over this game"


Pair: TypeAlias = tuple[Job[S], R | DeadGame]
"""A job and its result."""


class Batch(NamedTuple, Generic[S]):
    """Games of one setting that one process plays one after another."""

    jobs: tuple[Job[S], ...]


class BatchResult(NamedTuple, Generic[R]):
    """Results of a batch, in the order of its jobs."""

    results: tuple[R, ...]
    seconds: float


class WorkerDiedError(RuntimeError):
    """An error: a worker died; which of the games under way was the cause is unknown.

    ``batch`` holds the games that were its own, where that is known; None: any under way may be the cause.
    """

    batch: Batch[Any] | None = None


class NoClusterError(RuntimeError):
    """An error: the cluster cannot be reached or used."""


def play_batch(play: Callable[[Job[S]], R], batch: Batch[S]) -> BatchResult[R]:
    """Play the games of a batch; return their results.

    Raises:
        Exception: as ``play`` does, with a note that names the seed; as a RuntimeError if it cannot be pickled.
    """
    began = perf_counter()
    results = []
    for job in batch.jobs:
        try:
            results.append(play(job))
        except Exception as error:
            note = f"while playing the game of seed {job.seed}"
            error.add_note(note)
            if _sendable(error):
                raise
            plain = RuntimeError(f"{type(error).__name__}: {error}")
            plain.add_note(note)
            raise plain from None
    return BatchResult(tuple(results), perf_counter() - began)


def _sendable(error: Exception) -> bool:
    """Return whether another process can read the error; if not, sending it would end the pool."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:
        return False
    return True


# -- where games are played ------------------------------------------------------------------------


CONNECT = 15
"""Seconds in which a scheduler must answer, and one of its workers be there."""
OWN = __name__.partition(".")[0]
"""This package, which workers need."""
WORKERLESS = 60
"""Seconds for which a scheduler may be without any worker in the middle of a run."""
LOOK = 5
"""Seconds without a result after which it is looked whether anybody still plays."""
IDLE = 60
"""Seconds after which a process without work ends."""
Stream: TypeAlias = "Generator[tuple[Batch[S], BatchResult[R]], None, None]"


class Pool(Protocol):
    """A pool that plays batches of games: here, on the cores of this machine, or on a cluster."""

    @property
    def workers(self) -> int:
        """The number of batches played at once."""

    def run(self, play: Callable[[Job[S]], R], batches: Iterator[Batch[S]]) -> Stream[S, R]:
        """Yield each batch with its results as they come, in no order; takes more batches only as it finishes some.

        Raises:
            WorkerDiedError: a worker died.
        """

    def play_alone(self, play: Callable[[Job[S]], R], batch: Batch[S]) -> BatchResult[R]:
        """Play a batch while nothing else is played; return its results.

        Raises:
            WorkerDiedError: the worker died.
        """


class ThisProcess:
    """A pool that plays in this process, one game after another."""

    workers = 1

    def run(self, play: Callable[[Job[S]], R], batches: Iterator[Batch[S]]) -> Stream[S, R]:
        """Yield each batch with its results, played when they are asked for."""
        for batch in batches:
            yield batch, play_batch(play, batch)

    def play_alone(self, play: Callable[[Job[S]], R], batch: Batch[S]) -> BatchResult[R]:
        """Play a batch, which is always alone here; return its results."""
        return play_batch(play, batch)


class _Elsewhere:
    """A pool that plays in other processes, through futures."""

    workers: int
    ahead = 1
    """Batches that are sent for each worker before the first comes back."""
    each_dies_alone = False
    """Whether a worker that dies leaves the others at work."""

    def submit(self, work: Callable[..., Any], *given: object) -> Future[Any]:
        """Send work to a worker."""
        raise NotImplementedError

    def died(self, error: BaseException) -> bool:
        """Return whether an error says that a worker died."""
        raise NotImplementedError

    def abandon(self) -> None:
        """Stop all play, as nobody waits for it any more."""

    def check(self) -> None:
        """Check that there is still somebody who plays; called when nothing came back for :data:`LOOK` seconds."""

    def run(self, play: Callable[[Job[S]], R], batches: Iterator[Batch[S]]) -> Stream[S, R]:
        """Yield each batch as it is done, and keep every worker busy; see :meth:`Pool.run`."""
        under_way: dict[Future[BatchResult[R]], Batch[S]] = {}
        try:
            while True:
                for batch in islice(batches, self.ahead * self.workers - len(under_way)):
                    under_way[self._sent(play, batch)] = batch
                if not under_way:
                    return
                with _quiet():
                    finished = wait(under_way, timeout=LOOK, return_when=FIRST_COMPLETED).done
                if not finished:
                    self.check()
                for future in finished:
                    done = self._result_of(future, under_way[future])
                    yield under_way.pop(future), done
        except BaseException:
            for future in under_way:
                future.cancel()
            self.abandon()
            raise

    def play_alone(self, play: Callable[[Job[S]], R], batch: Batch[S]) -> BatchResult[R]:
        """Send one batch, and return its results; see :meth:`Pool.play_alone`."""
        [(_batch, done)] = self.run(play, iter((batch,)))
        return done

    def _sent(self, play: Callable[[Job[S]], R], batch: Batch[S]) -> Future[BatchResult[R]]:
        try:
            return self.submit(play_batch, play, batch)
        except BrokenProcessPool as error:
            raise WorkerDiedError(str(error)) from error

    def _result_of(self, future: Future[BatchResult[R]], batch: Batch[S]) -> BatchResult[R]:
        try:
            return future.result()
        except Exception as error:
            if self.died(error):
                death = WorkerDiedError(str(error).split("\n", 1)[0])
                death.batch = batch if self.each_dies_alone else None
                raise death from error
            raise


class Cores(_Elsewhere):
    """A pool of processes of this machine, which stay ready for the next games."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def submit(self, work: Callable[..., Any], *given: object) -> Future[Any]:
        """Send work to a process, which is started if need be."""
        return cast("Future[Any]", self._executor().submit(work, *given))

    def died(self, error: BaseException) -> bool:
        """Return whether a process is gone, or cannot be reached."""
        return isinstance(error, BrokenProcessPool)

    def abandon(self) -> None:
        """End the processes, also those in the middle of a game."""
        with _quiet():
            self._executor().shutdown(wait=True, kill_workers=True)

    def _executor(self) -> Any:  # noqa: ANN401 - loky has no types
        from loky import get_reusable_executor  # noqa: PLC0415 - heavy

        # a game uses one core: number libraries need no threads
        single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        with _quiet():
            return get_reusable_executor(self.workers, timeout=IDLE, initializer=_begin, env=single)


def _begin() -> None:
    """Ignore interruptions in a worker; the main process takes them and ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence warnings of stopped workers, which are reported otherwise."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs")
        warnings.filterwarnings("ignore", message="Failed to kill subprocesses")  # loky then kills the worker itself
        yield


class Cluster(_Elsewhere):
    """A pool of workers of a `dask.distributed` scheduler; each needs this package, not the game's folder."""

    ahead = 2
    each_dies_alone = True

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address.

        Raises:
            NoClusterError: dask is not installed, no scheduler answers there, or it has no workers.
        """
        self.address = address
        self._client: Any = _client(address)
        self._alone_since: float | None = None
        """Since when there has been no worker; None while there is one."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECT)
            self._check_package()
        except TimeoutError:
            self.close()
            start = f"`dask worker {address}` starts one"
            raise NoClusterError(f"the scheduler at {address} has no workers; {start}") from None
        except BaseException:
            self.close()
            raise
        self._executor: Any = self._client.get_executor(pure=False)
        self.workers = max(1, sum(self._client.nthreads().values()))

    def _check_package(self) -> None:
        """Check that scheduler and workers have this package: a worker without it dies of the first game it is sent."""
        asked = (resolve_name, f"{OWN}:__name__")
        try:
            self._client.run_on_scheduler(*asked)
        except ImportError as error:
            raise NoClusterError(f"the scheduler at {self.address} cannot import {OWN}: {error}") from error
        for worker, found in self._client.run(*asked, on_error="return").items():
            if found != OWN:
                raise NoClusterError(f"the worker at {worker} cannot import {OWN}: {found}")

    def submit(self, work: Callable[..., Any], *given: object) -> Future[Any]:
        """Send work to the scheduler."""
        return cast("Future[Any]", self._executor.submit(work, *given))

    def died(self, error: BaseException) -> bool:
        """Return whether the scheduler gave a game up, as it does after replacing a few workers that died.

        Raises:
            NoClusterError: the scheduler is gone, which cancels all games.
        """
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 - heavy

        if isinstance(error, CancelledError):
            raise NoClusterError(f"the scheduler at {self.address} is gone") from error
        return isinstance(error, KilledWorker)

    def check(self) -> None:
        """Check that the scheduler answers, and has had a worker at some time in the last :data:`WORKERLESS` seconds.

        Raises:
            NoClusterError: it does not.
        """
        try:
            there = bool(self._client.nthreads())
        except (OSError, TimeoutError) as error:
            raise NoClusterError(f"the scheduler at {self.address} does not answer any more: {error}") from error
        now = monotonic()
        self._alone_since = None if there else self._alone_since or now
        if self._alone_since is not None and now - self._alone_since >= WORKERLESS:
            raise NoClusterError(f"the scheduler at {self.address} has no workers any more")

    def close(self) -> None:
        """Disconnect; the scheduler and its workers go on."""
        self._client.close()


@contextmanager
def _quiet_dask() -> Iterator[None]:
    """Silence what dask logs of a scheduler that is gone, which is reported otherwise."""
    loggers = [getLogger(f"distributed.{name}") for name in ("client", "utils", "comm", "core")]
    levels = [each.level for each in loggers]
    for each in loggers:
        each.setLevel(CRITICAL)
    try:
        yield
    finally:
        for each, level in zip(loggers, levels, strict=True):
            each.setLevel(level)


def _client(address: str) -> Any:  # noqa: ANN401 - dask has no types
    """Return a client of the scheduler at an address.

    It is made in a thread, which is left behind if it does not come back: dask waits for ever for a greeting from
    whatever else listens there.

    Raises:
        NoClusterError: dask is not installed, or no scheduler answers there.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - heavy, and an extra
    except ImportError:
        raise NoClusterError("a cluster needs dask: python -m pip install distributed") from None
    answer: Future[Any] = Future()

    def connect() -> None:
        try:
            answer.set_result(Client(address, timeout=CONNECT, set_as_default=False))
        except Exception as error:
            answer.set_exception(error)

    Thread(target=connect, daemon=True, name="connect").start()
    try:
        return answer.result(2 * CONNECT)
    except TimeoutError as error:
        what = str(error) or "something listens there, but does not answer as a scheduler does"
        raise NoClusterError(f"no scheduler answers at {address}: {what}") from error
    except (OSError, ValueError) as error:
        raise NoClusterError(f"no scheduler answers at {address}: {error}") from error


@contextmanager
def pool_of(jobs: int | None = None, cluster: str | None = None) -> Iterator[Pool]:
    """Yield the pool that a person asked for, until the end of the `with`.

    Args:
        jobs: number of processes; None: one for each core that this process may use.
        cluster: address of a dask scheduler.

    Raises:
        NoClusterError: dask is not installed, no scheduler answers there, or it has no workers.
    """
    with ExitStack() as stack:
        if cluster:
            stack.enter_context(_quiet_dask())
            yield stack.enter_context(closing(Cluster(cluster)))
            return
        workers = jobs or cores()
        yield Cores(workers) if workers > 1 else ThisProcess()


def cores() -> int:
    """Return the default number of processes: one for each core that this process may use."""
    from loky import cpu_count  # noqa: PLC0415 - heavy; it knows the limits of containers

    return int(cpu_count())


# -- playing ---------------------------------------------------------------------------------------


WORTH = 0.75
"""Seconds that a batch should take; below half a second sending it costs too much."""
MOST = 500
"""The most games in a batch."""


@dataclass
class Runner(Generic[S, R]):
    """A run of jobs in a pool. Results do not depend on the pool."""

    pool: Pool
    play: Callable[[Job[S]], R]
    """The function that plays one game; it is in a module, so that other processes find it."""
    seen: Callable[[int, int], None] = lambda _done, _total: None
    """Called when the results of a batch have been taken: number of games done, and of all games."""
    deaths: int = 0
    """Workers that died."""
    stopped: bool = False
    """Set to True to start no more games; results of those under way still come."""

    def results(self, jobs: Sequence[Job[S]], *, in_order: bool = False) -> Generator[Pair[S, R], None, None]:
        """Yield each job with its result: as they come, or in the order of the jobs.

        A game that ends its worker even when it is played alone has the result :class:`DeadGame`. If the caller leaves
        early, or an interruption comes, games under way are given up.

        Raises:
            Exception: as ``play`` does for any of the games.
        """
        taken = 0
        with closing(self._played(jobs)) as stream:
            for pairs in _in_order(jobs, stream) if in_order else stream:
                yield from pairs
                taken += len(pairs)
                self.seen(taken, len(jobs))

    def _played(self, jobs: Sequence[Job[S]]) -> Generator[list[Pair[S, R]], None, None]:
        deal = WorkQueue(jobs, self.pool.workers)
        while deal.waiting and not self.stopped:
            try:
                with closing(self.pool.run(self.play, self._dealt(deal))) as stream:
                    for batch, done in stream:
                        yield deal.take_back(batch, done)
            except WorkerDiedError as death:
                self.deaths += 1
                for job in deal.suspects(death.batch):
                    if not self.stopped:
                        yield self._alone(deal, job)

    def _dealt(self, deal: WorkQueue[S]) -> Iterator[Batch[S]]:
        while not self.stopped and (batch := deal.batch()):
            yield batch

    def _alone(self, deal: WorkQueue[S], job: Job[S]) -> list[Pair[S, R]]:
        batch = Batch((job,))
        try:
            return deal.take_back(batch, self.pool.play_alone(self.play, batch))
        except WorkerDiedError:
            self.deaths += 1
            return [(job, DeadGame())]


def _in_order(jobs: Sequence[Job[S]], stream: Iterator[list[Pair[S, R]]]) -> Iterator[list[Pair[S, R]]]:
    early: dict[int, Pair[S, R]] = {}
    place = 0
    for pairs in stream:
        early.update((id(pair[0]), pair) for pair in pairs)
        due = []
        while place < len(jobs) and id(jobs[place]) in early:
            due.append(early.pop(id(jobs[place])))
            place += 1
        yield due


class WorkQueue(Generic[S]):
    """Games dealt out in batches that are worth sending, and the games under way."""

    def __init__(self, jobs: Sequence[Job[S]], workers: int) -> None:
        self.workers = workers
        self.waiting = list(reversed(jobs))
        self.out: dict[int, Job[S]] = {}
        """Games dealt and not come back, by identity."""
        self.seconds: dict[int, float] = {}
        """Seconds that a game takes, by identity of its setting, once that is known."""

    def batch(self) -> Batch[S] | None:
        """Return the next games of one setting; None if none wait."""
        if not self.waiting:
            return None
        setting = self.waiting[-1].setting
        jobs: list[Job[S]] = []
        for _ in range(self._size(setting)):
            if not self.waiting or self.waiting[-1].setting is not setting:
                break
            jobs.append(self.waiting.pop())
        self.out.update((id(job), job) for job in jobs)
        return Batch(tuple(jobs))

    def _size(self, setting: S) -> int:
        """Return as many as are worth sending, yet few enough to leave work for each worker at the end."""
        seconds = self.seconds.get(id(setting))
        if seconds is None:
            return 1
        worth = ceil(WORTH / max(seconds, WORTH / MOST))
        left = sum(1 for job in self.waiting[-MOST:] if job.setting is setting)
        return max(1, min(worth, ceil(left / self.workers)))

    def take_back(self, batch: Batch[S], done: BatchResult[R]) -> list[Pair[S, R]]:
        """Take back a batch; return each of its jobs with its result."""
        self.seconds[id(batch.jobs[0].setting)] = done.seconds / len(batch.jobs)
        for job in batch.jobs:
            self.out.pop(id(job), None)
        return list(zip(batch.jobs, done.results, strict=True))

    def suspects(self, batch: Batch[S] | None = None) -> list[Job[S]]:
        """Return the games that may have killed a worker: those of its batch, or all under way; others wait again."""
        found = list(batch.jobs if batch else self.out.values())
        for job in found:
            self.out.pop(id(job), None)
        self.waiting += reversed(self.out.values())
        self.out.clear()
        return found
