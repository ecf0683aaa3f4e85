"""A second column for what follows one start is read by nobody: not by checks, drafts or games."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge import check
from scenario_forge.api import load_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest, dates_of
from scenario_forge.drafts.rows import drafts
from scenario_forge.game.scenarios import scenarios

GAME = Path(__file__).parents[1] / "games" / "skirmish"
NAME = "orders-of-battle/axis.yaml"


@pytest.fixture(scope="module")
def game():
    text = (GAME / NAME).read_text("utf-8")
    text = text.replace(
        '  - {id: mar41+, label: "",     after: mar41}\n',
        '  - {id: mar41+, label: "",     after: mar41}\n  - {id: more, label: "", after: mar41}\n',
    )
    return load_game(GAME, None, {NAME: text.replace("mar41+: R4/41}", "mar41+: R4/41, more: R5/41}")})


def test_it_is_a_finding(game):
    assert [each.message for each in check(game) if each.code.id == "TIM014"] == [
        "there are two columns for `after mar41`"
    ]


def test_what_it_says_is_no_second_arrival_for_the_checks(game):
    assert [each for each in check(game) if each.code.id == "OOB021"] == []


def test_a_draft_does_not_read_it(game):
    dates = dates_of(game, ScenarioRequest("try", "3/41", "6/41"))
    drafted, _ground = drafts(game, dates, dates.before)
    (row,) = (row for draft in drafted for row in draft.rows if row.unit.cited == "Axis 7")
    assert [(token.kind, token.date) for token in row.later] == [("arrives", "4/41")]


def test_a_game_does_not_read_it(game):
    scenario = next(each for each, linked in scenarios(game).scenarios.items() if linked.document.start == "mar41")
    comings = [change.entry.token.date for change in plan(game, scenario).changes if change.unit.cited == "Axis 7"]
    assert comings == ["4/41"]
