"""The line between the sides on a set-up card: the front that a scenario draws; else a picture of its set-ups.

The picture is no rule: hexsides of land with one side's hexes nearer here, another's there. Roads, terrain and zones
of control do not bend it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.hexes import line_between, nearest
from scenario_forge.project.front import fronts
from scenario_forge.project.starts import ownerless

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.hexes import Side
    from scenario_forge.project.hexmap import HexMap

REACH = 6
"""Farther than so many hexes over land from either side, nobody faces anybody."""


def held(plan: Plan) -> dict[str, list[int]]:
    """Hexes with units in play or markers of each side, sides in the order of the game."""
    found: dict[str, dict[int, None]] = {side: {} for side in plan.forces.sides}
    units = [(p.unit.side, p.entry) for p in plan.placed if plan.in_play(p.unit)]
    markers = [(m.side, m.entry) for m in plan.markers if m.marker not in ownerless(plan.game)]
    for side, entry in (*units, *markers):
        if entry is not None and entry.hex is not None:
            found.setdefault(side, {}).setdefault(entry.hex)
    return {side: list(hexes) for side, hexes in found.items()}


def front_of(plan: Plan) -> tuple[list[Side], bool]:
    """The line on the card, and whether the scenario draws it."""
    drawn = fronts(plan.game).fronts.get(plan.scenario.id)
    return ([*drawn.line], True) if drawn else (front_between(plan.map, [*held(plan).values()]), False)


def front_between(linked: HexMap, held: Sequence[Iterable[int]], reach: int = REACH) -> list[Side]:
    """Hexsides between land nearest to one of the sets of hexes and land nearest to another.

    Only land within ``reach`` hexes of two of the sets counts. A hex as near to two belongs to the set listed first,
    so the line is the same for whoever looks, if the order is.
    """
    return line_between(linked.grid, nearest(linked.grid.neighbours, linked.land, held, reach))
