"""Slips in *Desert Rats* that a careful reader sees: each is one finding, at its own line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.game.reading.workspace import Workspace

CONTENT = Path(__file__).parents[2] / "content"
GAME = CONTENT / "desert-rats"
ALLIED, AXIS = "orders-of-battle/allied.yaml", "orders-of-battle/axis.yaml"


@pytest.fixture(scope="module")
def space():
    return Workspace(GAME)


@pytest.fixture(scope="module")
def clean(space):
    return {errata: {(f.code.id, f.message) for f in check(space.load(errata))} for errata in ("none", "all")}


@pytest.fixture
def new(space, clean):
    """What is found of a text with a slip in it and not of the clean one: code, file and line."""

    def found(name, printed, slip, errata="all"):
        text = (GAME / name).read_text("utf-8")
        assert text.count(printed) == 1
        findings = check(space.load(errata, {name: text.replace(printed, slip)}))
        return [f for f in findings if (f.code.id, f.message) not in clean[errata] and f.severity >= Severity.WARNING]

    return found


def line_of(name, printed):
    text = (GAME / name).read_text("utf-8")
    return text[: text.index(printed)].count("\n") + 1


@pytest.mark.parametrize("game", ["desert-rats", "massawa"])
def test_nobody_is_blamed_for_a_clean_game(game):
    assert check(Workspace(CONTENT / game).load("all")) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("errata", ["none", "all"])
@pytest.mark.parametrize(
    ("printed", "slip"),
    [
        ("mar41: I15 T30 SS32", "mar41: I15 I15 SS32"),
        ("mar41: I15 T30 SS32", "mar41: SS32 T30 SS32"),
        ("nov41: RR15 SS32 T30", "nov41: RR15 SS32 SS32"),
    ],
)
def test_a_supply_hex_typed_twice_is_blamed_and_not_the_stacks(new, errata, printed, slip):
    (finding,) = new(ALLIED, printed, slip, errata)
    assert (finding.code.id, finding.span.file, finding.span.line) == ("OOB048", ALLIED, line_of(ALLIED, printed))


@pytest.mark.parametrize("errata", ["none", "all"])
def test_the_two_supply_units_printed_in_one_hex_are_left_alone(space, errata):
    assert "dec40: SS32 SS32 QQ14" in (GAME / ALLIED).read_text("utf-8")
    assert "OOB048" not in {f.code.id for f in check(space.load(errata))}


def test_sides_in_the_wrong_order_are_one_finding(new):
    first, second = "  - {id: allied, name: Allied}\n", "  - {id: axis,   name: Axis}\n"
    (finding,) = new("game.yaml", first + second, second + first)
    assert (finding.code.id, finding.span.file, finding.span.line) == (
        "TIM017", "game.yaml", line_of("game.yaml", first)
    )  # fmt: skip


def test_the_docs_say_how_many_findings_rest_on_quantities_typed_twice(space):
    text = " ".join((CONTENT.parent / "docs" / "architecture.md").read_text("utf-8").split())
    said = re.search(
        r"Of the (\d+) findings on \*Desert Rats\* with `--errata none`, (\d+) are of the first kind", text
    )
    findings = check(space.load("none"))
    assert [int(number) for number in said.groups()] == [
        len(findings), sum(finding.code.id == "RUL001" for finding in findings)
    ]  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "printed", "slip", "code"),
    [
        ("scenarios/cyrenaica.yaml", "dates: Summer 1941", "dates: Winter 1941", "SCN002"),
        ("rulebook.yaml", "Dated summer 1941; Tobruk", "Dated summer 1942; Tobruk", "SCN002"),
        ("rulebook.yaml", "settled: [DR-039b]", "settled: [DR-039x]", "REF001"),
        ("map.yaml", "only: [private-army]", "only: [private-amry]", "REF001"),
        ("examples.yaml", "steps: [track, clear, clear,", "steps: [track, clear,", "DGM013"),
    ],
)
def test_a_slip_that_one_comparison_shows_is_one_finding(new, name, printed, slip, code):
    (finding,) = new(name, printed, slip)
    assert (finding.code.id, finding.span.file, finding.span.line) == (code, name, line_of(name, printed))


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "printed", "slip", "code"),
    [
        # map against chart, either way
        ("map.yaml", "letter: d, passable: false, only", "letter: d, only", "RUL001"),
        ("map.yaml", "name: Track, drawn: track}", "name: Track, crosses: [escarpment], drawn: track}", "RUL001"),
        ("charts.yaml", "terrain.nile.passable: false", "terrain.nile.passable: true", "RUL001"),
        ("map.yaml", 'capacity: "1", sides: [axis]', 'capacity: "1", sides: [allied]', "DR009"),
        # victory table against the rules, a group of one, whose units
        ("victory.yaml", "cumulative: true", "cumulative: false", "RUL001"),
        ("victory.yaml", "    group: mar42_axis_tobruk\n    when: {besiege", "    when: {besiege", "VIC012"),
        ("victory.yaml", "{on_or_east_of: Tobruk}", "{east_of: Tobruk}", "VIC014"),
        (
            "victory.yaml",
            "units: {side: axis, supplied: true}\n          within: [{east",
            "units: {side: allied, supplied: true}\n          within: [{east",
            "VIC014",
        ),
        ("victory.yaml", "victory.mar42.allied.benghazi: 2", "victory.mar41.allied.benghazi: 2", "VIC013"),
        # rules.yaml: ports, bases, control, orders
        ("rules.yaml", "between: [Tobruk, Alexandria]", "between: [Alexandria, Alexandria]", "DR009"),
        ("rules.yaml", "between: [Tobruk, Alexandria]", "between: [Tobruk, Cairo]", "DR009"),
        ("rules.yaml", "    places: [Alexandria, Cairo]", "    places: [Tripolitania]", "DR009"),
        ("rules.yaml", "  dec40:\n    el_agheila:   axis\n", "  dec40:\n    el_agheila:   allied\n", "DR010"),
        ("rules.yaml", "  dec40:\n    el_agheila:   axis\n", "  dec40:\n", "DR006"),
        ("rules.yaml", "supply_only: [Barce]", "supply_only: [Barce, Barce]", "DR007"),
        ("rules.yaml", "        - supply             # 9.12\n", "", "DR008"),
        ("rules.yaml", "        - withdrawals        # 9.3\n", "", "DR008"),
        ("rules.yaml", "        - sea-transfer       # 9.27\n", "        - sea-transfers\n", "SEQ001"),
    ],
)
def test_one_truth_in_every_document(new, name, printed, slip, code):
    assert code in {finding.code.id for finding in new(name, printed, slip)}
