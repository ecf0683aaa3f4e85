"""What fits at a place, in texts that are finished and in texts that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.language.completion import complete

CONTENT = Path(__file__).parents[2] / "content"


@pytest.fixture(scope="module")
def fits(desert_rats):
    """The labels that fit in a file in which some words are replaced, where ``|`` stands in the new ones or at their end."""

    def labels(file, there, typed):
        text = desert_rats.read[file].source.text
        assert there in text
        at = text.index(there)
        before, _, behind = typed.partition("|")
        text = text[:at] + before + behind + text[at + len(there) :]
        return [each.label for each in complete(desert_rats, file, text, at + len(before))]

    return labels


@pytest.mark.parametrize(
    ("file", "there", "typed", "label"),
    [
        ("victory.yaml", "hold: Tobruk", "hold: To", "Tobruk"),
        ("victory.yaml", "hold: Tobruk", "hold: Sidi B", "Sidi Barrani"),
        ("map.yaml", "hex: T30", "hex: T3", "T36"),
        ("scenarios/crusader.yaml", "start: nov41", "start: n", "nov41"),
        ("scenarios/crusader.yaml", "start: nov41", "start: ", "may42"),
        ("time-track.yaml", "turn: 2/41", "turn: 2/", "2/42"),
        ("counters.yaml", "type: infantry", "type: arm", "armour"),
        ("orders-of-battle/allied.yaml", "dec40: RR14", "dec40: RR1", "RR15"),
        ("orders-of-battle/allied.yaml", "dec40: RR14", "dec40: S", "S32"),
        ("aids.yaml", 'clause: "2.1"', 'clause: "2.1|"', "2.11"),
        ("diagrams.yaml", "units: [allied/1]", "units: [allied/|]", "allied/14"),
    ],
)
def test_what_begins_so_is_offered(fits, file, there, typed, label):
    assert label in fits(file, there, typed)


def test_what_does_not_begin_so_is_not_offered(fits):
    assert "Bardia" not in fits("victory.yaml", "hold: Tobruk", "hold: To")
    assert fits("victory.yaml", "hold: Tobruk", "hold: Nowhere") == []


def test_nothing_is_offered_for_keys_and_in_a_text_that_cannot_be_read(fits):
    assert fits("victory.yaml", "hold: Tobruk", "hol") == []
    assert fits("victory.yaml", "basis:", "basis: [") == []


def test_a_completion_replaces_what_was_typed_of_it(desert_rats):
    text = desert_rats.read["victory.yaml"].source.text
    at = text.index("hold: Tobruk") + len("hold: To")
    [found] = [
        each for each in complete(desert_rats, "victory.yaml", text[:at] + text[at + 4 :], at) if each.label == "Tobruk"
    ]
    assert text[found.start : at] == "To"


@pytest.mark.parametrize(
    ("there", "typed", "labels"),
    [
        ("terrain_effects/Defence", "terrain_effects/De", ["Defence"]),
        ("terrain_effects/Defence", "terrain_ef", ["terrain_effects"]),
        ("terrain_effects/Defence", "terrain_effects/No", []),
        ("kinds: {rain: ", "kinds: {ra|: ", ["rain"]),
    ],
)
def test_a_column_behind_its_chart_and_a_kind_of_turn_are_offered(there, typed, labels):
    game = Workspace(CONTENT / "ridge").load("none")
    text = game.read["rules.yaml"].source.text
    at = text.index(there)
    before, _, behind = typed.partition("|")
    text = text[:at] + before + behind + text[at + len(there) :]
    assert [each.label for each in complete(game, "rules.yaml", text, at + len(before))] == labels
