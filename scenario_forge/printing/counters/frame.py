"""The measures of a counter, and a face: its ground and what is drawn on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.printing.colour import luminance, mix
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import Box

SAFE = 1.2
"""Millimetres inside the cut that nothing but ground may enter: a cut goes astray by that."""
_DARK = 0.18
"""Luminance below which ground takes much ink."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A counter's side, what of it can be used, and the unit of drawing: 1 on a counter of half an inch."""

    side: float

    @property
    def inset(self) -> float:
        """From the cut to what is drawn."""
        return max(SAFE, 0.085 * self.side) if self.side >= 10 else 0.0945 * self.side

    @property
    def unit(self) -> float:
        """How much larger than on half an inch."""
        return (self.side - 2 * self.inset) / 10.3

    @property
    def middle(self) -> float:
        """Half the side."""
        return self.side / 2

    def x(self, value: float) -> float:
        """A place counted from the left or top of the usable part, in units."""
        return self.inset + value * self.unit

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A rectangle in units of the usable part."""
        return (self.x(left), self.x(top), self.x(right), self.x(bottom))


@dataclass
class Face:
    """One face of a counter: ``art`` is drawn on ``ground``; ``cut`` lists texts that did not fit whole."""

    ground: str
    art: Canvas
    cut: list[str] = field(default_factory=list)

    @classmethod
    def on(cls, ground: str, side: float) -> Face:
        """An empty face."""
        return cls(ground, Canvas(side, side))

    @classmethod
    def loud(cls, brief: Brief, ground: str) -> Face:
        """A face on strong ground, pale where ink is to be saved."""
        colour = brief.palette.ink(ground)
        if brief.profile.ink == "low":
            colour = mix(colour, "#FFFFFF", 0.6 if luminance(colour) > _DARK else 0.8)
        return cls.on(colour, brief.profile.counter)

    def canvas(self) -> Canvas:
        """The face by itself, ground and all."""
        made = Canvas(self.art.width, self.art.height)
        made.rect((0, 0, self.art.width, self.art.height), fill=self.ground, cls="ground")
        made.place(self.art, (0, 0))
        return made
