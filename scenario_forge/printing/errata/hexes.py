"""Changed parts of the map as whole hexes, and panels that lie on it as rectangles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.hexes import components
from scenario_forge.printing.map.plan import plan_map, poster_paper
from scenario_forge.printing.map.poster import joined_paper
from scenario_forge.printing.map.space import hex_at
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.plan import MapPlan
    from scenario_forge.printing.svg import XY, Box

FEW = 4
"""Squares in which a hex has changed, at least."""
NAMED = 6
"""Hexes of a patch that are named."""

Found = tuple["Box", str, tuple[tuple["XY", ...], ...]]


def map_patches(brief: Brief, squares: list[Box]) -> Iterator[Found]:
    """Box on the page, names of the hexes, and their outlines; squares are on the page of the whole map."""
    linked = hex_map(brief.game)
    if linked is None or not squares:
        return
    plan = plan_map(brief, linked)
    art = plan.art
    paper = joined_paper(art) if len(plan.sheets) > 1 else poster_paper(art)
    dx, dy = (paper.width - (art[2] - art[0])) / 2 - art[0], (paper.height - (art[3] - art[1])) / 2 - art[1]
    counts: Counter[int] = Counter()
    panels: dict[str, list[Box]] = {}
    for left, top, right, bottom in squares:
        at = ((left + right) / 2 - dx, (top + bottom) / 2 - dy)
        panel = _panel(plan, at)
        if panel is not None:
            panels.setdefault(panel, []).append((left, top, right, bottom))
        else:
            counts[hex_at(plan.frame, at)] += 1
    # along a hexside the rim of what changed reaches into the neighbour
    hexes = {hex_ for hex_, count in counts.items() if hex_ >= 0 and count >= min(FEW, max(counts.values()))}
    yield from _hexes(plan, hexes, (dx, dy))
    for name in sorted(panels):
        yield _around(panels[name]), "", ()


def _panel(plan: MapPlan, at: XY) -> str | None:
    for placed in plan.placed:
        left, top, right, bottom = placed.box
        if left <= at[0] <= right and top <= at[1] <= bottom:
            return placed.panel.id
    return None


def _hexes(plan: MapPlan, hexes: set[int], shift: XY) -> Iterator[Found]:
    grid = plan.frame.linked.grid
    passable = bytearray(h in hexes for h in range(len(grid)))
    for together in components(grid.neighbours, passable):
        outlines = tuple(
            tuple((x + shift[0], y + shift[1]) for x, y in plan.frame.corners(hex_)) for hex_ in sorted(together)
        )
        names = [grid.ids[hex_] for hex_ in sorted(together)]
        more = f" +{len(names) - NAMED}" if len(names) > NAMED else ""
        points = [point for outline in outlines for point in outline]
        box = (
            min(x for x, _ in points),
            min(y for _, y in points),
            max(x for x, _ in points),
            max(y for _, y in points),
        )
        yield box, ", ".join(names[:NAMED]) + more, outlines


def _around(boxes: list[Box]) -> Box:
    room = 1.0
    return (
        min(box[0] for box in boxes) - room,
        min(box[1] for box in boxes) - room,
        max(box[2] for box in boxes) + room,
        max(box[3] for box in boxes) + room,
    )
