"""Results kept in the user's cache folder from one run to the next: plain JSON, found by a digest of all they rest on.

Nothing depends on what is kept: what is missing, damaged or foreign is worked out again, and where nothing can be
written nothing is kept. Never in a game's folder, since content is shared and nobody wants our files in it.
``SCENARIO_FORGE_CACHE`` names another folder, ``SCENARIO_FORGE_VERDICTS=off`` switches it off.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pydantic
import yaml

from scenario_forge.source.write import write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SWITCH = "SCENARIO_FORGE_VERDICTS"
"""Names the variable of the environment; ``off``, ``no`` and ``0`` mean that nothing is kept."""
MOST_FILES = 64
"""So many results of one kind are kept; the oldest go first."""
MOST_BYTES = 1 << 18
"""Of one result; what is larger is not kept, and not read either."""
_FORMAT = 1


def cache_folder() -> Path | None:
    """Where this user's caches are; None where no such place is known.

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


def kept(kind: str, rests_on: object, work: Callable[[], Any], fits: Callable[[Any], bool]) -> Any:  # noqa: ANN401
    """A result as plain JSON data: as it was kept, or else worked out and kept.

    Args:
        kind: a short name; results of one kind lie in one folder.
        rests_on: JSON data that differs whenever the result may differ: documents, code, questions. None: nobody
            knows all of it, so that nothing is kept.
        work: gives the result; what JSON cannot hold is given back as it is, and not kept.
        fits: whether data that were read have the shape of such a result. Files in a cache are not trusted.
    """
    folder = cache_folder() if os.environ.get(SWITCH, "").lower() not in ("off", "no", "0") else None
    key = _digest([_FORMAT, kind, sys.version, rests_on]) if rests_on is not None else None
    path = folder / kind / f"{key}.json" if folder and key else None
    if path is not None:
        found = _read(path, key)
        if found is not None and fits(found[0]):
            return found[0]
    made = work()
    own = _digest(made)
    if own is None:
        return made
    text = json.dumps({"key": key, "digest": own, "result": made})
    if path is not None and len(text) <= MOST_BYTES:
        _keep(path, text)
    return json.loads(text)["result"]  # as it will be read: the first run and the next say the same


def own_code(module: str, folders: Iterable[str]) -> list[str] | None:
    """What may take part in a result: code in folders of our package, and beside a rule system's module.

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
    """SHA-256 of the files with some suffixes in folders under ``root``; the same wherever the package is."""
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
        if write_file(path, text.encode(), path.name) is None:
            _limit(path.parent)


def _limit(folder: Path) -> None:
    """Remove the oldest files above the number that is kept, those that an interrupted run left among them."""
    dated = sorted(((path.stat().st_mtime_ns, path.name, path) for path in folder.iterdir()), reverse=True)
    for _when, _name, path in dated[MOST_FILES:]:
        with contextlib.suppress(OSError):  # another run may have been quicker
            path.unlink()
