"""Checks of drawings: texts too small, too pale for their ground, or too near to the cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.printing.palette import contrast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.diagnostics.model import Place
    from scenario_forge.printing.svg import Box, TextMark

SAFE_AREA = 1.2
"""Millimetres from the cut of a counter that hold nothing that must be read."""
LEAST_POINTS = 5.0
LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3, for texts."""
QUIET = frozenset({"hex-number", "area-name", "water-name"})
"""Roles of texts that are meant to stand back: hex numbers, and names as large as the land they lie on."""
LEAST_QUIET = 2.0
_ALLOWED = 0.05
"""Millimetres of rounding."""


def too_small(marks: Iterable[TextMark], place: Place | Span, least: float = LEAST_POINTS) -> Iterator[Diagnostic]:
    """A finding for each text set smaller than ``least`` points."""
    for mark in marks:
        if mark.points < least - 0.05:
            yield prt.PRT003.at(place, text=mark.text, points=f"{mark.points:.1f}", least=f"{least:g}")


def too_pale(
    marks: Iterable[TextMark], place: Place | Span, least: Mapping[str, float] | None = None
) -> Iterator[Diagnostic]:
    """A finding for each text whose contrast with what it stands on is too low; ``least`` by role."""
    for mark in marks:
        wanted = (least or {}).get(mark.role, LEAST_QUIET if mark.role in QUIET else LEAST_CONTRAST)
        found = contrast(mark.fill, mark.on) if mark.on else 21.0
        if found < wanted:
            yield prt.PRT004.at(place, text=mark.text, found=f"{found:.1f}", least=f"{wanted:g}")


def beyond(marks: Iterable[TextMark], area: Box, place: Place | Span) -> Iterator[Diagnostic]:
    """A finding for each text that leaves an area, such as a counter without its rim."""
    left, top, right, bottom = area
    for mark in marks:
        x, y, to_x, to_y = mark.box
        over = max(left - x, top - y, to_x - right, to_y - bottom)
        if over > _ALLOWED:
            yield prt.PRT002.at(place, text=mark.text, over=f"{over:.1f}")


def inside(box: Box, rim: float = SAFE_AREA) -> Box:
    """A box without a rim."""
    left, top, right, bottom = box
    return left + rim, top + rim, right - rim, bottom - rim
