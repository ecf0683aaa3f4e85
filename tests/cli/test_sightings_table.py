"""Sightings as a CSV: out and in again to the letter, thousands of rows, and bad rows found at their place."""

from __future__ import annotations

import csv
import random
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.api.calls import check, load_game
from scenario_forge.api.files import copy_game
from scenario_forge.api.tables.imported import import_table, new_findings, write_table
from scenario_forge.api.tables.table import export_table, find_table, tables
from scenario_forge.drafts.evidence import evidence
from scenario_forge.game.evidence.sightings import sightings
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.source.compose import compose
from scenario_forge.source.csv_rows import write_rows
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
COLUMNS = ["side", "unit", "formation", "place", "date", "from", "to", "at", "not_at", "held", "strength", "share"]
COLUMNS += ["source", "page", "sure", "note"]
TEXT = """\
# what the diaries say
basis: proposed
sources:
  - {id: diary, title: War diary}
sightings:
  # the first line
  - {side: allied, unit: 4, date: 5/41, at: E8, source: diary, page: 12}  # sic
  - {side: allied, unit: 4, date: 5/41, at: E7, source: diary, page: 12}
  - {side: allied, formation: 2 Ind, from: 4/41, to: 6/41, at: E5, sure: likely}
  - {place: Marsa Akra, held: allied, date: 2/41}
"""


def game_with(text):
    return load_game(SKIRMISH, files={"sightings.yaml": text} if text else {})


def read_in(text, rows, **how):
    game = game_with(text)
    return game, import_table(find_table(game, "sightings"), write_rows(rows).encode(), "s.csv", **how)


def rows_of(text):
    return list(csv.reader(StringIO(text, newline="")))


def test_an_exported_table_changes_nothing_though_two_rows_share_their_ids():
    table = find_table(game_with(TEXT), "sightings")
    assert "sightings" in tables(game_with(TEXT))
    made = import_table(table, export_table(table).encode(), "s.csv")
    assert (made.text, made.findings, made.left, made.added) == (TEXT, [], [], [])


def test_a_changed_cell_changes_its_line_and_keeps_the_comments():
    table = find_table(game_with(TEXT), "sightings")
    rows = rows_of(export_table(table))
    rows[2][rows[0].index("at")] = "E6"
    made = import_table(table, write_rows(rows).encode(), "s.csv")
    assert made.text == TEXT.replace("at: E7", "at: E6")


def test_a_sheet_without_some_columns_is_about_the_rows_that_it_tells_apart():
    game, made = read_in(
        TEXT, [["side", "unit", "date", "at"], ["axis", "3", "5/41", "C3"], ["allied", "4", "6/41", "E8"]]
    )
    assert not made.findings
    assert [len(made.added), made.cells] == [2, 0]
    assert made.text.startswith(TEXT.splitlines()[0])
    assert len(evidence(load_game(SKIRMISH, files={"sightings.yaml": made.text}))) == 6
    assert new_findings(game, made) == []


def test_a_game_without_sightings_gets_the_file(tmp_path):
    folder = tmp_path / "mine"
    copy_game(SKIRMISH, folder)
    game = load_game(folder)
    assert rows_of(export_table(find_table(game, "sightings")))[0] == COLUMNS[:-1]
    rows = [["side", "unit", "date", "at"], ["allied", "4/1 Ind", "5/41", "E8"]]
    made = import_table(find_table(game, "sightings"), write_rows(rows).encode(), "s.csv")
    assert write_table(game, made) is None
    (one,) = evidence(load_game(folder))
    assert one.subject.units == (("allied", 4),)
    sources = import_table(
        find_table(load_game(folder), "sightings/sources"), b"id,title,year\nd,A diary,1956\n", "s.csv"
    )
    assert write_table(load_game(folder), sources) is None
    assert sightings(load_game(folder)).sources["d"].year == 1956
    assert len(evidence(load_game(folder))) == 1


def test_bad_rows_are_findings_and_nothing_is_lost():
    bad = [
        ["allied", "99", "5/41", "E8", "", ""],
        ["allied", "4", "5/43", "E8", "", ""],
        ["allied", "4", "5/41", "Q99", "", ""],
        ["allied", "4", "5/41", "E8", "", "surely"],
        ["allied", "4", "6/41", "E8", "many", ""],
    ]
    head = ["side", "unit", "date", "at", "strength", "sure"]
    _game, made = read_in(TEXT, [head, *bad])
    assert [(each.code.id, each.span.line) for each in made.findings] == [("CSV007", 6)]
    assert made.text == TEXT
    game, made = read_in(TEXT, [head, *bad[:3]])
    assert not made.findings
    assert sorted(each.code.id for each in new_findings(game, made)) == ["REF001", "SIG001", "SIG002"]
    game, made = read_in(TEXT, [head, bad[3]])
    assert [each.code.id for each in new_findings(game, made)] == ["SCH004"]


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_thousands_of_rows_come_in_and_are_checked(count):
    game = load_as_printed("desert-rats", "all")
    grid, dice = hex_map(game), random.Random(1)
    land = [grid.name(hex_) for hex_ in range(len(grid.grid)) if grid.passable[hex_]]
    units = forces(game).units()
    rows = [["side", "unit", "date", "at", "sure", "page"]]
    for number in range(count):
        unit = dice.choice(units)
        day, month = dice.randint(1, 28), dice.choice(("12/40", *(f"{m}/41" for m in range(1, 13)), "6/42"))
        sure = dice.choice(("certain", "likely", "perhaps"))
        rows.append([unit.side, str(unit.no), f"{day}/{month}", dice.choice(land), sure, str(number)])
    made = import_table(find_table(game, "sightings"), write_rows(rows).encode(), "s.csv")
    assert len(made.added) == count
    loaded = load_as_printed("desert-rats", "all", {"sightings.yaml": made.text})
    assert sum(each.where.file.name == "sightings.yaml" for each in evidence(loaded)) == count
    again = import_table(find_table(loaded, "sightings"), write_rows(rows).encode(), "s.csv")
    assert not again.changes
    found = {each.code.id for each in check(loaded)}
    assert "SIG005" in found
    assert not found & {"SIG001", "SIG002", "SIG003", "SIG004"}


word = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=12)
row = st.fixed_dictionaries(
    {
        "side": st.sampled_from(["allied", "axis"]),
        "unit": st.sampled_from(["1", "2", "4/1 Ind"]),
        "date": st.just("5/41"),
    },
    optional={
        "at": st.sampled_from(["E8", "E7", "Marsa Akra"]),
        "strength": st.integers(0, 9).map(str),
        "page": word,
        "sure": st.sampled_from(["certain", "likely", "perhaps"]),
        "note": word,
    },
)


@settings(max_examples=60, deadline=None)
@given(st.lists(row, min_size=1, max_size=8))
def test_what_comes_in_goes_out_again(rows):
    cells = [[each.get(column, "") for column in COLUMNS] for each in rows]
    _game, made = read_in("", [COLUMNS, *cells])
    if made.findings:  # a text that YAML cannot hold is refused at its place
        assert {each.code.id for each in made.findings} <= {"CSV007", "CSV058"}
        assert not made.changes
        return
    _root, problems = compose(made.text, "sightings.yaml")
    assert not problems
    table = find_table(game_with(made.text), "sightings")
    out = rows_of(export_table(table))
    back = [dict(zip(out[0], each, strict=True)) for each in out[1:]]
    wanted = [dict(zip(COLUMNS, each, strict=True)) for each in rows_of(write_rows(cells))]
    assert [{key: each.get(key, "") for key in COLUMNS} for each in back] == wanted
    again = import_table(table, export_table(table).encode(), "s.csv")
    assert not again.changes
