"""What a printer is set right by: the ruler on each sheet of counters, and the calibration page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import fitted, wrapped
from scenario_forge.printing.profile import INCH, POINT
from scenario_forge.printing.svg import Canvas, mm
from scenario_forge.printing.typeset import PrintedPage

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.printing.palette import Palette
    from scenario_forge.printing.svg import XY

RULER = 2 * INCH
"""Length of the ruler in millimetres."""


def ruler(canvas: Canvas, at: XY, words: Words, palette: Palette) -> None:
    """50 mm over 2 inches, to prove that nothing was scaled; `RULER` wide and 11 mm high."""
    x, y = at
    d = f"M{mm(x)} {mm(y + 4.2)}h{mm(RULER)}"
    for step in range(51):
        d += f"M{mm(x + step)} {mm(y + 4.2)}v{mm(-2.2 if step % 10 == 0 else -1.5 if step % 5 == 0 else -0.9)}"
    for step in range(17):
        long = 2.2 if step % 8 == 0 else 1.5 if step % 4 == 0 else 0.9
        d += f"M{mm(x + step * INCH / 8)} {mm(y + 4.2)}v{mm(long)}"
    canvas.path(d, stroke=palette["ink"], width=0.15, cls="ruler", linecap="butt")
    style = {"fill": palette["ink"], "on": palette["page"], "role": "label"}
    for step in range(0, 51, 10):
        canvas.text((x + step, y + 1.6), str(step), 5 * POINT, anchor="middle", **style)  # type: ignore[arg-type]
    for step in range(3):
        canvas.text((x + step * INCH, y + 8.1), f"{step}", 5 * POINT, anchor="middle", **style)  # type: ignore[arg-type]
    said = words("counter_ruler")
    size = fitted(said, 5.5 * POINT, "sans", RULER, 5 * POINT)
    canvas.text((x + INCH, y + 10.6), said, size, anchor="middle", **style)  # type: ignore[arg-type]


_REACH = 6
"""Millimetres on each side of a ruler's zero."""


def calibration_pages(brief: Brief) -> list[PrintedPage]:
    """Front and back; the back is moved as the profile says, so a printer that is set right shows zero."""
    front, back = _page(brief, "calibration_front"), _page(brief, "calibration_back")
    for x, y in crosses(brief):
        _cross(front, (x, y), brief)
        _rulers(back, behind(brief, (x, y)), brief)
    return [
        PrintedPage(front, brief.words("calibration_front"), foot_inset=brief.profile.margin),
        PrintedPage(back, brief.words("calibration_back"), foot_inset=brief.profile.margin),
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
