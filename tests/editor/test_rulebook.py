"""The rulebook as the page has it."""

from __future__ import annotations

import pytest

from tests.as_printed import copy_as_printed


@pytest.fixture
def folder(tmp_path):
    return copy_as_printed("knights-of-the-desert", tmp_path / "knights")


def test_clauses_come_with_their_quantities_code_and_tests(page) -> None:
    book = page.get("/api/rules").json()
    assert len(book["clauses"]) > 300
    clause = next(each for each in book["clauses"] if each["id"] == "II.12")
    assert ["chart.rating_reinforcements.1", "4"] in clause["states"]
    at = clause["at"]
    assert "II.12" in page.text(at["doc"])[at["from"] : at["from"] + 20]
    assert clause["rule"] in {rule["number"] for rule in book["rules"]}
    known = page.get("/api/rules/clause", params={"id": "II.12"}).json()
    assert any(each["name"].endswith("rules:KnightsNumbers.shift") for each in known["carried"])
    chart = next(each for each in known["elsewhere"] if each["quantity"] == "chart.rating_reinforcements.1")
    assert (chart["value"], chart["at"]["doc"]) == ("4", "charts.yaml")
    assert any("test_ratings.py" in each for each in known["tests"])
    assert page.get("/api/rules/clause", params={"id": "none"}).status_code == 404
