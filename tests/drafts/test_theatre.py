"""The state of the theatre on a date: control from the last claim, the front from the places, and who is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.drafts.dates import dossier_dates
from scenario_forge.drafts.hiding import start_parts, without_start
from scenario_forge.drafts.theatre import theatre, theatre_at
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
GAMES = ("desert-rats", "knights-of-the-desert", "massawa")
HEAD = "basis: printed\ncolumns: [{id: desert, label: Desert}]\nevents:\n"


def skirmish(*rows: str):
    events = "".join(f"  - {{{row}}}\n" for row in rows)
    return Workspace(SKIRMISH).load("none", files={"chronology.yaml": HEAD + events})


def state(game, turn: str):
    track = schedule(game)
    return theatre_at(game, track, track.turn(turn))


def held(game, turn: str, place: str):
    grid = hex_map(game)
    return state(game, turn).control[grid.places[place][1]]


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return load_as_printed(request.param, "all")


# -- who holds a place ------------------------------------------------------------------------------


def test_an_event_counts_from_the_turn_after_it():
    game = skirmish("date: 15/1/41, control: {marsa_akra: axis}", "date: 3/2/41, control: {marsa_akra: allied}")
    assert [held(game, turn, "Marsa Akra").side for turn in ("2/41", "3/41")] == ["axis", "allied"]


@pytest.mark.parametrize(
    ("day", "first", "side"), [(10, "axis", "allied"), (10, "allied", "axis"), (20, "axis", "axis")]
)
def test_who_opens_second_finds_the_first_half_of_the_turn_past(day, first, side):
    game = skirmish("date: 15/12/40, control: {marsa_akra: axis}", f"date: {day}/2/41, control: {{marsa_akra: allied}}")
    track = schedule(game)
    there = theatre_at(game, track, track.turn("2/41"), first)
    assert there.control[hex_map(game).places["Marsa Akra"][1]].side == side


def test_control_that_a_dossier_decides_steers_the_front_of_its_date():
    dossier = "basis: proposed\ngame: skirmish\ndate: 2/41\nfirst: allied\nrows:\n  - {control: Marsa Akra, at: %s}\n"

    def there(side, date="2/41"):
        files = {"dossiers/2-41.yaml": dossier % side}
        game = Workspace(SKIRMISH).load("none", files=files)
        return theatre(game, dossier_dates(game, date)), hex_map(game).places["Marsa Akra"][1]

    for side in ("allied", "axis"):
        found, hex_ = there(side)
        assert (found.control[hex_].side, found.control[hex_].sure, found.owner[hex_]) == (side, True, side)
        assert found.control[hex_].why == "decided"
    open_, hex_ = there('""')
    assert open_.control[hex_].why != "decided"
    assert there("axis", "1/41")[0].control[hex_].why != "decided"


def test_what_an_event_fixes_is_sure_and_cites_its_source():
    game = skirmish("date: 15/1/41, control: {marsa_akra: allied}, source: A history")
    found = held(game, "2/41", "Marsa Akra")
    assert found.sure
    assert found.why == "Allied, 15/1/41 (A history)"
    assert found.claim is not None
    assert found.claim.where is not None
    assert found.claim.where.span.line == 4


def test_what_the_next_start_finds_otherwise_is_a_guess():
    found = held(skirmish("date: 15/1/41, control: {marsa_akra: axis}"), "2/41", "Marsa Akra")
    assert (found.side, found.sure) == ("axis", False)
    assert found.why.endswith("; but Allied in Mar 41")


def test_prose_tells_of_places_that_no_key_names():
    game = skirmish("date: 15/1/41, desert: Fall of Marsa Akra")
    before, after = held(game, "1/41", "Marsa Akra"), held(game, "2/41", "Marsa Akra")
    assert {before.side, after.side} == {"allied", "axis"}
    assert not after.sure


def test_keys_of_a_place_come_before_its_prose():
    game = skirmish("date: 15/1/41, control: {marsa_akra: axis}", "date: 17/1/41, desert: Fall of Marsa Akra")
    assert held(game, "2/41", "Marsa Akra").side == "axis"


@pytest.mark.parametrize(("side", "other"), [("allied", "axis"), ("axis", "allied")])
def test_before_the_first_event_a_place_is_whose_it_is_taken_from(side, other):
    game = skirmish(f"date: 15/2/41, control: {{bir_tal: {side}}}")
    assert [held(game, turn, "Bir Tal").side for turn in ("1/41", "3/41")] == [other, side]


# -- whom evidence knows ----------------------------------------------------------------------------


def fate(game, turn: str, unit):
    found = state(game, turn).fates.get(unit)
    return (found.word, found.gone) if found else None


def test_the_last_fate_before_the_date_counts():
    game = skirmish(
        "date: 15/1/41, fates: [{side: allied, formation: 1 Ind, fate: destroyed, at: Marsa Akra}]",
        "date: 15/2/41, fates: [{side: allied, units: [3], fate: refitted}]",
    )
    assert fate(game, "1/41", ("allied", 3)) is None
    assert fate(game, "2/41", ("allied", 3)) == ("destroyed", True)
    assert fate(game, "3/41", ("allied", 3)) == ("refitted", False)
    assert fate(game, "3/41", ("allied", 4)) == ("destroyed", True)
    assert fate(game, "3/41", ("allied", 5)) is None


def test_a_unit_that_comes_later_is_not_there_before_but_may_be_in_its_own_turn():
    game = skirmish("date: 15/2/41, fates: [{side: allied, units: [3], fate: came}]")
    assert fate(game, "1/41", ("allied", 3)) == ("to_come", True)
    assert fate(game, "2/41", ("allied", 3)) is None
    assert fate(game, "3/41", ("allied", 3)) == ("came", False)


def test_a_unit_that_is_cut_off_stands_where_it_is_cut_off():
    game = skirmish("date: 15/1/41, fates: [{side: allied, units: [3], fate: cut_off, at: Marsa Akra}]")
    found = state(game, "2/41").fates["allied", 3]
    assert not found.gone
    assert found.hex == hex_map(game).places["Marsa Akra"][1]


# -- the games --------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
def test_control_at_each_printed_start_follows_from_what_else_is_known(game):
    """Without its own column: an honest figure, whose facts were written from histories."""
    track, right, count = schedule(game), 0, 0
    for start, mark in track.starts.items():
        hidden = without_start(game, start)
        there = theatre_at(hidden, schedule(hidden), mark.turn)
        sides = {each.place: each.side for each in there.control.values()}
        printed = next(each.id for each in scenarios(game).listed if each.document.start == start)
        stated = start_parts(game, printed).control
        right += sum(sides.get(name) == side for name, side in stated.items())
        count += len(stated)
    assert right >= 0.95 * count


@pytest.mark.sampled(3)
def test_every_place_that_counts_has_a_holder_on_every_turn(game):
    track = schedule(game)
    for turn in range(track.calendar.length):
        there = theatre_at(game, track, turn)
        assert set(there.owner.values()) <= set(game.side_names)
        assert {each.side for each in there.control.values()} <= set(game.side_names)
        assert all(each.why for each in there.control.values())
