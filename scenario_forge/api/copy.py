"""A game's folder copied, to work on: bundled games are not to be changed where they are installed.

The copy has the schemas beside it, and its files name those, so that an editor completes keys at once.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from scenario_forge.project.locate import find_game
from scenario_forge.project.schemas import all_schemas

_SCHEMA = re.compile(rb"\A# yaml-language-server: \$schema=\S*?([^/\s]+\.schema\.json)")


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
            _bring_schemas(inner)
            inner.rename(target)
    except OSError as error:
        raise NotCopied(f"{target} cannot be written: {error.strerror or error}") from error
    return target


def _bring_schemas(folder: Path) -> None:
    for path in sorted(folder.rglob("*.yaml")):
        up = "../" * (len(path.relative_to(folder).parts) - 1)
        line = rf"# yaml-language-server: $schema={up}schemas/\1".encode()
        path.write_bytes(_SCHEMA.sub(line, path.read_bytes()))
    (folder / "schemas").mkdir(exist_ok=True)
    for name, text in all_schemas().items():
        (folder / "schemas" / name).write_bytes(text.encode())


def _no_yaml(folder: str, names: list[str]) -> list[str]:
    """What of a folder is left out: all but YAML files and folders, and whatever is hidden."""
    return [
        name
        for name in names
        if name.startswith(".") or not (name.endswith(".yaml") or (Path(folder, name).is_dir() and name != "build"))
    ]
