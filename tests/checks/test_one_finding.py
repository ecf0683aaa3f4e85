"""One slip, one finding, at the place of the slip."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.api.calls import report_of
from scenario_forge.checks.order import misplaced_items
from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.change import remove

GAME = Path(__file__).parents[2] / "content" / "desert-rats"


@pytest.fixture(scope="module")
def space():
    return Workspace(GAME)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("errata", ["none", "all"])
@pytest.mark.parametrize(
    ("name", "printed", "slip", "code"),
    [
        ("map.yaml", "  shifted: even\n", "  shifted: odd\n", "MAP065"),
        ("orders-of-battle/axis.yaml", "side: axis\n", "side: allied\n", "OOB047"),
        ("orders-of-battle/axis.yaml", "side: axis\n", "side: axsi\n", "REF001"),
        ("orders-of-battle/axis.yaml", "{id: mar41,  label: Mar 41", "{id: dec40,  label: Mar 41", "TIM014"),
    ],
)
def test_a_value_that_explains_most_findings_is_the_finding(space, errata, name, printed, slip, code):
    text = (GAME / name).read_text("utf-8")
    line = text[: text.index("\n" + printed) + 1 if printed[0] == "s" else text.index(printed)].count("\n") + 1
    before = {(f.code.id, f.message) for f in check(space.load(errata))}
    broken = space.load(
        errata,
        {name: text.replace("\n" + printed if printed[0] == "s" else printed, "\n" * (printed[0] == "s") + slip, 1)},
    )
    new = [f for f in check(broken) if (f.code.id, f.message) not in before]
    assert [(f.code.id, f.span.file, f.span.line) for f in new] == [(code, name, line)]


def test_an_erratum_inserted_out_of_order_is_one_finding(space):
    text = (GAME / "errata/proposed.yaml").read_text("utf-8")
    head, *errata = re.split(r"(?m)^(?=  - id: )", text)
    late = head + errata[60] + "".join(errata[:60]) + "".join(errata[61:])
    new = [f for f in check(space.load("all", {"errata/proposed.yaml": late})) if f.code.id == "ERR007"]
    assert [f.span.line for f in new] == [head.count("\n") + 1]


def test_the_fewest_items_are_out_of_order():
    assert misplaced_items([9, 1, 2, 3]) == [(0, 1)]
    assert misplaced_items([1, 3, 2]) == [(2, 1)]
    assert misplaced_items([1, 2, 2, 3]) == []


def test_a_look_alike_letter_is_named(space):
    name = "orders-of-battle/axis.yaml"
    text = (GAME / name).read_text("utf-8").replace("dec40: P35, ", "dec40: Т30, ", 1)
    (found,) = [f for f in check(space.load("all", {name: text})) if f.span.file == name]
    assert any("Cyrillic letter that looks like the Latin T" in note for note in found.notes)
    assert found.help == "did you mean T30?"


def test_letters_are_not_sought_in_a_file_that_is_no_text(space):
    name = "orders-of-battle/axis.yaml"
    text = (GAME / name).read_text("utf-8").replace("dec40: P35, ", "dec40: P\x0035, ", 1)
    (found,) = [f for f in check(space.load("all", {name: text})) if f.span.file == name]
    assert found.message == "this is a file with NUL bytes, not text"


def test_merged_findings_are_not_called_suppressed(space):
    name = "counters.yaml"
    text = remove((GAME / name).read_text("utf-8"), ["types", 0])
    game = space.load("all", {name: text})
    findings = check(game)
    assert any(label.text.startswith("the last of ") for f in findings for label in f.labels)
    assert report_of(game, findings).suppressed == 0
