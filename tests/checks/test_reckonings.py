"""Reckonings in words, shares of procedures, dates of errata, and events under their columns."""

from __future__ import annotations

import pytest

from scenario_forge.checks import chronology, words
from scenario_forge.checks.errata import lists
from scenario_forge.checks.rulebook import aids, reckonings, sentences

from .every_game import GAMES, game_of, line_of, space, text_of

KNIGHTS, RATS, MASSAWA = "knights-of-the-desert", "desert-rats", "massawa"


def told(checks, name, file, old, new):
    """What is found when the first `old` of a file is `new`: codes, messages, lines."""
    text = text_of(name, file)
    assert old in text, f"{file} of {name} has no `{old}`"
    game = space(name).load("all", {file: text.replace(old, new, 1)})
    return [(each.code.id, each.message, each.span.line) for check in checks for each in check(game)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_found_in_games_as_they_are(name):
    every = (
        *reckonings.CHECKS,
        *sentences.CHECKS,
        *lists.CHECKS,
        chronology.columns,
        *words.CHECKS,
        aids.sections_of_rules,
    )
    assert [each.message for check in every for each in check(game_of(name))] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "file", "old", "new", "says"),
    [
        (
            KNIGHTS,
            "errata/rulebook.yaml",
            "59 times 1.48 is 87",
            "59 times 1.48 is 78",
            "59 times 1.48 is 87.32, not 78",
        ),
        (
            KNIGHTS,
            "errata/rulebook.yaml",
            "59 times 0.77 is 45",
            "59 times 0.77 is 54",
            "59 times 0.77 is 45.43, not 54",
        ),
        (KNIGHTS, "aids.yaml", "50 times 72 is 3600", "50 times 72 is 3500", "50 times 72 is 3600, not 3500"),
        (RATS, "errata/editor.yaml", "Only 8 and 2 make 10", "Only 8 and 2 make 9", "8 and 2 is 10, not 9"),
        (
            MASSAWA,
            "rulebook.yaml",
            "A unit spends movement",
            "For 3 plus 4 is 8. A unit spends movement",
            "3 plus 4 is 7, not 8",
        ),
        (
            MASSAWA,
            "aids.yaml",
            "Two brigades in a hex",
            "30% of 120 is 63: two brigades in a hex",
            "30% of 120 is 36, not 63",
        ),
    ],
)
def test_a_reckoning_that_is_wrong_is_found(name, file, old, new, says):
    """RUL129."""
    assert [(code, message) for code, message, _line in told(reckonings.CHECKS, name, file, old, new)] == [
        ("RUL129", says)
    ]


@pytest.mark.parametrize(
    "right", ["59 times 1.48 is 87.3", "59 times 1.48 is 87.32", "3 less 1 is 2", "7 divided by 2 is 3"]
)
def test_numbers_may_be_rounded_or_cut(right):
    assert told(reckonings.CHECKS, KNIGHTS, "errata/rulebook.yaml", "59 times 1.48 is 87", right) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "quantity"),
    [
        ("Divide the Axis pool by 5", "Divide the Axis pool by 4", "raid.cut"),
        ("by 3 and divide by 20", "by 3 and divide by 10", "combat.breaks_below"),
        ("Divide the points by 4", "Divide the points by 5", "supply.enemy_segment"),
        ("risk factor by 0.8", "risk factor by 0.6", "solitaire.luck"),
    ],
)
def test_a_procedure_that_takes_another_share_is_found(old, new, quantity):
    found = told(sentences.CHECKS, KNIGHTS, "aids.yaml", old, new)
    assert [(code, quantity in message) for code, message, _line in found] == [("RUL106", True)]


def test_a_letter_of_a_key_that_stands_for_two_words_is_found():
    old = "R reinforcements, W withdrawals"
    for name in (RATS, MASSAWA):
        found = told(sentences.CHECKS, name, "words/en.yaml", old, "R reinforcements, R withdrawals")
        assert [message for _code, message, _line in found] == ["`R` stands for `reinforcements` and for `withdrawals`"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        (KNIGHTS, "errata/charts.yaml", "levels[tobruk-42]", "levels[tobruk-41]"),
        (KNIGHTS, "errata/charts.yaml", 'rows[13]["Loss', 'rows[12]["Loss'),
        (RATS, "errata/proposed.yaml", "axis.units[37].may42", "axis.units[36].may42"),
        ("rats-of-tobruk", "errata/charts.yaml", "levels[allied-major]", "levels[allied-minor]"),
    ],
)
def test_an_erratum_at_the_place_of_a_sister_is_found_at_its_address(name, file, old, new):
    """ERR002 where another item has the printed value; else at what is quoted."""
    found = [each for each in told(lists.CHECKS, name, file, old, new) if each[0] == "ERR002"]
    assert [line for _code, _message, line in found] == [line_of(name, file, old)]


def test_an_erratum_that_quotes_another_value_is_found_there():
    file = "errata/charts.yaml"
    for wrong in ("5:1", "7:1"):  # the first is printed for a sister
        found = told(lists.CHECKS, "rats-of-tobruk", file, 'printed: "6:1"', f'printed: "{wrong}"')
        assert [(code, line) for code, _message, line in found] == [
            ("ERR002", line_of("rats-of-tobruk", file, "printed: "))
        ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        (KNIGHTS, "errata/rulebook.yaml", "2026-11-23", "2026-11-32"),
        (RATS, "errata/editor.yaml", "2026-11-22", "2026-02-30"),
        (RATS, "errata/proposed.yaml", '    date: "2026-11-22"', '    date: "2026-13-22"'),
    ],
)
def test_a_date_that_is_none_is_found(name, file, old, new):
    """ERR013."""
    found = told([lists.dates], name, file, old, new)
    assert [(code, line) for code, _message, line in found] == [("ERR013", line_of(name, file, old))]


def test_versions_are_listed_with_the_oldest_first():
    old, later = 'date: "2026-11-22", note', 'date: "2026-11-22", note: "one"}\n  - {version: "2", date: "%s", note'
    for day, found in (("2026-11-21", ["ERR013"]), ("2027-01-01", [])):
        each = told([lists.dates], RATS, "errata/editor.yaml", old, later % day)
        assert [code for code, _message, _line in each] == found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (RATS, "desert: Fall of Bardia", "elsewhere: Fall of Bardia", "Bardia is on the map"),
        (
            RATS,
            "desert: Rommel stopped at El Alamein",
            "mediterranean: Rommel stopped at El Alamein",
            "Alamein is on the map",
        ),
        (RATS, "desert: Rommel lands", "elsewhere: Rommel lands", "6 other events with Rommel"),
        (MASSAWA, "elsewhere: Mogadishu falls", "eritrea: Mogadishu falls", "Mogadishu is not on the map"),
        (MASSAWA, "eritrea: Asmara is", "elsewhere: Asmara is", "Asmara is on the map"),
    ],
)
def test_an_event_under_the_column_of_another_theatre_is_found(name, old, new, says):
    """CHR074."""
    found = told([chronology.columns], name, "chronology.yaml", old, new)
    assert [(code, says in message) for code, message, _line in found] == [("CHR074", True)]
    assert [line for _code, _message, line in found] == [line_of(name, "chronology.yaml", old)]


def test_an_erratum_that_goes_with_another_number_is_found():
    """ERR014."""
    file, old = "errata/rulebook.yaml", "why: Goes with KD-122a.\n    source: Ours, as KD-122a."
    found = told([lists.families], KNIGHTS, file, old, old.replace("KD-122a", "KD-121a", 1))
    assert [(code, message) for code, message, _line in found] == [
        ("ERR014", "this goes with KD-121a, though KD-122b is lettered as one with KD-122a")
    ]
    assert told([lists.families], KNIGHTS, file, old, old.replace("KD-122a.", "KD-121a and KD-122a.", 1)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [(RATS, 'title: Private Army\n    rule: "11"', 'title: Private Army\n    rule: "10"'),
     (KNIGHTS, "title: Limited reaction\n    rule: III.2.E.10", "title: Limited reaction\n    rule: III.2.D"),
     (MASSAWA, 'title: Victory\n    rule: "13"', 'title: Victory\n    rule: "12"')],
)  # fmt: skip
def test_a_section_of_another_rule_than_its_clauses_is_found(name, old, new):
    """RUL131."""
    found = told([aids.sections_of_rules], name, "aids.yaml", old, new)
    assert [code for code, _message, _line in found] == (["RUL131"] if name != MASSAWA else [])  # 9.3 stands there too


@pytest.mark.parametrize(("face", "said"), [("back", "ones"), ("front", "tens")])
def test_words_that_give_a_marker_another_face_are_found(face, said):
    """CNT087."""
    old = "the front lies on the ones"
    found = told(words.CHECKS, KNIGHTS, "words/en.yaml", old, f"the {face} lies on the {said}")
    assert [code for code, _message, _line in found] == ["CNT087"]
    assert told(words.CHECKS, KNIGHTS, "words/en.yaml", old, "the back lies on the tens") == []
