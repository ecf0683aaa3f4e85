"""Boxes beside the map are those that the game uses: a base camp only where units start there, points as far as needed."""

from __future__ import annotations

import pytest

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.map.panel import holding_words
from scenario_forge.printing.map.tracks import HIGHEST, MOST, POWERS, most_points, track_length
from tests.printing.conftest import ROOT


def test_a_base_camp_is_there_where_a_unit_starts_at_it():
    small, large = (load_game(ROOT / "content" / name) for name in ("massawa", "desert-rats"))
    assert holding_words(small) == ("holding_arrive", "holding_lost")
    assert holding_words(large) == ("holding_arrive", "holding_reserve", "holding_lost")


def test_records_of_points_end_with_the_row_of_the_most_that_can_be_scored(skirmish):
    small, large = (load_game(ROOT / "content" / name) for name in ("massawa", "desert-rats"))
    assert [most_points(small, side.id) for side in small.about.sides] == [29, 29]
    assert [most_points(large, side.id) for side in large.about.sides] == [MOST, MOST]
    assert most_points(skirmish(), "allied") == 9
    summed = skirmish(("victory.yaml", "cumulative: false", "cumulative: true"))
    assert most_points(summed, "allied") == 19, "5 and 6 of two stop dates"
    assert most_points(skirmish(), "axis") == MOST, "points for each of some units have no bound"


@pytest.mark.parametrize(("marker", "columns", "length"), [
    ("movement-points", "", 40),
    ("movement-points, value: 9", "", 9),
    ("movement-points, counts: strength", "", 9),
    ("held, counts: supply", "columns: [{id: supply, name: Supply, kind: number}]", 55),
])  # fmt: skip
def test_a_track_is_as_long_as_the_figures_that_its_marker_counts(skirmish, marker, columns, length):
    """Those of the value or column that it counts; movement allowances where it does not say."""
    edits = [("counters.yaml", "id: movement-points,", f"id: {marker},")]
    if columns:
        edits.append(("time-track.yaml", "starts:\n", f"{columns}\n\nstarts:\n"))
        edits.append(("time-track.yaml", "label: MAY,", 'label: MAY, supply: "55",'))
    game = skirmish(*edits)
    document = game.one("counters", CountersDocument)[0]
    counted = next(each for each in document.markers if each.kind == "track" and each.side is None)
    assert track_length(game, document, counted) == length


def test_every_row_of_the_longest_record_has_a_word_over_it(skirmish):
    words = words_of(skirmish())
    assert [power for power in POWERS if power * 10 > HIGHEST] == [max(POWERS)], "the last row reaches the highest"
    assert set(POWERS.values()) <= set(words.words)
