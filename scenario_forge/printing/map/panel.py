"""Panels: what stands on a map sheet beside the map itself; and the panels of every map: compass, title, imprint.

A panel offers shapes; the layout takes the first that fits.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING

from scenario_forge.documents.scenario import OrderOfBattleDocument
from scenario_forge.game.game import fact
from scenario_forge.game.notations import NotationError
from scenario_forge.printing.brief import errata_words
from scenario_forge.printing.fonts import fitting_size, shorten, wrap
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import xy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.documents.map_ import Box as OffMap
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.lettering.fonts import Face
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import XY, Box, Canvas


MODULE = 62.0
"""The width that narrow panels share, so that they line up; millimetres on hexes of 15 mm."""
SMALLEST = 5.0
"""No type is smaller, in points."""


@dataclass(frozen=True)
class Shape:
    """One way to lay a panel out: the least size it needs, in millimetres, its frame included."""

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
    """The side that it is laid near; empty for a panel of both."""
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
        """Return the measures for a profile; type shrinks less with small hexes than it grows with large ones."""
        return cls(brief, max(brief.profile.hex / 15.0, 0.8))

    def mm(self, millimetres: float) -> float:
        """Return a length that grows with the map."""
        return millimetres * self.unit

    def pt(self, points: float) -> float:
        """Return a type size in millimetres."""
        return max(points * self.unit, SMALLEST) * POINT

    @property
    def slot(self) -> float:
        """Side of a box that holds a counter, with half a millimetre around it."""
        return self.brief.profile.counter + 1.0

    @property
    def pad(self) -> float:
        """Distance from the frame of a panel to its content."""
        return self.mm(2.2)

    @property
    def head(self) -> float:
        """Height of a panel's heading, with the space below it."""
        return self.mm(5.6)

    def colour(self, role: str) -> str:
        """Return a colour of the palette."""
        return self.brief.palette[role]


def frame_panel(canvas: Canvas, style: Style, box: Box, heading: str, *, accent: str | None = None) -> Box:
    """Draw an opaque panel with its heading; return the space left inside it."""
    ground, line = style.colour("table"), style.colour("coast")
    canvas.rect(box, fill=ground, stroke=line, width=0.3, cls="panel")
    left, top, right, bottom = box
    pad = style.pad
    inner = (left + pad, top + pad, right - pad, bottom - pad)
    if not heading:
        return inner
    size = fitting_size(heading, style.pt(9.5), "serif-semibold", inner[2] - inner[0], SMALLEST * POINT)
    base = top + pad + style.mm(2.4)
    ink = accent or style.colour("ink")
    heading = cut(heading, size, "serif-semibold", inner[2] - inner[0])
    canvas.text((left + pad, base), heading, size, face="serif-semibold", fill=ink, on=ground, role="heading")
    rule = base + style.mm(1.3)
    canvas.line([(left + pad, rule), (right - pad, rule)], stroke=ink if accent else line, width=0.2)
    return (inner[0], top + pad + style.head, inner[2], inner[3])


def cut(text: str, size: float, face: Face, room: float) -> str:
    """Return the text on one line, or as much of it as has room, with an ellipsis."""
    return shorten(" ".join(text.split()), size, face, room)


# -- compass and scale bar -------------------------------------------------------------------------


KILOMETRES = 1.609344
"""Kilometres in a statute mile."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


def compass(style: Style, linked: HexMap) -> Panel:
    """Return the compass: a rose, and below it bars of miles, kilometres and hexes."""
    sizes = ((MODULE, 46), (46, 46), (44, 38))
    shapes = tuple(Shape(style.mm(w), style.mm(h), partial(_compass, style, linked)) for w, h in sizes)
    return Panel("compass", shapes, stretch=True)


def _compass(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    ground = style.colour("table")
    canvas.rect(box, fill=ground, stroke=style.colour("coast"), width=0.3, cls="panel")
    left, top, right, bottom = box
    miles = linked.document.grid.miles_per_hex
    bars = style.mm(15) if miles else style.mm(7)
    middle = ((left + right) / 2, (top + bottom - bars) / 2 + style.mm(1.2))
    radius = min((bottom - bars - top) / 2 - style.mm(3.6), (right - left) / 2 - style.mm(4))
    if radius > style.mm(3):
        _rose(canvas, style, middle, radius)
    room, x, y = right - left - style.mm(8), left + style.mm(4), bottom - bars
    size = style.brief.profile.hex
    words = style.brief.words
    if miles:
        _bar(canvas, style, (x, y + style.mm(3)), room, size / miles, words("miles"))
        _bar(canvas, style, (x, y + style.mm(10)), room, size / miles / KILOMETRES, words("kilometres"))
    else:
        _bar(canvas, style, (x, y + style.mm(2)), room, size, words("hexes"))


def _rose(canvas: Canvas, style: Style, middle: XY, radius: float) -> None:
    """Eight points, the long ones half dark; north named and largest."""
    x, y = middle
    ink, pale = style.colour("coast"), style.colour("page")
    canvas.circle(middle, radius * 0.62, stroke=ink, width=0.2)
    canvas.circle(middle, radius * 0.56, stroke=ink, width=0.1)
    for turn, length in [(a, 0.5) for a in (45, 135, 225, 315)] + [(a, 0.86) for a in (90, 180, 270)] + [(0, 1.0)]:
        angle, wide = radians(turn - 90), radius * (0.13 if length > 0.6 else 0.1)
        tip = (x + radius * length * cos(angle), y + radius * length * sin(angle))
        for side, fill in ((-1, ink), (1, pale)):
            corner = (
                x + wide * (cos(angle) - side * sin(angle)),
                y + wide * (sin(angle) + side * cos(angle)),
            )
            canvas.path(f"M{xy(middle)}L{xy(corner)}L{xy(tip)}Z", fill=fill, stroke=ink, width=0.12)
    size = style.pt(9)
    place = (x, y - radius - style.mm(0.7))
    words = style.brief.words
    canvas.text(
        place, words("compass_north"), size, face="serif-semibold", fill=style.colour("ink"), anchor="middle",
        on=style.colour("table"), role="compass",
    )  # fmt: skip


def _bar(canvas: Canvas, style: Style, at: XY, room: float, unit: float, name: str) -> None:
    """A bar of even parts of a round length: four, or as many as there is room for; none without room for one."""
    x, y = at
    fitting = [step for step in _STEPS if 4 * step * unit <= room * 0.86]
    step = fitting[-1] if fitting else 1
    part, high = step * unit, style.mm(1.3)
    parts = 4 if fitting else min(int(room / part), 3)
    if not parts:
        return
    ink, on, size = style.colour("ink"), style.colour("table"), style.pt(6.2)
    x += max(room - parts * part, 0) / 2
    for number in range(parts):
        fill = ink if number % 2 == 0 else style.colour("page")
        canvas.rect((x + number * part, y, x + (number + 1) * part, y + high), fill=fill, stroke=ink, width=0.15)
    for number in (0, 1, 2, 4)[: parts + 1] if parts < 3 else (0, 1, 2, parts):
        text = str(number * step)
        place = (x + number * part, y + high + size * 0.95)
        canvas.text(place, text, size, fill=ink, anchor="middle", on=on, role="scale")
    canvas.text(
        (x + 0.75 * parts * part, y - style.mm(0.6)), name, size, fill=ink, anchor="middle", on=on, role="scale"
    )


# -- the title cartouche, and the panel of credits, edition and what is reconstructed --------------


_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
"""Type of the imprint in points; it takes the largest that its panel has room for."""
_RECONSTRUCTED = {"fitted": "basis_fitted", "proposed": "basis_proposed"}


def title(style: Style, linked: HexMap) -> Panel:
    """Return the panel with the game's title, and the scale of map and turn."""
    sizes = ((92, 34), (74, 30), (60, 26), (45, 22))
    shapes = (Shape(style.mm(w), style.mm(h), partial(_title, style, linked)) for w, h in sizes)
    return Panel("title", tuple(shapes), stretch=True)


def _title(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    brief = style.brief
    ground, ink, quiet = style.colour("table"), style.colour("ink"), style.colour("quiet")
    canvas.rect(box, fill=ground, stroke=style.colour("coast"), width=0.3, cls="panel")
    rim = style.mm(1.3)
    canvas.rect((box[0] + rim, box[1] + rim, box[2] - rim, box[3] - rim), stroke=style.colour("coast"), width=0.15)
    middle, room = (box[0] + box[2]) / 2, box[2] - box[0] - 8 * rim
    text = cut(brief.game.title, style.pt(12), "serif-semibold", room)
    size = fitting_size(
        text, style.pt(min(44.0, (box[3] - box[1]) / style.unit * 0.82)), "serif-semibold", room, style.pt(9)
    )
    lines = _scales(style, linked)
    small = style.pt(8.5)
    step = small * 1.5
    high = size * 0.7 + style.mm(3.4) + step * len(lines)
    base = (box[1] + box[3] - high) / 2 + size * 0.7
    canvas.text(
        (middle, base), text, size, face="serif-semibold", fill=ink, anchor="middle", on=ground, role="title",
        name="title",
    )  # fmt: skip
    rule = base + style.mm(2.6)
    canvas.line([(middle - room * 0.18, rule), (middle + room * 0.18, rule)], stroke=style.colour("road"), width=0.4)
    base = rule + style.mm(0.8)
    for line in lines:
        base += step
        fit = fitting_size(line, small, "serif-italic", room, SMALLEST * POINT)
        shown = cut(line, fit, "serif-italic", room)
        canvas.text(
            (middle, base), shown, fit, face="serif-italic", fill=quiet, anchor="middle", on=ground, role="subtitle"
        )


def _scales(style: Style, linked: HexMap) -> list[str]:
    brief, words = style.brief, style.brief.words
    about = brief.game.about
    own = linked.document.title
    lines = [own] if own and own.casefold() != brief.game.title.casefold() else []
    scale = about.scale if about else {}
    if "hex" in scale and "turn" in scale:
        lines.append(words("map_scale", hex=scale["hex"], turn=scale["turn"]))
    return lines


def imprint(style: Style, linked: HexMap) -> Panel:
    """Return the panel with edition, errata, credits, and which parts of the map are ours."""
    shapes = []
    for width in (MODULE, 92, 74, 130, 48):
        lines = _imprint_lines(style, linked, style.mm(width) - 2 * style.pad, _SIZES[-1])
        high = style.head + 2 * style.pad + sum(step for _text, _face, step in lines)
        shapes.append(Shape(style.mm(width), high, partial(_imprint, style, linked)))
    return Panel("imprint", tuple(shapes), stretch=True)


def _imprint_lines(style: Style, linked: HexMap, room: float, points: float) -> list[tuple[str, Face, float]]:
    """Lines with their face and the step to the next; paragraphs stand apart."""
    brief, words = style.brief, style.brief.words
    about, size = brief.game.about, style.pt(points)
    facts = [
        words("edition_line", title=brief.game.title, edition=about.edition if about else ""),
        words("errata_line", errata=errata_words(brief.game, words)),
    ]
    facts += [
        words("credit_line", role=credit.role, names=", ".join(credit.names))
        for credit in (about.credits if about else [])
        if credit.here
    ]
    facts += [about.imprint] if about and about.imprint else []
    notes = [*reconstruction_notes(style, linked), *([words("flawed_note")] if brief.flawed else [])]
    found: list[tuple[str, Face, float]] = []
    for number, text in enumerate(line[:1].upper() + line[1:] for line in facts):
        *lines, last = wrap(text, size, "sans", room, 6) or [""]
        found += [(line, "sans", size * 1.25) for line in lines]
        found.append((last, "sans", size * (1.35 if number < len(facts) - 1 else 1.9)))
    for text in notes:
        *lines, last = wrap(text, size, "serif-italic", room, 6) or [""]
        found += [(line, "serif-italic", size * 1.3) for line in lines]
        found.append((last, "serif-italic", size * 1.7))
    return found


def _imprint(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    heading = style.brief.words("imprint_title")
    left, top, right, bottom = frame_panel(canvas, style, box, heading)
    for points in _SIZES:
        lines = _imprint_lines(style, linked, right - left, points)
        if sum(step for _text, _face, step in lines) <= bottom - top:
            break
    y, size, on = top, style.pt(points), style.colour("table")
    for text, face, step in lines:
        fill = style.colour("ink") if face == "sans" else style.colour("quiet")
        base = y + size * 0.9
        canvas.text((left, base), text, size, face=face, fill=fill, on=on, role="imprint")
        y += step


def reconstruction_notes(style: Style, linked: HexMap) -> list[str]:
    """Return sentences on the parts of the map that are fitted or proposed rather than printed."""
    words = style.brief.words
    rests: dict[str, list[str]] = {"fitted": [], "proposed": []}
    for section in ("rows", "hexsides", "lines", "places", "areas", "boxes"):
        count = len(getattr(linked.document, section))
        bases = {(linked.where / section / n).basis for n in range(count)}
        for basis, kinds in rests.items():
            if basis in bases:
                kinds.append(words(f"map_{section}"))
    values = {
        (linked.where / "places" / n / column).basis
        for n, place in enumerate(linked.document.places)
        for column in ("capacity", "value")
        if getattr(place, column) is not None
    }
    for basis, kinds in rests.items():
        if basis in values:
            kinds.append(words("map_values"))
    return [words(_RECONSTRUCTED[b], what=", ".join(kinds)) for b, kinds in rests.items() if kinds]


# -- boxes for what is not on the map -----------------------------------------------------------------


# -- boxes beside the map --------------------------------------------------------------------------


_HOLDINGS: Mapping[str, frozenset[EntryKind]] = {
    "holding_arrive": frozenset({"arrives", "enters"}),
    "holding_reserve": frozenset({"reserve"}),
    "holding_lost": frozenset(),
}
"""The words of boxes, with what an order of battle says of units that begin in them; nothing: those of any game may."""


def holding_words(game: Game) -> tuple[str, ...]:
    """Return the words of each side's boxes; those that no printed set-up puts a unit into are left out.

    Scenarios that authors add are left out: all share one map, and each addition would mean printing it again.
    """
    known = entry_kinds(game)
    return tuple(word for word, kinds in _HOLDINGS.items() if known is None or not kinds or kinds & known)


@fact
def entry_kinds(game: Game) -> frozenset[EntryKind] | None:
    """Return what the orders of battle say of units; None without a notation, since nobody can tell."""
    notation = game.system.placement() if game.system else None
    if notation is None:
        return None
    cells = (
        text
        for document, _where in game.documents("orders-of-battle", OrderOfBattleDocument)
        for row in document.units
        for text in row.cells.values()
        if text
    )
    found: set[EntryKind] = set()
    for text in cells:
        with suppress(NotationError):  # checks tell of it
            found |= {token.kind for token in notation.parse(text)}
    return frozenset(found)


def holding_panels(style: Style) -> Iterator[Panel]:
    """Yield a panel for each side with boxes for units yet to come, to be rebuilt, and lost."""
    game, slot = style.brief.game, style.slot
    keys = holding_words(game)
    count = len(keys)
    edges = (count - 1) * style.mm(2) + 2 * style.pad
    for side in game.about.sides if game.about else ():
        high = style.head + 2 * style.pad + style.mm(4.5)
        shapes = [
            Shape(count * (3 * slot) + edges, high + 2 * slot, partial(_holding, style, side.id, keys, False)),
            Shape(count * (4 * slot) + edges, high + slot, partial(_holding, style, side.id, keys, False)),
            Shape(count * (2 * slot) + edges, high + 2 * slot, partial(_holding, style, side.id, keys, False)),
            Shape(
                4.4 * slot,
                style.head + 2 * style.pad + count * (style.mm(4.5) + slot),
                partial(_holding, style, side.id, keys, True),
            ),
        ]
        yield Panel(f"holding-{side.id}", tuple(shapes), side=side.id, strip=True, stretch=True)


def _holding(style: Style, side: str, keys: Sequence[str], stacked: bool, canvas: Canvas, box: Box) -> None:
    game = style.brief.game
    accent = style.brief.palette.accent(game, side)
    title = style.brief.words("holding_title", side=game.side_name(side))
    left, top, right, bottom = frame_panel(canvas, style, box, title, accent=accent)
    gap = style.mm(1.2 if stacked else 2)
    long = (bottom - top if stacked else right - left) - (len(keys) - 1) * gap
    each = long / len(keys)
    for number, key in enumerate(keys):
        start = (top if stacked else left) + number * (each + gap)
        room = (left, start, right, start + each) if stacked else (start, top, start + each, bottom)
        _room(canvas, style, room, style.brief.words(key), f"holding-{side}-{number}")


def _room(canvas: Canvas, style: Style, box: Box, label: str, name: str) -> None:
    page = style.colour("page")
    canvas.rect(box, fill=page, stroke=style.colour("grid"), width=0.2, name=name, cls="holding-box")
    room = box[2] - box[0] - style.mm(2)
    size = fitting_size(label, style.pt(7), "sans-semibold", room, SMALLEST * POINT)
    at = (box[0] + style.mm(1), box[1] + style.mm(3))
    text = cut(label, size, "sans-semibold", room)
    canvas.text(at, text, size, face="sans-semibold", fill=style.colour("quiet"), on=page, role="holding")


def off_map(style: Style, box: OffMap) -> Panel:
    """Return the panel of an off-map box; the layout puts it where the box adjoins."""
    slot = style.slot
    draw = partial(_off_map, style, box)
    extra = style.head + 2 * style.pad + style.mm(3.5)
    module = style.mm(MODULE)
    sizes = ((4, 3), (3, 3), (2, 4), (2, 3))
    shapes = [Shape(max(w * slot + 2 * style.pad, module), h * slot + extra, draw) for w, h in sizes[:2]]
    shapes += [Shape(w * slot + 2 * style.pad, h * slot + extra, draw) for w, h in sizes]
    return Panel(f"box-{box.id}", tuple(shapes), side=box.side or "")


def _off_map(style: Style, box: OffMap, canvas: Canvas, at: Box) -> None:
    game, words = style.brief.game, style.brief.words
    accent = style.brief.palette.accent(game, box.side) if box.side else None
    name = box.name if box.capacity is None else words("box_capacity", name=box.name, capacity=box.capacity)
    left, top, right, bottom = frame_panel(canvas, style, at, name, accent=accent)
    note = words("box_adjoins", hexes=", ".join(text.replace("..", "–") for text in box.adjoins))
    size, on = style.pt(6.5), style.colour("table")
    if box.adjoins:
        shown = cut(note, size, "serif-italic", right - left)
        low = bottom - style.mm(0.4)
        canvas.text((left, low), shown, size, face="serif-italic", fill=style.colour("quiet"), on=on, role="box")
    page = style.colour("page")
    inner = (left, top, right, bottom - style.mm(3.5))
    canvas.rect(inner, fill=page, stroke=style.colour("grid"), width=0.2, name=f"off-map-{box.id}", cls="holding-box")
