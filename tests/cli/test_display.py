"""Plain tables: whole in a pipe, no wider than a terminal, and without anything that a name could do to it."""

from __future__ import annotations

import sys

import pytest

from scenario_forge.cli.words import Heads, table

ROWS = [["Desert Rats", "7", "content/desert-rats"], ["日本\x1b[31m", "1234", "x" * 200]]


def test_columns_stand_below_each_other_and_figures_to_the_right():
    assert table([*ROWS[:1], ["A", "12", ""]], Heads(("Game", "Turns", "Where"), right_from=1)) == [
        "  Game         Turns                Where",
        "  Desert Rats      7  content/desert-rats",
        "  A               12",
    ]


def test_in_a_pipe_nothing_is_cut_coloured_or_wrapped(monkeypatch):
    for name, value in {"COLUMNS": "40", "FORCE_COLOR": "1", "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    lines = table(ROWS, Heads(("", "Turns", "Where")))
    assert len(lines) == 3
    assert lines[2].endswith("x" * 200)
    assert not any("\x1b" in line for line in lines)


def test_on_a_terminal_a_line_is_no_wider_than_it(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    lines = table(ROWS)
    assert len(lines) == 2
    assert max(map(len, lines)) <= 60
    assert lines[1].endswith("…")


@pytest.mark.parametrize("name", ["[red]", ":smile:", "[/]"])
def test_markup_in_a_name_is_text(name):
    assert table([[name, "b"]], indent=0) == [f"{name}  b"]
