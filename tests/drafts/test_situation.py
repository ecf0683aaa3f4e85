"""The situation that is drafted for a scenario: what happened before, and who holds what."""

from __future__ import annotations

from pathlib import Path

from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.drafts.situation import situation
from scenario_forge.drafts.text import title_of
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
HEAD = "basis: printed\ncolumns: [{id: desert, label: Desert}, {id: elsewhere, label: Elsewhere}]\nevents:\n"
AWAY = (("3/2/41", "Snow"), ("6/4/41", "Thaw"), ("20/3/41", "Rain"), ("4/5/41", "Heat"), ("20/5/41", "Dust"))
SEEN = "basis: proposed\nsightings: [{place: Zawia, held: axis, date: %s}]\n"


def drafted(start, first, seen=""):
    events = "".join(f"  - {{date: {date}, elsewhere: {text}}}\n" for date, text in AWAY)
    files = {"chronology.yaml": HEAD + events} | ({"sightings.yaml": SEEN % seen} if seen else {})
    game = Workspace(SKIRMISH).load("none", files=files)
    files |= {"scenarios/try.yaml": new_scenario(game, ScenarioRequest("try", start, "8/41", first)).text}
    game = Workspace(SKIRMISH).load("none", files=files)
    return situation(game, scenarios(game).scenarios["try"])


def test_elsewhere_the_most_recent_events_before_the_date_are_told():
    """In order of time, not of the file."""
    assert "Elsewhere: Rain. Thaw.\n" in drafted("5/41", "allied")


def test_what_happened_in_the_opening_turn_before_play_opens_is_told():
    assert "Elsewhere: Thaw. Heat.\n" in drafted("5/41", "axis")
    assert "Elsewhere: Rain. Thaw.\n" in drafted("5/41", "allied", "4/5/41")
    assert "Elsewhere: Thaw. Heat.\n" in drafted("5/41", "allied", "5/5/41")
    assert "Elsewhere: Heat. Dust.\n" in drafted("5/41", "allied", "21/5/41")


def test_a_printed_start_begins_with_its_turn():
    """That of March opens with the second side."""
    assert "Elsewhere: Snow.\n" in drafted("mar41", "axis")


def test_places_that_score_nothing_are_held_too():
    """Bir Tal is no supply centre; it comes behind the places whose control is stated."""
    _past, sides, _aims = drafted("5/41", "allied").split("\n")
    axis = sides.partition("The Axis side")[2]
    assert "Zawia and Bir Tal" in axis


def test_small_words_of_a_title_begin_with_a_capital_in_front_alone():
    assert title_of("brevity-and-battleaxe") == "Brevity and Battleaxe"
    assert title_of("the_road to-the-sea") == "The Road to the Sea"
