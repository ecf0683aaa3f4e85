"""Positions of another date are counted and marked, and the chronology is held against them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.front import places_changing_hands
from scenario_forge.drafts.scenario import new_scenario

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
HEAD = "basis: printed\ncolumns: [{id: desert, label: Desert}]\nevents:\n"


@pytest.fixture(scope="module")
def june():
    """June 1942, a month after the printed start of May; Tobruk was lost in May or June."""
    return new_scenario(load_game("desert-rats", "all"), ScenarioRequest("june", "6/42", "12/42"))


def drafted(*events, start="2/41", origin="start", extra=None):
    """A draft of the small game between its starts of December 1940, Marsa Akra Axis, and March 1941, it is Allied."""
    rows = "".join(f'  - {{date: {date}, desert: "{said}"}}\n' for date, said in events)
    game = load_game(SKIRMISH, files={"chronology.yaml": HEAD + rows, **(extra or {})})
    return new_scenario(game, ScenarioRequest("winter", start, "8/41"), origin)


def row_of(made, words):
    return next(line for line in made.text.splitlines() if words in line)


def test_positions_of_another_date_are_counted_and_marked_row_by_row(june):
    game = load_game("desert-rats", "all", files={"scenarios/june.yaml": june.text})
    there = {each.unit.name for each in plan(game, "june").placed if each.state == "at"}
    rows = [
        line for line in june.text.splitlines() if "{no:" in line and line.split("name: ")[1].split(",")[0] in there
    ]
    marked = [line for line in rows if line.endswith("; assumed")]
    assert [line for line in rows if line not in marked] == [row_of(june, "name: Littorio Div.")]
    assert row_of(june, "name: 7 Arm Brig").endswith("# May 42 N30; assumed")
    assert june.text.count("; assumed\n") == len(marked) == len(there) - 1
    assert (
        june.doubts.lines[0] == f"{len(marked)} positions are assumed: those of May 42, 1 game turn before this start"
    )


def test_the_draft_says_so_in_its_head_and_in_its_provenance(june):
    assert f"# {june.doubts.lines[0]}.\n" in june.text
    assert (
        '  - at: ["set_up[*].units[*].at"]\n    basis: proposed\n'
        '    why: "where a row says assumed, the position of May 42"\n'
    ) in june.text


def test_a_place_that_has_fallen_is_left_to_decide_with_the_line(june):
    assert row_of(june, "  tobruk:").endswith("# May 42 allied; against it 5-6/42: Tobruk lost")
    assert "Decide: allied?" in row_of(june, "  tobruk:")
    assert row_of(june, "marker: supply-allied").endswith("against it 5-6/42: Tobruk lost")
    assert june.doubts.lines[1] == (
        "the chronology contradicts Tobruk (5-6/42: Tobruk lost); to decide: control, supply-allied"
    )


def test_the_draft_is_read_without_errors_and_control_is_a_cell_left_to_decide(june):
    found = check(load_game("desert-rats", "all", files={"scenarios/june.yaml": june.text}))
    assert {d.code.id for d in found} == {"SCN012"}
    assert sum("Tobruk" in d.message for d in found) == 1
    assert len(found) == june.open


def test_positions_of_a_later_start_are_assumed_too():
    made = new_scenario(load_game("desert-rats", "all"), ScenarioRequest("axe", "6/41", "12/41"), "nov41")
    assert made.doubts.lines == ("18 positions are assumed: those of Nov 41, 5 game turns after this start",)
    assert row_of(made, "name: 11/4 Ind").endswith("position of Nov 41; assumed")


def test_units_in_a_place_that_their_side_has_lost_are_left_to_decide():
    made = drafted(("8/1/41", "Fall of Marsa Akra"))
    assert 'at: "Decide: G6?"' in row_of(made, "name: 60 Div.")
    assert row_of(made, "name: 60 Div.").endswith("# Dec 40 G6; against it 8/1/41: Fall of Marsa Akra")
    assert made.doubts.lines[1].endswith("to decide: control, Axis 3, supply-axis")


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


def test_what_was_decided_is_neither_assumed_nor_doubted():
    decided = (
        "basis: proposed\ngame: skirmish\ndate: 2/41\nfirst: allied\nrows:\n"
        "  - {side: axis, no: 3, at: G6, source: Smith}\n  - {side: allied, no: 4, at: EE5}\n"
    )
    made = drafted(("8/1/41", "Fall of Marsa Akra"), extra={"dossiers/2-41.yaml": decided})
    assert row_of(made, "name: 60 Div.").endswith("decided: Smith")
    assert "assumed" not in row_of(made, "name: 4/1 Ind")
    assert "Axis 3" not in made.doubts.lines[1]


def test_a_printed_start_assumes_nothing():
    made = new_scenario(load_game("desert-rats", "all"), ScenarioRequest("spring", "3/41", "12/41", first="axis"))
    assert made.doubts.lines == ()


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
