"""Movement ranges: least costs, zones that stop, the strategic rate, the price of the first hex."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import Grid, Sheet
from scenario_forge.mechanics.movement import UNREACHED, Ground, Situation, movement_range, open_ground, way


def plain(columns=7, rows=5, cost=2):
    grid = Grid("pointy", "even", (Sheet("map", columns, rows, "{row:A}{col}"),))
    flat = [other for six in grid.neighbours for other in six]
    return grid, Ground(flat, [cost] * len(flat), [cost // 2 or 1] * len(flat))


def marks(ground, *hexes):
    found = bytearray(ground.hexes)
    for hex_ in hexes:
        found[hex_] = 1
    return bytes(found)


def situation(ground, stops=(), barred=(), swift=()):
    return Situation(marks(ground, *stops), marks(ground, *barred), marks(ground, *swift))


def test_every_clear_hex_costs_two():
    grid, ground = plain()
    best, _ = movement_range(ground, grid.parse("C4"), 4, open_ground(ground.hexes))
    assert sorted(set(best)) == [UNREACHED, 0, 2, 4]
    assert best.count(2) == 6
    assert best.count(4) == 12


def test_who_enters_a_zone_stops_there():
    _grid, ground = plain(columns=5, rows=1)
    best, _ = movement_range(ground, 0, 20, situation(ground, stops=[2]))
    assert best == [0, 2, 4, UNREACHED, UNREACHED]


def test_a_unit_that_begins_in_a_zone_may_leave_it_for_a_free_hex_at_a_price():
    _grid, ground = plain(columns=5, rows=1)
    inside = situation(ground, stops=[0, 1])
    assert movement_range(ground, 1, 20, inside)[0] == [2, 0, 2, 4, 6]
    best, _ = movement_range(ground, 1, 20, inside, first_extra=3, first_clear=True)
    assert best == [UNREACHED, 0, 5, 7, 9]


def test_the_strategic_rate_holds_for_the_hexes_it_holds_for():
    _grid, ground = plain(columns=5, rows=1)
    assert movement_range(ground, 0, 20, situation(ground, swift=[1, 2]))[0] == [0, 1, 2, 4, 6]


def test_nobody_enters_what_is_barred():
    _grid, ground = plain(columns=5, rows=1)
    assert movement_range(ground, 0, 20, situation(ground, barred=[3]))[0] == [0, 2, 4, UNREACHED, UNREACHED]


@st.composite
def grounds(draw):
    _grid, ground = plain(draw(st.integers(1, 8)), draw(st.integers(1, 6)))
    size = len(ground.neighbours)
    costs = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    swift = [min(cost, 1 + cost // 2) if cost else 0 for cost in costs]
    some = st.lists(st.integers(0, 1), min_size=ground.hexes, max_size=ground.hexes)
    rarely = some.map(lambda values: bytes(v and i % 3 == 0 for i, v in enumerate(values)))
    made = Situation(draw(rarely), draw(rarely), bytes(draw(some)))
    return Ground(ground.neighbours, costs, swift), draw(st.integers(0, ground.hexes - 1)), made


def by_heap(ground, start, budget, at):
    """The same by another algorithm."""
    best, waiting = {start: 0}, [(0, start)]
    while waiting:
        spent, hex_ = heapq.heappop(waiting)
        if spent > best[hex_] or (at.stops[hex_] and hex_ != start):
            continue
        for entry in range(6 * hex_, 6 * hex_ + 6):
            other = ground.neighbours[entry]
            if other < 0 or at.barred[other]:
                continue
            cost = ground.swift[entry] if at.swift[other] else ground.cost[entry]
            if cost and spent + cost <= budget and spent + cost < best.get(other, budget + 1):
                best[other] = spent + cost
                heapq.heappush(waiting, (spent + cost, other))
    return [best.get(hex_, UNREACHED) for hex_ in range(ground.hexes)]


@given(grounds(), st.integers(0, 40))
@settings(max_examples=150, deadline=None)
def test_costs_are_least(made, budget):
    ground, start, at = made
    assert movement_range(ground, start, budget, at)[0] == by_heap(ground, start, budget, at)


@given(grounds(), st.integers(0, 40))
@settings(max_examples=80, deadline=None)
def test_the_way_costs_what_is_said_and_crosses_no_zone(made, budget):
    ground, start, at = made
    best, came = movement_range(ground, start, budget, at)
    for end, total in enumerate(best):
        if total <= 0:
            continue
        spent, before = 0, start
        steps = way(came, start, end)
        assert steps[-1] == end
        for number, hex_ in enumerate(steps):
            entries = [e for e in range(6 * before, 6 * before + 6) if ground.neighbours[e] == hex_]
            costs = [ground.swift[e] if at.swift[hex_] else ground.cost[e] for e in entries]
            spent += min(c for c in costs if c)
            assert not at.stops[hex_] or number == len(steps) - 1
            before = hex_
        assert spent == total


@pytest.mark.parametrize("budget", [0, 1])
def test_without_points_nobody_moves(budget):
    _grid, ground = plain()
    best, _ = movement_range(ground, 3, budget, open_ground(ground.hexes))
    assert [h for h, cost in enumerate(best) if cost >= 0] == [3]
