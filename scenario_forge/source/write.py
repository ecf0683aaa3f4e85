"""Writing a file so that an interruption at any moment leaves the old one or the new one, whole."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Span
from scenario_forge.diagnostics.catalogue import fil
from scenario_forge.source.read import digest_of

if TYPE_CHECKING:
    from pathlib import Path

    from scenario_forge.diagnostics import Diagnostic

TEMPORARY_SUFFIX = ".forge-tmp"


def write_file(path: Path, data: bytes, file: str, read_digest: str | None = None) -> Diagnostic | None:
    """Replace a file in one step, or create it. None when that was done, else why not.

    The data go to a temporary file beside it, which takes its place when they are on the disk; the
    permissions stay. ``read_digest`` is the digest of the bytes that the change was made on; when the
    file has others by now, or is gone, nothing is written. ``file`` is its name in findings.
    """
    place = Span(file, 1, 1, 1, 2)
    try:
        target = path.resolve()  # a link stays a link; what it leads to is written
        if read_digest is not None and _digest_now(target) != read_digest:
            return fil.FIL011.at(place, path=file)
        _replace(target, data)
    except (OSError, RuntimeError) as error:  # a loop of links is a RuntimeError
        reason = getattr(error, "strerror", None) or str(error)
        return fil.FIL013.at(place, path=file, reason=reason)
    return None


def _digest_now(path: Path) -> str | None:
    try:
        return digest_of(path.read_bytes())
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)  # a device or a pipe is written to, never replaced
        return
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}{TEMPORARY_SUFFIX}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(temporary, target)  # noqa: PTH105 - named so that a test can make it fail
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """Have the folder's new entry on the disk too, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
