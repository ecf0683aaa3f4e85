"""A panel: what stands on the map without being map. It offers shapes; the layout takes the first that fits."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.documents.order_of_battle import OrderOfBattleDocument
from scenario_forge.printing.fonts import fitted, shortened
from scenario_forge.printing.profile import POINT
from scenario_forge.project.system import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.documents.map_ import Box as OffMap
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.fonts import Face
    from scenario_forge.printing.svg import Box, Canvas
    from scenario_forge.project.game import Game


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


# -- boxes beside the map --------------------------------------------------------------------------


def kept(game: Game) -> tuple[str, ...]:
    """Words of the boxes that each side has: one to be rebuilt from only where a printed set-up puts a unit into it.

    Scenarios of one's own are left out: the map is one for all, and a new one would have it printed anew.
    """
    return ("holding_arrive", *(("holding_reserve",) if _has_reserve(game) else ()), "holding_lost")


def _has_reserve(game: Game) -> bool:
    """Whether some unit starts in reserve; without a notation nobody can tell, and the box is there."""
    notation = game.system.placement() if game.system else None
    if notation is None:
        return True
    cells = (
        text
        for document, _where in game.documents("orders-of-battle", OrderOfBattleDocument)
        for row in document.units
        for text in row.cells.values()
        if text
    )
    for text in cells:
        with suppress(NotationError):  # checks tell of it
            if any(token.kind == "reserve" for token in notation.parse(text)):
                return True
    return False


def holding(style: Style) -> Iterator[Panel]:
    """A panel for each side with a box for units yet to come, to be rebuilt, and lost."""
    game, slot = style.brief.game, style.slot
    keys = kept(game)
    count = len(keys)
    edges = (count - 1) * style.mm(2) + 2 * style.pad
    for side in game.about.sides if game.about else ():
        high = style.head + 2 * style.pad + style.mm(4.5)
        shapes = [
            Shape(count * (3 * slot) + edges, high + 2 * slot, partial(_holding, style, side.id, keys)),
            Shape(count * (4 * slot) + edges, high + slot, partial(_holding, style, side.id, keys)),
            Shape(count * (2 * slot) + edges, high + 2 * slot, partial(_holding, style, side.id, keys)),
            Shape(
                4.4 * slot,
                style.head + 2 * style.pad + count * (style.mm(4.5) + slot),
                partial(_stacked, style, side.id, keys),
            ),
        ]
        yield Panel(f"holding-{side.id}", tuple(shapes), side=side.id, strip=True, stretch=True)


def _holding(style: Style, side: str, keys: Sequence[str], canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = _head(style, side, canvas, box)
    gap = style.mm(2)
    wide = (right - left - (len(keys) - 1) * gap) / len(keys)
    for number, key in enumerate(keys):
        x = left + number * (wide + gap)
        _room(canvas, style, (x, top, x + wide, bottom), style.brief.words(key), f"holding-{side}-{number}")


def _stacked(style: Style, side: str, keys: Sequence[str], canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = _head(style, side, canvas, box)
    gap = style.mm(1.2)
    high = (bottom - top - (len(keys) - 1) * gap) / len(keys)
    for number, key in enumerate(keys):
        y = top + number * (high + gap)
        _room(canvas, style, (left, y, right, y + high), style.brief.words(key), f"holding-{side}-{number}")


def _head(style: Style, side: str, canvas: Canvas, box: Box) -> Box:
    game = style.brief.game
    accent = style.brief.palette.accent(game, side)
    return frame_panel(canvas, style, box, style.brief.words("holding_title", side=game.side_name(side)), accent=accent)


def _room(canvas: Canvas, style: Style, box: Box, label: str, name: str) -> None:
    page = style.colour("page")
    canvas.rect(box, fill=page, stroke=style.colour("grid"), width=0.2, name=name, cls="holding-box")
    room = box[2] - box[0] - style.mm(2)
    size = fitted(label, style.pt(7), "sans-semibold", room, SMALLEST * POINT)
    at = (box[0] + style.mm(1), box[1] + style.mm(3))
    text = cut(label, size, "sans-semibold", room)
    canvas.text(at, text, size, face="sans-semibold", fill=style.colour("quiet"), on=page, role="holding")


def off_map(style: Style, box: OffMap) -> Panel:
    """The panel of an off-map box; the layout sets it where it adjoins."""
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
