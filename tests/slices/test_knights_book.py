"""The rulebook of *Knights of the Desert*: each number it states is held against charts, victory and rules."""

from __future__ import annotations

import shutil

import pytest

from scenario_forge import check, load_game
from scenario_forge.cli.main import run
from scenario_forge.documents.rulebook import RulebookDocument

from .conftest import SLICES, slice_of


def found_in(folder, errata="all"):
    return [(each.code.id, each.message) for each in check(load_game(folder, errata=errata))]


def edited(tmp_path, file, before, after):
    """A copy of the game with one place of one file changed."""
    folder = shutil.copytree(SLICES / "knights", tmp_path / "knights")
    text = (folder / file).read_text(encoding="utf-8")
    assert before in text
    (folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("file", "before", "after", "quantity"),
    [
        ("charts.yaml", 'Axis mobile:      ["36"]', 'Axis mobile:      ["35"]', "operation allotments: axis mobile"),
        ("charts.yaml", 'mobile:    ["40",   "7"]', 'mobile:    ["40",   "8"]', "mobile: operation"),
        ("charts.yaml", 'Coast: ["1.5"]', 'Coast: ["1.6"]', "terrain modifier iv d: coast"),
        ("charts.yaml", 'Depot:                                    ["6"]', 'Depot: ["7"]', "supply range: depot"),
        ("charts.yaml", "[4/12,                        8/24]", "[4/12, 8/20]", "rough: mobile operation supply"),
        ("charts.yaml", '"0": [9%]', '"0": [8%]', "air loss 0"),
        ("charts.yaml", '"2":  [.97 to 1.08]', '"2":  [.96 to 1.08]', "risk iv d 2"),
        ("victory.yaml", "occupied Bardia,   points: 50", "occupied Bardia,   points: 60", "ledger, bardia: points"),
        ("victory.yaml", "per: 3", "per: 4", "ledger, casualties: per"),
        ("victory.yaml", "{hexes: 30-34, points: 12}", "{hexes: 30-34, points: 15}", "ledger, range: bands"),
        ("rules.yaml", "depot_supply: 400", "depot_supply: 300", "depot supply"),
        ("time-track.yaml", 'replacements_british: "1600"', 'replacements_british: "1500"', "replacements british"),
    ],
)
def test_a_number_that_parts_from_its_clause_is_found(tmp_path, file, before, after, quantity):
    folder = edited(tmp_path, file, before, after)
    assert [m for code, m in found_in(folder) if code == "RUL001" and quantity in m]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("chart.cadre_iv_a.9: 92", "chart.cadre_iv_a.10: 92"),
        ("chart.fortification_cost_iv_c.mobile.supply: 40", "chart.fortification_cost_iv_c.horses.supply: 40"),
        ("ledger.bardia.points: 50", "ledger.derna.points: 50"),
    ],
)
def test_a_clause_that_names_no_cell_is_found(tmp_path, before, after):
    found = found_in(edited(tmp_path, "rulebook.yaml", before, after))
    assert any(code == "RUL031" and after.partition(":")[0] in message for code, message in found)


def test_the_print_gives_two_campaigns_each_others_year():
    """II: Campaign '41 from March 1942, Campaign '42 from March 1941, against what the next paragraph says."""
    found = [message for code, message in found_in(SLICES / "knights", "none") if code == "RUL001"]
    assert [message.split(" for ")[1].split(":")[0] for message in found] == [
        "scenario, campaign 41",
        "scenario, campaign 42",
    ]


def test_each_damaged_passage_and_each_open_question_has_a_reading_and_what_was_not_taken():
    (book, _where), *_ = slice_of("knights").documents("rulebook", RulebookDocument)
    rulings = [ruling for clause in book.clauses for ruling in clause.rulings]
    assert all(ruling.reading and ruling.alternatives for ruling in rulings)
    assert {f"A{number}" for number in range(1, 57)} <= {ruling.id for ruling in rulings}
    assert [clause.id for clause in book.clauses if clause.lost and not clause.rulings] == []


def test_a_line_a_clause_is_in_columns_however_long_the_ids_are(capsys):
    """`forge rules`: I.1 and III.2.E.10.a begin their titles at the same place."""
    assert run(["rules", str(SLICES / "knights")]) == 0
    *lines, _counted = capsys.readouterr().out.splitlines()
    (book, _where), *_ = slice_of("knights").documents("rulebook", RulebookDocument)
    starts = {line.index(clause.title[:16]) for line, clause in zip(lines, book.clauses, strict=True)}
    assert starts == {max(len(clause.id) for clause in book.clauses) + 1}
