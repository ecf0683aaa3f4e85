"""Dates of new scenarios in any calendar, the slice of the track, and games that cannot be drafted from."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import LONGEST, NotMade, ScenarioRequest, dates_of
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.drafts.text import track_lines
from scenario_forge.game.forces import forces
from tests.as_printed import load_as_printed

ALLIED_ORDERS = "orders-of-battle/allied.yaml"
SKIRMISH = Path(__file__).parents[1] / "games/skirmish"

TWO_MONTHS = """
basis: printed
calendar: {unit: month, step: 2, first: 12/40, last: 7/41}
starts:
  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}
  - {id: mar41, label: Apr 41, turn: 4/41,  first: axis}
stops:
  - {id: mar41, label: Apr 41, turn: 4/41, last: allied}
  - {id: aug41, label: Jun 41, turn: 6/41, last: axis}
boxes:
  - {turn: 12/40, label: DEC-JAN, allied: 1-2,   axis: 1-1}
  - {turn: 2/41,  label: FEB-MAR, allied: R 0-2, axis: R 1-2}
  - {turn: 4/41,  label: APR-MAY, allied: R 1-2, axis: R 2-3}
"""
HALF_DAYS = """
basis: printed
calendar: {unit: day, parts: [AM, PM], first: 1/12/40, last: 8/12/40}
starts:
  - {id: dec40, label: 1 Dec 40, turn: 1/12/40 AM, first: allied}
  - {id: mar41, label: 4 Dec 40, turn: 4/12/40 PM, first: axis}
stops:
  - {id: mar41, label: 6 Dec 40, turn: 6/12/40 PM, last: allied}
"""


def read(name):
    return (SKIRMISH / name).read_text("utf-8")


def skirmish(files=None, **changed):
    return load_game(SKIRMISH, files=(files or {}) | {"time-track.yaml": changed.get("track", read("time-track.yaml"))})


def sliced(game, *wanted):
    return [f"# {line}" for line in track_lines(dates_of(game, ScenarioRequest("b", *wanted)))]


# -- the slice of the track --------------------------------------------------------------------------


def test_the_slice_is_as_printed():
    assert sliced(skirmish(), "2/41", "4/41") == [
        "# The track:",
        "#   2/41   allied R 0-2   axis R 1-2",
        "#   3/41   allied R 0-2   axis 2-2",
        "#   4/41   allied R 1-2   axis R 2-3",
    ]


def test_in_half_turns_one_side_has_no_player_turn():
    assert sliced(skirmish(), "2/41", "4/41", "axis", "allied") == [
        "# The track; –: that side does not move in that turn:",
        "#   2/41   allied –       axis R 1-2",
        "#   3/41   allied R 0-2   axis 2-2",
        "#   4/41   allied R 1-2   axis –",
    ]


def test_a_single_player_turn():
    assert sliced(skirmish(), "2/41", "2/41", "axis", "axis")[1:] == ["#   2/41   allied –   axis R 1-2"]


def test_turns_of_several_months_are_named_as_their_boxes_are():
    assert sliced(skirmish(track=TWO_MONTHS), "2/41", "6/41") == [
        "# The track:",
        "#   2/41 FEB-MAR   allied R 0-2   axis R 1-2",
        "#   4/41 APR-MAY   allied R 1-2   axis R 2-3",
        "#   6/41",
        "# It has no box for Jun 41.",
    ]


def test_a_track_without_boxes():
    assert sliced(skirmish(track=HALF_DAYS), "2/12/40", "3/12/40") == ["# The track has no boxes for these turns."]


def test_each_line_is_what_the_scenario_plays():
    """The entries that are shown are those of the player turns that it has."""
    game = load_as_printed("desert-rats", "all")
    dates = dates_of(game, ScenarioRequest("b", "3/41", "3/42"))
    shown = sum(cell in line for line in track_lines(dates) for cell in ("allied ", "axis ") if " –" not in line)
    halves = [line for line in track_lines(dates) if line.startswith("  ") and " –" in line]
    assert shown + len(halves) == dates.closes - dates.opens + 1


# -- calendars ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["2/41", "02/41", "2/1941", "02/1941"])
def test_a_date_may_be_written_with_zeros_and_centuries(text):
    assert dates_of(skirmish(track=TWO_MONTHS), ScenarioRequest("b", text, "6/41")).first_turn == 1


@pytest.mark.parametrize("wanted", [("3/41", "6/41"), ("2/41", "5/41")])
def test_a_date_inside_a_turn_of_several_months(wanted):
    with pytest.raises(NotMade, match="is inside a game turn") as found:
        dates_of(skirmish(track=TWO_MONTHS), ScenarioRequest("b", *wanted))
    assert found.value.hint in ("the turn begins on 2/41", "the turn begins on 4/41")


def test_written_by_hand_it_is_no_date_either():
    scenario = "basis: proposed\nscenario: b\ntitle: B\nstart: 3/41\nstop: 6/41\nset_up: [{side: axis}]\n"
    game = skirmish({"scenarios/b.yaml": scenario}, track=TWO_MONTHS)
    assert [d.message for d in check(game) if d.code.id == "REF001" and "b.yaml" in d.span.file] == [
        "this game has no start date `3/41`",
    ]


def test_a_day_without_a_part_begins_with_its_first_and_ends_with_its_last():
    dates = dates_of(skirmish(track=HALF_DAYS), ScenarioRequest("b", "2/12/40", "3/12/40"))
    assert [dates.track.calendar.text(turn) for turn in (dates.first_turn, dates.last_turn)] == [
        "2/12/40 AM",
        "3/12/40 PM",
    ]


@pytest.mark.parametrize(("track", "dates"), [(TWO_MONTHS, ("2/41", "6/41")), (HALF_DAYS, ("2/12/40 PM", "5/12/40"))])
def test_what_is_drafted_in_any_calendar_is_read_again(track, dates):
    made = new_scenario(skirmish(track=track), ScenarioRequest("b", *dates))
    again = plan(skirmish({"scenarios/b.yaml": made.text}, track=track), "b")
    assert (again.first_turn, again.last_turn) == (made.dates.first_turn, made.dates.last_turn)
    assert (again.scenario.first, again.scenario.last) == (made.dates.first, made.dates.last)


@pytest.mark.parametrize(
    "wanted",
    [
        ("dec40", "aug41", None, None),
        ("mar41", "aug41", None, None),
        ("3/41", "8/41", "axis", None),  # the printed start, by its turn and side
        ("3/41", "8/41", "allied", None),  # half a turn before it
        ("mar41", "mar41", None, "axis"),  # another side closes than is printed
        ("12/40", "1/41", "axis", "allied"),
        ("2/41", "2/41", "axis", "axis"),
    ],
)
def test_starts_stops_and_sides_are_those_that_were_asked_for(wanted):
    game = skirmish()
    made = new_scenario(game, ScenarioRequest("b", *wanted))
    again = skirmish({"scenarios/b.yaml": made.text})
    planned = plan(again, "b")
    opens = planned.track.player_turn(planned.first_turn, planned.scenario.first)
    assert planned.scenario.player_turns(planned.track) == made.dates.closes - made.dates.opens + 1
    assert opens == made.dates.opens
    if wanted[2]:
        assert planned.scenario.first == wanted[2]
    if wanted[3]:
        assert planned.scenario.last == wanted[3]


def test_an_arrival_of_the_column_of_an_earlier_start_is_not_looked_at():
    """Whoever plays from March does not look into the column of what comes after December."""
    printed = read("orders-of-battle/allied.yaml")
    late = printed.replace("dec40+: W1/41,", "dec40+: W7/41,")
    assert late != printed
    made = new_scenario(skirmish({"orders-of-battle/allied.yaml": late}), ScenarioRequest("b", "4/41", "8/41"))
    row = next(line for line in made.text.splitlines() if "no: 3, name: 3/1 Ind" in line)
    assert "W6/41" in row
    assert "7/41" not in row


# -- games and names that are refused ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"map.yaml": "basis: printed\n"}, "no map"),
        (
            {"orders-of-battle/axis.yaml": "basis: printed\nside: axis\nunits: [\n"},
            "order of battle that cannot be read",
        ),
        ({"time-track.yaml": "basis: printed\n"}, "no time record track"),
        ({"victory.yaml": "basis: printed\nobjectives: [\n"}, "victory.yaml cannot be read"),
    ],
)
def test_nothing_is_drafted_of_what_cannot_be_read(files, why):
    with pytest.raises(NotMade, match=why):
        new_scenario(load_game(SKIRMISH, files=files), ScenarioRequest("b", "2/41", "8/41"))


@pytest.mark.parametrize("file", ["options.yaml", "chronology.yaml", "rulebook.yaml"])
def test_what_a_set_up_does_not_need_may_be_lacking(file):
    made = new_scenario(load_game(SKIRMISH, files={file: "basis: printed\n"}), ScenarioRequest("b", "2/41", "8/41"))
    assert made.units == len(forces(load_game(SKIRMISH)).units())


def test_a_map_without_capacities():
    bare = read("map.yaml")
    for text in ('capacity: "2", ', "capacity: U, ", ', capacity: "1"', ", capacity: U"):
        bare = bare.replace(text, "")
    assert "capacity" not in bare
    made = new_scenario(load_game(SKIRMISH, files={"map.yaml": bare}), ScenarioRequest("b", "2/41", "8/41"))
    assert "front:" in made.text
    assert "control:" not in made.text


THIRD = """
basis: printed
side: legion
title: LEGION
columns:
  - {id: dec40, label: Dec 40, start: dec40}
  - {id: mar41, label: Mar 41, start: mar41}
units:
  - {no: 1, name: 1 Leg, dec40: BB8, mar41: BB8}
"""


def test_three_sides():
    files = {
        "game.yaml": read("game.yaml").replace("  - {id: axis, ", "  - {id: legion, name: Legion}\n  - {id: axis, "),
        "orders-of-battle/legion.yaml": THIRD,
    }
    made = new_scenario(load_game(SKIRMISH, files=files), ScenarioRequest("b", "2/41", "8/41", last="legion"))
    again = load_game(SKIRMISH, files=files | {"scenarios/b.yaml": made.text})
    assert {p.unit.key for p in plan(again, "b").placed} == {u.key for u in forces(again).units()}
    assert made.dates.closes - made.dates.opens + 1 == 3 * 7 - 1
    assert not {d.code.id for d in check(again) if "b.yaml" in d.span.file} & {"SCN014", "SCN015", "SCN016", "REF001"}


def test_a_side_without_a_column_for_a_start():
    files = {
        "game.yaml": read("game.yaml").replace("  - {id: axis, ", "  - {id: legion, name: Legion}\n  - {id: axis, "),
        "orders-of-battle/legion.yaml": THIRD.replace("  - {id: mar41, label: Mar 41, start: mar41}\n", "").replace(
            ", mar41: BB8", ""
        ),
    }
    with pytest.raises(NotMade, match="no column of LEGION sets up the start Mar 41"):
        new_scenario(load_game(SKIRMISH, files=files), ScenarioRequest("b", "2/41", "8/41"))


@pytest.mark.parametrize(
    "name", ["b" * (LONGEST + 1), "b\n", "b.yaml", ".b", "-b", "b b", "a\\b", "ü", "siege/", "con:"]
)
def test_names_that_are_none(name):
    with pytest.raises(NotMade, match="is not a valid name"):
        dates_of(skirmish(), ScenarioRequest(name, "2/41", "8/41"))


def test_a_name_that_another_file_has():
    text = read("scenarios/siege.yaml").replace("scenario: siege", "scenario: other")
    with pytest.raises(NotMade, match=r"`other` is the scenario of scenarios/siege\.yaml"):
        dates_of(load_game(SKIRMISH, files={"scenarios/siege.yaml": text}), ScenarioRequest("other", "2/41", "8/41"))


def test_no_name_of_the_game_ends_the_comment_that_it_stands_in():
    """Names are untrusted: with a line break in one, the rest would be read as a key of the file."""
    text = (SKIRMISH / ALLIED_ORDERS).read_text(encoding="utf-8")
    files = {ALLIED_ORDERS: text.replace("name: 4/1 Ind", r'name: "4/1 Ind\nstart: dec40 #"')}
    made = new_scenario(load_game(SKIRMISH, "none", files), ScenarioRequest("b", "6/41", "8/41"), "before").text
    assert "; 4/1 Ind start: dec40 #, nearest row" in made
    assert sum(line.startswith("start:") for line in made.splitlines()) == 1


@pytest.mark.parametrize("dates", [("4/41", "9/41", None, "allied"), ("5/42", "12/42", "allied", "axis")])
def test_a_stop_half_a_turn_from_a_printed_one_has_no_row_of_a_name_that_is_taken(dates):
    made = new_scenario(load_as_printed("desert-rats", "all"), ScenarioRequest("b", *dates))
    again = load_as_printed("desert-rats", "all", files={"scenarios/b.yaml": made.text})
    assert not [d.message for d in check(again) if "b.yaml" in d.span.file and d.severity.name == "ERROR"]
