"""Running text, pictures and options against data: a slip of each kind in every game that has the document."""

from __future__ import annotations

import re

import pytest

from scenario_forge.checks.rulebook.quantities import COUNT

from .every_game import GAMES, codes, found_before, slip

NEW = {
    *("CHR073", "PLT076", "DGM085", "DGM086", "DGM087", "DGM088", "VIC090", "VIC091"),
    *("SCN113", "SCN114", "SCN115", "RUL104", "RUL105", "RUL106", "CNT086", "REF081"),
}
DR, MASSAWA, KNIGHTS = "desert-rats", "massawa", "knights-of-the-desert"
TOBRUK, BIR = "rats-of-tobruk", "western-desert"

SLIPS = {
    # who holds a place
    "a place that has fallen keeps its holder": (MASSAWA, "rules.yaml", "agordat: empire", "agordat: italy", "CHR073"),
    "the enemy leaves a place": (
        MASSAWA, "chronology.yaml", "Briggs, from Suakin, takes Cub Cub", "The Empire leaves Cub Cub", "CHR073",
    ),
    "a fall is undone": (DR, "rules.yaml", "  mar41:\n    el_agheila:   allied\n    benghazi:     allied",
                         "  mar41:\n    el_agheila:   allied\n    benghazi:     axis", "CHR073"),
    "a claim of the other side": (
        DR, "playtest.yaml", "{side: allied, when: {hold: Tobruk}}\n    dates: [9/41]",
        "{side: axis, when: {hold: Tobruk}}\n    dates: [9/41]", "PLT076",
    ),
    "a claim in another month": (
        DR, "playtest.yaml", "end of February 1941\n    turn: 2/41", "end of February 1941\n    turn: 6/41", "PLT076",
    ),
    "a claim in another year": (
        DR, "playtest.yaml", "end of September 1941\n    turn: 9/41", "end of September 1941\n    turn: 9/42", "PLT076",
    ),
    "a claim on no turn": (MASSAWA, "playtest.yaml", "turn: 2/2/41", "turn: 3/2/41", "PLT076"),
    "a claim of another place": (
        MASSAWA, "playtest.yaml", "{side: empire, when: {hold: Keren}}", "{side: empire, when: {hold: Kassala}}", "PLT076",
    ),
    "a front at another place": (
        DR, "playtest.yaml", "on_or_east_of: El Agheila", "on_or_east_of: El Alamein", "PLT076",
    ),
    # figures
    "an attack on another letter": (DR, "diagrams.yaml", "D attacks Y", "D attacks X", "DGM085"),
    "a way to another letter": (DR, "diagrams.yaml", "crosses the escarpment to X", "crosses the escarpment to Z", "DGM085"),
    "units at a letter": (DR, "diagrams.yaml", "Both units at A", "Three units at A", "DGM085"),
    "a sum of sizes": (DR, "diagrams.yaml", "X = III + III.", "X = III + III + III.", "DGM088"),
    "ground that is not counted": (DR, "diagrams.yaml", "the defenders stand in rough", "the slope", "DGM087"),
    # victories
    "a state of a place": (DR, "victory.yaml", "text: Hold Tobruk besieged\n", "text: Hold Tobruk not besieged\n", "VIC090"),
    "supply": (DR, "victory.yaml", "There are supplied Axis units in Egypt", "There are Axis units in Egypt", "VIC090"),
    "after whose turn": (DR, "victory.yaml", "after: allied\n", "after: axis\n", "VIC091"),
    "after whose turn, by two clauses": (MASSAWA, "victory.yaml", "after: italy\n", "after: empire\n", "VIC091"),
    "since when": (DR, "victory.yaml", "since: 3/41", "since: 5/41", "VIC091"),
    # moments
    "the hour of the start": (BIR, "scenarios/harmat.yaml", "08:00 to", "07:00 to", "SCN113"),
    "the day of a start": (MASSAWA, "rulebook.yaml", "or on 2 March, before", "or on 16 March, before", "RUL104"),
    # options
    "a number": (MASSAWA, "options.yaml", "value: R 0-1", "value: R 0-6", "SCN114"),
    "the value that a change replaces": (MASSAWA, "options.yaml", "1 instead of 2", "1 instead of 3", "SCN114"),
    "a month": (MASSAWA, "options.yaml", "in February, 1", "in March, 1", "SCN114"),
    "a value of the other side": (
        KNIGHTS, "options.yaml", "rules.ratings.axis.air, value: 4", "rules.ratings.allied.air, value: 4", "SCN114",
    ),
    "a variant that changes nothing": (DR, "options.yaml", "points\", value: 10", "points\", value: 8", "SCN030"),
    "a box without its letter": (MASSAWA, "options.yaml", "value: R 0-2", "value: 0-2", "SCN031"),
    "units of the other side": (KNIGHTS, "options.yaml", "The Axis has two", "The Allied player has two", "SCN115"),
    # sentences
    "a note with two words exchanged": (
        MASSAWA, "charts.yaml", "is the attacker's loss, the second the defender's",
        "is the defender's loss, the second the attacker's", "RUL105",
    ),
    "letters": (DR, "words/en.yaml", "R reinforcements, W withdrawals", "R withdrawals, W reinforcements", "RUL105"),
    "figures": (
        MASSAWA, "words/en.yaml", "replacement points - supply units", "supply units - replacement points", "RUL105",
    ),
    "rolls": (KNIGHTS, "aids.yaml", "On 1 to 7 the enemy reacts", "On 1 to 8 the enemy reacts", "RUL106"),
    "a told number": (MASSAWA, "examples.yaml", "the mountains of Keren across the escarpment, with 12 more",
                      "the mountains of Keren across the escarpment, with 27 more", "RUL018"),
    "a language": (KNIGHTS, "words/en.yaml", "language: en", "language: fr", "REF081"),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "file", "old", "new", "code"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_found(game, file, old, new, code):
    assert code in codes(slip(game, file, old, new))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_games_themselves_are_clean(game):
    assert not NEW & {code for code, _message in found_before(game)}


REASONABLE = {
    "a place that changes hands twice": (
        DR, "chronology.yaml", "Bardia lost", "Bardia lost; Bardia not retaken",
    ),
    "an event that nearly happened": (DR, "chronology.yaml", "Germans before Tobruk", "Tobruk nearly taken"),
    "another name for the same side": (DR, "options.yaml", "The British\n      still add 1", "The Allies\n      still add 1"),
    "a figure told otherwise": (DR, "diagrams.yaml", "Unit A crosses the escarpment to X.", "A could go to Z, but goes to X."),
    "a longer text of a row": (DR, "victory.yaml", "text: Hold Benghazi\n", "text: Be the last to hold Benghazi\n"),
    "a supply unit": (TOBRUK, "victory.yaml", "text: Two or more", "text: Without a supply unit, two or more"),
    "turns within a scenario": (
        BIR, "scenarios/harmat.yaml", "At noon the heat haze comes", "In the last two game turns the heat haze comes",
    ),
    "turns between two events": (
        BIR, "scenarios/harmat.yaml", "At noon the heat haze comes", "Two game turns later the heat haze comes",
    ),
    "a day within a turn": (MASSAWA, "options.yaml", "in the turn of 2 February", "in the turn of 9 February"),
    "an amount that is added": (
        KNIGHTS, "options.yaml", "supply and air ratings are 4.", "supply and air ratings increase by 1.",
    ),
    "letters of a figure at the beginning of sentences": (
        DR, "diagrams.yaml", "Unit A crosses the escarpment to X.", "A bars the road; B advances.",
    ),
    "a day inside a game": (MASSAWA, "rulebook.yaml", "A game begins on 19 January", "The war came on 10 June; a game begins on 19 January"),
    "a house rule with numbers of its own": (
        KNIGHTS, "options.yaml", "Each turn both sides have", "In turns 3 and 5 both sides have",
    ),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "file", "old", "new"), REASONABLE.values(), ids=REASONABLE)
def test_a_reasonable_text_is_no_finding_of_these(game, file, old, new):
    assert not NEW & codes(slip(game, file, old, new))


def test_a_count_is_a_whole_number_in_digits_or_words():
    text = "Twenty-one of 12 units, 3-1 odds, 2.5 points, 1/2 of a step, and one."
    assert re.findall(COUNT, text, re.IGNORECASE) == ["Twenty-one", "12", "one"]
