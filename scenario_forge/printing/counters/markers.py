"""Fronts and backs of markers: one word, figure or icon each, on loud ground that no nationality has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.counters.frame import Face, Frame
from scenario_forge.printing.counters.icons import ICONS, draw_icon
from scenario_forge.printing.counters.symbols import draw_symbol
from scenario_forge.printing.counters.text import LEAST, block, plain
from scenario_forge.printing.counters.units import corner, lines
from scenario_forge.printing.measure import DESCENT, fitted
from scenario_forge.printing.palette import contrast, mix
from scenario_forge.printing.paper import POINT
from scenario_forge.project.marker_kinds import kind_of_marker

if TYPE_CHECKING:
    from scenario_forge.documents.counters import Marker
    from scenario_forge.printing.brief import Brief

_WORD = 8.6 * POINT
_CAPTION = 6.2 * POINT


def marker_face(brief: Brief, marker: Marker) -> Face:
    """The front of a marker."""
    return _Marker(brief, marker).front()


def marker_picture(brief: Brief, marker: Marker) -> Face:
    """The front of a marker as a picture of any size: words that find no room are left out, values never."""
    face = marker_face(brief, marker)
    return _Marker(brief, marker, words=False).front() if face.cut else face


def marker_reverse(brief: Brief, marker: Marker) -> Face:
    """The back of a marker: what it says when turned over; without that the front again, so it never lies wrong."""
    drawn = _Marker(brief, marker)
    return drawn.back() if marker.back else drawn.front()


def blank_face(brief: Brief, nationality: str | None) -> Face:
    """A spare counter: ground, shape and an empty symbol frame of a nationality, or nothing at all."""
    frame, palette = Frame(brief.profile.counter), brief.palette
    if nationality is None:
        return Face.on(palette["marker-blank"], frame.side)
    nation = palette.nation(brief.game, nationality)
    face = Face.on(nation.tint, frame.side)
    corner(face.art, frame, nation)
    box = frame.box(2.0, 1.75, 8.3, 5.95)
    draw_symbol(face.art, "", box, ink=palette["counter-ink"], ground=palette["symbol-box"])
    return face


class _Marker:
    """One marker while it is drawn."""

    def __init__(self, brief: Brief, marker: Marker, *, words: bool = True) -> None:
        self.brief, self.marker, self.worded = brief, marker, words
        self.kind = kind_of_marker(brief.game, marker)
        self.frame = Frame(brief.profile.counter)
        self.face = self._on(brief.palette.marker(self.kind))

    def _on(self, ground: str) -> Face:
        dark, light = self.brief.palette["counter-ink"], self.brief.palette["symbol-box"]
        face = Face.loud(self.brief, ground)
        self.ink = dark if contrast(dark, face.ground) >= contrast(light, face.ground) else light
        return face

    def front(self) -> Face:
        """As its kind is drawn."""
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
        """Words as loud as they can be; dark where the front is light, so that both sides are told from afar."""
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
        made = block(owner.name.upper(), "sans-bold", _CAPTION * frame.unit, 9.6 * frame.unit, 2.0 * frame.unit)
        lines(self.face, made, frame, frame.x(1.15), paper, colour, "owner")
        self.face.cut += [owner.name] * made.cut
        return 2.6

    def _words(self, text: str, top: float, size: float = _WORD) -> None:
        """Words that fill what is left."""
        frame, text = self.frame, self._rest(text) if self.worded else ""
        made = block(text, "sans-bold", size * frame.unit, 10.1 * frame.unit, (10.1 - top) * frame.unit)
        lines(self.face, made, frame, frame.x((10.3 + top) / 2), self.ink, self.face.ground, "marker")
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
        made = block(text, "sans-bold", _CAPTION * frame.unit, 10.2 * frame.unit, 3.5 * frame.unit)
        high = (0.7 + 1.05 * (len(made.lines) - 1)) * made.size
        low = frame.side - frame.inset - DESCENT * made.size
        lines(self.face, made, frame, low - high / 2, self.ink, self.face.ground, "marker")
        self.face.cut += [text] * made.cut
        return high / frame.unit + 0.3

    def _figure(self) -> None:
        """One large figure; its dot says which way up 6 and 9 are."""
        frame, text = self.frame, plain(str(self.marker.value))
        red = "counter-ink" if self.brief.profile.ink == "grey" else "marker-figure"
        room = 10.3 - self._caption(self.marker.name) - 0.7
        size = fitted(text, (room - 0.3) * frame.unit / 0.7, "sans-bold", 8.4 * frame.unit, LEAST)
        low = frame.x(room / 2) + 0.35 * size
        self.face.art.text(
            (frame.middle, low), text, size, face="sans-bold", fill=self.brief.palette[red],
            anchor="middle", on=self.face.ground, role="value",
        )  # fmt: skip

    def _mover(self, icon: str, top: float) -> None:
        """An icon, and the movement allowance in figures as large as those of units."""
        frame, size = self.frame, 13 * POINT * self.frame.unit
        room = 10.3 - self._caption(self.marker.name) - 0.55
        text = plain(str(self.marker.movement))
        size = fitted(text, size, "sans-bold", 5.6 * frame.unit, LEAST)
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
