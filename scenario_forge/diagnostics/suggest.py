"""Did you mean …: the nearest of the names that would have been right."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name nearest to ``word``, comparing without regard to case; None when nothing is near."""
    by_fold: dict[str, str] = {}
    for name in names:
        by_fold.setdefault(name.casefold(), name)
    found = get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else None


def did_you_mean(word: str, names: Iterable[str]) -> str | None:
    """``did you mean X?`` or None."""
    name = nearest(word, names)
    return None if name is None else f"did you mean {name}?"
