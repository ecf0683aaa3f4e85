"""A small map as SVG in millimetres: land and sea, roads, and the hexes that matter marked.

A pure function of the linked map. Plain SVG 1.1: paths and text, halos as a text of their own below.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF, across, border, centre, chains, corners, extent, millimetres
from scenario_forge.printing.cards.curves import curve, eased, middles, mm, xy
from scenario_forge.printing.colour import mix
from scenario_forge.printing.palette import Palette
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.svg import xml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.hexes import Point, Side
    from scenario_forge.printing.cards.curves import XY
    from scenario_forge.project.hexmap import HexMap

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""

MARGIN = 2
"""Hexes around the outermost mark."""
LABEL = 2.1
"""Type size of place names, in millimetres."""


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours of a small map, paler than those of the large one."""

    land: str
    sea: str
    barred: str
    coast: str
    road: str
    frontier: str
    front: str
    other: str
    page: str
    name: str

    @classmethod
    def of(cls, palette: Palette) -> Inks:
        """Those of a palette."""
        page = palette["page"]

        def pale(role: str, part: float) -> str:
            return palette.ink(mix(palette[role], page, part))

        return cls(
            land=pale("land", 0.3),
            sea=pale("sea", 0.25),
            barred=pale("land-rough", 0.2),
            coast=palette["coast"],
            road=pale("track", 0.5),
            frontier=pale("wire", 0.45),
            front=palette["ink"],
            other=palette["quiet"],
            page=page,
            name=palette["name"],
        )


@dataclass(frozen=True)
class Frame:
    """The part of a map that is drawn: its corner and size in millimetres at a hex size."""

    size: float
    left: float
    top: float
    width: float
    height: float

    def holds(self, point: XY, rim: float = 0.0) -> bool:
        """Whether a point lies inside, or at most ``rim`` outside."""
        x, y = point[0] - self.left, point[1] - self.top
        return -rim <= x <= self.width + rim and -rim <= y <= self.height + rim


def small_map(
    linked: HexMap,
    own: Mapping[int, int],
    other: Iterable[int],
    accent: str,
    palette: Palette | None = None,
    width: float = 186.0,
    height: float = 62.0,
    front: Sequence[Side] = (),
) -> str:
    """The hexes in ``own`` filled with ``accent`` and numbered, those in ``other`` outlined; cropped to both.

    ``width`` and ``height`` are the most it may take, in millimetres; along ``front`` runs a dashed line.
    """
    ink = Inks.of(palette or Palette(Profile()))
    enemy = sorted(set(other) - own.keys())
    frame = fit(linked, [*own, *enemy], width, height)
    grid, size = linked.grid, frame.size
    inside = [h for h in range(len(grid)) if frame.holds(centre(grid, h, size), 2 * size)]
    halo, line = _front(linked, front, frame, ink)
    parts = [_land(linked, frame, inside, ink), _lines(linked, frame, ink), halo]
    theirs = f'class="other" fill="{ink.page}" stroke="{ink.other}" stroke-width="0.25"'
    ours = f'class="own" fill="{accent}" stroke="{ink.page}" stroke-width="0.15"'
    parts += [_hex(linked, hex_, frame, theirs) for hex_ in enemy]
    parts += [_hex(linked, hex_, frame, ours) for hex_ in own]
    parts.append(line)
    parts += _counts(linked, own, frame, ink)
    parts += _names(linked, {*own, *enemy}, frame, ink)
    box = f'x="{mm(frame.left)}" y="{mm(frame.top)}" width="{mm(frame.width)}" height="{mm(frame.height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(frame.width)}mm" height="{mm(frame.height)}mm" '
        f'viewBox="{mm(frame.left)} {mm(frame.top)} {mm(frame.width)} {mm(frame.height)}">'
        f'<rect {box} fill="{ink.sea}"/>{"".join(parts)}'
        f'<rect {box} fill="none" stroke="{ink.coast}" stroke-width="0.3"/></svg>'
    )


def fit(linked: HexMap, marked: Sequence[int], width: float, height: float) -> Frame:
    """The frame around the marked hexes, or the whole map, as large as the room allows; hexes up to 6 mm."""
    grid = linked.grid
    points = [corner for h in marked or range(len(grid)) for corner in corners(grid, h, 1.0)]
    left, right = min(x for x, _ in points) - MARGIN, max(x for x, _ in points) + MARGIN
    top, bottom = min(y for _, y in points) - MARGIN, max(y for _, y in points) + MARGIN
    size = min(width / (right - left), height / (bottom - top), 6.0)
    spare = (width / size - (right - left)) / 2
    wide, down = extent(grid, 1.0)
    over = max(spare - left, 0.0), max(right + spare - wide, 0.0)  # what one rim of the map refuses, the other may give
    left, right = max(left - spare - over[1], 0.0), min(right + spare + over[0], wide)
    top, bottom = max(top, 0.0), min(bottom, down)
    return Frame(size, left * size, top * size, (right - left) * size, (bottom - top) * size)


def _land(linked: HexMap, frame: Frame, inside: Sequence[int], ink: Inks) -> str:
    grid = linked.grid
    land = [h for h in inside if linked.land[h]]
    barred = [h for h in land if not linked.passable[h]]
    outline = border(grid, land)
    near = frozenset(inside)
    coast = [s for s in outline if near.issuperset(across(grid, s))]
    shape = _smooth(linked, chains(grid, outline), frame)
    return (
        f'<path class="land" d="{shape}" fill="{ink.land}" fill-rule="evenodd"/>'
        f'<path class="land" d="{_beyond(linked, frame, land)}" fill="{ink.land}"/>'
        f'<path class="barred" d="{_smooth(linked, chains(grid, border(grid, barred)), frame)}" fill="{ink.barred}" '
        'fill-rule="evenodd"/>'
        f'<path class="coast" d="{_smooth(linked, chains(grid, coast), frame)}" fill="none" stroke="{ink.coast}" '
        'stroke-width="0.3" stroke-linejoin="round"/>'
    )


def _beyond(linked: HexMap, frame: Frame, land: Sequence[int]) -> str:
    """The land goes on beyond the rim of the map: rim hexes, and a hex like each where a neighbour would be."""
    found = []
    for hex_ in land:
        off = [d for d, other in enumerate(linked.grid.neighbours[hex_]) if other == OFF]
        x, y = centre(linked.grid, hex_, frame.size)
        around = corners(linked.grid, hex_, frame.size)
        for dx, dy in [(around[d - 1][0] + around[d][0] - 2 * x, around[d - 1][1] + around[d][1] - 2 * y) for d in off]:
            found.append("M" + "L".join(xy((cx + dx, cy + dy)) for cx, cy in around) + "Z")
        if off:
            found.append("M" + "L".join(xy(corner) for corner in around) + "Z")
    return "".join(found)


def _smooth(linked: HexMap, lines: Iterable[Sequence[Point]], frame: Frame) -> str:
    """Lines along hexsides as curves near the middles of the sides: they stay clear of every hex centre."""
    found = []
    for line in lines:
        points = [millimetres(linked.grid, point, frame.size) for point in line]
        sides = middles(points)
        if line[0] == line[-1]:
            on = middles([*sides, sides[0]])
            found.append(f"M{xy(on[-1])}" + curve(sides, on) + "Z")
        else:
            on = middles(sides)
            found.append(f"M{xy(points[0])}L{xy(sides[0])}")
            found.append(curve(sides[:-1], on) + f"L{xy(sides[-1])}L{xy(points[-1])}")
    return "".join(found)


def _lines(linked: HexMap, frame: Frame, ink: Inks) -> str:
    """Roads through the middles of hexes, frontiers along hexsides."""
    roads: dict[str, list[str]] = {kind: [] for kind in linked.line_kinds}
    for line in linked.lines:
        points = [centre(linked.grid, h, frame.size) for h in line.hexes if h is not None]
        if line.line.kind in roads and any(frame.holds(point) for point in points):
            bent = curve(points[:-1], middles(points))
            roads[line.line.kind].append(f"M{xy(points[0])}{bent}L{xy(points[-1])}")
    boundary = {kind for kind, each in linked.hexside_kinds.items() if each.boundary}
    sides = [s for s, features in linked.sides.items() if any(f.kind in boundary for f in features)]
    drawn = [
        f'<path class="road {xml(kind)}" d="{"".join(parts)}" fill="none" stroke="{ink.road}" '
        f'stroke-width="{0.2 if number else 0.45}"/>'
        for number, (kind, parts) in enumerate(roads.items())
        if parts
    ]
    frontier = _smooth(linked, chains(linked.grid, sides), frame)
    drawn.append(
        f'<path class="frontier" d="{frontier}" fill="none" stroke="{ink.frontier}" stroke-width="0.4" '
        'stroke-dasharray="0.4 0.6"/>'
    )
    return "".join(drawn)


def _front(linked: HexMap, sides: Sequence[Side], frame: Frame, ink: Inks) -> tuple[str, str]:
    """A pale line below the marked hexes, a dashed one between them, both bent less than hexsides are."""
    parts = []
    for chain in chains(linked.grid, sides):
        points = [millimetres(linked.grid, point, frame.size) for point in chain]
        closed = chain[0] == chain[-1]
        for _ in range(2):
            points = eased(points, closed=closed)
        on = middles(points)
        parts.append(f"M{xy(points[0])}L{xy(on[0])}{curve(points[1:-1], on[1:])}L{xy(points[-1])}")
    path = f'd="{"".join(parts)}" fill="none" stroke-linejoin="round"'
    if not parts:
        return "", ""
    return (
        f'<path class="front" {path} stroke="{ink.page}" stroke-width="1.3" stroke-opacity="0.75"/>',
        f'<path class="front" {path} stroke="{ink.front}" stroke-width="0.5" stroke-dasharray="1.9 1.1"/>',
    )


def _hex(linked: HexMap, hex_: int, frame: Frame, style: str) -> str:
    points = " ".join(xy(point) for point in corners(linked.grid, hex_, frame.size))
    return f'<polygon id="hex-{xml(linked.name(hex_))}" points="{points}" {style}/>'


def _counts(linked: HexMap, own: Mapping[int, int], frame: Frame, ink: Inks) -> list[str]:
    """How many units, in each hex that has room for the figure."""
    type_size = min(frame.size * 0.72, 2.4)
    if type_size < 1.6:  # below 4.5 pt nobody reads it
        return []
    found = []
    for hex_, count in own.items():
        x, y = centre(linked.grid, hex_, frame.size)
        if count:
            found.append(
                f'<text x="{mm(x)}" y="{mm(y + type_size * 0.35)}" text-anchor="middle" {_sans(type_size, 600)} '
                f'fill="{ink.page}">{count}</text>'
            )
    return found


def _names(linked: HexMap, marked: set[int], frame: Frame, ink: Inks) -> list[str]:
    """Names of the places that count in play, where they cover neither a mark nor each other."""
    taken = [(*centre(linked.grid, h, frame.size), frame.size / 2, frame.size / sqrt(3)) for h in marked]
    boxes = [(x - w, y - h, x + w, y + h) for x, y, w, h in taken]
    found = []
    for name, (place, hex_, _where) in linked.places.items():
        if hex_ is None or name != place.name or (place.capacity is None and place.value is None):
            continue
        point = centre(linked.grid, hex_, frame.size)
        spot = _spot(point, 0.42 * LABEL * len(place.name), frame, boxes) if frame.holds(point) else None
        if hex_ not in marked and frame.holds(point):
            found.append(f'<circle cx="{mm(point[0])}" cy="{mm(point[1])}" r="0.45" fill="{ink.coast}"/>')
        if spot:
            boxes.append(spot)
            found += _label(place.name, (spot[0] + spot[2]) / 2, spot[3] - 0.25 * LABEL, ink)
    return found


def _spot(point: XY, width: float, frame: Frame, taken: list[Rectangle]) -> Rectangle | None:
    """The first free place for a label, around a hex; north before south, as towns stand on a coast."""
    x, y = point
    up, side = frame.size * 0.62, frame.size * 0.62 + width / 2
    for dx, dy in ((0, -up), (side, -up), (-side, -up), (side, 0), (-side, 0), (0, up), (side, up), (-side, up)):
        low = y + dy + (LABEL / 2 if dy == 0 else 0 if dy < 0 else LABEL)
        box = (x + dx - width / 2, low - LABEL, x + dx + width / 2, low)
        inside = frame.holds((box[0] - 0.5, box[1] - 0.5)) and frame.holds((box[2] + 0.5, box[3] + 0.5))
        if inside and not any(_meet(box, other) for other in taken):
            return box
    return None


def _meet(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _label(name: str, x: float, y: float, ink: Inks) -> list[str]:
    style = (
        f'x="{mm(x)}" y="{mm(y)}" text-anchor="middle" font-family="Forge Serif" font-style="italic" '
        f'font-size="{LABEL}"'
    )
    halo = f'fill="{ink.page}" stroke="{ink.page}" stroke-width="0.6" stroke-linejoin="round" opacity="0.8"'
    return [f"<text {style} {halo}>{xml(name)}</text>", f'<text {style} fill="{ink.name}">{xml(name)}</text>']


def _sans(size: float, weight: int) -> str:
    families = "Barlow Condensed, Barlow"
    return f'font-family="{families}" font-stretch="condensed" font-weight="{weight}" font-size="{mm(size)}"'
