"""A scenario drafted for a game whose rules know no front and no points spent says nothing of them."""

from __future__ import annotations

from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from tests.content.games import KNIGHTS, game_of

FOREIGN = ("\nfront:", "spent before the first move", "boxes of units", "base camp", "player turn")


def test_a_draft_of_knights_has_nothing_of_another_games_rules():
    game = game_of(KNIGHTS)
    text = new_scenario(game, ScenarioRequest("try", "5/41", "9/41")).text
    assert "# May 41 to Sep 41: 3 turns." in text
    assert [word for word in FOREIGN if word in text.replace("the front", "").replace("same front", "")] == []


def test_a_draft_of_desert_rats_has_all_of_it():
    game = game_of("desert-rats")
    text = new_scenario(game, ScenarioRequest("try", "6/41", "9/41")).text
    assert [word for word in FOREIGN if word not in text] == []
