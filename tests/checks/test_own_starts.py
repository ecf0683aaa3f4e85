"""A game with a set-up, sightings and a dossier of one's own: while what they rest on is not read, they are not blamed."""

from __future__ import annotations

import re

import pytest

from scenario_forge.checks.run import check
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from tests.as_printed import load_as_printed, printed_game

from .every_game import text_of

NAME = "massawa"
MINE = "scenarios/mine.yaml"
DOSSIER = """\
basis: proposed
game: massawa
date: 16/2/41
first: empire
rows:
  - {side: empire, no: 3, at: F10, source: a map}
  - {side: empire, marker: supply-empire, at: F9 G11 F6, source: a map}
"""
SIGHTINGS = """\
basis: proposed
sources: [{id: map, title: A map}]
sightings:
  - {side: empire, unit: 3,            date: 16/2/41, at: F10, source: map}
  - {side: italy,  formation: 11 Savoia, date: 16/2/41, at: H12, source: map}
"""


@pytest.fixture(scope="module")
def own():
    draft = new_scenario(load_as_printed(NAME, "all"), ScenarioRequest("mine", "16/2/41", "apr41"))
    scenario = re.sub(r'"Decide: ([^"?]*)\??"', r'"\1"', draft.text)
    return {MINE: scenario, "dossiers/16-2-41.yaml": DOSSIER, "sightings.yaml": SIGHTINGS}


def found(texts):
    return [(each.code.id, each.span.file) for each in check(printed_game(NAME).load("all", texts), "quick")]


def test_what_is_our_own_is_right(own):
    assert found(own) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["game.yaml", "orders-of-battle/italy.yaml", "counters.yaml", "chronology.yaml"])
def test_of_a_broken_file_only_the_break_is_found(own, name):
    assert {file for _code, file in found(own | {name: "- a list\n"})} == {name}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "left"),
    [
        # the set-up is for a side that has no order of battle
        ("orders-of-battle/italy.yaml", [("REF001", MINE)]),
        ("counters.yaml", []),
        ("map.yaml", []),
        ("chronology.yaml", []),
    ],
)
def test_of_a_missing_file_no_row_is_found(own, name, left):
    owns = (*own, "chronology.yaml", "playtest.yaml")
    assert [each for each in found(own | {name: None}) if each[1] in owns] == left


def test_a_place_off_the_map_is_found_in_the_map(own):
    """Sightings name it as if nothing were wrong with it."""
    text = text_of(NAME, "map.yaml")
    place = "{name: Ad Teclesan,  hex: F13,"
    assert place in text
    seen = "  - {place: Ad Teclesan, held: italy, date: 16/2/41, source: map}\n"
    seen += "  - {side: italy, unit: 9, date: 16/2/41, at: Ad Teclesan, source: map}\n"
    texts = own | {"sightings.yaml": own["sightings.yaml"] + seen}
    assert found(texts) == []
    assert found(texts | {"map.yaml": text.replace(place, place.replace("F13", "ZZ99"))}) == [("REF001", "map.yaml")]


def test_with_all_read_a_row_about_nobody_is_found(own):
    wrong = {name: text.replace("no: 3,", "no: 98,").replace("11 Savoia", "12 Savoia") for name, text in own.items()}
    assert {("DOS002", "dossiers/16-2-41.yaml"), ("SIG001", "sightings.yaml")} <= {*found(wrong | {MINE: own[MINE]})}


def test_with_all_read_a_sighting_too_late_is_found(own):
    """41st Colonial Brigade was destroyed in January; with a file unread nobody can say so."""
    late = "  - {side: italy, unit: 1, date: 16/2/41, at: H12, source: map}\n"
    texts = own | {"sightings.yaml": own["sightings.yaml"] + late}
    assert found(texts) == [("SIG005", "sightings.yaml")]
    assert {file for _code, file in found(texts | {"chronology.yaml": "- a list\n"})} == {"chronology.yaml"}
    assert {file for _code, file in found(texts | {"game.yaml": "- a list\n"})} == {"game.yaml"}


def test_with_all_read_land_of_nobody_is_found(own):
    start, units = own[MINE].split("- side: empire")
    units, italy = units.split("- side: italy")
    alone = re.sub(r"at: \"?[A-L]\d[^,}]*", "at: N", units)
    texts = own | {MINE: f"{start}- side: empire{alone}- side: italy{italy}"}
    assert "SCN015" in {code for code, _file in found(texts)}
    assert "SCN015" not in {code for code, _file in found(texts | {"orders-of-battle/empire.yaml": None})}
