"""Boxes beside the map: off-map boxes that adjoin hexes, and boxes where a side keeps units that are not on it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.documents.order_of_battle import OrderOfBattleDocument
from scenario_forge.printing.fonts import fitted
from scenario_forge.printing.map.panel import MODULE, SMALLEST, Panel, Shape, Style, cut, frame_panel
from scenario_forge.printing.profile import POINT
from scenario_forge.project.system import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.map_ import Box as OffMap
    from scenario_forge.printing.svg import Box, Canvas
    from scenario_forge.project.game import Game


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
