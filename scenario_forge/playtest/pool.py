"""Where games are played: here, on all cores of this machine, or on a cluster.

Each gives what its batches come to as they come, in no order. Whoever dies takes only the games with it that it
had in hand.
"""

from __future__ import annotations

import warnings
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, Protocol

from scenario_forge.playtest.sample import Batch, Done, play_batch

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

CONNECT = 15
"""Seconds in which a scheduler must answer."""


class WorkerDiedError(RuntimeError):
    """A worker died; which games it had in hand is not known."""


class NoClusterError(RuntimeError):
    """The cluster cannot be used."""


class Pool(Protocol):
    """Plays batches."""

    workers: int

    def run(self, batches: Iterator[Batch]) -> Generator[tuple[Batch, Done], None, None]:
        """What they come to. Takes more only as it finishes some.

        Raises:
            WorkerDiedError: see there.
        """
        ...

    def alone(self, batch: Batch) -> Done:
        """A batch in a process that may die.

        Raises:
            WorkerDiedError: it did.
        """
        ...


class Here:
    """In this process, one game after another."""

    workers = 1

    def run(self, batches: Iterator[Batch]) -> Generator[tuple[Batch, Done], None, None]:
        """See :class:`Pool`."""
        for batch in batches:
            yield batch, play_batch(batch)

    def alone(self, batch: Batch) -> Done:
        """See :class:`Pool`."""
        return play_batch(batch)


def told(batch: Batch) -> tuple[Batch, Done]:
    """A batch with what came of it."""
    return batch, play_batch(batch)


class Cores:
    """In processes of this machine, by joblib."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, batches: Iterator[Batch]) -> Generator[tuple[Batch, Done], None, None]:
        """See :class:`Pool`."""
        from joblib import Parallel, delayed  # noqa: PLC0415 - heavy

        parallel = Parallel(
            n_jobs=self.workers, backend="loky", batch_size=1, pre_dispatch="n_jobs", return_as="generator_unordered"
        )
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message="A worker stopped while some jobs")  # it has died: told so
                yield from parallel(delayed(told)(batch) for batch in batches)
        except BrokenProcessPool as error:
            raise WorkerDiedError(str(error).split("\n", 1)[0]) from error

    def alone(self, batch: Batch) -> Done:
        """See :class:`Pool`."""
        from joblib.externals.loky import ProcessPoolExecutor  # noqa: PLC0415 - heavy

        try:
            with ProcessPoolExecutor(max_workers=1) as executor:
                done: Done = executor.submit(play_batch, batch).result()
        except BrokenProcessPool as error:
            raise WorkerDiedError(str(error)) from error
        return done


class Cluster:
    """On the workers of a `dask.distributed` scheduler; each needs this package, not the game's folder."""

    def __init__(self, address: str) -> None:
        """Connect.

        Raises:
            NoClusterError: dask is not installed, or nobody answers there.
        """
        try:
            from distributed import Client  # noqa: PLC0415 - heavy, and an extra
        except ImportError:
            raise NoClusterError("a cluster needs dask: python -m pip install distributed") from None
        try:
            self._client: Any = Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise NoClusterError(f"no scheduler answers at {address}: {error}") from error
        self.workers = max(1, sum(self._client.nthreads().values()))

    def close(self) -> None:
        """Leave the cluster as it is."""
        self._client.close()

    def _submit(self, batch: Batch) -> Any:  # noqa: ANN401 - a future of dask
        return self._client.submit(told, batch, pure=False)

    def run(self, batches: Iterator[Batch]) -> Generator[tuple[Batch, Done], None, None]:
        """See :class:`Pool`; a worker that dies is made good for by the scheduler, a few times."""
        from distributed import as_completed  # noqa: PLC0415 - heavy
        from distributed.scheduler import KilledWorker  # noqa: PLC0415

        under_way = as_completed(loop=self._client.loop)
        for _ in range(2 * self.workers):
            batch = next(batches, None)
            if batch is not None:
                under_way.add(self._submit(batch))
        try:
            for future in under_way:
                yield future.result()
                batch = next(batches, None)
                if batch is not None:
                    under_way.add(self._submit(batch))
        except KilledWorker as error:
            raise WorkerDiedError(str(error)) from error

    def alone(self, batch: Batch) -> Done:
        """See :class:`Pool`."""
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 - heavy

        try:
            done: Done = self._submit(batch).result()[1]
        except KilledWorker as error:
            raise WorkerDiedError(str(error)) from error
        return done
