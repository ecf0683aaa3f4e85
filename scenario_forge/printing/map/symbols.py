"""Symbols in hexes: numbers and places, laid out so that nothing covers anything else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, get_args

from scenario_forge.documents.map_ import PlaceDrawing
from scenario_forge.printing.fonts import CAP_HEIGHT, width_of
from scenario_forge.printing.map.ground import ground_role, terrain_look
from scenario_forge.printing.map.land import line_growth, sea_hexes
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.documents.map_ import Edge, Place
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Grid
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.palette import Palette
    from scenario_forge.printing.svg import XY, Box, Canvas


_PLACES = frozenset(get_args(PlaceDrawing))
_LIKE: dict[str, PlaceDrawing] = {"supply-centre": "supply", "supply-center": "supply", "fortress": "fortification"}


def place_look(linked: HexMap, kind_id: str) -> PlaceDrawing:
    """Return the symbol of a kind of place: as it says, else the one of the same name, else a landmark's."""
    kind = next((kind for kind in linked.document.place_kinds if kind.id == kind_id), None)
    if kind is not None and kind.drawn is not None:
        return kind.drawn
    return next((look for look in sorted(_PLACES) if look == kind_id), _LIKE.get(kind_id, "landmark"))


def place_looks(linked: HexMap, place: Place) -> list[PlaceDrawing]:
    """Return a place's symbols, each once; a capacity always shows as supply and a value as fortification."""
    looks = dict.fromkeys(place_look(linked, kind) for kind in place.kinds)
    if place.capacity is not None:
        looks.setdefault("supply")
    if place.value is not None:
        looks.setdefault("fortification")
    return list(looks or {"landmark": None})


BADGES: tuple[PlaceDrawing, ...] = ("supply", "fortification")
"""Symbols that carry a figure."""
BESIDE: dict[bool, tuple[tuple[XY, ...], ...]] = {
    False: ((), ((0.0, 0.03),), ((-0.19, 0.02), (0.19, 0.02)), ((-0.2, -0.06), (0.2, -0.06), (0.0, 0.26))),
    True: (
        (), ((0.0, 0.31),), ((-0.24, 0.25), (0.24, 0.25)), ((-0.29, 0.18), (0.29, 0.18), (0.0, 0.34)),
    ),
}  # fmt: skip
"""Where badges stand in hexes, by whether a symbol holds the middle, and by their number."""
_SPARE: tuple[XY, ...] = ((-0.28, -0.14), (0.28, -0.14))
"""Where a second and third symbol of the middle stand."""


@dataclass
class HexPlaces:
    """Content of a hex, all its places together."""

    looks: dict[PlaceDrawing, None]
    capacity: str | None = None
    value: str | None = None
    sides: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    """Which figures are not printed in the source: capacity, value."""


@lru_cache(maxsize=8)
def places_in(linked: HexMap) -> dict[int, HexPlaces]:
    """Return the content of each hex that has a place, in ascending order."""
    found: dict[int, HexPlaces] = {}
    for name, (place, hex_, where) in linked.places.items():
        if hex_ is None or name != place.name:
            continue
        here = found.setdefault(hex_, HexPlaces({}))
        here.looks |= dict.fromkeys(place_looks(linked, place))
        if place.capacity is not None and here.capacity is None:
            here.capacity, here.sides = place.capacity, tuple(place.sides)
            here.ours += ("capacity",) if (where / "capacity").ours else ()
        if place.value is not None and here.value is None:
            here.value = str(place.value)
            here.ours += ("value",) if (where / "value").ours else ()
    return dict(sorted(found.items()))


@dataclass(frozen=True)
class SymbolSpot:
    """A symbol, its middle in hexes from the middle of its hex, and half its width and height at ``k`` = 1."""

    look: PlaceDrawing
    dx: float
    dy: float
    half: XY


def layout(here: HexPlaces) -> list[SymbolSpot]:
    """Return the places of a hex's symbols."""
    middle: list[PlaceDrawing] = [look for look in here.looks if look in CENTRAL and look != "port"]
    badges: list[PlaceDrawing] = ["supply"] if "supply" in here.looks else []
    badges += ["fortification"] if here.value is not None else []
    badges += ["port"] if "port" in here.looks else []
    spots = []
    for look, (dx, dy) in zip(middle, ((0.0, 0.0), *_SPARE), strict=False):
        spots.append(SymbolSpot(look, dx, dy, half_of(look)))
    for look, (dx, dy) in zip(badges, BESIDE[bool(middle)][len(badges)], strict=True):
        spots.append(SymbolSpot(look, dx, dy, half_of(look)))
    return spots


def half_of(look: PlaceDrawing) -> XY:
    """Return half the width and height of a symbol on hexes of 15 mm."""
    return (BADGE, BADGE) if look in BADGES else CENTRAL[look][1:]


def scale(size: float) -> float:
    """Return the size of symbols against those on hexes of 15 mm: they grow a little less than the hexes."""
    return (size / 15) ** 0.85 if size > 15 else size / 15


def symbol_boxes(frame: MapFrame) -> dict[int, list[Box]]:
    """Return what the symbols of each hex of the frame cover, except a fortification's wall along the hexsides."""
    k, places = scale(frame.size), places_in(frame.linked)
    own = set(frame.hexes)
    return {hex_: [_box(frame, hex_, spot, k) for spot in layout(here)] for hex_, here in places.items() if hex_ in own}


def _box(frame: MapFrame, hex_: int, spot: SymbolSpot, k: float) -> Box:
    (x, y), (wide, high) = _at(frame, hex_, spot), spot.half
    return x - wide * k, y - high * k, x + wide * k, y + high * k


def _at(frame: MapFrame, hex_: int, spot: SymbolSpot) -> XY:
    x, y = frame.centre(hex_)
    return x + spot.dx * frame.size, y + spot.dy * frame.size


def draw_symbols(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw the symbols of all places of the frame."""
    own, ids = set(frame.hexes), frame.linked.grid.ids
    with canvas.group(name="symbols", cls="symbols"):
        for hex_, here in places_in(frame.linked).items():
            if hex_ in own:
                with canvas.group(name=f"place-{ids[hex_]}", cls=" ".join(("place", *here.looks))):
                    if "fortification" in here.looks:
                        left, top, right, _ = number_box(frame, hex_)
                        wall = (frame.corners(hex_), frame.centre(hex_), (left, top, right))
                        draw_wall(canvas, brief, *wall, line_growth(frame.size))
                    for spot in layout(here):
                        draw_symbol(canvas, brief, spot.look, _at(frame, hex_, spot), scale(frame.size), here)


_INWARD: dict[Edge, XY] = {"west": (1.0, 0.0), "east": (-1.0, 0.0), "north": (0.0, 1.0), "south": (0.0, -1.0)}
"""Which way into the map lies from an edge, to the right and down."""


def draw_edges(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw an arrowhead into each land hex at the edges of the map that an area names: units enter there."""
    linked, own = frame.linked, set(frame.hexes)
    edges = dict.fromkeys(edge for area in linked.document.areas for edge in area.edge)
    if not edges:
        return
    with canvas.group(name="edges", cls="edges"):
        for edge in edges:
            for hex_ in sorted(linked.edge([edge]) & own):
                if linked.land[hex_]:
                    draw_arrowhead(canvas, brief, _outer(frame, hex_, edge), edge, scale(frame.size))


def _outer(frame: MapFrame, hex_: int, edge: Edge) -> XY:
    """The middle of what of a hex lies farthest out: a vertex, or a side."""
    (dx, dy), points = _INWARD[edge], frame.corners(hex_)
    out = [-(x * dx + y * dy) for x, y in points]
    far = [point for point, reach in zip(points, out, strict=True) if reach > max(out) - 0.01 * frame.size]
    return sum(x for x, _y in far) / len(far), sum(y for _x, y in far) / len(far)


def draw_arrowhead(canvas: Canvas, brief: Brief, at: XY, edge: Edge, k: float) -> None:
    """Draw an arrowhead that points from the edge into the map; its base stands a little inside ``at``."""
    (dx, dy), long, half = _INWARD[edge], 1.7 * k, 0.95 * k
    base = (at[0] + 0.9 * k * dx, at[1] + 0.9 * k * dy)
    tip = (base[0] + long * dx, base[1] + long * dy)
    ends = [(base[0] + half * sign * dy, base[1] + half * sign * dx) for sign in (1, -1)]
    canvas.path("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in (ends[0], tip, ends[1])) + "Z",
                fill=brief.palette["symbol"], stroke=brief.palette["symbol-ground"], width=0.3 * k)  # fmt: skip


def draw_symbol(canvas: Canvas, brief: Brief, look: PlaceDrawing, at: XY, k: float, here: HexPlaces) -> None:
    """Draw one symbol of a hex."""
    palette = brief.palette
    if look == "supply":
        supply_badge(canvas, palette, at, k, here.capacity or "", _ownership(brief, here.sides))
    elif look == "fortification":
        value_badge(canvas, palette, at, k, here.value or "")
    else:
        CENTRAL[look][0](canvas, palette, at, k)
    if (look == "supply" and "capacity" in here.ours) or (look == "fortification" and "value" in here.ours):
        _sign(canvas, brief, at, k)


def _sign(canvas: Canvas, brief: Brief, at: XY, k: float) -> None:
    """The sign of a figure that the source does not give."""
    sign, palette = brief.words("proposed_mark"), brief.palette
    corner = (at[0] + 1.7 * k, at[1] + 0.1 * k)
    canvas.text(corner, sign, 2.9 * k, face="sans-bold", fill=palette["symbol"], halo=palette["symbol-ground"],
                halo_width=0.6 * k, role="sign")  # fmt: skip


def _ownership(brief: Brief, sides: tuple[str, ...]) -> tuple[str, str]:
    """Colour and shape of a supply symbol: for one side alone in its colour, square for the first, else a diamond."""
    listed = list(brief.game.side_names)
    if len(sides) == 1 and sides[0] in listed:
        return brief.palette.accent(brief.game, sides[0]), "square" if sides[0] == listed[0] else "diamond"
    return brief.palette["supply"], "disk"


def draw_wall(
    canvas: Canvas, brief: Brief, corners: Sequence[XY], centre: XY, gap: tuple[float, float, float] | None, wide: float
) -> None:
    """Draw a fortification's wall inside its hexsides, teeth outwards, open at the number (left, top, right)."""
    size = hypot(corners[0][0] - corners[3][0], corners[0][1] - corners[3][1]) * 0.866
    inset = 1 - 2 * 1.25 * wide / size
    ring = [(centre[0] + (x - centre[0]) * inset, centre[1] + (y - centre[1]) * inset) for x, y in corners]
    walls, teeth = [], []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        walls += _open(a, b, gap if gap and max(a[1], b[1]) < centre[1] - 0.2 * size else None, wide)
        long = hypot(b[0] - a[0], b[1] - a[1])
        ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
        count = max(round(long / (1.7 * wide)), 2)
        for n in range(count):
            x, y = a[0] + (b[0] - a[0]) * (n + 0.5) / count, a[1] + (b[1] - a[1]) * (n + 0.5) / count
            if gap is None or not (gap[0] - 1.5 * wide < x < gap[2] + 1.5 * wide and y < centre[1]):
                teeth.append(f"M{x:.2f} {y:.2f}L{x - uy * 0.75 * wide:.2f} {y + ux * 0.75 * wide:.2f}")
    red, ground = brief.palette["fortification"], brief.palette["symbol-ground"]
    with canvas.group(cls="wall"):
        canvas.path("".join(walls), stroke=ground, width=1.3 * wide)
        canvas.path("".join(walls) + "".join(teeth), stroke=red, width=0.6 * wide)


def _open(a: XY, b: XY, gap: tuple[float, float, float] | None, wide: float) -> list[str]:
    """A stretch of wall without what lies above or below a gap."""
    if gap is None or a[0] == b[0]:
        return [f"M{a[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}"]
    ends = sorted((edge - a[0]) / (b[0] - a[0]) for edge in (gap[0] - 0.9 * wide, gap[2] + 0.9 * wide))
    found = []
    for start, end in ((0.0, min(ends[0], 1.0)), (max(ends[1], 0.0), 1.0)):
        if end - start > 0.02:
            (x, y), (u, v) = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (start, end))
            found.append(f"M{x:.2f} {y:.2f}L{u:.2f} {v:.2f}")
    return found


def marks_ours(linked: HexMap) -> bool:
    """Return whether a figure on the map carries the sign of ours, so that the key must explain it."""
    return any(here.ours for here in places_in(linked).values())


# -- the symbols of places, each drawn around a point ----------------------------------------------


def _path(at: XY, k: float, *parts: tuple[str, Sequence[XY]]) -> str:
    """A path from letters and points around ``at``."""
    return "".join(
        letter + " ".join(f"{at[0] + x * k:.2f} {at[1] + y * k:.2f}" for x, y in points) for letter, points in parts
    )


def _polygon(at: XY, k: float, points: Sequence[XY]) -> str:
    return _path(at, k, ("M", points[:1]), ("L", points[1:])) + "Z"


def _town(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """Blocks of houses around streets."""
    blocks = ((-2.3, -1.7, -0.75, -0.3), (-0.35, -2.0, 1.2, -0.3), (1.6, -1.5, 2.4, -0.3),
              (-1.9, 0.2, -0.75, 1.6), (-0.35, 0.2, 1.2, 1.2), (1.6, 0.2, 2.2, 1.8), (-0.35, 1.6, 1.2, 2.1),
              )  # fmt: skip
    d = "".join(
        _polygon(at, k, [(left, top), (right, top), (right, bottom), (left, bottom)])
        for left, top, right, bottom in blocks
    )
    canvas.path(d, stroke=palette["symbol-ground"], width=0.7 * k)
    canvas.path(d, fill=palette["town"], cls="blocks")


def _village(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    canvas.circle(at, 0.95 * k, fill=palette["symbol-ground"], stroke=palette["town"], width=0.32 * k)
    canvas.circle(at, 0.42 * k, fill=palette["town"])


def _oasis(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """A palm by its water."""
    ground, green = palette["symbol-ground"], palette["supply"]
    trunk = _path(at, k, ("M", [(-0.15, 1.7)]), ("Q", [(0.45, 0.4), (0.1, -0.75)]))
    leaves = "".join(
        _path(at, k, ("M", [(0.1, -0.75)]), ("Q", [(bx, by), (x, y)]),
              ("Q", [(bx * 0.62, by * 0.55 + 0.05), (0.1, -0.75)]))
        for bx, by, x, y in ((-1.1, -1.9, -1.95, -0.35), (1.2, -1.9, 2.05, -0.35), (-0.9, -2.3, -1.2, -1.95),
                             (1.0, -2.3, 1.35, -1.95), (-0.9, -0.7, -1.3, 0.5), (1.0, -0.7, 1.45, 0.5))
    )  # fmt: skip
    canvas.path(trunk + leaves, stroke=ground, width=0.9 * k)
    water = _path(at, k, ("M", [(-1.9, 1.8)]), ("Q", [(-0.9, 1.35), (0, 1.8)]), ("T", [(1.9, 1.8)]))
    canvas.path(water, stroke=palette["river"], width=0.32 * k)
    canvas.path(trunk, stroke=palette["town"], width=0.38 * k)
    canvas.path(leaves, fill=green, stroke=green, width=0.12 * k)


def _airfield(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """An aeroplane, seen from above, in a disc."""
    canvas.circle(at, 1.95 * k, fill=palette["symbol-ground"], stroke=palette["symbol"], width=0.28 * k)
    half = ((0.0, -1.5), (0.24, -1.15), (0.26, -0.55), (1.5, 0.0), (1.5, 0.4), (0.24, 0.12), (0.18, 0.85),
            (0.62, 1.18), (0.62, 1.42), (0.0, 1.28))  # fmt: skip
    canvas.path(_polygon(at, k, [*half, *((-x, y) for x, y in reversed(half[1:-1]))]), fill=palette["symbol"])


def _fort(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """A square with four bastions."""
    a, b, c = 1.15, 1.75, 0.55
    one = [(-b, -b), (-c, -b), (-c, -a), (c, -a), (c, -b), (b, -b), (b, -c), (a, -c), (a, c), (b, c), (b, b), (c, b),
           (c, a), (-c, a), (-c, b), (-b, b), (-b, c), (-a, c), (-a, -c), (-b, -c)]  # fmt: skip
    d = _polygon(at, 0.9 * k, one)
    canvas.path(d, fill=palette["symbol-ground"], stroke=palette["symbol-ground"], width=0.8 * k)
    canvas.path(d, fill=palette["symbol-ground"], stroke=palette["fortification"], width=0.34 * k)
    canvas.circle(at, 0.38 * k, fill=palette["fortification"])


def _well(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    canvas.circle(at, 0.95 * k, fill=palette["symbol-ground"], stroke=palette["river"], width=0.36 * k)
    canvas.path(_path(at, k, ("M", [(-0.45, 0.08)]), ("Q", [(-0.2, -0.25), (0.0, 0.08)]), ("T", [(0.45, 0.08)])),
                stroke=palette["river"], width=0.26 * k)  # fmt: skip


def _landmark(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """A triangle with a point, as of a survey."""
    d = _polygon(at, k, [(0.0, -1.25), (1.15, 0.75), (-1.15, 0.75)])
    canvas.path(d, fill=palette["symbol-ground"], stroke=palette["symbol-ground"], width=0.8 * k)
    canvas.path(d, stroke=palette["symbol"], width=0.3 * k)
    canvas.circle((at[0], at[1] + 0.1 * k), 0.26 * k, fill=palette["symbol"])


def _pass(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """Two slopes that leave a way between them."""
    d = "".join(_path(at, k, ("M", [(x * 1.55, -1.6)]), ("Q", [(x * 0.15, 0.0), (x * 1.55, 1.6)])) for x in (1.0, -1.0))
    canvas.path(d, stroke=palette["symbol-ground"], width=1.1 * k)
    canvas.path(d, stroke=palette["symbol"], width=0.5 * k)


def _base(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """A star of five points: a base."""
    points = [(r * sin(pi * n / 5), -r * cos(pi * n / 5)) for n in range(10) for r in ((2.0 if n % 2 == 0 else 0.85),)]
    d = _polygon(at, k, points)
    canvas.path(d, stroke=palette["symbol-ground"], width=0.9 * k)
    canvas.path(d, fill=palette["symbol"])


def _port(canvas: Canvas, palette: Palette, at: XY, k: float) -> None:
    """An anchor, drawn twice: pale and broad, then dark."""
    d = (
        _path(at, k, ("M", [(0, -0.95)]), ("L", [(0, 1.7)]))
        + _path(at, k, ("M", [(-0.85, -0.45)]), ("L", [(0.85, -0.45)]))
        + _path(at, k, ("M", [(-1.45, 0.5)]), ("Q", [(-1.2, 1.7), (0, 1.7)]), ("Q", [(1.2, 1.7), (1.45, 0.5)]))
    )
    flukes = _polygon(at, k, [(-1.45, 0.15), (-0.95, 0.85), (-1.75, 0.8)])
    flukes += _polygon(at, k, [(1.45, 0.15), (0.95, 0.85), (1.75, 0.8)])
    ring = (at[0], at[1] - 1.35 * k)
    ground, blue = palette["symbol-ground"], palette["port"]
    canvas.path(d + flukes, stroke=ground, width=1.25 * k)
    canvas.circle(ring, 0.42 * k, stroke=ground, width=1.1 * k)
    canvas.path(d, stroke=blue, width=0.46 * k)
    canvas.path(flukes, fill=blue, stroke=blue, width=0.1 * k)
    canvas.circle(ring, 0.4 * k, fill=ground, stroke=blue, width=0.32 * k)


CENTRAL: dict[PlaceDrawing, tuple[Callable[[Canvas, Palette, XY, float], None], float, float]] = {
    "town": (_town, 2.6, 2.3), "village": (_village, 1.15, 1.15), "oasis": (_oasis, 2.1, 2.2),
    "airfield": (_airfield, 2.1, 2.1), "fort": (_fort, 1.8, 1.8), "well": (_well, 1.15, 1.15),
    "landmark": (_landmark, 1.4, 1.5), "pass": (_pass, 1.7, 1.8), "base": (_base, 2.1, 2.1), "port": (_port, 1.9, 2.0),
}  # fmt: skip
"""How a symbol is drawn, and half its width and height in millimetres."""
BADGE = 2.15
"""Half the width and height of the badges for supply and for a fortification's value."""


def supply_badge(canvas: Canvas, palette: Palette, at: XY, k: float, text: str, owner: tuple[str, str]) -> None:
    """Draw a supply symbol with its capacity: a disk; a square or a diamond where only one side may use it."""
    (colour, shape), r = owner, 1.95
    outlines = {
        "square": [(-1.75, -1.75), (1.75, -1.75), (1.75, 1.75), (-1.75, 1.75)],
        "diamond": [(0.0, -2.15), (2.15, 0.0), (0.0, 2.15), (-2.15, 0.0)],
    }
    if shape in outlines:
        d = _polygon(at, k, outlines[shape])
        canvas.path(d, stroke=palette["symbol-ground"], width=0.7 * k)
        canvas.path(d, fill=colour, cls="supply")
        inner = 0.8
        canvas.path(_polygon(at, k * inner, outlines[shape]), stroke=palette["symbol-ground"], width=0.16 * k)
    else:
        canvas.circle(at, (r + 0.3) * k, fill=palette["symbol-ground"])
        canvas.circle(at, r * k, fill=colour, cls="supply")
        canvas.circle(at, r * 0.82 * k, stroke=palette["symbol-ground"], width=0.16 * k)
    draw_figure(canvas, at, text, k, (palette["symbol-ground"], colour), "capacity")


def value_badge(canvas: Canvas, palette: Palette, at: XY, k: float, text: str) -> None:
    """Draw a fortification's value in a small hexagon like its wall."""
    points = [(2.0 * sin(n * pi / 3), 2.0 * cos(n * pi / 3)) for n in range(6)]
    d = _polygon(at, k, points)
    ground, red = palette["symbol-ground"], palette["fortification"]
    canvas.path(d, fill=ground, stroke=ground, width=0.9 * k)
    canvas.path(d, fill=ground, stroke=red, width=0.42 * k, cls="fortification")
    draw_figure(canvas, at, text, k, (red, ground), "fortification-value")


def draw_figure(canvas: Canvas, at: XY, text: str, k: float, inks: tuple[str, str], role: str) -> None:
    """Draw a figure in the middle of a badge, smaller where it is long; 6 and 9 underlined."""
    (fill, on), type_, room = inks, 3.1 * k, 2.3 * k
    wide = width_of(text, type_, "sans-bold")
    type_ = type_ if wide <= room else type_ * room / wide
    base = at[1] + CAP_HEIGHT * type_ / 2
    canvas.text((at[0], base), text, type_, face="sans-bold", fill=fill, anchor="middle", on=on, role=role)
    if text and set(text) <= set("69") | set("0"):
        half = min(wide, room) / 2
        canvas.line([(at[0] - half, base + 0.13 * type_), (at[0] + half, base + 0.13 * type_)], stroke=fill,
                    width=0.08 * type_)  # fmt: skip


# -- the number of every hex, near its top, where a counter half as wide as the hex is high leaves it free


def type_size(size: float) -> float:
    """Return the type size in millimetres: 5 pt on hexes of 15 mm, half as much again on those of large print."""
    return min(5.0 + max(size - 15, 0.0) / 6, 8.0) * POINT


@lru_cache(maxsize=8)
def widest(grid: Grid) -> float:
    """Return the width of the widest number at a type size of 1."""
    labels = {(len(text), text) for text in grid.ids}
    longest = max(length for length, _ in labels)
    return max(width_of(text, 1.0) for length, text in labels if length == longest)


def number_base(frame: MapFrame, hex_: int) -> XY:
    """Return the middle of a number's base line, at the same height in all hexes."""
    (x, y), size, type_ = frame.centre(hex_), frame.size, type_size(frame.size)
    if frame.linked.grid.orientation == "pointy":
        # as high as the two upper sides leave room for the widest number
        room = (widest(frame.linked.grid) * type_ / 2 + 0.3) / sqrt(3)
        top = -size / sqrt(3) + room
    else:
        top = -size / 2 + 0.4  # clear of the side above
    return x, y + top + 0.25 + CAP_HEIGHT * type_


def number_box(frame: MapFrame, hex_: int) -> Box:
    """Return the rectangle around a hex's number."""
    (x, y), type_ = number_base(frame, hex_), type_size(frame.size)
    half = width_of(frame.linked.grid.ids[hex_], type_) / 2
    return x - half, y - CAP_HEIGHT * type_, x + half, y


def draw_numbers(canvas: Canvas, brief: Brief, frame: MapFrame, crowded: set[int]) -> None:
    """Draw a number in each hex of the frame; in ``crowded`` ones, with lines near the top, on a ground of its own."""
    linked, palette, sea, type_ = frame.linked, brief.palette, sea_hexes(frame.linked), type_size(frame.size)
    grounds = {terrain: palette[ground_role(terrain_look(linked, terrain))] for terrain in {*linked.terrain}}
    ids = linked.grid.ids
    with canvas.group(name="numbers", cls="numbers"):
        for hex_ in frame.hexes:
            ground = grounds[linked.terrain[hex_]]
            fill = palette["number-sea" if sea[hex_] else "number"]
            canvas.text(
                number_base(frame, hex_), ids[hex_], type_, fill=fill, anchor="middle", on=ground, role="hex-number",
                halo=ground if hex_ in crowded else None, halo_width=0.7, name=f"number-{ids[hex_]}", cls="n",
            )  # fmt: skip
