"""The recovery file: unsaved texts, kept outside the sources until they are saved.

Each session has a file of its own in the user's cache folder, with a lock beside it that the system releases when the
process dies. A file whose lock nobody holds is offered by the next session of the same game.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from scenario_forge.game.reading.folder import leads_out
from scenario_forge.source.files import cache_folder, write_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from filelock import FileLock

_FORMAT = 1


class UnsavedText(TypedDict):
    """An unsaved text (None: the document was removed), and the file that it was made from (None: there was none)."""

    text: str | None
    base: str | None
    digest: str | None


class Recovery:
    """Recovery file of one session, and what earlier sessions of the same game left."""

    def __init__(self, game: Path) -> None:
        self.folder = (cache_folder() or Path(tempfile.gettempdir()) / "scenario-forge") / "recovery"
        self._game = str(game.resolve())
        self._key = hashlib.sha256(os.fsencode(self._game)).hexdigest()[:16]
        self.offered: dict[str, UnsavedText] = {}
        """Unsaved texts of sessions that ended before they were saved, by document; of several the latest."""
        self.when = 0.0
        """When the latest of them was written, in seconds since 1970."""
        stamp = f"{self._key}-{time.time_ns():x}-{os.getpid()}"
        self.path = self.folder / f"{stamp}.json"
        self._left: list[Path] = []
        self._lock: FileLock | None = None
        self._why = ""
        try:
            self._begin()
        except OSError as error:
            self._why = f"unsaved texts cannot be kept for recovery in {self.folder}: {error.strerror or error}"

    def _begin(self) -> None:
        from filelock import FileLock  # noqa: PLC0415 - heavy, and only the editor keeps one

        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._left = self._abandoned()
        self._lock = FileLock(self.path.with_suffix(".lock"), timeout=0)
        self._lock.acquire()

    def keep(self, texts: Mapping[str, UnsavedText]) -> str:
        """Save unsaved texts; with none, remove the file. Return what went wrong, in words; empty if it was done."""
        if not texts or self._lock is None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            return self._why if texts else ""
        data = json.dumps({"format": _FORMAT, "game": self._game, "texts": dict(texts)}, ensure_ascii=True)
        problem = write_file(self.path, data.encode("ascii"), self.path.name)
        return problem.message if problem else ""

    def drop_saved(self, texts: Mapping[str, str]) -> None:
        """Keep on offer only texts that differ from those of the files, and that are of documents."""
        for name, kept in list(self.offered.items()):
            if leads_out(name) or not name.endswith((".yaml", ".yml")) or texts.get(name) == kept["text"]:
                del self.offered[name]
        if not self.offered:
            self.drop()

    def drop(self) -> None:
        """Drop what earlier sessions left: it was restored, or refused."""
        for path in self._left:
            _remove(path)
        self._left, self.offered = [], {}

    def close(self) -> None:
        """Release the lock. A file with unsaved texts stays, and is offered next time."""
        if self._lock is not None:
            self._lock.release()
        if not self.path.exists():
            _remove(self.path)

    def _abandoned(self) -> list[Path]:
        """Return files of this game that no session holds, the oldest first."""
        left: list[Path] = []
        for path in sorted(self.folder.glob(f"{self._key}-*.json"), key=_age):
            found = _read(path, self._game) if _unlocked(path) else None
            if found is not None:
                left.append(path)
                self.offered |= found
                self.when = _age(path)
        return left


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _unlocked(path: Path) -> bool:
    from filelock import FileLock, Timeout  # noqa: PLC0415 - as above

    try:
        with FileLock(path.with_suffix(".lock"), timeout=0):
            return True
    except (Timeout, OSError):
        return False


def _remove(path: Path) -> None:
    for each in (path, path.with_suffix(".lock")):
        with contextlib.suppress(OSError):
            each.unlink(missing_ok=True)


def _read(path: Path, game: str) -> dict[str, UnsavedText] | None:
    """Return the texts of a recovery file; None where it holds none of this game. Files in a cache are not trusted."""
    try:
        data: Any = json.loads(path.read_bytes())
        texts = data["texts"]
        if data["format"] != _FORMAT or data["game"] != game or not isinstance(texts, dict):
            return None
        return {str(name): _kept(each) for name, each in texts.items()}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def _kept(data: Any) -> UnsavedText:  # noqa: ANN401 - JSON that anybody may have written
    text, base, digest = data["text"], data["base"], data["digest"]
    if not isinstance(text, str | None) or not isinstance(base, str | None) or not isinstance(digest, str | None):
        raise TypeError
    return {"text": text, "base": base, "digest": digest}
