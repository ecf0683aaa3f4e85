"""Fronts and backs of markers: one word, figure or icon each, on loud ground that no nationality has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import kind_of_marker
from scenario_forge.game.forces import counter_sheets
from scenario_forge.game.game import Game, fact
from scenario_forge.game.system import LackingPieces
from scenario_forge.printing.counters.face import STRIPE, CounterFrame, Face, draw_stripe, draw_symbol
from scenario_forge.printing.counters.units import draw_corner, draw_lines
from scenario_forge.printing.counters.values import LEAST, fit_block, plain_text, printed_value
from scenario_forge.printing.fonts import DESCENT, fitting_size
from scenario_forge.printing.palette import contrast, mix
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import mm

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import Formation, Marker
    from scenario_forge.game.place import Where
    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.printing.svg import Box, Canvas


_WORD = 8.6 * POINT
_CAPTION = 6.2 * POINT


def marker_face(brief: Brief, marker: Marker) -> Face:
    """Draw the front of a marker."""
    return _Marker(brief, marker).front()


def marker_picture(brief: Brief, marker: Marker) -> Face:
    """Draw the front of a marker in any size: words without room are left out, values never."""
    face = marker_face(brief, marker)
    return _Marker(brief, marker, words=False).front() if face.cut else face


def marker_reverse(brief: Brief, marker: Marker) -> Face:
    """Draw the back of a marker: its text when turned over, else the front again, so it never lies wrong."""
    drawn = _Marker(brief, marker)
    return drawn.back() if marker.back else drawn.front()


def blank_face(brief: Brief, nationality: str | None) -> Face:
    """Draw a spare counter: ground, shape and an empty symbol frame of a nationality, or nothing at all."""
    frame, palette = CounterFrame(brief.profile.counter), brief.palette
    if nationality is None:
        return Face.on(palette["marker-blank"], frame.side)
    nation = palette.nation(brief.game, nationality)
    face = Face.on(nation.tint, frame.side)
    draw_corner(face.art, frame, nation)
    box = frame.box(2.0, 1.75, 8.3, 5.95)
    draw_symbol(face.art, "", box, ink=palette["counter-ink"], ground=palette["symbol-box"])
    return face


class _Marker:
    """One marker while it is drawn."""

    def __init__(self, brief: Brief, marker: Marker, *, words: bool = True) -> None:
        self.brief, self.marker, self.worded = brief, marker, words
        self.kind = kind_of_marker(brief.game, marker)
        self.frame = CounterFrame(brief.profile.counter)
        self.face = self._on(brief.palette.marker(self.kind))

    def _on(self, ground: str) -> Face:
        dark, light = self.brief.palette["counter-ink"], self.brief.palette["symbol-box"]
        face = Face.loud(self.brief, ground)
        self.ink = dark if contrast(dark, face.ground) >= contrast(light, face.ground) else light
        return face

    def front(self) -> Face:
        """Draw the front as the marker's kind declares."""
        top = self._owner(self.marker.side, self.marker.name)
        drawn = self.kind.drawn
        if drawn == "nothing":
            return self.face
        if drawn == "value" and self.marker.value is not None:
            self._figure()
        elif drawn in ICONS and self.marker.movement is not None:
            self._mover(drawn, top)
        elif drawn in ICONS:
            self._icon(drawn, top)
        else:
            self._words(self.marker.name, top)
        return self.face

    def back(self) -> Face:
        """Draw the back: its words as large as they fit; dark where the front is light, so that nobody mistakes it."""
        if self.kind.drawn != "nothing":
            colour = self.brief.palette.marker(self.kind)
            self.face = self._on(mix(colour, "#000000", 0.78))
            if contrast(colour, self.face.ground) >= 5.5:
                self.ink = colour
        top = self._owner(self.marker.side, self.marker.back)
        self._words(self.marker.back, top, _WORD * 1.35)
        return self.face

    def _owner(self, side: str | None, text: str) -> float:
        """A tab with the owner, or the side that a text begins with; gives where the rest starts, in units."""
        sides = self.brief.game.about.sides if self.brief.game.about else []
        named = [each for each in sides if text.casefold().startswith(each.name.casefold())]
        owner = next((each for each in sides if each.id == side), named[0] if named else None)
        if owner is None:
            return 0.0
        frame, colour = self.frame, self.brief.palette.accent(self.brief.game, owner.id)
        paper = self.brief.palette["symbol-box"]
        self.face.art.rect(frame.box(0, 0, 10.3, 2.3), fill=colour, radius=0.35 * frame.unit, cls="owner")
        if not self.worded:
            return 2.6
        made = fit_block(owner.name.upper(), "sans-bold", _CAPTION * frame.unit, 9.6 * frame.unit, 2.0 * frame.unit)
        draw_lines(self.face, made, frame.x(1.15), paper, colour, "owner")
        self.face.cut += [owner.name] * made.cut
        return 2.6

    def _words(self, text: str, top: float, size: float = _WORD) -> None:
        """Set a text in the rest of the face, below ``top``."""
        frame, text = self.frame, self._rest(text) if self.worded else ""
        made = fit_block(text, "sans-bold", size * frame.unit, 10.1 * frame.unit, (10.1 - top) * frame.unit)
        draw_lines(self.face, made, frame.x((10.3 + top) / 2), self.ink, self.face.ground, "marker")
        self.face.cut += [text] * made.cut

    def _rest(self, text: str) -> str:
        """A text without the side's name that stands on the tab."""
        for side in self.brief.game.about.sides if self.brief.game.about else ():
            rest = text[len(side.name) :].strip()
            if rest and text.casefold().startswith(side.name.casefold() + " "):
                return rest[0].upper() + rest[1:]
        return text

    def _caption(self, text: str) -> float:
        """Small words along the foot; gives how much they take, in units."""
        if not self.worded:
            return 0.0
        frame = self.frame
        made = fit_block(text, "sans-bold", _CAPTION * frame.unit, 10.2 * frame.unit, 3.5 * frame.unit)
        high = (0.7 + 1.05 * (len(made.lines) - 1)) * made.size
        low = frame.side - frame.inset - DESCENT * made.size
        draw_lines(self.face, made, low - high / 2, self.ink, self.face.ground, "marker")
        self.face.cut += [text] * made.cut
        return high / frame.unit + 0.3

    def _figure(self) -> None:
        """One large figure; its dot says which way up 6 and 9 are."""
        frame, text = self.frame, plain_text(str(self.marker.value))
        red = "counter-ink" if self.brief.profile.ink == "grey" else "marker-figure"
        room = 10.3 - self._caption(self.marker.name) - 0.7
        size = fitting_size(text, (room - 0.3) * frame.unit / 0.7, "sans-bold", 8.4 * frame.unit, LEAST)
        low = frame.x(room / 2) + 0.35 * size
        self.face.art.text(
            (frame.middle, low), text, size, face="sans-bold", fill=self.brief.palette[red],
            anchor="middle", on=self.face.ground, role="value",
        )  # fmt: skip

    def _mover(self, icon: str, top: float) -> None:
        """An icon, and the movement allowance in figures as large as those of units."""
        frame, size = self.frame, 13 * POINT * self.frame.unit
        room = 10.3 - self._caption(self.marker.name) - 0.55
        text = plain_text(str(self.marker.movement))
        size = fitting_size(text, size, "sans-bold", 5.6 * frame.unit, LEAST)
        low = frame.x((top + room) / 2) + 0.35 * size
        self.face.art.text(
            (frame.x(7.2), low), text, size, face="sans-bold", fill=self.ink, anchor="middle", on=self.face.ground,
            role="value",
        )  # fmt: skip
        draw_icon(self.face.art, icon, frame.box(0.2, top + 0.05, 4.4, room), self.ink, self.face.ground)

    def _icon(self, icon: str, top: float) -> None:
        """An icon over the marker's name."""
        room = 10.3 - self._caption(self.marker.name) - 0.5
        draw_icon(self.face.art, icon, self.frame.box(0.6, top, 9.7, room), self.ink, self.face.ground)


# -- icons of markers, our own drawings from primitives --------------------------------------------


ICONS: dict[str, tuple[float, float, tuple[tuple[str, str], ...]]] = {
    # a can of petrol with its handles, spout and pressed cross
    "can": (7, 9.4, (
        ("fill", ("M.4 2.9Q.4 2.3 1 2.1L2 1.5V.9Q2 .5 2.4 .5H5.2Q5.6 .5 5.6 .9V1.5H6Q6.6 1.5 6.6 2.1V8.6"
         "Q6.6 9.2 6 9.2H1Q.4 9.2 .4 8.6Z")),
        ("gap", "M1.7 3.6L5.3 8M5.3 3.6L1.7 8M2.7 1.5H4.9"),
        ("line", "M.75 1.75L1.55 .95"),
    )),
    # a tank's hulk, turret askew, smoke rising
    "wreck": (12, 8, (
        ("fill", "M.6 6.1H11.4L10.4 7.7H1.7ZM1.3 4.6H10.6L11.2 5.7H.8ZM3.6 4.2L4.4 2.5H7.6L8.1 4.2Z"),
        ("line", "M7.7 3.3L11.2 1.6"),
        ("thin", "M5.2 1.9C4.6 1.4 5.9 1.1 5.3 .3M6.6 1.9C6 1.4 7.3 1.1 6.7 .3"),
    )),
    # a work with four bastions seen from above
    "redoubt": (12, 8, (
        ("frame", ("M.7 .7H3.6L4.4 1.9H7.6L8.4 .7H11.3V2.9L10.2 3.5V4.5L11.3 5.1V7.3"
         "H8.4L7.6 6.1H4.4L3.6 7.3H.7V5.1L1.8 4.5V3.5L.7 2.9Z")),
        ("fill", "M4.6 3.2H7.4V4.8H4.6Z"),
    )),
    # a bank of smoke or dust
    "cloud": (12, 7.5, (
        ("fill", "M2.6 6.9A2.3 2.3 0 0 1 2.2 2.4A2.9 2.9 0 0 1 7.2 1.5A2.5 2.5 0 0 1 10.3 3.1A2 2 0 0 1 9.6 6.9Z"),
        ("gap", "M3.6 5.2A1.6 1.6 0 0 1 5.6 3.7M7.2 5.2A1.4 1.4 0 0 1 8.9 4.1"),
    )),
    # three mines in a row
    "mines": (12, 5, (
        ("fill", ("M.6 4.5A1.6 1.6 0 0 1 3.8 4.5ZM4.4 4.5A1.6 1.6 0 0 1 7.6 4.5ZM8.2 4.5A1.6 1.6 0 0 1 11.4 4.5Z"
         "M1.8 2.5H2.6V.9H1.8ZM5.6 2.5H6.4V.9H5.6ZM9.4 2.5H10.2V.9H9.4Z")),
    )),
    # a pennant on a staff
    "flag": (9, 9, (
        ("fill", "M1.6 .6L8.4 2.7L1.6 4.8Z"),
        ("line", "M1.2 .5V8.6"),
    )),
    # an aircraft seen from above, nose upwards
    "aircraft": (10, 9.5, (
        ("fill", ("M5 .4Q5.7 .9 5.7 2.2V3.2L9.7 5V6.2L5.7 5.5V7.6L7 8.5V9.2L5 8.8L3 9.2V8.5L4.3 7.6V5.5"
         "L.3 6.2V5L4.3 3.2V2.2Q4.3 .9 5 .4Z")),
    )),
    # a burst of fire
    "burst": (10, 10, (
        ("fill", ("M5 .3L6.1 3L8.9 1.6L7.5 4.2L9.8 5L7.5 5.9L8.8 8.6L6.1 7.2L5 9.8L4 7.2L1.2 8.6L2.6 5.9L.3 5"
         "L2.6 4.2L1.2 1.6L4 3Z")),
    )),
    "arrow": (12, 7, (("fill", "M.8 2.3H6.6V.5L11.4 3.5L6.6 6.5V4.7H.8Z"),)),
}  # fmt: skip
"""Name → width, height, and its strokes: filled, in lines, or left open in the colour of the ground."""
_LINES = {"line": 0.75, "thin": 0.45, "frame": 0.95, "gap": 0.6}


def draw_icon(canvas: Canvas, name: str, box: Box, ink: str, ground: str) -> None:
    """Draw an icon as large as a rectangle allows, in its middle."""
    wide, high, strokes = ICONS[name]
    left, top, right, bottom = box
    scale = max(0.0, min((right - left) / wide, (bottom - top) / high))
    x, y = (left + right - scale * wide) / 2, (top + bottom - scale * high) / 2
    with canvas.group(cls=f"icon {name}", transform=f"translate({mm(x)} {mm(y)}) scale({scale:.5g})"):
        for kind, d in strokes:
            if kind == "fill":
                canvas.path(d, fill=ink)
            else:
                canvas.path(d, stroke=ground if kind == "gap" else ink, width=_LINES[kind])


# -- what is printed besides units -----------------------------------------------------------------


@fact
def lacking_pieces(game: Game) -> LackingPieces:
    """Return the markers and chits that the rules of a game need and its counters.yaml lacks."""
    return game.system.lacking_pieces(game) if game.system else LackingPieces()


def printed_markers(game: Game) -> list[tuple[Marker, Where]]:
    """Return all markers: those that counters.yaml declares, then those that the rules need besides."""
    found, more = game.one("counters", CountersDocument), lacking_pieces(game).markers
    besides = [(marker, found[1]) for marker in more] if found else []
    return [*counter_sheets(game).markers.values(), *besides]


def kind_title(words: Words, markers: Sequence[Marker]) -> str:
    """Return what markers of one kind with many names are called together; empty where their own names do."""
    key = f"counter_kind_{markers[0].kind}"
    return words(key) if len({marker.name for marker in markers}) > _NAMES and key in words.words else ""


_NAMES = 4
"""More names than these are too many for a heading."""


# -- chits of formations ---------------------------------------------------------------------------


_NAME, _OWNER = 8.0 * POINT, 5.6 * POINT


def chits(game: Game) -> Iterator[tuple[Formation, Where]]:
    """Yield the formations that have a chit."""
    drawn = lacking_pieces(game).chits
    for document, where in game.documents("counters", CountersDocument):
        for number, formation in enumerate(document.formations):
            if formation.chit or formation.id in drawn:
                yield formation, where / "formations" / number


def figures(game: Game, formation: Formation) -> str:
    """Return the values on the chit of a formation: ``10``."""
    found = game.one("counters", CountersDocument)
    own = [value for value in found[0].values if value.of == "formation" and value.at] if found else []
    return " ".join(printed_value(value, formation.values[value.id]) for value in own if value.id in formation.values)


def chit_face(brief: Brief, formation: Formation) -> Face:
    """Draw a chit's front: owner, values and name on the formation's colour, pale so that ink reads on it."""
    frame = CounterFrame(brief.profile.counter)
    ground = mix(formation.colour, "#FFFFFF", 0.45) if formation.colour else brief.palette["marker-status"]
    face = Face.loud(brief, ground)
    ink = max((brief.palette[role] for role in ("counter-ink", "symbol-box")), key=lambda c: contrast(c, face.ground))
    top = _owner(brief, face, frame, formation.side)
    if formation.pattern:
        edge = frame.box(0, top, STRIPE, 10.3)
        draw_stripe(face.art, edge, formation.pattern, formation.colour or ink)
    made = fit_block(formation.name, "sans-bold", _NAME * frame.unit, 10.1 * frame.unit, 3.6 * frame.unit)
    high = (0.7 + 1.05 * (len(made.lines) - 1)) * made.size
    draw_lines(face, made, frame.side - frame.inset - DESCENT * made.size - high / 2, ink, face.ground, "formation")
    face.cut += [formation.name] * made.cut
    if text := plain_text(figures(brief.game, formation)):
        low = 10.3 - high / frame.unit - 0.8
        size = fitting_size(text, (low - top - 0.3) * frame.unit / 0.7, "sans-bold", 8.4 * frame.unit, LEAST)
        at = (frame.middle, frame.x((top + low) / 2) + 0.35 * size)
        face.art.text(at, text, size, face="sans-bold", fill=ink, anchor="middle", on=face.ground, role="value")
    return face


def _owner(brief: Brief, face: Face, frame: CounterFrame, side: str) -> float:
    """A tab with the owner; gives where the rest starts, in units."""
    colour, paper = brief.palette.accent(brief.game, side), brief.palette["symbol-box"]
    face.art.rect(frame.box(0, 0, 10.3, 2.1), fill=colour, radius=0.35 * frame.unit, cls="owner")
    name = brief.game.side_name(side)
    made = fit_block(name.upper(), "sans-bold", _OWNER * frame.unit, 9.6 * frame.unit, 1.8 * frame.unit)
    draw_lines(face, made, frame.x(1.05), paper, colour, "owner")
    face.cut += [name] * made.cut
    return 2.4


def chit_id(formation: Formation) -> str:
    """Return a chit's id in drawings: ``chit-dak``."""
    return f"chit-{formation.id}"
