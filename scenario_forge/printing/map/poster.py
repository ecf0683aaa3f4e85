"""A sheet, or all of them joined, at true size on one page: margins, TrimBox, BleedBox, marks outside the art."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.map.art import draw_art
from scenario_forge.printing.map.plan import MARGIN
from scenario_forge.printing.pages import Sheet
from scenario_forge.printing.profile import Paper
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.map.plan import MapPlan
    from scenario_forge.printing.svg import XY, Box

MARK = 5.0
"""Length of a crop mark."""
OFF = 0.6
"""From the bleed to a mark."""


def poster(plan: MapPlan, frame: Frame, art: Box, paper: Paper, label: str) -> Sheet:
    """A page with the art in its middle."""
    across, down = (paper.width - (art[2] - art[0])) / 2, (paper.height - (art[3] - art[1])) / 2
    canvas = Canvas(paper.width, paper.height, art[0] - across, art[1] - down)
    canvas.rect(
        (canvas.left, canvas.top, canvas.left + paper.width, canvas.top + paper.height), fill=plan.brief.palette["page"]
    )
    draw_art(canvas, plan, frame, art)
    crop_marks(canvas, art, plan.brief.profile.bleed + OFF, plan.brief.palette["mark"])
    _joins(canvas, plan, art)
    trim = (across, down, paper.width - across, paper.height - down)
    bleed = plan.brief.profile.bleed
    reach = (trim[0] - bleed, trim[1] - bleed, trim[2] + bleed, trim[3] + bleed)
    return Sheet(canvas, label, trim, reach, foot_inset=max(across, MARGIN) + 2 * MARK, foot_up=min(3.5, down / 3))


def joined_paper(art: Box) -> Paper:
    """A page made for the art: it and the margins."""
    wide, high = art[2] - art[0] + 2 * MARGIN, art[3] - art[1] + 2 * MARGIN
    return Paper(f"{round(wide)}x{round(high)}mm", wide, high)


def crop_marks(canvas: Canvas, box: Box, away: float, ink: str) -> None:
    """Two lines at each corner, in line with the cuts, none of them on the art."""
    left, top, right, bottom = box
    for x, dx in ((left, -1), (right, 1)):
        for y, dy in ((top, -1), (bottom, 1)):
            mark(canvas, (x + dx * away, y), (x + dx * (away + MARK), y), ink)
            mark(canvas, (x, y + dy * away), (x, y + dy * (away + MARK)), ink)


def mark(canvas: Canvas, start: XY, end: XY, ink: str) -> None:
    """One fine line."""
    canvas.line([start, end], stroke=ink, width=0.15, cls="mark")


def _joins(canvas: Canvas, plan: MapPlan, art: Box) -> None:
    """Where the neighbouring sheet begins: the art of both is the same between two such marks."""
    away, ink = plan.brief.profile.bleed + OFF, plan.brief.palette["mark"]
    for other in plan.sheet_arts:
        for x in (other[0], other[2]):
            if art[0] + 1e-6 < x < art[2] - 1e-6 and other != art:
                mark(canvas, (x, art[1] - away), (x, art[1] - away - MARK * 0.6), ink)
                mark(canvas, (x, art[3] + away), (x, art[3] + away + MARK * 0.6), ink)
