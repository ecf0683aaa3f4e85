"""Calls that may take so long and no longer, on every system: they run in a thread that is left behind if need be."""

from __future__ import annotations

import ctypes
import threading
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

T = TypeVar("T")


class TooSlowError(TimeoutError):
    """The call did not come back in time."""


class _Answer(NamedTuple):
    given: object
    raised: BaseException | None


class Limit:
    """Makes calls under a limit, one after another, in one thread: to start a thread takes longer than most calls.

    Used in a ``with``; at its end the thread ends, too.
    """

    def __init__(self, seconds: float | None) -> None:
        """``seconds`` for each call; with None calls are made at once and may take any time."""
        self.seconds = seconds
        self._calls: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._waits = False

    def __enter__(self) -> Limit:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._calls.put(None)
        if self._thread is not None and self._waits:
            _ask_to_end(self._thread)

    def within(self, call: Callable[[], T]) -> T:
        """What the call gives or raises.

        Raises:
            TooSlowError: it took longer. Its thread is asked to end, and does so at its next line of Python.
        """
        if self.seconds is None:
            return call()
        if self._thread is None:
            work = _work(self._calls, self._answers)
            self._thread = threading.Thread(target=work, daemon=True, name="player")
            self._thread.start()
        self._waits = True
        self._calls.put(call)
        try:
            answer = self._answers.get(timeout=self.seconds)
        except Empty:
            _ask_to_end(self._thread)
            self._abandon()
            raise TooSlowError from None
        self._waits = False
        if answer.raised is not None:
            raise answer.raised
        return cast("T", answer.given)

    def _abandon(self) -> None:
        """Leave the thread behind, with what it may still answer."""
        self._calls.put(None)
        self._calls, self._answers = SimpleQueue(), SimpleQueue()
        self._thread, self._waits = None, False


def _work(calls: SimpleQueue[Callable[[], object] | None], answers: SimpleQueue[_Answer]) -> Callable[[], None]:
    """What the thread does until it is told to end. It knows nothing of who waits, who may have gone."""

    def work() -> None:
        while (call := calls.get()) is not None:
            try:
                answers.put(_Answer(call(), None))
            except BaseException as error:  # given on to who waits
                answers.put(_Answer(None, error))

    return work


def _ask_to_end(thread: threading.Thread) -> None:
    """Have SystemExit raised in it; a thread that waits outside of Python ends with the process only."""
    number = ctypes.c_ulong(cast(int, thread.ident))
    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(SystemExit))
