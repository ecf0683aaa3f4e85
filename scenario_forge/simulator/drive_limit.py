"""A call that may take so long and no longer, on every system: it runs in a thread that is left behind."""

from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class TooSlowError(TimeoutError):
    """The call did not come back in time."""


def within(seconds: float | None, call: Callable[[], T]) -> T:
    """What the call gives or raises; with None it is made here and may take any time.

    Raises:
        TooSlowError: it took longer. Its thread is asked to end, and does so at its next line of Python.
    """
    if seconds is None:
        return call()
    given: list[T] = []
    raised: list[BaseException] = []

    def work() -> None:
        try:
            given.append(call())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=work, daemon=True, name="player")
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        _ask_to_end(thread)
        raise TooSlowError
    if raised:
        raise raised[0]
    return given[0]


def _ask_to_end(thread: threading.Thread) -> None:
    """Have SystemExit raised in it; a thread that waits outside of Python ends with the process only."""
    number = ctypes.c_ulong(cast(int, thread.ident))
    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(SystemExit))
