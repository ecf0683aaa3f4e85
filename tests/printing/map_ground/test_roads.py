"""Roads lead through the hexes of their chains."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.roads import network, road_curves
from tests.printing.conftest import GAMES


def home(frame, point):
    """The hex that a point lies in: the one with the nearest centre."""
    return min(frame.hexes, key=lambda h: hypot(frame.centre(h)[0] - point[0], frame.centre(h)[1] - point[1]))


def off_the_map(frame, road):
    """Where a road that leaves the map at an end goes: the middles of the hexes that would come next."""
    grid = frame.linked.grid
    for before, last in (road.hexes[1::-1], road.hexes[-2:]):
        if grid.neighbours[last][grid.direction(before, last)] < 0:
            (x, y), (u, v) = frame.centre(last), frame.centre(before)
            yield 2 * x - u, 2 * y - v


@pytest.mark.sampled(2)
@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_a_road_visits_the_hexes_of_its_chain_in_their_order(folder):
    """Only where it cuts a corner, a point may lie in a third hex, and hardly inside."""
    linked = hex_map(load_game(folder))
    frame = whole_map(linked, 15.0)
    roads = network(linked)
    for road, points in zip(roads, road_curves(frame), strict=True):
        middles = [*map(frame.centre, road.hexes), *off_the_map(frame, road)]
        for hex_ in road.hexes:
            x, y = frame.centre(hex_)
            assert min(hypot(x - a, y - b) for a, b in points) < 0.25 * frame.size, linked.grid.ids[hex_]
        for x, y in points[::3]:
            assert min(hypot(x - cx, y - cy) for cx, cy in middles) < 0.6 * frame.size


def test_each_stretch_is_drawn_once_by_the_better_road(skirmish):
    edit = ("map.yaml", "hexes: [F2, E3, D3, C3]}", "hexes: [C3, D3, E3, F2, G3, G4, F4]}")
    linked = hex_map(skirmish(edit))
    ids = linked.grid.ids
    found = {}
    for road in network(linked):
        for a, b in pairwise(road.hexes):
            assert frozenset((a, b)) not in found
            found[frozenset((a, b))] = road.look
    assert found[frozenset(map(linked.grid.parse, ("F2", "G3")))] == "road"
    assert found[frozenset(map(linked.grid.parse, ("G4", "F4")))] == "track"
    chains = [[ids[h] for h in road.hexes] for road in network(linked)]
    assert ["G4", "F4"] in chains


def test_roads_that_meet_end_to_end_are_one(skirmish):
    edit = ("map.yaml", "hexes: [F2, E3, D3, C3]}", "hexes: [D3, C3, C4]}\n  - {kind: track, hexes: [D3, E3, F3]}")
    linked = hex_map(skirmish(edit))
    tracks = [road.hexes for road in network(linked) if road.look == "track"]
    names = [[linked.grid.ids[h] for h in hexes] for hexes in tracks]
    assert names in ([["C4", "C3", "D3", "E3", "F3"]], [["F3", "E3", "D3", "C3", "C4"]])


def test_a_road_passes_under_the_symbol_of_a_place(skirmish):
    linked = hex_map(skirmish())
    frame = whole_map(linked, 15.0)
    x, y = frame.centre(linked.grid.parse("G6"))
    assert min(hypot(x - a, y - b) for line in road_curves(frame) for a, b in line) < 0.01
