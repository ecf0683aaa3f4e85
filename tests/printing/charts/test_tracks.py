"""Tracks and records as they are printed."""

from __future__ import annotations

import pytest

from scenario_forge.game.knowledge.turns import turn_card
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.tables import track_block
from scenario_forge.printing.map.tracks import most_points
from tests.content.games import DESERT, KNIGHTS, TOBRUK, game_of


def block(name):
    game = game_of(name)
    return track_block(game, Signs(Brief(game)))


def test_the_chart_of_turns_of_knights_prints_every_column():
    boxes = block(KNIGHTS)["boxes"]
    assert [len(box["entries"]) for box in boxes] == [7] * 12
    assert [(e["side"], e["text"]) for e in boxes[0]["entries"]] == [
        ("Initiative", "German"), ("German air", "3"), ("British air", "0"), ("German supply", "7000"),
        ("German replacements", "80"), ("Italian replacements", "250"), ("British replacements", "600"),
    ]  # fmt: skip
    assert boxes[0]["entries"][1]["accent"] != boxes[0]["entries"][2]["accent"], "each in the colour of its side"


def test_turns_without_dates_print_no_year():
    assert {box["year"] for box in block(TOBRUK)["boxes"]} == {""}


@pytest.mark.parametrize(("name", "title", "line"), [
    (KNIGHTS, "Game turn 1, Mar 41 (3/41)", "German supply: 7000"),
    (TOBRUK, "Game turn 1, morning", "Easter Battle: 13 April"),
    (DESERT, "Game turn 1", "Visibility: Night"),
])  # fmt: skip
def test_a_turn_is_shown_with_what_its_columns_say(name, title, line):
    card = turn_card(game_of(name), 0)
    assert card.title == title
    assert line in [each.text for section in card.sections for each in section.lines]


def test_a_record_goes_as_far_as_the_levels_of_victory():
    """X: the campaign is an Axis strategic victory from 2400 points on."""
    game = game_of(KNIGHTS)
    assert [most_points(game, side) for side in ("axis", "allied")] == [9999, 9999]
