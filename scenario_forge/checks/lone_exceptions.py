"""Rows of which one value tells another, in all of them but one."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class LoneException(NamedTuple):
    """The one row whose cell is not that of all others with its value."""

    row: int
    usual: str
    """The cell of the others."""
    others: int
    """How many they are."""
    alike: int
    """How many values have as many rows, all with one cell."""


def lone_exception(values: Sequence[str], cells: Sequence[str], least: int) -> LoneException | None:
    """Return the one row that stands against what each value tells of the cell beside it; None where there are more.

    Args:
        values: what tells, by row; a row without a value says nothing.
        cells: what is told, by row.
        least: how many others have to agree.

    >>> lone_exception("aaabbbb", "xxxyyzy", 3)
    LoneException(row=5, usual='y', others=3, alike=1)
    >>> lone_exception("aaabbbb", "xxzyyzy", 2) is None
    True
    """
    rows: dict[str, list[int]] = defaultdict(list)
    for row, value in enumerate(values):
        if value:
            rows[value].append(row)
    exceptions, usuals, whole = [], set(), 0
    for alike in rows.values():
        usual, times = Counter(cells[row] for row in alike).most_common(1)[0]
        usuals.add(usual)
        whole += len(alike) == times >= least
        exceptions += [LoneException(row, usual, times, 0) for row in alike if cells[row] != usual]
    alone = len(exceptions) == 1 and exceptions[0].others >= least and len(usuals) > 1
    return exceptions[0]._replace(alike=whole) if alone else None
