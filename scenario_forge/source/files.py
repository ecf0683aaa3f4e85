"""Atomic writing of files: an interruption at any moment leaves the old file or the new one, whole."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import secrets
import stat
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pydantic
import yaml

from scenario_forge.diagnostics import Span
from scenario_forge.source.codes import FIL011, FIL013
from scenario_forge.source.read import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from scenario_forge.diagnostics import Diagnostic


TEMPORARY_SUFFIX = ".forge-tmp"
_TRIES = 5
"""How often a write is tried whose temporary file another process takes for a leftover."""
_YOUNGEST = 1.0
"""Age in seconds at which a temporary file is a leftover: writes take milliseconds."""


_LEFTOVER = re.compile(rf"\.(.+)\.[a-z0-9_]{{8}}{re.escape(TEMPORARY_SUFFIX)}").fullmatch


def leftover_of(name: str) -> str | None:
    """Return the name that a temporary file or folder was to get; None for any other name.

    >>> [leftover_of(name) for name in (".map.yaml.0123abcd.forge-tmp", ".map.yaml.swp")]
    ['map.yaml', None]
    """
    match = _LEFTOVER(name)
    return match[1] if match else None


def write_file(path: Path, data: bytes, file: str, read_digest: str | None = None) -> Diagnostic | None:
    """Replace a file in one step, or create it; return None on success, else the finding that says why not.

    The data go to a temporary file beside it, which takes its place when they are on the disk; the
    permissions stay. Temporary files of writes that were killed are removed first.

    ``read_digest`` is the digest of the bytes that the change was made on; when the file has others by now, or is
    gone, nothing is written. ``file`` is its name in findings.
    """
    place = Span(file, 1, 1, 1, 2)
    try:
        target = path.resolve()  # a link stays a link; what it leads to is written
        _remove_leftovers(target)
        for tries_left in reversed(range(_TRIES)):
            if read_digest is not None and _digest_now(target) != read_digest:
                return FIL011.at(place, path=file)
            try:
                _replace(target, data)
                break
            except FileNotFoundError:
                if not tries_left or not target.parent.is_dir():
                    raise
    except (OSError, RuntimeError) as error:  # a loop of links is a RuntimeError
        reason = getattr(error, "strerror", None) or str(error)
        return FIL013.at(place, path=file, reason=reason)
    return None


def _remove_leftovers(target: Path) -> None:
    """Remove the temporary files of writes of a file that were killed; a write that was only slow is tried again."""
    with contextlib.suppress(OSError), os.scandir(target.parent) as entries:
        for entry in [each for each in entries if leftover_of(each.name) == target.name]:
            with contextlib.suppress(OSError):
                if time.time() - entry.stat().st_mtime > _YOUNGEST:
                    os.unlink(entry.path)  # noqa: PTH108 - a path by its text


def _digest_now(path: Path) -> str | None:
    try:
        return digest_of(path.read_bytes())
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, *, settled: bool = True) -> None:
    """Put data in the place of a file; ``settled``: only once they are on the disk."""
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)  # a device or a pipe is written to, never replaced
        return
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}{TEMPORARY_SUFFIX}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            if settled:
                stream.flush()
                os.fsync(stream.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(temporary, target)  # noqa: PTH105 - named so that a test can make it fail
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if settled:
        _settle(target.parent)


def _settle(folder: Path) -> None:
    """Have the folder's new entry on the disk too, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# -- one work at a time in a folder ----------------------------------------------------------------


class Busy(RuntimeError):  # noqa: N818 - says how the folder is
    """Error for a folder in which another process is at work; ``process`` is its number, if it is known."""

    def __init__(self, folder: Path, process: str, work: str = "build") -> None:
        super().__init__(f"another {work} is at work in {folder}" + (f" (process {process})" if process else ""))
        self.process = process


class FolderLock:
    """Lock on a folder, held from `with` to its end."""

    name = ".forge.lock"
    """The file that is locked."""
    work = "run"
    """What is done there, in words."""

    def __init__(self, folder: Path) -> None:
        from filelock import FileLock  # noqa: PLC0415 - heavy, and few commands lock a folder

        self.folder = folder
        self._lock = FileLock(folder / self.name, timeout=_SETTLED, poll_interval=_SETTLED / 4)

    def __enter__(self) -> FolderLock:
        """Take the lock.

        Raises:
            Busy: another process has it.
            OSError: nothing can be written there.
        """
        from filelock import Timeout  # noqa: PLC0415 - as above

        path = self.folder / self.name
        try:
            self._lock.acquire()
        except Timeout:
            raise Busy(self.folder, _holder(path), self.work) from None
        with contextlib.suppress(OSError):  # Windows keeps others from writing; a full disk loses only the number
            path.write_text(f"{os.getpid()}\n", "ascii")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock, and leave no trace."""
        with contextlib.suppress(OSError):  # before the release: whoever has opened this file sees that it is gone
            (self.folder / self.name).unlink()
        self._lock.release()


_SETTLED = 0.2
"""Seconds in which the file of a lock that is being released is gone."""


def _holder(path: Path) -> str:
    """The number of the process that has a lock; empty if it cannot be read."""
    try:
        return path.read_bytes()[:20].decode("ascii", "replace").strip()
    except OSError:
        return ""


# -- results kept in the user's cache folder from one run to the next ------------------------------


SWITCH = "SCENARIO_FORGE_VERDICTS"
"""Names the variable of the environment; ``off``, ``no`` and ``0`` mean that nothing is kept."""
MOST_FILES = 64
"""So many results of one kind are kept; the oldest go first."""
MOST_BYTES = 1 << 18
"""Of one result; what is larger is not kept, and not read either."""
_FORMAT = 1


def cache_folder() -> Path | None:
    """Return this user's cache folder; None where no such place is known.

    ``SCENARIO_FORGE_CACHE`` names another; XDG_CACHE_HOME counts if it is absolute, as its specification says.
    """
    chosen = os.environ.get("SCENARIO_FORGE_CACHE")
    if chosen:
        return Path(chosen)
    named = os.environ.get({"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME"), "")
    usual = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    try:
        base = Path(named) if named and Path(named).is_absolute() else Path.home() / usual
    except RuntimeError:  # nobody's home
        return None
    return base / "scenario-forge"


def cached_result(kind: str, rests_on: object, work: Callable[[], Any], fits: Callable[[Any], bool]) -> Any:  # noqa: ANN401 - as JSON
    """Return a result as plain JSON data, from the cache or else worked out and stored there.

    Args:
        kind: a short name; results of one kind lie in one folder.
        rests_on: JSON data that differs whenever the result may differ: documents, code, questions. None: nobody
            knows all of it, so that nothing is kept.
        work: gives the result; what JSON cannot hold is given back as it is, and not kept.
        fits: whether data that were read have the shape of such a result. Files in a cache are not trusted.
    """
    found = kept_result(kind, rests_on)
    if found is not None and fits(found[0]):
        return found[0]
    return keep_result(kind, rests_on, work())


def kept_result(kind: str, rests_on: object) -> tuple[Any] | None:
    """Return the result that is kept under what it rests on; None where nothing whole is."""
    path, key = _place_of(kind, rests_on)
    return _read(path, key) if path is not None else None


def keep_result(kind: str, rests_on: object, result: Any) -> Any:  # noqa: ANN401 - as JSON
    """Keep a result under what it rests on, in place of an earlier one; return it as it will be read."""
    path, key = _place_of(kind, rests_on)
    own = _digest(result)
    if own is None:
        return result
    text = json.dumps({"key": key, "digest": own, "result": result})
    if path is not None and len(text) <= MOST_BYTES:
        _keep(path, text)
    return json.loads(text)["result"]  # the first run and the next say the same


def _place_of(kind: str, rests_on: object) -> tuple[Path | None, str | None]:
    """Return the file of a result and its key; no file where nothing is kept."""
    folder = cache_folder() if os.environ.get(SWITCH, "").lower() not in ("off", "no", "0") else None
    key = _digest([_FORMAT, kind, sys.version, rests_on]) if rests_on is not None else None
    return (folder / kind / f"{key}.json" if folder and key else None), key


def own_code(module: str, folders: Iterable[str]) -> list[str] | None:
    """Return the code that a result may depend on: folders of our package, and beside a rule system's module.

    With the versions of the libraries that read documents. None if the module is not of our package: then nobody
    knows what it runs through.
    """
    package, *inner = module.split(".")
    if package != __package__.partition(".")[0] or len(inner) < 2:
        return None
    root = Path(__file__).parent.parent
    every = [*folders, "/".join(inner[:-1])]
    return [pydantic.VERSION, yaml.__version__, *(_folder_digest(root, folder) for folder in every)]


@cache
def _folder_digest(root: Path, folder: str) -> str:
    return code_digest(root, [folder], (".py", ".yaml"))


def code_digest(root: Path, folders: Iterable[str], suffixes: tuple[str, ...]) -> str:
    """Return SHA-256 of the files with some suffixes in folders under ``root``; the same for every installation."""
    start = len(str(root)) + 1
    names = sorted(
        f"{at}{os.sep}{name}"[start:].replace(os.sep, "/")
        for folder in folders
        for at, _folders, files in os.walk(root / folder)
        for name in files
        if name.endswith(suffixes)
    )
    made = hashlib.sha256()
    for name in names:
        data = (root / name).read_bytes().replace(b"\r\n", b"\n")
        made.update(f"{name} {len(data)} ".encode())
        made.update(data)
    return made.hexdigest()


def _digest(value: object) -> str | None:
    """SHA-256 of JSON data; None of what JSON cannot hold, such as a number of 5,000 digits."""
    try:
        return hashlib.sha256(json.dumps(value, sort_keys=True, allow_nan=False).encode()).hexdigest()
    except (TypeError, ValueError, RecursionError):
        return None


def _read(path: Path, key: str | None) -> tuple[Any] | None:
    """What was kept under a key; None where nothing whole is."""
    try:
        with path.open("rb") as stream:
            text = stream.read(MOST_BYTES + 1)
        data = json.loads(text) if len(text) <= MOST_BYTES else {}
        result = data["result"]
        return (result,) if data["key"] == key and data["digest"] == _digest(result) else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def _keep(path: Path, text: str) -> None:
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text.encode(), settled=False)  # half a file is seen by its digest, and worked out again
        _limit(path.parent)


def _limit(folder: Path) -> None:
    """Remove the oldest files above the number that is kept, those that an interrupted run left among them."""
    dated = sorted(((path.stat().st_mtime_ns, path.name, path) for path in folder.iterdir()), reverse=True)
    for _when, _name, path in dated[MOST_FILES:]:
        with contextlib.suppress(OSError):  # another run may have been quicker
            path.unlink()
