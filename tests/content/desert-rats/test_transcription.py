"""The tables of Desert Rats, cell by cell, against a second transcription typed independently of the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument
from scenario_forge.documents.time_track import ChronologyDocument, TimeTrackDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.reading.workspace import load_game
from tests.content import transcriptions
from tests.content.transcriptions import differences, table

ROOT = Path(__file__).parents[3]
TRANSCRIPTION = Path(__file__).parent / "transcription"
COLUMNS = ("dec40", "dec40+", "mar41", "mar41+", "nov41", "nov41+", "may42", "may42+")
SIDES = {"allied": "Allied", "axis": "Axis"}


@pytest.fixture(scope="module")
def game():
    return load_game(ROOT / "content/desert-rats", errata="none")


def printed(name):
    return transcriptions.printed(TRANSCRIPTION, name)


def one(game, kind, model):
    return game.one(kind, model)[0]


def order_of_battle(game, side):
    return next(d for d, _ in game.documents("orders-of-battle", OrderOfBattleDocument) if d.side == side)


def test_a_difference_names_the_cell_and_both_readings():
    assert differences({(5, "dec40"): "QQ16"}, {(5, "dec40"): "Q16", (6, "name"): "x"}) == [
        "5 / dec40: content 'QQ16', transcription 'Q16'",
        "6 / name: content 'nothing', transcription 'x'",
    ]
    assert differences({(1,): "a"}, {(1,): "a"}) == []


@pytest.mark.clause("13.3", "OB.1")
@pytest.mark.parametrize(("side", "units"), [("axis", 37), ("allied", 52)])
def test_every_cell_of_an_order_of_battle(game, side, units):
    headings, rows = printed(f"{side}-order-of-battle")
    assert tuple(headings) == ("no", "name", *COLUMNS, "note")
    assert [int(row[0]) for row in rows] == list(range(1, units + 1))
    document = order_of_battle(game, side)
    theirs = {(int(row[0]), what): cell for row in rows for what, cell in zip(headings[1:], row[1:], strict=True)}
    ours = {}
    for unit in document.units:
        under = next((s.heading for s in reversed(document.sections) if s.before <= unit.no), "")
        ours[unit.no, "name"] = unit.name
        ours |= {(unit.no, column): unit.cells.get(column, "") for column in COLUMNS}
        ours[unit.no, "note"] = unit.note or under
    assert differences(ours, theirs) == []
    assert [unit.no for unit in document.units] == [int(row[0]) for row in rows]
    assert all(set(unit.cells) <= set(COLUMNS) for unit in document.units)


@pytest.mark.clause("13.15")
@pytest.mark.parametrize("side", SIDES)
def test_the_supply_row_of_an_order_of_battle(game, side):
    headings, rows = printed(f"{side}-supply")
    theirs = {(row[1], what): cell for row in rows for what, cell in zip(headings[2:10], row[2:10], strict=True)}
    ours = {(m.name, c): m.cells.get(c, "") for m in order_of_battle(game, side).markers for c in COLUMNS}
    assert len(theirs) == 8
    assert differences(ours, theirs) == []


@pytest.mark.parametrize("side", SIDES)
def test_the_columns_of_an_order_of_battle_stand_in_printed_order(game, side):
    assert tuple(column.id for column in order_of_battle(game, side).columns) == COLUMNS


@pytest.mark.clause("CRT.9", "REP.3", "TEC.1", "CRT.13", "7.5", "7.6")
@pytest.mark.parametrize(
    ("chart", "name", "size"),
    [
        ("combat_results", "combat-results", 66),
        ("terrain_effects", "terrain-effects", 20),
        ("armour_repair", "armour-repair", 7),
    ],
)
def test_every_cell_of_a_chart(game, chart, name, size):
    headings, rows = printed(name)
    if headings[0] == headings[-1]:  # the die is printed on both edges
        assert all(row[0] == row[-1] for row in rows)
        headings, rows = headings[:-1], [row[:-1] for row in rows]
    ours = one(game, "charts", ChartsDocument).charts[chart]
    assert ours.columns == headings[1:]
    assert list(ours.rows) == [row[0] for row in rows]
    theirs = table(rows, headings[1:])
    assert len(theirs) == size
    assert differences(table(([h, *cells] for h, cells in ours.rows.items()), ours.columns), theirs) == []


def test_the_values_of_the_modifiers_in_printed_order(game):
    _, rows = printed("combat-modifiers")
    ours = one(game, "charts", ChartsDocument).charts["combat_results"].modifiers
    assert [modifier.value for modifier in ours] == [value for _, value in rows]
    said = ("a ridge", "an escarpment", "armoured or recce", "combat supply", "rough", "Pz Jg", "fortified box")
    for ours_, (theirs, _), words in zip(ours, rows, said, strict=True):
        assert words in ours_.when, ours_.id
        assert words in theirs, theirs
    per = {"unit": "<i>unit</i>", "attack": "<i>stack</i>"}
    assert [m.id for m, (text, _) in zip(ours, rows, strict=True) if per[m.per] not in text] == [
        "armour_against_fortification"  # "each armoured or recce unit", where `unit` is not in italics
    ]


@pytest.mark.clause("14.3", "14.6", "14.7", "14.8", "14.9", "14.10", "14.11", "14.12", "14.13", "14.14")
def test_every_row_of_the_victory_table_with_its_points(game):
    _, rows = printed("victory")
    stops = {stop.id: stop.label for stop in one(game, "time-track", TimeTrackDocument).stops}
    objectives = one(game, "victory", VictoryDocument).objectives
    ours = [(stops[o.stop], SIDES[o.side], o.text, str(o.points)) for o in objectives]
    assert ours == [tuple(row) for row in rows]
    assert len(ours) == 25


@pytest.mark.clause("2.11", "2.12")
def test_the_six_printed_months_of_the_time_record_track(game):
    _, rows = printed("time-record")
    document, where = game.one("time-track", TimeTrackDocument)
    boxes = [(n, b) for n, b in enumerate(document.boxes) if b.turn in [f"{m}/41" for m in range(7, 13)]]
    assert [[b.label, b.cells["allied"], b.cells["axis"]] for _, b in boxes] == rows
    for number, box in enumerate(document.boxes):
        basis = "printed" if number in [n for n, _ in boxes] else "proposed"
        assert (where / "boxes" / number / "axis").basis == basis, box.turn


def test_the_dates_of_the_chronology_in_printed_order(game):
    _, rows = printed("chronology-dates")
    table = one(game, "chronology", ChronologyDocument).printed
    assert [event.date for _number, event in table] == [row[0] for row in rows]
