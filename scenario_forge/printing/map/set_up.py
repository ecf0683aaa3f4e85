"""A picture of a set-up: the printed map with the counters of a scenario where they begin."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.face import blank, marker_front, unit_front
from scenario_forge.printing.map.art import draw_art
from scenario_forge.printing.map.plan import plan_map
from scenario_forge.printing.pages import Sheet, sheets_pdf
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from scenario_forge.compiler.plan import Plan
    from scenario_forge.printing.svg import XY

WIDEST = 2400
"""Pixels along the longer side."""
_EDGE = 0.7
"""Of a counter, as a part of the breadth of a hex."""
_SEEN = 4
"""Counters of a stack that are drawn."""


def set_up_picture(brief: Brief, plan: Plan, widest: int = WIDEST) -> bytes:
    """A PNG no larger than ``widest`` pixels either way; the same set-up gives the same bytes."""
    return _png(
        sheets_pdf(brief, plan.scenario.document.title, [Sheet(set_up(brief, plan), "map", foot=False)]), widest
    )


def set_up(brief: Brief, plan: Plan) -> Canvas:
    """The drawing: map, and on each hex the units and markers of both sides that begin there."""
    drawn = plan_map(brief, plan.map)
    drawn.placed = []  # tracks and boxes are not part of the set-up
    left, top, right, bottom = drawn.frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    canvas.rect((left, top, right, bottom), fill=brief.palette["page"])
    draw_art(canvas, drawn, drawn.frame, drawn.frame.box)
    edge = drawn.frame.size * _EDGE
    small = Brief(brief.game, replace(brief.profile, counter=edge))
    for hex_, faces in sorted(_stacks(small, plan).items()):
        _stack(canvas, brief, faces, drawn.frame.centre(hex_), edge)
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


def _stack(canvas: Canvas, brief: Brief, faces: list[Canvas], at: XY, edge: float) -> None:
    seen = faces[-_SEEN:]
    step, rim = edge * 0.09, brief.palette["coast"]
    for number, face in enumerate(seen):
        shift = (number - (len(seen) - 1) / 2) * step
        x, y = at[0] - edge / 2 + shift, at[1] - edge / 2 - shift
        canvas.place(face, (x, y))
        canvas.rect((x, y, x + edge, y + edge), stroke=rim, width=0.2)


def _png(pdf: bytes, widest: int) -> bytes:
    import pypdfium2  # noqa: PLC0415 - heavy

    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        width, height = (side * POINT for side in page.get_size())
        picture = page.render(scale=widest * POINT / max(width, height)).to_pil()
        page.close()
    stream = BytesIO()
    picture.quantize(192).save(stream, "PNG", optimize=True)
    return stream.getvalue()
