"""Features along hexsides except relief: rivers, streams, wire, borders, walls and ditches."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, get_args

from scenario_forge.documents.map_ import SideDrawing
from scenario_forge.hexes import chains, millimetres, side_ends
from scenario_forge.printing.map.ground import terrain_look
from scenario_forge.printing.map.land import is_near, line_growth, sea_hexes, to_millimetres
from scenario_forge.printing.map.lattice import (
    AREA,
    PIECES,
    STRAIGHT,
    WATER,
    along,
    bend_line,
    chance,
    curve,
    lattice_of,
    side_from,
    trails,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Point, Side
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.svg import XY, Canvas


_SIDES: tuple[SideDrawing, ...] = get_args(SideDrawing)


def side_look(linked: HexMap, kind_id: str) -> SideDrawing:
    """Return the drawing of a hexside: as it says, by its id, a boundary as border, a barrier as river, else ridge."""
    kind = linked.hexside_kinds.get(kind_id)
    if kind is None:
        return "border"
    if kind.drawn is not None:
        return kind.drawn
    if named := next((look for look in _SIDES if look == kind_id), None):
        return named
    if kind.boundary:
        return "border"
    return "ridge" if kind.passable else "river"


RIVERS: tuple[SideDrawing, ...] = ("river", "stream")
MADE: tuple[SideDrawing, ...] = ("border", "wire", "wall", "ditch")


@lru_cache(maxsize=8)
def side_lines(linked: HexMap) -> dict[SideDrawing, list[list[XY]]]:
    """Return rivers and man-made features, as lines in hexes."""
    sides: dict[SideDrawing, list[Side]] = {}
    for of, features in linked.sides.items():
        for feature in features:
            look = side_look(linked, feature.kind)
            if look in RIVERS or look in MADE:
                sides.setdefault(look, []).append(of)
    return {
        look: [_natural(linked, chain, look) for chain in chains(linked.grid, sides[look])]
        for look in (*RIVERS, *MADE)
        if look in sides
    }


def _natural(linked: HexMap, chain: list[Point], look: SideDrawing) -> list[XY]:
    """Return a chain as a line: bent, but a ditch exactly along its hexsides, since each of them counts in play."""
    if look == "ditch":
        return [millimetres(linked.grid, at, 1.0) for at in chain]
    river = look in RIVERS
    bend = WATER if river else STRAIGHT
    closed = chain[0] == chain[-1]
    points = [millimetres(linked.grid, at, 1.0) for at in (chain[:-1] if closed else chain)]
    line = bend_line(points, bend, closed=closed)
    if closed:
        return [*line, line[0]]
    if river:
        line = lattice_of(linked.grid).beside_numbers(line, (0.22, 0.15))
        line = [*_beyond(linked, chain[0]), *line, *reversed(_beyond(linked, chain[-1]))]
    return line


def _beyond(linked: HexMap, end: Point) -> list[XY]:
    """Where a river goes on from its end: into the sea, or off the map."""
    lattice, sea = lattice_of(linked.grid), sea_hexes(linked)
    x, y = end
    cells = [(x - dx, y - dy) for dx, dy in lattice.corners if (x - dx, y - dy) in lattice.hex_at]
    out = [at for at in cells if at not in lattice.on_map] or [at for at in cells if sea[lattice.hex_at[at]]]
    if not out:
        return []
    here = millimetres(linked.grid, end, 1.0)
    middles = [millimetres(linked.grid, at, 1.0) for at in out]
    cx, cy = sum(p[0] for p in middles) / len(middles), sum(p[1] for p in middles) / len(middles)
    return [(cx, cy), ((cx + here[0]) / 2, (cy + here[1]) / 2)]


def _drawn(frame: MapFrame, look: SideDrawing) -> list[list[XY]]:
    lines = side_lines(frame.linked).get(look, [])
    return [to_millimetres(line, frame.size) for line in lines if is_near(frame, line)]


def draw_rivers(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw rivers with green banks, and streams; call before the sea, which covers their mouths."""
    with canvas.group(name="rivers", cls="rivers"):
        for look in RIVERS:
            draw_side(canvas, brief, look, _drawn(frame, look), line_growth(frame.size))


def draw_made(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw borders, wire, walls and ditches."""
    with canvas.group(name="hexsides", cls="hexsides"):
        for look in MADE:
            draw_side(canvas, brief, look, _drawn(frame, look), line_growth(frame.size))


def draw_side(canvas: Canvas, brief: Brief, look: SideDrawing, lines: list[list[XY]], wide: float) -> None:
    """Draw lines in millimetres as one kind of hexside."""
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
        teeth = "".join(_sawtooth(line, wide) for line in lines)
        canvas.path(teeth, stroke=palette["symbol-ground"], width=0.9 * wide)
        canvas.path(teeth, stroke=palette["fortification"], width=0.34 * wide, cls=look)


def _sawtooth(line: list[XY], wide: float) -> str:
    found = []
    for number, ((x, y), (ux, uy)) in enumerate(along(line, 0.6 * wide)):
        out = (0.45 if number % 2 else -0.45) * wide
        found.append(f"{x - uy * out:.2f} {y + ux * out:.2f}")
    return "M" + "L".join(found)


def _crosses(lines: list[list[XY]], wide: float) -> str:
    found = []
    arm = 0.5 * wide
    for line in lines:
        for (x, y), (ux, uy) in along(line, 1.75 * wide):
            for side in (1, -1):
                dx, dy = (ux - side * uy) * arm * 0.8, (uy + side * ux) * arm * 0.8
                found.append(f"M{x - dx:.2f} {y - dy:.2f}L{x + dx:.2f} {y + dy:.2f}")
    return "".join(found)


# -- escarpments, ridges and the rim of depressions ------------------------------------------------


RELIEF: tuple[SideDrawing, ...] = ("escarpment", "ridge")
TICK = 1.5
"""Length of an escarpment's ticks in millimetres."""
_CONTEXT = 4
_LIGHT = (-0.5, -0.866)


@lru_cache(maxsize=8)
def crests(linked: HexMap) -> dict[SideDrawing, list[list[XY]]]:
    """Return escarpments and ridges as lines in hexes; the high ground lies at the left along the line."""
    edges: dict[SideDrawing, list[tuple[Point, Point]]] = {}
    for of, features in linked.sides.items():
        for feature in features:
            look = side_look(linked, feature.kind)
            if look in RELIEF:
                edges.setdefault(look, []).append(side_from(linked.grid, of, feature.high))
    goes_on = _along_rims(linked)
    return {look: [_natural_line(linked, t, goes_on) for t in trails(edges[look])] for look in RELIEF if look in edges}


def _natural_line(
    linked: HexMap, trail: list[Point], goes_on: tuple[dict[Point, Point], dict[Point, Point]]
) -> list[XY]:
    """A crest; where one ends on the rim of a depression, it is bent as if it went on along the rim."""
    closed = trail[0] == trail[-1]
    if closed:
        line = bend_line([millimetres(linked.grid, at, 1.0) for at in trail[:-1]], AREA, closed=True)
        return [*line, line[0]]
    head, tail = _further(trail[1::-1], goes_on), _further(trail[-2:], goes_on)
    longer = [*head[::-1], *trail, *tail]
    line = bend_line([millimetres(linked.grid, at, 1.0) for at in longer], AREA, closed=False)
    if len(longer) < 3:
        return line
    return line[len(head) * PIECES : len(line) - len(tail) * PIECES]


def _along_rims(linked: HexMap) -> tuple[dict[Point, Point], dict[Point, Point]]:
    """The next corner on the rims of depressions, one way round and the other."""
    onwards = {a: b for ring in _deep_rings(linked) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)}
    return onwards, {b: a for a, b in onwards.items()}


def _further(end: list[Point], goes_on: tuple[dict[Point, Point], dict[Point, Point]]) -> list[Point]:
    """A few corners of the rim beyond the end of a crest that runs along it."""
    before, last = end
    for way in goes_on:
        if way.get(before) == last:
            found = [way[last]]
            while len(found) < _CONTEXT:
                found.append(way[found[-1]])
            return found
    return []


def draw_relief(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw escarpments and ridges: a line along the crest, and ticks down the slope."""
    with canvas.group(name="relief", cls="relief"):
        for look, lines in crests(frame.linked).items():
            drawn = [to_millimetres(line, frame.size) for line in lines if is_near(frame, line)]
            draw_crests(canvas, brief, look, drawn, line_growth(frame.size))


def draw_crests(canvas: Canvas, brief: Brief, look: SideDrawing, lines: list[list[XY]], wide: float) -> None:
    """Draw escarpments or ridges along lines in millimetres, the high ground at their left."""
    colour = brief.palette["relief"]
    with canvas.group(cls=look):
        if look == "escarpment":
            canvas.path("".join(map(curve, lines)), stroke=colour, width=0.32 * wide, cls="edge")
            canvas.path("".join(tick for line in lines for tick in scarp_ticks(line, wide)), fill=colour, cls="ticks")
        else:
            d = "".join(tick for line in lines for tick in ridge_ticks(line, wide))
            canvas.path(d, stroke=colour, width=0.2 * wide, cls="ticks")


def scarp_ticks(line: list[XY], wide: float) -> Iterator[str]:
    """Yield wedges that fall from an edge to its right, heavier on slopes in the shade."""
    for number, ((x, y), (ux, uy)) in enumerate(along(line, 0.82 * wide)):
        down = (-uy, ux)
        shade = 0.5 - 0.5 * (down[0] * _LIGHT[0] + down[1] * _LIGHT[1])
        half = (0.14 + 0.17 * shade) * wide
        long = TICK * wide * (0.8 + 0.4 * chance(number, round(x * 10), round(y * 10)))
        tip = (x + down[0] * long, y + down[1] * long)
        one, two = (x - ux * half, y - uy * half), (x + ux * half, y + uy * half)
        yield f"M{one[0]:.2f} {one[1]:.2f}L{tip[0]:.2f} {tip[1]:.2f}L{two[0]:.2f} {two[1]:.2f}Z"


def ridge_ticks(line: list[XY], wide: float) -> Iterator[str]:
    """Yield short strokes on both sides of an undrawn edge, longer in the shade, broken here and there."""
    for number, ((x, y), (ux, uy)) in enumerate(along(line, 0.62 * wide)):
        if number % 9 == 8:
            continue
        for side in (1, -1):
            down = (-uy * side, ux * side)
            shade = 0.5 - 0.5 * (down[0] * _LIGHT[0] + down[1] * _LIGHT[1])
            near_by = 0.22 * wide
            long = near_by + (0.45 + 0.45 * shade + 0.25 * chance(number, side, round(x * 10))) * wide
            a, b = (x + down[0] * near_by, y + down[1] * near_by), (x + down[0] * long, y + down[1] * long)
            yield f"M{a[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}"


# -- depressions -----------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def rims(linked: HexMap) -> list[list[XY]]:
    """Return stretches in hexes of the rims of depressions without an escarpment; the floor lies at their left."""
    grid = linked.grid
    steep = {frozenset(side_ends(grid, of)) for of in linked.sides if _is_relief(linked, of)}
    found: list[list[XY]] = []
    for ring in _deep_rings(linked):
        line = bend_line([millimetres(grid, at, 1.0) for at in ring], AREA, closed=True)
        bare = [frozenset((a, b)) not in steep for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
        for index in range(len(ring)):
            if bare[index]:
                piece = line[index * PIECES : (index + 1) * PIECES + 1]
                piece += line[:1] if index == len(ring) - 1 else []
                if found and found[-1][-1] == piece[0]:
                    found[-1] += piece[1:]
                else:
                    found.append(piece)
    return found


def _deep_rings(linked: HexMap) -> list[list[Point]]:
    """The outlines of depressions from corner to corner, the floor at the left."""
    lattice = lattice_of(linked.grid)
    deep = {t: terrain_look(linked, t) == "depression" for t in {*linked.terrain}}
    return lattice.rings(lattice.where(lambda hex_: deep[linked.terrain[hex_]]))


def _is_relief(linked: HexMap, of: Side) -> bool:
    return any(side_look(linked, feature.kind) in RELIEF for feature in linked.sides[of])


def draw_rims(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw hachures inside the rims of depressions."""
    colour, wide = brief.palette["rim"], line_growth(frame.size)
    drawn = [to_millimetres(line, frame.size) for line in rims(frame.linked) if is_near(frame, line)]
    with canvas.group(name="depressions", cls="depressions"):
        canvas.path("".join(map(curve, drawn)), stroke=colour, width=0.16 * wide, cls="edge")
        d = "".join(tick for line in drawn for tick in rim_ticks(line, wide))
        canvas.path(d, stroke=colour, width=0.18 * wide, cls="ticks")


def rim_ticks(line: list[XY], wide: float) -> Iterator[str]:
    """Yield strokes to the left of a rim, long and short in turn."""
    for number, ((x, y), (ux, uy)) in enumerate(along(line, 0.75 * wide)):
        long = (1.15 if number % 2 else 0.75) * wide * (0.85 + 0.3 * chance(number, round(x * 10), 5))
        yield f"M{x:.2f} {y:.2f}L{x + uy * long:.2f} {y - ux * long:.2f}"
