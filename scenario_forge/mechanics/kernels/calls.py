"""The kernels behind the signatures of the plain functions, with the same answers.

Numbers in `array("i")` and masks in bytes are read where they are; other sequences are copied first. Answers are
`array("i")` and bytearrays, which Python reads faster than numpy's. Imports numpy: only for who has kernels.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scenario_forge.mechanics.sight import SightTable, geometry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.hexes import Grid
    from scenario_forge.mechanics.kernels.build import Kernels
    from scenario_forge.mechanics.kernels.loops import Bytes, Ints
    from scenario_forge.mechanics.movement import Ground, Situation
    from scenario_forge.mechanics.sight import Heights

ZERO = array("i", [0])


def numbers(values: Sequence[int]) -> Ints:
    """Return numbers as a numpy array."""
    if isinstance(values, array) and values.typecode == "i":
        return np.frombuffer(values, np.intc)
    return np.array(values, np.intc)


def marks(values: Sequence[int]) -> Bytes:
    """Return a mask as a numpy array."""
    if isinstance(values, bytes | bytearray):
        return np.frombuffer(values, np.uint8)
    return np.array([bool(value) for value in values], np.uint8)


@dataclass(frozen=True)
class Calls:
    """Functions with the plain signatures that call a set of kernels."""

    kernels: Kernels
    compiled: bool

    def movement_range(
        self,
        ground: Ground,
        start: int,
        budget: int,
        situation: Situation,
        *,
        first_extra: int = 0,
        first_clear: bool = False,
    ) -> tuple[Sequence[int], Sequence[int]]:
        """See `movement.movement_range`."""
        count = ground.hexes
        best, came = ZERO * count, ZERO * count
        links = np.empty(12 * count, np.intc)
        self.kernels["movement_range"](
            *ground.columns,
            marks(situation.stops),
            marks(situation.barred),
            marks(situation.swift),
            start,
            budget,
            first_extra,
            int(first_clear),
            np.frombuffer(best, np.intc),
            np.frombuffer(came, np.intc),
            np.empty(max(budget, 0) + 1, np.intc),
            links[: 6 * count],
            links[6 * count :],
        )
        return best, came

    def cost_home(self, ground: Ground, goals: Sequence[int], situation: Situation) -> Sequence[int]:
        """See `movement.cost_home`."""
        count = ground.hexes
        best = ZERO * count
        dearest = ground.dearest
        links = np.empty(14 * count, np.intc)
        self.kernels["cost_home"](
            *ground.columns,
            marks(situation.stops),
            marks(situation.barred),
            marks(situation.swift),
            marks(goals),
            dearest + 1,
            np.frombuffer(best, np.intc),
            np.empty(dearest + 1, np.intc),
            links[: 7 * count],
            links[7 * count :],
        )
        return best

    def zone_counts(
        self, ways: Sequence[int], units: Sequence[int], closed: Sequence[int], no_zones_from: Sequence[int]
    ) -> bytearray | bytes:
        """See `supply.zone_counts`."""
        counts = bytearray(len(units))
        self.kernels["zone_counts"](
            numbers(ways), marks(units), marks(closed), marks(no_zones_from), np.frombuffer(counts, np.uint8)
        )
        return counts

    def flood(
        self, ways: Sequence[int], gates: Sequence[int], starts: Sequence[int], limit: int | None = None
    ) -> Sequence[int]:
        """See `movement.flood`."""
        steps = ZERO * len(starts)
        self.kernels["flood"](
            numbers(ways),
            np.frombuffer(gates if isinstance(gates, bytes | bytearray) else bytes(gates), np.uint8),
            marks(starts),
            -1 if limit is None else limit,
            np.frombuffer(steps, np.intc),
            np.empty(len(starts), np.intc),
        )
        return steps

    def supply_steps(
        self,
        ways: Sequence[int],
        passable: Sequence[int],
        sources: Sequence[int],
        friends: Sequence[int],
        enemies: Sequence[int],
        enemy_zone: Sequence[int],
        limit: int | None = None,
    ) -> Sequence[int]:
        """See `supply.supply_steps`."""
        count = len(passable)
        steps = ZERO * count
        self.kernels["supply_steps"](
            numbers(ways),
            marks(passable),
            marks(sources),
            marks(friends),
            marks(enemies),
            marks(enemy_zone),
            -1 if limit is None else limit,
            np.empty(count, np.uint8),
            np.frombuffer(steps, np.intc),
            np.empty(count, np.intc),
        )
        return steps

    def beyond(self, neighbours: Sequence[int], hexes: Sequence[int], limit: int) -> bytearray | bytes:
        """See `movement.beyond`."""
        count = len(hexes)
        far = bytearray(count)
        self.kernels["beyond"](
            numbers(neighbours),
            marks(hexes),
            limit,
            np.empty(count, np.intc),
            np.empty(count, np.intc),
            np.frombuffer(far, np.uint8),
        )
        return far

    def sight_table(self, grid: Grid, heights: Heights, radius: int, *, either: bool = False) -> SightTable:
        """See `sight.sight_table`."""
        where = geometry(grid)
        bits = bytearray(len(grid) * ((len(grid) + 7) // 8))
        self.kernels["sight_table"](
            *(numbers(column) for column in (where.q, where.r, where.frame, where.lags, heights.eye, heights.top)),
            radius,
            int(either),
            np.frombuffer(bits, np.uint8),
        )
        return SightTable(len(grid), bytes(bits))
