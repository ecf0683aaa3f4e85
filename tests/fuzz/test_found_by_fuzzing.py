"""What fuzzing has found, each pinned at its smallest."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api.calls import basis_counts
from scenario_forge.diagnostics import Span
from scenario_forge.game.reading.workspace import load_game

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"


def load(name, text):
    return load_game(SKIRMISH, "none", files={name: text})


@pytest.mark.parametrize("basis", ["[printed]", "{a: b}", "pritned", "3"])
def test_a_basis_that_is_none_counts_as_printed_and_is_reported(basis):
    game = load(
        "words/en.yaml",
        f"basis: {basis}\nlanguage: en\nwords: {{a: b}}\nprovenance: [{{at: [words], basis: {basis}}}]\n",
    )
    assert basis_counts(game)["proposed"] == basis_counts(load("words/en.yaml", ""))["proposed"]
    assert next((p.code.id, p.span.line) for p in game.problems if p.span.file == "words/en.yaml") in [
        ("SCH003", 1),
        ("SCH004", 1),
    ]


def test_a_value_that_is_missing_is_shown_in_the_column_where_it_belongs():
    problems = load("words/en.yaml", "basis: printed\nlanguage:\nwords: {a: }\n").problems
    assert [p.span for p in problems] == [Span("words/en.yaml", 2, 10, 2, 11), Span("words/en.yaml", 3, 12, 3, 13)]
