"""The tables of Knights of the Desert, cell by cell, against a second transcription typed independently of the first."""

from __future__ import annotations

from calendar import month_abbr
from pathlib import Path

import pytest

from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument, ScenarioDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.documents.victory import VictoryDocument
from tests.as_printed import load_as_printed
from tests.content import transcriptions
from tests.content.transcriptions import differences, table

ROOT = Path(__file__).parents[3]
TRANSCRIPTION = Path(__file__).parent / "transcription"
CHARTS = {
    "scenario_list": ("scenarios", 12),
    "force_table": ("forces", 12),
    "rating_combat_replacement_supply": ("rating-points", 10),
    "rating_air": ("rating-air", 10),
    "rating_reinforcements": ("rating-reinforcements", 9),
    "allocation_percent": ("tenths", 10),
    "morale_iv_a": ("main-morale", 9),
    "max_fortification_iv_a": ("main-fortification", 6),
    "cadre_iv_a": ("main-cadre", 9),
    "movement_cost_iv_c": ("main-movement", 14),
    "morale_iv_d": ("loss-morale", 9),
    "terrain_modifier_iv_d": ("main-defence", 6),
    "risk_iv_d": ("main-risk", 17),
    "terrain_effects": ("terrain-effects", 35),
    "combat_supply": ("combat-supply", 72),
    "combat_loss": ("combat-loss", 90),
    "combat_operation": ("combat-operation", 36),
    "air_loss": ("air-loss", 10),
    "morale_x": ("morale", 9),
    "risk_x": ("combat-risk", 17),
    "cadre_x": ("unit-cadre", 9),
    "defender_odds": ("defender-odds", 9),
    "airpower": ("airpower", 10),
}
"""Charts that repeat a table row by row: its transcription, and how many cells it has."""
OTHERS = {"operation_allotments", "supply_range", "fortification_cost_iv_c", "abbreviations"}
"""Charts that gather what several passages say, or whose rows stand in another order."""


@pytest.fixture(scope="module")
def game():
    return load_as_printed("knights-of-the-desert", "none")


def printed(name):
    return transcriptions.printed(TRANSCRIPTION, name)


def one(game, kind, model):
    return game.one(kind, model)[0]


def charts(game):
    return one(game, "charts", ChartsDocument).charts


def says(words, heading):
    """Whether a heading has our words for it, whole or cut short, in the same order."""
    parts = iter(heading.casefold().replace("# of ", "").split())
    return all(any(part.startswith(word) for part in parts) for word in words.casefold().split())


def test_a_heading_is_known_by_its_words_in_order():
    assert says("att mobile axis", "ATTACKER MOBILE AXIS")
    assert not says("att mobile axis", "ATTACKER NONMOBILE AXIS")
    assert not says("supply operation", "operation supply")


def test_every_chart_has_a_transcription(game):
    assert CHARTS.keys() | OTHERS == charts(game).keys()


@pytest.mark.parametrize(("chart", "name", "size"), [(chart, *told) for chart, told in CHARTS.items()], ids=[*CHARTS])
def test_every_cell_of_a_chart(game, chart, name, size):
    """Rows under their printed headings; columns in printed order, known by their words where there are several."""
    headings, rows = printed(name)
    ours = charts(game)[chart]
    assert list(ours.rows) == [row[0] for row in rows]
    assert len(ours.columns) == len(headings) - 1
    if ours.columns[1:]:
        assert [c for c, h in zip(ours.columns, headings[1:], strict=True) if not says(c, h)] == []
    theirs = table(rows, ours.columns)
    assert len(theirs) == size
    assert differences(table(([h, *cells] for h, cells in ours.rows.items()), ours.columns), theirs) == []


@pytest.mark.clause("IX.1", game="knights-of-the-desert")
def test_every_abbreviation(game):
    _, rows = printed("abbreviations")
    ours = charts(game)["abbreviations"].rows
    assert differences({(word,): cell for word, [cell] in ours.items()}, {(w,): m for w, m in rows}) == []
    assert len(rows) == 21


def test_operation_points_and_costs_of_fortification_by_type(game):
    headings, rows = printed("operation-points")
    theirs = {
        (f"{side} {row[0]}".casefold(),): n for row in rows for side, n in zip(headings[1:], row[1:], strict=True)
    }
    ours = {(row.casefold(),): n for row, [n] in charts(game)["operation_allotments"].rows.items()}
    assert differences(ours, theirs) == []
    headings, rows = printed("fortification")
    cost = charts(game)["fortification_cost_iv_c"]
    assert [f"{column} points" for column in cost.columns] == headings[1:]
    assert dict(cost.rows) == {name.casefold(): cells for name, *cells in rows}


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("phase-supply-range", ["axis combat units", "Allied combat units", "computer-Allied", "Depot units"]),
        ("main-supply-range", ["Axis", "Human Allied", "Computer Allied"]),
        ("main-logistics-supply-range", ["German", "Human Allied", "Computer Allied"]),
    ],
)
def test_supply_ranges_of_all_three_passages(game, name, units):
    _, rows = printed(name)
    assert [row[0] for row in rows] == units
    ours = [cells[0] for cells in charts(game)["supply_range"].rows.values()]
    assert [row[1] for row in rows] == ours[: len(units)]
    said = list(charts(game)["supply_range"].rows)
    assert {"Axis", "German"} <= set(said[0].split())
    assert said[1:] == ["Human Allied", "Computer Allied", "Depot"]


@pytest.mark.clause("IV.A.1", "IV.A.1.b", "IX.2", game="knights-of-the-desert")
@pytest.mark.parametrize(("side", "numbers"), [("axis", range(1, 29)), ("allied", range(29, 57))])
def test_every_cell_of_an_order_of_battle(game, side, numbers):
    """Counters hold the columns but the last; the arrival is the unit's place in the order of battle."""
    headings, rows = printed(f"{side}-order-of-battle")
    assert [int(row[0]) for row in rows] == list(numbers)
    theirs = {(int(row[0]), what): cell for row in rows for what, cell in zip(headings[1:], row[1:], strict=True)}
    documents = [d for d, _ in game.documents("orders-of-battle", OrderOfBattleDocument) if d.side == side]
    chart = {unit.no: unit for document in documents for unit in document.units}
    counters = [unit for unit in one(game, "counters", CountersDocument).units if unit.side == side]
    assert list(chart) == [unit.no for unit in counters] == list(numbers)
    ours = {}
    for unit in counters:
        values = unit.values
        assert chart[unit.no].name == unit.name
        cells = [
            unit.name,
            *(str(values[key]) for key in ("strength", "ceiling", "morale")),
            values["mobility"].upper(),
        ]
        cells.append(arrival(chart[unit.no].cells, {"axis": "START", "allied": "AT START"}[side]))
        ours |= {(unit.no, what): cell for what, cell in zip(headings[1:], cells, strict=True)}
    assert differences(ours, theirs) == []


def arrival(cells, start):
    """The only date in a unit's row as it is printed, or the words for a unit that is there from the first start."""
    dates = [cell for column, cell in cells.items() if column.endswith("+")]
    if not dates:
        assert cells["mar41"] != "N"
        return start
    [date] = dates
    month, year = date.split("/")
    return f"{month}-19{year}"


def test_supply_ceilings_by_type(game):
    _, rows = printed("supply-ceiling")
    ours = {
        (unit.values["mobility"], str(unit.values["supply_ceiling"]))
        for unit in one(game, "counters", CountersDocument).units
    }
    assert ours == {({"mobile": "mobile", "non-mobile": "nmobile"}[name], points) for name, points in rows}


@pytest.mark.clause("X.1", game="knights-of-the-desert")
def test_every_cell_of_the_reinforcements_chart(game):
    headings, rows = printed("reinforcements")
    track = one(game, "time-track", TimeTrackDocument)
    names = {"GE": "German", "BR": "British", "IT": "Italian", "REPL": "replacements"}
    known = [" ".join(names.get(w, w.lower()) for w in heading.split()).casefold() for heading in headings[1:]]
    assert [column.name.casefold() for column in track.columns] == known
    theirs = {(row[0], what): cell for row in rows for what, cell in zip(headings[1:], row[1:], strict=True)}
    ours = {}
    for box in track.boxes:
        month, year = box.label.split()
        assert box.turn == f"{[*month_abbr].index(month[:3])}/{year[2:]}"
        for column, what in zip(track.columns, headings[1:], strict=True):
            ours[f"{year} {month.upper()}", what] = box.cells[column.id].upper()
    assert len(theirs) == 84
    assert differences(ours, theirs) == []


@pytest.mark.clause("II.5", game="knights-of-the-desert")
def test_scenarios_have_the_printed_dates_and_lengths(game):
    _, rows = printed("scenarios")
    found = [document for document, _ in game.documents("scenarios", ScenarioDocument)]
    turns = {s.title: "(1 turn)" if s.length.game_turns == 1 else f"({s.length.game_turns} turns)" for s in found}
    ours = {(s.title, what): cell for s in found for what, cell in (("dates", s.dates), ("turns", turns[s.title]))}
    assert differences(ours, table(rows, ["dates", "turns"])) == []


def test_points_of_towns_and_distances(game):
    ledger = one(game, "victory", VictoryDocument).ledger
    _, towns = printed("towns")
    assert [[row.when.hold, str(row.points)] for row in ledger if row.when is not None] == towns
    _, bands = printed("distance")
    [distance] = [row.distance for row in ledger if row.distance is not None]
    assert [[str(band.hexes), str(band.points)] for band in distance.bands] == bands
    _, bases = printed("home-bases")
    assert {side: bases[n][1] for n, side in enumerate(("allied", "axis"))} == distance.base


def test_every_cell_of_the_victory_chart(game):
    headings, rows = printed("victory")
    levels = one(game, "victory", VictoryDocument).levels
    scenarios = [
        heading.lower().replace("camp.'", "campaign-").replace("'", "-").replace(" ", "-") for heading in headings[1:]
    ]
    assert [chart.id for chart in levels] == scenarios
    assert [chart.scenarios for chart in levels] == [[name] for name in scenarios]
    ours = {(level.name, chart.id): str(level.range) for chart in levels for level in chart.levels}
    theirs = table(rows, scenarios)
    assert len(theirs) == 36
    assert differences(ours, theirs) == []
