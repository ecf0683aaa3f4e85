"""Charts with their meanings: looking up, merged cells, what cannot be read."""

from __future__ import annotations

import pytest

from scenario_forge.documents.charts import Chart
from scenario_forge.game.notations import Range
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.game.tables import Tables, tables

from .conftest import texts

GAME_FILE = texts()["game.yaml"]

CHART = """
basis: printed
charts:
  hits:
    title: Hits
    columns: ["-1", "0", "+1,2", "+3 +"]
    rows:
      "1": ["4", "3", "2", "1"]
      "2": ["", "2", "", "0"]
      "3": ["x", "1", "1"]
    column_scale: {notation: ranges, beyond: clamp}
    row_scale: {notation: number}
    cells: number
    merged: true
    modifiers:
      - {id: rain, when: it rains, value: "-1"}
      - {id: snow, when: it snows, value: much}
"""


@pytest.fixture
def linked(tmp_path) -> Tables:
    return tables(Workspace(tmp_path).load("none", files={"game.yaml": GAME_FILE, "charts.yaml": CHART}))


@pytest.mark.parametrize(
    ("text", "column"),
    [("0", 1), ("+1,2", 2), ("2", 2), ("+2", 2), ("3", 3), ("99", 3), ("-1", 0), ("-99", 0), ("−7", 0), ("none", None)],
)
def test_a_column_is_found_by_heading_or_by_a_value_and_the_outermost_serve_beyond(linked, text, column):
    assert linked.charts["hits"].column(text) == column


def test_rows_do_not_serve_beyond_the_table_unless_it_says_so(linked):
    assert linked.charts["hits"].row("2") == 1
    assert linked.charts["hits"].row("4") is None


def test_an_empty_cell_belongs_to_the_one_above_where_cells_are_merged(linked):
    table = linked.charts["hits"]
    assert table.at(1, 0) is table.cells[0][0]
    assert table.at(1, 1) is table.cells[1][1]
    assert table.at(2, 3) is None


def test_what_cannot_be_read_is_noted_where_it_stands_and_means_nothing(linked):
    table = linked.charts["hits"]
    assert table.cells[2][0].meaning is None
    assert table.cells[2][1].meaning == Range((1,))
    assert [value.number if value else None for value in table.modifiers] == [-1, None]
    spans = [(where.span.line, where.span.column) for where, _error in linked.malformed]
    assert spans == [(10, 14), (17, 43)]


def test_an_unknown_notation_is_noted_once_where_it_is_named(tmp_path):
    files = {"game.yaml": GAME_FILE, "charts.yaml": CHART.replace("cells: number", "cells: numbers")}
    index = references(Workspace(tmp_path).load("none", files=files))
    (name,) = [name for name in index.unresolved if name.where.file.name == "charts.yaml"]
    assert (name.text, name.wanted, name.hint) == ("numbers", "notation", "did you mean number?")


def test_without_a_system_nobody_knows_which_notations_there_are(tmp_path):
    files = {
        "game.yaml": GAME_FILE.replace("desert-rats", "desert-mice"),
        "charts.yaml": CHART.replace("cells: number", "cells: losses"),
    }
    assert references(Workspace(tmp_path).load("none", files=files)).unresolved == []


def test_a_chart_needs_columns():
    with pytest.raises(ValueError, match="columns"):
        Chart.model_validate({"title": "Hits", "columns": [], "rows": {}})
