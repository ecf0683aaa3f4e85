"""Where two sides' set-ups face each other: hexsides of land with one side's hexes nearer here, another's there.

A picture of the set-ups, not a rule: roads, terrain and zones of control do not bend it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF, across, border

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.hexes import Side
    from scenario_forge.project.hexmap import HexMap

REACH = 6
"""Farther than so many hexes over land from either side, nobody faces anybody."""


def held(plan: Plan) -> dict[str, list[int]]:
    """Hexes with units in play or markers of each side, sides in the order of the game."""
    found: dict[str, dict[int, None]] = {side: {} for side in plan.forces.sides}
    units = [(p.unit.side, p.entry) for p in plan.placed if plan.in_play(p.unit)]
    markers = [(m.side, m.entry) for m in plan.markers]
    for side, entry in (*units, *markers):
        if entry is not None and entry.hex is not None:
            found.setdefault(side, {}).setdefault(entry.hex)
    return {side: list(hexes) for side, hexes in found.items()}


def front_between(linked: HexMap, held: Sequence[Iterable[int]], reach: int = REACH) -> list[Side]:
    """Hexsides between land nearest to one of the sets of hexes and land nearest to another.

    Only land within ``reach`` hexes of two of the sets counts. A hex as near to two belongs to the set listed first,
    so the line is the same for whoever looks, if the order is.
    """
    away = [_distances(linked, hexes, reach) for hexes in held]
    nearest: dict[int, int] = {}
    for hex_ in sorted({h for each in away for h in each}):
        found = [(each[hex_], number) for number, each in enumerate(away) if hex_ in each]
        if len(found) > 1:
            nearest[hex_] = min(found)[1]
    sides: dict[Side, None] = {}
    for number in range(len(held)):
        for side in border(linked.grid, [h for h, nearer in nearest.items() if nearer == number]):
            if all(h in nearest for h in across(linked.grid, side)):
                sides.setdefault(side)
    return list(sides)


def _distances(linked: HexMap, hexes: Iterable[int], reach: int) -> Mapping[int, int]:
    """Hexes of land by their distance from the nearest of these."""
    found = dict.fromkeys(hexes, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        if found[here] == reach:
            continue
        for other in linked.grid.neighbours[here]:
            if other != OFF and other not in found and linked.land[other]:
                found[other] = found[here] + 1
                waiting.append(other)
    return found
