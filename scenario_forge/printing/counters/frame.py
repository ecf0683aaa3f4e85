"""The measures of a counter, and a face: its ground and what is drawn on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import width_of
from scenario_forge.printing.palette import luminance, mix
from scenario_forge.printing.svg import Canvas, mm

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import XY, Box


SAFE = 1.2
"""Millimetres inside the cut that nothing but ground may enter: a cut goes astray by that."""
_DARK = 0.18
"""Luminance below which ground takes much ink."""


@dataclass(frozen=True, slots=True)
class CounterFrame:
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


# -- small signs on a counter ----------------------------------------------------------------------


_WIDTH = {"I": 0.3, "X": 0.86, "•": 0.5, "·": 0.5, ".": 0.5, "●": 0.5, "Ø": 0.9, "+": 0.7, "-": 0.6, "–": 0.6, " ": 0.3}
"""Width of each sign that is drawn, in heights."""
_GAP = 0.24


def size_width(mark: str, high: float) -> float:
    """How wide a size mark is drawn, in the unit of ``high``."""
    if all(sign in _WIDTH for sign in mark):
        return high * (sum(_WIDTH[sign] for sign in mark) + _GAP * max(len(mark) - 1, 0))
    return width_of(mark, high / 0.7, "sans-bold")


def size_mark(canvas: Canvas, mark: str, middle: XY, high: float, ink: str, on: str, stroke: float) -> None:
    """A size mark such as `XX`, centred; anything but the usual signs is set as text."""
    x, y = middle[0] - size_width(mark, high) / 2, middle[1] - high / 2
    if not all(sign in _WIDTH for sign in mark):
        low = middle[1] + high / 2
        size = high / 0.7
        canvas.text((x, low), mark, size, face="sans-bold", fill=ink, on=on, role="size")
        return
    lines, dots = "", []
    for sign in mark:
        wide = _WIDTH[sign] * high
        if sign in "•·.●":
            dots.append((x + wide / 2, middle[1]))
        else:
            lines += _strokes(sign, x, y, wide, high)
        x += wide + _GAP * high
    canvas.path(lines, stroke=ink, width=stroke, cls="size")
    for dot in dots:
        canvas.circle(dot, 0.22 * high, fill=ink, cls="size")


def _strokes(sign: str, x: float, y: float, wide: float, high: float) -> str:
    centre, middle, right, low = x + wide / 2, y + high / 2, x + wide, y + high
    if sign == "I":
        return f"M{mm(centre)} {mm(y)}V{mm(low)}"
    if sign == "X":
        return f"M{mm(x)} {mm(y)}L{mm(right)} {mm(low)}M{mm(right)} {mm(y)}L{mm(x)} {mm(low)}"
    if sign == "Ø":
        r, across = mm(wide * 0.42), mm(wide * 0.84)
        ring = f"M{mm(centre - wide * 0.42)} {mm(middle)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0"
        return f"{ring}M{mm(x)} {mm(low)}L{mm(right)} {mm(y)}"
    bar = f"M{mm(x)} {mm(middle)}H{mm(right)}" if sign in "+-–" else ""
    post = f"M{mm(centre)} {mm(middle - wide / 2)}V{mm(middle + wide / 2)}" if sign == "+" else ""
    return bar + post


def shape(name: str, middle: XY, size: float) -> str:
    """The path of a nationality's shape, about ``size`` wide and high, around a point; unknown names give a square."""
    x, y, half = *middle, size / 2
    left, top, right, low = mm(x - half), mm(y - half), mm(x + half), mm(y + half)
    a, b, gap = mm(x), mm(y), 0.17 * size
    drawn = {
        "round": f"M{left} {b}a{mm(half)} {mm(half)} 0 1 0 {mm(size)} 0a{mm(half)} {mm(half)} 0 1 0 {mm(-size)} 0Z",
        "triangle": f"M{left} {low}L{a} {top}L{right} {low}Z",
        "square": f"M{left} {top}H{right}V{low}H{left}Z",
        "bar": f"M{left} {mm(y - half * 0.42)}H{right}V{mm(y + half * 0.42)}H{left}Z",
        "diamond": f"M{a} {top}L{right} {b}L{a} {low}L{left} {b}Z",
        "notch": f"M{left} {top}H{mm(x - gap)}V{mm(y - gap / 2)}H{mm(x + gap)}V{top}H{right}V{low}H{left}Z",
    }
    return drawn.get(name, drawn["square"])
