"""Small signs on a counter: the size of a formation, the corner shape of a nationality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import width_of
from scenario_forge.printing.svg import mm

if TYPE_CHECKING:
    from scenario_forge.printing.svg import XY, Canvas

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
