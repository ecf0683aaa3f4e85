"""One work at a time in a folder. The system lets go of the lock of a process that died."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class Busy(RuntimeError):  # noqa: N818 - says how the folder is
    """Another process is at work in the folder; ``process`` is its number, if it is known."""

    def __init__(self, folder: Path, process: str, work: str = "build") -> None:
        super().__init__(f"another {work} is at work in {folder}" + (f" (process {process})" if process else ""))
        self.process = process


class FolderLock:
    """Held from `with` to its end."""

    name = ".forge.lock"
    """The file that is locked."""
    work = "run"
    """What is done there, in words."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stream: IO[str] | None = None

    def __enter__(self) -> FolderLock:
        """Take the lock.

        Raises:
            Busy: another process has it.
            OSError: nothing can be written there.
        """
        path = self.folder / self.name
        while self._stream is None:
            stream = path.open("a+", encoding="ascii", errors="replace")
            if not _taken(stream):
                stream.seek(0)
                process = stream.read(20).strip()
                stream.close()
                raise Busy(self.folder, process, self.work)
            if _still_there(stream, path):
                self._stream = stream
            else:  # whoever had it has just taken it away
                stream.close()
        # a full disk makes no difference to who has the lock
        with contextlib.suppress(OSError):
            self._stream.truncate(0)
            self._stream.write(f"{os.getpid()}\n")
            self._stream.flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of it, and leave no trace."""
        if self._stream is not None:
            with contextlib.suppress(OSError):
                (self.folder / self.name).unlink()
            with contextlib.suppress(OSError):
                self._stream.close()
            self._stream = None


def _still_there(stream: IO[str], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _taken(stream: IO[str]) -> bool:
        try:
            stream.seek(0)
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _taken(stream: IO[str]) -> bool:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
