"""Dates in words, as headings and labels print them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.documents.time_track import Calendar as Model
from scenario_forge.game.calendar import Calendar, agrees, dates_in, label_contradicts, months_of

TRACK = Calendar.of(Model(unit="month", first="12/40", last="12/42"))
LONG = Calendar.of(Model(unit="month", step=2, first="1/41", last="12/42"))
DAYS = Calendar.of(Model(unit="day", parts=["am", "pm"], first="20/11/41", last="10/12/41"))
WEEKS = Calendar.of(Model(unit="day", step=7, first="20/11/41", last="31/12/41"))


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Dec 40", [(11, 1940)]),
        ("DEC", [(11, None)]),
        ("December 1940 to March 1941", [(11, 1940), (2, 1941)]),
        ("Nov 41 – March 42", [(10, 1941), (2, 1942)]),
        ("Nov – Dec 41", [(10, 1941), (11, 1941)]),
        ("Nov – March 42", [(10, 1941), (2, 1942)]),
        ("Mar–Aug 41", [(2, 1941), (7, 1941)]),
        ("Sept. '41", [(8, 1941)]),
        ("8th Dec 41", [(11, 1941)]),
        ("Summer 1941", []),
        ("Marsa Matruh", []),
        ("Operation Decoy 41", []),
        ("May 42*", [(4, 1942)]),
        ("12/40", []),
        ("", []),
    ],
)
def test_the_dates_that_a_text_names(text, dates):
    assert [(date.month, date.year) for date in dates_in(text)] == dates


def test_a_day_before_the_month_is_kept():
    assert [date.day for date in dates_in("20 Nov 41 to 4 December")] == [20, 4]


@given(st.text(max_size=40))
def test_any_text_may_be_asked(text):
    for date in dates_in(text):
        assert 0 <= date.month <= 11


@given(st.integers(0, TRACK.length - 1))
def test_a_turns_own_label_is_its_date(turn):
    assert not label_contradicts(TRACK, turn, TRACK.label(turn))
    assert label_contradicts(TRACK, turn, TRACK.label(turn + 1))
    assert label_contradicts(TRACK, turn, TRACK.label(turn + 12))


@given(st.integers(0, DAYS.length - 1))
def test_a_label_of_a_day_is_in_its_month(turn):
    assert not label_contradicts(DAYS, turn, DAYS.label(turn))


def test_either_month_of_a_long_turn_is_its_date():
    assert [agrees(LONG, 1, date) for date in dates_in("Feb, Mar, Apr, May 41")] == [False, True, True, False]


def test_a_turn_of_days_may_lie_in_two_months():
    assert len(months_of(WEEKS, 0)) == 1
    assert len(months_of(WEEKS, 1)) == 2


def test_a_label_of_two_dates_or_none_says_nothing_else():
    assert not label_contradicts(TRACK, 0, "Jan 41 – Feb 41")
    assert not label_contradicts(TRACK, 0, "The first winter")
