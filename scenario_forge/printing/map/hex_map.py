"""The one drawing of a hex map: everything that shows a map calls :func:`draw_hex_map`.

The *frame* says which hexes are drawn, how large, and through which window. The *detail* says how: each level has its
layers, listed in :data:`LAYERS` in the order in which they are drawn, and *layers* leaves some of them out. A layer is
a group with a stable id and class. All shapes are made for the whole map and cut at the frame, so that sheets join.
With *each_hex* every hex of the frame is an element `hex-T30`, for pages, scripts and editors; without it the hexes are
one path, which prints faster.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.hexes import millimetres
from scenario_forge.printing.map.ground import terrain_look
from scenario_forge.printing.map.hexsides import draw_made, draw_relief, draw_rims, draw_rivers
from scenario_forge.printing.map.land import box_path, draw_areas, draw_sea, draw_textures, line_growth, sea_hexes
from scenario_forge.printing.map.lattice import lattice_of
from scenario_forge.printing.map.overlays import draw_arrow, draw_pile
from scenario_forge.printing.map.plain import (
    Plain,
    coast_path,
    corner_step,
    deep_look,
    draw_coast,
    draw_dry,
    draw_figures,
    draw_frontiers,
    draw_lettering,
    draw_names,
    draw_water,
    draw_ways,
    fair_look,
    front_path,
    hexagon,
    land_path,
    outline,
    pale_look,
    thin_look,
)
from scenario_forge.printing.map.roads import draw_roads
from scenario_forge.printing.map.symbols import draw_edges, draw_numbers, draw_symbols, places_in
from scenario_forge.printing.svg import xy

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from scenario_forge.hexes import Side
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.map.overlays import DrawnArrow, Pile
    from scenario_forge.printing.palette import Palette
    from scenario_forge.printing.svg import Canvas

Detail = Literal["poster", "picture", "card", "thumbnail", "page", "form"]
"""poster: the printed map; picture: the same landscape without figures and symbols; card: few pale lines, for marked
hexes; thumbnail: the whole map a hand wide; page: plain grounds with classes, for the style sheet of a page;
form: what helps to find one's way, above hexes and hexsides that a page draws."""
Layer = Literal[
    "land", "terrain", "textures", "depressions", "grid", "rivers", "sea", "relief", "hexsides", "roads", "rim",
    "symbols", "numbers", "coast", "tints", "sands", "frontiers", "casings", "marks", "fronts", "figures", "names",
    "frame", "supply-lines", "counters", "arrows", "edges",
]  # fmt: skip
GRID = 0.2
"""Width of the grid in millimetres."""


@dataclass(frozen=True, slots=True)
class Tint:
    """An area tinted below roads and coast, by its controller or by how often it is entered."""

    hexes: Sequence[int]
    fill: str
    cls: str
    group: str = ""
    """Class of the group that it shares with the tints and fronts beside it, for a page to show or hide."""
    calm: bool = False
    """Bounded by calm curves, not by hexsides."""


@dataclass(frozen=True, slots=True)
class MarkedHex:
    """One hex that is filled, above roads and coast; an element with the hex's id."""

    hex: int
    fill: str
    stroke: str | None = None
    width: float = 0.2
    cls: str = ""
    figure: int = 0
    """Written in it, unless it is 0."""
    part: float = 1.0
    """How much of the hex it fills, from side to side."""
    dot: str = ""
    """Colour of a dot in its middle, which tells marks apart without colour."""


@dataclass(frozen=True, slots=True)
class DrawnFront:
    """A line along hexsides, bent less than they are."""

    sides: Sequence[Side]
    stroke: str
    width: float
    dash: str = ""
    casing: str = ""
    """Colour of a line below it, which is drawn below the marks."""
    casing_width: float = 0.0
    cls: str = "front"
    group: str = ""
    cap: str = "round"
    """How dashes end: round or butt."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Input of every layer of the drawing; see :func:`draw_hex_map`."""

    canvas: Canvas
    brief: Brief
    frame: MapFrame
    layers: frozenset[Layer]
    detail: Detail
    each_hex: bool
    tints: Sequence[Tint]
    marks: Sequence[MarkedHex]
    fronts: Sequence[DrawnFront]
    named: Collection[int] | None
    counters: Sequence[Pile]
    arrows: Sequence[DrawnArrow]

    @property
    def plain(self) -> Plain:
        """Colours and widths of a plain map."""
        return PLAIN[self.detail](self.brief.palette, self.frame.size)


def draw_hex_map(
    canvas: Canvas,
    brief: Brief,
    frame: MapFrame,
    *,
    detail: Detail = "poster",
    layers: Collection[Layer] | None = None,
    each_hex: bool = True,
    tints: Sequence[Tint] = (),
    marked: Sequence[MarkedHex] = (),
    fronts: Sequence[DrawnFront] = (),
    named: Collection[int] | None = None,
    counters: Sequence[Pile] = (),
    arrows: Sequence[DrawnArrow] = (),
) -> None:
    """Draw the hexes of a frame. Most users leave the many options alone.

    Args:
        canvas: what is drawn on, in the millimetres of the frame.
        brief: the game, and the palette of its profile.
        frame: which hexes, how large, and the window on them.
        detail: how the landscape is drawn, see :data:`LAYERS`.
        layers: those that are drawn; all of the level of detail unless given.
        each_hex: whether each hex is an element with its id, or all are one path.
        tints: areas below roads and coast.
        marked: hexes that are filled, above them.
        fronts: lines along hexsides.
        named: hexes whose places a plain map names; the places that count in play unless given.
        counters: what stands on hexes of a poster or picture.
        arrows: ways on a poster, above the counters; lines of supply run below them.
    """
    below, above = LAYERS[detail]
    asked = frozenset({*below, *above} if layers is None else layers)
    drawing = Drawing(canvas, brief, frame, asked, detail, each_hex, tints, marked, fronts, named, counters, arrows)
    if detail in PLAIN:  # its canvas ends with its frame, and a page may have several
        _draw(drawing, below)
    elif asked & below.keys():
        with canvas.group(name="ground", cls="ground"), canvas.clipped("ground-clip", box_path(frame.box)):
            _draw(drawing, below)
    _draw(drawing, above)


def _draw(drawing: Drawing, layers: Mapping[Layer, Painter]) -> None:
    for layer, paint in layers.items():
        if layer in drawing.layers:
            paint(drawing)


# -- the printed map -------------------------------------------------------------------------------


def _land(drawing: Drawing) -> None:
    drawing.canvas.rect(drawing.frame.box, fill=drawing.brief.palette["land"], cls="land")


def _textures(drawing: Drawing) -> None:
    # the middle of a hex with symbols stays clear
    busy = set(places_in(drawing.frame.linked)) if "symbols" in drawing.layers else set()
    draw_textures(drawing.canvas, drawing.brief, drawing.frame, shown_hexes(drawing.frame), busy)


def _grid(drawing: Drawing) -> None:
    _hexes(drawing, "grid", sea=False)


def _land_grid(drawing: Drawing) -> None:
    """The grid of a picture: on land alone, and pale."""
    frame, land = drawing.frame, drawing.frame.linked.land
    shape = hexagon(frame)
    d = "".join(corner_step(frame, hex_) + shape for hex_ in frame.hexes if land[hex_])
    drawing.canvas.path(d, stroke=drawing.brief.palette["grid"], width=GRID, stroke_opacity="0.6", cls="grid")


def _sea(drawing: Drawing) -> None:
    def inside() -> None:
        if "grid" in drawing.layers and drawing.detail == "poster":
            _hexes(drawing, "grid-sea", sea=True)

    draw_sea(drawing.canvas, drawing.brief, drawing.frame, inside)


def _numbers(drawing: Drawing) -> None:
    draw_numbers(drawing.canvas, drawing.brief, drawing.frame, crowded_hexes(drawing.frame))


def _of(paint: Callable[[Canvas, Brief, MapFrame], None]) -> Painter:
    return lambda drawing: paint(drawing.canvas, drawing.brief, drawing.frame)


def shown_hexes(frame: MapFrame) -> list[int]:
    """Return the hexes of a frame and those of the next sheets that reach into its rectangle."""
    grid, size = frame.linked.grid, frame.size
    left, top, right, bottom = frame.box
    inside = set(frame.hexes)
    for hex_ in frame.hexes:
        for other in grid.neighbours[hex_]:
            if other >= 0 and other not in inside:
                x, y = frame.centre(other)
                if left - size / 2 < x < right + size / 2 and top - size / 2 < y < bottom + size / 2:
                    inside.add(other)
    return sorted(inside)


def _hexes(drawing: Drawing, role: str, *, sea: bool) -> None:
    """Hexes as elements; those of other sheets, and those across the coast, which bends, as one path."""
    canvas, brief, frame = drawing.canvas, drawing.brief, drawing.frame
    linked, under_water = frame.linked, sea_hexes(frame.linked)
    own = set(frame.hexes) if drawing.each_hex else set()
    ids, neighbours = linked.grid.ids, linked.grid.neighbours
    listed = {h for h in shown_hexes(frame) if under_water[h] == sea}
    looks = {terrain: terrain_look(linked, terrain) for terrain in {*linked.terrain}}
    other = {n for h in listed for n in neighbours[h] if n >= 0 and n not in listed}
    shape, width = hexagon(frame), f"{GRID * line_growth(frame.size):.2f}"
    with canvas.group(
        name=role, cls=f"grid {role}", fill="none", stroke=brief.palette[role], stroke_width=width,
        stroke_linejoin="round", pointer_events="all",
    ):  # fmt: skip
        rest = sorted(other | (listed - own))
        canvas.path("".join(corner_step(frame, hex_) + shape for hex_ in rest), cls="others")
        for hex_ in sorted(listed & own):
            look = looks[linked.terrain[hex_]]
            canvas.path(f"{corner_step(frame, hex_)}{shape}", name=f"hex-{ids[hex_]}", cls=f"hex {look}")


def _rim(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
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
        canvas.path(around + outline, fill=palette["beyond"], fill_rule="evenodd", fill_opacity="0.82")
        canvas.path(outline, stroke=palette["grid"], width=0.3 * line_growth(frame.size))


def crowded_hexes(frame: MapFrame) -> set[int]:
    """Return the hexes in which a line or relief comes near the number."""
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


def _counters(drawing: Drawing) -> None:
    for pile in drawing.counters:
        draw_pile(drawing.canvas, drawing.brief, drawing.frame, pile)


def _arrows(*, supply: bool) -> Painter:
    def paint(drawing: Drawing) -> None:
        for arrow in drawing.arrows:
            if (arrow.kind == "supply") == supply:
                draw_arrow(drawing.canvas, drawing.brief, drawing.frame, arrow)

    return paint


# -- small maps and pages --------------------------------------------------------------------------


def _plain(paint: Callable[[Canvas, Plain, MapFrame], None]) -> Painter:
    return lambda drawing: paint(drawing.canvas, drawing.plain, drawing.frame)


def _tints(drawing: Drawing) -> None:
    frame = drawing.frame
    for group, several in groupby(drawing.tints, lambda tint: tint.group):
        with drawing.canvas.group(cls=group) if group else nullcontext():
            for tint in several:
                d = outline(frame.linked, tint.hexes, frame.size, smooth=tint.calm)
                drawing.canvas.path(d, fill=tint.fill, cls=tint.cls)


def _sands(drawing: Drawing) -> None:
    """Lighter land along the coast, the bands laid over each other."""
    with drawing.canvas.clipped("sands-clip", land_path(drawing.frame)):
        for width, colour in drawing.plain.sands:
            coast = coast_path(drawing.frame)
            drawing.canvas.path(coast, stroke=colour, width=width, stroke_opacity="0.08", cls="sands")


def _marks(drawing: Drawing) -> None:
    frame = drawing.frame
    for mark in drawing.marks:
        x, y = frame.centre(mark.hex)
        around = [(x + (a - x) * mark.part, y + (b - y) * mark.part) for a, b in frame.corners(mark.hex)]
        drawing.canvas.path(
            "M" + "L".join(map(xy, around)) + "Z", fill=mark.fill, stroke=mark.stroke, width=mark.width,
            name=f"hex-{frame.linked.name(mark.hex)}", cls=mark.cls,
        )  # fmt: skip
        if mark.dot:
            drawing.canvas.circle((x, y), frame.size * 0.3, fill=mark.dot)


def _casings(drawing: Drawing) -> None:
    for front in drawing.fronts:
        d = front_path(drawing.frame.linked, front.sides, drawing.frame.size) if front.casing else ""
        drawing.canvas.path(d, stroke=front.casing, width=front.casing_width, cls=front.cls)


def _fronts(drawing: Drawing) -> None:
    frame = drawing.frame
    for group, several in groupby(drawing.fronts, lambda front: front.group):
        with drawing.canvas.group(cls=group) if group else nullcontext():
            for front in several:
                d = front_path(frame.linked, front.sides, frame.size)
                drawing.canvas.path(
                    d, stroke=front.stroke, width=front.width, dash=front.dash, linecap=front.cap, cls=front.cls
                )


def _figures(drawing: Drawing) -> None:
    figures = {mark.hex: mark.figure for mark in drawing.marks if mark.figure}
    draw_figures(drawing.canvas, drawing.brief.palette, drawing.frame, figures)


def _names(drawing: Drawing) -> None:
    marked = {mark.hex for mark in drawing.marks}
    draw_names(drawing.canvas, drawing.brief.palette, drawing.frame, drawing.plain, marked, drawing.named)


def _ways_group(drawing: Drawing) -> None:
    with drawing.canvas.group(cls="roads"):
        draw_ways(drawing.canvas, drawing.plain, drawing.frame)


def _lettering(drawing: Drawing) -> None:
    draw_lettering(drawing.canvas, drawing.brief.palette, drawing.frame)


def _edge(drawing: Drawing) -> None:
    drawing.canvas.rect(drawing.frame.box, stroke=drawing.brief.palette["coast"], width=0.3, cls="frame")


# -- the layers of each level of detail ------------------------------------------------------------


PLAIN: Mapping[Detail, Callable[[Palette, float], Plain]] = {
    "card": pale_look,
    "thumbnail": deep_look,
    "page": fair_look,
    "form": thin_look,
}
"""The levels of detail without textures, and how they look."""
Painter: TypeAlias = "Callable[[Drawing], None]"
LAYERS: Mapping[Detail, tuple[Mapping[Layer, Painter], Mapping[Layer, Painter]]] = {
    "poster": (
        {
            "land": _land, "terrain": _of(draw_areas), "textures": _textures, "depressions": _of(draw_rims),
            "grid": _grid, "rivers": _of(draw_rivers), "sea": _sea, "relief": _of(draw_relief),
            "hexsides": _of(draw_made), "roads": _of(draw_roads), "rim": _of(_rim),
        },
        {
            "symbols": _of(draw_symbols), "edges": _of(draw_edges), "numbers": _numbers,
            "supply-lines": _arrows(supply=True), "counters": _counters, "arrows": _arrows(supply=False),
        },
    ),
    "picture": (
        {
            "land": _land, "terrain": _of(draw_areas), "textures": _textures, "depressions": _of(draw_rims),
            "rivers": _of(draw_rivers), "grid": _land_grid, "sea": _sea, "relief": _of(draw_relief),
            "hexsides": _of(draw_made), "roads": _of(draw_roads),
        },
        {"counters": _counters},
    ),
    "card": (
        {
            "sea": _plain(draw_water), "land": _plain(draw_dry), "coast": _plain(draw_coast), "tints": _tints,
            "roads": _plain(draw_ways), "frontiers": _plain(draw_frontiers), "casings": _casings,
        },
        {"marks": _marks, "fronts": _fronts, "figures": _figures, "names": _names, "frame": _edge},
    ),
    "thumbnail": (
        {
            "sea": _plain(draw_water), "land": _plain(draw_dry), "tints": _tints, "sands": _sands,
            "roads": _plain(draw_ways), "coast": _plain(draw_coast), "casings": _casings,
        },
        {"fronts": _fronts, "marks": _marks},
    ),
    "page": (
        {"land": _plain(draw_dry), "tints": _tints, "coast": _plain(draw_coast), "roads": _plain(draw_ways)},
        {"fronts": _fronts, "names": _names},
    ),
    "form": (
        {"roads": _ways_group},
        {"numbers": _lettering},
    ),
}  # fmt: skip
"""By level of detail: the layers inside the frame, the lowest first, and those that may reach out of it."""
