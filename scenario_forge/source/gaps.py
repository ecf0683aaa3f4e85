"""Files of a new game, as texts with gaps `<<name>>` that are filled in."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

_GAP = re.compile(r"<<([^<>]+)>>")


def filled_files(folder: Traversable, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the texts of a folder's YAML files by path, with ``values`` in their gaps.

    ``<<schemas>>`` is the path from a file to the folder of schemas beside them.

    Raises:
        KeyError: a gap has no value.
    """
    found = {}
    for name, text in _texts(folder):
        known = {**values, "schemas": "../" * name.count("/") + "schemas"}
        found[name] = _GAP.sub(partial(_value, known), text)
    return found


def _value(values: Mapping[str, str], gap: re.Match[str]) -> str:
    return values[gap[1]]


def _texts(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _texts(entry, f"{above}{entry.name}/")
        elif entry.name.endswith(".yaml"):
            yield f"{above}{entry.name}", entry.read_text(encoding="utf-8")
