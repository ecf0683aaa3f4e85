"""What runs along hexsides besides relief: rivers, streams, wire, borders, walls and ditches."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scenario_forge.hexes import chains, millimetres
from scenario_forge.printing.map.coast import grown, near, scaled, wet
from scenario_forge.printing.map.curves import STRAIGHT, WATER, along, bent, curve
from scenario_forge.printing.map.kinds import side_look
from scenario_forge.printing.map.lattice import lattice_of

if TYPE_CHECKING:
    from scenario_forge.documents.map_ import SideDrawing
    from scenario_forge.hexes import Point, Side
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.svg import XY, Canvas
    from scenario_forge.project.hexmap import HexMap

RIVERS: tuple[SideDrawing, ...] = ("river", "stream")
MADE: tuple[SideDrawing, ...] = ("border", "wire", "wall", "ditch")


@lru_cache(maxsize=8)
def side_lines(linked: HexMap) -> dict[SideDrawing, list[list[XY]]]:
    """Rivers and what people made, as lines in hexes."""
    sides: dict[SideDrawing, list[Side]] = {}
    for of, features in linked.sides.items():
        for feature in features:
            look = side_look(linked, feature.kind)
            if look in RIVERS or look in MADE:
                sides.setdefault(look, []).append(of)
    return {
        look: [_natural(linked, chain, look in RIVERS) for chain in chains(linked.grid, sides[look])]
        for look in (*RIVERS, *MADE)
        if look in sides
    }


def _natural(linked: HexMap, chain: list[Point], river: bool) -> list[XY]:
    bend = WATER if river else STRAIGHT
    closed = chain[0] == chain[-1]
    points = [millimetres(linked.grid, at, 1.0) for at in (chain[:-1] if closed else chain)]
    line = bent(points, bend, closed=closed)
    if closed:
        return [*line, line[0]]
    if river:
        line = lattice_of(linked.grid).beside_numbers(line, (0.22, 0.15))
        line = [*_beyond(linked, chain[0]), *line, *reversed(_beyond(linked, chain[-1]))]
    return line


def _beyond(linked: HexMap, end: Point) -> list[XY]:
    """Where a river goes on from its end: into the sea, or off the map."""
    lattice, sea = lattice_of(linked.grid), wet(linked)
    x, y = end
    cells = [(x - dx, y - dy) for dx, dy in lattice.corners if (x - dx, y - dy) in lattice.hex_at]
    out = [at for at in cells if at not in lattice.on_map] or [at for at in cells if sea[lattice.hex_at[at]]]
    if not out:
        return []
    here = millimetres(linked.grid, end, 1.0)
    middles = [millimetres(linked.grid, at, 1.0) for at in out]
    cx, cy = sum(p[0] for p in middles) / len(middles), sum(p[1] for p in middles) / len(middles)
    return [(cx, cy), ((cx + here[0]) / 2, (cy + here[1]) / 2)]


def _drawn(frame: Frame, look: SideDrawing) -> list[list[XY]]:
    lines = side_lines(frame.linked).get(look, [])
    return [scaled(line, frame.size) for line in lines if near(frame, line)]


def draw_rivers(canvas: Canvas, brief: Brief, frame: Frame) -> None:
    """Rivers with their green banks, and streams; to be drawn before the sea, which covers their mouths."""
    with canvas.group(name="rivers", cls="rivers"):
        for look in RIVERS:
            draw_side(canvas, brief, look, _drawn(frame, look), grown(frame.size))


def draw_made(canvas: Canvas, brief: Brief, frame: Frame) -> None:
    """Borders, wire, walls and ditches."""
    with canvas.group(name="hexsides", cls="hexsides"):
        for look in MADE:
            draw_side(canvas, brief, look, _drawn(frame, look), grown(frame.size))


def draw_side(canvas: Canvas, brief: Brief, look: SideDrawing, lines: list[list[XY]], wide: float) -> None:
    """Lines in millimetres drawn as one kind of hexside."""
    palette = brief.palette
    d = "".join(map(curve, lines))
    if look in RIVERS:
        blue = (1.2 if look == "river" else 0.55) * wide
        if look == "river":
            canvas.path(d, stroke=palette["river-bank"], width=blue + 1.5 * wide, cls="bank")
        canvas.path(d, stroke=palette["river"], width=blue, cls=look)
    elif look == "border":
        canvas.path(d, stroke=palette["border"], width=0.4 * wide, dash=f"{2.2 * wide:.2f} 0.9 0.01 0.9", cls=look)
    elif look == "wire":
        canvas.path(d, stroke=palette["wire"], width=0.16 * wide, cls=look)
        canvas.path(_crosses(lines, wide), stroke=palette["wire"], width=0.22 * wide, cls=f"{look} crosses")
    elif look == "wall":
        canvas.path(d, stroke=palette["wire"], width=0.75 * wide, cls=look)
        canvas.path(d, stroke=palette["symbol-ground"], width=0.3 * wide, dash=f"{1.1 * wide:.2f} {1.1 * wide:.2f}")
    else:
        canvas.path(d, stroke=palette["relief"], width=0.9 * wide, cls=look)
        canvas.path(d, stroke=palette["land"], width=0.5 * wide)


def _crosses(lines: list[list[XY]], wide: float) -> str:
    found = []
    arm = 0.5 * wide
    for line in lines:
        for (x, y), (ux, uy) in along(line, 1.75 * wide):
            for side in (1, -1):
                dx, dy = (ux - side * uy) * arm * 0.8, (uy + side * ux) * arm * 0.8
                found.append(f"M{x - dx:.2f} {y - dy:.2f}L{x + dx:.2f} {y + dy:.2f}")
    return "".join(found)
