"""Hover, definition and references of names in every kind of document."""

from __future__ import annotations

import pytest

from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.language.names import definition, hover, occurrences

NAMES = [
    ("victory.yaml", "hold: Tobruk", "Hex T30 (Tobruk)", "map.yaml", "{name: Tobruk,"),
    ("orders-of-battle/allied.yaml", "dec40: RR14", "Hex RR14", "map.yaml", None),
    ("orders-of-battle/allied.yaml", "name: 7 Arm", "Allied 1, 7 Arm Brig", "counters.yaml", "name: 7 Arm Brig"),
    ("orders-of-battle/axis.yaml", "dec40+: R2/41", "Feb 41", "time-track.yaml", "turn: 2/41"),
    ("counters.yaml", "type: infantry", "infantry", "counters.yaml", "{id: infantry,"),
    ("scenarios/crusader.yaml", "start: nov41", "nov41", "time-track.yaml", "{id: nov41,"),
    ("aids.yaml", 'clause: "2.1', "clause", "rulebook.yaml", 'id: "2.1"'),
    ("diagrams.yaml", "units: [allied/1", "Allied 1, 7 Arm Brig", "counters.yaml", "{side: allied, no: 1,"),
]


@pytest.mark.parametrize(("file", "words", "title", "home", "defined"), NAMES)
def test_a_name_says_what_it_is_and_where_it_is_defined(desert_rats, at, file, words, title, home, defined):
    found = hover(desert_rats, *at(file, words))
    assert title.casefold() in found.text.replace("\\", "").casefold()
    span = definition(desert_rats, *at(file, words))[0]
    line = desert_rats.read[home].source.text.splitlines()[span.line - 1]
    assert span.file == home
    assert defined is None or defined in line


def test_references_of_a_place_are_in_every_file_that_names_it(desert_rats, at):
    spans = occurrences(desert_rats, *at("victory.yaml", "hold: Tobruk"))
    assert {span.file for span in spans} >= {"map.yaml", "victory.yaml", "rules.yaml", "playtest.yaml", "examples.yaml"}
    assert len(spans) == len(occurrences(desert_rats, *at("victory.yaml", "hold: Tobruk"), defined=False)) + 1


def test_prose_names_nothing(desert_rats, at):
    place = at("victory.yaml", "text: ")
    assert hover(desert_rats, *place) is None
    assert definition(desert_rats, *place) == []
    assert occurrences(desert_rats, *place) == []


def test_content_is_no_markdown_of_ours(desert_rats, at):
    found = hover(desert_rats, *at("scenarios/crusader.yaml", "start: nov41"))
    assert "time\\-track" not in found.text
    assert "<" not in found.text


def test_a_term_says_what_it_means_and_how_not_to_call_it(desert_rats, at):
    text = desert_rats.read["rulebook.yaml"].source.text
    old = '{term: game turn, clause: "2.1", aliases: [game-turn]'
    assert old in text
    more = ", meaning: 'A month:  *one* of each side.', not: [round, month]"
    game = Workspace.after(desert_rats).load("none", {"rulebook.yaml": text.replace(old, old + more)})
    for words in ("term: game turn", "topics: [game turn"):
        place = at("rulebook.yaml", words)
        said = hover(game, *place).text.splitlines()
        assert said[0] == "**game turn** (term)"
        assert "- A month: \\*one\\* of each side." in said
        assert "- not to be called round, month" in said
        assert "- not to be called round, month" not in hover(desert_rats, *place).text.splitlines()
