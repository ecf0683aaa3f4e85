"""The date of a draft inside its opening turn: the day of its sightings of places, and what counts at that day."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.drafts.dates import ScenarioRequest, dates_of
from scenario_forge.drafts.theatre import theatre
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
HEAD = "basis: printed\ncolumns: [{id: desert, label: Desert}]\nevents:\n"
SEEN = "basis: proposed\nsightings:\n"
TAL, AKRA, ZAWIA = "Bir Tal", "Marsa Akra", "Zawia"


def game(facts, seen):
    """Return the small game with facts and sightings, each `place side date`."""
    events, rows = "", ""
    for place, side, date in facts:
        events += f"  - {{date: {date}, control: {{{place.lower().replace(' ', '_')}: {side}}}}}\n"
    for place, side, date in seen:
        rows += f"  - {{place: {place}, held: {side}, date: {date}}}\n"
    files = {"chronology.yaml": HEAD + events if events else HEAD.replace("events:\n", "events: []\n")}
    return Workspace(SKIRMISH).load("none", files=files | ({"sightings.yaml": SEEN + rows} if rows else {}))


def drafted(start, place, *, facts=(), seen=(), first="allied"):
    """Return who holds a place in a draft, and whether that is sure."""
    loaded = game(facts, seen)
    there = theatre(loaded, dates_of(loaded, ScenarioRequest("a", start, "8/41", first)))
    held = there.control[hex_map(loaded).places[place][1]]
    return held.side, held.sure


MARCH = (TAL, "axis", "2/1/41")
"""A fact long before."""


@pytest.mark.parametrize("first", ["allied", "axis"])
@pytest.mark.parametrize(("day", "side"), [(9, "axis"), (10, "axis"), (11, "allied"), (25, "allied")])
def test_facts_count_up_to_the_day_before_the_places_that_were_seen(first, day, side):
    """The fact is of 10 May: it holds where other places were seen later, also if it is late for the side that opens."""
    facts = [(TAL, "axis", "2/4/41"), (TAL, "allied", "10/5/41")]
    expected = "allied" if first == "axis" else side  # who opens second moves from 16 May
    assert drafted("5/41", TAL, facts=facts, seen=[(ZAWIA, "axis", f"{day}/5/41")], first=first)[0] == expected


def test_without_a_day_of_sightings_facts_inside_the_turn_come_later():
    facts = [(TAL, "axis", "2/4/41"), (TAL, "allied", "2/5/41")]
    assert drafted("5/41", TAL, facts=facts)[0] == "axis"
    assert drafted("5/41", TAL, facts=facts, seen=[(ZAWIA, "axis", "20/4/41")])[0] == "axis"
    assert drafted("5/41", TAL, facts=facts, seen=[(ZAWIA, "axis", "20/6/41")])[0] == "axis"
    assert drafted("5/41", TAL, facts=facts, seen=[(ZAWIA, "axis", "5/41")])[0] == "axis"


def test_of_several_days_that_of_most_places_counts_and_then_the_earliest():
    facts = [(TAL, "axis", "2/4/41"), (TAL, "allied", "10/5/41")]
    early, late = (ZAWIA, "axis", "5/5/41"), (AKRA, "allied", "20/5/41")
    assert drafted("5/41", TAL, facts=facts, seen=[early, late])[0] == "axis"
    assert drafted("5/41", TAL, facts=facts, seen=[early, late, ("Port Sefton", "allied", "20/5/41")])[0] == "allied"


def test_a_place_seen_inside_the_opening_turn_is_certain():
    for first in ("allied", "axis"):
        for day in (5, 25):
            seen = [(TAL, "allied", f"{day}/5/41")]
            assert drafted("5/41", TAL, facts=[(TAL, "axis", "2/4/41")], seen=seen, first=first) == ("allied", True)


def test_a_place_that_changes_hands_between_the_date_and_its_sighting_is_as_on_the_date():
    facts = [(TAL, "axis", "2/4/41"), (TAL, "allied", "17/5/41")]
    others = [(ZAWIA, "axis", "5/5/41"), (AKRA, "allied", "5/5/41")]
    assert drafted("5/41", TAL, facts=facts, seen=[*others, (TAL, "allied", "21/5/41")])[0] == "axis"
    assert drafted("5/41", TAL, facts=facts[:1], seen=[*others, (TAL, "allied", "21/5/41")])[0] == "allied"


def test_a_place_seen_before_the_second_side_opens_is_as_a_later_fact_has_it():
    facts = [(TAL, "axis", "2/4/41"), (TAL, "axis", "10/5/41")]
    assert drafted("5/41", TAL, facts=facts, seen=[(TAL, "allied", "5/5/41")], first="axis")[0] == "axis"
    assert drafted("5/41", TAL, facts=facts[:1], seen=[(TAL, "allied", "5/5/41")], first="axis")[0] == "allied"


def test_a_printed_start_is_of_the_time_at_which_its_turn_begins():
    facts = [(TAL, "axis", "2/1/41"), (TAL, "allied", "20/3/41")]
    assert drafted("mar41", TAL, facts=facts, seen=[(ZAWIA, "axis", "29/3/41")], first="axis")[0] == "axis"


# -- sightings of a later date ------------------------------------------------------------------------


def test_a_place_seen_later_in_other_hands_says_nothing_of_the_date():
    seen = [(TAL, "allied", "2/6/41")]
    assert drafted("5/41", TAL, facts=[(TAL, "axis", "2/1/41")], seen=seen) == ("axis", True)


def test_a_place_seen_later_in_the_same_hands_confirms_what_a_start_says():
    assert drafted("5/41", AKRA, seen=[])[1] is False
    assert drafted("5/41", AKRA, seen=[(AKRA, "allied", "2/7/41")]) == ("allied", True)


@pytest.mark.parametrize(("date", "side"), [("30/6/41", "allied"), ("1/7/41", "axis")])
def test_where_nothing_else_is_known_a_place_is_as_seen_up_to_a_turn_later(monkeypatch, date, side):
    """Without printed starts, which know every place by who stands near."""
    monkeypatch.setattr("scenario_forge.drafts.holding._at_starts", lambda *_game: ())
    loaded = game([], [(TAL, "allied", date)])
    there = theatre(loaded, dates_of(loaded, ScenarioRequest("a", "5/41", "8/41", "allied")))
    held = there.control.get(hex_map(loaded).places[TAL][1])
    assert (held is not None and (held.side, held.sure) == ("allied", False)) == (side == "allied")
