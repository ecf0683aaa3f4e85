"""How the ground of a map looks, for the map key: what is drawn for each kind, and small samples of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.hexes import corners, millimetres
from scenario_forge.hexes.metric import lattice_corners
from scenario_forge.printing.map.coast import grown
from scenario_forge.printing.map.hexsides import draw_side
from scenario_forge.printing.map.kinds import line_look, place_look, place_looks, side_look, terrain_look
from scenario_forge.printing.map.relief import RELIEF, draw_crests, rim_ticks
from scenario_forge.printing.map.roads import draw_casing, draw_line
from scenario_forge.printing.map.symbols import BADGES, HexPlaces, draw_symbol, draw_wall, half_of, places_in, scale
from scenario_forge.printing.map.textures import pattern

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import XY, Box, Canvas
    from scenario_forge.project.mapview import HexMap

__all__ = [
    "line_look", "place_look", "place_looks", "sample_hexside", "sample_line", "sample_place", "sample_terrain",
    "side_look", "terrain_look",
]  # fmt: skip


def sample_terrain(canvas: Canvas, brief: Brief, linked: HexMap, terrain_id: str, box: Box) -> None:
    """A hex of a terrain, as large as the box allows."""
    look, palette = terrain_look(linked, terrain_id), brief.palette
    around, at, size = _hex_in(linked, box)
    d = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in around) + "Z"
    ground = "sea" if look == "sea" else "land" if look == "plain" else f"land-{look}"
    with canvas.group(cls=f"sample terrain {look}"):
        canvas.path(d, fill=palette[ground])
        if name := pattern(canvas, brief, linked.grid, look, 0, size, middle=True):
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
    """A stretch of a hexside feature on land; high ground lies above it."""
    look, line = side_look(linked, kind_id), _stretch(box)
    wide = _wide(box)
    with canvas.group(cls=f"sample hexside {look}"):
        _patch(canvas, brief, box)
        if look in RELIEF:
            draw_crests(canvas, brief, look, [line], wide)
        else:
            draw_side(canvas, brief, look, [line], wide)


def sample_line(canvas: Canvas, brief: Brief, linked: HexMap, kind_id: str, box: Box) -> None:
    """A stretch of road on land."""
    look, line = line_look(linked, kind_id), _stretch(box)
    with canvas.group(cls=f"sample line {look}"):
        _patch(canvas, brief, box)
        draw_casing(canvas, brief, look, [line], _wide(box))
        draw_line(canvas, brief, look, [line], _wide(box))


def sample_place(canvas: Canvas, brief: Brief, linked: HexMap, kind_id: str, box: Box) -> None:
    """The symbol of a kind of place, with the figure of the first that has one."""
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
    return min(1.0, (box[3] - box[1]) / 6.0) * grown(15)


def _patch(canvas: Canvas, brief: Brief, box: Box) -> None:
    canvas.rect(box, fill=brief.palette["land"], stroke=brief.palette["grid"], width=0.2, radius=0.6)


def _stretch(box: Box) -> list[XY]:
    """A gentle wave across a box."""
    left, top, right, bottom = box
    wide, middle, high = right - left, (top + bottom) / 2, (bottom - top) * 0.1
    waves = (0.0, 0.5, 0.9, 0.8, 0.3, -0.3, -0.8, -0.9, -0.5, 0.0)
    return [(left + 1.6 + (wide - 3.2) * n / 9, middle + high * up) for n, up in enumerate(waves)]
