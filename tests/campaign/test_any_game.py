"""Any game of the family is played by `competent`, or refused before play: never does play end in an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.api.play import NotPlayable, PlayOrder, play_scenario, prepare
from scenario_forge.campaign.combat.differential import result
from scenario_forge.campaign.situation import zones
from scenario_forge.checks.run import check
from scenario_forge.compiler.problems import CompileError
from scenario_forge.game.reading.workspace import Workspace

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
COMPETENT = {"allied": "competent", "axis": "competent"}
RATIOS = (
    ("charts.yaml", re.escape('columns: ["-3 or less", "-2,-1", "0", "+1,2", "+3 +"]'), 'columns: ["1:2", "1:1", "2:1", "3:1", "4:1"]'),
    ("charts.yaml", "column_scale: {notation: ranges, beyond: clamp}", "column_scale: {notation: ratio, beyond: clamp}"),
)  # fmt: skip
LORRY = (("counters.yaml", r"\{id: supply, ", "{id: lorry, "), ("rules.yaml", r"without: \[supply", "without: [lorry"))
LEDGER = "\nledger:\n  - {id: akra, text: Marsa Akra held, points: 5, when: {hold: Marsa Akra}}\n"


def game_with(*edits):
    """The skirmish with other texts."""
    changed = {}
    for file, old, new in edits:
        text = changed.get(file) or (SKIRMISH / file).read_text("utf-8")
        changed[file] = re.sub(old, lambda _match, new=new: new, text, count=1)
        assert changed[file] != text, old
    return Workspace(SKIRMISH).load("none", changed)


def played(game, scenario="compass", seed=1):
    return play_scenario(prepare(game, scenario), PlayOrder(seed=seed, players=COMPETENT, check=True))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_supply_moves_where_no_type_is_called_supply(seed):
    ended = played(game_with(*LORRY), seed=seed).ending
    assert (ended.ended, ended.message) == ("over", "")


def test_supply_of_a_game_without_the_type_moves_as_supply_with_it_does():
    one, other = played(game_with(*LORRY)), played(Workspace(SKIRMISH).load("none"))
    assert one.match.playout.log == other.match.playout.log
    assert any(decision.step == "supply-moves" for decision in one.match.playout.log)


@pytest.mark.parametrize(
    ("edits", "code", "said"),
    [
        (RATIOS, "DR022", "its columns are ratios"),
        ((("rules.yaml", "combat:\n  die: 1d6", "combat:\n  die: 2d6"),), "DR022", "a throw of 2d6 can come to 7"),
        ((("charts.yaml", "cells: losses\n", "cells: text\n"),), "DR022", "no combat results table"),
        ((("charts.yaml", r'      "6":   \[1/0,.*\n', ""),), "CHT003", "a result of 6 is possible"),
    ],
)
def test_a_table_by_which_no_battle_can_be_decided_is_told_and_refused(edits, code, said):
    game = game_with(*edits)
    assert [finding.message for finding in check(game) if finding.code.id == code and said in finding.message]
    with pytest.raises(CompileError, match="the rules are not complete"):
        prepare(game, "compass")


def test_a_table_of_two_dice_is_read_from_its_first_row():
    rows = "".join(f'      "{total}": [{total}/0, 0/0, 0/0, 0/0, 0/{total}]\n' for total in range(2, 13))
    game = game_with(
        ("rules.yaml", "combat:\n  die: 1d6", "combat:\n  die: 2d6"),
        ("charts.yaml", r'(      "\d":   ?\[\d/\d,.*\n)+', rows),
        ("charts.yaml", "die: 1d6", "die: 2d6"),
        ("charts.yaml", "first: 1, last: 6}\n    cells: losses", "first: 2, last: 12}\n    cells: losses"),
    )
    rules = prepare(game, "compass").play.rules
    assert [result(rules, -9, die) for die in (2, 7, 12)] == [(2, 0), (7, 0), (12, 0)]
    assert [result(rules, 9, die) for die in (2, 7, 12)] == [(0, 2), (0, 7), (0, 12)]


def test_a_unit_without_a_zone_is_a_combat_unit_all_the_same():
    """Its type fights and is told of as a combat unit: it stacks, attacks, holds ground; it has no zone."""
    bare = prepare(game_with(("rules.yaml", r"without: \[supply", "without: [infantry, supply")), "compass").play
    usual = prepare(Workspace(SKIRMISH).load("none"), "compass").play
    assert list(bare.rules.fights) == list(usual.rules.fights)
    assert bare.rules.fighters == usual.rules.fighters
    types = bare.rules.compiled.keys["types"]
    kinds = bare.rules.compiled.units.type
    assert bare.rules.zoneless == {unit for unit, kind in enumerate(kinds) if types[kind] == "infantry"}
    assert not usual.rules.zoneless
    bare_state, usual_state = bare.begin(), usual.begin()  # what is derived from a state is kept with it
    pairs = [(zones(bare.rules, bare_state, side), zones(usual.rules, usual_state, side)) for side in (0, 1)]
    fewer = [(set(marked(one)), set(marked(other))) for one, other in pairs]
    assert all(one <= other for one, other in fewer)
    assert any(one < other for one, other in fewer)


def marked(marks):
    """The numbers of the hexes that are marked."""
    return [hex_ for hex_, mark in enumerate(marks) if mark]


def test_infantry_without_a_zone_is_played_to_the_end():
    ended = played(game_with(("rules.yaml", r"without: \[supply", "without: [infantry, supply"))).ending
    assert (ended.ended, ended.message) == ("over", "")


def test_a_ledger_that_the_rules_do_not_score_is_told_and_refused():
    game = game_with(("victory.yaml", r"\Z", LEDGER))
    assert {finding.code.id for finding in check(game)} == {"VIC033"}
    with pytest.raises(NotPlayable, match="do not score `ledger`"):
        prepare(game, "compass")
