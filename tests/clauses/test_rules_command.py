"""`forge rules`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scenario_forge.cli.main import run

CONTENT = str(Path(__file__).parents[2] / "content/desert-rats")
KEYS = ["id", "printed", "title", "executable", "reason", "code", "tests", "rulings"]


@pytest.fixture
def said(capsys):
    def say(*words):
        code = run(["rules", *words])
        return code, capsys.readouterr()

    return say


def test_json_has_just_the_promised_keys(said):
    code, out = said(CONTENT, "--format", "json")
    data = json.loads(out.out)
    assert code == 0
    assert list(data) == ["clauses"]
    assert len(data["clauses"]) >= 344
    assert all(list(clause) == KEYS for clause in data["clauses"])
    found = next(clause for clause in data["clauses"] if clause["id"] == "6.31")
    assert found["printed"] == "Rule 6, Advance After Combat"
    assert "scenario_forge.campaign.combat.battle:Aftermath._advance" in found["code"]
    assert any(name.startswith("tests/") and "::test_" in name for name in found["tests"])
    assert found["rulings"] == ["A-ADV-ATTACKER"]


def test_the_table_has_a_line_a_clause_and_a_sum(said):
    code, out = said(CONTENT)
    lines = out.out.splitlines()
    assert code == 0
    assert any(line.startswith("4.8 ") and "tests" in line for line in lines)
    assert any(line.startswith("PN.1 ") and "advice" in line for line in lines)
    assert lines[-1].startswith(f"{len(lines) - 1} clauses, ")


@pytest.mark.parametrize(("wanted", "first"), [("4.8", "4.8"), ("Rule 4", "4.1"), ("a-adv-attacker", "6.31")])
def test_one_clause_or_a_rule_or_a_ruling(said, wanted, first):
    code, out = said(CONTENT, wanted)
    assert code == 0
    assert out.out.startswith(f"{first}  ")
    assert "code or data" in out.out


def test_an_unknown_clause_is_said(said):
    code, out = said(CONTENT, "6.99")
    assert code == 2
    assert "6.99" in out.err


def test_a_game_without_marks_has_its_clauses_too(said):
    code, out = said(str(Path(__file__).parents[1] / "games/toy"), "--missing")
    assert code == 0
    assert "Rout" in out.out
