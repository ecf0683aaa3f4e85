"""A scenario that begins where a recorded game had come to."""

from __future__ import annotations

import pytest

from scenario_forge.api import check, compile_scenario
from scenario_forge.api.drafts.from_play import from_record
from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import NotMade, ScenarioRequest
from tests.as_printed import load_as_printed

WANTED = ScenarioRequest("played", "6/41", "12/41")


@pytest.fixture(scope="module")
def game():
    return load_as_printed("desert-rats", "all")


@pytest.fixture(scope="module")
def prepared(game):
    return prepare(game, "cyrenaica")


@pytest.fixture(scope="module")
def played(prepared):
    return play_scenario(prepared, PlayOrder(seed=3, players={"allied": "random", "axis": "random"}))


@pytest.fixture(scope="module")
def made(game, played):
    text = from_record(game, WANTED, played.record).text
    return load_as_printed("desert-rats", "all", files={"scenarios/played.yaml": text})


def test_units_are_where_they_were_when_that_player_turn_began(prepared, played, made):
    """June is the fourth game turn from March; Allied, side 0, moves first in it."""
    state, play = prepared.play.begin(), prepared.play
    for event in played.match.playout.events:
        if play.moment(state) == (3, 0):
            break
        state.apply(event.changes)
    compiled = compile_scenario(made, "played")
    begun = prepare(made, "played").play.begin()
    assert list(begun.units.place) == list(state.units.place)
    alive = [n for n, place in enumerate(state.units.place) if place >= 0]
    assert alive
    assert [begun.units.strength[n] for n in alive] == [state.units.strength[n] for n in alive]
    assert len(compiled.units.side) == len(state.units.place)


def test_supply_is_where_it_was_and_it_plays_to_the_end(made):
    again = prepare(made, "played")
    ended = play_scenario(again, PlayOrder(seed=1, players={"allied": "idle", "axis": "idle"}))
    assert ended.ending.ended == "over"


def test_every_unit_has_a_row_and_nothing_is_an_error(made):
    assert all(each.entry is not None for each in plan(made, "played").placed)
    found = [each for each in check(made) if each.span.file == "scenarios/played.yaml"]
    assert "ERROR" not in {each.severity.name for each in found}


def test_a_date_that_the_record_does_not_reach(game, played):
    with pytest.raises(NotMade, match="the record has no Allied player turn of Jan 42"):
        from_record(game, ScenarioRequest("played", "1/42", "12/42"), played.record)


def test_a_record_of_another_game_or_of_other_content(game, played):
    other = played.record.model_copy(update={"setting": played.record.setting.model_copy(update={"game": "skirmish"})})
    with pytest.raises(NotMade, match="another game"):
        from_record(game, WANTED, other)
    with pytest.raises(NotMade, match=r"other content|cannot be played"):
        from_record(load_as_printed("desert-rats", "none"), WANTED, played.record)


def test_a_unit_of_an_option_that_was_not_in_play_is_left_to_decide(game, played):
    """It was printed where the enemy may stand by now; nothing else of a record is left open."""
    text = from_record(game, WANTED, played.record).text
    rows = [line for line in text.splitlines() if "{no:" in line]
    open_ = [line for line in rows if "Decide:" in line]
    assert open_
    assert all("not in play in that game" in line for line in open_)
    assert all("Pzjg. Bn" in line for line in open_)
    assert "Decide:" not in "".join(line for line in text.splitlines() if "marker:" in line)


def test_the_start_whose_values_it_begins_with_is_counted_among_what_is_left():
    knights = load_as_printed("knights-of-the-desert", "all")
    begun = prepare(knights, "tobruk-41")
    idle = play_scenario(begun, PlayOrder(seed=1, players={"allied": "idle", "axis": "idle"}))
    made = from_record(knights, ScenarioRequest("played", "3/41", "11/41"), idle.record)
    assert 'begins_as: "Decide: mar41?"' in made.text
    assert made.open + made.asks == made.text.count('"Decide: ')
