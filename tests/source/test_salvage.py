"""What can be read of a text in which something is not finished yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.source.compose import compose
from scenario_forge.source.salvage import open_quote, readable

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("content/*/*.yaml")) + sorted(ROOT.glob("content/*/*/*.yaml"))
TEXT = """\
units:
  - {no: 1, name: 1 Libyan, at: A1}
  - {no: 2, name: 2 Libyan, at: A2}
  - {no: 3, name: "3", at: A3}
note: "it's so"
"""


@pytest.mark.parametrize(
    ("old", "new", "mended"),
    [
        ("name: 2 Libyan", 'name: "2 Libyan', "name:  2 Libyan"),
        ("name: 2 Libyan", "name: '2 Libyan", "name:  2 Libyan"),
        ('name: "3"', 'name: "3', "name:  3"),
        ("it's so\"", "it's so", "it's so"),
        ("at: A1}", 'at: "A1}', "at:  A1}"),
        ("{no: 2", "{no: 2, [", None),
        ("{no: 2", "{{no: 2", None),
        ("at: A2}", "at: A2", None),
    ],
)
def test_other_lines_are_read_as_they_are(old, new, mended):
    broken = TEXT.replace(old, new)
    assert compose(broken, "f.yaml")[0] is None
    line = next(i for i, each in enumerate(broken.split("\n")) if new in each)
    found = readable(broken, "f.yaml").split("\n")
    assert mended is None or mended in found[line]
    assert found[line] if mended else not found[line]
    assert [*found[:line], *found[line + 1 :]] == [*TEXT.split("\n")[:line], *TEXT.split("\n")[line + 1 :]]
    assert compose("\n".join(found), "f.yaml")[0] is not None


def test_an_unfinished_line_is_as_it_was_before():
    broken = TEXT.replace("at: A2}", "at: A2, [{")
    assert readable(broken, "f.yaml", TEXT) == TEXT
    more = broken.replace("at: A2, [{", "at: A2, [{\n  - {no: 9")
    found = readable(more, "f.yaml", TEXT).split("\n")
    assert found == [*TEXT.split("\n")[:3], "", *TEXT.split("\n")[3:]]


def test_a_text_in_which_nothing_can_be_read_is_given_up():
    assert readable("[" * 20 + "\n" * 20 + "}" * 20, "f.yaml") is None


@pytest.mark.parametrize(
    ("line", "at"),
    [("a: 'b", 3), ("a: it's", None), ('a: "b\\" c', 3), ("a: 'b''", 3), ("a: 'b''c'", None), ('["a", "b]', 6), ("", None)],
)  # fmt: skip
def test_an_open_quote_is_where_a_value_begins(line, at):
    assert open_quote(line) == at


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_quote_too_many_costs_no_line_but_its_own(data):
    text = data.draw(st.sampled_from(FILES), label="file").read_text("utf-8")
    values = [at + 2 for at in range(len(text) - 2) if text[at : at + 2] == ": " and text[at + 2] not in "|>\"'[{\n "]
    at = data.draw(st.sampled_from(values), label="at")
    broken = text[:at] + data.draw(st.sampled_from("\"'")) + text[at:]
    line = text[:at].count("\n")
    for before in (None, text):
        found = readable(broken, "f.yaml", before)
        if found == broken:  # a quote in running text, or a value of several lines
            continue
        assert found is not None, broken.split("\n")[line]
        lines = text.split("\n")
        assert found.count("\n") == text.count("\n")
        assert sum(one != other for one, other in zip(found.split("\n"), lines, strict=True)) <= 1
        assert [each for i, each in enumerate(found.split("\n")) if i != line] == [*lines[:line], *lines[line + 1 :]]
