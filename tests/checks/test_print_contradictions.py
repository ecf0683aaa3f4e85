"""What a printed game says against itself: lists, dice, units, and ground that nobody enters; in every game that can."""

from __future__ import annotations

import re

import pytest

from scenario_forge.checks.rulebook.bounds import limits_in
from scenario_forge.checks.rulebook.counted_lists import counted_lists
from scenario_forge.checks.rulebook.thrown_dice import dice_in

from .every_game import codes, findings_after, slip, text_of

KD, DR, MA = "knights-of-the-desert", "desert-rats", "massawa"
BOOK, AIDS, CHARTS, EXAMPLES = "rulebook.yaml", "aids.yaml", "charts.yaml", "examples.yaml"


def messages(findings, code):
    return [finding.message for finding in findings if finding.code.id == code]


# -- lists ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Each side has five things: men, guns, tanks and fuel.", True),
        ("Each side has four things: men, guns, tanks and fuel.", False),
        ("Each side has four things: men, guns and carriages, tanks and fuel.", False),
        ("Its two bases are Jalo, Siwa and Cairo.", True),
        ("Its three bases are Jalo, Siwa and Cairo.", False),
        (
            "A turn has three phases: a march, in which units move and fight, then a rest, in which all eat and sleep.",
            True,
        ),
        (
            "A turn has two phases: a march, in which units move and fight, then a rest, in which all eat and sleep.",
            False,
        ),
        ("The two battalions (units 35-37) are optional.", True),
        ("The three battalions (units 35-37) are optional.", False),
        ("There are three forts, Keren and Massawa.", True),
        ("It costs 9 points: 7 for the slope and 2 for the plain.", False),
        ("The cursor goes in six directions, T took it home and B to the base.", False),
        ("There are five sorts of weather, such as rain, fog and dust.", False),
        ("There are two ways: move first, mind the enemy.", False),
        ("Three of the towns count: Tobruk and Bardia.", False),
    ],
)
def test_a_number_before_a_list_counts_its_items(text, wrong):
    assert [each for each in counted_lists(text) if each.value not in each.counts] != [] or not wrong
    assert wrong or all(each.value in each.counts for each in counted_lists(text))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        (KD, "each of five things: combat", "each of six things: combat"),
        (DR, "Seven unit types exist", "Eight unit types exist"),
        (DR, "There are four stop dates", "There are five stop dates"),
        (MA, "A player turn has two phases: an", "A player turn has three phases: an"),
    ],
)
def test_a_list_of_another_length_is_told_in_every_rulebook(game, old, new):
    """RUL147."""
    assert "RUL147" in codes(slip(game, BOOK, old, new))


# -- spans and limits -------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "file", "old", "new", "message"),
    [
        (KD, BOOK, "Intermediate 4 to 5,", "Intermediate 4 to 6,", "`4 to 6` and `6 to 9` both hold 6"),
        (KD, BOOK, "Expert 0 to 2,", "Expert 0 to 1,", "`0 to 1` and `3` leave out 2"),
        (KD, AIDS, "5-6 two, 7-8 three", "5-6 two, 8-9 three", "`5-6` and `8-9` leave out 7"),
        (KD, AIDS, "4-6 one, 7-9 two", "4-6 one, 8-9 two", "`4-6` and `8-9` leave out 7"),
        (KD, AIDS, "on 6 to 10 the Allies", "on 5 to 10 the Allies", "`1 to 5` and `5 to 10` both hold 5"),
        (
            DR,
            BOOK,
            "on a throw of 1 to 4; on 5 or 6",
            "on a throw of 1 to 3; on 5 or 6",
            "`1 to 3` and `5 or 6` leave out 4",
        ),
        (DR, BOOK, "a 5 loses 1 for good", "a 4 loses 1 for good", None),
        (MA, BOOK, "4 to 6 takes", "3 to 6 takes", "`1 to 3` and `3 to 6` both hold 3"),
    ],
)
def test_results_of_a_throw_and_bands_meet(game, file, old, new, message):
    """RUL064, in prose."""
    pattern = re.compile(r"\s+".join(map(re.escape, old.split())))
    text = text_of(game, file)
    assert len(pattern.findall(text)) >= 1
    found = messages(findings_after(game, {file: pattern.sub(new, text, count=1)}), "RUL064")
    assert found if message is None else message in found


@pytest.mark.parametrize(
    ("text", "ups"),
    [
        ("fewer than 10 points, or 10 or more points", [False, True]),
        ("at most ten hexes; beyond 12 hexes", [False, True]),
        ("no more than 3 units", [False]),
        ("a further 10 points", []),
    ],
)
def test_limits_in_words(text, ups):
    assert [each.up for each in limits_in(text)] == ups


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Units with less than 10 points rest, those with more than 10 points march.", True),
        ("Units with less than 10 points rest, those with 10 or more points march.", False),
        ("Units with at most 10 points rest, those with at least 10 points march.", True),
        (
            "Units with less than 10 points rest, those with exactly 10 choose, those with more than 10 points march.",
            False,
        ),
        ("Units with less than 10 points rest, stacks with more than 10 units march.", False),
    ],
)
def test_two_limits_of_a_sentence_meet(sentence, told):
    """RUL064; in the rulebook of a game that has no such sentence."""
    old = "Two players refight the campaign"
    findings = slip(DR, BOOK, old, f"{sentence} {old}")
    assert ("RUL064" in codes(findings)) == told


# -- dice -------------------------------------------------------------------------------------------


def test_dice_of_a_text():
    text = "Throw two dice, or a die; at night three six-sided dice, else 2d10, one d6. The die-hards throw dice."
    assert [str(each.dice) for each in dice_in(text)] == ["2 dice", "one die", "3d6", "2d10", "1d6"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "file", "old", "new"),
    [
        (KD, AIDS, "finished roll one d10", "finished roll one d6"),
        (KD, AIDS, "eliminated in battle roll 2d10", "eliminated in battle roll one d10"),
        (DR, BOOK, "he needs 12 with two dice", "he needs 13 with two dice"),
        (DR, BOOK, "he needs 12 with two dice", "he needs 12 with one die"),
        (MA, BOOK, "Throw a die and read", "Throw two dice and read"),
        (MA, AIDS, "Face down: throw {supply.capture_die}", "Face down: throw two dice"),
    ],
)
def test_other_dice_than_the_rule_are_told(game, file, old, new):
    """RUL148."""
    assert "RUL148" in codes(slip(game, file, old, new))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        (DR, "he needs 12 with two dice", "he needs 11 with two six-sided dice"),
        (MA, "Throw a die and read", "Throw one six-sided die and read"),
    ],
)
def test_the_same_dice_in_other_words_are_no_finding(game, old, new):
    assert "RUL148" not in codes(slip(game, BOOK, old, new))


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("On 24 June throw one die for each corps.", False),
        ("On 24 June throw one die: on 7 the corps comes.", True),
        ("Throw one die at 12:00 and again on 18:00.", False),
        ("Throw one ten-sided die: on 0 the unit routs.", False),
        ("Throw one ten-sided die: on 11 the unit routs.", True),
        ("Throw one six-sided die: on 0 the unit routs.", True),
        ("Throw two dice, one for tens: a throw of 11 to 66 gives the event.", False),
    ],
)
def test_a_number_behind_on_is_not_always_a_result(sentence, told):
    """RUL148: dates, hours, a die that begins with 0, and dice read as digits."""
    clause = f'\n  - {{id: "14.9", rule: "14", title: A matter, text: "{sentence}"}}\n'
    assert ("RUL148" in codes(findings_after(MA, {BOOK: text_of(MA, BOOK).rstrip() + clause}))) == told


# -- units ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[8, 600, 450, 36]", "[8, 801, 450, 36]", True),
        ("[8, 600, 450, 36]", "[8, 800, 450, 36]", False),
        ("[8, 600, 450, 36]", "[8, 600, 601, 36]", True),
        ("[8, 600, 450, 36]", "[8, 600, 450, 37]", True),
        ("[13, 60, 250, 15]", "[13, 60, 250, 19]", True),
        ("[13, 60, 250, 15]", "[13, 60, 250, 18]", False),
        ("morale: 9\n      fortification_level: 2", "morale: 8\n      fortification_level: 2", True),
    ],
)
def test_an_example_gives_a_unit_what_it_can_have(old, new, told):
    """EXM038: the ceiling of unit 8 is 800, of its supply 600; a mobile unit has 36 points, any other 18."""
    assert ("EXM038" in codes(slip(KD, EXAMPLES, old, new))) == told


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "file", "old", "new"),
    [
        (DR, BOOK, "Unit 31, 51 Para Brig", "Unit 30, 51 Para Brig"),
        (DR, BOOK, "stands in SS8, with 4 Blackshirt", "stands in SS8, with 2 Blackshirt"),
        (DR, BOOK, "51 Para Brig, arrives in July 1942", "51 Para Brig, arrives in August 1942"),
        (MA, BOOK, "A hex is 12 miles across.", "A hex is 12 miles across. Gazelle has a movement allowance of 20."),
    ],
)
def test_a_text_tells_of_a_unit_what_its_row_has(game, file, old, new):
    """RUL149."""
    assert "RUL149" in codes(slip(game, file, old, new))


def test_what_a_text_tells_rightly_is_no_finding():
    text = "A hex is 12 miles across. Gazelle has a movement allowance of 22, and 41 Col. Bde a strength of 4."
    assert "RUL149" not in codes(slip(MA, BOOK, "A hex is 12 miles across.", text))


def test_the_printed_strength_above_the_ceiling_is_corrected():
    """The example of Knights of the Desert has unit 11 at 300; its ceiling is 200."""
    assert "EXM038" in codes(
        slip(KD, "errata/rulebook.yaml", "corrected: [11, 200, 300, 20]", "corrected: [11, 250, 300, 20]")
    )


# -- ground that nobody enters ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "told"),
    [
        (KD, CHARTS, "Impassable: [P,                           P]", "Impassable: [P, 9/27]", True),
        (KD, BOOK, "mobile units 12 and 36.", "mobile units 12 and 36; impassable ground 9 and 27.", True),
        (DR, CHARTS, "Nile Hexside:      [Impassable,                                            Impossible]",
         'Nile Hexside: [Impassable, "- 5 to attacker"]', True),
        (DR, CHARTS, "(6MP's for PA)", "(8MP's for PA)", False),
        (MA, CHARTS, "Sea:                [Impassable,               Impossible]", "Sea: [\"6 MP's\", Impossible]", True),
        ("western-desert", CHARTS, "[no entry]", "[no entry; costs 2 AP]", True),
        ("western-desert", CHARTS, "[no entry]", "[no entry except at 2 AP]", False),
    ],
)  # fmt: skip
def test_a_value_of_ground_that_nobody_enters_is_told(game, file, old, new, told):
    """MAP080."""
    assert ("MAP080" in codes(slip(game, file, old, new))) == told


# -- rows of aids -----------------------------------------------------------------------------------


@pytest.mark.parametrize("new", ['"{supply.general_radius.italian}"]', '"{supply.general_radius.italian}", "2", "3"]'])
def test_a_row_of_an_aid_has_a_cell_for_each_column(new):
    """RUL150."""
    old = '"{supply.general_radius.italian}", "{supply.combat_radius.italian}"]'
    assert "RUL150" in codes(slip(MA, AIDS, old, new))
