"""Groups of units in rules.yaml that leave some out, and selections that an option writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.wargame.base.figures import groups_of

DESERT = Path(__file__).parents[2] / "content/western-desert"


@pytest.fixture(scope="module")
def desert():
    return Workspace(DESERT)


def findings_in(desert, file, old, new):
    """What is found in a file where it says something else."""
    text = (DESERT / file).read_text("utf-8")
    assert old in text
    return [
        (each.code.id, each.message)
        for each in check(desert.load("all", {file: text.replace(old, new)}), "quick")
        if each.span.file == file
    ]


@pytest.mark.parametrize(("what", "members"), [
    ({"class": "tank"}, {"Tiger 88mm", "Pz I"}),
    ({"class": "tank", "not": {"double": "True"}}, {"Pz I"}),
    ({"not": {"class": "tank", "double": "True"}}, {"Pz I", "88mm gun", "Italian infantry"}),
    ({"double": "True", "not": {"class": ["tank", "infantry"]}}, {"88mm gun"}),
])  # fmt: skip
def test_a_group_leaves_out_units_that_are_all_that_not_says(desert, what, members):
    game = desert.load("all")
    names = {23: "Tiger 88mm", 7: "Pz I", 33: "88mm gun", 49: "Italian infantry"}
    belongs = groups_of(game, {"some": what})["group.some"]
    assert {name for no, name in names.items() if belongs["axis", no]} == members


@pytest.mark.parametrize(("what", "says"), [
    ("{double: true, not: {class: tank, armoured: true}}", []),
    ("{not: {class: tank, type: [tank, hq]}}", []),
    ("{class: tank, not: {type: tank}}", ["no unit belongs to the group `twice`"]),
    ("{double: true, not: {class: [infantry, tanks]}}", ["no unit has `tanks` as its class, as the group asks"]),
    ("{double: true, not: {class: tanks}}", ["no unit has `tanks` as its class, as the group asks"]),
    ("{double: true, not: {classe: tank}}", ["there is no value `classe`"]),
])  # fmt: skip
def test_what_a_group_leaves_out_is_checked(desert, what, says):
    told = findings_in(desert, "rules.yaml", "twice: {double: true}", f"twice: {what}")
    assert [message for code, message in told if code == "WGM001"] == says


@pytest.mark.parametrize(("what", "asked"), [
    ("{double: true, not: {class: tank, not: {type: tank}}}", "a selector"),
    ("{double: true, not: [tank]}", "a selector"),
    ("{double: true, class: []}", "a word or a list of words"),
])  # fmt: skip
def test_what_says_nothing_in_a_group_is_refused(desert, what, asked):
    told = findings_in(desert, "rules.yaml", "twice: {double: true}", f"twice: {what}")
    assert [message.partition(" is expected under ")[0].partition(",")[0] for _code, message in told] == [asked]


@pytest.mark.parametrize(("at", "value", "problem"), [
    ("groups.twice", "{double: true, type: towed-gun}", "no unit belongs to the group `twice`"),
    ("groups.twice", "{dubble: true}", "there is no value `dubble`"),
    ("fire.both", "{move_and_fire: true, class: tanks}", "no unit has `tanks` as its class"),
    ("fire.both", "{not: {class: tanks}}", "no unit has `tanks` as its class"),
    ("fire.both", "{move_and_fire: true, class: infantry}", "no unit is all of this"),
    ("advance.must.class", "[infantry, lorries]", "no unit has `lorries` as its class"),
])  # fmt: skip
def test_a_selection_that_an_option_writes_is_checked(desert, at, value, problem):
    old = "{at: rules.groups.twice, value: {double: true, type: towed-at-gun}}"
    told = findings_in(desert, "options.yaml", old, f"{{at: rules.{at}, value: {value}}}")
    assert told == [("SCN031", f"`rules.{at}` cannot be `{value}`: {problem}")]


def test_a_selection_is_checked_beside_a_change_of_another_document(desert):
    old = "{at: rules.groups.twice, value: {double: true, type: towed-at-gun}}"
    both = "{at: rules.groups.twice, value: {dubble: true}}\n      - {at: 'counters.units[axis/2].name', value: HQ II}"
    told = findings_in(desert, "options.yaml", old, both)
    assert [message for code, message in told if code == "SCN031"] == [
        "`rules.groups.twice` cannot be `{dubble: true}`: there is no value `dubble`"
    ]


@pytest.mark.parametrize(("changes", "problem"), [
    ("{at: rules.groups.twice, value: {double: true}}", ""),
    ("{at: rules.groups.twice, value: {dubble: true}}", "there is no value `dubble`"),
    ("{at: rules.groups.twice, value: {double: true, type: towed-gun}}", "no unit belongs to the group `twice`"),
])  # fmt: skip
def test_a_selection_that_a_scenario_writes_is_checked(desert, changes, problem):
    told = findings_in(desert, "scenarios/abd.yaml", "changes:\n", f"changes:\n  - {changes}\n")
    value = changes.partition("value: ")[2].removesuffix("}")
    said = f"`rules.groups.twice` cannot be `{value}`: {problem}"
    assert [message for code, message in told if code == "SCN031"] == ([said] if problem else [])


def test_the_options_as_they_are_fit(desert):
    assert findings_in(desert, "options.yaml", "id: ", "id: ") == []
