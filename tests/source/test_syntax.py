"""What libyaml refuses is shown where the slip was made, not only where reading stopped."""

from __future__ import annotations

import pytest

from scenario_forge.source.compose import compose


def only(text: str):
    root, problems = compose(text, "f.yaml")
    assert root is None
    assert len(problems) == 1, problems
    return problems[0]


@pytest.mark.parametrize(
    ("text", "name", "line", "column", "end"),
    [
        ("a:\n  - x\n\t- y\n", "tab", 3, 1, 2),
        ("-\ta: 1\n", "tab", 1, 2, 3),
        ("a: |\n\ttext\n", "tab", 2, 1, 2),
        ("a: >\n\t", "tab", 2, 1, 2),
        ("a: b\n\tc: d\n", "tab", 2, 1, 2),
        ("a:\n  b: 1\n c: 2\n", "indentation", 3, 2, 6),
        ("a: 1\n  b: 2\n", "indentation", 2, 3, 4),
        ("- a: 1\n   b: 2\n", "indentation", 2, 4, 5),
        ("- a\nb: 1\n", "indentation", 2, 1, 5),
        ("  a: 1\nb: 2\n", "indentation", 2, 1, 5),
        ('a: "x"  # note\n b: 1\n', "indentation", 2, 2, 6),
        ("a: [1, 2\nb: 3\n", "unclosed-bracket", 1, 4, 5),
        ("a: [1, 2", "unclosed-bracket", 1, 4, 5),
        ("a: {b: [c}\n", "unclosed-bracket", 1, 8, 9),
        ("a: {b: 1,", "unclosed-bracket", 1, 4, 5),
        ("a: [x, #c]\nb: 1\n", "unclosed-bracket", 1, 4, 5),
        ("a: 'it\nb: 1\n", "unclosed-quote", 1, 4, 5),
        ("a: 'x\n---\n'\n", "unclosed-quote", 1, 4, 5),
        ("a: {x: 1,\n    y: 2 z: 3}\n", "missing-comma", 2, 10, 11),
        ("- [1, {x: 1} {y: 2}]\n", "missing-comma", 1, 14, 15),
        ('- {a: "x" b: 2}\n', "missing-comma", 1, 11, 12),
        ("  - {no: 1, at: R12: sea}\n", "colon-in-text", 1, 20, 21),
        ("a\nb: 1\n", "missing-colon", 1, 1, 2),
        ("a: 1\nb:2\nc: 3\n", "missing-colon", 2, 1, 4),
        ("a: 1\nb", "missing-colon", 2, 1, 2),
        ("a: 1\n-2\n", "missing-colon", 2, 1, 3),
        ("a: `x`\n", "reserved-character", 1, 4, 5),
        ("a: * 2\n", "reserved-character", 1, 4, 5),
        ("a: &\n", "reserved-character", 1, 4, 5),
        ("a: ? b\n", "reserved-character", 1, 4, 5),
        ("%FOO\n---\na: 1\n", "reserved-character", 1, 1, 2),
        ('a: "\\ud800"\n', "backslash", 1, 5, 7),
        ('a: "\\xZZ"\n', "backslash", 1, 5, 7),
        ('a: "x" y: 2\n', "text-after-value", 1, 8, 12),
        ("'a' 'b'\n", "text-after-value", 1, 5, 8),
        ("a: [x] y\n", "text-after-value", 1, 8, 9),
        ("a: 1\n- b\n", "misplaced-dash", 2, 1, 2),
        ("a: {x: 1}}\n", "stray-sign", 1, 10, 11),
        ("a: ]\n", "stray-sign", 1, 4, 5),
        ("a: [ - b]\n", "stray-sign", 1, 6, 7),
        (": 3\n", "empty-key", 1, 1, 2),
        ("a: {: 3}\n", "empty-key", 1, 5, 6),
        ("a: b\n...\nc: d\n", "several-documents", 2, 1, 4),
        ("a: !foo!bar x\n", "tag", 1, 4, 12),
        ("a: !<x\n", "tag", 1, 4, 7),
        ("a: | text\n", "block-text", 1, 4, 5),
        ("a: \x85b\n", "control-character", 1, 4, 5),
        ("a: b\u2028c\n", "control-character", 1, 5, 6),
        ("a: 1\nb: \ufeff\n", "control-character", 2, 4, 5),
        ("é: \ud800\n", "control-character", 1, 4, 5),
    ],
)
def test_the_slip_is_shown(text: str, name: str, line: int, column: int, end: int) -> None:
    found = only(text)
    span = found.span
    shown = (found.code.name, span.line, span.column, span.end_line, span.end_column)
    assert shown == (name, line, column, line, end)


def test_a_file_cut_short_says_so() -> None:
    found = only("units:\n  - {no: 1, name: 1 Libyan\n\n")
    assert [(label.text, label.span.line, label.span.column) for label in found.labels] == [
        ("the file ends here", 2, 27)
    ]


def test_a_missing_space_is_named() -> None:
    assert only("a: 1\nb:2\nc: 3\n").help == "write a space after the colon"
    assert only("a:\n  - 1\n  -2\n").help == "write a space after the dash"


def test_a_tab_can_be_replaced_by_spaces() -> None:
    [edit] = only("units:\n\t\tname: 1 Libyan\n").fixes[0].edits
    assert (edit.span.column, edit.span.end_column, edit.new) == (1, 3, "    ")
