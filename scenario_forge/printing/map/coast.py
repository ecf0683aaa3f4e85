"""Land and sea: the sea is laid over the land along a smooth coast, with shore lines inside it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scenario_forge.hexes import millimetres
from scenario_forge.printing.map.kinds import terrain_look
from scenario_forge.printing.map.lattice import COAST, Bend, bent, curve, lattice_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.hexes import Grid, Point
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.svg import XY, Box, Canvas
    from scenario_forge.project.hexmap import HexMap

NUMBER = (0.16, 0.095)
"""Half the room of a hex number, in hexes."""
SHORE = ((1.0, 0.2), (2.1, 0.13))
"""Shore lines: how far from the coast, how wide; millimetres on hexes of 15 mm."""


@lru_cache(maxsize=8)
def wet(linked: HexMap) -> bytearray:
    """1 for each hex that is drawn as sea."""
    looks = {terrain: terrain_look(linked, terrain) == "sea" for terrain in {*linked.terrain}}
    return bytearray(looks[terrain] for terrain in linked.terrain)


@lru_cache(maxsize=8)
def sea_rings(linked: HexMap) -> list[list[XY]]:
    """The outlines of all water in hexes, closed, also beyond the rim; water lies at the left as one goes."""
    sea = wet(linked)
    return outlines(linked.grid, lattice_of(linked.grid).where(sea.__getitem__), COAST)


def outlines(grid: Grid, inside: dict[Point, None], bend: Bend) -> list[list[XY]]:
    """The outlines of hexes, given by their centres on the lattice, as natural closed lines in hexes."""
    lattice = lattice_of(grid)
    lines = (bent([millimetres(grid, at, 1.0) for at in ring], bend, closed=True) for ring in lattice.rings(inside))
    return [lattice.beside_numbers(line, NUMBER) for line in lines]


def scaled(points: list[XY], size: float) -> list[XY]:
    """From hexes to millimetres."""
    return [(x * size, y * size) for x, y in points]


def near(frame: Frame, points: list[XY]) -> bool:
    """Whether a line in hexes comes near what is drawn."""
    left, top, right, bottom = (edge / frame.size for edge in frame.box)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) < right + 1 and max(xs) > left - 1 and min(ys) < bottom + 1 and max(ys) > top - 1


def sea_path(frame: Frame) -> str:
    """The outline of all water near a frame, in millimetres."""
    rings = [ring for ring in sea_rings(frame.linked) if near(frame, ring)]
    return "".join(curve(scaled(ring, frame.size), closed=True) for ring in rings)


def draw_sea(canvas: Canvas, brief: Brief, frame: Frame, inside: Callable[[], None]) -> None:
    """Water, its shore lines, what ``inside`` draws within it, and the coast."""
    d = sea_path(frame)
    if not d:
        return
    palette, name = brief.palette, "sea-outline"
    canvas.outline(name, d)
    with canvas.group(name="sea", cls="sea"):
        canvas.use(name, fill=palette["sea"])
        with canvas.clipped("sea-clip", d):
            for far, width in reversed(SHORE):
                for wide, role in ((2 * far + width, "shore"), (2 * far - width, "sea")):
                    line = round(wide * grown(frame.size), 2)
                    canvas.use(name, stroke=palette[role], width=line, linecap="butt")
            inside()
    with canvas.group(name="coast", cls="coast"):
        line = round(0.5 * grown(frame.size), 2)
        canvas.use(name, stroke=palette["coast"], width=line, linecap="butt")


def grown(size: float) -> float:
    """How much wider lines are than on hexes of 15 mm: much less than the hexes are."""
    return float(max(0.6, min((size / 15) ** 0.4, 1.5)))


def box_path(box: Box) -> str:
    """A rectangle as a path."""
    left, top, right, bottom = box
    return f"M{left:.2f} {top:.2f}H{right:.2f}V{bottom:.2f}H{left:.2f}Z"
