"""Rows of documents: added, set, taken and found again, with everything else as it stands."""

from __future__ import annotations

import pytest

from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.rows import RowChanges, path_now, rows_now, with_cells

BLOCKS = """\
rows:
  - id: a
    text: One   # the first
    points: 3
  - id: b
    text: Two
"""


def changed(text: str, what: str, *args: object) -> str:
    changes = RowChanges(text)
    getattr(changes, what)(*args)
    return changes.result()


@pytest.mark.parametrize(
    ("text", "path", "row", "result"),
    [
        ("a: 1\n", ["rows"], {"x": 1}, "a: 1\n\nrows:\n  - {x: 1}\n"),
        ("a: 1\n", ["rows"], {"x": [1]}, "a: 1\n\nrows:\n  - x: [1]\n"),
        ("rows: []\n", ["rows"], {"x": 1}, "rows:\n  - {x: 1}\n"),
        ("a: {rows: []}\n", ["a", "rows"], {"x": 1, "y": 2}, "a: {rows: [{x: 1, y: 2}]}\n"),
        ("a: {b: 1}\n", ["a", "rows"], {"x": 1, "y": 2}, "a: {b: 1, rows: [{x: 1, y: 2}]}\n"),
        ("rows:\n  - {x: 1}\n", ["rows"], {"x": 2}, "rows:\n  - {x: 1}\n  - {x: 2}\n"),
        ("words: [a, b]  # two\n", ["words"], "c", "words: [a, b, c]  # two\n"),
    ],
)
def test_a_row_is_added_whatever_stands_there(text, path, row, result) -> None:
    assert changed(text, "append", path, [row]) == result


def test_a_row_is_added_before_another_and_never_to_what_is_no_list() -> None:
    assert changed("rows:\n  - {x: 1}\n", "append", ["rows"], [{"x": 0}], 0) == "rows:\n  - {x: 0}\n  - {x: 1}\n"
    for text in ("rows: {x: 1}\n", "rows: 7\n"):
        with pytest.raises(EditRefused):
            changed(text, "append", ["rows"], [{"x": 1}])


def test_a_value_is_put_where_it_is_or_where_its_key_belongs_and_none_removes_it() -> None:
    text = "row: {no: 1, at: R12}\n"
    assert changed(text, "put", ["row", "at"], "R13") == "row: {no: 1, at: R13}\n"
    assert changed(text, "put", ["row", "name"], "Sofafi", ["no"]) == "row: {no: 1, name: Sofafi, at: R12}\n"
    assert changed(text, "put", ["row", "at"], None) == "row: {no: 1}\n"
    assert changed(text, "put", ["row", "name"], None) == text


def test_cells_of_a_block_are_set_added_and_removed_at_once_with_its_comments() -> None:
    order = ["id", "name", "text", "points"]
    cells = {("text",): None, ("name",): "First", ("points",): 4}
    assert changed(BLOCKS, "put_cells", ["rows", 0], cells, order) == (
        "rows:\n  - id: a\n    name: First\n    points: 4\n  - id: b\n    text: Two\n"
    )


def test_cells_of_a_row_in_brackets_keep_their_words_and_columns() -> None:
    text = "rows:\n  - {no: 1,  at: 'R12',    to: S1}\n  - {no: 2,  at: R13,    to: S2}\n"
    assert changed(text, "put_cells", ["rows", 0], {("to",): None, ("by",): "x"}, ["no", "by", "at", "to"]) == (
        "rows:\n  - {no: 1, by: x, at: 'R12'}\n  - {no: 2,  at: R13,    to: S2}\n"
    )


def test_a_row_in_brackets_over_several_lines_may_lose_its_last_key_and_get_another() -> None:
    text = "rows:\n  - {no: 1,\n     at: R12}\n"
    made = changed(text, "put_cells", ["rows", 0], {("at",): None, ("by",): "x"})
    assert made == "rows:\n  - {no: 1, by: x}\n"


def test_cells_beyond_a_row_of_words_fill_it_up() -> None:
    assert changed("rows: {a: [x]}\n", "put_cells", ["rows", "a"], {(2,): "z"}) == 'rows: {a: [x, "", z]}\n'


def test_what_is_no_row_has_no_cells() -> None:
    with pytest.raises(EditRefused):
        changed("rows: 7\n", "put_cells", ["rows"], {("x",): 1})


def test_words_are_taken_from_their_line_and_rows_with_theirs() -> None:
    assert changed("words: [a,\n  b, c]\n", "take", ["words", 1]) == "words: [a,\n  c]\n"
    assert changed(BLOCKS, "take", ["rows", 0]) == "rows:\n  - id: b\n    text: Two\n"


def test_a_new_key_stands_behind_those_before_it_else_at_the_end() -> None:
    old = {"no": 1, "at": "R12"}
    assert [*with_cells(old, {("name",): "x"}, ["no", "name", "at"])] == ["no", "name", "at"]
    assert [*with_cells(old, {("name",): "x"})] == ["no", "at", "name"]
    assert with_cells({"back": {"cf": 1}}, {("back", "cf"): None}) == {}
    deep = {"no": 1, "back": {"values": {"cf": 1, "mf": 2}}}
    assert with_cells(deep, {("back", "values", "cf"): None}) == {"no": 1, "back": {"values": {"mf": 2}}}
    assert deep["back"] == {"values": {"cf": 1, "mf": 2}}, "the row is a new one"


def test_a_row_is_found_by_its_id_and_not_where_it_may_be_one_of_several() -> None:
    assert rows_now(["a", "b"], ["b2", "a"], (["1", "2"], ["2", "1"])) == [1, 0]
    assert rows_now(["a", "b"], ["x"], (["", ""], [""])) == [None, None]
    assert path_now(BLOCKS, BLOCKS.replace("rows:\n", "rows:\n  - id: z\n"), ["rows", 1, "text"]) == ("rows", 2, "text")
    assert path_now(BLOCKS, "rows:\n  - id: b\n", ["rows", 0, "text"]) is None


def test_a_row_that_gets_or_loses_a_cell_stays_in_the_columns_of_its_table() -> None:
    rows = ["{name: Keru,     hex: F5,  kinds: [town], capacity: U}", "{name: Agordat,  hex: F9,  capacity: U}"]
    text = "".join(["places:\n", *(f"  - {row}\n" for row in rows)])
    order = ["name", "hex", "kinds", "capacity", "value"]
    made = changed(text, "put_cells", ["places", 1], {("kinds",): ["town"], ("value",): 3}, order)
    assert made == text.replace(rows[1], "{name: Agordat,  hex: F9,  kinds: [town], capacity: U, value: 3}")
    assert changed(made, "put_cells", ["places", 0], {("value",): None}) == made, "there is none"


def test_words_that_are_as_many_stay_each_in_its_place() -> None:
    text = "words: [a,  b,\n  c]\n"
    assert changed(text, "set_words", ["words"], ["x", "b", "z"]) == "words: [x,  b,\n  z]\n"
    assert changed(text, "set_words", ["words"], ["b", "c"]) == "words: [b,\n  c]\n"
