"""The picture on the title page: the game's map as hexes of land and sea."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.hexes import across, border, chains, millimetres
from scenario_forge.printing.map.frame import whole
from scenario_forge.printing.svg import Canvas, xy
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief

_HEIGHT = 82.0
"""The most that it is high, in millimetres."""
_MOST = 20_000
"""Hexes that can still be told apart on it."""


def cover(brief: Brief, width: float) -> Canvas | None:
    """The drawing, no wider than ``width`` millimetres; None where the map cannot be read or has too many hexes."""
    linked = hex_map(brief.game)
    if linked is None or len(linked.grid) > _MOST:
        return None
    unit = whole(linked, 1.0).box
    size = min(width / unit[2], _HEIGHT / unit[3])
    frame, palette = whole(linked, size), brief.palette
    canvas = Canvas(frame.box[2], frame.box[3])
    shapes: dict[str, list[str]] = {}
    for hex_ in frame.hexes:
        role = "land" if linked.land[hex_] else "sea"
        if linked.land[hex_] and not linked.passable[hex_]:
            role = "land-rough"
        shapes.setdefault(role, []).append(f"M{'L'.join(map(xy, frame.corners(hex_)))}Z")
    for role, paths in shapes.items():
        canvas.path("".join(paths), fill=palette[role], stroke=palette["page"], width=size * 0.08, cls=role)
    land = [hex_ for hex_ in frame.hexes if linked.land[hex_]]
    coast = [side for side in border(linked.grid, land) if all(each >= 0 for each in across(linked.grid, side))]
    for chain in chains(linked.grid, coast):
        points = [millimetres(linked.grid, point, size) for point in chain]
        canvas.line(points, stroke=palette["coast"], width=max(size * 0.1, 0.25), cls="coast")
    for place, at, _where in linked.places.values():
        if at is not None and place.kinds:
            canvas.circle(frame.centre(at), size * 0.32, fill=palette["road"], cls="place")
    return canvas
