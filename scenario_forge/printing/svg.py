"""Drawings in millimetres as SVG 1.1, by svgwrite: paths, rectangles, texts, groups, shared drawings.

A canvas also keeps which text stands where, so that print checks need not read SVG again.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import cos, radians, sin
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack
from xml.etree.ElementTree import tostring

from svgwrite import Drawing
from svgwrite.base import Title
from svgwrite.container import Group, Use
from svgwrite.gradients import LinearGradient
from svgwrite.masking import ClipPath
from svgwrite.path import Path
from svgwrite.shapes import Circle, Rect
from svgwrite.text import Text, TSpan

from scenario_forge.lettering.fonts import FAMILIES, Face, composed
from scenario_forge.printing.fonts import (
    CAP_HEIGHT,
    DESCENT,
    extent_of,
    in_one_font,
    runs_of,
    width_of,
)
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from svgwrite.base import BaseElement

    from scenario_forge.printing.fonts import Run

XY = tuple[float, float]
Box = tuple[float, float, float, float]
"""A rectangle by its left, top, right and bottom."""
Anchor = Literal["start", "middle", "end"]

_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML document may hold (XML 1.0, 2.2), escaped or not."""
_NOT_NAME = re.compile(r"[^\w.:-]+")
"""What no class may hold here."""
_ESCAPED = re.compile(r"[^\w.:-]|_")
"""What an id holds by its number alone: what no name in XML may hold, and the sign that says so."""
_WRITTEN = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
"""How the signs are written that the value of an attribute cannot hold as they are."""
_SPECIAL = re.compile(f"[{''.join(_WRITTEN)}]")
_DESCENDS = re.compile(r"[gjpqy,;()\[\]{}Qşçąę]|(?![–—−…•])[^\x00-\u024f]")
"""What reaches below the base line: a few letters and signs, and whatever is neither Latin nor a dash."""
_ROOT = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
    "baseProfile": "full",
    "version": "1.1",
}
"""The attributes of a document, which svgwrite adds when it writes one."""
_SANS = {"font-family": ", ".join(FAMILIES["sans"]), "font-stretch": "condensed"}
_SERIF = {"font-family": ", ".join(FAMILIES["serif"])}
_FONT: dict[Face, dict[str, str]] = {
    "sans": _SANS,
    "sans-semibold": _SANS | {"font-weight": "600"},
    "sans-bold": _SANS | {"font-weight": "700"},
    "serif": _SERIF,
    "serif-italic": _SERIF | {"font-style": "italic"},
    "serif-semibold": _SERIF | {"font-weight": "600"},
}
_FAMILY = {
    "BarlowCondensed": {"font-family": "Barlow", "font-stretch": "condensed"},
    "ForgeSans": {"font-family": "Forge Sans", "font-stretch": "condensed"},
    "ForgeSerif": {"font-family": "Forge Serif", "font-stretch": "normal"},
}
_WEIGHT = {"Regular": "400", "Italic": "400", "SemiBold": "600", "Bold": "700"}
_BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a text that is set before its place."""


@dataclass(frozen=True, slots=True)
class TextMark:
    """A text as drawn: for print checks. ``box`` is around its letters, turned with it."""

    text: str
    box: Box
    points: float
    """Size of the type in typographic points."""
    fill: str
    on: str | None
    """Colour behind it, where the drawer knows it."""
    role: str
    """What it is: `hex-number`, `value`, `name`."""
    name: str
    """Its id in the drawing."""


class Look(TypedDict, total=False):
    """Look of a shape. Without ``fill`` it is hollow; without ``stroke`` it has the line of its group, if any."""

    fill: str
    stroke: str | None
    width: float
    """Of the line, in millimetres. It is round at ends and joins unless ``linecap`` and ``linejoin`` say otherwise."""
    dash: str
    linecap: str
    linejoin: str
    fill_rule: str
    """`evenodd`: what two outlines enclose is a hole."""
    fill_opacity: str
    stroke_opacity: str


class Lettering(TypedDict, total=False):
    """Look of a text. ``turn`` is in degrees clockwise, ``spacing`` and ``halo_width`` in millimetres."""

    face: Face
    fill: str
    anchor: Anchor
    turn: float
    spacing: float
    halo: str | None
    """Colour of a rim around the letters, drawn as a text of its own below them."""
    halo_width: float
    on: str | None
    """Colour behind the text, for the check of contrast."""
    role: str
    name: str
    cls: str


class Canvas:
    """A drawing of ``width`` by ``height`` millimetres with its corner at (``left``, ``top``).

    Elements are those of svgwrite. Where ``validated`` is set, as tests do, svgwrite checks each element, attribute
    and value against SVG 1.1 and raises TypeError or ValueError.
    """

    validated: ClassVar[bool] = False

    def __init__(self, width: float, height: float, left: float = 0.0, top: float = 0.0) -> None:
        self.width, self.height, self.left, self.top = width, height, left, top
        self.texts: list[TextMark] = []
        self._drawing = Drawing(size=(f"{mm(width)}mm", f"{mm(height)}mm"), debug=self.validated)
        self._drawing.attribs.update(_ROOT, viewBox=f"{mm(left)},{mm(top)},{mm(width)},{mm(height)}")
        self._into: list[BaseElement] = [self._drawing]
        """The groups that are open; the last one takes what is drawn."""
        self._shared: dict[str, BaseElement] = {}
        self._written = ""
        """The mark-up of all but the definitions, until more is drawn: a counter is placed and also kept as a file."""

    # -- drawing -------------------------------------------------------------------------------

    def path(self, d: str, *, name: str = "", cls: str = "", **look: Unpack[Look]) -> None:
        """Draw a path; nothing without ``d``."""
        if d:
            self._add(Path(d, factory=self._drawing), _marks(name, cls) | _attributes(look))

    def rect(self, box: Box, *, radius: float = 0.0, name: str = "", cls: str = "", **look: Unpack[Look]) -> None:
        """Draw a rectangle by its left, top, right and bottom."""
        left, top, right, bottom = box
        place = {"x": mm(left), "y": mm(top), "width": mm(right - left), "height": mm(bottom - top)}
        if radius:
            place["rx"] = mm(radius)
        self._add(Rect(factory=self._drawing), _marks(name, cls) | place | _attributes(look))

    def circle(self, at: XY, radius: float, *, cls: str = "", **look: Unpack[Look]) -> None:
        """Draw a circle around a point, by its radius in millimetres."""
        place = {"cx": mm(at[0]), "cy": mm(at[1]), "r": mm(radius)}
        self._add(Circle(factory=self._drawing), _marks("", cls) | place | _attributes(look))

    def line(self, points: Iterable[XY], *, cls: str = "", **look: Unpack[Look]) -> None:
        """Draw a line through points, in their order."""
        self.path("M" + "L".join(map(xy, points)), cls=cls, **look)

    def text(self, at: XY, text: str, size: float, **style: Unpack[Lettering]) -> None:
        """Draw one line of text, ``at`` being on its base line; ``size`` in millimetres."""
        text = composed(_NOT_XML.sub(" ", text))
        if not text:
            return
        face, anchor, turn = style.get("face", "sans"), style.get("anchor", "start"), style.get("turn", 0.0)
        spacing, fill, halo = style.get("spacing", 0.0), style.get("fill", "#000000"), style.get("halo")
        role, name = style.get("role", ""), style.get("name", "")
        x, y = mm(at[0]), mm(at[1])
        shape = {"x": x, "y": y, "font-size": mm(size), **_FONT[face]}
        start = at[0] - _BEFORE[anchor] * width_of(text, size, face, spacing)
        parts = [] if in_one_font(text, face) else list(_parts(runs_of(text, face), start, size, spacing))
        if anchor != "start" and not parts:
            shape["text-anchor"] = anchor
        if spacing:
            shape["letter-spacing"] = mm(spacing)
        if turn:
            shape["transform"] = f"rotate({mm(turn)} {x} {y})"
        if halo:
            rim = _attributes({"fill": halo, "stroke": halo, "width": style.get("halo_width", 0.5)})
            self._add(self._line(text, parts), {"class": "halo"} | shape | rim)
        self._add(self._line(text, parts), _marks(name, style.get("cls") or role) | shape | {"fill": fill})
        box = text_box(at, text, size, face, anchor, turn, spacing)
        self.texts.append(TextMark(text, box, size / POINT, fill, style.get("on") or halo, role, name))

    def _line(self, text: str, parts: list[tuple[str, dict[str, str]]]) -> Text:
        """Return a text, or its parts where fonts lend it letters: each at its place, as renderers choose otherwise."""
        line = Text("" if parts else text, factory=self._drawing)
        for part, attributes in parts:
            span = TSpan(part, factory=self._drawing)
            span.attribs.update(attributes)
            line.add(span)
        return line

    @contextmanager
    def group(
        self, *, name: str = "", cls: str = "", move: XY | None = None, title: str = "", **more: str
    ) -> Iterator[None]:
        """Draw what follows in a group; ``move`` shifts it (texts noted are not shifted).

        ``title`` is shown by a browser when the pointer rests on what is in it.

        ``more`` are attributes that what is in it inherits, such as ``stroke_width="0.2"``, and ``transform``.
        """
        group = Group(factory=self._drawing, **more)
        if title:
            group.set_desc(title=_NOT_XML.sub(" ", title))
        self._add(group, _marks(name, cls) | _moved(move))
        with self._within(group):
            yield

    @contextmanager
    def clipped(self, name: str, d: str) -> Iterator[None]:
        """Draw what follows so that only its part inside a path is seen."""
        clip = ClipPath(factory=self._drawing, id=name)
        clip.add(Path(d, factory=self._drawing, clip_rule="evenodd"))
        self._shared.setdefault(name, clip)
        with self.group(clip_path=f"url(#{name})"):
            yield

    # -- what is drawn once and used often -----------------------------------------------------

    @contextmanager
    def shared(self, name: str, **more: str) -> Iterator[None]:
        """Draw what follows unseen, for later use; a name that is already taken keeps its first drawing."""
        group = Group(factory=self._drawing, id=name, **more)
        self._shared.setdefault(name, group)
        with self._within(group):
            yield

    def outline(self, name: str, d: str) -> None:
        """Define a shared path without a look of its own: each use gives it one."""
        self._shared.setdefault(name, Path(d, factory=self._drawing, id=name, fill_rule="evenodd"))

    def gradient(self, name: str, stops: Iterable[tuple[float, str, float]]) -> None:
        """Define a shared gradient from top to bottom, for ``fill="url(#name)"``: part of the way, colour, opacity."""
        made = LinearGradient(("0", "0"), ("0", "1"), factory=self._drawing, id=name)
        for at, colour, solid in stops:
            made.add_stop_color(f"{at:.4f}", colour, str(solid))
        self._shared.setdefault(name, made)

    def use(self, name: str, at: XY = (0.0, 0.0), **look: Unpack[Look]) -> None:
        """Draw a shared drawing, shifted; ``look`` is for an outline."""
        shift = {"x": mm(at[0]), "y": mm(at[1])} if at != (0.0, 0.0) else {}
        self._add(Use(f"#{name}", factory=self._drawing), shift | (_attributes(look) if look else {}))

    def place(self, other: Canvas, at: XY, name: str = "", cls: str = "") -> None:
        """Draw a finished drawing with its corner at ``at``; its texts are noted where they stand here."""
        dx, dy = at[0] - other.left, at[1] - other.top
        for key, made in other._shared.items():
            self._shared.setdefault(key, made)
        placed = Group(factory=self._drawing)
        placed.elements, placed.written = other._drawn, other._markup()  # written once, wherever it is placed
        self._add(placed, _marks(name, cls) | _moved((dx, dy)))
        for mark in other.texts:
            left, top, right, bottom = mark.box
            box = (left + dx, top + dy, right + dx, bottom + dy)
            self.texts.append(TextMark(mark.text, box, mark.points, mark.fill, mark.on, mark.role, mark.name))

    def _add(self, element: BaseElement, attributes: Mapping[str, str]) -> None:
        # past svgwrite's check of each attribute as it is set: all are checked once more when they are written
        element.attribs.update(attributes)
        self._put(element)

    def _put(self, element: BaseElement) -> None:
        self._into[-1].add(element)
        self._written = ""

    @contextmanager
    def _within(self, group: BaseElement) -> Iterator[None]:
        self._into.append(group)
        try:
            yield
        finally:
            self._into.pop()

    # -- result --------------------------------------------------------------------------------

    @property
    def _drawn(self) -> list[BaseElement]:
        """All but the definitions, which svgwrite puts first."""
        return list(self._drawing.elements[1:])

    def body(self) -> str:
        """Return the drawing without its frame."""
        return (_markup(self._define()) if self._shared else "") + self._markup()

    def svg(self) -> str:
        """Return the whole document; the same calls give the same text."""
        return _tagged(self._drawing, _markup(self._define()) + self._markup())

    def _markup(self) -> str:
        if not self._written:
            self._written = "".join(map(_markup, self._drawn))
        return self._written

    def _define(self) -> BaseElement:
        self._drawing.defs.elements = list(self._shared.values())
        if self.validated:
            self._drawing.get_xml()  # which checks the whole tree
        return self._drawing.defs


def _markup(element: BaseElement | Title) -> str:
    """What svgwrite's own `tostring` writes, which goes through ElementTree and takes three times as long."""
    if isinstance(element, Title):
        return tostring(element.xml, encoding="unicode")
    if isinstance(element, TSpan):  # a text, or a part of one
        return _tagged(element, escape(element.text, quote=False) + "".join(map(_markup, element.elements)))
    written = getattr(element, "written", None)
    return _tagged(element, "".join(map(_markup, element.elements)) if written is None else written)


def _tagged(element: BaseElement, inner: str) -> str:
    """An element around what is in it."""
    attributes, tag = element.attribs, element.elementname
    if isinstance(element, Path):
        attributes = attributes | {"d": " ".join(element.commands)}
    if _SPECIAL.search("".join(attributes.values())):  # one search in all: few hold any
        attributes = {key: _SPECIAL.sub(lambda sign: _WRITTEN[sign[0]], value) for key, value in attributes.items()}
    start = tag + "".join([f' {key}="{attributes[key]}"' for key in sorted(attributes) if attributes[key]])
    return f"<{start}>{inner}</{tag}>" if inner else f"<{start} />"


def _attributes(look: Look) -> dict[str, str]:
    """The SVG attributes of a look."""
    found = {"fill": look.get("fill", "none")}
    stroke = look.get("stroke")
    if stroke == "none":
        found["stroke"] = stroke
    elif stroke is not None:
        found["stroke"], found["stroke-width"] = stroke, mm(look.get("width", 0.2))
        found["stroke-linecap"] = look.get("linecap", "round")
        found["stroke-linejoin"] = look.get("linejoin", "round")
        if look.get("dash"):
            found["stroke-dasharray"] = look["dash"]
    if "fill_rule" in look:
        found["fill-rule"] = look["fill_rule"]
    if "fill_opacity" in look:
        found["fill-opacity"] = look["fill_opacity"]
    if "stroke_opacity" in look:
        found["stroke-opacity"] = look["stroke_opacity"]
    return found


def _marks(name: str, cls: str) -> dict[str, str]:
    """The attributes `id` and `class`; two names never give one id: the blank in a turn's date is `_20_` there."""
    found = {}
    if name:
        found["id"] = _ESCAPED.sub(lambda sign: f"_{ord(sign[0]):X}_", name)
    if cls:
        found["class"] = _classes(cls)
    return found


@lru_cache(maxsize=1_000)  # thousands of elements share a few dozen
def _classes(cls: str) -> str:
    return " ".join(_NOT_NAME.sub("-", each) for each in cls.split())


def _moved(way: XY | None) -> dict[str, str]:
    return {"transform": f"translate({xy(way).replace(' ', ',')})"} if way else {}


def _parts(runs: Iterable[Run], start: float, size: float, spacing: float) -> Iterator[tuple[str, dict[str, str]]]:
    """Return each run of a text with the attributes for its font and place; ``start`` is where the text begins."""
    for run in runs:
        family, _, style = run.font.partition("-")
        yield run.text, {"x": mm(start), "font-weight": _WEIGHT[style], **_FAMILY[family]}
        extent = extent_of(run)
        start += extent.width * size + extent.glyphs * spacing


def descends(text: str) -> bool:
    """Return whether a sign of a text hangs below the base line."""
    return _DESCENDS.search(text) is not None


def text_box(
    at: XY, text: str, size: float, face: Face = "sans", anchor: Anchor = "start", turn: float = 0, spacing: float = 0
) -> Box:
    """Return the rectangle around the letters of a text; upright also where the text is turned."""
    wide = width_of(text, size, face, spacing)
    left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = (left, at[1] - CAP_HEIGHT * size, left + wide, at[1] + (DESCENT * size if descends(text) else 0.0))
    return turned_box(box, at, turn) if turn else box


def turned_box(box: Box, around: XY, degrees: float) -> Box:
    """Return the upright rectangle around a turned one."""
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


def xy(point: XY) -> str:
    """Return a point as it is written in a path: ``12.5 3.25``."""
    return f"{mm(point[0])} {mm(point[1])}"


@lru_cache(maxsize=10_000)  # a map writes a few hundred lengths, each a hundred times
def mm(value: float) -> str:
    """Return millimetres to a thousandth, without trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
