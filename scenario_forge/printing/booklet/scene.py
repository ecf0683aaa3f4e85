"""A figure of the rulebook as a drawing: ground, zones of control, counters, arrows, letters."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, sqrt
from typing import TYPE_CHECKING

from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import blank, marker_front, unit_front
from scenario_forge.printing.map.frame import fitting
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.map.overlays import DrawnArrow, Pile
from scenario_forge.printing.map.plain import outline
from scenario_forge.printing.svg import Canvas
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    draw_hex_map(
        canvas, brief, frame, layers=("supply-lines", "counters", "arrows"),
        counters=list(_piles(brief, scene, frame.size)), arrows=list(_arrows(scene)),
    )  # fmt: skip
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


def _arrows(scene: Scene) -> Iterator[DrawnArrow]:
    full = {scene.hex(stack.at) for stack in scene.diagram.stacks}
    for arrow in scene.diagram.arrows:
        hexes = [found for text in arrow.path if (found := scene.hex(text)) is not None]
        if len(hexes) >= 2:
            gaps = (_PILE * 0.62 if hexes[0] in full else 0.0, _PILE * 0.62 if hexes[-1] in full else 0.0)
            yield DrawnArrow(hexes, arrow.kind, arrow.text, arrow.barred, gaps)


def _piles(brief: Brief, scene: Scene, size: float) -> Iterator[Pile]:
    """Counters of each hex: one over the other, or side by side in rows."""
    linked = forces(brief.game)
    for index, stack in enumerate(scene.diagram.stacks):
        at = scene.hex(stack.at)
        keys = [(side, int(no)) for side, _, no in (unit.rpartition("/") for unit in stack.units) if no.isdigit()]
        units = [linked.counters[key].counter for key in keys if key in linked.counters]
        markers = [linked.markers[marker][0] for marker in stack.markers if marker in linked.markers]
        count = len(units) + len(markers)
        if at is None or not count:
            continue
        across = ceil(sqrt(count)) if stack.spread else 1
        pitch = _SPREAD / across if stack.spread and count > 1 else _PILE
        edge = pitch * size * (0.94 if stack.spread and count > 1 else 1.0)
        small = Brief(brief.game, replace(brief.profile, counter=edge))
        faces = [unit_front(small, unit) for unit in units] + [marker_front(small, marker) for marker in markers]
        if not stack.spread:
            # of those below only a rim is seen: words that nobody can read are not drawn
            below = [blank(small, unit.nationality) for unit in units] + [blank(small) for _marker in markers]
            faces = [*below[: count - 1], faces[-1]]
        beside = pitch * size if stack.spread else 0.0
        yield Pile(at, faces, edge, _STEP, beside, shadow="thin", name=f"stack-{index}")


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
