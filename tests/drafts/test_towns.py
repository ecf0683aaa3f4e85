"""Who holds the towns of a drafted start, and values by start that a rule works out, in Knights of the Desert."""

from __future__ import annotations

import re

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.drafts.from_play import from_record
from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.hiding import start_parts
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.step import Keyed

NAME = "knights-of-the-desert"


@pytest.fixture(scope="module")
def game():
    return load_game(NAME, "all")


@pytest.fixture(scope="module")
def drafted(game):
    """September 1942, which begins with the values of July 1942."""
    return new_scenario(game, ScenarioRequest("x", "9/42", "11/42"))


def first_state(text):
    prepared = prepare(load_game(NAME, "all", files={"scenarios/x.yaml": text}), "x")
    return prepared, Match(prepared.play, Keyed(1)).playout.state


def test_a_draft_states_who_holds_each_town_that_is_scored(drafted):
    stated = re.findall(r"^  (\w+): axis +# ", drafted.text, re.MULTILINE)
    assert sorted(stated) == ["bardia", "benghazi", "matruh", "tobruk"]
    assert "bardia: axis  # Axis, 24/6/42 (Playfair III" in drafted.text


def test_play_begins_with_the_towns_that_control_gives_a_side(drafted):
    prepared, state = first_state(drafted.text.replace("  tobruk: axis", "  tobruk: allied"))
    held = {name: prepared.sides[side - 1] for name, side in prepared.play.holders(state).items()}
    assert held["Tobruk"] == "allied"
    assert {side for name, side in held.items() if name != "Tobruk"} == {"axis"}


def test_towns_that_control_does_not_name_go_with_the_start(drafted):
    prepared, state = first_state(
        re.sub(r"^control:\n(  .*\n)+", "control: {matruh: allied}\n", drafted.text, flags=re.MULTILINE)
    )
    held = {name: prepared.sides[side - 1] for name, side in prepared.play.holders(state).items()}
    assert {name for name, side in held.items() if side == "allied"} == {"Matruh"}


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_a_fortress_feeds_the_side_that_control_gives_it(drafted, side):
    text = drafted.text.replace("  tobruk: axis", f"  tobruk: {side}")
    game = load_game(NAME, "all", files={"scenarios/x.yaml": text})
    tobruk = hex_map(game).find("Tobruk").hex
    at_start = game.system.supply(game).at_start["x"]
    assert {who for who, hexes in at_start.items() if tobruk in hexes} == {side}


def test_printed_scenarios_are_compiled_as_before(game):
    assert "control" not in prepare(game, "campaign").compiled.parameters


def test_air_points_are_the_sum_of_the_turns_before(game):
    """As the printed starts have them: 0 and 0, 12 and 12, 24 and 21."""
    track = schedule(game)
    kept = game.system.kept_by_start(game)[0].values
    for id_, mark in track.starts.items():
        found = {each.path: each.value for each in game.system.worked_out(game, mark.turn)}
        assert found == {("air", side): points for side, points in kept[id_]["air"].items()}


def test_a_draft_changes_what_is_worked_out_otherwise(game, drafted):
    assert "{at: rules.starts.jul42.air.axis, value: 27}" in drafted.text
    assert "{at: rules.starts.jul42.air.allied, value: 30}" in drafted.text
    assert "changes:" not in new_scenario(game, ScenarioRequest("x", "7/42", "11/42"), "before").text
    prepared, state = first_state(drafted.text)
    assert dict(zip(prepared.sides, state.sides.air, strict=True)) == {"axis": 27, "allied": 30}
    parts = start_parts(load_game(NAME, "all", files={"scenarios/x.yaml": drafted.text}), "x")
    assert parts.begins_as["rules.air.axis"] == 27


def test_games_without_towns_state_none():
    game = load_game("massawa", "all")
    assert not game.system.start(game).towns
    assert [*game.system.worked_out(game, 3)] == []


def test_a_draft_from_a_record_has_the_towns_of_the_game_played(game):
    """The Axis has taken all towns by July 1941; in March all were the Allies'."""
    prepared = prepare(game, "campaign-41")
    played = play_scenario(prepared, PlayOrder(seed=1, players={"axis": "competent", "allied": "random"}))
    text = from_record(game, ScenarioRequest("x", "7/41", "11/41"), played.record).text
    state = prepared.play.begin()
    for event in played.match.playout.events:
        if prepared.play.moment(state)[0] == 2:
            break
        state.apply(event.changes)
    held = prepared.play.holders(state)
    assert {prepared.sides[side - 1] for side in held.values()} == {"axis"}
    again, begun = first_state(text)
    assert dict(again.play.holders(begun)) == dict(held)
