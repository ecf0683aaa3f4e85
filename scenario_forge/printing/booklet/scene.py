"""A figure of the rulebook as a drawing: ground, zones of control, counters, arrows, letters."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import blank, marker_front, unit_front
from scenario_forge.printing.map.frame import fitting
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.map.plain import outline
from scenario_forge.printing.svg import Canvas, xy
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.documents.rulebook import Arrow, Stack
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.svg import XY
    from scenario_forge.project.diagrams import Scene


_MOST = 800
"""Hexes that are seen on it."""
_RIM = 0.3
"""Left free around a figure for its outline, in millimetres."""
_PILE = 0.6
"""A counter in a stack, as a part of the hex."""
_SPREAD = 0.8
"""Counters side by side take no more of it."""
_STEP = 0.075
"""How far each counter of a stack is shifted, as a part of the counter."""


def draw_scene(brief: Brief, scene: Scene, width: float, height: float) -> Canvas | None:
    """A figure no larger than ``width`` by ``height`` millimetres; None where it has no map, or one too large."""
    if scene.linked is None or not 0 < len(scene.hexes) <= _MOST:
        return None
    frame = fitting(scene.linked, scene.hexes, width, height, _RIM)
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    shape = outline(frame.linked, frame.hexes, frame.size)
    with canvas.clipped("scene", shape):
        draw_hex_map(canvas, brief, frame)
        _zones(canvas, brief, scene, frame)
    canvas.path(shape, stroke=brief.palette["coast"], width=0.35, fill_rule="evenodd")
    # lines of supply run below the counters, ways and attacks over them
    _arrows(canvas, brief, scene, frame, supply=True)
    for number, stack in enumerate(scene.diagram.stacks):
        at = scene.hex(stack.at)
        if at is not None:
            _stack(canvas, brief, stack, frame.centre(at), frame.size, f"stack-{number}")
    _arrows(canvas, brief, scene, frame, supply=False)
    full = {scene.hex(stack.at) for stack in scene.diagram.stacks}
    for mark in scene.diagram.marks:
        at = scene.hex(mark.at)
        if at is not None:
            _mark(canvas, brief, mark.text, _spot(frame, at, at in full), frame.size)
    return canvas


def _zones(canvas: Canvas, brief: Brief, scene: Scene, frame: MapFrame) -> None:
    for zone in scene.diagram.zones:
        hexes = tuple(sorted({found for text in zone.hexes if (found := scene.hex(text)) is not None}))
        if hexes:
            colour, rim = brief.palette.accent(brief.game, zone.side), outline(frame.linked, hexes, frame.size)
            canvas.path(rim, fill=colour, cls="zone", fill_opacity="0.22", fill_rule="evenodd")
            canvas.path(rim, stroke=colour, width=frame.size * 0.045, dash="1.6 1.3", cls="zone-rim")


def _arrows(canvas: Canvas, brief: Brief, scene: Scene, frame: MapFrame, *, supply: bool) -> None:
    full = {scene.hex(stack.at) for stack in scene.diagram.stacks}
    for arrow in scene.diagram.arrows:
        hexes = [found for text in arrow.path if (found := scene.hex(text)) is not None]
        if len(hexes) >= 2 and (arrow.kind == "supply") == supply:
            gaps = (_PILE * 0.62 if hexes[0] in full else 0.0, _PILE * 0.62 if hexes[-1] in full else 0.0)
            draw_arrow(canvas, brief, arrow, [frame.centre(each) for each in hexes], frame.size, gaps)


def _stack(canvas: Canvas, brief: Brief, stack: Stack, at: XY, size: float, name: str) -> None:
    """Counters of a hex: one over the other, or side by side in rows."""
    linked = forces(brief.game)
    keys = [(side, int(no)) for side, _, no in (unit.rpartition("/") for unit in stack.units) if no.isdigit()]
    units = [linked.counters[key].counter for key in keys if key in linked.counters]
    markers = [linked.markers[marker][0] for marker in stack.markers if marker in linked.markers]
    count = len(units) + len(markers)
    if not count:
        return
    across = ceil(sqrt(count)) if stack.spread else 1
    down = ceil(count / across) if stack.spread else 1
    pitch = _SPREAD / max(across, down) if stack.spread and count > 1 else _PILE
    edge = pitch * size * (0.94 if stack.spread and count > 1 else 1.0)
    small = Brief(brief.game, replace(brief.profile, counter=edge))
    faces = [unit_front(small, unit) for unit in units] + [marker_front(small, marker) for marker in markers]
    if not stack.spread:
        # of those below only a rim is seen: words that nobody can read are not drawn
        below = [blank(small, unit.nationality) for unit in units] + [blank(small) for _marker in markers]
        faces = [*below[: count - 1], faces[-1]]
    step = edge * _STEP
    with canvas.group(name=name, cls="stack"):
        for number, face in enumerate(faces):
            if stack.spread:
                row, column = divmod(number, across)
                in_row = min(across, count - row * across)
                x = at[0] + (column - in_row / 2) * pitch * size + (pitch * size - edge) / 2
                y = at[1] + (row - down / 2) * pitch * size + (pitch * size - edge) / 2
            else:
                shift = (number - (count - 1) / 2) * step
                x, y = at[0] - edge / 2 + shift, at[1] - edge / 2 - shift
            _counter(canvas, brief, face, (x, y), edge)


def _counter(canvas: Canvas, brief: Brief, face: Canvas, at: XY, edge: float) -> None:
    x, y = at
    shadow = brief.palette["coast"]
    box = (x, y, x + edge, y + edge)
    canvas.rect((x + 0.25, y + 0.3, box[2] + 0.25, box[3] + 0.3), fill=shadow, radius=edge * 0.05, cls="shadow")
    canvas.place(face, at)
    canvas.rect(box, stroke=shadow, width=0.2, cls="rim")


def _spot(frame: MapFrame, hex_: int, full: bool) -> XY:
    """Where letters stand: in the middle of an empty hex, else below its counters, never on them."""
    x, y = frame.centre(hex_)
    return (x, y + frame.size * 0.45) if full else (x, y)


def _mark(canvas: Canvas, brief: Brief, text: str, at: XY, size: float) -> None:
    """Letters in a white disc."""
    palette, points = brief.palette, min(max(size * 0.17, 2.1), 3.4)
    x, y = at
    canvas.circle((x, y), points * 0.78, fill=palette["page"], stroke=palette["coast"], width=0.25, cls="mark")
    canvas.text(
        (x, y + points * 0.35), text[:3], points if len(text) < 2 else points * 0.8, face="sans-bold",
        fill=palette["ink"], anchor="middle", on=palette["page"], role="mark",
    )  # fmt: skip


# -- arrows of figures -----------------------------------------------------------------------------


class _Look(NamedTuple):
    role: str
    width: float
    """As a part of the hex."""
    dash: tuple[float, float] | None
    head: float
    """Length of the head as a part of the hex; 0: none."""


_LOOKS = {
    "move": _Look("ink", 0.055, None, 0.22),
    "attack": _Look("road", 0.12, None, 0.26),
    "retreat": _Look("ink", 0.055, (0.13, 0.1), 0.22),
    "advance": _Look("port", 0.055, (0.01, 0.1), 0.22),
    "supply": _Look("supply", 0.045, (0.01, 0.085), 0.0),
}


def draw_arrow(
    canvas: Canvas, brief: Brief, arrow: Arrow, centres: Sequence[XY], size: float, gaps: tuple[float, float]
) -> None:
    """An arrow through the middles of hexes; ``gaps`` (parts of a hex) are left free at its ends."""
    look = _LOOKS[arrow.kind]
    colour, casing = brief.palette[look.role], brief.palette["halo"]
    points = list(centres)
    if arrow.kind == "attack":
        points = [_between(points[0], points[1], 0.3), _between(points[-1], points[-2], 0.3)]
    else:
        points[0] = _nearer(points[0], points[1], gaps[0] * size)
        # a way that ends in an empty hex ends a little before its middle, where letters stand
        points[-1] = _nearer(points[-1], points[-2], (gaps[1] or 0.16) * size)
    tip = points[-1]
    shaft = [*points[:-1], _nearer(points[-1], points[-2], look.head * size * 0.8)]
    dash = " ".join(f"{part * size:.2f}" for part in look.dash) if look.dash else ""
    with canvas.group(cls=f"arrow {arrow.kind}"):
        line = "M" + "L".join(map(xy, shaft))
        head = _head(points[-2], tip, look.head * size) if look.head else ""
        canvas.path(line, stroke=casing, width=look.width * size + 0.7)
        canvas.path(head, fill=casing, stroke=casing, width=0.7)
        canvas.path(line, stroke=colour, width=look.width * size, dash=dash)
        canvas.path(head, fill=colour)
        if arrow.barred:
            _cross(canvas, tip, size * 0.13, colour, casing)
        if arrow.text:
            _label(canvas, brief, arrow.text, _middle(points), size)


def _head(before: XY, tip: XY, length: float) -> str:
    angle = atan2(tip[1] - before[1], tip[0] - before[0])
    sides = [(tip[0] - length * cos(angle + turn), tip[1] - length * sin(angle + turn)) for turn in (0.45, -0.45)]
    return f"M{xy(tip)}L{xy(sides[0])}L{xy(sides[1])}Z"


def _cross(canvas: Canvas, at: XY, reach: float, colour: str, casing: str) -> None:
    x, y = at
    d = "".join(
        f"M{xy((x - reach * cos(turn), y - reach * sin(turn)))}L{xy((x + reach * cos(turn), y + reach * sin(turn)))}"
        for turn in (pi / 4, -pi / 4)
    )
    canvas.path(d, stroke=casing, width=reach * 0.5 + 0.7)
    canvas.path(d, stroke=colour, width=reach * 0.5)


def _label(canvas: Canvas, brief: Brief, text: str, at: XY, size: float) -> None:
    points = max(size * 0.17, 2.1)
    canvas.text(
        (at[0], at[1] - size * 0.09), text[:8], points, face="sans-bold", fill=brief.palette["ink"], anchor="middle",
        halo=brief.palette["halo"], halo_width=0.9, role="arrow-text",
    )  # fmt: skip


def _middle(points: Sequence[XY]) -> XY:
    """Half-way along a line."""
    left = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)) / 2
    for a, b in pairwise(points):
        run = hypot(b[0] - a[0], b[1] - a[1])
        if left <= run and run > 0:
            return _between(a, b, left / run)
        left -= run
    return points[-1]


def _between(a: XY, b: XY, part: float) -> XY:
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def _nearer(end: XY, towards: XY, by: float) -> XY:
    """``end`` moved towards another point."""
    run = hypot(towards[0] - end[0], towards[1] - end[1])
    return _between(end, towards, min(by / run, 0.9)) if run > 0 else end
