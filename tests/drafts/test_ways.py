"""Ways over the map: what they cost, and where they never lead."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.drafts.rows import kin_of
from scenario_forge.drafts.ways import ALONG, OPEN, Ways
from scenario_forge.game.forces import forces
from tests.as_printed import load_as_printed


@pytest.fixture(scope="module")
def ways(game, grid):
    return Ways(game, grid)


def names(ways, way):
    return [ways.name(node) for node in way.nodes]


def test_a_road_is_cheaper_than_the_straight_way(ways, grid):
    """From F1 to G7 the coast road has seven hexes; it costs half a point a hex, open ground two."""
    way = ways.way("allied", "armour", grid.find("F1").hex, grid.find("G7").hex)
    assert names(ways, way) == ["F1", "F2", "G3", "G4", "G5", "G6", "G7"]


LAND = st.sampled_from([f"{row}{column}" for row in "ABCDEF" for column in range(1, 11)])


@settings(max_examples=40, deadline=None)
@given(LAND, LAND)
def test_ways_lead_step_by_step_over_what_can_be_crossed(ways, grid, start, end):
    way = ways.way("allied", "armour", grid.find(start).hex, grid.find(end).hex)
    assert names(ways, way)[0] == start
    assert names(ways, way)[-1] == end
    assert all(b in grid.ways[a] and grid.passable[b] for a, b in pairwise(way.nodes))
    assert all(a < b for a, b in pairwise(way.spent))


def test_only_those_who_may_use_a_box_come_from_it_and_nobody_goes_through_it(ways, grid):
    """The Great Camp adjoins A1 to F1 and is the Axis player's."""
    camp, a1, f1 = -2 - ways.boxes.index("Camp"), grid.find("A1").hex, grid.find("F1").hex
    way = ways.way("axis", "armour", camp, grid.find("D3").hex)
    assert names(ways, way)[0] == "Camp"
    assert ways.way("axis", "armour", grid.find("D3").hex, camp).nodes[-1] == camp
    assert ways.way("allied", "armour", grid.find("D3").hex, camp) is None
    assert camp not in ways.way("axis", "armour", a1, f1).nodes


def test_no_way_leads_into_the_sea(ways, grid):
    assert ways.way("allied", "armour", grid.find("A5").hex, grid.find("H5").hex) is None


def test_barred_hexes_are_gone_around(ways, grid):
    start, end = grid.find("G3").hex, grid.find("G5").hex
    barred = frozenset({grid.find("G4").hex})
    assert grid.find("G4").hex in ways.way("axis", "armour", start, end).nodes
    assert not barred & set(ways.way("axis", "armour", start, end, barred).nodes)


def test_where_no_rules_say_what_steps_cost_roads_cost_half(game, grid):
    plain = Ways(replace(game, system=None), grid)
    road, open_ = grid.find("G3").hex, grid.find("B9").hex
    costs = plain.costs("armour")
    assert ALONG in costs[6 * road : 6 * road + 6]
    assert set(costs[6 * open_ : 6 * open_ + 6]) <= {OPEN, 0}


def test_costs_are_those_that_units_pay_in_play(game):
    """Compared with what the simulator reads, for combat units and for those who cross everything."""
    from scenario_forge.api.play import prepare  # noqa: PLC0415

    rules = prepare(game, "siege").play.rules
    assert list(game.system.step_costs(game, "infantry").costs) == list(rules.ground.cost)
    raiders = game.system.step_costs(game, "private-army").costs
    assert list(raiders) == list(rules.irregular_ground.cost)


def test_kin_are_of_the_formation_else_of_the_nation_the_type_and_nearest(game):
    units = {unit.name: unit for unit in forces(game).units()}
    allied = [unit for unit in units.values() if unit.side == "allied"]
    assert kin_of(units["5/2 Ind"], allied).name == "6/2 Ind"
    axis = [unit for unit in units.values() if unit.side == "axis"]
    assert kin_of(units["Pz Reg 5"], axis).name == "Recce Bn 3"
    assert kin_of(units["Pz Reg 5"], []) is None


def test_who_goes_where_it_likes_is_no_kin_of_who_does_not():
    """A private army is listed beside the infantry: who knows where it is knows nothing of the next row."""
    units = {(unit.side, unit.no): unit for unit in forces(load_as_printed("desert-rats", "all")).units()}
    brigade, army = units["allied", 36], units["allied", 34]
    assert kin_of(brigade, [army, units["allied", 24], units["allied", 1]]) is units["allied", 24]
    assert kin_of(brigade, [army]) is army
