"""Turns and printed dates are inverse to each other, whatever a turn is."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.documents.time_track import Calendar as Model
from scenario_forge.game.calendar import MAX_TURNS, Calendar, DateError, day_number, month_number

YEARS = st.integers(1, 9700)
PARTS = st.lists(
    st.text("abc /-é", min_size=1, max_size=6).filter(lambda p: p == " ".join(p.split()) != ""), unique=True, max_size=4
)


def year_text(year: int) -> str:
    return f"{year - 1900:02}" if 1900 <= year < 2000 else f"{year:04}"


def months(first: str, last: str, step: int = 1) -> Calendar:
    return Calendar.of(Model(unit="month", step=step, first=first, last=last))


def days(first: str, last: str, parts: list[str] | None = None, step: int = 1) -> Calendar:
    given = {"parts": parts} if parts else {}
    return Calendar.of(Model(unit="day", step=step, first=first, last=last, **given))


# -- months ----------------------------------------------------------------------------------------


def test_a_track_of_25_months_counts_them():
    calendar = months("12/40", "12/42")
    assert calendar.length == 25
    assert [calendar.turn(date) for date in ("12/40", "1/41", "11/41", "12/42")] == [0, 1, 11, 24]
    assert [calendar.text(turn) for turn in (0, 1, 24)] == ["12/40", "1/41", "12/42"]
    assert calendar.label(3) == "Mar 41"


def test_dates_off_the_track_are_told_by_their_number():
    calendar = months("12/40", "12/42")
    assert calendar.turn("11/40") == -1
    assert calendar.turn("1/43") == calendar.length


@pytest.mark.parametrize(("step", "turn"), [(2, 3), (3, 2), (6, 1)])
def test_every_month_of_a_long_turn_is_that_turn(step, turn):
    calendar = months("1/41", "12/42", step)
    first = turn * step
    assert {calendar.turn(f"{first + n + 1}/41") for n in range(step) if first + n < 12} == {turn}
    assert calendar.length == 24 // step


def test_a_last_turn_may_be_cut_short():
    assert months("1/41", "5/41", 2).length == 3


@given(YEARS, st.integers(1, 12), st.integers(1, 6), st.integers(0, 400))
def test_a_turn_of_months_reads_as_it_is_written(year, month, step, turn):
    first = f"{month}/{year_text(year)}"
    calendar = months(first, first, step)
    assert calendar.text(0) == first
    assert calendar.turn(calendar.text(turn)) == turn


@given(YEARS, st.integers(1, 12))
def test_the_century_is_that_of_the_field_unless_it_is_written(year, month):
    assert month_number(f"{month}/{year:04}") == year * 12 + month - 1
    assert month_number(f"{month}/41") == 1941 * 12 + month - 1


# -- days ------------------------------------------------------------------------------------------


@given(st.dates(dt.date(1, 1, 1), dt.date(9999, 12, 31)))
def test_days_are_counted_as_the_calendar_has_them(date):
    text = f"{date.day}/{date.month}/{date.year:04}"
    assert day_number(text)[0] == date.toordinal() - 1


@given(st.dates(dt.date(1, 1, 1), dt.date(9900, 1, 1)), PARTS, st.integers(0, 3000), st.integers(1, 3))
def test_a_turn_of_days_reads_as_it_is_written(date, parts, turn, step):
    first = f"{date.day}/{date.month}/{year_text(date.year)}"
    calendar = days(first, first, parts, step)
    assert calendar.turn(calendar.text(turn)) == turn
    assert calendar.label(turn)


@pytest.mark.parametrize(
    ("date", "leap"), [("28/2/1900", False), ("28/2/2000", True), ("28/2/40", True), ("28/2/41", False)]
)
def test_the_day_after_the_28th_of_february(date, leap):
    calendar = days(date, date)
    assert calendar.text(1).startswith("29/2" if leap else "1/3")


@pytest.mark.parametrize(
    "text", ["29/2/41", "31/4/41", "0/1/41", "32/1/41", "1/0/41", "1/13/41", "1/41", "1/1/4", "1/1/041", "1.1.41", ""]
)
def test_what_is_no_day_is_refused(text):
    with pytest.raises(DateError):
        day_number(text)


@pytest.mark.parametrize(
    "text", ["0/41", "13/41", "12/4", "12/401", "8/12/41", "12/40 ", " 12/40", "12-40", "Dec 40", "12/40\n"]
)
def test_what_is_no_month_is_refused(text):
    with pytest.raises(DateError):
        month_number(text)


# -- parts of a day --------------------------------------------------------------------------------


def test_four_turns_a_day():
    calendar = days("20/11/41 noon", "22/11/41", ["dawn", "noon", "dusk", "night"])
    assert calendar.length == 11
    assert [calendar.text(turn) for turn in (0, 2, 3)] == ["20/11/41 noon", "20/11/41 night", "21/11/41 dawn"]
    assert calendar.label(3) == "21 Nov 41 dawn"
    assert calendar.turn("22/11/41 night") == calendar.length - 1


def test_a_day_without_a_part_is_its_first_turn():
    calendar = days("20/11/41", "21/11/41", ["am", "pm"])
    assert calendar.turn("21/11/41") == calendar.turn("21/11/41 am") == 2
    assert calendar.length == 4


def test_a_part_may_have_a_stroke_in_its_name():
    assert days("1/1/41", "1/1/41", ["a/b", "c"]).label(0) == "1 Jan 41 a/b"


def test_a_part_that_the_day_has_not_is_refused():
    with pytest.raises(DateError, match="dawn, dusk"):
        days("1/1/41", "1/1/41", ["dawn", "dusk"]).turn("1/1/41 noon")
    with pytest.raises(DateError, match="no parts"):
        days("1/1/41", "1/1/41").turn("1/1/41 noon")


@pytest.mark.parametrize("parts", [["am", "am"], ["", "pm"], [" am"], ["a  m"]])
def test_parts_must_be_told_apart(parts):
    with pytest.raises(DateError) as caught:
        days("1/1/41", "1/1/41", parts)
    assert caught.value.key == "parts"


# -- calendars that make no sense ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "key"),
    [("12/40", "11/40", "last"), ("13/40", "12/41", "first"), ("12/40", "soon", "last"), ("1/0001", "12/9999", "last")],
)
def test_a_calendar_says_which_of_its_dates_is_at_fault(first, last, key):
    with pytest.raises(DateError) as caught:
        months(first, last)
    assert caught.value.key == key


def test_the_longest_calendar():
    years, rest = divmod(MAX_TURNS - 1, 12)
    assert months("1/1000", f"{rest + 1}/{1000 + years}").length == MAX_TURNS


@pytest.mark.parametrize("number", ["10000", "2000000000"])
def test_a_turn_beyond_the_last_number_is_refused_by_that_number(number):
    with pytest.raises(DateError, match=f"turns are numbered up to 9999, so that there is no turn {number}"):
        Calendar.of(Model(unit="turn", first="1", last=number))
