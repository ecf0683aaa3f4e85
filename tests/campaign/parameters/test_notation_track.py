"""Entries of the time record track, and the round trip of the cells of the orders of battle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.campaign.parameters.start_rules import SIGNS
from scenario_forge.campaign.parameters.track import TrackNotation
from scenario_forge.game.notations import NotationError
from scenario_forge.game.placement import Placement, PlacementToken
from scenario_forge.game.system import TrackToken

TRACK, CELLS, MARKERS = TrackNotation(), Placement(SIGNS), Placement(SIGNS, markers=True)

figures = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(
    lambda two: (("replacements", two[0]), ("supply", two[1]))
)
entries = st.builds(TrackToken, st.booleans(), st.booleans(), figures)

places = st.from_regex(r"[A-Z]{1,2}[1-9][0-9]?|[A-Z][a-z]{2,6}", fullmatch=True)
dates = st.builds(lambda month, year: f"{month}/{year}", st.integers(1, 12), st.integers(39, 45))
strengths = st.none() | st.integers(1, 9)
penalties = st.none() | st.integers(1, 30)
dated = st.builds(
    PlacementToken, st.sampled_from(["arrives", "leaves"]), st.just(""), dates, strengths, st.booleans(), penalties
)
placed = st.builds(PlacementToken, st.just("at"), places, st.just(""), strengths, st.booleans(), penalties)
words = st.sampled_from(["eliminated", "absent", "reserve"]).map(PlacementToken)
cells = st.lists(dated | placed | words, min_size=1, max_size=3)


def plain(token: PlacementToken) -> tuple[object, ...]:
    return token.kind, token.place, token.date, token.strength, token.in_works, token.spent


@given(entries)
def test_track_entries_are_read_back_as_written(value: TrackToken) -> None:
    assert TRACK.parse(TRACK.format(value)) == value


@given(cells)
def test_cells_are_read_back_as_written(tokens: list[PlacementToken]) -> None:
    assert [plain(token) for token in CELLS.parse(CELLS.format(tokens))] == [plain(token) for token in tokens]


@given(st.lists(places, min_size=1, max_size=5))
def test_marker_cells_are_read_back_as_written(names: list[str]) -> None:
    text = " ".join(names)
    tokens = MARKERS.parse(text)
    assert [token.place for token in tokens] == names
    assert MARKERS.format(tokens) == text
    assert [text[token.start : token.end] for token in tokens] == names


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("RW 0-2", TrackToken(True, True, (("replacements", 0), ("supply", 2)))),
        ("W 3-2", TrackToken(False, True, (("replacements", 3), ("supply", 2)))),
        ("4-4", TrackToken(False, False, (("replacements", 4), ("supply", 4)))),
    ],
)
def test_an_entry_gives_letters_then_replacements_then_supply(text: str, value: TrackToken) -> None:
    assert TRACK.parse(text) == value
    assert TRACK.format(value) == text


@pytest.mark.parametrize("text", ["", "R", "WR 0-2", "R 0", "0-2-3", "X 1-1"])
def test_what_is_no_entry_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        TRACK.parse(text)
