"""Overlays of a map: piles of counters, and arrows from hex to hex. Layers of :mod:`.hex_map`, which draws them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from scenario_forge.printing.svg import xy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.svg import XY, Canvas


@dataclass(frozen=True, slots=True)
class Pile:
    """Counters on a hex, the uppermost last; lengths in millimetres."""

    hex: int
    faces: Sequence[Canvas]
    """Each as large as ``edge``."""
    edge: float
    step: float = 0.09
    """Offset of each counter from the one below it in a stack, as a fraction of a counter."""
    pitch: float = 0.0
    """From one counter to the next where they lie side by side, in rows; 0: one lies over the other."""
    rim: float = 0.2
    """Width of the line around each."""
    shadow: Literal["none", "thin", "table"] = "none"
    """thin: as on a flat page; table: as a pile of cardboard throws it."""
    name: str = ""
    """Id of the group that holds them."""


def draw_pile(canvas: Canvas, brief: Brief, frame: MapFrame, pile: Pile) -> None:
    """Draw the counters of a hex."""
    with canvas.group(name=pile.name, cls="stack") if pile.name else nullcontext():
        for face, at in zip(pile.faces, _spots(frame.centre(pile.hex), pile), strict=True):
            _lay(canvas, brief, face, at, pile)


def _spots(middle: XY, pile: Pile) -> Iterator[XY]:
    """Left top corner of each counter."""
    count, edge, pitch = len(pile.faces), pile.edge, pile.pitch
    across = ceil(sqrt(count)) if pitch else 1
    down = ceil(count / across) if pitch else 1
    for number in range(count):
        if pitch:
            row, column = divmod(number, across)
            in_row = min(across, count - row * across)
            x = middle[0] + (column - in_row / 2) * pitch + (pitch - edge) / 2
            yield x, middle[1] + (row - down / 2) * pitch + (pitch - edge) / 2
        else:
            shift = (number - (count - 1) / 2) * edge * pile.step
            yield middle[0] - edge / 2 + shift, middle[1] - edge / 2 - shift


def _lay(canvas: Canvas, brief: Brief, face: Canvas, at: XY, pile: Pile) -> None:
    (x, y), edge, coast = at, pile.edge, brief.palette["coast"]
    if pile.shadow == "thin":
        below = (x + 0.25, y + 0.3, x + edge + 0.25, y + edge + 0.3)
        canvas.rect(below, fill=coast, radius=edge * 0.05, cls="shadow")
    for far, dark in ((0.09, 0.14), (0.05, 0.3)) if pile.shadow == "table" else ():
        corner, ink = f"{x + edge * far:.2f} {y + edge * far:.2f}", brief.palette["name"]
        canvas.path(f"M{corner}h{edge:.2f}v{edge:.2f}h{-edge:.2f}z", fill=ink, fill_opacity=str(dark))
    canvas.place(face, at)
    canvas.rect((x, y, x + edge, y + edge), stroke=coast, width=pile.rim, cls="rim")


# -- arrows ----------------------------------------------------------------------------------------


ArrowKind = Literal["move", "attack", "retreat", "advance", "supply"]


@dataclass(frozen=True, slots=True)
class DrawnArrow:
    """An arrow through the middles of two hexes or more."""

    hexes: Sequence[int]
    kind: ArrowKind
    text: str = ""
    barred: bool = False
    """With a cross over its tip: the way is closed."""
    gaps: tuple[float, float] = (0.0, 0.0)
    """Parts of a hex that are left free at its ends."""


class _Look(NamedTuple):
    role: str
    width: float
    """As a part of the hex."""
    dash: tuple[float, float] | None
    head: float
    """Length of the head as a part of the hex; 0: none."""


_LOOKS: dict[ArrowKind, _Look] = {
    "move": _Look("ink", 0.055, None, 0.22),
    "attack": _Look("road", 0.12, None, 0.26),
    "retreat": _Look("ink", 0.055, (0.13, 0.1), 0.22),
    "advance": _Look("port", 0.055, (0.01, 0.1), 0.22),
    "supply": _Look("supply", 0.045, (0.01, 0.085), 0.0),
}


def draw_arrow(canvas: Canvas, brief: Brief, frame: MapFrame, arrow: DrawnArrow) -> None:
    """Draw an arrow; an attack begins and ends inside the counters, every other one beside them."""
    look, size, gaps = _LOOKS[arrow.kind], frame.size, arrow.gaps
    colour, casing = brief.palette[look.role], brief.palette["halo"]
    points = [frame.centre(hex_) for hex_ in arrow.hexes]
    if arrow.kind == "attack":
        points = [_between(points[0], points[1], 0.3), _between(points[-1], points[-2], 0.3)]
    else:
        points[0] = _nearer(points[0], points[1], gaps[0] * size)
        # a way that ends in an empty hex ends a little before its middle, where letters stand
        points[-1] = _nearer(points[-1], points[-2], (gaps[1] or 0.16) * size)
    tip = points[-1]
    shaft = [*points[:-1], _nearer(points[-1], points[-2], look.head * size * 0.8)]
    dash = " ".join(f"{part * size:.2f}" for part in look.dash) if look.dash else ""
    with canvas.group(cls=f"arrow {arrow.kind}"):
        line = "M" + "L".join(map(xy, shaft))
        head = _head(points[-2], tip, look.head * size) if look.head else ""
        canvas.path(line, stroke=casing, width=look.width * size + 0.7)
        canvas.path(head, fill=casing, stroke=casing, width=0.7)
        canvas.path(line, stroke=colour, width=look.width * size, dash=dash)
        canvas.path(head, fill=colour)
        if arrow.barred:
            _cross(canvas, tip, size * 0.13, colour, casing)
        if arrow.text:
            _label(canvas, brief, arrow.text, _middle(points), size)


def _head(before: XY, tip: XY, length: float) -> str:
    angle = atan2(tip[1] - before[1], tip[0] - before[0])
    sides = [(tip[0] - length * cos(angle + turn), tip[1] - length * sin(angle + turn)) for turn in (0.45, -0.45)]
    return f"M{xy(tip)}L{xy(sides[0])}L{xy(sides[1])}Z"


def _cross(canvas: Canvas, at: XY, reach: float, colour: str, casing: str) -> None:
    x, y = at
    d = "".join(
        f"M{xy((x - reach * cos(turn), y - reach * sin(turn)))}L{xy((x + reach * cos(turn), y + reach * sin(turn)))}"
        for turn in (pi / 4, -pi / 4)
    )
    canvas.path(d, stroke=casing, width=reach * 0.5 + 0.7)
    canvas.path(d, stroke=colour, width=reach * 0.5)


def _label(canvas: Canvas, brief: Brief, text: str, at: XY, size: float) -> None:
    points = max(size * 0.17, 2.1)
    canvas.text(
        (at[0], at[1] - size * 0.09), text[:8], points, face="sans-bold", fill=brief.palette["ink"], anchor="middle",
        halo=brief.palette["halo"], halo_width=0.9, role="arrow-text",
    )  # fmt: skip


def _middle(points: Sequence[XY]) -> XY:
    """The place half-way along a line, as one walks it."""
    left = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)) / 2
    for a, b in pairwise(points):
        run = hypot(b[0] - a[0], b[1] - a[1])
        if left <= run and run > 0:
            return _between(a, b, left / run)
        left -= run
    return points[-1]


def _between(a: XY, b: XY, part: float) -> XY:
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def _nearer(end: XY, towards: XY, by: float) -> XY:
    """``end`` moved towards another point."""
    run = hypot(towards[0] - end[0], towards[1] - end[1])
    return _between(end, towards, min(by / run, 0.9)) if run > 0 else end
