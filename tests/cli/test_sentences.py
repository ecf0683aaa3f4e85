"""`forge rules GAME --sentences`: the rules as the keys of rules.yaml say them."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

RIDGE = Path(__file__).parents[2] / "content/ridge"


@pytest.fixture
def ridge(tmp_path):
    """A copy of a game of modules."""
    for path in RIDGE.rglob("*.yaml"):
        copy = tmp_path / "ridge" / path.relative_to(RIDGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return tmp_path / "ridge"


def test_sentences_are_shown_by_key_with_their_rules_and_clauses(forge, ridge):
    rules, book = ridge / "rules.yaml", ridge / "rulebook.yaml"
    lines = forge("rules", ridge, "--sentences").out.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    keys = [key for key in heads if f"\n{key}:" in rules.read_text("utf-8")]
    assert heads == [*keys, "victory"], "what ends a game stands in victory.yaml"
    assert "movement" in heads
    bound = {rule: clause["id"] for clause in yaml.safe_load(book.read_text("utf-8"))["clauses"]
             for rule in clause.get("carried_by", ())}  # fmt: skip
    stop = next(line for line in lines if "must stop there" in line)
    assert stop.startswith("  A unit that enters an enemy zone of control must stop there.  ")
    assert stop.endswith(f"[{', '.join(['zones.enter', *[bound[rule] for rule in ['zones.enter'] if rule in bound]])}]")


@pytest.mark.parametrize("wanted", ["stacking", "stacking.limit"])
def test_one_key_or_rule_is_shown(forge, ridge, wanted):
    said = forge("rules", ridge, wanted, "--sentences").out
    assert said.startswith("stacking\n  At most 2 units may be in a hex. ")
    assert ("stacking.end" in said) == (wanted == "stacking")


def test_a_first_rulebook_has_a_clause_for_each_rule(forge, ridge):
    book = yaml.safe_load(forge("rules", ridge, "--sentences", "--format", "yaml").out)
    stop = next(clause for clause in book["clauses"] if clause["carried_by"] == ["zones.enter"])
    assert stop["text"] == "A unit that enters an enemy zone of control must stop there."
    assert stop["title"] == "Enter"
    assert stop["rule"] == next(rule["number"] for rule in book["rules"] if rule["title"] == "Zones")
    assert len({clause["id"] for clause in book["clauses"]}) == len(book["clauses"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["zone"], "no key, rule or clause `zone` has a sentence\n  did you mean zones?"),
        (["--missing"], "--missing and --sentences exclude each other"),
        (["--format", "json"], "json"),
    ],
)
def test_what_cannot_be_said_is_refused(forge, ridge, words, says):
    said = forge("rules", ridge, *words, "--sentences")
    assert said.code == 2
    assert says in said.err


def test_a_game_of_other_rules_has_no_sentences(forge):
    said = forge("rules", "skirmish", "--sentences")
    assert said.code == 2
    assert "are not chosen by keys of rules.yaml" in said.err


def test_keys_that_name_what_there_is_not_are_refused(forge, ridge):
    rules = ridge / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("table: combat_results", "table: combat_result"), "utf-8")
    said = forge("rules", ridge, "--sentences")
    assert said.code == 2
    assert "rules.yaml cannot be said in sentences: there is no `combat_result`" in said.err
    assert "Traceback" not in said.err
