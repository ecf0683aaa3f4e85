"""The terrain key: a sample and a name of everything that is drawn on the map."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import corners, millimetres
from scenario_forge.hexes.grid import lattice_corners
from scenario_forge.printing.counters.units import unit_types
from scenario_forge.printing.fonts import CAP_HEIGHT, fitting_size
from scenario_forge.printing.map.ground import ground_role, terrain_look
from scenario_forge.printing.map.hexsides import RELIEF, draw_crests, draw_side, rim_ticks, side_look
from scenario_forge.printing.map.land import Pattern, line_growth, pattern
from scenario_forge.printing.map.panel import SMALLEST, Panel, Shape, Style, cut, frame_panel
from scenario_forge.printing.map.roads import draw_casing, draw_line, line_look
from scenario_forge.printing.map.symbols import (
    BADGES,
    HexPlaces,
    draw_arrowhead,
    draw_symbol,
    draw_wall,
    half_of,
    marks_ours,
    place_look,
    places_in,
    scale,
)
from scenario_forge.printing.map.tracks import track_marks_ours
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.lettering.fonts import Face
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import XY, Box, Canvas

    Sample = Callable[[Canvas, Brief, HexMap, str, Box], None]
    Entry = tuple[Sample, str, str]


def key(style: Style, linked: HexMap) -> Panel:
    """Return the panel of the terrain key."""
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
        yield sample_terrain, terrain.id, name


def _ways(_style: Style, linked: HexMap) -> Iterator[Entry]:
    document = linked.document
    sides = {feature.kind for features in linked.sides.values() for feature in features}
    yield from ((sample_hexside, side.id, side.name) for side in document.hexside_kinds if side.id in sides)
    lines = {line.line.kind for line in linked.lines}
    yield from ((sample_line, kind.id, kind.name) for kind in document.line_kinds if kind.id in lines)


def _places(style: Style, linked: HexMap) -> Iterator[Entry]:
    words, document = style.brief.words, linked.document
    used = {kind for place in document.places for kind in place.kinds}
    for place in (each for each in document.place_kinds if each.id in used):
        yield sample_place, place.id, _place_name(style, linked, place.id, place.name)
        if place_look(linked, place.id) == "supply":
            yield from _owned(style, linked)
    edges = dict.fromkeys(edge for area in document.areas for edge in area.edge)
    if edges:
        named = words("and_between").join(words(f"edge_{edge}") for edge in edges)
        yield _sample_edge, "", words("key_edge", edges=named)
    track = schedule(style.brief.game)
    # the track explains the sign itself, but only where its foot has room
    if marks_ours(linked) or (track is not None and track_marks_ours(track)):
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


def _sample_edge(canvas: Canvas, brief: Brief, _linked: HexMap, _kind: str, box: Box) -> None:
    left, top, right, bottom = box
    k = max(scale(brief.profile.hex), 1.0)
    at = ((left + right) / 2 - 1.7 * k, (top + bottom) / 2)
    draw_arrowhead(canvas, brief, at, "west", k)


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
        room = sample_high if sample == sample_place else sample_high - style.mm(0.7)
        place = (x, y + (high - room) / 2, x + sample_wide, y + (high + room) / 2)
        sample(canvas, brief, linked, kind, place)
        room = wide - sample_wide - style.mm(3.4)
        head, _, tail = name.partition("\n")
        base = y + high / 2 + CAP_HEIGHT * size / 2 - (style.mm(1.3) if tail else 0)
        lines: tuple[tuple[str, Face, str, float], ...] = (
            (head, "sans-semibold", "ink", base),
            (tail, "sans", "quiet", base + style.mm(2.8)),
        )
        for text, face, fill, at in lines:
            fit = fitting_size(text, size, face, room, SMALLEST * POINT)
            shown = cut(text, fit, face, room)
            canvas.text(
                (x + sample_wide + style.mm(1.8), at), shown, fit, face=face, fill=style.colour(fill), on=on,
                role="key",
            )  # fmt: skip


# -- how the ground of a map looks, for the map key ------------------------------------------------


def sample_terrain(canvas: Canvas, brief: Brief, linked: HexMap, terrain_id: str, box: Box) -> None:
    """Draw a hex of a terrain, as large as the box allows."""
    look, palette = terrain_look(linked, terrain_id), brief.palette
    around, at, size = _hex_in(linked, box)
    d = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in around) + "Z"
    with canvas.group(cls=f"sample terrain {look}"):
        canvas.path(d, fill=palette[ground_role(look)])
        if name := pattern(canvas, palette, linked.grid, Pattern(look, 0), size):
            canvas.use(name, at)
        if look == "depression":
            inner = [(at[0] + (x - at[0]) * 0.97, at[1] + (y - at[1]) * 0.97) for x, y in around]
            canvas.path("".join(rim_ticks([*inner, inner[0]], 0.8)), stroke=palette["rim"], width=0.16)
        if look == "sea":
            for part, width in ((0.84, 0.18), (0.68, 0.12)):
                shore = [(at[0] + (x - at[0]) * part, at[1] + (y - at[1]) * part) for x, y in around]
                canvas.path("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in shore) + "Z", stroke=palette["shore"],
                            width=width)  # fmt: skip
        canvas.path(d, stroke=palette["coast" if look == "sea" else "grid"], width=0.4 if look == "sea" else 0.2)


def sample_hexside(canvas: Canvas, brief: Brief, linked: HexMap, kind_id: str, box: Box) -> None:
    """Draw a stretch of a hexside feature on land; high ground lies above it."""
    look, line = side_look(linked, kind_id), _stretch(box)
    wide = _wide(box)
    with canvas.group(cls=f"sample hexside {look}"):
        _patch(canvas, brief, box)
        if look in RELIEF:
            draw_crests(canvas, brief, look, [line], wide)
        else:
            draw_side(canvas, brief, look, [line], wide)


def sample_line(canvas: Canvas, brief: Brief, linked: HexMap, kind_id: str, box: Box) -> None:
    """Draw a stretch of road on land."""
    look, line = line_look(linked, kind_id), _stretch(box)
    with canvas.group(cls=f"sample line {look}"):
        _patch(canvas, brief, box)
        draw_casing(canvas, brief, look, [line], _wide(box))
        draw_line(canvas, brief, look, [line], _wide(box))


def sample_place(canvas: Canvas, brief: Brief, linked: HexMap, kind_id: str, box: Box) -> None:
    """Draw the symbol of a kind of place, with the figure of the first that has one."""
    look = place_look(linked, kind_id)
    here = _example(linked, kind_id)
    left, top, right, bottom = box
    at = ((left + right) / 2, (top + bottom) / 2)
    wide, high = half_of(look)
    k = min((right - left) / 2 / wide, (bottom - top) / 2 / high, max(scale(brief.profile.hex), 1.0))
    with canvas.group(cls=f"sample place {look}"):
        if look == "fortification":
            around, middle, size = _hex_in(linked, box)
            draw_wall(canvas, brief, around, middle, None, max(size / 15, 0.45))
            k = min(k, size / 10)
        if look not in BADGES or (look == "fortification" and here.value is None):
            here = HexPlaces({look: None})
        if look != "fortification" or here.value is not None:
            draw_symbol(canvas, brief, look, at, k, here)


def _example(linked: HexMap, kind_id: str) -> HexPlaces:
    """The figures of the first place of a kind that every side may use, else of the first that has one."""
    of_kind = {
        hex_ for place, hex_, _ in linked.places.values() if hex_ is not None and kind_id in place.kinds
    }  # fmt: skip
    found = [here for hex_, here in places_in(linked).items() if hex_ in of_kind]
    found.sort(key=lambda here: (bool(here.sides), here.capacity is None, here.value is None))
    if not found:
        return HexPlaces({})
    return HexPlaces(found[0].looks, found[0].capacity, found[0].value)


def _hex_in(linked: HexMap, box: Box) -> tuple[list[XY], XY, float]:
    """Corners, middle and size of the largest hex in a box."""
    grid = linked.grid
    left, top, right, bottom = box
    points = [millimetres(grid, at, 1.0) for at in lattice_corners(grid, 0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    size = min((right - left) / (max(xs) - min(xs)), (bottom - top) / (max(ys) - min(ys)))
    at = ((left + right) / 2, (top + bottom) / 2)
    mx, my = (max(xs) + min(xs)) / 2 * size, (max(ys) + min(ys)) / 2 * size
    return [(x - mx + at[0], y - my + at[1]) for x, y in corners(grid, 0, size)], at, size


def _wide(box: Box) -> float:
    """Lines as on the map, finer in a box too small for them."""
    return min(1.0, (box[3] - box[1]) / 6.0) * line_growth(15)


def _patch(canvas: Canvas, brief: Brief, box: Box) -> None:
    canvas.rect(box, fill=brief.palette["land"], stroke=brief.palette["grid"], width=0.2, radius=0.6)


def _stretch(box: Box) -> list[XY]:
    """A gentle wave across a box."""
    left, top, right, bottom = box
    wide, middle, high = right - left, (top + bottom) / 2, (bottom - top) * 0.1
    waves = (0.0, 0.5, 0.9, 0.8, 0.3, -0.3, -0.8, -0.9, -0.5, 0.0)
    return [(left + 1.6 + (wide - 3.2) * n / 9, middle + high * up) for n, up in enumerate(waves)]
