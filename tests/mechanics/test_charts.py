"""The bridge from charts.yaml to the tables that play reads."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.conftest import texts

from scenario_forge.game.notations import Parts
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.tables import ChartError, play_samples, play_table

CHARTS = """
basis: printed
charts:
  odds:
    title: Odds
    die: 2d6
    dice_when: {night: 3d6}
    columns: [1-2, 1-1, 3-1]
    rows:
      "2,3": [AR, "-", DR]
      4 through 12: [AE, AR, "-"]
    column_scale: {notation: ratio, rounding: attacker}
    row_scale: {notation: ranges, dice: true, beyond: clamp}
  difference:
    title: Difference
    columns: [-1 or less, "0", 1 or more]
    rows: {"1": [NE, NE, DIS], "2": [NE, DIS, EL]}
    column_scale: {notation: ranges, beyond: clamp}
    row_scale: {notation: number}
  loss:
    title: Loss
    columns: ["1", "2"]
    rows: {"100": ["5", "6"], "300": ["6", "8"], "500": ["8", "11"]}
    column_scale: {notation: number}
    row_scale: {notation: number, lookup: interpolate}
    cells: number
  cost:
    title: Cost
    columns: [Non-mobile, Mobile]
    rows: {"1": [3/9, 3/9], "2": [4/12, 8/24]}
    row_scale: {notation: number, lookup: nearest}
    cells: parts
  gap:
    title: Gap
    columns: [Result]
    rows: {"1": [a], "3": [b]}
    row_scale: {notation: number}
"""


@pytest.fixture
def charts(tmp_path):
    return tables(
        Workspace(tmp_path).load("none", files={"game.yaml": texts()["game.yaml"], "charts.yaml": CHARTS})
    ).charts


@pytest.mark.parametrize(
    ("fight", "total", "result"),
    [((1, 9), 2, "AR"), ((1, 1), 3, "-"), ((3, 2), 3, "DR"), ((9, 1), 18, "-"), ((1, 2), 12, "AE")],
)
def test_ratio_columns_are_found_and_totals_beyond_the_rows_use_the_last(charts, fight, total, result):
    table = play_table(charts["odds"])
    assert table.at(table.column(fight), total) == result


def test_columns_by_difference_keep_their_open_ends(charts):
    table = play_table(charts["difference"])
    assert [table.at(table.column(value), 2) for value in (-9, 0, 5)] == ["NE", "DIS", "EL"]


def test_cells_between_two_samples_are_in_proportion(charts):
    loss = play_samples(charts["loss"])
    assert [loss.at(1, value) for value in (50, 100, 150, 400, 999)] == [6, 6, Fraction(13, 2), Fraction(19, 2), 11]


def test_a_part_of_a_cell_is_read_at_the_nearest_sample(charts):
    supply = play_samples(charts["cost"], "second")
    column = supply.scale.column("Mobile")
    assert [supply.at(column, Fraction(value, 2)) for value in (2, 3, 4)] == [9, 9, 24]
    assert charts["cost"].at(1, 1).meaning == Parts(("8", "24"), "/")


def test_a_chart_that_leaves_out_a_total_is_refused(charts):
    with pytest.raises(ChartError, match="leave out totals"):
        play_table(charts["gap"])
    with pytest.raises(ChartError, match="no number"):
        play_samples(charts["odds"])
