"""Movement without zones against scipy's Dijkstra, on maps of random costs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.mechanics import engine
from scenario_forge.mechanics.movement import UNREACHED, open_ground

from .fields import grounds

csgraph = pytest.importorskip("scipy.sparse.csgraph")
sparse = pytest.importorskip("scipy.sparse")


def graph(ground):
    """scipy's form: rows are hexes to leave, columns hexes to enter."""
    steps = {
        (entry // 6, other): cost
        for entry, (other, cost) in enumerate(zip(ground.neighbours, ground.cost, strict=True))
        if other >= 0 and cost
    }
    rows, columns = zip(*steps, strict=True) if steps else ((), ())
    return sparse.csr_array((list(steps.values()), (rows, columns)), shape=(ground.hexes, ground.hexes), dtype=float)


@pytest.fixture(scope="module", params=["Plain", "fastest"])
def ours(request):
    return getattr(engine, request.param)()


@settings(max_examples=80, deadline=None)
@given(made=grounds(), budget=st.integers(0, 40), data=st.data())
def test_movement_ranges(ours, made, budget, data):
    ground, _ = made
    start = data.draw(st.integers(0, ground.hexes - 1))
    found, _came = ours.movement_range(ground, start, budget, open_ground(ground.hexes))
    expected = csgraph.dijkstra(graph(ground), indices=start, limit=budget)
    assert list(found) == [UNREACHED if cost == float("inf") else cost for cost in expected]


@settings(max_examples=40, deadline=None)
@given(made=grounds(), data=st.data())
def test_costs_home(ours, made, data):
    ground, _ = made
    goals = sorted(data.draw(st.sets(st.integers(0, ground.hexes - 1), min_size=1, max_size=4)))
    mask = bytearray(hex_ in goals for hex_ in range(ground.hexes))
    found = ours.cost_home(ground, mask, open_ground(ground.hexes))
    expected = csgraph.dijkstra(graph(ground).T.tocsr(), indices=goals, min_only=True)
    assert list(found) == [UNREACHED if cost == float("inf") else cost for cost in expected]
