"""Plan and drawing of the whole map: names, panels, strips, the art of each sheet; and the picture of a set-up."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.game.scenarios import scenarios
from scenario_forge.hexes import OFF, extent
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import blank, marker_front, unit_front
from scenario_forge.printing.map.frame import MapFrame, sheet, whole_map
from scenario_forge.printing.map.ground import ground_role, terrain_look
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.map.hexsides import crests
from scenario_forge.printing.map.key import key
from scenario_forge.printing.map.land import sea_rings, to_millimetres
from scenario_forge.printing.map.layout import (
    SHORES,
    Boxes,
    PlacedPanel,
    along_line,
    beside_edge,
    beyond_edge,
    boxes_overlap,
    fill_sea,
    fill_strip,
    grow_box,
)
from scenario_forge.printing.map.names import CurvedName, Label, TakenSpace, curved_names, place_labels
from scenario_forge.printing.map.overlays import Pile
from scenario_forge.printing.map.panel import Panel, Style, compass, holding_panels, imprint, off_map, title
from scenario_forge.printing.map.roads import road_curves
from scenario_forge.printing.map.symbols import number_box, symbol_boxes
from scenario_forge.printing.map.tracks import time_track, tracks
from scenario_forge.printing.pdf import open_pdf
from scenario_forge.printing.profile import POINT, POSTERS, Paper
from scenario_forge.printing.svg import Canvas, mm, xy
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.map.names import CurvedName, Label, Letter
    from scenario_forge.printing.svg import XY, Box


MARGIN = 10.0
"""From the art to the edge of a poster, at least: room for marks and foot."""
_FOOT = 3.0
"""What a panel below a board leaves for the foot of the page, which a printer cannot print so near the edge."""


@dataclass
class MapPlan:
    """Plan of the map: what is drawn where, in millimetres from the corner of the whole map."""

    brief: Brief
    style: Style
    frame: MapFrame
    """All sheets of the map, joined."""
    sheets: list[MapFrame]
    art: Box
    """The whole map with its strips."""
    sheet_arts: list[Box]
    taken: TakenSpace
    """What names of places stay clear of."""
    names: list[CurvedName] = field(default_factory=list)
    placed: list[PlacedPanel] = field(default_factory=list)
    left_over: list[Panel] = field(default_factory=list)
    """Panels that found no room: they go on sheets of their own."""
    board: Paper | None = None
    """The printer's paper, as it lies, where scenarios choose among sheets and each fits on it: these are boards."""

    @property
    def beside(self) -> Style:
        """Measures of the panels: beside boards, they are not as large as their hexes."""
        return replace(self.style, unit=1.0) if self.board else self.style

    def paper(self, number: int) -> Paper:
        """Return the paper of a sheet: the printer's, where it is a board, else a poster."""
        return self.board or poster_paper(self.sheet_arts[number])

    @cached_property
    def labels(self) -> list[Label]:
        """Names of places, laid out when first read: most of the work, and the paper's size does not depend on it."""
        for placed in self.placed:
            self.taken.panels.add(placed.box)
        for name in self.names:
            for letter in name.letters:
                self.taken.names.add(letter.box)
        return place_labels(self.frame, self.taken, self.style.unit)


def plan_map(brief: Brief, linked: HexMap) -> MapPlan:
    """Lay the map out. Panels and names never cover land numbers or each other as long as there is room."""
    style, size = Style.of(brief), brief.profile.hex
    frame = whole_map(linked, size)
    sheets = [sheet(linked, size, s.id) for s in linked.grid.sheets]
    taken = _taken(frame, sheets)
    names = curved_names(frame, taken, style.unit)
    plan = MapPlan(brief, style, frame, sheets, frame.box, [f.box for f in sheets], taken, names)
    if any(each.document.boards for each in scenarios(brief.game).listed):
        plan.board = _board_paper(brief.paper, plan.sheet_arts)
    _place_panels(plan, _letters(names))
    return plan


def poster_paper(art: Box) -> Paper:
    """Return the smallest poster paper that holds the art with margins, turned as needed; beyond A0 made to measure."""
    wide, high = art[2] - art[0] + 2 * MARGIN, art[3] - art[1] + 2 * MARGIN
    for paper in POSTERS:
        for each in (paper, paper.turned()):
            if _holds(each, art):
                return each
    return Paper(f"{round(wide)}x{round(high)}mm", wide, high)


def _holds(paper: Paper, art: Box) -> bool:
    """Whether a paper has room for the art and margins."""
    return art[2] - art[0] + 2 * MARGIN <= paper.width and art[3] - art[1] + 2 * MARGIN <= paper.height


def _board_paper(paper: Paper, arts: list[Box]) -> Paper | None:
    """The printer's paper, upright or lying, if each sheet fits on a page of it."""
    return next((each for each in (paper, paper.turned()) if all(_holds(each, art) for art in arts)), None)


def _taken(frame: MapFrame, sheets: list[MapFrame]) -> TakenSpace:
    size = frame.size
    numbers = Boxes(size, (number_box(frame, h) for h in frame.hexes))
    symbols = Boxes(size, (box for boxes in symbol_boxes(frame).values() for box in boxes))
    roads = Boxes(size)
    for curve in road_curves(frame):
        for x, y in along_line(curve, 0.8):
            roads.add((x - 0.5, y - 0.5, x + 0.5, y + 0.5))
    relief, coast = Boxes(size), Boxes(size)
    for line in [each for lines in crests(frame.linked).values() for each in lines]:
        for x, y in along_line(to_millimetres(line, size), 1.0):
            relief.add((x - 0.8, y - 0.8, x + 0.8, y + 0.8))
    for hex_, direction in frame.linked.sides:
        around = frame.corners(hex_)
        for x, y in along_line([around[direction - 1], around[direction]], size / 8):
            relief.add((x - 0.3, y - 0.3, x + 0.3, y + 0.3))
    for ring in sea_rings(frame.linked):
        for x, y in along_line(to_millimetres(ring, size), 0.8):
            coast.add((x - 0.3, y - 0.3, x + 0.3, y + 0.3))
    rims = tuple(x for f in sheets[1:] for x in (f.box[0], f.box[0] + size / 2))
    return TakenSpace(
        numbers, symbols, roads, relief, coast, Boxes(size), Boxes(4 * size), rims, grow_box(frame.box, -1.0)
    )


def _letters(names: list[CurvedName]) -> list[Box]:
    """A rectangle around each name on water, letter by letter closed up."""
    found = []
    for name in names:
        boxes = [letter.box for letter in name.letters]
        for a, b in zip(boxes, boxes[1:] or boxes, strict=False):
            found.append(grow_box((min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])), 2.5))
    return found


def _place_panels(plan: MapPlan, keep: list[Box]) -> None:
    linked = plan.frame.linked
    style = plan.beside
    homes = _homes(linked, len(plan.sheets))
    boxes = [replace(off_map(style, box), home=homes.get(box.side or "")) for box in linked.document.boxes]
    panels = [replace(panel, home=homes.get(panel.side)) for panel in _panels(style, linked)]
    for panel, box in zip(boxes, linked.document.boxes, strict=True):
        _off_map(plan, panel, sorted(linked.adjoining[box.id]), keep)
    done = {placed.panel.id for placed in plan.placed}
    waiting = [panel for panel in [*panels, *boxes] if panel.id not in done]
    waiting = _sea(plan, [p for p in waiting if not p.strip], keep, SHORES) + [p for p in waiting if p.strip]
    waiting = _strip(plan, waiting)
    plan.left_over = _sea(plan, waiting, keep, SHORES[1:])


def _panels(style: Style, linked: HexMap) -> Iterator[Panel]:
    """All panels, those first that must find room on the map."""
    yield title(style, linked)
    track = time_track(style)
    if track:
        yield track
    kept = list(tracks(style))
    yield from (panel for panel in kept if not panel.side)
    yield key(style, linked)
    yield imprint(style, linked)
    yield compass(style, linked)
    yield from (panel for panel in kept if panel.side)
    yield from holding_panels(style)


def _homes(linked: HexMap, count: int) -> dict[str, int]:
    """The sheet where each side has what only it may use: the one most of that lies on."""
    wide = extent(linked.grid, 1.0)[0]
    at: dict[str, list[float]] = {}
    for place in linked.document.places:
        hex_ = linked.grid.find(place.hex)
        if hex_ is not None:
            for side in place.sides:
                at.setdefault(side, []).append((linked.grid.position(hex_)[0] + 0.5) / wide)
    for box in linked.document.boxes:
        hexes = linked.adjoining[box.id]
        if box.side and hexes:
            at.setdefault(box.side, []).append(sum(linked.grid.position(h)[0] for h in hexes) / len(hexes) / wide)
    return {side: min(int(sum(xs) / len(xs) * count), count - 1) for side, xs in at.items()}


def _off_map(plan: MapPlan, panel: Panel, hexes: list[int], keep: list[Box]) -> None:
    """At the end of the sheet over water, near its hexes."""
    columns = {plan.frame.linked.grid.position(h)[0] for h in hexes}
    last = plan.frame.linked.grid.width - 1
    if columns not in ({0}, {last}):
        return
    number = 0 if columns == {0} else len(plan.sheets) - 1
    kept = [*keep, *(grow_box(placed.box, plan.style.mm(4)) for placed in plan.placed)]
    placed = beside_edge(plan.style, plan.sheets[number], number, panel, hexes, kept)
    if placed is None:
        placed = beyond_edge(plan.style, plan.sheets[number], number, panel, hexes, kept)
        if placed is None:
            return
        _grow(plan, placed)
    plan.placed.append(placed)


def _grow(plan: MapPlan, placed: PlacedPanel) -> None:
    """The art grows to the west or east, to hold a panel beside the map."""
    gap, art = plan.style.mm(4), plan.sheet_arts[placed.sheet]
    wider = (min(art[0], placed.box[0] - gap), art[1], max(art[2], placed.box[2] + gap), art[3])
    plan.sheet_arts[placed.sheet] = wider
    plan.art = (min(plan.art[0], wider[0]), plan.art[1], max(plan.art[2], wider[2]), plan.art[3])


def _sea(plan: MapPlan, panels: list[Panel], keep: list[Box], shores: tuple[float, ...]) -> list[Panel]:
    """Fill the water of every sheet, the one with most of it first; what found no room."""
    waiting = panels
    wet = [(sum(1 for h in f.hexes if not plan.frame.linked.land[h]), -n) for n, f in enumerate(plan.sheets)]
    for shore in shores:
        for _count, minus in sorted(wet, reverse=True):
            number = -minus
            kept = [*keep, *(grow_box(placed.box, plan.style.mm(4)) for placed in plan.placed)]
            own = [panel for panel in waiting if panel.home in (number, None)]
            plan.placed += fill_sea(plan.style, plan.sheets[number], number, own, kept, shore)
            done = {placed.panel.id for placed in plan.placed}
            waiting = [panel for panel in waiting if panel.id not in done]
    return waiting


def _widen(plan: MapPlan, waiting: list[Panel]) -> None:
    """A map of one sheet, narrower than the panels below it, gets margins as wide as its paper has room for."""
    least = max((min(shape.width for shape in panel.shapes) for panel in waiting), default=0.0) + 2 * plan.style.mm(4)
    left, top, right, bottom = plan.art
    if len(plan.sheets) > 1 or right - left >= least:
        return
    wider = (poster_paper(plan.art).width - 2 * MARGIN - (right - left)) / 2
    plan.art = (left - wider, top, right + wider, bottom)
    plan.sheet_arts = [plan.art]


def _strip(plan: MapPlan, waiting: list[Panel]) -> list[Panel]:
    """What fits below the map on the poster paper of a sheet."""
    half, pad = plan.frame.size / 2, plan.beside.mm(4)
    _widen(plan, waiting)
    zones, rooms = [], []
    last = len(plan.sheets) - 1
    for number, each in enumerate(plan.sheets):
        _, top, _, bottom = each.box
        left, right = (each.box[0], each.box[2]) if last else (plan.art[0], plan.art[2])
        zones.append((left + (half if number else 0) + pad, right - (half if number < last else 0) - pad))
        paper = plan.paper(number)
        rooms.append(paper.height - 2 * MARGIN - (bottom - top) - (_FOOT if plan.board else 0.0))
    bottom = plan.frame.box[3]
    found, height = fill_strip(plan.beside, zones, bottom, waiting, min(rooms))
    plan.placed += found
    plan.art = (*plan.art[:3], plan.art[3] + height)
    plan.sheet_arts = [(*box[:3], box[3] + height) for box in plan.sheet_arts]
    done = {placed.panel.id for placed in found}
    return [panel for panel in waiting if panel.id not in done]


# -- the art of a sheet, or of the whole map, clipped to its rectangle and the bleed ---------------


def draw_art(canvas: Canvas, plan: MapPlan, frame: MapFrame, art: Box) -> None:
    """Draw what lies in ``art``; nothing reaches further than the profile's bleed."""
    brief = plan.brief
    reach = grow_box(art, brief.profile.bleed)
    with canvas.clipped("art", _rectangle(reach)):
        canvas.rect(reach, fill=brief.palette["beyond"], cls="table")
        draw_hex_map(canvas, brief, replace(frame, box=_ground_box(frame, art, reach)))
        with canvas.group(name="names", cls="names"):
            for name in plan.names:
                if any(boxes_overlap(letter.box, art) for letter in name.letters):
                    _draw_name(canvas, plan, name)
            for label in plan.labels:
                if boxes_overlap(label.box, art):
                    _draw_label(canvas, plan, label)
        _draw_edges(canvas, plan)
        for placed in plan.placed:
            if boxes_overlap(placed.box, art):
                with canvas.group(name=f"panel-{placed.panel.id}", cls="panel"):
                    placed.shape.draw(canvas, placed.box)


def _ground_box(frame: MapFrame, art: Box, reach: Box) -> Box:
    """The map without its strips; it reaches into the bleed on sides that have no strip."""
    left, _top, right, bottom = frame.box
    return (
        reach[0] if left <= art[0] + 1e-6 else left,
        reach[1],
        reach[2] if right >= art[2] - 1e-6 else right,
        reach[3] if bottom >= art[3] - 1e-6 else bottom,
    )


def _rectangle(box: Box) -> str:
    left, top, right, bottom = map(mm, box)
    return f"M{left} {top}H{right}V{bottom}H{left}Z"


def _draw_name(canvas: Canvas, plan: MapPlan, name: CurvedName) -> None:
    palette = plan.brief.palette
    fill = palette["name-water" if name.water else "name-area"]
    with canvas.group(name=f"name-{name.number}", cls="water-name" if name.water else "area-name"):
        for letter in name.letters:
            ground = palette[_ground_role(plan, letter)]
            canvas.text(
                letter.at, letter.text, name.size, face=name.face, fill=fill, turn=letter.turn, halo=ground,
                halo_width=plan.style.mm(1.1), on=ground, role="area-name",
            )  # fmt: skip


def _ground_role(plan: MapPlan, letter: Letter) -> str:
    """The ground under a letter, which is cleared of texture around it."""
    linked = plan.frame.linked
    left, top, right, bottom = letter.box
    hex_ = plan.frame.hex_at(((left + right) / 2, (top + bottom) / 2))
    look = terrain_look(linked, linked.terrain[hex_]) if hex_ >= 0 else "plain"
    return ground_role(look)


def _draw_edges(canvas: Canvas, plan: MapPlan) -> None:
    """A band along the rim where hexes adjoin an off-map box, in the colour of its side."""
    linked, brief = plan.frame.linked, plan.brief
    for box in linked.document.boxes:
        colour = brief.palette.accent(brief.game, box.side) if box.side else brief.palette["coast"]
        parts: list[str] = []
        faces = _outward(plan, sorted(linked.adjoining[box.id]))
        for hex_ in sorted(linked.adjoining[box.id]):
            around = plan.frame.corners(hex_)
            for direction, other in enumerate(linked.grid.neighbours[hex_]):
                if other == OFF and faces(around[direction - 1], around[direction], plan.frame.centre(hex_)):
                    parts.append(f"M{xy(around[direction - 1])}L{xy(around[direction])}")
        canvas.path("".join(parts), stroke=colour, width=plan.style.mm(1.0), name=f"adjoins-{box.id}", cls="adjoins")


def _outward(plan: MapPlan, hexes: list[int]) -> Callable[[XY, XY, XY], bool]:
    """Whether a hexside looks to the end of the map where these hexes lie; any does if they lie at several."""
    grid = plan.frame.linked.grid
    for axis in (0, 1):
        at = {grid.position(hex_)[axis] for hex_ in hexes}
        ends = [end for end in (0, (grid.width, grid.rows)[axis] - 1) if at == {end}]
        if ends:
            middle = (plan.frame.box[axis] + plan.frame.box[axis + 2]) / 2
            low = plan.frame.centre(hexes[0])[axis] < middle
            return lambda a, b, c: ((a[axis] + b[axis]) / 2 < c[axis]) == low
    return lambda _a, _b, _c: True


def _draw_label(canvas: Canvas, plan: MapPlan, label: Label) -> None:
    palette = plan.brief.palette
    canvas.text(
        label.at, label.text, label.size, face=label.face, fill=palette["name"], halo=palette["halo"],
        halo_width=0.7, role="name", name=f"label-{label.place}",
    )  # fmt: skip


# -- A picture of a set-up -------------------------------------------------------------------------


WIDEST = 2400
"""Pixels along the longer side."""
_EDGE = 0.7
"""Of a counter, as a part of the breadth of a hex."""
_SEEN = 4
"""Counters of a stack that are drawn."""


def set_up_picture(brief: Brief, plan: Plan) -> bytes:
    """Return the picture of a set-up as PNG, at most `WIDEST` pixels either way; equal set-ups give equal bytes."""
    page = PrintedPage(set_up(brief, plan), "map", foot=False)
    return _png(sheets_pdf(brief, plan.scenario.document.title, [page]))


def set_up(brief: Brief, plan: Plan) -> Canvas:
    """Draw the map, and on each hex the units and markers of both sides that begin there."""
    drawn = plan_map(brief, plan.map)
    drawn.placed = []  # tracks and boxes are not part of the set-up
    left, top, right, bottom = drawn.frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    canvas.rect((left, top, right, bottom), fill=brief.palette["page"])
    draw_art(canvas, drawn, drawn.frame, drawn.frame.box)
    edge = drawn.frame.size * _EDGE
    small = Brief(brief.game, replace(brief.profile, counter=edge))
    piles = [Pile(hex_, faces[-_SEEN:], edge) for hex_, faces in sorted(_stacks(small, plan).items())]
    draw_hex_map(canvas, brief, drawn.frame, layers={"counters"}, counters=piles)
    return canvas


def _stacks(small: Brief, plan: Plan) -> dict[int, list[Canvas]]:
    """The faces on each hex, the uppermost last; of those below only a rim is seen."""
    found: dict[int, list[Canvas]] = {}
    for entry in plan.markers:
        if entry.entry.hex is not None and entry.marker in plan.forces.markers:
            found.setdefault(entry.entry.hex, []).append(marker_front(small, plan.forces.markers[entry.marker][0]))
    for placed in plan.placed:
        if placed.state == "at" and placed.entry and placed.entry.hex is not None and plan.in_play(placed.unit):
            counter = placed.unit.counter
            face = unit_front(small, counter.counter) if counter else blank(small)
            found.setdefault(placed.entry.hex, []).append(face)
    return found


def _png(pdf: bytes) -> bytes:
    with open_pdf(pdf) as document:
        page = document[0]
        width, height = (side * POINT for side in page.get_size())
        picture = page.render(scale=WIDEST * POINT / max(width, height)).to_pil()
        page.close()
    stream = BytesIO()
    picture.quantize(192).save(stream, "PNG", optimize=True)
    return stream.getvalue()
