"""Numbers of rules.yaml that only say again what a chart or the sequence of play does: a wrong one contradicts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.knowledge.clauses import all_clauses, data_of
from scenario_forge.game.reading.workspace import load_game


@pytest.mark.clause(
    "2.1",
    "6.5",
    "7.10",
    "10.3",
    "10.6",
    "REP.3",
    "11.11",
    "11.12",
    "12.6",
    "13.11",
    "12.9",
    "14.4",
    "SC.5",
    "14.22",
    "18.2",
    "CRT.6",
    "TEC.3",
    "CRT.5",
    "TEC.7",
    "CRT.1",
    "TEC.8",
    "CRT.2",
    "CRT.10",
)
def test_what_is_said_again_is_said_alike(request):
    game = load_game(Path(__file__).parents[2] / "content/desert-rats", "all")
    clauses = {clause.id: clause for clause, _where in all_clauses(game)}
    assert all(data_of(game, clauses[clause]) for mark in request.node.iter_markers("clause") for clause in mark.args)
    assert [finding.message for finding in check(game) if finding.code.id == "RUL001"] == []
