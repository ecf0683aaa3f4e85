"""Charts and victory as they are printed, cell by cell: against the checklists where they are there, and by themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scenario_forge import check, load_game
from scenario_forge.game.notations import number
from scenario_forge.game.scenarios import ending
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.tables import play_samples, play_table
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.tables import chart_blocks
from tests.as_printed import ours
from tests.content.games import CONTENT, DESERT, KNIGHTS, TOBRUK, game_of, printed


def charts(name):
    return tables(game_of(name)).charts


def cells(table):
    """Row heading: texts of its cells."""
    return {row.text: [cell.text for cell in line] for row, line in zip(table.rows, table.cells, strict=True)}


def texts(values):
    return [str(value) for value in values]


# -- Knights of the Desert --------------------------------------------------------------------------

ONE_VALUE = (
    "rating_combat_replacement_supply", "rating_air", "rating_reinforcements", "operation_allotments", "morale_IV_A",
    "morale_IV_D", "morale_X", "max_fortification_IV_A", "cadre_IV_A", "cadre_X", "allocation_percent",
    "terrain_modifier_IV_D", "risk_IV_D", "risk_X", "air_loss", "defender_odds", "airpower", "abbreviations",
)  # fmt: skip
"""Tables of one column."""
ROWS = ("force_table", "movement_cost_IV_C", "terrain_effects", "combat_supply", "combat_operation", "combat_loss")
IN_OTHER_DOCUMENTS = {"reinforcements_chart", "victory_chart", "unit_range_points", "place_points"}


def test_every_table_of_knights_is_a_chart_or_stands_in_its_own_document():
    known = {name.lower() for name in printed(KNIGHTS)["tables"]}
    assert known - {"missing_charts_named"} - IN_OTHER_DOCUMENTS == charts(KNIGHTS).keys()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ONE_VALUE)
def test_tables_of_one_column_of_knights(name):
    table = printed(KNIGHTS)["tables"][name]
    assert cells(charts(KNIGHTS)[name.lower()]) == {str(row): [str(cell)] for row, cell in table.items()}


@pytest.mark.parametrize("name", ROWS)
def test_tables_of_several_columns_of_knights(name):
    table = printed(KNIGHTS)["tables"][name]
    rows = table.get("rows") or {
        row: line for row, line in table.items() if isinstance(line, list) and row != "columns"
    }
    rows = {row: line for row, line in rows.items() if row != "footnotes"}
    found = charts(KNIGHTS)[name.lower()]
    assert cells(found) == {str(row): texts(line) for row, line in rows.items()}
    if "columns" in table and name != "terrain_effects":  # whose heads stand in two lines
        assert [column.text for column in found.columns] == table["columns"]


def test_lists_of_knights():
    tables_, found = printed(KNIGHTS)["tables"], charts(KNIGHTS)
    listed = {each["name"]: [each["dates"], each["turns"]] for each in tables_["scenario_list"]}
    assert cells(found["scenario_list"]) == listed
    assert cells(found["supply_range"]) == {name: [str(hexes)] for name, hexes in tables_["supply_range"]}
    cost = {row: texts(line.values()) for row, line in tables_["fortification_cost_IV_C"].items()}
    assert cells(found["fortification_cost_iv_c"]) == cost


def levels_of_the_print(found):
    """Return the levels of victory but those of our own scenarios alone."""
    own = {*ours(KNIGHTS)}
    return [each for each in found.levels if not {*each.levels.scenarios} <= own]


def test_victory_of_knights():
    tables_, found = printed(KNIGHTS)["tables"], ending(game_of(KNIGHTS))
    printed_levels = levels_of_the_print(found)
    columns = {name: ranges for name, ranges in tables_["victory_chart"].items() if name != "levels"}
    assert [[level.range for level in each.levels.levels] for each in printed_levels] == list(columns.values())
    assert all(
        [level.name for level in each.levels.levels] == tables_["victory_chart"]["levels"] for each in printed_levels
    )
    rows = {row.id: row for row, _where in found.ledger}
    assert {rows[name.lower()].when.hold: rows[name.lower()].points for name in tables_["place_points"]} == tables_[
        "place_points"
    ]
    bands = {f"{band.hexes} hexes": f"{band.points} VP" for band in rows["range"].distance.bands}
    assert bands == tables_["unit_range_points"]


def test_knights_by_itself():
    """Counts of cells and some of them, for when the checklists are not there (X)."""
    found = charts(KNIGHTS)
    sizes = {name: sum(map(len, table.cells)) for name, table in found.items()}
    assert len(found) == 27
    assert (sizes["combat_loss"], sizes["combat_supply"], sizes["combat_operation"]) == (90, 72, 36)
    loss = found["combat_loss"]
    assert loss.at(loss.row("1000"), loss.column("9")).text == "59"
    assert number(found["risk_x"].at(2, 0).meaning, "high") == Fraction(116, 100)
    levels = levels_of_the_print(ending(game_of(KNIGHTS)))
    assert [(each.levels.scenarios, len(each.levels.levels)) for each in levels] == [
        ([name], 6) for name in ("tobruk-41", "tobruk-42", "el-alamein", "campaign-41", "campaign-42", "campaign")
    ]


def test_printed_contradictions_of_knights_are_found():
    """The two risk tables differ in rows 13 and 14, a supply cell and an air loss break their formulas (X); the chart
    of victory lacks a minus sign in five columns, and 12 hexes score twice (III.2.I.3)."""
    codes = ("CHT008", "CHT012", "VIC017")
    found = [finding for finding in check(game_of(KNIGHTS)) if finding.code.id in codes]
    said = sorted((finding.code.id, finding.message.split(",")[0]) for finding in found)
    assert said == [
        ("CHT008", "the two copies differ: `.73-1.58` here"),
        ("CHT008", "the two copies differ: `.75-1.56` here"),
        ("CHT012", "`.73-1.58` should be 1.56"),
        ("CHT012", "`.75-1.56` should be 1.52"),
        ("CHT012", "`157` should be 156"),
        ("CHT012", "`36%` should be 38"),
        ("VIC017", "`12-21` and `4-12` both cover 12"),
        ("VIC017", "nothing covers -30 to 29"),
        ("VIC017", "nothing covers -400 to 399"),
        ("VIC017", "nothing covers -60 to 59"),
        ("VIC017", "nothing covers -700 to 699"),
        ("VIC017", "nothing covers -900 to 899"),
    ]


@pytest.mark.parametrize("name", [KNIGHTS, TOBRUK, DESERT])
def test_nothing_of_charts_and_victory_is_left_with_errata(name):
    found = check(load_game(CONTENT / name, errata="all"))
    assert [finding for finding in found if finding.code.id[:3] in ("CHT", "VIC", "ERR")] == []


@pytest.mark.parametrize(
    ("points", "intensity", "loss"), [(1000, "9", 59), (400, "5", 17), (50, "1", 5), (5000, "9", 167)]
)
def test_losses_between_two_printed_strengths_are_in_proportion(points, intensity, loss):
    """X: the chart gives losses for some strengths of the attacker; 400 lies half-way from 300 to 500."""
    table = charts(KNIGHTS)["combat_loss"]
    assert play_samples(table).at(table.column(intensity), points) == loss


def test_how_samples_are_read_and_which_dice_are_thrown_is_printed():
    """X (losses for some strengths), 10.3 (three dice at night)."""
    blocks = {}
    for name in (KNIGHTS, TOBRUK):
        game = game_of(name)
        blocks |= chart_blocks(game, Signs(Brief(game)))
    assert blocks["combat_loss"]["notes"] == ["Between two rows, in proportion."]
    assert blocks["combat_results"]["aside"] == "Rule 10.1 · 2d6, night 3d6"
    assert blocks["terrain_key"]["wide"]


# -- Rats of Tobruk ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "total", "result"),
    [(3, 1, 7, "DR"), (29, 10, 2, "DD"), (1, 9, 12, "AE"), (9, 1, 2, "DE"), (2, 3, 18, "AE")],
)
def test_the_ratio_is_rounded_for_the_defender_and_night_totals_end_at_12(attack, defence, total, result):
    """10.2, 10.3: ratios in favour of the defender; three dice at night, totals above 12 as 12."""
    chart = charts(TOBRUK)["combat_results"]
    assert chart.chart.dice_when == {"night": "3d6"}
    table = play_table(chart)
    assert table.at(table.column((attack, defence)), total) == result


# -- Western Desert ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "roll", "result"), [(-9, 6, "DIS"), (0, 3, "DIS"), (1, 4, "EL"), (7, 1, "DIS")])
def test_combat_results_of_the_western_desert_in_play(value, roll, result):
    table = play_table(charts(DESERT)["combat_results"])
    assert table.at(table.column(value), roll) == result


def test_a_lead_of_three_wins_in_the_western_desert():
    levels = next(each for each in ending(game_of(DESERT)).levels if each.levels.id == "harmat")
    assert [
        (level.side, band.low, band.high) for level, band in zip(levels.levels.levels, levels.bands, strict=True)
    ] == [
        ("allied", None, -3),
        (None, -2, 2),
        ("axis", 3, None),
    ]
