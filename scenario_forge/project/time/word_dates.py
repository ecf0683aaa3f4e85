"""Dates in words, as labels and headings print them: ``Dec 40``, ``Nov 41 – March 42``, ``DEC``, ``8 Dec 41``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.project.time.calendar import CENTURY, MONTHS, DateError, day_number, month_number

if TYPE_CHECKING:
    from scenario_forge.project.time.calendar import Calendar
    from scenario_forge.project.time.schedule import Schedule


_LONG = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_WORD = re.compile(
    r"(?:(?<![\w/])(\d{1,2})(?:st|nd|rd|th)?\.?\s+)?\b([^\W\d_]{3,9})\b\.?(?:,?\s+(?:'|’)?(\d{4}|\d{2})\b(?!\w))?"
)


@dataclass(frozen=True, slots=True)
class WordDate:
    """A month named in a text, with the day before it and the year behind it where there are any."""

    month: int
    """0 to 11."""
    year: int | None
    day: int | None

    @property
    def months(self) -> int | None:
        """Months since year 0; None without a year."""
        return None if self.year is None else self.year * 12 + self.month


def month_named(word: str) -> int | None:
    """The month (0 to 11) that an English name or an abbreviation of three letters or more stands for."""
    folded = word.casefold()
    if folded == "sept":
        return 8
    matches = [n for n, name in enumerate(_LONG) if folded == name or folded == MONTHS[n].casefold()]
    return matches[0] if matches else None


def dates_in(text: str) -> list[WordDate]:
    """The dates that a text names, in order; a year behind the last month holds for those without one before it.

    >>> [d.months for d in dates_in("Nov – Dec 41")] == [1941 * 12 + 10, 1941 * 12 + 11]
    True
    """
    found: list[WordDate] = []
    for match in _WORD.finditer(text):
        month = month_named(match[2])
        if month is None:
            continue
        year = int(match[3]) + (CENTURY if len(match[3]) == 2 else 0) if match[3] else None
        found.append(WordDate(month, year, int(match[1]) if match[1] else None))
    for index in range(len(found) - 2, -1, -1):
        here, after = found[index], found[index + 1]
        if here.year is None and after.year is not None:
            year = after.year - (here.month > after.month)
            found[index] = WordDate(here.month, year, here.day)
    return found


@dataclass(frozen=True, slots=True)
class Season:
    """A season named in a text with its year: `Summer 1941`, `winter 41/42`."""

    said: str
    name: str
    years: tuple[int, ...]

    @property
    def months(self) -> frozenset[int]:
        """Months since year 0 that it may mean: a winter begins in one year or ends in it; of two years, both."""
        first = _SEASONS[self.name]
        if first is None:
            starts = [year * 12 + 11 for year in self.years[:1]]
            starts += [year * 12 - 1 for year in self.years[-1:]]
        else:
            starts = [year * 12 + first for year in self.years]
            # south of the equator a summer has two years
            starts += [self.years[0] * 12 + (first + 6) % 12] if len(self.years) > 1 else []
        return frozenset(month for start in starts for month in range(start, start + 3))

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """Equal for one season written in two ways."""
        return "autumn" if self.name == "fall" else self.name, self.years


_SEASONS = {"spring": 2, "summer": 5, "autumn": 8, "fall": 8, "winter": None}
"""The month, from 0, with which a season begins; a winter spans two years."""
_SEASON = re.compile(
    rf"\b({'|'.join(_SEASONS)})(?:\s+of)?\s+[’']?(\d{{4}}|\d{{2}})(?:\s*[/–-]\s*(\d{{4}}|\d{{2}}))?\b", re.IGNORECASE
)


def seasons_in(text: str) -> list[Season]:
    """The seasons that a text names with their years, in order.

    >>> [season.years for season in seasons_in("Summer 1941, winter 41/42")]
    [(1941,), (1941, 1942)]
    """
    plain = text.casefold()
    if not any(name in plain for name in _SEASONS):
        return []  # most texts: the expression takes ten times as long to see it
    return [
        Season(match[0], match[1].casefold(), tuple(_year(part) for part in match.groups()[1:] if part))
        for match in _SEASON.finditer(text)
    ]


def _year(text: str) -> int:
    return int(text) + (CENTURY if len(text) == 2 else 0)


def months_of(calendar: Calendar, turn: int) -> range:
    """The months, counted from year 0, in which a turn lies; none for turns without dates."""
    if not calendar.dated:
        return range(0)
    if calendar.unit == "month":
        first = calendar.origin + turn * calendar.step
        return range(first, first + calendar.step)
    first_day, last_day = calendar.text(turn), calendar.text(turn)
    if not calendar.parts and calendar.step > 1:
        last_day = _shifted(calendar, turn)
    return range(_month_of(first_day), _month_of(last_day) + 1)


def _shifted(calendar: Calendar, turn: int) -> str:
    """The last day of a turn of several days."""
    return replace(calendar, origin=calendar.origin + (turn + 1) * calendar.step - 1).text(0)


def _month_of(date: str) -> int:
    _day, month, year = date.split(" ", maxsplit=1)[0].split("/")
    return (int(year) + (CENTURY if len(year) == 2 else 0)) * 12 + int(month) - 1


def agrees(calendar: Calendar, turn: int, date: WordDate) -> bool:
    """Whether a date in words can be that of a turn; turns without dates contradict none."""
    if not calendar.dated:
        return True
    months = months_of(calendar, turn)
    if date.months is not None:
        return date.months in months
    return date.month in {month % 12 for month in months}


def says_otherwise(calendar: Calendar, turn: int, label: str) -> bool:
    """Whether a label names one date, and not that of the turn beside it."""
    named = dates_in(label)
    return len(named) == 1 and not agrees(calendar, turn, named[0])


# -- dates of a chronology, and which days a game turn stands for ----------------------------------


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
