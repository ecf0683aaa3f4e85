"""Rows, ledger, levels, sudden and decisive victories are held against their text, sides, places, map and set-ups."""

from __future__ import annotations

import re

import pytest

from scenario_forge.checks.victory.at_start import Opening
from scenario_forge.checks.victory.parts import conditional_rows, places
from scenario_forge.documents.victory import Condition
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import ending, scenarios
from tests.share import a_few

from .every_game import GAMES, codes, found_before, game_of, slip, text_of

FILE = "victory.yaml"
KNIGHTS, TOBRUK, DESERT = "knights-of-the-desert", "rats-of-tobruk", "western-desert"


@pytest.fixture(params=GAMES)
def name(request):
    return request.param


@pytest.mark.sampled(3)
def test_no_game_has_a_finding_on_its_victory(name):
    assert not [code for code, _message in found_before(name) if code.startswith("VIC")]


def named_in(row):
    """The places of a condition that its text names."""
    return {said for _wanted, said, _where in places(row) if row.text and re.search(rf"\b{said}\b", row.text)}


@pytest.mark.sampled(3)
def test_a_place_that_differs_from_the_text_is_told(name):
    """Each place of each condition, where the text names it, for another hex; and each in the text."""
    grid, tried = hex_map(game_of(name)), 0
    others = [place.name for place, hex_, _where in grid.places.values() if hex_ is not None]
    named = ((row, named_in(row)) for row in conditional_rows(game_of(name)))
    for row, (place,) in a_few([(row, names) for row, names in named if len(names) == 1], 12):
        elsewhere = next(each for each in (*others, *grid.grid.ids) if each != place and grid.find(each) is not None)
        file = row.where.file.name
        text = text_of(name, file)
        block = text[text.index(f"id: {row.entry.id}") :]
        block = block[: (block + "\n  - ").index("\n  - ")]
        for old, new in ((row.text, row.text.replace(place, elsewhere)), (f": {place}}}", f": {elsewhere}}}")):
            if old in block:
                found = slip(name, file, block, block.replace(old, new))
                assert codes(found) & {"VIC011", "VIC006"}, (row.entry.id, old, new)
                tried += 1
    assert tried or name == TOBRUK  # which names a terrain instead, as below


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("game", "old", "new", "code"),
    [
        (KNIGHTS, "Alexandria taken by the Axis", "Alexandria taken by the Allies", "VIC014"),
        (KNIGHTS, "lost\n    side: axis", "lost\n    side: allied", "VIC015"),
        (KNIGHTS, "{present: {units: {side: axis}", "{present: {units: {side: allied}", "VIC015"),
        (KNIGHTS, "axis: El Agheila, allied: Alexandria", "axis: Alexandria, allied: El Agheila", "VIC032"),
        (KNIGHTS, "axis: El Agheila, allied: Alexandria", "axis: El Agheila", "VIC032"),
        (KNIGHTS, "hexes: 30-34, ", "hexes: 300-340, ", "VIC032"),
        (KNIGHTS, "points: 9}", "points: 90}", "VIC032"),
        (TOBRUK, "at_least: 2", "at_least: 3", "VIC014"),
        (TOBRUK, "Two or more", "Three or more", "VIC014"),
        (TOBRUK, "{nationality: german}", "{nationality: italian}", "VIC014"),
        (TOBRUK, "hexes: 1}", "hexes: 11}", "VIC014"),
        (TOBRUK, "value: range}", "value: attack}", "VIC014"),
        (TOBRUK, '{near: {of: "4614"', '{near: {of: "4613"', "VIC011"),
        (TOBRUK, "side: axis\n    text: A German", "side: allied\n    text: A German", "VIC015"),
        (TOBRUK, "side: axis\n    text: Two", "side: allied\n    text: Two", "VIC015"),
        (
            "desert-rats",
            "    since: 3/41\n    points: 25\n    when:\n      present:\n        units: {side: axis}",
            "    points: 25\n    when:\n      present:\n        units: {nationality: german}",
            "VIC030",
        ),
        (KNIGHTS, "within: [{on: Alexandria}]", "within: [{on: El Agheila}]", "VIC030"),
        ("massawa", "hold: Kassala", "hold: Massawa", "VIC030"),
        ("massawa", "{all: [{hold: Keren}, {hold: Asmara}, {hold: Massawa}]}", "{hold: Kassala}", "VIC030"),
        ("desert-rats", "within: [{on: Alexandria}]", "within: [{on: Tobruk}]", "VIC030"),
        ("desert-rats", "within: [{on: Alexandria}]", "within: [{map: true}]", "VIC030"),
    ],
)
def test_a_victory_that_contradicts_itself_is_told(game, old, new, code):
    found = slip(game, FILE, old, new)
    assert [each for each in found if each.code.id == code and each.span.file == FILE]


@pytest.mark.sampled(3)
def test_a_level_is_won_by_the_side_that_it_is_called_after(name):
    text, tried = text_of(name, FILE), 0
    sides = list(game_of(name).side_names)
    for each in ending(game_of(name)).levels[:2]:
        for level in each.levels.levels:
            line = next(row for row in text.splitlines() if f"name: {level.name}," in row)
            for side in sides if level.side else ():
                if side != level.side:
                    found = slip(name, FILE, line, line.replace(f"side: {level.side}", f"side: {side}"))
                    assert codes(found) == {"VIC031"}, line
                    tried += 1
    assert tried or not ending(game_of(name)).levels


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        (KNIGHTS, "side: axis\n    levels:", "side: allied\n    levels:"),
        (TOBRUK, "value: attack\n    side: axis", "value: attack\n    side: allied"),
        (DESERT, "title: Bir Harmat\n    side: axis", "title: Bir Harmat\n    side: allied"),
    ],
)
def test_levels_run_from_the_victories_of_one_side_to_those_of_the_other(game, old, new):
    assert codes(slip(game, FILE, old, new)) == {"VIC031"}


def opening(name, scenario):
    game = game_of(name)
    return Opening(game, hex_map(game), scenarios(game).scenarios[scenario])


@pytest.mark.parametrize(
    ("name", "scenario", "side", "when", "holds"),
    [
        (KNIGHTS, "campaign", "axis", {"present": {"units": {"side": "axis"}, "within": [{"map": True}]}}, True),
        (
            KNIGHTS,
            "campaign",
            "axis",
            {"present": {"units": {"side": "axis"}, "within": [{"on": "Alexandria"}]}},
            False,
        ),
        (
            KNIGHTS,
            "campaign",
            "axis",
            {"present": {"units": {"side": "axis"}, "within": [{"on": "Alexandria"}], "none": True}},
            True,
        ),
        (KNIGHTS, "el-alamein", "allied", {"destroyed": {"side": "allied", "nos": [39, 47]}}, True),
        (KNIGHTS, "campaign-42", "allied", {"destroyed": {"side": "allied", "nos": [39, 47]}}, False),
        (KNIGHTS, "campaign", "axis", {"hold": "Siwa"}, None),
        ("massawa", "eritrea", "italy", {"hold": "Keren"}, True),
        ("massawa", "eritrea", "empire", {"hold": "Keren"}, False),
        ("massawa", "eritrea", "empire", {"is_not": {"hold": "Keren"}}, True),
        ("massawa", "eritrea", "italy", {"all": [{"hold": "Keren"}, {"hold": "Kassala"}]}, False),
        ("massawa", "eritrea", "italy", {"any": [{"hold": "Keren"}, {"hold": "Kassala"}]}, True),
        ("desert-rats", "crusader", "axis", {"all": [{"hold": "Tobruk"}, {"besieged": "Tobruk"}]}, False),
        ("desert-rats", "crusader", "allied", {"all": [{"hold": "Tobruk"}, {"besieged": "Tobruk"}]}, None),
        (
            TOBRUK,
            "salient",
            "axis",
            {"present": {"units": {"nationality": "german"}, "within": [{"near": {"of": "4614", "hexes": 1}}]}},
            None,
        ),
        (
            DESERT,
            "harmat",
            "axis",
            {"present": {"units": {"side": "axis"}, "within": [{"near": {"of": "1-E2", "hexes": 99}}], "at_least": 99}},
            False,
        ),
    ],
)
def test_a_condition_is_true_false_or_unknown_before_the_first_move(name, scenario, side, when, holds):
    assert opening(name, scenario).true(Condition.model_validate(when), side) is holds
