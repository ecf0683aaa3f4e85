"""Drawing in millimetres to plain SVG 1.1: paths, rectangles, texts, groups, reuse; halos as a text of their own.

A canvas also keeps what was written where, so that print checks need not read SVG again.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING, Literal

from scenario_forge.printing.fonts import CAP_HEIGHT, DESCENT, Face, width_of
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

XY = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Anchor = Literal["start", "middle", "end"]

_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML document may hold (XML 1.0, 2.2), escaped or not."""
_FONT: dict[Face, str] = {
    "sans": 'font-family="Barlow, Forge Serif" font-stretch="condensed"',
    "sans-semibold": 'font-family="Barlow, Forge Serif" font-stretch="condensed" font-weight="600"',
    "sans-bold": 'font-family="Barlow, Forge Serif" font-stretch="condensed" font-weight="700"',
    "serif": 'font-family="Forge Serif, Barlow"',
    "serif-italic": 'font-family="Forge Serif, Barlow" font-style="italic"',
    "serif-semibold": 'font-family="Forge Serif, Barlow" font-weight="600"',
}


@dataclass(frozen=True, slots=True)
class TextMark:
    """A text as drawn: for print checks. ``box`` is around its letters, turned with it."""

    text: str
    box: Box
    points: float
    """Type size in points."""
    fill: str
    on: str | None
    """Colour behind it, where the drawer knows it."""
    role: str
    """What it is: `hex-number`, `value`, `name`."""
    name: str
    """Its id in the drawing."""


class Canvas:
    """A drawing of ``width`` by ``height`` millimetres with its corner at (``left``, ``top``)."""

    def __init__(self, width: float, height: float, left: float = 0.0, top: float = 0.0) -> None:
        self.width, self.height, self.left, self.top = width, height, left, top
        self.texts: list[TextMark] = []
        self._parts: list[str] = []
        self._shared: dict[str, str] = {}

    # -- drawing -------------------------------------------------------------------------------

    def raw(self, markup: str) -> None:
        """Markup made elsewhere, such as a symbol."""
        self._parts.append(markup)

    def path(
        self,
        d: str,
        *,
        fill: str = "none",
        stroke: str | None = None,
        width: float = 0.2,
        dash: str = "",
        name: str = "",
        cls: str = "",
        more: str = "",
    ) -> None:
        """A path; lines end and join round unless ``more`` says otherwise."""
        if d:
            line = stroke_of(stroke, width, dash)
            self._parts.append(f'<path{marks(name, cls)} d="{d}" fill="{fill}"{line}{" " + more if more else ""}/>')

    def rect(
        self,
        box: Box,
        *,
        fill: str = "none",
        stroke: str | None = None,
        width: float = 0.2,
        dash: str = "",
        radius: float = 0.0,
        name: str = "",
        cls: str = "",
    ) -> None:
        """A rectangle by its left, top, right and bottom."""
        left, top, right, bottom = box
        place = f'x="{mm(left)}" y="{mm(top)}" width="{mm(right - left)}" height="{mm(bottom - top)}"'
        rounded = f' rx="{mm(radius)}"' if radius else ""
        line = stroke_of(stroke, width, dash)
        self._parts.append(f'<rect{marks(name, cls)} {place}{rounded} fill="{fill}"{line}/>')

    def circle(
        self, at: XY, radius: float, *, fill: str = "none", stroke: str | None = None, width: float = 0.2, cls: str = ""
    ) -> None:
        """A circle."""
        place = f'cx="{mm(at[0])}" cy="{mm(at[1])}" r="{mm(radius)}"'
        self._parts.append(f'<circle{marks("", cls)} {place} fill="{fill}"{stroke_of(stroke, width, "")}/>')

    def line(self, points: Iterable[XY], *, stroke: str, width: float = 0.2, dash: str = "", cls: str = "") -> None:
        """A line through points."""
        self.path("M" + "L".join(map(xy, points)), stroke=stroke, width=width, dash=dash, cls=cls)

    def text(
        self,
        at: XY,
        text: str,
        size: float,
        *,
        face: Face = "sans",
        fill: str = "#000000",
        anchor: Anchor = "start",
        turn: float = 0.0,
        spacing: float = 0.0,
        halo: str | None = None,
        halo_width: float = 0.5,
        on: str | None = None,
        role: str = "",
        name: str = "",
        cls: str = "",
    ) -> None:
        """One line of text, ``at`` being on its base line; ``size`` in millimetres, ``turn`` in degrees clockwise.

        ``halo`` is drawn as a text of its own below; ``on`` is the colour behind, for the check of contrast.
        """
        text = _NOT_XML.sub(" ", text)
        if not text:
            return
        style = f'{_FONT[face]} font-size="{mm(size)}"'
        style += f' text-anchor="{anchor}"' if anchor != "start" else ""
        style += f' letter-spacing="{mm(spacing)}"' if spacing else ""
        place = f'x="{mm(at[0])}" y="{mm(at[1])}"'
        place += f' transform="rotate({mm(turn)} {mm(at[0])} {mm(at[1])})"' if turn else ""
        words = escape(text)
        if halo:
            line = stroke_of(halo, halo_width, "")
            self._parts.append(f'<text class="halo" {place} {style} fill="{halo}"{line}>{words}</text>')
        self._parts.append(f'<text{marks(name, cls or role)} {place} {style} fill="{fill}">{words}</text>')
        box = text_box(at, text, size, face, anchor, turn, spacing)
        self.texts.append(TextMark(text, box, size / POINT, fill, on or halo, role, name))

    @contextmanager
    def group(
        self,
        *,
        name: str = "",
        cls: str = "",
        move: XY | None = None,
        more: str = "",
    ) -> Iterator[None]:
        """What is drawn meanwhile stands in a group; ``move`` shifts it (texts noted are not shifted)."""
        shift = f' transform="translate({mm(move[0])} {mm(move[1])})"' if move else ""
        self._parts.append(f"<g{marks(name, cls)}{shift}{' ' + more if more else ''}>")
        yield
        self._parts.append("</g>")

    @contextmanager
    def clipped(self, name: str, d: str) -> Iterator[None]:
        """What is drawn meanwhile is seen inside a path only."""
        self.share(f'<clipPath id="{name}"><path d="{d}" clip-rule="evenodd"/></clipPath>', name)
        self._parts.append(f'<g clip-path="url(#{name})">')
        yield
        self._parts.append("</g>")

    def share(self, markup: str, name: str) -> None:
        """A definition that `use` and clips refer to; given again under the same name it is kept once."""
        self._shared.setdefault(name, markup)

    def use(self, name: str, at: XY = (0.0, 0.0), more: str = "") -> None:
        """A shared drawing, shifted."""
        shift = f' x="{mm(at[0])}" y="{mm(at[1])}"' if at != (0.0, 0.0) else ""
        self._parts.append(f'<use href="#{name}" xlink:href="#{name}"{shift}{" " + more if more else ""}/>')

    def place(self, other: Canvas, at: XY, name: str = "", cls: str = "") -> None:
        """Another drawing with its corner at ``at``; its texts are noted where they stand here."""
        dx, dy = at[0] - other.left, at[1] - other.top
        for key, markup in other._shared.items():
            self.share(markup, key)
        with self.group(name=name, cls=cls, move=(dx, dy)):
            self._parts += other._parts
        for mark in other.texts:
            left, top, right, bottom = mark.box
            box = (left + dx, top + dy, right + dx, bottom + dy)
            self.texts.append(TextMark(mark.text, box, mark.points, mark.fill, mark.on, mark.role, mark.name))

    # -- result --------------------------------------------------------------------------------

    def body(self) -> str:
        """The drawing without its frame."""
        shared = f"<defs>{''.join(self._shared.values())}</defs>" if self._shared else ""
        return shared + "".join(self._parts)

    def svg(self) -> str:
        """The whole document; the same calls give the same text."""
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{mm(self.width)}mm" height="{mm(self.height)}mm" '
            f'viewBox="{mm(self.left)} {mm(self.top)} {mm(self.width)} {mm(self.height)}">{self.body()}</svg>'
        )


def text_box(
    at: XY, text: str, size: float, face: Face = "sans", anchor: Anchor = "start", turn: float = 0, spacing: float = 0
) -> Box:
    """The rectangle around the letters of a text; upright also where the text is turned."""
    wide = width_of(text, size, face, spacing)
    left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = (left, at[1] - CAP_HEIGHT * size, left + wide, at[1] + (DESCENT * size if _descends(text) else 0.0))
    return turned(box, at, turn) if turn else box


def _descends(text: str) -> bool:
    return any(c in "gjpqy,;()[]{}Qşçąę" or (ord(c) > 0x24F and c not in "–—−…•") for c in text)


def turned(box: Box, around: XY, degrees: float) -> Box:
    """The upright rectangle around a turned one."""
    left, top, right, bottom = box
    angle = radians(degrees)
    points = [
        (
            around[0] + (x - around[0]) * cos(angle) - (y - around[1]) * sin(angle),
            around[1] + (x - around[0]) * sin(angle) + (y - around[1]) * cos(angle),
        )
        for x in (left, right)
        for y in (top, bottom)
    ]
    return (min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points))


def smooth(points: Sequence[XY], *, closed: bool = False) -> str:
    """A curve through the middles between points, each point pulling the stretch around it; ends are met.

    It stays in the hull of each three neighbouring points.
    """
    if len(points) < 3:
        return "M" + "L".join(map(xy, points)) if points else ""
    ring = [*points, points[0]] if closed else points
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(ring)]
    if closed:
        turns = "".join(f"Q{xy(bend)} {xy(end)}" for bend, end in zip(points, middles, strict=True))
        return f"M{xy(middles[-1])}{turns}Z"
    bends = "".join(f"Q{xy(bend)} {xy(end)}" for bend, end in zip(points[1:-1], middles[1:], strict=True))
    return f"M{xy(points[0])}L{xy(middles[0])}{bends}L{xy(points[-1])}"


def stroke_of(stroke: str | None, width: float, dash: str) -> str:
    """The attributes of a line, round at ends and joins."""
    if stroke is None:
        return ""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f' stroke="{stroke}" stroke-width="{mm(width)}" stroke-linecap="round" stroke-linejoin="round"{dashed}'


def marks(id_: str, cls: str) -> str:
    """The attributes `id` and `class`."""
    return (f' id="{xml(id_)}"' if id_ else "") + (f' class="{xml(cls)}"' if cls else "")


def xml(text: str) -> str:
    """Text of any origin as it may stand in a drawing, between double quotes too."""
    return escape(_NOT_XML.sub(" ", text))


def xy(point: XY) -> str:
    """``12.5 3.25``."""
    return f"{mm(point[0])} {mm(point[1])}"


def mm(value: float) -> str:
    """Millimetres to a thousandth, without idle zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
