"""Contradictions, citations and spellings: what is one finding, where it stands, what is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scenario_forge.checks.rulebook import names, quantities, references
from scenario_forge.checks.rulebook.quantities import in_words
from scenario_forge.game.reading.workspace import Workspace


def clause(id_: str, rule: str = "1", text: str = "Something.", **more: Any) -> dict[str, Any]:
    return {"id": id_, "rule": rule, "title": "A clause", "text": text, **more}


def found(checks, *clauses, terms=(), **files) -> list:
    rules = [{"number": number, "title": f"Chapter {number}"} for number in ("1", "2", "3")]
    book = {"basis": "printed", "rules": rules, "terms": list(terms), "clauses": list(clauses)}
    texts = {f"{name}.yaml": json.dumps({"basis": "printed", **data}) for name, data in files.items()}
    game = Workspace("nowhere").load("none", files={"rulebook.yaml": json.dumps(book, indent=1), **texts})
    assert game.files["rulebook.yaml"].document is not None, game.problems
    return [finding for check in checks for finding in check(game)]


def contradictions(*clauses, **files):
    return found(quantities.CHECKS, *clauses, **files)


@pytest.mark.parametrize(
    ("one", "other"),
    [(2, 2), (2, 2.0), ("Full Strength", "full strength"), ("y-z", "y-z"), ("a  b", "a b"), (True, True)],
)
def test_the_same_said_twice_is_no_contradiction(one, other):
    assert contradictions(clause("1.1", states={"a.b": one}), clause("1.2", states={"a.b": other})) == []


@pytest.mark.parametrize(("one", "other"), [(2, 3), (2, "2"), (1, True), ("y/z", "y-z"), (0.5, 0.25)])
def test_two_values_of_a_quantity_are_one_finding(one, other):
    (finding,) = contradictions(clause("1.1", states={"a.b": one}), clause("1.2", states={"a.b": other}))
    assert len(finding.labels) == 1


def test_the_value_that_fewer_places_state_is_the_one_reported():
    clauses = [clause(f"1.{n}", states={"a.b": 3 if n == 2 else 2}) for n in range(1, 5)]
    (finding,) = contradictions(*clauses)
    assert finding.span.line == contradictions(*clauses[:2], clause("1.3", states={"a.b": 2}))[0].span.line
    assert len(finding.labels) == 3


def test_contradictions_of_one_table_between_the_same_places_are_one_finding():
    text = clause("1.1", states={"repair.result.3": 1, "repair.result.5": -1, "repair.saved": False})
    table = clause("2.1", "2", states={"repair.result.3": 2, "repair.result.5": 1, "repair.saved": True})
    first, second = contradictions(text, table)
    assert len(first.notes) + len(second.notes) == 1


def test_a_value_of_ours_makes_the_contradiction_a_warning_that_names_it():
    clauses = [clause("1.1", states={"a.b": 2}), clause("1.2", states={"a.b": 3})]
    rules = [{"number": "1", "title": "One"}]
    guess = {"at": ["clauses[1.2].states[a.b]"], "basis": "proposed", "why": "a guess"}
    book = {"basis": "printed", "provenance": [guess], "rules": rules, "clauses": clauses}
    game = Workspace("nowhere").load("none", files={"rulebook.yaml": json.dumps(book)})
    (finding,) = quantities.contradictions(game)
    assert finding.severity.word == "warning"
    assert any("proposed" in note for note in finding.notes)


@pytest.mark.parametrize(
    ("quantity", "words"),
    [
        ("terrain.escarpment.movement_cost", "terrain, escarpment: movement cost"),
        ("repair.result.3", "repair: result 3"),
        ("players", "players"),
        ("7", "7"),
    ],
)
def test_a_quantity_has_words(quantity, words):
    assert in_words(quantity) == words


TERMS = ({"term": "supply path", "clause": "2.1", "aliases": ["line of supply"]},)


@pytest.mark.parametrize("about", ["supply path", "Supply Paths", "line of supply", "porcupine", "hedges"])
def test_a_rule_speaks_of_a_term_in_any_spelling_number_and_case(about):
    clauses = (
        clause("1.1", cites=[{"rule": "2", "about": about}]),
        clause("2.1", "2", "Lines of supply, hedge and porcupines.", topics=["supply path"]),
    )
    assert found(references.CHECKS, *clauses, terms=TERMS) == []


def test_a_word_inside_another_is_not_spoken_of():
    clauses = (
        clause("1.1", cites=[{"rule": "2", "about": "port"}]),
        clause("2.1", "2", "Transport and support."),
        clause("3.1", "3", "A port."),
    )
    (finding,) = found(references.CHECKS, *clauses)
    assert finding.message == "this refers to Rule 2, but Rule 2 does not mention port"
    assert finding.help == "did you mean Rule 3?"


def spelling(*texts, places=("Tobruk",)):
    sheets = [{"id": "a", "columns": 2, "numbering": "{col}{row:A}"}]
    grid = {"orientation": "pointy", "shifted": "odd", "rows": 1, "rows_from": "north", "sheets": sheets}
    terrain = [{"id": "clear", "name": "Clear", "letter": "c"}]
    named = [{"name": name, "hex": "1A"} for name in places]
    clauses = [clause(f"1.{n}", text=text) for n, text in enumerate(texts, 1)]
    book = {"basis": "printed", "rules": [{"number": "1", "title": "One"}], "clauses": clauses}
    world = {"basis": "printed", "grid": grid, "terrain": terrain, "places": named}
    files = {"rulebook.yaml": json.dumps(book), "map.yaml": json.dumps(world)}
    game = Workspace("nowhere").load("none", files=files)
    assert all(file.document for file in game.files.values()), game.problems
    return [(finding.message, finding.help) for finding in names.spellings(game)]


@pytest.mark.parametrize("slip", ["Tobuk", "Tobrruk", "Tobrak", "Torbuk"])
def test_a_name_with_one_slip_is_reported(slip):
    assert spelling(f"He held {slip}.") == [(f"`{slip}` is spelt `Tobruk` elsewhere", "did you mean Tobruk?")]


@pytest.mark.parametrize(
    "text",
    [
        "He held Tobruk.",
        "He held Tobruk's port and Tobruks.",
        "The Germans of Germany are German.",
        "Order and Other, order and other.",
        "TOBRUK stands in capitals.",
    ],
)
def test_what_is_spelt_well_is_left_alone(text):
    assert spelling(text) == []


def test_of_two_unknown_spellings_the_rarer_is_reported():
    (only,) = spelling("General Auchinleck.", "Auchinleck came.", "Then Auchinlick went.")
    assert only == ("`Auchinlick` is spelt `Auchinleck` elsewhere", "did you mean Auchinleck?")


def test_a_letter_changed_in_the_case_of_capitals_does_not_count():
    assert spelling("Quattara, quattara and Qattara.", places=("Qattara",)) == []
