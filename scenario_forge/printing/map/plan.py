"""The whole map laid out: names, panels, strips, and the art of each sheet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import cos, radians, sin
from typing import TYPE_CHECKING

from scenario_forge.hexes import extent
from scenario_forge.printing.brief import errata_words
from scenario_forge.printing.fonts import fitted, wrapped
from scenario_forge.printing.map.across import CurvedName, curved_names
from scenario_forge.printing.map.coast import scaled, sea_rings
from scenario_forge.printing.map.frame import Frame, number_box, sheet, whole
from scenario_forge.printing.map.hexsides import crests
from scenario_forge.printing.map.key import key
from scenario_forge.printing.map.labels import Label, Taken, place_labels
from scenario_forge.printing.map.layout import (
    SHORES,
    Boxes,
    Placed,
    along_line,
    beside_edge,
    beyond_edge,
    fill_sea,
    fill_strip,
    grown,
)
from scenario_forge.printing.map.panel import MODULE, SMALLEST, Panel, Shape, Style, cut, frame_panel, holding, off_map
from scenario_forge.printing.map.roads import road_curves
from scenario_forge.printing.map.symbols import symbol_boxes
from scenario_forge.printing.map.time_track import time_track
from scenario_forge.printing.map.tracks import tracks
from scenario_forge.printing.profile import POINT, POSTERS, Paper
from scenario_forge.printing.svg import xy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.fonts import Face
    from scenario_forge.printing.svg import XY, Box, Canvas
    from scenario_forge.project.hexmap import HexMap


MARGIN = 10.0
"""From the art to the edge of a poster, at least: room for marks and foot."""


@dataclass
class MapPlan:
    """What is drawn where, in millimetres from the corner of the whole map."""

    brief: Brief
    style: Style
    frame: Frame
    """The whole map."""
    sheets: list[Frame]
    art: Box
    """The whole map with its strips."""
    sheet_arts: list[Box]
    taken: Taken
    """What names of places stay clear of."""
    names: list[CurvedName] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    left_over: list[Panel] = field(default_factory=list)
    """Panels that found no room: they go on sheets of their own."""

    @cached_property
    def labels(self) -> list[Label]:
        """The names of places: most of the work, and the size of the paper does not wait for it."""
        for placed in self.placed:
            self.taken.panels.add(placed.box)
        for name in self.names:
            for letter in name.letters:
                self.taken.names.add(letter.box)
        return place_labels(self.frame, self.taken, self.style.unit)


def plan_map(brief: Brief, linked: HexMap) -> MapPlan:
    """Lay the map out. Panels and names never cover land numbers or each other as long as there is room."""
    style, size = Style.of(brief), brief.profile.hex
    frame = whole(linked, size)
    sheets = [sheet(linked, size, s.id) for s in linked.grid.sheets]
    taken = _taken(frame, sheets)
    names = curved_names(frame, taken, style.unit)
    plan = MapPlan(brief, style, frame, sheets, frame.box, [f.box for f in sheets], taken, names)
    _place_panels(plan, _letters(names))
    return plan


def poster_paper(art: Box, margin: float = MARGIN) -> Paper:
    """The smallest poster paper that holds the art with margins, turned as needed; beyond A0 one made to measure."""
    wide, high = art[2] - art[0] + 2 * margin, art[3] - art[1] + 2 * margin
    for paper in POSTERS:
        for each in (paper, paper.turned()):
            if wide <= each.width and high <= each.height:
                return each
    return Paper(f"{round(wide)}x{round(high)}mm", wide, high)


def _taken(frame: Frame, sheets: list[Frame]) -> Taken:
    size = frame.size
    numbers = Boxes(size, (number_box(frame, h) for h in frame.hexes))
    symbols = Boxes(size, (box for boxes in symbol_boxes(frame).values() for box in boxes))
    roads = Boxes(size)
    for curve in road_curves(frame):
        for x, y in along_line(curve, 0.8):
            roads.add((x - 0.5, y - 0.5, x + 0.5, y + 0.5))
    relief, coast = Boxes(size), Boxes(size)
    for line in [each for lines in crests(frame.linked).values() for each in lines]:
        for x, y in along_line(scaled(line, size), 1.0):
            relief.add((x - 0.8, y - 0.8, x + 0.8, y + 0.8))
    for hex_, direction in frame.linked.sides:
        around = frame.corners(hex_)
        for x, y in along_line([around[direction - 1], around[direction]], size / 8):
            relief.add((x - 0.3, y - 0.3, x + 0.3, y + 0.3))
    for ring in sea_rings(frame.linked):
        for x, y in along_line(scaled(ring, size), 0.8):
            coast.add((x - 0.3, y - 0.3, x + 0.3, y + 0.3))
    rims = tuple(x for f in sheets[1:] for x in (f.box[0], f.box[0] + size / 2))
    return Taken(numbers, symbols, roads, relief, coast, Boxes(size), Boxes(4 * size), rims, grown(frame.box, -1.0))


def _letters(names: list[CurvedName]) -> list[Box]:
    """A rectangle around each name on water, letter by letter closed up."""
    found = []
    for name in names:
        boxes = [letter.box for letter in name.letters]
        for a, b in zip(boxes, boxes[1:] or boxes, strict=False):
            found.append(grown((min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])), 2.5))
    return found


def _place_panels(plan: MapPlan, keep: list[Box]) -> None:
    style, linked = plan.style, plan.frame.linked
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
    """All panels by priority."""
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
    yield from holding(style)


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
    kept = [*keep, *(grown(placed.box, plan.style.mm(4)) for placed in plan.placed)]
    placed = beside_edge(plan.style, plan.sheets[number], number, panel, hexes, kept)
    if placed is None:
        placed = beyond_edge(plan.style, plan.sheets[number], number, panel, hexes, kept)
        if placed is None:
            return
        _grow(plan, placed)
    plan.placed.append(placed)


def _grow(plan: MapPlan, placed: Placed) -> None:
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
            kept = [*keep, *(grown(placed.box, plan.style.mm(4)) for placed in plan.placed)]
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
    half, pad = plan.frame.size / 2, plan.style.mm(4)
    _widen(plan, waiting)
    zones, rooms = [], []
    last = len(plan.sheets) - 1
    for number, each in enumerate(plan.sheets):
        _, top, _, bottom = each.box
        left, right = (each.box[0], each.box[2]) if last else (plan.art[0], plan.art[2])
        zones.append((left + (half if number else 0) + pad, right - (half if number < last else 0) - pad))
        paper = poster_paper(plan.sheet_arts[number])
        rooms.append(paper.height - 2 * MARGIN - (bottom - top))
    bottom = plan.frame.box[3]
    found, height = fill_strip(plan.style, zones, bottom, waiting, min(rooms))
    plan.placed += found
    plan.art = (*plan.art[:3], plan.art[3] + height)
    plan.sheet_arts = [(*box[:3], box[3] + height) for box in plan.sheet_arts]
    done = {placed.panel.id for placed in found}
    return [panel for panel in waiting if panel.id not in done]


# -- compass and scale bar -------------------------------------------------------------------------


KILOMETRES = 1.609344
"""In a statute mile."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


def compass(style: Style, linked: HexMap) -> Panel:
    """A rose, and below it bars of miles, kilometres and hexes."""
    sizes = ((MODULE, 46), (46, 46), (44, 38))
    shapes = tuple(Shape(style.mm(w), style.mm(h), partial(_draw, style, linked)) for w, h in sizes)
    return Panel("compass", shapes, stretch=True)


def _draw(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    ground = style.colour("table")
    canvas.rect(box, fill=ground, stroke=style.colour("coast"), width=0.3, cls="panel")
    left, top, right, bottom = box
    miles = linked.document.grid.miles_per_hex
    bars = style.mm(15) if miles else style.mm(7)
    middle = ((left + right) / 2, (top + bottom - bars) / 2 + style.mm(1.2))
    radius = min((bottom - bars - top) / 2 - style.mm(3.6), (right - left) / 2 - style.mm(4))
    if radius > style.mm(3):
        _rose(canvas, style, middle, radius)
    room, x, y = right - left - style.mm(8), left + style.mm(4), bottom - bars
    size = style.brief.profile.hex
    words = style.brief.words
    if miles:
        _bar(canvas, style, (x, y + style.mm(3)), room, size / miles, words("miles"))
        _bar(canvas, style, (x, y + style.mm(10)), room, size / miles / KILOMETRES, words("kilometres"))
    else:
        _bar(canvas, style, (x, y + style.mm(2)), room, size, words("hexes"))


def _rose(canvas: Canvas, style: Style, middle: XY, radius: float) -> None:
    """Eight points, the long ones half dark; north named and largest."""
    x, y = middle
    ink, pale = style.colour("coast"), style.colour("page")
    canvas.circle(middle, radius * 0.62, stroke=ink, width=0.2)
    canvas.circle(middle, radius * 0.56, stroke=ink, width=0.1)
    for turn, length in [(a, 0.5) for a in (45, 135, 225, 315)] + [(a, 0.86) for a in (90, 180, 270)] + [(0, 1.0)]:
        angle, wide = radians(turn - 90), radius * (0.13 if length > 0.6 else 0.1)
        tip = (x + radius * length * cos(angle), y + radius * length * sin(angle))
        for side, fill in ((-1, ink), (1, pale)):
            corner = (
                x + wide * (cos(angle) - side * sin(angle)),
                y + wide * (sin(angle) + side * cos(angle)),
            )
            canvas.path(f"M{xy(middle)}L{xy(corner)}L{xy(tip)}Z", fill=fill, stroke=ink, width=0.12)
    size = style.pt(9)
    place = (x, y - radius - style.mm(0.7))
    words = style.brief.words
    canvas.text(
        place, words("compass_north"), size, face="serif-semibold", fill=style.colour("ink"), anchor="middle",
        on=style.colour("table"), role="compass",
    )  # fmt: skip


def _bar(canvas: Canvas, style: Style, at: XY, room: float, unit: float, name: str) -> None:
    """A bar of even parts of a round length: four, or as many as there is room for; none without room for one."""
    x, y = at
    fitting = [step for step in _STEPS if 4 * step * unit <= room * 0.86]
    step = fitting[-1] if fitting else 1
    part, high = step * unit, style.mm(1.3)
    parts = 4 if fitting else min(int(room / part), 3)
    if not parts:
        return
    ink, on, size = style.colour("ink"), style.colour("table"), style.pt(6.2)
    x += max(room - parts * part, 0) / 2
    for number in range(parts):
        fill = ink if number % 2 == 0 else style.colour("page")
        canvas.rect((x + number * part, y, x + (number + 1) * part, y + high), fill=fill, stroke=ink, width=0.15)
    for number in (0, 1, 2, 4)[: parts + 1] if parts < 3 else (0, 1, 2, parts):
        text = str(number * step)
        place = (x + number * part, y + high + size * 0.95)
        canvas.text(place, text, size, fill=ink, anchor="middle", on=on, role="scale")
    canvas.text(
        (x + 0.75 * parts * part, y - style.mm(0.6)), name, size, fill=ink, anchor="middle", on=on, role="scale"
    )


# -- the title cartouche, and the panel of credits, edition and what is reconstructed --------------


_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
"""Type of the imprint in points; it takes the largest that its panel has room for."""
_RECONSTRUCTED = {"fitted": "basis_fitted", "proposed": "basis_proposed"}


def title(style: Style, linked: HexMap) -> Panel:
    """The game's title, and the scale of map and turn."""
    sizes = ((92, 34), (74, 30), (60, 26), (45, 22))
    shapes = (Shape(style.mm(w), style.mm(h), partial(_title, style, linked)) for w, h in sizes)
    return Panel("title", tuple(shapes), stretch=True)


def _title(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    brief = style.brief
    ground, ink, quiet = style.colour("table"), style.colour("ink"), style.colour("quiet")
    canvas.rect(box, fill=ground, stroke=style.colour("coast"), width=0.3, cls="panel")
    rim = style.mm(1.3)
    canvas.rect((box[0] + rim, box[1] + rim, box[2] - rim, box[3] - rim), stroke=style.colour("coast"), width=0.15)
    middle, room = (box[0] + box[2]) / 2, box[2] - box[0] - 8 * rim
    text = cut(brief.game.title, style.pt(12), "serif-semibold", room)
    size = fitted(text, style.pt(min(44.0, (box[3] - box[1]) / style.unit * 0.82)), "serif-semibold", room, style.pt(9))
    lines = _lines(style, linked)
    small = style.pt(8.5)
    step = small * 1.5
    high = size * 0.7 + style.mm(3.4) + step * len(lines)
    base = (box[1] + box[3] - high) / 2 + size * 0.7
    canvas.text(
        (middle, base), text, size, face="serif-semibold", fill=ink, anchor="middle", on=ground, role="title",
        name="title",
    )  # fmt: skip
    rule = base + style.mm(2.6)
    canvas.line([(middle - room * 0.18, rule), (middle + room * 0.18, rule)], stroke=style.colour("road"), width=0.4)
    base = rule + style.mm(0.8)
    for line in lines:
        base += step
        fit = fitted(line, small, "serif-italic", room, SMALLEST * POINT)
        shown = cut(line, fit, "serif-italic", room)
        canvas.text(
            (middle, base), shown, fit, face="serif-italic", fill=quiet, anchor="middle", on=ground, role="subtitle"
        )


def _lines(style: Style, linked: HexMap) -> list[str]:
    brief, words = style.brief, style.brief.words
    about = brief.game.about
    own = linked.document.title
    lines = [own] if own and own.casefold() != brief.game.title.casefold() else []
    scale = about.scale if about else {}
    if "hex" in scale and "turn" in scale:
        lines.append(words("map_scale", hex=scale["hex"], turn=scale["turn"]))
    return lines


def imprint(style: Style, linked: HexMap) -> Panel:
    """Edition, errata, credits, and which parts of the map are ours."""
    shapes = []
    for width in (MODULE, 92, 74, 130, 48):
        lines = _imprint_lines(style, linked, style.mm(width) - 2 * style.pad, _SIZES[-1])
        high = style.head + 2 * style.pad + sum(step for _text, _face, step in lines)
        shapes.append(Shape(style.mm(width), high, partial(_imprint, style, linked)))
    return Panel("imprint", tuple(shapes), stretch=True)


def _imprint_lines(style: Style, linked: HexMap, room: float, points: float) -> list[tuple[str, Face, float]]:
    """Lines with their face and the step to the next; paragraphs stand apart."""
    brief, words = style.brief, style.brief.words
    about, size = brief.game.about, style.pt(points)
    facts = [
        words("edition_line", title=brief.game.title, edition=about.edition if about else ""),
        words("errata_line", errata=errata_words(brief.game, words)),
    ]
    facts += [
        words("credit_line", role=credit.role, names=", ".join(credit.names))
        for credit in (about.credits if about else [])
        if credit.here
    ]
    facts += [about.rights] if about and about.rights else []
    notes = [*reconstructed(style, linked), *([words("flawed_note")] if brief.flawed else [])]
    found: list[tuple[str, Face, float]] = []
    for number, text in enumerate(fact[:1].upper() + fact[1:] for fact in facts):
        *lines, last = wrapped(text, size, "sans", room, 6) or [""]
        found += [(line, "sans", size * 1.25) for line in lines]
        found.append((last, "sans", size * (1.35 if number < len(facts) - 1 else 1.9)))
    for text in notes:
        *lines, last = wrapped(text, size, "serif-italic", room, 6) or [""]
        found += [(line, "serif-italic", size * 1.3) for line in lines]
        found.append((last, "serif-italic", size * 1.7))
    return found


def _imprint(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    heading = style.brief.words("imprint_title")
    left, top, right, bottom = frame_panel(canvas, style, box, heading)
    for points in _SIZES:
        lines = _imprint_lines(style, linked, right - left, points)
        if sum(step for _text, _face, step in lines) <= bottom - top:
            break
    y, size, on = top, style.pt(points), style.colour("table")
    for text, face, step in lines:
        fill = style.colour("ink") if face == "sans" else style.colour("quiet")
        base = y + size * 0.9
        canvas.text((left, base), text, size, face=face, fill=fill, on=on, role="imprint")
        y += step


def reconstructed(style: Style, linked: HexMap) -> list[str]:
    """Sentences on what of the map is fitted or proposed rather than printed."""
    words = style.brief.words
    rests: dict[str, list[str]] = {"fitted": [], "proposed": []}
    for section in ("rows", "hexsides", "lines", "places", "areas", "boxes"):
        count = len(getattr(linked.document, section))
        bases = {(linked.where / section / n).basis for n in range(count)}
        for basis, kinds in rests.items():
            if basis in bases:
                kinds.append(words(f"map_{section}"))
    values = {
        (linked.where / "places" / n / column).basis
        for n, place in enumerate(linked.document.places)
        for column in ("capacity", "value")
        if getattr(place, column) is not None
    }
    for basis, kinds in rests.items():
        if basis in values:
            kinds.append(words("map_values"))
    return [words(_RECONSTRUCTED[b], what=", ".join(kinds)) for b, kinds in rests.items() if kinds]
