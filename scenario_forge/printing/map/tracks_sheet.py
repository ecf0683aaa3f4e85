"""Panels that found no room on the map, on pages of the printer's paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.map.poster import crop_marks
from scenario_forge.printing.pages import Sheet
from scenario_forge.printing.paper import POSTERS, Paper
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.panel import Panel, Shape
    from scenario_forge.printing.svg import Box

TOP, SIDE, FOOT = 14.0, 14.0, 16.0
GAP = 8.0


def tracks_sheets(brief: Brief, panels: Sequence[Panel]) -> list[Sheet]:
    """Panels below each other; a new page, and if need be a larger one, where there is no more room."""
    sheets: list[Sheet] = []
    canvas: Canvas | None = None
    y = TOP
    for panel in panels:
        paper, shape = _paper(brief, panel)
        if canvas is None or canvas.width != paper.width or y + shape.height > canvas.height - FOOT:
            canvas = Canvas(paper.width, paper.height)
            sheets.append(Sheet(canvas, panel.id, foot_inset=SIDE))
            y = TOP
        x = (canvas.width - shape.width) / 2
        box: Box = (x, y, x + shape.width, y + shape.height)
        with canvas.group(name=f"panel-{panel.id}", cls="panel"):
            shape.draw(canvas, box)
        crop_marks(canvas, box, 1.0, brief.palette["mark"])
        y += shape.height + GAP + 6
    return sheets


def _paper(brief: Brief, panel: Panel) -> tuple[Paper, Shape]:
    """The printer's paper upright if any shape fits, else turned, else a poster, else one made for it."""
    for paper in (brief.paper, brief.paper.turned(), *POSTERS):
        for shape in panel.shapes:
            if shape.width <= paper.width - 2 * SIDE and shape.height <= paper.height - TOP - FOOT:
                return paper, shape
    shape = panel.shapes[0]
    return Paper("sheet", shape.width + 2 * SIDE, shape.height + TOP + FOOT), shape
