"""Dates of a chronology, and which days a game turn stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.project.calendar import DateError, day_number, month_number

if TYPE_CHECKING:
    from scenario_forge.project.schedule import Schedule

_DAYS = re.compile(r"(?:(\d{1,2})\s*[-–]\s*)?(\d{1,2})/(\d{1,2})/(\d{2}|\d{4})\Z")
_MONTHS = re.compile(r"(?:(\d{1,2})\s*[-–]\s*)?(\d{1,2})/(\d{2}|\d{4})\Z")


@dataclass(frozen=True, slots=True)
class Stretch:
    """The first and the last day that a printed date may mean."""

    first: int
    last: int


def read_date(text: str) -> Stretch:
    """A day, a month, or a stretch of either: ``12/2/41``, ``4/41``, ``21-27/5/41``, ``1-3/42``.

    Raises:
        DateError: it is none of these.
    """
    if match := _DAYS.match(text):
        from_day, day, month, year = match.groups()
        last = day_number(f"{day}/{month}/{year}")[0]
        first = day_number(f"{from_day}/{month}/{year}")[0] if from_day else last
    elif match := _MONTHS.match(text):
        from_month, month, year = match.groups()
        first = _month(f"{from_month or month}/{year}")
        last = _month(f"{month}/{year}", following=True) - 1
    else:
        raise DateError("it is neither day/month/year nor month/year")
    if last < first:
        raise DateError("it ends before it begins")
    return Stretch(first, last)


def _month(text: str, *, following: bool = False) -> int:
    """The first day of a month, or of the one after it."""
    year, month = divmod(month_number(text) + following, 12)
    return day_number(f"1/{month + 1}/{year:04}")[0]


def days_of(track: Schedule, turn: int) -> tuple[int, int] | None:
    """The first and the last day of a game turn; None where its date cannot be read."""
    own = _read(track, turn)
    if own is None:
        return None
    following = _read(track, turn + 1) if turn + 1 < track.calendar.length else None
    return own.first, max(own.first, following.first - 1) if following else own.last


def _read(track: Schedule, turn: int) -> Stretch | None:
    try:
        return read_date(track.calendar.text(turn).partition(" ")[0])
    except DateError:
        return None
