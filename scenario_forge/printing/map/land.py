"""Land and water: the ground of each area, the marks of its texture, and the sea laid over it along a smooth coast.

Each texture has a few patterns of marks for a hex, drawn once and used in every hex; the hex alone decides which one.
Marks keep clear of the hex number, and in hexes with symbols of the middle. Light comes from the north-west.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.hexes import millimetres
from scenario_forge.printing.map.ground import ground_role, terrain_look
from scenario_forge.printing.map.lattice import AREA, COAST, Bend, bend_line, chance, curve, lattice_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scenario_forge.documents.map_ import Texture
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Grid, Point
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.palette import Palette
    from scenario_forge.printing.svg import XY, Box, Canvas


# -- land, water and the coast between them --------------------------------------------------------


NUMBER = (0.16, 0.095)
"""Half the room of a hex number, in hexes."""
SHORE = ((1.0, 0.2), (2.1, 0.13))
"""Shore lines: how far from the coast, how wide; millimetres on hexes of 15 mm."""


@lru_cache(maxsize=8)
def sea_hexes(linked: HexMap) -> bytearray:
    """Return 1 for each hex that is drawn as sea, 0 for others."""
    looks = {terrain: terrain_look(linked, terrain) == "sea" for terrain in {*linked.terrain}}
    return bytearray(looks[terrain] for terrain in linked.terrain)


@lru_cache(maxsize=8)
def sea_rings(linked: HexMap) -> list[list[XY]]:
    """Return the closed outlines of all water in hexes, also beyond the rim; water lies at the left along them."""
    sea = sea_hexes(linked)
    return outlines(linked.grid, lattice_of(linked.grid).where(sea.__getitem__), COAST)


def outlines(grid: Grid, inside: dict[Point, None], bend: Bend) -> list[list[XY]]:
    """Return the outlines of hexes, given by their centres on the lattice, as natural closed lines in hexes."""
    lattice = lattice_of(grid)
    lines = (
        bend_line([millimetres(grid, at, 1.0) for at in ring], bend, closed=True) for ring in lattice.rings(inside)
    )
    return [lattice.beside_numbers(line, NUMBER) for line in lines]


def to_millimetres(points: list[XY], size: float) -> list[XY]:
    """Return points in hexes as points in millimetres of the frame."""
    return [(x * size, y * size) for x, y in points]


def is_near(frame: MapFrame, points: list[XY]) -> bool:
    """Return whether a line in hexes comes near what is drawn."""
    left, top, right, bottom = (edge / frame.size for edge in frame.box)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) < right + 1 and max(xs) > left - 1 and min(ys) < bottom + 1 and max(ys) > top - 1


def sea_path(frame: MapFrame) -> str:
    """Return the outline of all water near a frame, in millimetres."""
    rings = [ring for ring in sea_rings(frame.linked) if is_near(frame, ring)]
    return "".join(curve(to_millimetres(ring, frame.size), closed=True) for ring in rings)


def draw_sea(canvas: Canvas, brief: Brief, frame: MapFrame, inside: Callable[[], None]) -> None:
    """Draw water, its shore lines, what ``inside`` draws within it, and the coast."""
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
                    line = round(wide * line_growth(frame.size), 2)
                    canvas.use(name, stroke=palette[role], width=line, linecap="butt")
            inside()
    with canvas.group(name="coast", cls="coast"):
        line = round(0.5 * line_growth(frame.size), 2)
        canvas.use(name, stroke=palette["coast"], width=line, linecap="butt")


def line_growth(size: float) -> float:
    """Return the factor of line widths against hexes of 15 mm; lines grow much less than hexes do."""
    return float(max(0.6, min((size / 15) ** 0.4, 1.5)))


def box_path(box: Box) -> str:
    """Return a rectangle as a path."""
    left, top, right, bottom = box
    return f"M{left:.2f} {top:.2f}H{right:.2f}V{bottom:.2f}H{left:.2f}Z"


# -- textures: what tells terrain apart without colour ---------------------------------------------


VARIANTS = 6
_APOTHEM = 0.5
_FOOT = 0.2
"""Below this an area's edge may run, since edges pass above the numbers of the hexes below."""


class Pen:
    """Pen for the marks of one pattern: fine lines, strong lines (in the shade), and filled shapes; in hexes."""

    def __init__(self) -> None:
        self.fine: list[str] = []
        self.strong: list[str] = []
        self.filled: list[str] = []

    def dot(self, x: float, y: float) -> None:
        """Draw a dot as wide as a strong line."""
        self.strong.append(f"M{_n(x)} {_n(y)}h.001")


def _n(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"


def _line(*points: XY) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _dunes(pen: Pen, x: float, y: float, luck: float) -> None:
    """A crescent of dots, its back to the wind, thinning out in its shade."""
    radius = 0.09 + 0.03 * luck
    for row, (count, wide) in enumerate(((11, 1.12), (7, 0.72), (4, 0.4))):
        part, shade = 1.0 - 0.17 * row, 0.02 * row
        for k in range(count):
            angle = pi * (1.3 + wide * ((k + 0.5) / count - 0.5)) + 0.25 * (luck - 0.5)
            pen.dot(x + 0.02 + radius * part * 1.2 * cos(angle) + shade, y + 0.04 + radius * part * sin(angle) + shade)


def _rough(pen: Pen, x: float, y: float, luck: float) -> None:
    """A small broken edge that bends, with wedges falling to the shaded side."""
    turn = (luck - 0.6) * 1.5
    ux, uy = cos(turn), sin(turn)
    steps = 6 + int(luck * 3)
    crest = []
    for k in range(steps):
        t = k - (steps - 1) / 2
        bow = 0.007 * t * t - 0.02 + 0.012 * ((k * 7 + int(luck * 9)) % 3)
        px, py = x + ux * t * 0.03 - uy * bow, y + uy * t * 0.03 + ux * bow
        crest.append((px, py))
        long = 0.035 + 0.022 * ((k * 5 + int(luck * 11)) % 3)
        fan = t * 0.05
        foot = (px + (ux * fan - uy) * long, py + (uy * fan + ux) * long)
        pen.filled.append(_line((px - 0.009 * ux, py - 0.009 * uy), (px + 0.009 * ux, py + 0.009 * uy), foot) + "Z")
    pen.fine.append(_line(*crest))


def _depression(pen: Pen, x: float, y: float, luck: float) -> None:
    """The flat floor: a level dash, a shorter one under it."""
    long = 0.045 + 0.03 * luck
    pen.fine.append(_line((x - long, y), (x + long, y)))
    pen.fine.append(_line((x - long * 0.3, y + 0.03), (x + long * 0.7, y + 0.03)))


def _hills(pen: Pen, x: float, y: float, luck: float) -> None:
    """A round top, hatched on the shaded side."""
    r = 0.07 + 0.02 * luck
    top = f"Q{_n(x - r * 0.5)} {_n(y - r)} {_n(x + r * 0.2)} {_n(y - r * 0.7)}"
    pen.strong.append(f"M{_n(x - r)} {_n(y + r * 0.6)}{top}T{_n(x + r)} {_n(y + r * 0.6)}")
    for k in (0.1, 0.4, 0.7):
        pen.fine.append(_line((x + r * k, y - r * (0.62 - 0.7 * k)), (x + r * (k - 0.12), y + r * 0.6)))


def _mountain(pen: Pen, x: float, y: float, luck: float) -> None:
    """A peak with its shaded face filled."""
    r = 0.1 + 0.03 * luck
    pen.strong.append(_line((x - r, y + r * 0.7), (x, y - r * 0.8), (x + r, y + r * 0.7)))
    edge = _line((x, y - r * 0.8), (x + r, y + r * 0.7), (x + r * 0.35, y + r * 0.7), (x + r * 0.15, y + r * 0.1))
    pen.filled.append(edge + "Z")


def _marsh(pen: Pen, x: float, y: float, luck: float) -> None:
    """A tuft of reeds over lines of water."""
    long = 0.075 + 0.02 * luck
    pen.strong.append(_line((x - long, y), (x + long, y)))
    pen.fine.append(_line((x - long * 0.6, y + 0.03), (x + long * 0.6, y + 0.03)))
    for k in (-0.5, 0.0, 0.5):
        pen.fine.append(_line((x + k * 0.06, y - 0.005), (x + k * 0.1, y - 0.075 + abs(k) * 0.03)))


def _wood(pen: Pen, x: float, y: float, luck: float) -> None:
    """Crowns: a filled half in the shade, a round outline."""
    r = 0.05 + 0.015 * luck
    pen.fine.append(f"M{_n(x - r)} {_n(y)}a{_n(r)} {_n(r)} 0 1 1 {_n(2 * r)} 0a{_n(r)} {_n(r)} 0 1 1 {_n(-2 * r)} 0")
    dx, dy = r * 0.7071, r * 0.7071
    pen.filled.append(f"M{_n(x + dx)} {_n(y - dy)}A{_n(r)} {_n(r)} 0 0 1 {_n(x - dx)} {_n(y + dy)}"
                      f"Q{_n(x + dx * 0.6)} {_n(y + dy * 0.6)} {_n(x + dx)} {_n(y - dy)}Z")  # fmt: skip


def _scrub(pen: Pen, x: float, y: float, luck: float) -> None:
    """Three twigs from one root."""
    high = 0.05 + 0.015 * luck
    for k in (-0.8, 0.0, 0.8):
        pen.fine.append(_line((x, y + high / 2), (x + k * high, y - high * (0.5 - 0.3 * abs(k)))))


def _salt(pen: Pen, x: float, y: float, luck: float) -> None:
    """A cracked crust: three cracks that meet."""
    turn = luck * pi
    for k in range(3):
        angle = turn + k * 2 * pi / 3
        pen.fine.append(_line((x, y), (x + 0.08 * cos(angle), y + 0.08 * sin(angle))))


def _cultivated(pen: Pen, x: float, y: float, luck: float) -> None:
    """A field of furrows, lying one way or the other."""
    turn = pi / 5 if luck < 0.5 else -pi / 4
    ux, uy = cos(turn), sin(turn)
    for k in (-1.5, -0.5, 0.5, 1.5):
        ox, oy = x - uy * k * 0.038, y + ux * k * 0.038
        pen.fine.append(_line((ox - ux * 0.075, oy - uy * 0.075), (ox + ux * 0.075, oy + uy * 0.075)))


MARKS: dict[Texture, tuple[Callable[[Pen, float, float, float], None], int]] = {
    "dunes": (_dunes, 8), "rough": (_rough, 8), "depression": (_depression, 8), "hills": (_hills, 7),
    "mountain": (_mountain, 6), "marsh": (_marsh, 8), "wood": (_wood, 20), "scrub": (_scrub, 12),
    "salt": (_salt, 11), "cultivated": (_cultivated, 13),
}  # fmt: skip
"""What each texture puts where, and how often in a hex."""


@lru_cache(maxsize=256)
def mark_spots(
    orientation: str, count: int, variant: int, middle: bool, foot: bool = True
) -> tuple[tuple[float, float, float], ...]:
    """Return well spread, slightly irregular places in a hex around (0, 0), clear of the number.

    Without ``middle`` they are also clear of symbols in the middle, without ``foot`` of the lower edge.
    """
    found: list[tuple[float, float, float]] = []
    for number in range(count):
        best: tuple[float, float, float, float] = (-1.0, 0.0, 0.0, 0.0)
        for attempt in range(60):
            key = number * 60 + attempt
            x, y = chance(key, variant, 11) - 0.5, (chance(key, variant, 12) - 0.5) * 1.155
            if not _free(orientation, x, y, middle) or (y > _FOOT and not foot):
                continue
            gap = min((hypot(x - a, y - b) for a, b, _ in found), default=0.3)
            # half as far from the edge as from each other: beyond it lie the marks of the next hex
            best = max(best, (min(gap, 2.2 * _inset(orientation, x, y)), x, y, chance(key, variant, 13)))
        if best[0] > 0.62 / sqrt(count):
            found.append(best[1:])
    return tuple(found)


def _inset(orientation: str, x: float, y: float) -> float:
    """How far inside a hex of width 1 a point lies; negative outside."""
    x, y = (abs(x), abs(y)) if orientation == "pointy" else (abs(y), abs(x))
    return _APOTHEM - max(x, x / 2 + y * sqrt(3) / 2)


def _free(orientation: str, x: float, y: float, middle: bool) -> bool:
    if _inset(orientation, x, y) < 0.05 or (not middle and hypot(x, y) < 0.4):
        return False
    top = -0.29 if orientation == "pointy" else -0.22
    return not (y < top and abs(x) < 0.3)


class Pattern(NamedTuple):
    """Marks of a hex: texture, variant, whether in its middle, and whether at its foot."""

    look: Texture
    variant: int
    middle: bool = True
    foot: bool = True


def pattern(canvas: Canvas, palette: Palette, grid: Grid, which: Pattern, size: float) -> str:
    """Draw the marks of a texture for a hex around (0, 0) once, and return the drawing's name; "" for a plain one."""
    look, variant, middle, foot = which
    if look not in MARKS:
        return ""
    name = f"{look}-{variant}{'' if middle else 'm'}{'' if foot else 'f'}-{size:g}"
    draw, count = MARKS[look]
    pen = Pen()
    for x, y, luck in mark_spots(grid.orientation, count, variant, middle, foot):
        draw(pen, x, y, luck)
    width, colour = line_growth(size) / size, palette["texture"]
    with canvas.shared(name, transform=f"scale({size:g})", stroke=colour, stroke_linecap="round"):
        for lines, wide in ((pen.fine, 0.16 * width), (pen.strong, 0.3 * width)):
            with canvas.group(stroke_width=f"{wide:.4f}"):
                canvas.path("".join(lines))
        canvas.path("".join(pen.filled), fill=colour, stroke="none")
    return name


# -- areas -----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def areas(linked: HexMap) -> dict[Texture, list[list[XY]]]:
    """Return the outlines in hexes of each texture's areas; at a coast they reach out under the sea."""
    lattice, sea = lattice_of(linked.grid), sea_hexes(linked)
    looks = {terrain: terrain_look(linked, terrain) for terrain in {*linked.terrain}}
    inside: dict[Texture, dict[Point, None]] = {}
    for at, hex_ in lattice.hex_at.items():
        look = looks[linked.terrain[hex_]]
        if look not in ("plain", "sea"):
            inside.setdefault(look, {})[at] = None
    for cells in inside.values():
        for at in list(cells):
            ring = (lattice.neighbour(at, d) for d in range(6))
            cells.update({other: None for other in ring if other in lattice.hex_at and sea[lattice.hex_at[other]]})
    return {look: outlines(linked.grid, inside[look], AREA) for look in sorted(inside)}


def draw_areas(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw the ground colours of all terrain but plain land."""
    with canvas.group(name="terrain", cls="terrain"):
        for look, rings in areas(frame.linked).items():
            d = "".join(curve(to_millimetres(ring, frame.size), closed=True) for ring in rings if is_near(frame, ring))
            canvas.path(d, fill=brief.palette[ground_role(look)], cls=f"ground {look}", fill_rule="evenodd")


def draw_textures(canvas: Canvas, brief: Brief, frame: MapFrame, shown: Iterable[int], busy: set[int]) -> None:
    """Draw the marks of each hex; in ``busy`` hexes the middle stays clear."""
    linked = frame.linked
    looks = {terrain: terrain_look(linked, terrain) for terrain in {*linked.terrain}}
    sea, below = sea_hexes(linked), (4, 5) if linked.grid.orientation == "pointy" else (3, 4, 5)
    uses: dict[Pattern, list[XY]] = {}
    for hex_ in shown:
        look = looks[linked.terrain[hex_]]
        if look in MARKS:
            lower = [other for d in below if (other := linked.grid.neighbours[hex_][d]) >= 0 and not sea[other]]
            foot = all(looks[linked.terrain[other]] == look for other in lower)
            variant = int(chance(hex_, 0, 21) * VARIANTS)
            uses.setdefault(Pattern(look, variant, hex_ not in busy, foot), []).append(frame.centre(hex_))
    with canvas.group(name="textures", cls="textures"):
        for which, places in sorted(uses.items()):
            name = pattern(canvas, brief.palette, linked.grid, which, frame.size)
            with canvas.group(cls=f"texture {which.look}"):
                for x, y in places:
                    canvas.use(name, (round(x, 2), round(y, 2)))
