"""Compass and scale bar. Rows of hexes run from west to east on every map, and its top is north."""

from __future__ import annotations

from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING

from scenario_forge.printing.map.panel import MODULE, Panel, Shape, Style
from scenario_forge.printing.svg import xy

if TYPE_CHECKING:
    from scenario_forge.printing.svg import XY, Box, Canvas
    from scenario_forge.project.mapview import HexMap

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
