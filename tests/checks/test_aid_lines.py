"""Lines of player aids that are numbered, and lines of options."""

from __future__ import annotations

import pytest

from scenario_forge.checks.rulebook import headings

from .every_game import GAMES, codes, findings_after, game_of, slip, space, text_of

AIDS = "aids.yaml"


def told(findings, code):
    return [(each.span.line, each.message, each.help) for each in findings if each.code.id == code]


def line_of(name, text):
    return text_of(name, AIDS).partition(text)[0].count("\n") + 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new", "says", "suggests"),
    [
        ("desert-rats", "head: 5 Supply,", "head: 4 Supply,", "step 4 comes after step 4", "did you mean 5?"),
        ("desert-rats", "head: 7 Advance,", "head: 6 Advance,", "step 6 comes after step 6", "did you mean 7?"),
        ("massawa", "head: 3 Allot,", "head: 13 Allot,", "step 13 comes after step 2", "did you mean 3?"),
    ],
)
def test_a_step_out_of_number_is_told(game, old, new, says, suggests):
    """RUL077."""
    assert told(slip(game, AIDS, old, new), "RUL077") == [(line_of(game, old), says, suggests)]


@pytest.mark.parametrize(
    "numbers",
    [
        (1, 2, 3, 1, 2, 3),  # begun again
        (1, 2, 4, 5, 7, 8),  # hexes, or results of a die
        (2, 2, 3, 4, 5, 6),  # nobody can tell which
    ],
)
def test_numbers_that_are_no_steps_are_left_alone(numbers):
    text = text_of("massawa", AIDS)
    head, section = text.split("head: 1 Call", 1)
    section = f"head: 1 Call{section}"
    for old, new in zip(range(1, 7), numbers, strict=True):
        section = section.replace(f"head: {old} ", f"head: #{new} ", 1)
    changed = head + section.replace("head: #", "head: ")
    assert changed != text
    assert "RUL077" not in codes(findings_after("massawa", {AIDS: changed}))


def test_steps_numbered_from_another_number_on_are_in_order():
    text = text_of("massawa", AIDS)
    for number in range(6, 0, -1):
        text = text.replace(f"head: {number} ", f"head: {number + 10} ")
    assert "RUL077" not in codes(findings_after("massawa", {AIDS: text}))


def test_a_line_of_one_option_with_the_clause_of_another_is_told():
    """RUL078."""
    old = "option: eighty-eights,      cites"
    findings = slip("desert-rats", AIDS, old, "option: mechanised-retreat, cites")
    says = "clause 18.2 belongs to the option `eighty-eights`, not to `mechanised-retreat`"
    assert told(findings, "RUL078") == [(line_of("desert-rats", old), says, "did you mean eighty-eights?")]


def test_a_line_of_an_option_may_restate_what_holds_without_it():
    old = 'clause: "18.2", option: eighty-eights'
    assert "RUL078" not in codes(slip("desert-rats", AIDS, old, 'clause: "6.3", option: eighty-eights'))


KNIGHTS = "knights-of-the-desert"


def under_headings(game, old="", new=""):
    text = text_of(game, AIDS)
    assert not old or text.count(old) == 1, f"{game} has `{old}` {text.count(old)} times"
    changed = space(game).load("all", {AIDS: text.replace(old, new) if old else text})
    return [(each.code.id, each.message) for check in headings.CHECKS for each in check(changed)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_quantities_stand_under_their_headings(game):
    assert [each.message for check in headings.CHECKS for each in check(game_of(game))] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new", "says"),
    [
        (KNIGHTS, "starts: [jan42]", "starts: [mar41]", "this section is for March 1941"),
        (
            KNIGHTS,
            '"{starts.jan42.supply.axis.mobile} each',
            '"{starts.mar41.supply.axis.mobile} each',
            "is of March 1941",
        ),
        (KNIGHTS, 'text: "{starts.jan42.air.allied}"', 'text: "{starts.jan42.air.axis}"', "is for Allied, but"),
        (
            KNIGHTS,
            "March 1941, January 1942, July 1942]",
            "January 1942, March 1941, July 1942]",
            "column `January 1942`",
        ),
        (
            KNIGHTS,
            '"{starts.jan42.forts.1711}", "{st',
            '"{starts.mar41.forts.1711}", "{st',
            "among quantities of `jan42`",
        ),
        ("desert-rats", "in hexes, General, Combat]", "in hexes, Combat, General]", "the column `Combat` shows"),
        ("massawa", "of a path, General, Combat]", "of a path, Combat, General]", "the column `Combat` shows"),
        (
            "massawa",
            '"{supply.general_radius.italian}"',
            '"{supply.combat_radius.indian}"',
            "stands under `General` among quantities of `general`",
        ),
    ],
)
def test_a_quantity_under_another_heading_is_told(game, old, new, says):
    """RUL132."""
    found = under_headings(game, old, new)
    assert [code for code, _message in found] == ["RUL132"]
    assert says in found[0][1]


def test_a_line_for_both_sides_may_name_both():
    old = 'text: "{starts.jan42.air.allied}"'
    both = 'text: "{starts.jan42.air.allied} against {starts.jan42.air.axis}"'
    line = "{head: Air points, side: allied, clause: IV.D.1.c4, "
    text = text_of(KNIGHTS, AIDS).replace(f"{line}{old}", f"{line.replace('side: allied, ', '')}{both}")
    assert both in text
    game = space(KNIGHTS).load("all", {AIDS: text})
    assert not [each for check in headings.CHECKS for each in check(game)]
