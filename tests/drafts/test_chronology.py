"""Positions of another date are guesses, and the chronology is held against them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.holding import places_changing_hands
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.front import places_that_count, stands, starting_holders
from scenario_forge.game.scenarios import scenarios
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
HEAD = "basis: printed\ncolumns: [{id: desert, label: Desert}]\nevents:\n"


@pytest.fixture(scope="module")
def july():
    """July 1942, two months after the printed start of May; Tobruk was lost on 21 June."""
    return new_scenario(load_as_printed("desert-rats", "all"), ScenarioRequest("july", "7/42", "12/42"), "before")


def drafted(*events, start="2/41", origin="start", extra=None):
    """A draft of the small game between its starts of December 1940, Marsa Akra Axis, and March 1941, it is Allied."""
    rows = "".join(f'  - {{date: {date}, desert: "{said}"}}\n' for date, said in events)
    game = load_game(SKIRMISH, files={"chronology.yaml": HEAD + rows, **(extra or {})})
    return new_scenario(game, ScenarioRequest("winter", start, "8/41"), origin)


def row_of(made, words):
    return next(line for line in made.text.splitlines() if words in line)


def test_every_position_of_another_date_is_left_to_decide(july):
    game = load_as_printed("desert-rats", "all", files={"scenarios/july.yaml": july.text})
    there = {each.unit.name for each in plan(game, "july").placed if each.state == "at"}
    rows = [line for line in july.text.splitlines() if "{no:" in line]
    named = {line.split("name: ")[1].split(",")[0] for line in rows if "Decide:" in line}
    assert named == there
    assert len(there) == july.left.units > 40


def test_a_place_that_has_fallen_is_left_to_decide_with_the_line(july):
    assert "against it 21/6/42: Tobruk Axis" in row_of(july, "marker: supply-allied")
    assert any(
        line.startswith("the chronology contradicts Tobruk (21/6/42: Tobruk Axis); to decide: ")
        for line in july.doubts.lines
    )


def test_the_draft_is_read_without_errors_and_control_is_that_of_the_date(july):
    game = load_as_printed("desert-rats", "all", files={"scenarios/july.yaml": july.text})
    found = check(game)
    assert {d.code.id for d in found} == {"SCN012"}
    assert len(found) == july.open
    scenario = scenarios(game).scenarios["july"]
    there = {each.hex for each in stands(game, scenario) if each.unit is not None}
    empty = {name for name, hex_ in places_that_count(game).items() if hex_ not in there}
    held = {name: side for name, (side, _at) in starting_holders(game, scenario).items() if name in empty}
    assert len(held) > 3
    assert {name for name, side in held.items() if side == "allied"} <= {"Alexandria", "Cairo"}


def test_who_was_destroyed_since_is_out_of_play_for_certain(july):
    row = row_of(july, "name: 4/1 S Af")
    assert "Decide" not in row
    assert "destroyed at Tobruk, 21/6/42" in row


def test_positions_of_a_later_start_are_left_to_decide_too():
    made = new_scenario(load_as_printed("desert-rats", "all"), ScenarioRequest("axe", "6/41", "12/41"), "nov41")
    assert made.doubts.lines == ()
    assert '"Decide: QQ3?"' in row_of(made, "name: 11/4 Ind")
    assert row_of(made, "name: 11/4 Ind").endswith("position of Nov 41")


def test_units_in_a_place_that_their_side_has_lost_are_left_to_decide():
    made = drafted(("8/1/41", "Fall of Marsa Akra"))
    assert 'at: "Decide: G6?"' in row_of(made, "name: 60 Div.")
    assert "# Dec 40 G6; against it 8/1/41: Fall of Marsa Akra" in row_of(made, "name: 60 Div.")
    assert made.doubts.lines[-1].endswith("to decide: Axis 3, supply-axis")


@pytest.mark.parametrize(
    ("events", "start"),
    [
        ([("8/1/41", "Marsa Akra is not taken")], "2/41"),
        ([("8/1/41", "Guns are heard at Marsa Akra")], "2/41"),
        ([("8/1/41", "Fall of Marsa Akra"), ("20/1/41", "Akra retaken")], "2/41"),  # as it was before
        ([("8/2/41", "Fall of Marsa Akra")], "2/41"),  # in the turn that is still to be played
        ([("8/11/40", "Fall of Marsa Akra")], "2/41"),  # before the start whose positions are taken
        ([("8/1/41", "Fall of Port Sefton, that was")], "12/40"),
    ],
)
def test_what_is_denied_undone_or_of_another_time_is_no_contradiction(events, start):
    made = drafted(*events, start=start)
    assert not [said for said in made.doubts.lines if "chronology" in said]
    assert "against it" not in made.text


def test_a_place_that_the_draft_has_in_new_hands_is_no_contradiction():
    """From the start after: in March Marsa Akra is Allied, and nothing happens between."""
    made = drafted(("8/1/41", "Fall of Marsa Akra"), origin="mar41")
    assert not [said for said in made.doubts.lines if "chronology" in said]


def test_what_was_decided_is_neither_a_guess_nor_doubted():
    decided = (
        "basis: proposed\ngame: skirmish\ndate: 2/41\nfirst: allied\nrows:\n"
        "  - {side: axis, no: 3, at: G6, source: Smith}\n  - {side: allied, no: 4, at: EE5}\n"
    )
    made = drafted(("8/1/41", "Fall of Marsa Akra"), extra={"dossiers/2-41.yaml": decided})
    assert row_of(made, "name: 60 Div.").endswith("decided: Smith")
    assert "Decide" not in row_of(made, "name: 4/1 Ind")
    assert "Axis 3" not in made.doubts.lines[-1]


def test_a_printed_start_guesses_nothing():
    made = new_scenario(load_as_printed("desert-rats", "all"), ScenarioRequest("spring", "3/41", "12/41", first="axis"))
    assert (made.doubts.lines, made.open) == ((), 0)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Fall of Bardia", ["Bardia"]),
        ("Gazala and the Cauldron; Tobruk lost; Rommel at Mersa Matruh", ["Tobruk"]),
        ("Rommel retakes Bardia, Tobruk and Gazala, but Mersa Matruh holds", ["Bardia", "Tobruk", "Gazala"]),
        ("Bardia and Tobruk have been captured", ["Bardia", "Tobruk"]),
        ("Operation Brevity: Tobruk not relieved", []),
        ("The British fail to take Bardia", []),
        ("Fall of Bardiasson", []),
    ],
)
def test_the_places_that_a_line_has_change_hands(text, places):
    assert [place for place, _ in places_changing_hands(text, ["Bardia", "Tobruk", "Gazala", "Mersa Matruh"])] == places
