"""A `#` behind a value begins a comment, and is named."""

from __future__ import annotations

import pytest

from scenario_forge.source.read import Source


def test_a_number_behind_a_value_is_named_and_can_be_quoted():
    (found,) = Source.of_text("map.yaml", "name: North Port #1\n").problems
    assert (found.code.id, found.span.column, found.span.end_column) == ("YML074", 18, 20)
    (edit,) = found.fixes[0].edits
    assert edit.new == '"North Port #1"'


@pytest.mark.parametrize("line", ["name: North Port #1 (old)", "name: The \\ Port #1", 'name: The "North" Port #1'])
def test_where_quotes_around_the_number_would_not_do_none_are_offered(line):
    (found,) = Source.of_text("map.yaml", f"{line}\n").problems
    assert (found.code.id, found.fixes) == ("YML074", ())


def test_other_comments_are_comments():
    for text in (
        "name: North Port # 1\n",
        "name: North Port #1\n"[:16] + "#one\n",
        'name: "Port" #1\n',
        "# a #1\nx: 1\n",
    ):
        assert not Source.of_text("map.yaml", text).problems


def test_a_number_in_a_text_of_several_lines_is_text():
    assert not Source.of_text("map.yaml", "text: >-\n  North Port #1\n  and more\n").problems


def test_where_a_comment_takes_the_bracket_the_sign_is_named():
    (found,) = Source.of_text("map.yaml", "places:\n  - {name: North Port #1, hex: A1}\n  - {name: B}\n").problems
    assert found.code.id == "YML022"
    assert [(label.span.line, label.span.column) for label in found.labels] == [(2, 23)]
    assert found.help == "put the value with the `#` between quotes"
