"""New starts and stops on tracks of turns and hours instead of dates."""

from __future__ import annotations

import pytest

from scenario_forge import check
from scenario_forge.api import load_game
from scenario_forge.api.drafts.date_grid import date_grid
from scenario_forge.drafts.dates import NotMade, ScenarioRequest, dates_of, turn_words
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.schedule import schedule
from tests.content.games import CONTENT, DESERT, TOBRUK, errata_of, game_of

TRACKS = (TOBRUK, DESERT)


def dates(name, start, stop):
    found = dates_of(game_of(name), ScenarioRequest("try", start, stop))
    return found.first_turn + 1, found.last_turn + 1


@pytest.mark.parametrize(
    ("name", "start", "stop", "turns"),
    [
        (TOBRUK, "9", "Turn 12", (9, 12)),
        (TOBRUK, "14 April", "15 April", (5, 12)),
        (TOBRUK, "3 May", "20", (9, 20)),
        (DESERT, "09:30", "11:00", (20, 23)),
        (DESERT, "heat", "10", None),
        (DESERT, "haze", "HAZE", (25, 28)),
    ],
)
def test_a_turn_is_named_by_its_number_or_by_what_its_box_says(name, start, stop, turns):
    if turns is None:
        with pytest.raises(NotMade, match="no box of the track says"):
            dates(name, start, stop)
    else:
        assert dates(name, start, stop) == turns


def test_what_stands_in_boxes_apart_names_no_turn():
    with pytest.raises(NotMade, match="stands in several boxes") as refused:
        dates(TOBRUK, "Evening", "20")
    assert refused.value.hint == "name one of the turns 3, 7, 11, 15, 19"


def test_what_no_box_says_is_told_with_what_they_say():
    with pytest.raises(NotMade, match="no box of the track says `30 April`") as refused:
        dates(TOBRUK, "30 April", "20")
    assert refused.value.hint == "they say 13 April to 17 April, 1 May to 5 May"


def test_a_scenario_with_a_set_up_of_its_own_gives_no_positions():
    with pytest.raises(NotMade, match="`salient` has a set-up of its own") as refused:
        new_scenario(game_of(TOBRUK), ScenarioRequest("try", "9", "12"), "salient")
    assert "`--record FILE`" in refused.value.hint


@pytest.mark.parametrize(("name", "start", "stop"), [(TOBRUK, "21", "22"), (DESERT, "5", "4")])
def test_a_turn_off_the_track_and_a_stop_before_the_start_are_refused(name, start, stop):
    with pytest.raises(NotMade):
        dates(name, start, stop)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "start", "stop", "cell"),
    [(TOBRUK, "9", "10", "in:perimeter"), (DESERT, "30", "38", "on:41")],
)
def test_a_draft_can_be_read_and_leaves_open_who_was_set_up_by_choice(name, start, stop, cell):
    text = new_scenario(game_of(name), ScenarioRequest("try", start, stop)).text
    file = "scenarios/try.yaml"
    found = check(load_game(CONTENT / name, errata_of(name), {file: text}))
    assert [each for each in found if each.span.file == file and each.severity.name == "ERROR"] == []
    assert f'"Decide: {cell}?"' in text


def test_nobody_opens_or_closes_where_the_sides_act_in_no_fixed_order():
    text = new_scenario(game_of(TOBRUK), ScenarioRequest("try", "9", "12")).text
    assert "\nfirst:" not in text
    assert "\nlast:" not in text


def test_the_track_above_a_draft_says_the_hours():
    text = new_scenario(game_of(DESERT), ScenarioRequest("try", "25", "26")).text
    assert "#   25   12:00   haze\n#   26   12:30   haze\n" in text
    assert turn_words(schedule(game_of(TOBRUK)), 2) == "Turn 3, Evening, 13 April, 1 May, +1"


@pytest.mark.parametrize("turns", [3, pytest.param(99, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", TRACKS)
def test_the_grid_has_each_turn(name, turns):
    """The last few of them; all by `make long`."""
    track = schedule(game_of(name))
    shown = range(track.calendar.length)[-turns:]
    grid = date_grid(game_of(name), track.calendar.text(shown[0]))
    assert [start["label"] for start in grid["starts"]] == [track.label(n) for n in shown]
    assert all(start["guesses"] > 0 for start, turn in zip(grid["starts"], shown, strict=True) if turn)
