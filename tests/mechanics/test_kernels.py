"""Kernels give the answers of the plain mechanics, as Python runs them and compiled; what is compiled is kept."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.mechanics import engine
from scenario_forge.mechanics.kernels import build
from scenario_forge.mechanics.movement import Ground
from scenario_forge.mechanics.sight import WALL, Heights

from .fields import flat_ways, grid_of, grids, grounds, masks, tables, whole

PLAIN = engine.Plain()


@pytest.fixture(scope="module", params=["looped", "compiled"])
def fast(request, tmp_path_factory):
    if request.param == "looped":
        return engine.with_kernels(build.loops(), compiled=False)
    pytest.importorskip("numba")
    kernels = build.compiled() or build.compiled_into(tmp_path_factory.mktemp("kernels"))
    return engine.with_kernels(kernels)


def rounds(count):
    return settings(max_examples=count, deadline=None)


@rounds(80)
@given(made=grounds(), data=st.data())
def test_movement_ranges(fast, made, data):
    ground, situation = made
    start = data.draw(st.integers(0, ground.hexes - 1))
    budget, extra, clear = data.draw(st.tuples(st.integers(-1, 40), st.integers(0, 5), st.booleans()))
    case = {"first_extra": extra, "first_clear": clear}
    best, came = PLAIN.movement_range(ground, start, budget, situation, **case)
    for form in (ground, ground.flat()):
        found = fast.movement_range(form, start, budget, situation, **case)
        assert (list(found[0]), list(found[1])) == (best, came)


@rounds(60)
@given(made=grounds(), data=st.data())
def test_costs_home(fast, made, data):
    ground, situation = made
    goals = data.draw(masks(ground.hexes, one_in=6))
    assert list(fast.cost_home(ground, goals, situation)) == PLAIN.cost_home(ground, goals, situation)


@rounds(60)
@given(grid=grids(), data=st.data())
def test_zones_floods_and_supply(fast, grid, data):
    ways = flat_ways(data.draw(tables(grid)), data.draw(masks(len(grid), one_in=3).map(invert)))
    one, two, three, four = (data.draw(masks(len(grid), one_in=3)) for _ in range(4))
    passable = data.draw(masks(len(grid), one_in=5).map(invert))
    limit = data.draw(st.none() | st.integers(0, 9))
    assert fast.zone_counts(ways, one, two, three) == PLAIN.zone_counts(ways, one, two, three)
    case = (ways, passable, one, two, three, four, limit)
    assert list(fast.supply_steps(*case)) == PLAIN.supply_steps(*case)
    gates = bytearray(map(sum, zip(passable, four, strict=True)))
    assert list(fast.flood(ways, gates, one, limit)) == PLAIN.flood(ways, gates, one, limit)
    assert fast.beyond(ways, one, limit or 0) == PLAIN.beyond(ways, one, limit or 0)


def invert(mask):
    return bytearray(not value for value in mask)


@rounds(40)
@given(grid=grids(), data=st.data())
def test_sight_tables(fast, grid, data):
    levels = st.lists(st.integers(0, 3), min_size=len(grid), max_size=len(grid))
    eye = data.draw(levels)
    on_it = data.draw(st.lists(st.sampled_from((0, 0, 0, 1, 2, WALL)), min_size=len(grid), max_size=len(grid)))
    heights = Heights(eye, [a + b for a, b in zip(eye, on_it, strict=True)])
    case = (grid, heights, data.draw(st.integers(0, 9)))
    either = data.draw(st.booleans())
    assert fast.sight_table(*case, either=either) == PLAIN.sight_table(*case, either=either)


def test_masks_need_not_be_bytes(fast):
    grid = grid_of(3, 3)
    ways, none = whole(grid), [0] * 9
    units = [0, 0, 0, 0, 7, 0, 0, 0, 0]
    assert sum(fast.zone_counts(list(ways), units, none, none)) == 6
    assert list(fast.flood(tuple(ways), [2] * 9, units)) == PLAIN.flood(ways, [2] * 9, units)


def test_what_is_handed_in_stays_as_it_was(fast):
    grid = grid_of(4, 4)
    cost = [2] * (6 * len(grid))
    ground = Ground(whole(grid), cost, cost).flat()
    passable, units = bytearray(b"\x01" * len(grid)), bytearray(len(grid))
    units[5] = 1
    before = (bytes(ground.neighbours), bytes(ground.cost), bytes(passable), bytes(units))
    fast.supply_steps(ground.neighbours, passable, units, units, units, units, 3)
    fast.beyond(ground.neighbours, units, 2)
    assert before == (bytes(ground.neighbours), bytes(ground.cost), bytes(passable), bytes(units))


def test_without_numba_all_is_plain(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "numba", None)
    assert build.compiled_into(tmp_path) is None
    monkeypatch.setattr(build, "compiled", lambda: None)
    assert engine.fastest() == PLAIN


def test_where_nothing_can_be_kept_all_is_plain(tmp_path):
    pytest.importorskip("numba")
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be", encoding="utf-8")
    assert build.compiled_into(blocked) is None


def test_importing_the_mechanics_takes_neither_numba_nor_numpy_along():
    code = "import scenario_forge.mechanics.engine as m, sys; m.Plain(); print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_digest_covers_all_loops(monkeypatch, tmp_path):
    folder = tmp_path / "kernels"
    shutil.copytree(build.Path(build.__file__).parent, folder)
    monkeypatch.setattr(build, "__file__", str(folder / "build.py"))
    seen = {build.digest()}
    for name in ("loops", "build"):
        path = folder / f"{name}.py"
        path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
        seen.add(build.digest())
    assert len(seen) == 3


@pytest.mark.long
def test_what_is_compiled_is_read_again(tmp_path):
    pytest.importorskip("numba")
    code = (
        "from scenario_forge.mechanics.kernels.build import compiled\n"
        "print(*(sum(f.stats.cache_hits.values()) for f in compiled().values()))"
    )
    again = []
    for _ in range(2):
        environment = {"SCENARIO_FORGE_CACHE": str(tmp_path), "PATH": ""}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        again.append(done.stdout.split())
    assert set(again[0]) == {"0"}
    assert set(again[1]) == {"1"}


def test_the_user_chooses_where_it_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path))
    assert build.cache_folder() == tmp_path
    monkeypatch.delenv("SCENARIO_FORGE_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert build.cache_folder() == tmp_path / "scenario-forge"
