"""Movement ranges under zones of control and two rates; distances of all hexes from the nearest of several.

Costs are whole numbers; whoever compiles a game scales its fractions. Buckets instead of a heap (R. B. Dial,
*Algorithm 360*, 1969): a cost is at most a few dozen points. In flat tables entry 6 h + d is of hex h and its side d;
masks have one truth value a hex. −1 in an answer means that there is no way.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


UNREACHED = -1


@dataclass(frozen=True)
class Ground:
    """A map for one class of unit; entry 6 h + d of each column is of hex h and its side d."""

    neighbours: Sequence[int]
    """The hex beyond; −1 off the map."""
    cost: Sequence[int]
    """Points to enter it; 0 where it cannot be entered."""
    swift: Sequence[int]
    """Points at the strategic rate; 0 as above."""

    @property
    def hexes(self) -> int:
        """The number of hexes."""
        return len(self.neighbours) // 6

    @cached_property
    def columns(self) -> tuple[Any, Any, Any]:
        """The columns as kernels read them, made once: arrays without a copy."""
        import numpy as np  # noqa: PLC0415 - heavy

        columns = (self.neighbours, self.cost, self.swift)
        return tuple([np.asarray(column, np.intc) for column in columns])  # type: ignore[return-value]  # three

    @cached_property
    def dearest(self) -> int:
        """The highest cost of a step."""
        return max((*self.cost, *self.swift), default=0)

    def flat(self) -> Ground:
        """Return the same ground as arrays, which kernels read without copying them."""
        return Ground(array("i", self.neighbours), array("i", self.cost), array("i", self.swift))


@dataclass(frozen=True)
class Situation:
    """Obstacles at a moment; one truth value a hex. Kernels read bytes without copying them."""

    stops: Sequence[int]
    """Who enters must stop there: enemy zones of control."""
    barred: Sequence[int]
    """Nobody may enter: enemy units."""
    swift: Sequence[int]
    """Entered at the strategic rate."""


def open_ground(hexes: int) -> Situation:
    """Return a situation without obstacles and without the strategic rate."""
    nothing = bytes(hexes)
    return Situation(nothing, nothing, nothing)


def movement_range(
    ground: Ground,
    start: int,
    budget: int,
    situation: Situation,
    *,
    first_extra: int = 0,
    first_clear: bool = False,
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the least cost of each hex within ``budget`` points, and the hex before it on a way of that cost.

    Args:
        ground: the map for this class of unit.
        start: where the unit stands; it costs nothing.
        budget: points it may spend.
        situation: what stands in the way.
        first_extra: points that the first hex costs more, such as for leaving a zone of control.
        first_clear: whether the first hex must not be one that stops.

    Returns:
        Cost by hex and predecessor by hex; `UNREACHED` in both where the hex is out of reach. A hex that
        stops is entered but not left.
    """
    best, came = [UNREACHED] * ground.hexes, [UNREACHED] * ground.hexes
    best[start] = 0
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    for cost, hex_ in _steps(ground, start, situation):
        total = cost + first_extra
        if total <= budget and not (first_clear and situation.stops[hex_]) and not 0 <= best[hex_] <= total:
            best[hex_], came[hex_] = total, start
            buckets[total].append(hex_)
    for spent, bucket in enumerate(buckets):
        for at in reversed(bucket):
            if best[at] != spent or situation.stops[at]:
                continue
            for cost, hex_ in _steps(ground, at, situation):
                total = spent + cost
                if total <= budget and not 0 <= best[hex_] <= total:
                    best[hex_], came[hex_] = total, at
                    buckets[total].append(hex_)
    return best, came


def _steps(ground: Ground, at: int, situation: Situation) -> list[tuple[int, int]]:
    """Return cost and hex of every open step."""
    found = []
    for entry in range(6 * at, 6 * at + 6):
        hex_ = ground.neighbours[entry]
        if hex_ >= 0 and not situation.barred[hex_]:
            cost = ground.swift[entry] if situation.swift[hex_] else ground.cost[entry]
            if cost:
                found.append((cost, hex_))
    return found


def way(came: Sequence[int], start: int, end: int) -> list[int]:
    """Return the hexes after ``start`` up to ``end``; empty where it was not reached."""
    found = []
    while end != start and end >= 0:
        found.append(end)
        end = came[end]
    return found[::-1] if end == start else []


# -- how far: in steps, in points, as the crow flies; and the way down -----------------------------


SHUT, OPEN, ENDS = 0, 1, 2
"""Gates of a hex: nobody enters; units enter and leave; units enter and stop."""


def flood(ways: Sequence[int], gates: Sequence[int], starts: Sequence[int], limit: int | None = None) -> Sequence[int]:
    """Return the steps of each hex from the nearest start, up to ``limit``. A start is left whatever its gate says.

    Read backwards, from each hex to the nearest goal, `ENDS` is a hex where a way may begin that none may enter:
    distance home along routes free of enemy zones is a flood from home with `ENDS` in the zones.
    """
    steps = [0 if start else UNREACHED for start in starts]
    frontier, taken = [hex_ for hex_, start in enumerate(starts) if start], 0
    while frontier and taken != limit:
        taken += 1
        ahead = []
        for hex_ in frontier:
            if gates[hex_] == ENDS and steps[hex_]:
                continue
            for other in ways[6 * hex_ : 6 * hex_ + 6]:
                if other >= 0 and steps[other] < 0 and gates[other]:
                    steps[other] = taken
                    ahead.append(other)
        frontier = ahead
    return steps


def gates_of(barred: bytes | bytearray, ends: bytes | bytearray) -> bytes:
    """Return gates from two masks of 0 and 1: `SHUT` where ``barred``, else `ENDS` where a way ends, else `OPEN`.

    >>> list(gates_of(bytes((0, 0, 1, 1)), bytes((0, 1, 0, 1))))
    [1, 2, 0, 0]
    """
    # whole numbers as long as the map: one operation instead of one a hex
    shut, last = int.from_bytes(barred, "little"), int.from_bytes(ends, "little")
    return (shut << 1 | last).to_bytes(len(barred), "little").translate(_GATES)


_GATES = bytes([OPEN, ENDS] + [SHUT] * 254)


def beyond(neighbours: Sequence[int], hexes: Sequence[int], limit: int) -> bytearray | bytes:
    """Return a mask of the hexes more than ``limit`` hexes distant from each of ``hexes``.

    Distance as it is counted on the map, whatever lies between: ``neighbours`` is the whole table. With the hexes
    of enemy units, and 5, where a rule allows strategic movement "more than five hexes" from them.
    """
    steps = flood(neighbours, b"\x01" * len(hexes), hexes, limit)
    return bytearray(taken < 0 for taken in steps)


def cost_home(ground: Ground, goals: Sequence[int], situation: Situation) -> Sequence[int]:
    """Return the least points from each hex to the nearest goal.

    A way may begin in a hex that stops or is barred, but leads through none. Goals can be entered whatever the
    situation; leave out those that cannot. Entering costs as in `movement_range`, and may differ from the price of
    the way back.
    """
    best = [0 if goal else UNREACHED for goal in goals]
    waiting = [(0, hex_) for hex_, goal in enumerate(goals) if goal]
    while waiting:
        spent, at = heappop(waiting)
        if spent > best[at] or (not goals[at] and (situation.stops[at] or situation.barred[at])):
            continue
        for direction, before in enumerate(ground.neighbours[6 * at : 6 * at + 6]):
            entry = 6 * before + (direction + 3) % 6
            if before < 0 or ground.neighbours[entry] != at:
                continue
            price = ground.swift[entry] if situation.swift[at] else ground.cost[entry]
            total = spent + price
            if price and not 0 <= best[before] <= total:
                best[before] = total
                heappush(waiting, (total, before))
    return best
