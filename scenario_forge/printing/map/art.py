"""The art of a sheet or of the whole map: ground, names, panels, clipped to its rectangle and the bleed."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.face import blank, marker_front, unit_front
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.map.kinds import terrain_look
from scenario_forge.printing.map.layout import grown, hex_at, meet
from scenario_forge.printing.map.plan import plan_map
from scenario_forge.printing.pages import Sheet, sheets_pdf
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import Canvas, mm, xy

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.printing.map.across import CurvedName, Letter
    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.map.labels import Label
    from scenario_forge.printing.map.plan import MapPlan
    from scenario_forge.printing.svg import XY, Box


def draw_art(canvas: Canvas, plan: MapPlan, frame: Frame, art: Box) -> None:
    """Draw what lies in ``art``; nothing reaches further than the profile's bleed."""
    brief = plan.brief
    reach = grown(art, brief.profile.bleed)
    with canvas.clipped("art", _rectangle(reach)):
        canvas.rect(reach, fill=brief.palette["beyond"], cls="table")
        draw_hex_map(canvas, brief, replace(frame, box=_ground_box(frame, art, reach)))
        with canvas.group(name="names", cls="names"):
            for name in plan.names:
                if any(meet(letter.box, art) for letter in name.letters):
                    _draw_name(canvas, plan, name)
            for label in plan.labels:
                if meet(label.box, art):
                    _draw_label(canvas, plan, label)
        _draw_edges(canvas, plan)
        for placed in plan.placed:
            if meet(placed.box, art):
                with canvas.group(name=f"panel-{placed.panel.id}", cls="panel"):
                    placed.shape.draw(canvas, placed.box)


def _ground_box(frame: Frame, art: Box, reach: Box) -> Box:
    """The map's own rectangle; over the bleed where no strip lies beside it."""
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
    hex_ = hex_at(plan.frame, ((left + right) / 2, (top + bottom) / 2))
    look = terrain_look(linked, linked.terrain[hex_]) if hex_ >= 0 else "plain"
    return {"plain": "land", "sea": "sea"}.get(look, f"land-{look}")


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
