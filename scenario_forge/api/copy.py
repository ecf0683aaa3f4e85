"""A game's folder copied, to work on: bundled games are not to be changed where they are installed."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from scenario_forge.project.locate import find_game


class NotCopied(ValueError):  # noqa: N818 - named after what happened
    """The game was not copied; nothing was written."""


def copy_game(name: str, target: Path) -> Path:
    """Copy the YAML files of a game to a folder that does not exist yet; in one step, or not at all.

    Raises:
        NoSuchGame: no game is called so.
        NotCopied: the folder exists, or cannot be written.
    """
    source = find_game(name)
    if target.exists():
        raise NotCopied(f"{target} exists already; nothing is overwritten")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", suffix=".forge-tmp", dir=target.parent) as made:
            inner = Path(made, target.name)
            shutil.copytree(source, inner, ignore=_no_yaml, symlinks=True)
            inner.rename(target)
    except OSError as error:
        raise NotCopied(f"{target} cannot be written: {error.strerror or error}") from error
    return target


def _no_yaml(folder: str, names: list[str]) -> list[str]:
    """What of a folder is left out: all but YAML files and folders, and whatever is hidden."""
    return [
        name
        for name in names
        if name.startswith(".") or not (name.endswith(".yaml") or (Path(folder, name).is_dir() and name != "build"))
    ]
