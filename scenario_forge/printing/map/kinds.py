"""Which drawing and ground each kind of terrain, hexside, line and place gets: as its map says, else a sensible one.

Called by the ground and by the map key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from scenario_forge.documents.map_ import LineDrawing, PlaceDrawing, SideDrawing, Texture
from scenario_forge.printing.palette import mix

if TYPE_CHECKING:
    from scenario_forge.documents.map_ import Place
    from scenario_forge.printing.palette import Palette
    from scenario_forge.project.hexmap import HexMap

_TEXTURES = frozenset(get_args(Texture))
_SIDES: tuple[SideDrawing, ...] = get_args(SideDrawing)
_LINES: tuple[LineDrawing, ...] = get_args(LineDrawing)
_PLACES = frozenset(get_args(PlaceDrawing))
_GROUND: dict[str, Texture] = {
    "sand": "dunes", "desert": "dunes", "broken": "rough", "hill": "hills", "mountains": "mountain", "swamp": "marsh",
    "woods": "wood", "forest": "wood", "fields": "cultivated",
}  # fmt: skip
_LIKE: dict[str, PlaceDrawing] = {"supply-centre": "supply", "supply-center": "supply", "fortress": "fortification"}


def terrain_look(linked: HexMap, terrain_id: str | None) -> Texture:
    """How a terrain is drawn: as it says, else water as sea, land by its id where that names a ground, or plain."""
    kind = linked.kinds.get(terrain_id or "")
    if kind is None:
        return "plain"
    if kind.drawn is not None:
        return kind.drawn
    if not kind.land:
        return "sea"
    return next(
        (texture for texture in sorted(_TEXTURES - {"sea"}) if texture == kind.id), _GROUND.get(kind.id, "plain")
    )


def ground_role(look: Texture) -> str:
    """The palette's role for the ground of a texture."""
    return {"plain": "land", "sea": "sea"}.get(look, f"land-{look}")


def ground_colours(palette: Palette, linked: HexMap) -> dict[str, str]:
    """The ground of each terrain of a map; of several that look alike each is darker than the one before."""
    found: dict[str, str] = {}
    looks: list[Texture] = []
    for kind in linked.document.terrain:
        look = terrain_look(linked, kind.id)
        found[kind.id] = palette.ink(mix(palette[ground_role(look)], palette["relief"], 0.13 * looks.count(look)))
        looks.append(look)
    return found


def side_look(linked: HexMap, kind_id: str) -> SideDrawing:
    """How a hexside is drawn: as it says, else as its id, a boundary as border, what bars as river, the rest ridge."""
    kind = linked.hexside_kinds.get(kind_id)
    if kind is None:
        return "border"
    if kind.drawn is not None:
        return kind.drawn
    if named := next((look for look in _SIDES if look == kind_id), None):
        return named
    if kind.boundary:
        return "border"
    return "ridge" if kind.passable else "river"


def line_look(linked: HexMap, kind_id: str) -> LineDrawing:
    """How a road is drawn: as it says, else as its id, the first kind as road, others as track."""
    kind = linked.line_kinds.get(kind_id)
    if kind is not None and kind.drawn is not None:
        return kind.drawn
    if named := next((look for look in _LINES if look == kind_id), None):
        return named
    return "road" if kind_id == next(iter(linked.line_kinds), None) else "track"


def place_look(linked: HexMap, kind_id: str) -> PlaceDrawing:
    """The symbol of a kind of place: as it says, else the one of the same name, else a landmark's."""
    kind = next((kind for kind in linked.document.place_kinds if kind.id == kind_id), None)
    if kind is not None and kind.drawn is not None:
        return kind.drawn
    return next((look for look in sorted(_PLACES) if look == kind_id), _LIKE.get(kind_id, "landmark"))


def place_looks(linked: HexMap, place: Place) -> list[PlaceDrawing]:
    """The symbols of a place, each once; a capacity shows as supply and a value as fortification in any case."""
    looks = dict.fromkeys(place_look(linked, kind) for kind in place.kinds)
    if place.capacity is not None:
        looks.setdefault("supply")
    if place.value is not None:
        looks.setdefault("fortification")
    return list(looks or {"landmark": None})
