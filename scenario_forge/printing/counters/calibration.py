"""The calibration page: crosses on the front, rulers on the back, to read how far a printer moves the back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.counters.sheets import RULER, ruler
from scenario_forge.printing.measure import wrapped
from scenario_forge.printing.pages import Sheet
from scenario_forge.printing.paper import POINT
from scenario_forge.printing.svg import Canvas, mm

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import XY

_REACH = 6
"""Millimetres on each side of a ruler's zero."""


def calibration_pages(brief: Brief) -> list[Sheet]:
    """Front and back; the back is moved as the profile says, so a printer that is set right shows zero."""
    front, back = _page(brief, "calibration_front"), _page(brief, "calibration_back")
    for x, y in crosses(brief):
        _cross(front, (x, y), brief)
        _rulers(back, behind(brief, (x, y)), brief)
    return [
        Sheet(front, brief.words("calibration_front"), foot_inset=brief.profile.margin),
        Sheet(back, brief.words("calibration_back"), foot_inset=brief.profile.margin),
    ]


def crosses(brief: Brief) -> list[XY]:
    """Where the crosses stand on the front: corners, middle and between."""
    paper, rim = brief.paper, brief.profile.margin + 2 * _REACH + 4
    return [
        (x, y)
        for y in (rim + 16, paper.height / 2, paper.height - rim - 16)
        for x in (rim, paper.width / 2, paper.width - rim)
    ]


def behind(brief: Brief, at: XY) -> XY:
    """The place on the page of the back that is meant to lie behind one of the front."""
    profile, paper = brief.profile, brief.paper
    x = paper.width - at[0] if profile.backs == "long" else at[0]
    y = paper.height - at[1] if profile.backs == "short" else at[1]
    return (x + profile.back_right, y + profile.back_down)


def _page(brief: Brief, label: str) -> Canvas:
    words, profile, palette = brief.words, brief.profile, brief.palette
    canvas = Canvas(brief.paper.width, brief.paper.height)
    margin, ink, page = profile.margin, palette["ink"], palette["page"]
    canvas.text((margin, margin + 4), words(label), 13 * POINT, face="sans-bold", fill=ink, on=page, role="head")
    how = words(f"counter_how_{profile.backs}").split(". ")[0]
    canvas.text((margin, margin + 8), how, 7.5 * POINT, fill=palette["quiet"], on=page, role="head")
    ruler(canvas, (brief.paper.width - margin - RULER, margin + 0.6), words, palette)
    said = [words(key) for key in ("calibration_do", "calibration_read", "calibration_set", "calibration_sign")]
    said.append(words("calibration_now", right=f"{profile.back_right:g}", down=f"{profile.back_down:g}"))
    y = brief.paper.height * 0.3
    for number, text in enumerate(said, 1):
        for line_number, line in enumerate(wrapped(text, 9.5 * POINT, "sans", brief.paper.width - 2 * margin - 26)):
            if line_number == 0:
                at = (margin + 10, y)
                canvas.text(at, str(number), 9.5 * POINT, face="sans-bold", fill=ink, on=page, role="head")
            canvas.text((margin + 14, y), line, 9.5 * POINT, fill=ink, on=page, role="text")
            y += 4.4
        y += 1.6
    return canvas


def _cross(canvas: Canvas, at: XY, brief: Brief) -> None:
    x, y = at
    d = f"M{mm(x - _REACH - 3)} {mm(y)}h{mm(2 * _REACH + 6)}M{mm(x)} {mm(y - _REACH - 3)}v{mm(2 * _REACH + 6)}"
    canvas.path(d, stroke=brief.palette["mark"], width=0.2, cls="cross")


def _rulers(canvas: Canvas, at: XY, brief: Brief) -> None:
    """A ruler across, counting to the right, and one down, counting down, both from the point."""
    x, y = at
    ink = brief.palette["ink"]
    d = f"M{mm(x - _REACH)} {mm(y)}h{2 * _REACH}M{mm(x)} {mm(y - _REACH)}v{2 * _REACH}"
    for step in range(-2 * _REACH, 2 * _REACH + 1):
        half = 0.4 if step % 2 else 1.4 if step % 6 == 0 else 0.8
        if step:
            d += f"M{mm(x + step / 2)} {mm(y - half)}v{mm(2 * half)}M{mm(x - half)} {mm(y + step / 2)}h{mm(2 * half)}"
    canvas.path(d, stroke=ink, width=0.12, cls="rulers")
    for sign, end in (("−", -1), ("+", 1)):
        style = {"fill": ink, "on": brief.palette["page"], "role": "label", "anchor": "middle"}
        far = end * (_REACH + 1.9)
        canvas.text((x + far, y + 0.75), f"{sign}{_REACH}", 6 * POINT, **style)  # type: ignore[arg-type]
        canvas.text((x, y + far + 0.75), f"{sign}{_REACH}", 6 * POINT, **style)  # type: ignore[arg-type]
