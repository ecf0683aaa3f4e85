"""The terrain key: a sample and a name of everything that is drawn on the map."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.printing.counters.units import unit_types
from scenario_forge.printing.map import looks, time_track
from scenario_forge.printing.map.kinds import place_look
from scenario_forge.printing.map.panel import SMALLEST, Panel, Shape, Style, cut, frame_panel
from scenario_forge.printing.map.symbols import HexPlaces, draw_symbol, half_of, marks_ours, scale
from scenario_forge.printing.measure import CAP_HEIGHT, fitted
from scenario_forge.printing.paper import POINT
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import Box, Canvas
    from scenario_forge.project.mapview import HexMap

    Sample = Callable[[Canvas, Brief, HexMap, str, Box], None]
    Entry = tuple[Sample, str, str]


def key(style: Style, linked: HexMap) -> Panel:
    """What the signs of the map mean."""
    groups = _groups(style, linked)
    shapes = []
    for columns in (4, 5, 3, 6, 2, 8, 1):
        rows = max(map(len, _columns(groups, columns)), default=0)
        wide, high = _cell(style)
        shapes.append(
            Shape(
                columns * wide + 2 * style.pad,
                rows * high + style.head + 2 * style.pad,
                partial(_draw, style, linked, columns),
            )
        )
    return Panel("terrain-key", tuple(shapes))


def _cell(style: Style) -> tuple[float, float]:
    return style.mm(38), style.mm(7.4)


def _groups(style: Style, linked: HexMap) -> list[list[Entry]]:
    """What fills hexes, what runs along or across them, and what stands in them."""
    return [list(part(style, linked)) for part in (_grounds, _ways, _places)]


def _columns(groups: list[list[Entry]], columns: int) -> list[list[Entry]]:
    """Entries column by column, a new column for each group unless that makes the key much higher."""
    entries = [entry for group in groups for entry in group]
    least = ceil(len(entries) / columns)
    for rows in range(max(least, 1), least + 3):
        found = [group[n : n + rows] for group in groups for n in range(0, len(group), rows)]
        if len(found) <= columns:
            return found
    return [entries[n : n + least] for n in range(0, len(entries), least or 1)]


def _grounds(style: Style, linked: HexMap) -> Iterator[Entry]:
    """Sample, kind, name; only what the map has."""
    words, document = style.brief.words, linked.document
    there = {kind for kind in linked.terrain if kind is not None}
    for terrain in (each for each in document.terrain if each.id in there):
        name = terrain.name
        if terrain.only:
            types = unit_types(style.brief.game)
            listed = [types[kind].name.partition(" (")[0] if kind in types else kind for kind in terrain.only]
            name = words("key_only", name=name, types=", ".join(listed))
        elif terrain.land and not terrain.passable:
            name = words("key_barred", name=name)
        yield looks.sample_terrain, terrain.id, name


def _ways(_style: Style, linked: HexMap) -> Iterator[Entry]:
    document = linked.document
    sides = {feature.kind for features in linked.sides.values() for feature in features}
    yield from ((looks.sample_hexside, side.id, side.name) for side in document.hexside_kinds if side.id in sides)
    lines = {line.line.kind for line in linked.lines}
    yield from ((looks.sample_line, kind.id, kind.name) for kind in document.line_kinds if kind.id in lines)


def _places(style: Style, linked: HexMap) -> Iterator[Entry]:
    words, document = style.brief.words, linked.document
    used = {kind for place in document.places for kind in place.kinds}
    for place in (each for each in document.place_kinds if each.id in used):
        yield looks.sample_place, place.id, _place_name(style, linked, place.id, place.name)
        if place_look(linked, place.id) == "supply":
            yield from _owned(style, linked)
    track = schedule(style.brief.game)
    # the track explains the sign itself, but only where its foot has room
    if marks_ours(linked) or (track is not None and time_track.marks_ours(track)):
        yield _sample_sign, "", words("key_ours")


def _owned(style: Style, linked: HexMap) -> Iterator[Entry]:
    """The forms of a supply symbol that one side alone may use."""
    game = style.brief.game
    for side in game.about.sides if game.about else []:
        if any(place.sides == [side.id] and place.capacity is not None for place in linked.document.places):
            yield _sample_owned, side.id, style.brief.words("key_side_only", side=side.name)


def _sample_owned(canvas: Canvas, brief: Brief, linked: HexMap, side: str, box: Box) -> None:
    capacity = next(p.capacity for p in linked.document.places if p.sides == [side] and p.capacity is not None)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    k = min(max(scale(brief.profile.hex), 1.0), (box[3] - box[1]) / 2 / half_of("supply")[1])
    draw_symbol(canvas, brief, "supply", middle, k, HexPlaces({"supply": None}, capacity, None, (side,)))


def _sample_sign(canvas: Canvas, brief: Brief, _linked: HexMap, _kind: str, box: Box) -> None:
    size = (box[3] - box[1]) * 0.7
    at = ((box[0] + box[2]) / 2, box[3] - size * 0.25)
    ink, on = brief.palette["symbol"], brief.palette["table"]
    canvas.text(at, brief.words("proposed_mark"), size, face="sans-bold", fill=ink, anchor="middle", on=on, role="key")


def _place_name(style: Style, linked: HexMap, kind: str, name: str) -> str:
    """A kind of place, with what the figure beside it means."""
    words = style.brief.words
    places = [place for place in linked.document.places if kind in place.kinds]
    look = place_look(linked, kind)
    if look == "supply" and any(place.capacity is not None for place in places):
        unlimited = any(place.capacity == "U" for place in places)
        return words("key_capacity_u" if unlimited else "key_capacity", name=name)
    if look == "fortification" and any(place.value is not None for place in places):
        return words("key_value", name=name)
    return name


def _draw(style: Style, linked: HexMap, columns: int, canvas: Canvas, box: Box) -> None:
    brief = style.brief
    left, top, right, bottom = frame_panel(canvas, style, box, brief.words("key_title"))
    found = _columns(_groups(style, linked), columns)
    rows = max(map(len, found), default=1)
    wide = (right - left) / columns
    high = min((bottom - top) / rows, style.mm(11))
    sample_wide, sample_high = style.mm(11.5), style.mm(6.9)
    size, on = style.pt(7.5), style.colour("table")
    listed = [(column, row, entry) for column, own in enumerate(found) for row, entry in enumerate(own)]
    for column, row, (sample, kind, name) in listed:
        x, y = left + column * wide, top + row * high
        room = sample_high if sample == looks.sample_place else sample_high - style.mm(0.7)
        place = (x, y + (high - room) / 2, x + sample_wide, y + (high + room) / 2)
        sample(canvas, brief, linked, kind, place)
        room = wide - sample_wide - style.mm(3.4)
        head, _, tail = name.partition("\n")
        base = y + high / 2 + CAP_HEIGHT * size / 2 - (style.mm(1.3) if tail else 0)
        for text, face, fill, at in (
            (head, "sans-semibold", "ink", base),
            (tail, "sans", "quiet", base + style.mm(2.8)),
        ):
            fit = fitted(text, size, face, room, SMALLEST * POINT)  # type: ignore[arg-type]
            shown = cut(text, fit, face, room)  # type: ignore[arg-type]
            canvas.text(
                (x + sample_wide + style.mm(1.8), at), shown, fit, face=face, fill=style.colour(fill), on=on,  # type: ignore[arg-type]
                role="key",
            )  # fmt: skip
