"""Desert Rats is whole: as many units, clauses, boxes, scenarios and hexes as the printed game has."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables
from tests.as_printed import load_as_printed

ROOT = Path(__file__).parents[3]
RULES = 19


@pytest.fixture(scope="module")
def game():
    return load_as_printed("desert-rats", "none")


def one(game, kind, model):
    return game.one(kind, model)[0]


@pytest.mark.parametrize(("side", "units"), [("axis", 37), ("allied", 52)])
def test_units_and_their_counters(game, side, units):
    linked = forces(game)
    assert [unit.no for unit in linked.sides[side].units] == list(range(1, units + 1))
    assert sorted(no for owner, no in linked.counters if owner == side) == list(range(1, units + 1))
    assert all(unit.counter for unit in linked.sides[side].units)
    assert linked.doubled_counters == []


def test_every_kind_of_marker_that_the_rules_name(game):
    markers = one(game, "counters", CountersDocument).markers
    kinds = Counter(marker.kind for marker in markers)
    assert {"supply", "captured", "strength", "wreck", "box", "control", "turn", "track"} <= kinds.keys()
    assert all(marker.count > 0 for marker in markers)


def test_clauses_of_every_rule_and_at_least_as_many_as_a_careful_reader_counted(game):
    book = one(game, "rulebook", RulebookDocument)
    assert len(book.clauses) >= 344
    assert len({clause.id for clause in book.clauses}) == len(book.clauses)
    numbers = [rule.number for rule in book.rules]
    assert [n for n in numbers if n.isdigit()] == [str(n) for n in range(1, RULES + 1)]
    assert {clause.rule for clause in book.clauses} == set(numbers)
    assert all(clause.executable or clause.reason for clause in book.clauses)


@pytest.mark.clause("15.0")
def test_the_optional_rules(game):
    printed = [o.rule for o in one(game, "options", OptionsDocument).options if o.kind == "optional"]
    assert printed == ["15", "16", "17", "18", "19"]


@pytest.mark.clause("1.5")
def test_one_box_for_each_month_from_december_1940_to_december_1942(game):
    track = schedule(game)
    assert [box.turn for box in track.boxes] == list(range(25))
    assert all(box.entries.keys() == {"allied", "axis"} for box in track.boxes)
    assert [entry.text for box in track.boxes for entry in box.entries.values() if entry.token is None] == []


@pytest.mark.clause("1.2", "13.1", "14.1")
def test_every_start_date_with_every_later_stop_date(game):
    track = schedule(game)
    assert (list(track.starts), list(track.stops)) == (
        ["dec40", "mar41", "nov41", "may42"],
        ["mar41", "sep41", "mar42", "dec42"],
    )
    later = {(a, b) for a, start in track.starts.items() for b, stop in track.stops.items() if start.turn < stop.turn}
    found = scenarios(game).scenarios.values()
    assert len(found) == len(later) == 10
    assert {(s.document.start, s.document.stop) for s in found} == later


@pytest.mark.clause("1.3", "2.2", "13.2", "14.2")
@pytest.mark.parametrize(
    ("scenario", "player_turns"),
    [("beda-fomm", 7), ("cyrenaica", 13), ("crusader", 10), ("gazala-to-alamein", 14), ("dec40-dec42", 49)],
)
def test_how_many_player_turns_a_scenario_lasts(game, scenario, player_turns):
    """Counted on the printed track by hand, the half turns at both ends included."""
    assert scenarios(game).scenarios[scenario].player_turns(schedule(game)) == player_turns


def test_two_sheets_of_936_hexes_each_with_terrain(game):
    linked = hex_map(game)
    assert [sheet.columns * sheet.rows for sheet in linked.grid.sheets] == [936, 936]
    assert len(linked.grid) == 1872
    assert None not in linked.terrain


def test_tables_victory_rows_and_dates(game):
    assert list(tables(game).charts) == ["combat_results", "terrain_effects", "armour_repair"]
    victory = one(game, "victory", VictoryDocument)
    assert Counter(o.stop for o in victory.objectives) == {"mar41": 4, "sep41": 6, "mar42": 7, "dec42": 8}
    assert [d.side for d in victory.decisive] == ["axis", "allied"]
    assert len(one(game, "chronology", ChronologyDocument).printed) == 37
