"""The kernels with the signatures of the plain functions, to which they give the same answers.

Numbers in `array("i")` and masks in bytes are read where they are; other sequences are copied first. Answers are
`array("i")` and bytearrays, which Python reads faster than numpy's.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.rules.sight import SightTable, geometry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.hexes import Grid
    from scenario_forge.rules.kernels.build import Bytes, Ints, Kernels
    from scenario_forge.rules.movement import Ground, Situation
    from scenario_forge.rules.sight import Heights

UNSET = array("i", [-1])


def numbers(values: Sequence[int]) -> Ints:
    """A view that cannot be written, so that all calls look alike to the compiler."""
    import numpy as np  # noqa: PLC0415 - heavy

    if isinstance(values, array) and values.typecode == "i":
        view = np.frombuffer(values, np.intc)
    else:
        view = np.array(values, np.intc)
    view.flags.writeable = False
    return view


def marks(values: Sequence[int]) -> Bytes:
    """A mask as a view that cannot be written."""
    import numpy as np  # noqa: PLC0415

    if isinstance(values, bytes | bytearray):
        view = np.frombuffer(values, np.uint8)
    else:
        view = (np.array(values) != 0).astype(np.uint8)
    view.flags.writeable = False
    return view


@dataclass(frozen=True)
class Calls:
    """The calls over a set of kernels."""

    kernels: Kernels

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
        import numpy as np  # noqa: PLC0415

        best, came = UNSET * ground.hexes, UNSET * ground.hexes
        buckets = np.full((2, max(budget, 0) + 1), -1, np.intc)
        links = np.empty((2, 6 * ground.hexes), np.intc)
        self.kernels["movement_range"](
            *(numbers(column) for column in (ground.neighbours, ground.cost, ground.swift)),
            *(marks(column) for column in (situation.stops, situation.barred, situation.swift)),
            start,
            budget,
            first_extra,
            int(first_clear),
            np.frombuffer(best, np.intc),
            np.frombuffer(came, np.intc),
            *buckets,
            *links,
        )
        return best, came

    def cost_home(self, ground: Ground, goals: Sequence[int], situation: Situation) -> Sequence[int]:
        """See `gradients.cost_home`."""
        import numpy as np  # noqa: PLC0415

        best = UNSET * ground.hexes
        columns = [numbers(column) for column in (ground.neighbours, ground.cost, ground.swift)]
        dearest = max(int(columns[1].max()), int(columns[2].max()))
        links = np.empty((2, 7 * ground.hexes), np.intc)
        self.kernels["cost_home"](
            *columns,
            *(marks(column) for column in (situation.stops, situation.barred, situation.swift, goals)),
            dearest + 1,
            np.frombuffer(best, np.intc),
            *np.full((2, dearest + 1), -1, np.intc),
            *links,
        )
        return best

    def zone_counts(
        self, ways: Sequence[int], units: Sequence[int], closed: Sequence[int], mute: Sequence[int]
    ) -> bytearray | bytes:
        """See `zones.zone_counts`."""
        import numpy as np  # noqa: PLC0415

        counts = bytearray(len(units))
        self.kernels["zone_counts"](
            numbers(ways), marks(units), marks(closed), marks(mute), np.frombuffer(counts, np.uint8)
        )
        return counts

    def flood(
        self, ways: Sequence[int], gates: Sequence[int], starts: Sequence[int], limit: int | None = None
    ) -> Sequence[int]:
        """See `gradients.flood`; gates that are not in bytes are copied as such."""
        import numpy as np  # noqa: PLC0415

        steps, queue = UNSET * len(starts), np.empty(len(starts), np.intc)
        self.kernels["flood"](
            numbers(ways),
            marks(gates if isinstance(gates, bytes | bytearray) else bytes(gates)),
            marks(starts),
            -1 if limit is None else limit,
            np.frombuffer(steps, np.intc),
            queue,
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
        import numpy as np  # noqa: PLC0415

        count = len(passable)
        steps, queue = UNSET * count, np.empty(count, np.intc)
        self.kernels["supply_steps"](
            numbers(ways),
            *(marks(column) for column in (passable, sources, friends, enemies, enemy_zone)),
            -1 if limit is None else limit,
            np.empty(count, np.uint8),
            np.frombuffer(steps, np.intc),
            queue,
        )
        return steps

    def beyond(self, neighbours: Sequence[int], hexes: Sequence[int], limit: int) -> bytearray | bytes:
        """See `gradients.beyond`."""
        import numpy as np  # noqa: PLC0415

        count = len(hexes)
        far = bytearray(b"\x01") * count
        steps = np.full(count, -1, np.intc)
        queue = np.empty(count, np.intc)
        self.kernels["beyond"](numbers(neighbours), marks(hexes), limit, steps, queue, np.frombuffer(far, np.uint8))
        return far

    def sight_table(self, grid: Grid, heights: Heights, radius: int, *, either: bool = False) -> SightTable:
        """See `sight.sight_table`."""
        import numpy as np  # noqa: PLC0415

        where = geometry(grid)
        bits = bytearray(len(grid) * ((len(grid) + 7) // 8))
        self.kernels["sight_table"](
            *(numbers(column) for column in (where.q, where.r, where.frame, where.lags, heights.eye, heights.top)),
            radius,
            int(either),
            np.frombuffer(bits, np.uint8),
        )
        return SightTable(len(grid), bytes(bits))
