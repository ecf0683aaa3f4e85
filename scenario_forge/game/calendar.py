"""Game turns as numbers and dates: the calendar of a game, the dates that components print, and dates in words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.documents.time_track import Calendar as CalendarModel


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
CENTURY = 1900

_MONTH = re.compile(r"(\d{1,2})/(\d{2}|\d{4})\Z")
_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{2}|\d{4})(?: (\S.*))?\Z")
_TURN = re.compile(r"(?:[Tt]urn )?(\d{1,4})(?:,? (\S.*))?\Z")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


MAX_TURNS = 10_000
_LAST_TURN = 9_999


class DateError(ValueError):
    """A text that is no date of this calendar. ``key`` is the key of a calendar at fault, if a calendar is."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


def month_number(text: str) -> int:
    """Return the months since year 0 of a printed ``12/40``.

    Raises:
        DateError: the text is not month/year.
    """
    match = _MONTH.match(text)
    if not match or not 1 <= int(match[1]) <= 12:
        raise DateError(f"`{text}` is not a date of the form month/year, such as 12/40")
    return _year(match[2]) * 12 + int(match[1]) - 1


def day_number(text: str) -> tuple[int, str]:
    """Return the days since 1/1/1 of a printed ``8/12/41``, and the part of the day named behind it.

    Raises:
        DateError: the text is not day/month/year.
    """
    match = _DAY.match(text)
    if not match or not 1 <= int(match[2]) <= 12:
        raise DateError(f"`{text}` is not a date of the form day/month/year, such as 8/12/41")
    day, month, year = int(match[1]), int(match[2]), _year(match[3])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= _DAYS[month - 1] + (leap and month == 2):
        raise DateError(f"`{text}` is not a day of that month")
    before = sum(_DAYS[: month - 1]) + (leap and month > 2) + day - 1
    past = year - 1
    return past * 365 + past // 4 - past // 100 + past // 400 + before, match[4] or ""


def _year(text: str) -> int:
    return int(text) + (CENTURY if len(text) == 2 else 0)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A calendar of turns 0 to ``length`` - 1. ``origin`` is turn 0 in months, days or, without dates, turns."""

    unit: str
    step: int
    parts: tuple[str, ...]
    origin: int
    length: int

    @classmethod
    def of(cls, model: CalendarModel) -> Calendar:
        """Read a calendar from time-track.yaml.

        Raises:
            DateError: the first or last turn is no date, or the last is before the first; ``key`` says which.
        """
        parts = tuple(model.parts)
        wrong = next((p for n, p in enumerate(parts) if not p or p != " ".join(p.split()) or p in parts[:n]), None)
        if wrong is not None:
            raise DateError(f"`{wrong}` cannot be told from the other parts of the day", "parts")
        if model.unit == "turn" and model.step != 1:
            raise DateError("turns without dates are counted one by one", "step")
        bare = cls(model.unit, model.step, parts, 0, 1)
        first, last = bare._bound(model.first, "first"), bare._bound(model.last, "last")
        if last < first:
            raise DateError(f"the last turn {model.last} is before the first {model.first}", "last")
        length = (last - first) // model.step + 1
        if length > MAX_TURNS:
            raise DateError(f"from {model.first} to {model.last} there are more than {MAX_TURNS} turns", "last")
        return cls(model.unit, model.step, parts, first, length)

    def _absolute(self, text: str) -> int:
        if self.unit == "month":
            return month_number(text)
        if self.unit == "turn":
            return self._number(text)
        day, part = day_number(text)
        if not self.parts and part:
            raise DateError(f"the days of this calendar have no parts such as `{part}`")
        if not self.parts:
            return day
        if part and part not in self.parts:
            raise DateError(f"`{part}` is not a part of the day: {', '.join(self.parts)}")
        return day * len(self.parts) + (self.parts.index(part) if part else 0)

    def _number(self, text: str) -> int:
        """Return the number of a turn without a date, whose part of the day may be named behind it."""
        match = _TURN.match(text)
        if not match and text.isdecimal() and text.strip("0"):
            raise DateError(f"turns are numbered up to {_LAST_TURN}, so that there is no turn {text}")
        if not match:
            raise DateError(f"`{text}` is not the number of a turn, such as 3")
        number, part = int(match[1]), match[2] or ""
        if part and part != self.part(number):
            raise DateError(f"turn {number} is not `{part}`" + (f" but {self.part(number)}" if self.parts else ""))
        return number

    def part(self, number: int) -> str:
        """Return the part of the day of a turn without a date: they follow each other from turn 1 on."""
        return self.parts[(number - 1) % len(self.parts)] if self.parts else ""

    @property
    def dated(self) -> bool:
        """Whether its turns have dates."""
        return self.unit != "turn"

    def _bound(self, text: str, key: str) -> int:
        """The first or last turn; a last day without a part means the whole of it."""
        try:
            return self._absolute(self.to_its_end(text) if key == "last" else text)
        except DateError as error:
            raise DateError(str(error), key) from None

    def to_its_end(self, text: str) -> str:
        """Return a date on which something ends, with the last part of the day where it names none.

        Raises:
            DateError: it is no date of this calendar.
        """
        part = self.unit != "day" or not self.parts or day_number(text)[1]
        return text if part else f"{text} {self.parts[-1]}"

    def turn(self, text: str) -> int:
        """Return the number of the turn of a printed date; below 0 or beyond ``length`` when off the track.

        Raises:
            DateError: it is no date of this calendar.
        """
        return (self._absolute(text) - self.origin) // self.step

    def begins(self, text: str) -> bool:
        """Return whether a turn begins on a printed date, which may lie inside a turn of several months, days or parts.

        Raises:
            DateError: it is no date of this calendar.
        """
        return (self._absolute(text) - self.origin) % self.step == 0

    def text(self, turn: int) -> str:
        """Return a turn in printed notation; ``turn(text(n)) == n``."""
        at = self.origin + turn * self.step
        if self.unit == "month":
            year, month = divmod(at, 12)
            return f"{month + 1}/{_short(year)}"
        if self.unit == "turn":
            return str(at)
        day, part = divmod(at, len(self.parts)) if self.parts else (at, 0)
        year, month, date = civil(day)
        return f"{date}/{month}/{_short(year)}" + (f" {self.parts[part]}" if self.parts else "")

    def label(self, turn: int) -> str:
        """Return a turn in words: ``Dec 40``, ``8 Dec 41 dawn``, ``Turn 3, Evening``."""
        if self.unit == "turn":
            number = self.origin + turn
            return f"Turn {number}" + (f", {self.part(number)}" if self.parts else "")
        date, _, part = self.text(turn).partition(" ")
        *day, month, year = date.split("/")
        return " ".join([*day, MONTHS[int(month) - 1], year, *([part] if part else [])])

    def year(self, turn: int) -> str:
        """Return the year at the end of a turn's label, or the part of the day there; empty for turns without dates."""
        return self.label(turn).rpartition(" ")[2] if self.dated else ""


def _short(year: int) -> str:
    return f"{year - CENTURY:02}" if CENTURY <= year < CENTURY + 100 else f"{year:04}"


def civil(days: int) -> tuple[int, int, int]:
    """Return the year, month and day of the month of a day counted from 1/1/1."""
    year = days // 366 + 1
    while day_number(f"1/1/{year + 1:04}")[0] <= days:
        year += 1
    month = 1
    while month < 12 and day_number(f"1/{month + 1}/{year:04}")[0] <= days:
        month += 1
    return year, month, days - day_number(f"1/{month}/{year:04}")[0] + 1


# -- dates in words, as labels and headings print them: `Dec 40`, `Nov 41 – March 42`, `8 Dec 41` ---


_LONG = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_WORD = re.compile(
    r"(?:(?<![\w/])(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?\s+)?\b(?P<month>[^\W\d_]{3,9})\b\.?"
    r"(?:\s+(?P<behind>\d{1,2})(?:st|nd|rd|th)\b)?(?:,?\s+(?:'|’)?(?P<year>\d{4}|\d{2})\b(?!\w))?"
    r"|(?<![\w/.,])(?:(?P<d>\d{1,2})/)?(?P<m>1[0-2]|0?[1-9])/(?P<y>\d{4})(?![\w/])"
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

    @property
    def text(self) -> str:
        """The date in words, `13 April 1941`."""
        return " ".join(str(word) for word in (self.day, _LONG[self.month].title(), self.year) if word is not None)


def month_named(word: str) -> int | None:
    """Return the month (0 to 11) that an English name or an abbreviation of three letters or more stands for."""
    folded = word.casefold()
    if folded == "sept":
        return 8
    matches = [n for n, name in enumerate(_LONG) if folded == name or folded == MONTHS[n].casefold()]
    return matches[0] if matches else None


def dates_in(text: str) -> list[WordDate]:
    """Return the dates in a text, in order; a year behind the last month holds for those without one before it.

    >>> [d.months for d in dates_in("Nov – Dec 41")] == [1941 * 12 + 10, 1941 * 12 + 11]
    True
    >>> dates_in("3/1941"), dates_in("April 13th, 1941")[0].day
    ([WordDate(month=2, year=1941, day=None)], 13)
    """
    found: list[WordDate] = []
    for match in _WORD.finditer(text):
        month = int(match["m"]) - 1 if match["m"] else month_named(match["month"])
        if month is None:
            continue
        year, day = match["y"] or match["year"], match["d"] or match["day"] or match["behind"]
        found.append(WordDate(month, _year(year) if year else None, int(day) if day else None))
    for index in range(len(found) - 2, -1, -1):
        here, after = found[index], found[index + 1]
        if here.year is None and after.year is not None:
            year = after.year - (here.month > after.month)
            found[index] = WordDate(here.month, year, here.day)
    return found


def with_date(text: str, number: int, month: int) -> str:
    """Return a text with its date of a number, from 0, in another month, counted from year 0, written as it was.

    >>> with_date("3/1942 to 12/1942", 0, 1941 * 12 + 2), with_date("Nov 41 - May 42", 1, 1943 * 12)
    ('3/1941 to 12/1942', 'Nov 41 - Jan 43')
    >>> with_date("April 1941", 0, 1941 * 12 + 5), with_date("May 1941 to July 1942", 0, 1941 * 12 + 5)
    ('June 1941', 'June 1941 to July 1942')
    """
    dated = [match for match in _WORD.finditer(text) if match["m"] or month_named(match["month"]) is not None]
    found, year = dated[number], month // 12
    written = found["y"] or found["year"] or ""
    new = {"y" if found["m"] else "year": f"{year % 100:02}" if len(written) == 2 else str(year)} if written else {}
    if found["m"]:
        new["m"] = f"{month % 12 + 1:02}" if found["m"].startswith("0") else str(month % 12 + 1)
    else:
        name = _LONG[month % 12].capitalize()
        names = {match["month"].casefold() for match in dated if match["month"]} - {"may"}  # it is long and short
        is_long = names & {*_LONG} if names else len(written) > len("41")
        new["month"] = name if is_long else name[:3]
    for part in sorted(new, key=found.start, reverse=True):
        text = text[: found.start(part)] + new[part] + text[found.end(part) :]
    return text


@dataclass(frozen=True, slots=True)
class Season:
    """A season named in a text with its year: `Summer 1941`, `winter 41/42`."""

    text: str
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
        """A key that is equal for one season written in two ways."""
        return "autumn" if self.name == "fall" else self.name, self.years


_SEASONS = {"spring": 2, "summer": 5, "autumn": 8, "fall": 8, "winter": None}
"""The month, from 0, with which a season begins; a winter spans two years."""
_SEASON = re.compile(
    rf"\b({'|'.join(_SEASONS)})(?:\s+of)?\s+[’']?(\d{{4}}|\d{{2}})(?:\s*[/–-]\s*(\d{{4}}|\d{{2}}))?\b", re.IGNORECASE
)


def seasons_in(text: str) -> list[Season]:
    """Return the seasons that a text names with their years, in order.

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


def months_of(calendar: Calendar, turn: int) -> range:
    """Return the months, counted from year 0, in which a turn lies; none for turns without dates."""
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
    return _year(year) * 12 + int(month) - 1


def agrees(calendar: Calendar, turn: int, date: WordDate) -> bool:
    """Return whether a date in words can be that of a turn; turns without dates contradict none."""
    return not calendar.dated or place_in_turn(calendar, turn, date) is not None


def place_in_turn(calendar: Calendar, turn: int, date: WordDate) -> int | None:
    """Return the month of a turn, or its day, that a date in words means, counted from 0; None where it means none."""
    if date.day is None or calendar.unit != "day":
        months = list(months_of(calendar, turn))
        same = [month for month in months if date.months in (None, month) and month % 12 == date.month]
        return months.index(same[0]) if same else None
    for number, day in enumerate(_days_of(calendar, turn)):
        year, month, of_month = civil(day)
        if (month - 1, of_month) == (date.month, date.day) and date.year in (None, year):
            return number
    return None


def _days_of(calendar: Calendar, turn: int) -> range:
    """The days, counted from 1/1/1, in which a turn of days or of parts of days lies."""
    parts = len(calendar.parts) or 1
    first = calendar.origin + turn * calendar.step
    return range(first // parts, (first + calendar.step - 1) // parts + 1)


def label_contradicts(calendar: Calendar, turn: int, label: str) -> bool:
    """Return whether a label names one date, and not that of the turn beside it."""
    named = dates_in(label)
    return len(named) == 1 and not agrees(calendar, turn, named[0])


# -- dates of a chronology, and which days a game turn stands for ----------------------------------


_STRETCH_OF_DAYS = re.compile(r"(?:(\d{1,2})\s*[-–]\s*)?(\d{1,2})/(\d{1,2})/(\d{2}|\d{4})\Z")
_STRETCH_OF_MONTHS = re.compile(r"(?:(\d{1,2})\s*[-–]\s*)?(\d{1,2})/(\d{2}|\d{4})\Z")


@dataclass(frozen=True, slots=True)
class Stretch:
    """The first and the last day that a printed date may mean."""

    first: int
    last: int


def read_date(text: str) -> Stretch:
    """Read a day, a month, or a stretch of either: ``12/2/41``, ``4/41``, ``21-27/5/41``, ``1-3/42``.

    Raises:
        DateError: it is none of these.
    """
    if match := _STRETCH_OF_DAYS.match(text):
        from_day, day, month, year = match.groups()
        last = day_number(f"{day}/{month}/{year}")[0]
        first = day_number(f"{from_day}/{month}/{year}")[0] if from_day else last
    elif match := _STRETCH_OF_MONTHS.match(text):
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
