"""Roads and tracks as smooth curves through the hexes of their chains, each stretch drawn once.

A road crosses the sides between its hexes, and passes the middle of a hex exactly where a symbol stands or it ends.
Elsewhere it cuts corners, and keeps away from the sea.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, get_args

from scenario_forge.documents.map_ import LineDrawing
from scenario_forge.hexes import centre, corners
from scenario_forge.printing.map.land import is_near, line_growth, sea_hexes, to_millimetres
from scenario_forge.printing.map.lattice import along, curve, spline, unrest, wave

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Grid
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.svg import XY, Canvas


_LINES: tuple[LineDrawing, ...] = get_args(LineDrawing)


def line_look(linked: HexMap, kind_id: str) -> LineDrawing:
    """Return the drawing of a road: as it says, else by its id, the first kind as road, others as track."""
    kind = linked.line_kinds.get(kind_id)
    if kind is not None and kind.drawn is not None:
        return kind.drawn
    if named := next((look for look in _LINES if look == kind_id), None):
        return named
    return "road" if kind_id == next(iter(linked.line_kinds), None) else "track"


ORDER: tuple[LineDrawing, ...] = ("road", "railway", "track", "trail", "pipeline")
"""Where two share a stretch the first is drawn."""
WIDTH: dict[LineDrawing, float] = {"road": 0.9, "railway": 0.45, "track": 0.5, "trail": 0.38, "pipeline": 0.3}
_STEPS = 4


@dataclass(frozen=True)
class Road:
    """A stretch between two junctions or ends, with the curve on which it is drawn."""

    look: LineDrawing
    hexes: tuple[int, ...]
    points: list[XY]
    """The curve, in breadths of a hex."""


@lru_cache(maxsize=8)
def network(linked: HexMap) -> list[Road]:
    """Return all stretches, in the order in which kinds give way to each other."""
    runs = [(look, run) for look, run in _runs(linked)]
    course = _Course(linked, [run for _, run in runs])
    return [Road(look, tuple(run), course.points(run)) for look, run in runs]


def _runs(linked: HexMap) -> Iterator[tuple[LineDrawing, list[int]]]:
    taken: set[tuple[int, int]] = set()
    looks = [line_look(linked, each.line.kind) for each in linked.lines]
    for look in ORDER:
        runs: list[list[int]] = []
        for each, its in zip(linked.lines, looks, strict=True):
            if its == look:
                runs += _untaken(linked.grid, each.hexes, taken)
        for run in _joined(runs):
            yield look, run


def _untaken(grid: Grid, hexes: Sequence[int | None], taken: set[tuple[int, int]]) -> Iterator[list[int]]:
    """The stretches of a chain where no other road runs yet; they are taken then."""
    run: list[int] = []
    for a, b in pairwise(hexes):
        if a is None or b is None or grid.direction(a, b) is None or (min(a, b), max(a, b)) in taken:
            if len(run) > 1:
                yield run
            run = []
            continue
        taken.add((min(a, b), max(a, b)))
        run = [*(run or [a]), b]
    if len(run) > 1:
        yield run


def _joined(runs: list[list[int]]) -> list[list[int]]:
    """Runs that alone end in the same hex become one."""
    ends: dict[int, int] = {}
    for run in runs:
        for end in (run[0], run[-1]):
            ends[end] = ends.get(end, 0) + 1
    kept: dict[int, list[int]] = {}
    waiting: dict[int, int] = {}
    for number, run in enumerate(runs):
        made = run
        for end in (run[0], run[-1]):
            other = kept.pop(waiting.get(end, -1), None)
            made = made if other is None else _join(other, made, end)
        kept[number] = made
        waiting |= {end: number for end in (made[0], made[-1]) if ends[end] == 2}
    return list(kept.values())


def _join(one: list[int], two: list[int], at: int) -> list[int]:
    head = one if one[-1] == at else one[::-1]
    tail = two if two[0] == at else two[::-1]
    return [*head, *tail[1:]]


class _Course:
    """Where roads pass in each hex and cross each side, in hexes."""

    def __init__(self, linked: HexMap, runs: Sequence[Sequence[int]]) -> None:
        self.linked, self.grid, self.sea = linked, linked.grid, sea_hexes(linked)
        self.ways: dict[int, dict[int, None]] = {}
        for run in runs:
            for a, b in pairwise(run):
                self.ways.setdefault(a, {})[b] = None
                self.ways.setdefault(b, {})[a] = None
        self.held = {hex_ for _, hex_, _ in linked.places.values() if hex_ is not None}
        self.fixed = {hex_ for hex_, ways in self.ways.items() if hex_ in self.held or len(ways) == 1}
        self.centre = {hex_: centre(self.grid, hex_, 1.0) for hex_ in self.ways}
        self.at = dict(self.centre)
        self.shift: dict[tuple[int, int], float] = {}
        self.lean = {(a, b): self._lean(a, b) for a in self.ways for b in self.ways[a] if a < b}
        for _ in range(4):
            self._settle()

    def _side(self, a: int, b: int) -> tuple[XY, XY]:
        direction = self.grid.direction(a, b) or 0
        around = corners(self.grid, a, 1.0)
        return around[direction - 1], around[direction]

    def _lean(self, a: int, b: int) -> float:
        """Towards which end of the side a road leans: away from the sea and from the number of the lower hex."""
        direction, back = self.grid.direction(a, b) or 0, self.grid.neighbours[a]
        before, after = (self._wet(back[(direction + turn) % 6]) for turn in (-1, 1))
        (sx, sy), (ex, ey) = self._side(a, b)
        upper = ey - sy if self.grid.orientation == "pointy" and sx != ex else 0.0
        return 0.13 * (float(before) - float(after)) + 0.5 * upper

    def _wet(self, hex_: int) -> bool:
        return hex_ >= 0 and bool(self.sea[hex_])

    def _settle(self) -> None:
        """Let each crossing slide along its side and each middle follow, as a taut string would."""
        for (a, b), lean in self.lean.items():
            (sx, sy), (ex, ey) = self._side(a, b)
            mx, my = (self.at[a][0] + self.at[b][0]) / 2, (self.at[a][1] + self.at[b][1]) / 2
            slide = ((mx - sx) * (ex - sx) + (my - sy) * (ey - sy)) * 3 - 0.5
            self.shift[a, b] = max(-0.2, min(0.2, slide + 0.06 * wave(mx * 1.7, my * 1.7, 9))) + lean
        for hex_, ways in self.ways.items():
            if hex_ not in self.fixed:
                self.at[hex_] = self._middle(hex_, [self.crossing(hex_, other) for other in ways])

    def _middle(self, hex_: int, crossings: list[XY]) -> XY:
        (cx, cy), count = self.centre[hex_], len(crossings)
        pull = 0.75 if count == 2 else 0.3
        dx = pull * (sum(x for x, _ in crossings) / count - cx)
        dy = pull * (sum(y for _, y in crossings) / count - cy)
        jx, jy = unrest(cx * 0.7, cy * 0.7)
        dx, dy = dx + 0.035 * jx, dy + 0.035 * jy
        shore = [n for n in self.grid.neighbours[hex_] if self._wet(n)]
        for other in shore:
            ox, oy = centre(self.grid, other, 1.0)
            dx, dy = dx - 0.05 * (ox - cx), dy - 0.05 * (oy - cy)
        far, most = hypot(dx, dy), 0.13 if shore else 0.2
        part = min(1.0, most / far) if far else 0.0
        return cx + dx * part, cy + dy * part

    def crossing(self, a: int, b: int) -> XY:
        """Return the point where a road crosses the side between two hexes."""
        a, b = min(a, b), max(a, b)
        (sx, sy), (ex, ey) = self._side(a, b)
        part = 0.5 + self.shift[a, b]
        return sx + (ex - sx) * part, sy + (ey - sy) * part

    def _off(self, before: int, last: int) -> list[XY]:
        """A road that ends in a hex of the rim where no place is goes straight on off the map."""
        ahead = self.grid.direction(before, last) or 0
        if len(self.ways[last]) > 1 or last in self.held or self.grid.neighbours[last][ahead] >= 0:
            return []
        (sx, sy), (ex, ey) = (corners(self.grid, last, 1.0)[d] for d in (ahead - 1, ahead))
        (cx, cy), (x, y) = self.centre[last], ((sx + ex) / 2, (sy + ey) / 2)
        return [(2 * x - cx, 2 * y - cy)]

    def points(self, run: Sequence[int]) -> list[XY]:
        """Return a run as close points on a smooth curve."""
        knots = [*self._off(run[1], run[0]), self.at[run[0]]]
        for a, b in pairwise(run):
            knots += [self.crossing(a, b), self.at[b]]
        knots += self._off(run[-2], run[-1])
        closed = run[0] == run[-1]
        before = knots[-2] if closed else knots[0]
        after = knots[1] if closed else knots[-1]
        found = [knots[0]]
        around = [before, *knots, after]
        for index in range(len(knots) - 1):
            found += [spline(around[index : index + 4], step / _STEPS) for step in range(1, _STEPS + 1)]
        return found


# -- drawing ---------------------------------------------------------------------------------------


def roads_in(frame: MapFrame) -> list[tuple[LineDrawing, list[XY]]]:
    """Return the roads that come near a frame, in millimetres."""
    return [(r.look, to_millimetres(r.points, frame.size)) for r in network(frame.linked) if is_near(frame, r.points)]


def road_curves(frame: MapFrame) -> list[list[XY]]:
    """Return points along each road as drawn, in millimetres: labels keep clear of them."""
    return [points for _, points in roads_in(frame)]


def draw_roads(canvas: Canvas, brief: Brief, frame: MapFrame) -> None:
    """Draw all roads: first the casings, then the lines, the most important last."""
    found: dict[LineDrawing, list[list[XY]]] = {}
    for look, points in roads_in(frame):
        found.setdefault(look, []).append(points)
    wide = line_growth(frame.size)
    with canvas.group(name="roads", cls="roads"):
        for look in reversed(ORDER):
            draw_casing(canvas, brief, look, found.get(look, []), wide)
        for look in reversed(ORDER):
            draw_line(canvas, brief, look, found.get(look, []), wide)


def draw_casing(canvas: Canvas, brief: Brief, look: LineDrawing, lines: list[list[XY]], wide: float) -> None:
    """Draw the light band under a road."""
    if look in ("road", "railway"):
        width = (WIDTH[look] + 0.6) * wide
        canvas.path("".join(map(curve, lines)), stroke=brief.palette["road-casing"], width=width, cls=f"{look} casing")


def draw_line(canvas: Canvas, brief: Brief, look: LineDrawing, lines: list[list[XY]], wide: float) -> None:
    """Draw lines in millimetres as one kind of road."""
    palette, d, width = brief.palette, "".join(map(curve, lines)), WIDTH[look] * wide
    if look == "road":
        canvas.path(d, stroke=palette["road"], width=width, cls=look)
    elif look == "railway":
        canvas.path(d, stroke=palette["railway"], width=width, cls=look)
        ties = "".join(
            f"M{x - uy * wide:.2f} {y + ux * wide:.2f}L{x + uy * wide:.2f} {y - ux * wide:.2f}"
            for line in lines
            for (x, y), (ux, uy) in along(line, 2.4 * wide)
        )
        canvas.path(ties, stroke=palette["railway"], width=0.25 * wide, cls=f"{look} ties")
    elif look == "pipeline":
        canvas.path(d, stroke=palette["railway"], width=width, cls=look)
        beads = "".join(f"M{x:.2f} {y:.2f}h.01" for line in lines for (x, y), _ in along(line, 3.2 * wide))
        canvas.path(beads, stroke=palette["railway"], width=0.9 * wide, cls=f"{look} beads")
    else:
        dash = f"{1.9 * wide:.2f} {1.05 * wide:.2f}" if look == "track" else f"0.01 {0.95 * wide:.2f}"
        canvas.path(d, stroke=palette["track"], width=width, dash=dash, cls=look)
