"""The names that code of a game may look up: the words of the texts in it."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import files_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_TEXT = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_PART = re.compile(r"\{[^}]*\}")
_NAMES = re.compile(r"[\w{}*+-]+(?:\.[\w{}*+-]+)*")


def written_in(packages: Iterable[str]) -> frozenset[str]:
    """Return every text in the code of packages that may be a name, whole and by its steps: `face.fired`, `fired`."""
    files = (file for package in packages for file in files_of(package))
    return frozenset(name for path, changed in files for name in _names(path, changed))


def is_written(name: str, written: Collection[str]) -> bool:
    """Return whether one of the texts is a name, or makes it of parts.

    >>> is_written("risk.low", {"risk.{end}", "{name}"}), is_written("fort.low", {"risk.{end}", "{name}"})
    (True, False)
    """
    made = (_PART.sub("*", text) for text in written if "{" in text)
    return name in written or any(fnmatchcase(name, pattern) for pattern in made if pattern.strip("*."))


@cache
def _names(path: str, _changed: int) -> frozenset[str]:
    texts = (one or other for one, other in _TEXT.findall(Path(path).read_text(encoding="utf-8")))
    names = {text for text in texts if _NAMES.fullmatch(text)}
    return frozenset(names | {step for name in names for step in name.split(".")})
