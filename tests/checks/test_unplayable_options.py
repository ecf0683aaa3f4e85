"""SCN031 of options with which a scenario cannot be played, though no other check finds anything wrong."""

from __future__ import annotations

import pytest

from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.run import check
from scenario_forge.checks.scenarios.unplayable import unplayable_options
from scenario_forge.game.reading.workspace import load_game
from tests.printing.conftest import GAMES

FOLDER = next(folder for folder in GAMES if folder.name == "western-desert")
TEXT = (FOLDER / "options.yaml").read_text("utf-8")
LEADER = '{at: "counters.units[4].type", value: hq}'
"""An armoured car of the first scenario becomes a headquarters, and starts with no unit."""
SOUND = "{at: rules.turning, value: {grant: 1}}"


def game(*options, used=False):
    """The game with more options, each with some changes; `used`: by a scenario."""
    text = TEXT
    for number, changes in enumerate(options):
        text += f'\n  - id: more-{number}\n    title: More {number}\n    rule: "25"\n    text: More.\n    changes:\n'
        text += "".join(f"      - {change}\n" for change in changes)
    files = {"options.yaml": text}
    if used:
        scenario = (FOLDER / "scenarios" / "abd.yaml").read_text("utf-8")
        files["scenarios/abd.yaml"] = scenario.replace("\nboards:", "\noptions: [more-0]\nboards:")
    return load_game(FOLDER, "all", files)


def found(game):
    """What is found, each with the text of its line from its column on."""
    lines = game.files["options.yaml"].source.text.split("\n")
    findings = findings_of(game, unplayable_options)
    return [(each.code.id, each.message, lines[each.span.line - 1][each.span.column - 1 :]) for each in findings]


MESSAGE = "`counters.units[4].type` cannot be `hq`: Armoured car, a leader, needs a unit to be with, but there is none"


def test_the_change_that_keeps_a_scenario_from_being_played_is_found():
    assert found(game([SOUND, LEADER])) == [("SCN031", MESSAGE, "hq}")]


def test_each_of_several_options_with_the_same_place_is_tried():
    assert found(game([SOUND], [LEADER], [LEADER])) == [("SCN031", MESSAGE, "hq}")] * 2


def test_what_an_option_changes_is_found_once():
    """Fire without a value of counters is found by the checks of rules.yaml."""
    slip = game(["{at: rules.fire.range, value: nothing}", LEADER])
    assert [each.message.partition(" cannot")[0] for each in check(slip) if each.code.id == "SCN031"] == [
        "`rules.fire.range`"
    ]


@pytest.mark.parametrize(("which", "count"), [("quick", 0), ("all", 1), ("slow", 1)])
def test_an_editor_tries_options_after_the_quick_checks(which, count):
    assert sum(each.code.id == "SCN031" for each in check(game([LEADER]), which)) == count


def test_options_of_the_game_and_those_of_scenarios_are_not_found():
    assert found(game()) == []
    assert found(game([LEADER], used=True)) == []
