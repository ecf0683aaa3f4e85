"""How far each hex is from the nearest of several: in steps, in points, as the crow flies; and the way down.

Flat tables as in `rules.movement` and `rules.zones`: entry 6 h + d is of hex h and its side d. Masks have one truth
value a hex. −1 in an answer means that there is no way.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from scenario_forge.rules.movement import UNREACHED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.rules.movement import Ground, Situation

SHUT, OPEN, ENDS = 0, 1, 2
"""What a gate says of a hex: nobody enters; entered and left; entered and not left. Gates hold these numbers."""


def flood(ways: Sequence[int], gates: Sequence[int], starts: Sequence[int], limit: int | None = None) -> Sequence[int]:
    """Steps from the nearest start by hex, up to ``limit``. A start is left whatever its gate says.

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
    """Gates from two masks of 0 and 1: `SHUT` where nobody may enter, else `ENDS` where a way ends, else `OPEN`.

    >>> list(gates_of(bytes((0, 0, 1, 1)), bytes((0, 1, 0, 1))))
    [1, 2, 0, 0]
    """
    # whole numbers as long as the map: one operation instead of one a hex
    shut, last = int.from_bytes(barred, "little"), int.from_bytes(ends, "little")
    return (shut << 1 | last).to_bytes(len(barred), "little").translate(_GATES)


_GATES = bytes([OPEN, ENDS] + [SHUT] * 254)


def beyond(neighbours: Sequence[int], hexes: Sequence[int], limit: int) -> bytearray | bytes:
    """A mask of the hexes more than ``limit`` hexes distant from each of ``hexes``.

    Distance as it is counted on the map, whatever lies between: ``neighbours`` is the whole table. With the hexes
    of enemy units, and 5, where a rule allows strategic movement "more than five hexes" from them.
    """
    steps = flood(neighbours, b"\x01" * len(hexes), hexes, limit)
    return bytearray(taken < 0 for taken in steps)


def cost_home(ground: Ground, goals: Sequence[int], situation: Situation) -> Sequence[int]:
    """The least points from each hex to the nearest goal.

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
