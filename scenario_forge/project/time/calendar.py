"""Game turns as numbers: the calendar of a game and the dates its components print."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    """Not a date of this calendar. ``key`` is the key of a calendar at fault, if a calendar is."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


def month_number(text: str) -> int:
    """Months since year 0 of a printed ``12/40``.

    Raises:
        DateError: the text is not month/year.
    """
    match = _MONTH.match(text)
    if not match or not 1 <= int(match[1]) <= 12:
        raise DateError(f"`{text}` is not a date of the form month/year, such as 12/40")
    return _year(match[2]) * 12 + int(match[1]) - 1


def day_number(text: str) -> tuple[int, str]:
    """Days since 1/1/1 of a printed ``8/12/41``, and the part of the day named behind it.

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
    """Turns 0 to ``length`` - 1. ``origin`` counts months, days or, of turns without dates, these."""

    unit: str
    step: int
    parts: tuple[str, ...]
    origin: int
    length: int

    @classmethod
    def of(cls, model: CalendarModel) -> Calendar:
        """From time-track.yaml.

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
        """The number of a turn without a date, whose part of the day may be named behind it."""
        match = _TURN.match(text)
        if not match and text.isdecimal() and text.strip("0"):
            raise DateError(f"turns are numbered up to {_LAST_TURN}, so that there is no turn {text}")
        if not match:
            raise DateError(f"`{text}` is not the number of a turn, such as 3")
        number, part = int(match[1]), match[2] or ""
        if part and part != self._part(number):
            raise DateError(f"turn {number} is not `{part}`" + (f" but {self._part(number)}" if self.parts else ""))
        return number

    def _part(self, number: int) -> str:
        """The part of the day of a turn without a date: they follow each other from turn 1 on."""
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
        """A date on which something ends: a day without a part means the whole of it.

        Raises:
            DateError: it is no date of this calendar.
        """
        part = self.unit != "day" or not self.parts or day_number(text)[1]
        return text if part else f"{text} {self.parts[-1]}"

    def turn(self, text: str) -> int:
        """The number of the turn of a printed date; below 0 or beyond ``length`` when off the track.

        Raises:
            DateError: it is no date of this calendar.
        """
        return (self._absolute(text) - self.origin) // self.step

    def begins(self, text: str) -> bool:
        """Whether a turn begins on a printed date, which may be one inside a turn of several months, days or parts.

        Raises:
            DateError: it is no date of this calendar.
        """
        return (self._absolute(text) - self.origin) % self.step == 0

    def text(self, turn: int) -> str:
        """The turn in printed notation; ``turn(text(n)) == n``."""
        at = self.origin + turn * self.step
        if self.unit == "month":
            year, month = divmod(at, 12)
            return f"{month + 1}/{_short(year)}"
        if self.unit == "turn":
            return str(at)
        day, part = divmod(at, len(self.parts)) if self.parts else (at, 0)
        year, month, date = _civil(day)
        return f"{date}/{month}/{_short(year)}" + (f" {self.parts[part]}" if self.parts else "")

    def label(self, turn: int) -> str:
        """The turn in words: ``Dec 40``, ``8 Dec 41 dawn``, ``Turn 3, Evening``."""
        if self.unit == "turn":
            number = self.origin + turn
            return f"Turn {number}" + (f", {self._part(number)}" if self.parts else "")
        date, _, part = self.text(turn).partition(" ")
        *day, month, year = date.split("/")
        return " ".join([*day, MONTHS[int(month) - 1], year, *([part] if part else [])])

    def year(self, turn: int) -> str:
        """The year at the end of the turn's label, or the part of the day there; empty for turns without dates."""
        return self.label(turn).rpartition(" ")[2] if self.dated else ""


def _short(year: int) -> str:
    return f"{year - CENTURY:02}" if CENTURY <= year < CENTURY + 100 else f"{year:04}"


def _civil(days: int) -> tuple[int, int, int]:
    year = days // 366 + 1
    while day_number(f"1/1/{year + 1:04}")[0] <= days:
        year += 1
    month = 1
    while month < 12 and day_number(f"1/{month + 1}/{year:04}")[0] <= days:
        month += 1
    return year, month, days - day_number(f"1/{month}/{year:04}")[0] + 1
