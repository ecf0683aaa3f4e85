"""The small map of a set-up card, and the line between the sides that it and the map of a leaflet show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.game.front import fronts
from scenario_forge.game.scenarios import neutral_markers
from scenario_forge.game.system import without_rules
from scenario_forge.hexes import line_between, nearest
from scenario_forge.printing.map.frame import frame_around
from scenario_forge.printing.map.hex_map import DrawnFront, MarkedHex, Tint, draw_hex_map
from scenario_forge.printing.palette import mix
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side
    from scenario_forge.printing.brief import Brief


_OPEN_OWN, _OPEN_OTHER = 0.35, 0.15
"""How much of a colour the ground has on which units of the card's side, or of others, may begin or enter."""
REACH = 6
"""Farther than so many hexes over land from either side, nobody faces anybody."""


def hexes_held(plan: Plan) -> dict[str, list[int]]:
    """Return hexes with units in play or markers of each side, sides in the order of the game."""
    found: dict[str, dict[int, None]] = {side: {} for side in plan.forces.sides}
    units = [(p.unit.side, p.entry) for p in plan.placed if plan.in_play(p.unit)]
    markers = [(m.side, m.entry) for m in plan.markers if m.marker not in neutral_markers(plan.game)]
    for side, entry in (*units, *markers):
        if entry is not None and entry.hex is not None:
            found.setdefault(side, {}).setdefault(entry.hex)
    return {side: list(hexes) for side, hexes in found.items()}


def hexes_open(plan: Plan) -> dict[str, list[int]]:
    """Return the hexes of areas and map edges in which units of each side may begin or enter."""
    found: dict[str, set[int]] = {side: set() for side in plan.forces.sides}
    for placed in plan.placed:
        entry, side = placed.entry, placed.unit.side
        if entry is None or not plan.in_play(placed.unit):
            continue
        if entry.kind == "enters":
            found[side] |= {hex_ for hex_ in plan.map.edge(entry.token.edges) if plan.map.land[hex_]}
        elif entry.kind in ("within", "free"):
            areas = [entry.token.place] if entry.kind == "within" else plan.map.areas_of(side)
            found[side] |= {hex_ for area in areas for hex_ in plan.map.areas.get(area, ())}
    return {side: sorted(hexes) for side, hexes in found.items()}


def front_of(plan: Plan) -> tuple[list[Side], bool]:
    """Return the front line on the card, and whether the scenario draws it; a game without rules has no other."""
    drawn = fronts(plan.game).fronts.get(plan.scenario.id)
    if not drawn and without_rules(plan.game):
        return [], False
    return ([*drawn.line], True) if drawn else (front_between(plan.map, [*hexes_held(plan).values()]), False)


def front_between(linked: HexMap, held: Sequence[Iterable[int]]) -> list[Side]:
    """Return the hexsides between land nearest to one of the sets of hexes and land nearest to another.

    Only land within `REACH` hexes of two of the sets counts. A hex as near to two belongs to the set listed first,
    so the line is the same for whoever looks, if the order is.
    """
    return line_between(linked.grid, nearest(linked.grid.neighbours, linked.land, held, REACH))


# -- the small map of a set-up card: the hexes that matter, marked on a pale ground ----------------


WIDTH, HEIGHT = 186.0, 62.0
"""The most that the map of a card takes, in millimetres."""
AREAS = 46.0
"""As high at most where it shows areas alone: in these nobody looks for a single hex."""


@dataclass(frozen=True)
class Backdrop:
    """What a small map shows below the marked hexes."""

    front: Sequence[Side] = ()
    """A dashed line runs along it."""
    own: Sequence[int] = ()
    """Hexes anywhere in which units of the card's side may begin or enter, tinted in its colour."""
    other: Sequence[int] = ()
    """Those of the other sides, tinted grey."""


def small_map(
    brief: Brief,
    linked: HexMap,
    own: Mapping[int, int],
    other: Iterable[int],
    accent: str,
    behind: Backdrop | None = None,
) -> str:
    """Return a map with the hexes in ``own`` filled with ``accent``, those in ``other`` outlined; cropped to all."""
    palette, behind = brief.palette, behind or Backdrop()
    enemy = sorted(set(other) - own.keys())
    most = HEIGHT if own or enemy else AREAS
    frame = frame_around(linked, [*own, *enemy, *behind.own, *behind.other], WIDTH, most)
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    page = palette["page"]
    marked = [
        *(MarkedHex(hex_, page, palette["quiet"], 0.25, "other") for hex_ in enemy),
        *(MarkedHex(hex_, accent, page, 0.15, "own", count) for hex_, count in own.items()),
    ]
    casing = palette.ink(mix(page, palette["land"], 0.25))
    line = DrawnFront(behind.front, palette["ink"], 0.5, "1.9 1.1", casing, 1.3, cap="butt")
    open_ground = [
        Tint(hexes, mix(palette["land"], colour, part), cls)
        for hexes, colour, part, cls in (
            (behind.other, palette["quiet"], _OPEN_OTHER, "other-area"),
            (behind.own, accent, _OPEN_OWN, "own-area"),
        )
        if hexes
    ]
    draw_hex_map(canvas, brief, frame, detail="card", tints=open_ground, marked=marked, fronts=[line])
    return canvas.svg()
