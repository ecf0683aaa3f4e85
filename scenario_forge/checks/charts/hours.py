"""CHT024: hours of two rows of a chart that overlap."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import LinkedChart

CODES = Codes(__file__)
CHT024 = CODES.warning(
    "CHT024",
    "hours-disagree",
    "`{cell}` for {row} and `{other}` for {other_row} have hours in common",
)

_DAY = 24 * 60
_HALF = 12
_CLOCK = r"(\d{1,2})(?::([0-5]\d))?\s*([ap]m)?"
_SPAN = re.compile(rf"\s*{_CLOCK}\s*(?:-|–|to|until)\s*{_CLOCK}\s*\Z", re.IGNORECASE)
_SPANS = 3
"""Spans that make a column of hours."""


class _Hours(NamedTuple):
    """The hours of a row, in minutes of the day; past midnight where the end comes first."""

    row: str
    text: str
    first: int
    end: int
    where: Where

    def __contains__(self, minute: object) -> bool:
        """Whether a minute is within, the last not."""
        if not isinstance(minute, int):
            return False
        return self.first <= minute < self.end or self.first <= minute + _DAY < self.end


def hours(game: Game) -> Iterator[Diagnostic]:
    """Report spans of hours that overlap (CHT024)."""
    for table in tables(game).charts.values():
        for column in range(len(table.columns)):
            spans = [*_spans(table, column)]
            if len(spans) >= _SPANS:
                yield from _overlaps(spans)


def _spans(table: LinkedChart, column: int) -> Iterator[_Hours]:
    for row, cells in zip(table.rows, table.cells, strict=True):
        match = _SPAN.match(cells[column].text) if column < len(cells) else None
        if match and ((match[3] and match[6]) or (match[2] and match[5])):
            first, end = _minute(match[1], match[2], match[3]), _minute(match[4], match[5], match[6])
            yield _Hours(row.text, cells[column].text, first, end + (_DAY if end <= first else 0), cells[column].where)


def _minute(hour: str, minute: str | None, half: str | None) -> int:
    number = int(hour)
    if half:
        number = number % _HALF + (_HALF if half.casefold() == "pm" else 0)
    return number * 60 + int(minute or 0)


def _overlaps(spans: Sequence[_Hours]) -> Iterator[Diagnostic]:
    pairs = [(one, other) for one, other in combinations(spans, 2) if one.first in other or other.first in one]
    for one, other in pairs:
        often = sum(one in pair for pair in pairs) >= sum(other in pair for pair in pairs)
        here, there = (one, other) if often else (other, one)
        finding = CHT024.at(here.where, cell=here.text, row=here.row, other=there.text, other_row=there.row)
        yield finding.also(there.where, "the other").suggest("compare the hours with the printed chart")


CHECKS = (hours,)
