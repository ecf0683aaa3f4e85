"""Questions that every game answers, by what the manual of *Knights of the Desert* says."""

from __future__ import annotations

import re
from functools import cache

import pytest

from scenario_forge.api.play import lead
from scenario_forge.simulator.play import Toll
from scenario_forge.simulator.step import Event
from tests.as_printed import load_as_printed

from .board import ALLIED, AXIS, prepared


@cache
def game():
    return load_as_printed("knights-of-the-desert", "none")


def steps_onto(rules, costs, terrain):
    """Costs of all steps onto a kind of terrain."""
    kind = rules.compiled.keys["terrain"].index(terrain)
    return {
        cost for n, cost in enumerate(costs) if rules.neighbours[n] >= 0 and rules.terrain[rules.neighbours[n]] == kind
    }


@pytest.mark.clause("III.2.E.13", "IV.C.3.e", game="knights-of-the-desert")
def test_six_units_fill_a_hex_of_knights_and_four_its_fortress():
    rule, rules = game().system.stacking(game()), prepared().play.rules
    assert (rule.limit, rule.limit_at(["fortress"]), rule.each) == (6, 4, 1)
    assert [rules.most(hex_) for hex_ in (rules.fortress, rules.hex("Alexandria"))] == [4, 6]


@pytest.mark.clause("IV.C.2.c", "IV.C.3.d", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("kind", "clear", "rough", "mountain", "town"),
    [("armour", 3, 8, 12, 1), ("depot", 3, 4, 6, 1), ("garrison", 0, 0, 0, 0)],
)
def test_steps_of_knights_cost_what_the_chart_has(kind, clear, rough, mountain, town):
    """A garrison never moves; of the types with mobile and non-mobile units the least counts."""
    rules = prepared().play.rules
    costs = game().system.step_costs(game(), kind).costs
    by_terrain = {"clear": clear, "rough": rough, "mountain": mountain, "town": town, "impassable": 0}
    known = {name: cost for name, cost in by_terrain.items() if name in rules.compiled.keys["terrain"]}
    assert {name: steps_onto(rules, costs, name) for name in known} == {name: {cost} for name, cost in known.items()}
    assert len(known) > 3


def test_infantry_of_knights_goes_at_the_least_cost_of_its_units():
    rules = prepared().play.rules
    assert steps_onto(rules, game().system.step_costs(game(), "infantry").costs, "rough") == {4}


@pytest.mark.clause("III.2.I.2", game="knights-of-the-desert")
def test_rows_of_the_ledger_of_knights_bring_what_they_say():
    """Nothing is lost yet; all places are Allied; each unit counts by its distance from home."""
    play, rules = prepared().play, prepared().play.rules
    state = play.begin()
    state.sides.inflicted[AXIS] = 7
    found = {(row.row, row.side): row.points for row in play.worths(state)}
    assert found["casualties", AXIS] == 2, "every three points"
    assert (found["tobruk", ALLIED], found["tobruk", AXIS], found["bardia", ALLIED]) == (100, 0, 50)
    assert found["range", AXIS] == sum(
        rules.ledger.for_distance(rules.from_home(state, u)) for u in rules.own(state, AXIS)
    )


@pytest.mark.clause("IV.B.2.b2", "IV.D.5.d1", game="knights-of-the-desert")
def test_losses_of_battle_and_for_want_of_maintenance_are_tolls():
    """Of the points that a unit still has, if it is out."""
    play = prepared().play
    state = play.begin()
    units, unit = state.units, play.rules.own(play.begin(), AXIS)[0]
    left = units.strength[unit]
    loses = Event("loses", (units.change(unit, "strength", left - 9),), "IV.D.5.d1", (unit, 9))
    assert list(play.tolls(state, loses)) == [Toll("fallen", AXIS, 9)]
    gone = (units.change(unit, "place", -1),)
    assert list(play.tolls(state, Event("eliminated", gone, "IV.A.2.a", (unit,)))) == [Toll("fallen", AXIS, left)]
    assert list(play.tolls(state, Event("eliminated", gone, "IV.B.2.b2", (unit,)))) == [Toll("starved", AXIS, left)]


def test_a_battle_is_an_attack_of_its_side():
    play = prepared().play
    assert list(play.tolls(play.begin(), Event("battle", (), "IV.D.4.h", (0, 1, 5, 30, 20, ALLIED)))) == [
        Toll("attacks", ALLIED)
    ]


@pytest.mark.parametrize("gained", [0, 430])
def test_places_are_named_as_sources_once_a_turn_has_scored_them(gained):
    """Before the end of the first turn no place has brought points; later the rest is of earlier turns."""
    ready = prepared()
    state = ready.play.begin()
    state.sides.gained[ALLIED] = gained
    said = [line for line in lead(game(), ready, state) if line.startswith("  Allied")]
    assert len(said) == bool(gained)
    assert sum(int(number) for line in said for number in re.findall(r"\((\d+)\)", line)) == gained
    assert all("earlier turns" in line for line in said)
