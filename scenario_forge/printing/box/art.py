"""The small map on the back: coast, sea and front in a few shapes."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from scenario_forge.hexes import across, border, centre, chains, corners, extent, millimetres
from scenario_forge.printing.colour import mix
from scenario_forge.printing.svg import Canvas, smooth, xy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.hexes import Side
    from scenario_forge.printing.box.cover import Front
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.hexmap import HexMap

_BANDS = ((9.0, 0.12), (6.0, 0.26), (3.2, 0.42))
"""Bands of shallow water: width in millimetres, part of white in the sea's colour."""


_RIM = 0.75
"""How much of a hex is left out along the rim of the map, which is no coast."""
_SANDS = (58.0, 34.0, 16.0)
"""Bands of land along the coast, each lighter than what lies behind: width in millimetres."""


@dataclass(frozen=True)
class View:
    """A window on the map: hex size, and its corner on the map, in millimetres."""

    size: float
    left: float
    top: float
    width: float
    height: float


def view_on(
    linked: HexMap,
    hexes: Iterable[int],
    width: float,
    height: float,
    *,
    least: float = 0.0,
    at: tuple[float, float] | None = None,
) -> View:
    """The window of that size in which the map has no rim, with the hexes around its middle if that can be.

    A hex is no smaller than ``least``; ``at`` is another middle, on the map of that size. All in millimetres.
    """
    wide, high = extent(linked.grid, 1.0)
    size = max(width / (wide - 2 * _RIM), height / (high - 2 * _RIM), least)
    points = [at] if at else [centre(linked.grid, hex_, size) for hex_ in hexes]
    points = points or [(wide * size / 2, high * size / 2)]
    x, y = median(p[0] for p in points), median(p[1] for p in points)
    left = min(max(x - width / 2, _RIM * size), (wide - _RIM) * size - width)
    top = min(max(y - height / 2, _RIM * size), (high - _RIM) * size - height)
    return View(size, left, top, width, height)


def whole_view(linked: HexMap, width: float, height: float) -> View:
    """The whole map, as large as fits."""
    wide, high = extent(linked.grid, 1.0)
    wide, high = wide - 2 * _RIM, high - 2 * _RIM
    size = min(width / wide, height / high)
    return View(size, _RIM * size, _RIM * size, wide * size, high * size)


def picture(brief: Brief, linked: HexMap, front: Front | None, view: View) -> Canvas:
    """The map seen through a window."""
    palette = brief.palette
    canvas = Canvas(view.width, view.height)
    box = (0.0, 0.0, view.width, view.height)
    sea = palette.ink(mix(palette["sea"], palette["name-water"], 0.45 if palette.profile.ink != "low" else 0.0))
    canvas.rect(box, fill=sea)
    land = [h for h in range(len(linked.grid)) if linked.land[h]]
    outline = border(linked.grid, land)
    inner = [side for side in outline if min(across(linked.grid, side)) >= 0]
    scale = 0.3
    for width, white in _BANDS:
        shore = palette.ink(mix(sea, "#FFFFFF", white))
        canvas.path(_path(linked, inner, view), stroke=shore, width=2 * width * scale)
    canvas.path(_path(linked, outline, view), fill=palette["land"], more='fill-rule="evenodd"')
    if front is not None:
        _holdings(canvas, brief, linked, front, view)
    with canvas.clipped("land", _path(linked, outline, view)):
        for width in _SANDS:
            light = 'stroke-opacity="0.08"'
            canvas.path(_path(linked, inner, view), stroke=palette["page"], width=2 * width * scale, more=light)
    _roads(canvas, brief, linked, view, scale)
    canvas.path(_path(linked, inner, view), stroke=palette["coast"], width=1.1 * scale + 0.1)
    if front is not None:
        _line(canvas, brief, linked, front, view, scale)
        _units(canvas, brief, linked, front, view)
    return canvas


def _path(linked: HexMap, sides: Iterable[Side], view: View) -> str:
    """Hexsides as smooth lines."""
    parts = []
    for chain in chains(linked.grid, sides):
        points = [_at(view, millimetres(linked.grid, point, view.size)) for point in chain]
        closed = chain[0] == chain[-1]
        parts.append(smooth(_eased(points[:-1] if closed else points, closed=closed), closed=closed))
    return "".join(parts)


def _eased(points: list[tuple[float, float]], *, closed: bool) -> list[tuple[float, float]]:
    """Points drawn toward their neighbours, so that hexsides do not show."""
    count = len(points)
    if count < 4:
        return points
    found = []
    for n, (x, y) in enumerate(points):
        if not closed and n in (0, count - 1):
            found.append((x, y))
            continue
        (ax, ay), (bx, by) = points[n - 1], points[(n + 1) % count]
        found.append(((ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4))
    return found


def _at(view: View, point: tuple[float, float]) -> tuple[float, float]:
    return point[0] - view.left, point[1] - view.top


def _holdings(canvas: Canvas, brief: Brief, linked: HexMap, front: Front, view: View) -> None:
    """The land that each side holds, in a tint of its colour."""
    palette = brief.palette
    for side in front.units:
        own = [hex_ for hex_, holder in front.nearest.items() if holder == side]
        tint = palette.ink(mix(palette["land"], palette.accent(brief.game, side), 0.3))
        canvas.path(_path(linked, border(linked.grid, own), view), fill=tint, more='fill-rule="evenodd"')


def _roads(canvas: Canvas, brief: Brief, linked: HexMap, view: View, scale: float) -> None:
    """Roads of the first kind that the map names, the most important one."""
    first = next(iter(linked.line_kinds), None)
    for line in linked.lines:
        if line.line.kind == first:
            points = [_at(view, centre(linked.grid, hex_, view.size)) for hex_ in line.hexes if hex_ is not None]
            canvas.path(smooth(points), stroke=brief.palette["road-casing"], width=1.6 * scale)
            canvas.path(smooth(points), stroke=brief.palette["road"], width=0.9 * scale)


def _line(canvas: Canvas, brief: Brief, linked: HexMap, front: Front, view: View, scale: float) -> None:
    """Where the holdings meet."""
    grid = linked.grid
    sides = [
        side
        for side in border(grid, [h for h, holder in front.nearest.items() if holder == next(iter(front.units))])
        if len({front.nearest.get(h) for h in across(grid, side)} - {None}) > 1
    ]
    line = _path(linked, sides, view)
    canvas.path(line, stroke=brief.palette["page"], width=2.6 * scale + 0.3)
    canvas.path(
        line, stroke=brief.palette["warning"], width=1.3 * scale + 0.15, dash=f"{5 * scale:.2f} {3 * scale:.2f}"
    )


def _units(canvas: Canvas, brief: Brief, linked: HexMap, front: Front, view: View) -> None:
    palette = brief.palette
    for number, (side, hexes) in enumerate(front.units.items()):
        for hex_ in hexes:
            x, y = _at(view, centre(linked.grid, hex_, view.size))
            around = [_at(view, corner) for corner in corners(linked.grid, hex_, view.size)]
            shape = "M" + "L".join(xy((x + (a - x) * 0.94, y + (b - y) * 0.94)) for a, b in around) + "Z"
            fill = palette.accent(brief.game, side)
            canvas.path(shape, fill=fill, stroke=palette["page"], width=0.1)
            if number % 2:  # told apart without colour too
                canvas.circle((x, y), view.size * 0.3, fill=palette["page"])
