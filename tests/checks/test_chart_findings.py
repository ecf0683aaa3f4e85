"""Charts: which heading or cell is blamed, and what it was meant to be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.checks.charts import formulas, lines, trends
from scenario_forge.checks.names import unresolved_names
from scenario_forge.game.reading.workspace import Workspace

GAME = 'format: 3\nbasis: printed\ngame: tiny\ntitle: Tiny\nsystem: desert-rats\nedition: "1"\nsides: [{id: red, name: Red}]\n'


def found(checks, chart: dict) -> list:
    chart = {"title": "Table", **chart}
    files = {"game.yaml": GAME, "charts.yaml": json.dumps({"basis": "printed", "charts": {"table": chart}})}
    game = Workspace("nowhere").load("none", files=files)
    assert game.files["charts.yaml"].document is not None, game.problems
    return [finding for check in checks for finding in check(game)]


def columns(*headings: str) -> list:
    chart = {"columns": headings, "rows": {"1": ["x"] * len(headings)}, "column_scale": {"notation": "ranges"}}
    return found(lines.CHECKS, chart)


@pytest.mark.parametrize(
    ("headings", "code", "said", "hint"),
    [
        (["-5", "-4,3", "-2,-1", "0", "+1", "+2,3"], "CHT001", "`-4,3` covers 3, and so does `+2,3`", "-4,-3"),
        (["0", "+1", "+2,3", "+4,6", "+6,7"], "CHT001", "`+4,6` covers 6, and so does `+6,7`", "+4,5"),
        (["0", "+1", "+2,3", "+4", "+6,7"], "CHT002", "no column covers 5: `+2,3` is followed by `+4`", "+4,5"),
        (["0", "+1", "+2,3", "-4,5", "+6,7"], "CHT002", "no column covers 4: `+2,3` is followed by `-4,5`", "+4,5"),
        (["0", "+2", "+2,3", "+4,5"], "CHT001", "`+2` covers 2, and so does `+2,3`", "+1"),
        (["0", "+1", "+2,3", "+5 +"], "CHT002", "no column covers 4: `+2,3` is followed by `+5 +`", "+4 +"),
        (["-6", "-4,-3", "-2,-1", "0"], "CHT002", "no column covers -5: `-6` is followed by `-4,-3`", "-5"),
        (["4", "3", "1"], "CHT002", "no column covers 2: `3` is followed by `1`", "2"),
        (["1", "2", "5", "6"], "CHT002", "no column covers 3 and 4: `2` is followed by `5`", None),
        (["1-2", "3 or more", "4"], "CHT001", "`4` covers 4, and so does `3 or more`", None),
    ],
)
def test_the_heading_that_must_change_is_blamed_once(headings, code, said, hint):
    (finding,) = columns(*headings)
    assert (finding.code.id, finding.message) == (code, said)
    assert finding.help == (f"did you mean {hint}?" if hint else None)


@given(st.lists(st.integers(1, 3), min_size=2, max_size=9), st.integers(-9, 9), st.booleans(), st.booleans())
def test_headings_that_follow_each_other_are_never_reported(widths, first, reverse, opened):
    headings = []
    for width in widths:
        headings.append(",".join(str(value) for value in range(first, first + width)))
        first += width
    if opened:
        headings[-1] += " or more"
        headings[0] += " or less"
    assert columns(*(reversed(headings) if reverse else headings)) == []


def test_every_row_too_long_means_that_a_heading_is_missing():
    chart = {"columns": ["a", "b"], "rows": {"1": ["x"] * 3, "2": ["x"] * 3}}
    (finding,) = found(lines.CHECKS, chart)
    assert finding.message == "every row has 3 cells, but there are 2 column headings"


@pytest.mark.parametrize(
    ("scale", "codes"),
    [
        ({"first": 1, "last": 3}, []),
        ({"first": 1, "last": 4}, ["CHT003", "CHT011"]),
        ({"first": 1, "last": 4, "beyond": "clamp"}, ["CHT011"]),
        ({"first": 1, "last": 3, "modifiers": [1]}, ["CHT003"]),
        ({"first": 1, "last": 3, "modifiers": [-1], "beyond": "clamp"}, []),
        ({"first": 1, "last": 2}, ["CHT004", "CHT011"]),
    ],
)
def test_a_table_covers_what_dice_and_modifiers_reach(scale, codes):
    rows = {"1": ["x"], "2": ["y"], "3": ["z"]}
    chart = {"die": "1d3", "columns": ["Effect"], "rows": rows, "row_scale": {"notation": "number", **scale}}
    assert [finding.code.id for finding in found(lines.CHECKS, chart)] == codes


LOSSES = [
    ["5/0", "4/0", "3/0", "2/0", "1/1"],
    ["4/0", "3/0", "2/0", "1/1", "1/2"],
    ["3/0", "2/0", "1/1", "1/2", "0/3"],
    ["2/1", "1/1", "1/2", "0/3", "0/4"],
]
TRENDS = [
    {"part": "attacker", "across": "falls", "down": "falls"},
    {"part": "defender", "across": "rises", "down": "rises"},
]


def trend_findings(cells):
    rows = {str(number): line for number, line in enumerate(cells, 1)}
    chart = {"columns": list("abcde"), "rows": rows, "cells": "losses", "trends": TRENDS}
    return found(trends.CHECKS, chart)


def test_a_table_in_order_is_not_reported():
    assert trend_findings(LOSSES) == []


@pytest.mark.parametrize(
    ("row", "column", "cell"),
    [(1, 2, "5/0"), (1, 1, "3/2"), (1, 2, "0/0"), (2, 3, "3/2"), (0, 0, "1/0"), (3, 4, "4/0"), (1, 3, "3/1")],
)
def test_a_cell_against_the_trend_is_blamed(row, column, cell):
    cells = [list(line) for line in LOSSES]
    cells[row][column] = cell
    assert {finding.message.split("`")[1] for finding in trend_findings(cells)} == {cell}


def test_where_one_change_alone_mends_the_table_it_is_suggested():
    cells = [["2/0", "2/0", "2/0", "1/0", "1/0"], ["2/0", "0/0", "2/0", "1/0", "1/0"]]
    (finding,) = trend_findings(cells)
    assert finding.message.startswith("`0/0` is out of order: its attacker part, here 0,")
    assert finding.help == "did you mean 2/0?"


@given(st.integers(-9, 9), st.integers(1, 5), st.integers(5, 9), st.integers(0, 8), st.integers(1, 20))
def test_one_odd_step_is_found_and_mended(first, step, length, at, by):
    line = [first + step * number for number in range(length)]
    even = found((trends.steps,), numbers(line))
    assert even == []
    at %= length
    line[at] += by
    odd = found((trends.steps,), numbers(line))
    if 0 < at < length - 1:
        (finding,) = odd
        assert finding.help == f"did you mean {line[at] - by}?"


def numbers(line):
    return {
        "columns": [f"c{number}" for number in range(len(line))],
        "rows": {"only": [str(number) for number in line]},
        "cells": "number",
    }


@given(st.integers(-9, 9), st.integers(5, 9))
def test_a_constant_line_has_no_step(value, length):
    line = [value] * length
    line[2] += 1
    assert found((trends.steps,), numbers(line)) == []


SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
TABLE = """
  at_start:
    title: Forces at the start
    columns: [Units]
    rows: {Mar 41: ["5"]}
    cells: number
    forces:
      starts: {Mar 41: mar41}
      parts: {value: allied}
      columns: {Units: {of: strength, values: {movement: 20}}}
      without: [armour]
"""


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("{Mar 41: mar41}", "{Mar 42: mar41}", "this game has no row heading `Mar 42`"),
        ("{Mar 41: mar41}", "{Mar 41: mar42}", "this game has no start date `mar42`"),
        ("value: allied", "value: alied", "this game has no side `alied`"),
        ("{Units: {of", "{Unit: {of", "this game has no column heading `Unit`"),
        ("of: strength", "of: strenght", "this game has no counter value `strenght`"),
        ("{movement: 20}", "{move: 20}", "this game has no counter value `move`"),
        ("[armour]", "[armor]", "this game has no unit type `armor`"),
    ],
)
def test_what_a_table_of_forces_names_must_be_there(right, wrong, said):
    charts = (SKIRMISH / "charts.yaml").read_text("utf-8")
    assert TABLE.count(right) == 1
    game = Workspace(SKIRMISH).load("none", {"charts.yaml": charts + TABLE.replace(right, wrong)})
    assert [f.message for f in unresolved_names(game) if f.code.id == "REF001"] == [said]


def forces_found(table: str, **others: str) -> list:
    charts = (SKIRMISH / "charts.yaml").read_text("utf-8")
    files = {
        "charts.yaml": charts + table,
        **{name.replace("__", "/") + ".yaml": text for name, text in others.items()},
    }
    return [f.message for check in formulas.CHECKS for f in check(Workspace(SKIRMISH).load("none", files))]


def test_a_table_of_forces_counts_who_is_there_as_strong_as_the_set_up_says():
    """In March 1941 three Allied brigades of movement 20 and 25 are there; 6/2 Ind has 4 of its 6."""
    assert forces_found(TABLE) == ["`5` gives 5 for the Allied side, but the set-up of Mar 41 has 13"]
    whole = TABLE.replace("values: {movement: 20}", "values: {movement: 25}")
    assert forces_found(whole) == ["`5` gives 5 for the Allied side, but the set-up of Mar 41 has 4"]
    assert forces_found(whole.replace('["5"]', '["4"]')) == []


def test_units_of_an_option_are_not_counted():
    """Axis 9 comes with an option."""
    axis = TABLE.replace("allied", "axis").replace("{of: strength, values: {movement: 20}}", "{values: {movement: 30}}")
    assert forces_found(axis.replace("[armour]", "[]").replace('["5"]', '["1"]')) == []


def test_nothing_is_said_where_a_unit_that_may_be_there_is_not_known():
    book = (SKIRMISH / "orders-of-battle/allied.yaml").read_text("utf-8")
    assert forces_found(TABLE, **{"orders-of-battle__allied": book.replace("mar41: G6}", "mar41: '?!'}")}) == []
