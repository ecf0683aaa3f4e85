"""A panel: what stands on the map without being map. It offers shapes; the layout takes the first that fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import fitted, shortened
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.fonts import Face
    from scenario_forge.printing.svg import Box, Canvas

MODULE = 62.0
"""The width that narrow panels share, so that they line up; millimetres on hexes of 15 mm."""
SMALLEST = 5.0
"""No type is smaller, in points."""


@dataclass(frozen=True)
class Shape:
    """One way to lay a panel out: the least it needs, in millimetres, its frame included."""

    width: float
    height: float
    draw: Callable[[Canvas, Box], None]
    """Draws inside a box at least that large."""


@dataclass(frozen=True)
class Panel:
    """A panel and its shapes, the best first."""

    id: str
    shapes: tuple[Shape, ...]
    side: str = ""
    """Whose it is."""
    home: int | None = None
    """The sheet where it belongs, such as a side's."""
    stretch: bool = False
    """It looks well also where it is much higher than it must be."""
    strip: bool = False
    """Better below the map than in the sea."""


@dataclass(frozen=True)
class Style:
    """Measures and colours of panels at one size of the map."""

    brief: Brief
    unit: float
    """1 on hexes of 15 mm."""

    @classmethod
    def of(cls, brief: Brief) -> Style:
        """For a profile; type does not shrink with small hexes as far as it grows with large ones."""
        return cls(brief, max(brief.profile.hex / 15.0, 0.8))

    def mm(self, millimetres: float) -> float:
        """A length that grows with the map."""
        return millimetres * self.unit

    def pt(self, points: float) -> float:
        """A type size in millimetres."""
        return max(points * self.unit, SMALLEST) * POINT

    @property
    def slot(self) -> float:
        """Side of a box that holds a counter, with half a millimetre around it."""
        return self.brief.profile.counter + 1.0

    @property
    def pad(self) -> float:
        """From the frame of a panel to what is in it."""
        return self.mm(2.2)

    @property
    def head(self) -> float:
        """Height of a panel's heading, with the space below it."""
        return self.mm(5.6)

    def colour(self, role: str) -> str:
        """A colour of the palette."""
        return self.brief.palette[role]


def frame_panel(canvas: Canvas, style: Style, box: Box, heading: str, *, accent: str | None = None) -> Box:
    """An opaque panel with its heading; what is left inside it."""
    ground, line = style.colour("table"), style.colour("coast")
    canvas.rect(box, fill=ground, stroke=line, width=0.3, cls="panel")
    left, top, right, bottom = box
    pad = style.pad
    inner = (left + pad, top + pad, right - pad, bottom - pad)
    if not heading:
        return inner
    size = fitted(heading, style.pt(9.5), "serif-semibold", inner[2] - inner[0], SMALLEST * POINT)
    base = top + pad + style.mm(2.4)
    ink = accent or style.colour("ink")
    heading = cut(heading, size, "serif-semibold", inner[2] - inner[0])
    canvas.text((left + pad, base), heading, size, face="serif-semibold", fill=ink, on=ground, role="heading")
    rule = base + style.mm(1.3)
    canvas.line([(left + pad, rule), (right - pad, rule)], stroke=ink if accent else line, width=0.2)
    return (inner[0], top + pad + style.head, inner[2], inner[3])


def cut(text: str, size: float, face: Face, room: float) -> str:
    """The text on one line, or as much of it as has room, with an ellipsis."""
    return shortened(" ".join(text.split()), size, face, room)
