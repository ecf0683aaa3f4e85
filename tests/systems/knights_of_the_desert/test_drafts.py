"""A scenario of *Knights of the Desert* on new dates: what its draft says, and that it is played."""

from __future__ import annotations

import re

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.scenarios import printed_start

from .board import AXIS, FOLDER, printed


@pytest.fixture(scope="module")
def draft():
    """September 1941, between the printed starts of March 1941 and January 1942."""
    return new_scenario(printed(), ScenarioRequest("autumn", "9/41", "11/41"), "jan42").text


@pytest.fixture(scope="module")
def autumn(draft):
    said = re.sub(r"(?m)^begins_as: .*\n", "", draft)
    assert said != draft
    game = load_game(FOLDER, "none", {"scenarios/autumn.yaml": said})
    assert printed_start(game, "autumn") == "mar41"
    assert printed_start(game, "tobruk-42") == "jan42"
    return prepare(game, "autumn")


def test_a_draft_says_that_the_ledger_is_scored_and_levels_are_to_be_decided(draft):
    assert "The ledger of victory.yaml is scored as in every scenario." in draft
    assert "Decide: which leads are which level of victory?" in draft
    assert "decisive victories" not in draft  # this game has none
    assert "No printed stop is near enough" not in draft


def test_the_draft_asks_whether_it_begins_as_the_start_that_its_positions_are_those_of(draft):
    game = load_game(FOLDER, "none", {"scenarios/autumn.yaml": draft})
    assert 'begins_as: "Decide: jan42?"' in draft
    assert printed_start(game, "autumn") == "jan42"


def test_it_begins_with_what_rules_yaml_says_of_the_last_start_before_it_unless_it_names_one(autumn):
    """Of March 1941: 300 supply points for mobile Axis units, 250 for others; no air points are left over."""
    state, rules = autumn.play.begin(), autumn.play.rules
    own = [unit for unit in rules.own(state, AXIS) if not rules.depot[unit]]
    assert {(rules.mobile[unit], state.units.supply[unit]) for unit in own} == {(1, 300), (0, 250)}
    assert list(state.sides.air) == [0, 0]


def test_without_levels_of_victory_who_has_more_points_wins(autumn):
    found = play_scenario(autumn, PlayOrder(seed=1, players=dict.fromkeys(autumn.sides, "random")))
    state = found.match.playout.state
    axis, allied = autumn.play.score(state)
    assert found.ending.ended == "over"
    assert autumn.play.outcome(state) == (int(allied > axis), abs(axis - allied), "", False)
    for side in (AXIS, int(allied <= axis)):  # whoever takes a home base wins, with fewer points too
        state.clock.taken[0] = side + 1
        assert autumn.play.outcome(state) == (side, (axis - allied) * (1 if side == AXIS else -1), "", True)
