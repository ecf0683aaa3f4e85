"""The ground of the map, layer over layer: land, terrain, grid, sea, relief, lines, roads, symbols, numbers.

Each layer is a group with a stable id and class; each hex of the frame is an element `hex-T30`. All shapes are
made for the whole map and cut at the frame, so that sheets join.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.hexes import centre, millimetres
from scenario_forge.printing.map.coast import box_path, draw_sea, grown, wet
from scenario_forge.printing.map.frame import draw_numbers
from scenario_forge.printing.map.hexsides import draw_made, draw_relief, draw_rims, draw_rivers
from scenario_forge.printing.map.kinds import terrain_look
from scenario_forge.printing.map.lattice import lattice_of
from scenario_forge.printing.map.roads import draw_roads
from scenario_forge.printing.map.symbols import draw_symbols, places_in
from scenario_forge.printing.map.textures import draw_areas, draw_textures
from scenario_forge.printing.svg import marks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.svg import Canvas

GRID = 0.2
"""Width of the grid in millimetres."""


def draw_ground(canvas: Canvas, brief: Brief, frame: Frame) -> None:
    """Everything of the map but names and what stands beside it."""
    shown = shown_hexes(frame)
    busy = set(places_in(frame.linked))
    with canvas.group(name="ground", cls="ground"), canvas.clipped("ground-clip", box_path(frame.box)):
        canvas.rect(frame.box, fill=brief.palette["land"], cls="land")
        draw_areas(canvas, brief, frame)
        draw_textures(canvas, brief, frame, shown, busy)
        draw_rims(canvas, brief, frame)
        sea = wet(frame.linked)
        _grid(canvas, brief, frame, [h for h in shown if not sea[h]], "grid")
        draw_rivers(canvas, brief, frame)
        draw_sea(canvas, brief, frame, lambda: _grid(canvas, brief, frame, [h for h in shown if sea[h]], "grid-sea"))
        draw_relief(canvas, brief, frame)
        draw_made(canvas, brief, frame)
        draw_roads(canvas, brief, frame)
        _beyond(canvas, brief, frame)
    draw_symbols(canvas, brief, frame)
    draw_numbers(canvas, brief, frame, crowded(frame))


def shown_hexes(frame: Frame) -> list[int]:
    """The hexes of a frame and those of the next sheets that reach into its rectangle."""
    grid, size = frame.linked.grid, frame.size
    left, top, right, bottom = frame.box
    inside = set(frame.hexes)
    for hex_ in frame.hexes:
        for other in grid.neighbours[hex_]:
            if other >= 0 and other not in inside:
                x, y = centre(grid, other, size)
                if left - size / 2 < x < right + size / 2 and top - size / 2 < y < bottom + size / 2:
                    inside.add(other)
    return sorted(inside)


def _grid(canvas: Canvas, brief: Brief, frame: Frame, hexes: Iterable[int], role: str) -> None:
    """Hexes as elements; those of other sheets, and those across the coast, which bends, as one path."""
    linked, own = frame.linked, set(frame.hexes)
    ids, neighbours, listed = linked.grid.ids, linked.grid.neighbours, set(hexes)
    looks = {terrain: terrain_look(linked, terrain) for terrain in {*linked.terrain}}
    other = {n for h in listed for n in neighbours[h] if n >= 0 and n not in listed}
    line = f'fill="none" stroke="{brief.palette[role]}" stroke-width="{GRID * grown(frame.size):.2f}"'
    shape = _hexagon(frame)
    with canvas.group(name=role, cls=f"grid {role}", more=f'{line} stroke-linejoin="round" pointer-events="all"'):
        rest = sorted(other | (listed - own))
        canvas.path("".join(_at(frame, hex_) + shape for hex_ in rest), cls="others")
        for hex_ in sorted(listed & own):
            marked = marks(f"hex-{ids[hex_]}", f"hex {looks[linked.terrain[hex_]]}")
            canvas.raw(f'<path{marked} d="{_at(frame, hex_)}{shape}"/>')


def _at(frame: Frame, hex_: int) -> str:
    x, y = frame.corners(hex_)[0]
    return f"M{x:.2f} {y:.2f}"


def _hexagon(frame: Frame) -> str:
    """A hex from its first corner on."""
    around = frame.corners(0)
    return "".join(f"l{b[0] - a[0]:.2f} {b[1] - a[1]:.2f}" for a, b in pairwise(around)) + "z"


def _beyond(canvas: Canvas, brief: Brief, frame: Frame) -> None:
    """What lies beyond the rim of the map is paler, with a line along the rim."""
    lattice = lattice_of(frame.linked.grid)
    rings = lattice.rings(dict.fromkeys(lattice.on_map))
    outline = ""
    for ring in rings:
        points = (millimetres(frame.linked.grid, at, frame.size) for at in ring)
        outline += "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"
    wide, high = frame.box[2] - frame.box[0], frame.box[3] - frame.box[1]
    left, top, right, bottom = frame.box
    around = box_path((left - wide, top - high, right + wide, bottom + high))
    palette = brief.palette
    with canvas.group(name="rim", cls="rim"):
        canvas.path(around + outline, fill=palette["beyond"], more='fill-rule="evenodd" fill-opacity="0.82"')
        canvas.path(outline, stroke=palette["grid"], width=0.3 * grown(frame.size))


def crowded(frame: Frame) -> set[int]:
    """Hexes in which a line or relief comes near the number."""
    linked = frame.linked
    upper = (1, 2) if linked.grid.orientation == "pointy" else (1,)
    names = linked.grid.neighbours
    found: set[int] = set()
    for of in linked.sides:
        for hex_, direction in ((of.hex, of.direction), (names[of.hex][of.direction], (of.direction + 3) % 6)):
            if hex_ >= 0 and direction in upper:
                found.add(hex_)
    deep = {t: terrain_look(linked, t) == "depression" for t in {*linked.terrain}}
    for hex_ in frame.hexes:
        if deep[linked.terrain[hex_]]:
            around = names[hex_]
            if any(around[d] >= 0 and not deep[linked.terrain[around[d]]] for d in upper):
                found.add(hex_)
    return found
