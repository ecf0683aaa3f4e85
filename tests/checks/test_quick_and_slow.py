"""Quick checks first, then the slow ones: together they find what all find."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

CONTENT = Path(__file__).parents[2] / "content"
SLIPS = {
    "desert-rats": ("examples.yaml", "answer: {cost: 10}", "answer: {cost: 11}"),
    "knights-of-the-desert": ("examples.yaml", "answer: {percent: 80}", "answer: {percent: 81}"),
}


def merged(quick, slow):
    return sorted([*quick, *slow], key=lambda finding: finding.sort_key)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("errata", ["none", "all"])
@pytest.mark.parametrize("game", ["desert-rats", "knights-of-the-desert", "massawa", "ridge"])
def test_quick_and_slow_findings_are_all_findings(game, errata):
    loaded = Workspace(CONTENT / game).load(errata)
    assert merged(check(loaded, "quick"), check(loaded, "slow")) == check(Workspace(CONTENT / game).load(errata))


@pytest.mark.parametrize("game", SLIPS)
def test_a_worked_example_is_a_slow_check(game):
    name, printed, slip = SLIPS[game]
    text = (CONTENT / game / name).read_text("utf-8")
    assert printed in text
    space = Workspace(CONTENT / game)
    before = check(space.load("all"))
    broken = space.load("all", {name: text.replace(printed, slip, 1)})
    quick, slow = check(broken, "quick"), check(broken, "slow")
    assert quick == before
    assert [finding.span.file for finding in slow] == [name]
    assert merged(quick, slow) == check(broken)


def test_a_suppression_that_only_a_slow_check_needs_is_not_called_unused_by_the_quick_ones():
    name, printed, slip = SLIPS["desert-rats"]
    text = (CONTENT / "desert-rats" / name).read_text("utf-8").replace(printed, slip, 1)
    space = Workspace(CONTENT / "desert-rats")
    [finding] = check(space.load("all", {name: text}), "slow")
    lines = text.splitlines(keepends=True)
    lines[finding.span.line - 1] = (
        lines[finding.span.line - 1].rstrip("\n") + f"  # ignore: {finding.code.id} - tried\n"
    )
    silenced = space.load("all", {name: "".join(lines)})
    assert finding.code.id not in {each.code.id for each in check(silenced)}
    assert check(silenced, "quick") == check(space.load("all", {name: text}), "quick")
