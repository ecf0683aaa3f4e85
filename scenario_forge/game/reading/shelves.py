"""Shelves: folders whose subfolders are games. Imports nothing slow, since completion by the Tab key reads them too."""

from __future__ import annotations

import os

LOCAL = "content"
"""Where an author's project keeps its games, seen from the current folder."""


def bundled_shelf(package: str) -> str | None:
    """Return the shelf of the games that come with a package: in it, or beside it in a checkout; None if nowhere."""
    inside = os.path.join(package, "content")  # noqa: PTH118 - pathlib takes longer than all of this
    if os.path.isdir(inside):  # noqa: PTH112 - never raises
        return inside
    checkout = os.path.dirname(package)  # noqa: PTH120
    beside = os.path.join(checkout, "content")  # noqa: PTH118
    if os.path.isfile(os.path.join(checkout, "pyproject.toml")) and os.path.isdir(beside):  # noqa: PTH112, PTH113, PTH118
        return beside
    return None


def folders(shelf: str | os.PathLike[str]) -> list[str]:
    """Return the names of a shelf's folders; none where it cannot be read."""
    try:
        with os.scandir(shelf) as entries:
            return sorted(entry.name for entry in entries if not entry.name.startswith(".") and entry.is_dir())
    except OSError:
        return []
