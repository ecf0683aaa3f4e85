"""CNT010: values that the rule system of a game needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge import check, load_game

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"
DECLARED = "  - {id: movement, name: Movement allowance, at: foot}\n"


def found(change):
    text = (SKIRMISH / "counters.yaml").read_text(encoding="utf-8")
    assert DECLARED in text
    game = load_game(SKIRMISH, "none", {"counters.yaml": change(text)})
    return [each for each in check(game) if each.code.id == "CNT010"]


def without(text):
    return re.sub(r"(,\s+no: .*), movement: \d+", r"\1", text).replace(DECLARED, "")


def as_flag(text):
    text = re.sub(r"(,\s+no: .*), movement: \d+", r"\1, movement: true", text)
    return text.replace(DECLARED, DECLARED.replace("at: foot", "kind: flag, at: foot"))


@pytest.mark.parametrize(
    ("change", "said", "at"),
    [
        (without, "add it to `values` in counters.yaml", "- {id: strength"),
        (as_flag, "its entry in `values` of counters.yaml is not a number of units", "movement,"),
    ],
)
def test_a_value_that_the_rules_need_is_asked_for_once_and_at_its_place(change, said, at):
    (finding,) = found(change)
    assert finding.message == f"the rules of Desert Rats need a number `movement` on every unit; {said}"
    text = change((SKIRMISH / "counters.yaml").read_text(encoding="utf-8")).splitlines()
    assert text[finding.span.line - 1][finding.span.column - 1 :].startswith(at)


def test_declared_values_are_all_that_the_rules_need():
    assert found(str) == []
