"""One build at a time in a folder."""

from __future__ import annotations

from scenario_forge.source import lock
from scenario_forge.source.lock import Busy

__all__ = ["NAME", "Busy", "FolderLock"]

NAME = ".forge-build.lock"


class FolderLock(lock.FolderLock):
    """Held from `with` to its end."""

    name = NAME
    work = "build"
