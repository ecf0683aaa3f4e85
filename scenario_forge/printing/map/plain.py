"""The landscape in few lines, for small maps and pages: a calm coast, thin roads, frontiers, names that count.

Lines along hexsides are drawn through the middles of the sides, so that they stay clear of the middle of every hex.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.hexes import across, border, chains, lattice_centre, millimetres
from scenario_forge.printing.fonts import CAP_HEIGHT
from scenario_forge.printing.map.land import to_millimetres
from scenario_forge.printing.map.lattice import curve, lattice_of
from scenario_forge.printing.palette import mix
from scenario_forge.printing.svg import xy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side
    from scenario_forge.lettering.fonts import Face
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.palette import Palette
    from scenario_forge.printing.svg import XY, Box, Canvas


LABEL = 2.1
"""Type size of the names of places, in millimetres."""
FIGURE_PART = 0.72
"""Type size of a figure, in hexes from side to side."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Colours and widths of a plain map; widths in millimetres."""

    sea: str
    land: str
    barred: str
    coast: str
    coast_width: float
    road: str
    road_widths: tuple[float, ...]
    """By rank of the kind; kinds beyond the last are not drawn."""
    casing: str = ""
    casing_width: float = 0.0
    shores: tuple[tuple[float, str], ...] = ()
    """Bands of shallow water: width, colour."""
    sands: tuple[tuple[float, str], ...] = ()
    """Bands of land along the coast."""
    frontier: str = ""
    label: float = LABEL
    letter: float = 0.42
    """Width of a letter of a name, in type sizes, as far as one may guess it."""
    dots: tuple[float, float] = (0.0, 0.45)
    """Radius of the dot of a place: of any, and of one that is named."""
    on_page: bool = False
    """Names look as the style sheet of the page says, none is left out, and dots have titles."""


def pale_look(palette: Palette, _size: float) -> Plain:
    """Return the look with pale grounds, on which marks stand out."""

    def pale(role: str, part: float) -> str:
        return palette.ink(mix(palette[role], palette["page"], part))

    return Plain(
        sea=pale("sea", 0.25), land=pale("land", 0.3), barred=pale("land-rough", 0.2), coast=palette["coast"],
        coast_width=0.3, road=pale("track", 0.5), road_widths=(0.45, *[0.2] * 9), frontier=pale("wire", 0.45),
    )  # fmt: skip


def deep_look(palette: Palette, _size: float) -> Plain:
    """Return the look with deep water and shallows, warm land with sands, and only the most important roads."""
    sea = palette.ink(mix(palette["sea"], palette["name-water"], 0.45 if palette.profile.ink != "low" else 0.0))
    return Plain(
        sea=sea, land=palette["land"], barred="", coast=palette["coast"], coast_width=0.43,
        road=palette["road"], road_widths=(0.27,), casing=palette["road-casing"], casing_width=0.48,
        shores=tuple((width, palette.ink(mix(sea, "#FFFFFF", white))) for width, white in SHALLOWS),
        sands=tuple((width, palette["page"]) for width in SANDS),
    )  # fmt: skip


def fair_look(palette: Palette, size: float) -> Plain:
    """Return the look of the printed map; widths grow with the hexes, since pages have units of their own."""
    unit = size / 10
    return Plain(
        sea=palette["sea"], land=palette["land"], barred="", coast=palette["coast"], coast_width=0.5 * unit,
        road=palette["road"], road_widths=(0.7 * unit,) * 10, label=17.5 * unit, letter=0.66,
        dots=(1.6 * unit, 3.4 * unit), on_page=True,
    )  # fmt: skip


def thin_look(palette: Palette, size: float) -> Plain:
    """Return the look of the printed map with thinner roads, so that what is below them is seen."""
    return replace(fair_look(palette, size), road_widths=(0.05 * size,) * 10)


SHALLOWS = ((5.4, 0.12), (3.6, 0.26), (1.92, 0.42))
"""Bands of shallow water on a thumbnail: width in millimetres, part of white in the sea's colour."""
SANDS = (34.8, 20.4, 9.6)
"""Bands of land along the coast, each lighter than what lies behind: width in millimetres."""


# -- lines -----------------------------------------------------------------------------------------


def middles(points: Sequence[XY]) -> list[XY]:
    """Return the middle between each point and the next."""
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]


def ease(points: Sequence[XY]) -> list[XY]:
    """Return points moved half-way to the middle of their neighbours; the ends of an open line stay."""
    if len(points) > 1 and points[0] == points[-1]:
        return middles(middles([points[-2], *points, points[1]]))
    return [points[0], *middles(middles(points)), points[-1]]


def calm_curve(chain: Sequence[XY]) -> str:
    """Return a line from corner to corner of hexes as a curve near the middles of its sides."""
    sides = middles(chain)
    return curve(sides, closed=True) if chain[0] == chain[-1] else curve([chain[0], *sides, chain[-1]])


def soft_curve(chain: Sequence[XY]) -> str:
    """Return a line from corner to corner as a curve that bends less than :func:`calm_curve`: a front is no coast."""
    points = ease(ease(chain))
    return curve(points[:-1], closed=True) if chain[0] == chain[-1] else curve(points)


def along_sides(linked: HexMap, sides: Iterable[Side], size: float) -> list[list[XY]]:
    """Return hexsides as lines from corner to corner, in millimetres."""
    return [[millimetres(linked.grid, at, size) for at in chain] for chain in chains(linked.grid, sides)]


def front_path(linked: HexMap, sides: Sequence[Side], size: float) -> str:
    """Return a front as a path in millimetres of a map with hexes of that breadth."""
    return "".join(map(soft_curve, along_sides(linked, sides, size)))


@lru_cache(maxsize=8)
def _shapes(linked: HexMap) -> tuple[list[list[XY]], list[list[XY]], list[list[XY]]]:
    """In hexes: the rings of all land and of land that is barred, also beyond the rim, and the coast on the map."""
    lattice, passable = lattice_of(linked.grid), linked.passable
    rings = [
        [[millimetres(linked.grid, at, 1.0) for at in [*ring, ring[0]]] for ring in lattice.rings(inside)]
        for inside in (
            lattice.where(linked.land.__getitem__),
            lattice.where(lambda h: linked.land[h] and not passable[h]),
        )
    ]
    outline = border(linked.grid, [h for h in range(len(linked.grid)) if linked.land[h]])
    coast = along_sides(linked, [s for s in outline if min(across(linked.grid, s)) >= 0], 1.0)
    return rings[0], rings[1], coast


def outline(linked: HexMap, hexes: Iterable[int], size: float, *, smooth: bool = False) -> str:
    """Return the rim of some hexes in millimetres, along their sides or as calm curves; holes run the other way."""
    lattice = lattice_of(linked.grid)
    rings = lattice.rings({lattice_centre(linked.grid, hex_): None for hex_ in hexes})
    lines = [[millimetres(linked.grid, at, size) for at in ring] for ring in rings]
    return "".join(calm_curve([*line, line[0]]) if smooth else f"M{'L'.join(map(xy, line))}Z" for line in lines)


# -- layers ----------------------------------------------------------------------------------------


def draw_water(canvas: Canvas, plain: Plain, frame: MapFrame) -> None:
    """Draw water, and its shallows along the coast."""
    canvas.rect(frame.box, fill=plain.sea, cls="sea")
    coast = coast_path(frame)
    for width, colour in plain.shores:
        canvas.path(coast, stroke=colour, width=width, cls="shore")


def coast_path(frame: MapFrame) -> str:
    """Return the coast on the map, in millimetres."""
    return "".join(calm_curve(to_millimetres(line, frame.size)) for line in _shapes(frame.linked)[2])


def land_path(frame: MapFrame) -> str:
    """Return all land, in millimetres; it goes on beyond the rim of the map."""
    return "".join(calm_curve(to_millimetres(ring, frame.size)) for ring in _shapes(frame.linked)[0])


def draw_dry(canvas: Canvas, plain: Plain, frame: MapFrame) -> None:
    """Draw land, and on it the land that nobody enters."""
    canvas.path(land_path(frame), fill=plain.land, cls="land")
    if plain.barred:
        barred = "".join(calm_curve(to_millimetres(ring, frame.size)) for ring in _shapes(frame.linked)[1])
        canvas.path(barred, fill=plain.barred, cls="barred")


def draw_coast(canvas: Canvas, plain: Plain, frame: MapFrame) -> None:
    """Draw the line between land and water."""
    canvas.path(coast_path(frame), stroke=plain.coast, width=plain.coast_width, cls="coast")


def draw_ways(canvas: Canvas, plain: Plain, frame: MapFrame) -> None:
    """Draw roads through the middles of hexes, by kind."""
    linked = frame.linked
    kinds: dict[str, list[str]] = {kind: [] for kind in linked.line_kinds}
    for line in linked.lines:
        points = [frame.centre(h) for h in line.hexes if h is not None]
        if line.line.kind in kinds and any(frame.holds(point) for point in points):
            kinds[line.line.kind].append(curve(points))
    for width, (kind, parts) in zip(plain.road_widths, kinds.items(), strict=False):
        d = "".join(parts)
        if plain.casing:
            canvas.path(d, stroke=plain.casing, width=plain.casing_width, cls="casing")
        canvas.path(d, stroke=plain.road, width=width, cls=f"road {kind}")


def draw_frontiers(canvas: Canvas, plain: Plain, frame: MapFrame) -> None:
    """Draw hexsides that are boundaries, such as frontiers, as thin dashed lines."""
    linked = frame.linked
    kinds = {kind for kind, each in linked.hexside_kinds.items() if each.boundary}
    sides = [s for s, features in linked.sides.items() if any(f.kind in kinds for f in features)]
    d = "".join(map(calm_curve, along_sides(linked, sides, frame.size)))
    canvas.path(d, stroke=plain.frontier, width=0.4, dash="0.4 0.6", linecap="butt", cls="frontier")


def draw_names(
    canvas: Canvas, palette: Palette, frame: MapFrame, plain: Plain, marked: set[int], named: Collection[int] | None
) -> None:
    """Draw dots and names of places, the names where they cover neither a mark nor each other.

    Named are the hexes in ``named``; unless it is given, the places that count in play.
    """
    taken = [_around(frame, hex_) for hex_ in sorted(marked)]
    halo = "" if plain.on_page else palette.ink(mix(palette["page"], plain.land, 0.2))
    for name, (place, hex_, _where) in frame.linked.places.items():
        if hex_ is None or name != place.name or not frame.holds(point := frame.centre(hex_)):
            continue
        counts = hex_ in named if named is not None else place.capacity is not None or place.value is not None
        if plain.dots[counts] and hex_ not in marked:
            _dot(canvas, palette, plain, point, name, counts=counts)
        spot = _spot(frame, point, plain, name, taken) if counts else None
        if spot:
            taken.append(spot)
            at = ((spot[0] + spot[2]) / 2, spot[3] - 0.25 * plain.label)
            face: Face = "sans-semibold" if plain.on_page else "serif-italic"
            canvas.text(
                at, place.name, plain.label, face=face, fill=palette["name"], anchor="middle", halo=halo or None,
                halo_width=0.6, role="name",
            )  # fmt: skip


def _dot(canvas: Canvas, palette: Palette, plain: Plain, at: XY, name: str, *, counts: bool) -> None:
    cls, fill = ("objective", palette["page"]) if counts and plain.on_page else ("place", palette["coast"])
    with canvas.group(title=name) if plain.on_page else nullcontext():
        canvas.circle(at, plain.dots[counts], fill=fill, cls=cls)


def _spot(frame: MapFrame, point: XY, plain: Plain, name: str, taken: Sequence[Box]) -> Box | None:
    """Where a name stands; on a page in any case, over as little as can be."""
    boxes = list(_spots(point, plain.letter * plain.label * len(name), frame, plain.label))
    free = next((box for box in boxes if _faults(frame, box, taken) == 0), None)
    return min(boxes, key=lambda box: _faults(frame, box, taken)) if free is None and plain.on_page else free


def _around(frame: MapFrame, hex_: int) -> Box:
    around = frame.corners(hex_)
    xs, ys = [x for x, _ in around], [y for _, y in around]
    return min(xs), min(ys), max(xs), max(ys)


def _spots(point: XY, wide: float, frame: MapFrame, label: float) -> Iterator[Box]:
    """Where a name may stand around a hex: north before south, as towns stand on a coast."""
    x, y = point
    up, side = frame.size * 0.62, frame.size * 0.62 + wide / 2
    for dx, dy in ((0, -up), (side, -up), (-side, -up), (side, 0), (-side, 0), (0, up), (side, up), (-side, up)):
        low = y + dy + (label / 2 if dy == 0 else 0 if dy < 0 else label)
        yield x + dx - wide / 2, low - label, x + dx + wide / 2, low


def _faults(frame: MapFrame, box: Box, taken: Sequence[Box]) -> int:
    """How many other things a name covers; leaving the frame is worse than any of them."""
    left, top, right, bottom = box
    inside = frame.holds((left - 0.5, top - 0.5)) and frame.holds((right + 0.5, bottom + 0.5))
    meets = sum(left < b[2] and b[0] < right and top < b[3] and b[1] < bottom for b in taken)
    return meets if inside else meets + len(taken) + 1


def draw_figures(canvas: Canvas, palette: Palette, frame: MapFrame, figures: Mapping[int, int], fill: str = "") -> None:
    """Draw a figure in each hex that has room for it, in the colour of the page unless another is given."""
    size = min(frame.size * FIGURE_PART, 2.4)
    if size < 1.6:  # below 4.5 pt nobody reads it
        return
    for hex_, figure in figures.items():
        x, y = frame.centre(hex_)
        at = (x, y + CAP_HEIGHT * size / 2)
        canvas.text(
            at, str(figure), size, face="sans-semibold", fill=fill or palette["page"], anchor="middle", role="count"
        )


# -- a form to fill in ----------------------------------------------------------------------------


def draw_lettering(canvas: Canvas, palette: Palette, frame: MapFrame) -> None:
    """Draw the number of each hex, and the name of each place."""
    linked, size = frame.linked, frame.size
    with canvas.group(cls="ids"):
        for hex_ in frame.hexes:
            x, y = frame.centre(hex_)
            at = (x, y - size * 0.27)
            canvas.text(at, linked.name(hex_), size * 0.22, fill=palette["quiet"], anchor="middle", cls="n")
        for name, (place, at_hex, _where) in linked.places.items():
            if at_hex is not None and name == place.name:
                x, y = frame.centre(at_hex)
                at, fill = (x, y + size * 0.4), palette["name"]
                canvas.text(at, name, size * 0.26, face="serif-italic", fill=fill, anchor="middle", cls="place")


def sides_between(linked: HexMap) -> list[tuple[int, int]]:
    """Return the two hexes of each side of which at least one is land, in ascending order."""
    return [
        (hex_, other)
        for hex_ in range(len(linked.grid))
        for other in linked.grid.neighbours[hex_]
        if other > hex_ and (linked.land[hex_] or linked.land[other])
    ]


def corner_step(frame: MapFrame, hex_: int) -> str:
    """Return the path step to the first corner of a hex."""
    x, y = frame.corners(hex_)[0]
    return f"M{x:.2f} {y:.2f}"


def hexagon(frame: MapFrame) -> str:
    """Return the outline of a hex from its first corner on, as relative path steps."""
    around = frame.corners(0)
    return "".join(f"l{b[0] - a[0]:.2f} {b[1] - a[1]:.2f}" for a, b in pairwise(around)) + "z"
