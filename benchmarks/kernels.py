"""Compiled mechanics against plain Python and against scipy, side by side in the same run, on one core.

    python benchmarks/kernels.py

Prints microseconds a call, with all that a call needs, and ratios; answers are compared first. Maps of 1,728 hexes (the
size of Desert Rats), 4 and 16 times that, with random costs and hexsides; movement of 25, 35 and 50 points in halves.
scipy gets its graph built beforehand and no zones, which it cannot express. Aims, on the small map: movement at least
10 times as fast as plain and 3 times as fast as scipy's Dijkstra, zones and supply likewise. Exits 1 when an aim is
missed, or where numba or scipy is not installed.
"""

from __future__ import annotations

import random
import sys
import time
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np
from reading import fastest

from scenario_forge.hexes import Grid, Sheet
from scenario_forge.mechanics import engine
from scenario_forge.mechanics.movement import Ground, Situation
from scenario_forge.mechanics.sight import Heights
from scenario_forge.mechanics.supply import mask

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = ((72, 24), (144, 48), (288, 96))
BUDGETS = (25, 35, 50)
SOURCES = 40
PLAIN_AIM, SCIPY_AIM = 10.0, 3.0


class Board:
    """A random map with an army on it."""

    def __init__(self, columns: int, rows: int) -> None:
        chance = random.Random(1942)
        grid = Grid("pointy", "even", (Sheet("map", columns, rows, "{col:03}{row:03}"),))
        self.hexes = hexes = len(grid)
        self.neighbours = array("i", (beyond for six in grid.neighbours for beyond in six))
        terrain = chance.choices((4, 8, 12, 2, 1), (70, 15, 6, 6, 3), k=hexes)
        cost = [
            (terrain[other] + (16 if chance.random() < 0.06 else 0)) if other >= 0 else 0 for other in self.neighbours
        ]
        self.ground = Ground(self.neighbours, cost, [(price + 1) // 2 for price in cost]).flat()
        everywhere = range(hexes)
        density = hexes // 40
        self.none = bytearray(hexes)
        self.passable = mask(hexes, [hex_ for hex_ in everywhere if chance.random() > 0.03])
        self.enemies = mask(hexes, chance.sample(everywhere, density))
        self.friends = mask(hexes, chance.sample(everywhere, density))
        self.sources = mask(hexes, chance.sample(everywhere, max(density // 8, 1)))
        self.zone = engine.Plain().zone_counts(self.neighbours, self.enemies, self.none, self.none)
        self.open = Situation(self.none, self.none, self.none)
        far = engine.Plain().beyond(self.neighbours, self.enemies, 5)
        self.held = Situation(bytearray(self.zone), self.enemies, far)
        self.starts = chance.sample(everywhere, SOURCES)

    def graph(self) -> Any:  # noqa: ANN401 - scipy has no types
        """The costs as scipy wants them."""
        from scipy.sparse import csr_array  # noqa: PLC0415

        ends = np.array(self.neighbours)
        there = ends >= 0
        begins = np.repeat(np.arange(self.hexes), 6)
        costs = np.array(self.ground.cost, dtype=float)[there]
        return csr_array((costs, (begins[there], ends[there])), shape=(self.hexes, self.hexes))


def side_by_side(rounds: int, *works: tuple[Callable[[], object], int] | None) -> list[float | None]:
    """Microseconds a call of each, the fastest of several rounds; in turn, so that all have the same machine."""
    best: list[float | None] = [None for _ in works]
    for _ in range(rounds):
        for number, work in enumerate(works):
            if work is not None:
                taken = fastest(work[0], 2) / work[1] * 1e6
                best[number] = min(taken, best[number] or taken)
    return best


def row(name: str, times: list[float | None], *, judged: bool) -> bool:
    """Show a comparison of kernel, plain and scipy; whether it meets its aims."""
    kernel, plain, scipy = (times[0] or 0.0, times[1] or 0.0, times[2])
    others = f"{plain / kernel:6.1f} × plain ({plain:8.1f} µs)"
    if scipy is not None:
        others += f"   {scipy / kernel:5.1f} × scipy ({scipy:7.1f} µs)"
    good = not judged or (plain >= PLAIN_AIM * kernel and (scipy is None or scipy >= SCIPY_AIM * kernel))
    print(f"  {name:30} {kernel:8.1f} µs   {others}{'' if good else '   MISSED'}")
    return good


def ranges(mechanics: engine.Mechanics, board: Board, budget: int, situation: Situation) -> list[Any]:
    """All ranges of an army."""
    return [mechanics.movement_range(board.ground, start, budget, situation) for start in board.starts]


def movement(board: Board, ours: engine.Mechanics, plain: engine.Mechanics, *, judged: bool) -> bool:
    """Movement ranges of each budget, in the open and under zones, and the way home."""
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

    graph, good = board.graph(), True
    for points in BUDGETS:
        budget = 2 * points
        theirs = [dijkstra(graph, indices=start, limit=budget) for start in board.starts]
        found = ranges(ours, board, budget, board.open)
        if any(np.any(np.where(np.isinf(t), -1, t) != np.array(f[0])) for t, f in zip(theirs, found, strict=True)):
            raise RuntimeError("scipy and the kernel differ")
        times = side_by_side(
            5,
            (lambda b=budget: ranges(ours, board, b, board.open), SOURCES),
            (lambda b=budget: ranges(plain, board, b, board.open), SOURCES),
            (lambda b=budget: [dijkstra(graph, indices=s, limit=b) for s in board.starts], SOURCES),
        )
        good &= row(f"movement of {points}", times, judged=judged)
    pair = [lambda c=c: ranges(c, board, 50, board.held) for c in (ours, plain)]
    if [[list(part) for part in each] for each in pair[0]()] != [[list(part) for part in each] for each in pair[1]()]:
        raise RuntimeError("plain and the kernel differ")
    times = side_by_side(5, (pair[0], SOURCES), (pair[1], SOURCES), None)
    good &= row("movement of 25 under zones", times, judged=judged)
    goals = [hex_ for hex_, source in enumerate(board.sources) if source]
    back = graph.T.tocsr()
    times = side_by_side(
        5,
        (lambda: [ours.cost_home(board.ground, board.sources, board.open) for _ in range(9)], 9),
        (lambda: plain.cost_home(board.ground, board.sources, board.open), 1),
        (lambda: [dijkstra(back, indices=goals, min_only=True) for _ in range(9)], 9),
    )
    return good & row("cost home", times, judged=judged)


def hexes(board: Board, ours: engine.Mechanics, plain: engine.Mechanics, *, judged: bool) -> bool:
    """Zones, supply and distance from the enemy."""
    from scipy.sparse import csr_array  # noqa: PLC0415
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

    graph = board.graph()
    links = csr_array((np.ones_like(graph.data, dtype=np.uint8), graph.indices, graph.indptr), graph.shape)
    units = np.frombuffer(board.enemies, np.uint8)
    goals = [hex_ for hex_, source in enumerate(board.sources) if source]
    zoned = (board.neighbours, board.enemies, board.none, board.none)
    supply = (board.neighbours, board.passable, board.sources, board.friends, board.enemies, board.zone, 20)
    near = (board.neighbours, board.enemies, 5)
    cases: list[tuple[str, str, tuple[Any, ...], Callable[[], object] | None]] = [
        ("zones of control", "zone_counts", zoned, lambda: units @ links),
        (
            "supply of 20 hexes",
            "supply_steps",
            supply,
            lambda: dijkstra(links, indices=goals, min_only=True, unweighted=True, limit=20),
        ),
        ("more than 5 from the enemy", "beyond", near, None),
    ]
    good = True
    for name, which, case, theirs in cases:
        one, two = getattr(ours, which), getattr(plain, which)
        if list(one(*case)) != list(two(*case)):
            raise RuntimeError(f"plain and the kernel differ: {name}")
        times = side_by_side(
            9,
            (lambda c=one, a=case: [c(*a) for _ in range(50)], 50),
            (lambda c=two, a=case: [c(*a) for _ in range(5)], 5),
            (lambda t=theirs: [t() for _ in range(20)], 20) if theirs else None,
        )
        good &= row(name, times, judged=judged)
    return good


def sights(ours: engine.Mechanics, plain: engine.Mechanics) -> bool:
    """The table of lines of sight, 12 hexes far, of a small map and of a large one."""
    (small, low), (large, high) = (hills(24, 16), hills(72, 24))
    one, two = (lambda c=c: c.sight_table(small, low, 12) for c in (ours, plain))
    if one() != two():
        raise RuntimeError("plain and the kernel differ: lines of sight")
    good = row(f"lines of sight, {len(small)} hexes", side_by_side(1, (one, 1), (two, 1), None), judged=True)
    taken = fastest(lambda: ours.sight_table(large, high, 12), 3) * 1e6
    print(f"  {f'lines of sight, {len(large)} hexes':30} {taken:8.0f} µs")
    return good


def hills(columns: int, rows: int) -> tuple[Grid, Heights]:
    """A map of three levels with woods on them."""
    chance = random.Random(1942)
    grid = Grid("flat", "even", (Sheet("map", columns, rows, "{col:02}{row:02}"),))
    eye = [chance.randint(0, 2) for _ in range(len(grid))]
    return grid, Heights(eye, [level + chance.choice((0, 0, 1)) for level in eye])


def main() -> int:
    """Measure and print."""
    began = time.perf_counter()
    ours, plain = engine.fastest(), engine.Plain()
    try:
        import scipy  # noqa: F401, PLC0415
    except ImportError:
        print("scipy is not installed")
        return 1
    if not ours.compiled:
        print("nothing is compiled: numba is not installed, or its work cannot be kept")
        return 1
    print(f"kernels were there after {time.perf_counter() - began:.2f} s")
    good = True
    for size in SIZES:
        board = Board(*size)
        print(f"{board.hexes} hexes")
        judged = size == SIZES[0]
        good &= movement(board, ours, plain, judged=judged)
        good &= hexes(board, ours, plain, judged=judged)
    good &= sights(ours, plain)
    print("all aims met" if good else "an aim was missed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
