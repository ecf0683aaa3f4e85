"""A row that is moved among its neighbours takes its own lines along and leaves all others."""

from __future__ import annotations

import pytest

from scenario_forge.source.nodes import EditRefused, splice
from scenario_forge.source.rows import move_item

BLOCKS = """\
# all of them
rows:
  # the heading
  - a: 1  # one

  # of the second
  - b: 2
    more: >-
      lines
      of it

  - {c: 3}
after: 1
"""


def test_comments_go_with_their_row_and_empty_lines_stay() -> None:
    assert splice(BLOCKS, move_item(BLOCKS, ["rows"], 1, 2)) == (
        "# all of them\nrows:\n  # the heading\n  - a: 1  # one\n\n  - {c: 3}\n\n  # of the second\n  - b: 2\n"
        "    more: >-\n      lines\n      of it\nafter: 1\n"
    )
    first = splice(BLOCKS, move_item(BLOCKS, ["rows"], 0, 1))
    assert first.startswith("# all of them\nrows:\n  # the heading\n  # of the second\n  - b: 2\n")
    assert move_item(BLOCKS, ["rows"], 1, 1) == []


def test_words_in_brackets_change_places() -> None:
    text = "words: [one, two,\n  three]\n"
    assert splice(text, move_item(text, ["words"], 2, 0)) == "words: [three, one,\n  two]\n"


def test_an_entry_of_a_mapping_keeps_its_key_and_its_comment() -> None:
    text = "rows:\n  one:   [1]\n  two:   [2]  # even\n  three: [3]\n"
    assert splice(text, move_item(text, ["rows"], 1, 2)) == "rows:\n  one:   [1]\n  three: [3]\n  two:   [2]  # even\n"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_there_and_back_is_the_same_text(line_end) -> None:
    text = BLOCKS.replace("\n", line_end)
    there = splice(text, move_item(text, ["rows"], 1, 2))
    assert splice(there, move_item(there, ["rows"], 2, 1)) == text


@pytest.mark.parametrize(
    ("text", "path", "to"),
    [("a: 1\n", ["a"], 0), ("a: [1, 2]\n", ["a"], 5), ("a: [1, # one\n  2]\n", ["a"], 1), ("- 1\n- 2\n", ["x"], 0)],
)
def test_what_cannot_be_moved_is_refused(text, path, to) -> None:
    with pytest.raises(EditRefused):
        move_item(text, path, 0, to)
