"""A game may leave out what it has not: nothing else becomes other than it was, and it plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.checks.run import check
from scenario_forge.compiler.problems import CompileError
from scenario_forge.game.reading.workspace import load_game

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"
RULES = (SKIRMISH / "rules.yaml").read_text("utf-8")
PARTS = {
    "private_army": r"private_army:\n(?:  .*\n)+\n?",
    "off_map": r"off_map:\n(?:  .*\n)+\n?",
    "optional": r"optional:\n(?:  .*\n)+\n?",
    "scoring.sea_transfer": r"  sea_transfer:\n(?:    .*\n)+",
    "scoring.siege": r"  siege:\n(?:    .*\n)+",
    "logistics.sea_routes": r"  sea_routes:\n(?:    .*\n)+",
    "control": r"control:\n(?:  .*\n)+",
}
STEPS = {"private_army": ("raids", "captures"), "logistics.sea_routes": ("sea-transfer",)}
"""Steps of the sequence of play that a game without the part has not."""
ARRAYS = {
    "private_army": ("private_army.", "raider."),
    "off_map": ("off_map.",),
    "optional": ("optional.", "white_knees.", "eighty_eights."),
    "scoring.sea_transfer": ("scoring.sea_transfer.",),
    "scoring.siege": ("siege.", "scoring.siege."),
    "logistics.sea_routes": ("sea.routes",),
    "control": ("control",),
}


def without(*parts):
    text = RULES
    for part in parts:
        text, count = re.subn(PARTS[part], "", text)
        assert count == 1, part
        for step in STEPS.get(part, ()):
            text, count = re.subn(rf"      +- {step}\b.*\n", "", text)
            assert count == 1, step
    return load_game(SKIRMISH, "none", {"rules.yaml": text})


def arrays(game):
    return {name: list(values) for name, values in game.system.arrays(game, "siege", frozenset()).items()}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_left_out_takes_its_own_arrays_along_and_no_others(part):
    whole, less = arrays(without()), arrays(without(part))
    changed = {name for name in whole.keys() | less.keys() if whole.get(name) != less.get(name)}
    assert changed
    assert [name for name in changed if not name.startswith(ARRAYS[part])] == []


def test_without_any_of_them_it_plays_to_its_end():
    game = without(*PARTS)
    for player in ("random", "competent"):
        prepared = prepare(game, "compass")
        played = play_scenario(prepared, PlayOrder(players=dict.fromkeys(prepared.sides, player), check=True))
        assert played.ending.ended == "over", played.ending.message


def test_a_box_of_the_map_without_rules_is_told_and_not_played():
    """Else entering it would cost nothing."""
    map_ = (SKIRMISH / "map.yaml").read_text("utf-8")
    camp = "  - {id: Camp, name: The Great Camp, adjoins: [A1..F1], side: axis, capacity: U}\n"
    assert camp in map_
    isle = camp.replace("Camp", "Isle").replace("A1..F1", "A2..A4")
    game = load_game(SKIRMISH, "none", {"map.yaml": map_.replace(camp, camp + isle)})
    assert [(f.code.id, f.message) for f in check(game) if f.severity >= 2] == [
        ("DR006", "`off_map` has no entry for Isle")
    ]
    with pytest.raises(CompileError):
        arrays(game)


def test_an_optional_rule_whose_numbers_are_missing_is_told():
    assert [f.code.id for f in check(without("optional"))] == ["DR005"]


def test_dates_with_days_stand_in_orders_of_battle():
    notation = load_game(SKIRMISH).system.placement()
    tokens = notation.parse("R16/2/41(c3), W30/3/41")
    assert [(t.kind, t.date, t.strength) for t in tokens] == [("arrives", "16/2/41", 3), ("leaves", "30/3/41", None)]
    assert notation.format(tokens) == "R16/2/41(c3), W30/3/41"
