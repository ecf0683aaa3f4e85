"""The map of a leaflet: both set-ups and the front, every place that matters, and hex numbers to find a hex by.

The first side's hexes are filled and the second's are ringed, so that they differ without colour too. Hex numbers
stand along the rim, and behind the name of each place.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.hexes import distance
from scenario_forge.printing.fonts import CAP_HEIGHT, width_of
from scenario_forge.printing.map.frame import frame_around
from scenario_forge.printing.map.hex_map import LAYERS, DrawnFront, MarkedHex, draw_hex_map
from scenario_forge.printing.map.land import box_path
from scenario_forge.printing.map.plain import (
    FIGURE_PART,
    LABEL,
    along_sides,
    corner_step,
    draw_figures,
    draw_ways,
    hexagon,
    pale_look,
)
from scenario_forge.printing.map.small import front_of, hexes_held
from scenario_forge.printing.palette import mix
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.map.hex_map import Layer
    from scenario_forge.printing.map.plain import Plain
    from scenario_forge.printing.svg import XY, Box

WIDTH, HEIGHT = 186.0, 92.0
"""The most that it takes with its numbers, in millimetres."""
_LARGEST = 9.0
"""A hex is never larger, in millimetres."""
_RIM = (5.4, 3.2)
"""Room for the numbers beside the map, and above and below it."""
_NUMBER = 1.8
"""Type size of hex numbers: 5.1 points."""
_SMALL = 3.6
"""Where hexes of the whole are smaller, a second map shows the part where the sides are near each other."""
_OVERVIEW, _DETAIL = (WIDTH, 38.0), (WIDTH, 62.0)
"""The most that the two take."""
_CROWDED = 8
"""More names than so many outside the second map need a larger first one."""
_WIDE_OVERVIEW, _NARROW_DETAIL = (WIDTH, 57.0), ((116.0, 44.0), (84.0, 44.0))
_NEAR = 8
"""Hexes between units of two sides that are near each other."""
_GAIN = 1.3
"""The second map is drawn if its hexes are larger at least by this factor."""
_GRID = 3.0
"""Smaller hexes have no grid."""
_BELOW_GRID: frozenset[Layer] = frozenset({"sea", "land", "coast"})
_ROADS = (0.7, *[0.35] * 9)
"""Widths of roads by rank of their kind: they must be seen between filled hexes."""
_PART = 0.8
"""How much of a hex is filled, so that roads and the front are seen between two."""
_ROOMY = 4.5
"""Smaller hexes are filled whole: their figures need the room."""
_COVER_WEIGHS = 4.0
"""What a square millimetre of a hex or of another name below a name weighs, against lines and distance."""
_CLEAR = 0.5
"""How near a name may come to a line, in millimetres."""
_LINES_WEIGH = {"front": 6.0, "road": 1.5}
"""What a millimetre of a line below a name weighs, in square millimetres of a hex."""
_FAR_WEIGHS = 3.0
"""What a name that stands one hex farther away weighs."""
_DISTANCES = (0.66, 1.2, 1.8, 2.5, 3.3, 4.2)
"""How far a name may stand from its hex, in hexes, the nearest first."""


def counts_by_hex(plan: Plan) -> dict[str, dict[int, int]]:
    """Return by side the units in play in each hex that it holds; 0 where it has markers alone."""
    found = {side: dict.fromkeys(hexes, 0) for side, hexes in hexes_held(plan).items()}
    for placed in plan.placed:
        if plan.in_play(placed.unit) and placed.entry is not None and placed.entry.hex is not None:
            found[placed.unit.side][placed.entry.hex] += 1
    return found


def maps_of_both_sides(brief: Brief, plan: Plan, places: Collection[int]) -> dict[str, str]:
    """Return the map as `map`, and where its hexes are small, the part where the sides meet as `detail`.

    ``places``: hexes whose names it shows beside those of the places where somebody is set up.
    """
    counts = counts_by_hex(plan)
    there = {hex_ for own in counts.values() for hex_ in own}
    names = _names(plan, there | set(places))
    whole = _frame(plan, there | names.keys(), (WIDTH, HEIGHT))
    near = _near(plan, counts)
    part = _frame(plan, near, _DETAIL) if near and whole.size < _SMALL else None
    if part is None or part.size < _GAIN * whole.size:
        return {"map": _Drawn(brief, plan, whole, counts).svg(names)}
    room = _OVERVIEW
    if len(_outside(part, names)) > _CROWDED:
        # the narrower one, unless its hexes would be smaller
        room, part = _WIDE_OVERVIEW, max((_frame(plan, near, each) for each in reversed(_NARROW_DETAIL)), key=_size)
    whole, outside = _frame(plan, there | names.keys(), room), _outside(part, names)
    inside = {hex_: name for hex_, name in names.items() if hex_ not in outside}
    return {
        "map": _Drawn(brief, plan, whole, counts, part).svg(outside),
        "detail": _Drawn(brief, plan, part, counts).svg(inside),
    }


def _frame(plan: Plan, hexes: Iterable[int], room: tuple[float, float]) -> MapFrame:
    return frame_around(plan.map, sorted(hexes), room[0] - 2 * _RIM[0], room[1] - 2 * _RIM[1], _LARGEST)


def _size(frame: MapFrame) -> float:
    return round(frame.size, 2)


def _outside(frame: MapFrame, names: Mapping[int, str]) -> dict[int, str]:
    return {hex_: name for hex_, name in names.items() if not frame.holds(frame.centre(hex_))}


def _near(plan: Plan, counts: Mapping[str, Mapping[int, int]]) -> set[int]:
    """Return the hexes of units that have units of another side near them."""
    stands = [(side, hex_) for side, own in counts.items() for hex_, count in own.items() if count]
    grid = plan.map.grid
    return {
        hex_
        for side, hex_ in stands
        if any(other != side and distance(grid, hex_, there) <= _NEAR for other, there in stands)
    }


class _Drawn:
    """One map while it is drawn: the window, who stands where, and on an overview the window of the other map."""

    def __init__(
        self,
        brief: Brief,
        plan: Plan,
        frame: MapFrame,
        counts: Mapping[str, Mapping[int, int]],
        inset: MapFrame | None = None,
    ) -> None:
        self.brief, self.plan, self.frame, self.inset = brief, plan, frame, inset
        self.counts = {
            side: {hex_: count for hex_, count in own.items() if frame.holds(frame.centre(hex_))}
            for side, own in counts.items()
        }
        (side, top), box = _RIM, frame.box
        self.canvas = Canvas(box[2] - box[0] + 2 * side, box[3] - box[1] + 2 * top, box[0] - side, box[1] - top)

    def svg(self, names: Mapping[int, str]) -> str:
        """Return the drawing with these names of places."""
        canvas, brief, frame, palette = self.canvas, self.brief, self.frame, self.brief.palette
        looks = [_look(brief, self.plan, side, number, self.part) for number, side in enumerate(self.counts)]
        self._ground(looks)
        for own, look in zip(self.counts.values(), looks, strict=True):
            if self.inset is None and frame.size * FIGURE_PART >= _NUMBER:
                draw_figures(canvas, palette, frame, {hex_: count for hex_, count in own.items() if count}, look.ink)
        marked = {hex_ for own in self.counts.values() for hex_ in own}
        taken = [_around(frame, hex_) for hex_ in sorted({*marked, *names})]
        if self.inset is not None:
            taken.append(self._inset_box(self.inset))
        _draw_names(canvas, brief, frame, _Lettering(names, marked, taken, [*_crossed(self.plan, frame)]))
        canvas.rect(frame.box, stroke=palette["coast"], width=0.3, cls="frame")
        _draw_rim(canvas, brief, frame)
        return canvas.svg()

    @property
    def part(self) -> float:
        """How much of each hex is filled; all of hexes that are small."""
        return _PART if self.frame.size >= _ROOMY else 1.0

    def _ground(self, looks: Sequence[_Look]) -> None:
        marked = [
            MarkedHex(hex_, look.fill, look.stroke, look.width, side, count, look.part)
            for (side, own), look in zip(self.counts.items(), looks, strict=True)
            for hex_, count in sorted(own.items())
        ]
        palette, (front, _drawn) = self.brief.palette, front_of(self.plan)
        casing = palette.ink(mix(palette["page"], palette["land"], 0.25))
        line = DrawnFront(front, palette["ink"], 0.5, "1.9 1.1", casing, 1.3, cap="butt")
        canvas, brief, frame = self.canvas, self.brief, self.frame
        above = {*LAYERS["card"][0], *LAYERS["card"][1]} - {*_BELOW_GRID, "roads", "figures", "names", "frame"}
        with canvas.clipped("map-clip", box_path(frame.box)):
            draw_hex_map(canvas, brief, frame, detail="card", layers=_BELOW_GRID)
            if frame.size >= _GRID:
                _draw_grid(canvas, brief, frame)
            draw_ways(canvas, _plain(brief), frame)
            draw_hex_map(canvas, brief, frame, detail="card", layers=above, marked=marked, fronts=[line])
            if self.inset is not None:
                box = self._inset_box(self.inset)
                self.canvas.rect(box, stroke=palette["ink"], width=0.25, dash="0.6 0.6", cls="inset")

    def _inset_box(self, inset: MapFrame) -> Box:
        """Return the window of the other map, in millimetres of this one."""
        left, top, right, bottom = (each * self.frame.size / inset.size for each in inset.box)
        return left, top, right, bottom


def _plain(brief: Brief) -> Plain:
    """Return the look of a set-up card's map with roads that are seen at a glance."""
    palette = brief.palette
    road = palette.ink(mix(palette["track"], palette["page"], 0.1))
    return replace(pale_look(palette, 0), road=road, road_widths=_ROADS)


def _draw_grid(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw a pale grid on land."""
    land, shape = frame.linked.land, hexagon(frame)
    d = "".join(corner_step(frame, hex_) + shape for hex_ in frame.hexes if land[hex_])
    canvas.path(d, stroke=brief.palette["grid"], width=0.1, stroke_opacity="0.4", cls="grid")


class _Look(NamedTuple):
    fill: str
    stroke: str
    width: float
    part: float
    ink: str


def _look(brief: Brief, plan: Plan, side: str, number: int, whole: float) -> _Look:
    """Return how the hexes of a side look: filled, or ringed; of more than two, smaller ones."""
    palette, accent = brief.palette, brief.palette.accent(plan.game, side)
    part = whole if number < 2 else 0.72 * whole
    if number % 2:
        return _Look(palette["page"], accent, 0.75, part * 0.88, palette["ink"])
    return _Look(accent, palette["page"], 0.15, part, palette["page"])


def map_key(brief: Brief, plan: Plan) -> list[dict[str, Any]]:
    """Return the key of the map: a sign and a text for each side, hexes without a number, the front, other lines."""
    words, game, counts = brief.words, plan.game, counts_by_hex(plan)
    found: list[dict[str, Any]] = [
        {
            "sign": "ringed" if number % 2 else "filled",
            "accent": brief.palette.accent(game, side),
            "text": words("map_key_own", side=game.side_name(side)),
        }
        for number, (side, own) in enumerate(counts.items())
        if own
    ]
    if any(not count for own in counts.values() for count in own.values()):
        found.append({"sign": "empty", "text": words("leaflet_key_empty")})
    if front_of(plan)[0]:
        found.append({"sign": "front", "text": words("leaflet_key_front")})
    return [*found, *_lines_key(brief, plan)]


def _lines_key(brief: Brief, plan: Plan) -> Iterator[dict[str, Any]]:
    """Yield the kinds of roads, and of hexsides that are boundaries, each as it is drawn."""
    plain, linked = _plain(brief), plan.map
    drawn = {each.line.kind for each in linked.lines}
    for width, (kind, each) in zip(_ROADS, linked.line_kinds.items(), strict=False):
        if kind in drawn:
            yield {"sign": "line", "accent": plain.road, "width": width, "dash": [], "text": each.name}
    there = {feature.kind for features in linked.sides.values() for feature in features}
    names = [each.name for kind, each in linked.hexside_kinds.items() if each.boundary and kind in there]
    if names:
        yield {"sign": "line", "accent": plain.frontier, "width": 0.4, "dash": [0.4, 0.6], "text": ", ".join(names)}


# -- names -----------------------------------------------------------------------------------------


def _names(plan: Plan, wanted: Collection[int]) -> dict[int, str]:
    """Return by hex the printed name of the place there, of those that are wanted."""
    places = plan.map.places.items()
    return {
        at: place.name
        for name, (place, at, _where) in reversed([*places])
        if at is not None and at in wanted and name == place.name
    }


class _Spot(NamedTuple):
    box: Box
    far: float
    """How many hexes from the middle of its hex."""


class _Lettering(NamedTuple):
    names: Mapping[int, str]
    marked: Collection[int]
    taken: list[Box]
    """What names should not cover; each name is added."""
    lines: Sequence[tuple[XY, float]] = ()
    """Points along lines, with what it weighs to cover them."""


def _draw_names(canvas: Canvas, brief: Brief, frame: MapFrame, lettering: _Lettering) -> None:
    """Draw the name and number of each place, where they cover least; those farther away with a line to the hex."""
    palette, linked, (names, marked, taken, lines) = brief.palette, frame.linked, lettering
    halo = palette.ink(mix(palette["page"], palette["land"], 0.3))
    for hex_ in sorted(names, key=frame.centre):
        point, name, number = frame.centre(hex_), names[hex_], linked.name(hex_)
        wide = width_of(name, LABEL, "serif-italic") + 1.0 + width_of(number, _NUMBER)
        spot = min(_spots(frame, point, wide), key=lambda each: (_weight(frame, point, each, taken, lines), each.far))
        if hex_ not in marked:
            canvas.circle(point, 0.45, fill=palette["coast"], cls="place")
        if spot.far > 1:
            canvas.line(_leader(frame, point, spot.box), stroke=palette["quiet"], width=0.15, cls="leader")
        taken.append(spot.box)
        left, _top, right, low = spot.box
        base = low - 0.2 * LABEL
        canvas.text(
            (left, base), name, LABEL, face="serif-italic", fill=palette["name"], halo=halo, halo_width=0.6, role="name"
        )
        canvas.text(
            (right, base),
            number,
            _NUMBER,
            fill=palette["quiet"],
            anchor="end",
            halo=halo,
            halo_width=0.5,
            role="number",
        )


def _around(frame: MapFrame, hex_: int) -> Box:
    xs, ys = zip(*frame.corners(hex_), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _spots(frame: MapFrame, point: XY, wide: float) -> Iterator[_Spot]:
    """Yield where a name may stand around a hex: north before south, as towns stand on a coast."""
    for far in _DISTANCES:
        for turn in (6, 5, 7, 4, 8, 3, 9, 0, 1, 11, 2, 10):  # twelfths from south, north first
            dx, dy = sin(turn * pi / 6), cos(turn * pi / 6)
            x = point[0] + dx * (far * frame.size + wide / 2)
            y = point[1] + dy * (far * frame.size + LABEL / 2)
            yield _Spot((x - wide / 2, y - LABEL / 2, x + wide / 2, y + LABEL / 2), far)


def _covered(frame: MapFrame, box: Box, taken: Sequence[Box]) -> float:
    """Return how much of other things a box covers, weighed; leaving the map is worse than any."""
    left, top, right, bottom = frame.box
    outside = box[0] < left + 0.6 or box[1] < top + 0.6 or box[2] > right - 0.6 or box[3] > bottom - 0.6
    return 1e6 * outside + _COVER_WEIGHS * sum(_shared(box, other) for other in taken)


def _crossed(plan: Plan, frame: MapFrame) -> Iterator[tuple[XY, float]]:
    """Yield points a millimetre apart along the front and the roads, with their weight."""
    fronts = along_sides(frame.linked, front_of(plan)[0], frame.size)
    roads = [[frame.centre(hex_) for hex_ in each.hexes if hex_ is not None] for each in frame.linked.lines]
    for kind, lines in (("front", fronts), ("road", roads)):
        for line in lines:
            for (x, y), (to_x, to_y) in pairwise(line):
                steps = max(round(hypot(to_x - x, to_y - y)), 1)
                for step in range(steps):
                    point = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
                    if frame.holds(point):
                        yield point, _LINES_WEIGH[kind]


def _weight(frame: MapFrame, point: XY, spot: _Spot, taken: Sequence[Box], lines: Iterable[tuple[XY, float]]) -> float:
    """Return how bad a spot for a name is: what it covers, how far it is, and what its line to the hex crosses."""
    weight = _covered(frame, spot.box, taken) + _crossing(spot.box, lines) + _FAR_WEIGHS * spot.far
    if spot.far > 1:
        (x, y), (to_x, to_y) = _leader(frame, point, spot.box)
        around = [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (0.25, 0.5, 0.75, 1.0)]
        crossed = sum(box[0] < a < box[2] and box[1] < b < box[3] for a, b in around for box in taken)
        weight += 2 * _FAR_WEIGHS * crossed
    return weight


def _crossing(box: Box, lines: Iterable[tuple[XY, float]]) -> float:
    """Return what it weighs that lines run through a box or close by."""
    left, top, right, bottom = box[0] - _CLEAR, box[1] - _CLEAR, box[2] + _CLEAR, box[3] + _CLEAR
    return sum(weight for (x, y), weight in lines if left < x < right and top < y < bottom)


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _leader(frame: MapFrame, point: XY, box: Box) -> list[XY]:
    """Return the line from the rim of a hex to the nearest point of a name."""
    end = min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])
    length = hypot(end[0] - point[0], end[1] - point[1]) or 1.0
    part = min(0.5 * frame.size / length, 1.0)
    return [(point[0] + (end[0] - point[0]) * part, point[1] + (end[1] - point[1]) * part), end]


# -- hex numbers along the rim ---------------------------------------------------------------------


def _draw_rim(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw the numbers of the first and last hex of rows beside the map, and of columns above and below it."""
    left, top, right, bottom = frame.box
    linked, fill = frame.linked, brief.palette["quiet"]
    inside = [hex_ for hex_ in frame.hexes if frame.holds(frame.centre(hex_))]
    rows, columns = _lines(frame, inside, 1), _lines(frame, inside, 0)
    for line in _thinned(rows, 1.45 * _NUMBER):
        y = frame.centre(line[0])[1] + CAP_HEIGHT * _NUMBER / 2
        canvas.text((left - 0.7, y), linked.name(line[0]), _NUMBER, fill=fill, anchor="end", role="number")
        canvas.text((right + 0.7, y), linked.name(line[-1]), _NUMBER, fill=fill, role="number")
    widest = max((width_of(linked.name(hex_), _NUMBER) for hex_ in inside), default=0.0)
    for line in _thinned(columns, 1.9 * widest):
        for hex_, y in ((line[0], top - 0.7), (line[-1], bottom + 0.7 + CAP_HEIGHT * _NUMBER)):
            x = frame.centre(hex_)[0]
            canvas.text((x, y), linked.name(hex_), _NUMBER, fill=fill, anchor="middle", role="number")


def _lines(frame: MapFrame, hexes: Iterable[int], axis: int) -> dict[float, list[int]]:
    """Return hexes by their place along an axis, each line of them in order of the other."""
    found = defaultdict[float, list[int]](list)
    for hex_ in sorted(hexes, key=lambda each: frame.centre(each)[1 - axis]):
        found[round(frame.centre(hex_)[axis], 2)].append(hex_)
    return dict(sorted(found.items()))


def _thinned(lines: Mapping[float, list[int]], apart: float) -> list[list[int]]:
    """Return every nth line, so that their numbers have room; of staggered ones always the same row."""
    places = [*lines]
    step = min((b - a for a, b in pairwise(places)), default=apart)
    every = 1
    while every * step < apart:
        every += 1
    every += every % 2 if every > 1 else 0
    return [lines[at] for at in places[every // 2 :: every]]
