"""The ground of each kind of terrain, in texture and colour: as the map says, else a sensible default."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from scenario_forge.documents.map_ import Texture
from scenario_forge.printing.palette import mix

if TYPE_CHECKING:
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.printing.palette import Palette

_TEXTURES = frozenset(get_args(Texture))
_GROUND: dict[str, Texture] = {
    "sand": "dunes", "desert": "dunes", "broken": "rough", "hill": "hills", "mountains": "mountain", "swamp": "marsh",
    "woods": "wood", "forest": "wood", "fields": "cultivated",
}  # fmt: skip


def terrain_look(linked: HexMap, terrain_id: str | None) -> Texture:
    """Return the texture of a terrain: as it says, else water as sea, land by its id if that names one, or plain."""
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
    """Return the palette's role for the ground of a texture."""
    return {"plain": "land", "sea": "sea"}.get(look, f"land-{look}")


def ground_colours(palette: Palette, linked: HexMap) -> dict[str, str]:
    """Return the ground of each terrain of a map; of several that look alike each is darker than the one before."""
    found: dict[str, str] = {}
    looks: list[Texture] = []
    for kind in linked.document.terrain:
        look = terrain_look(linked, kind.id)
        found[kind.id] = palette.ink(mix(palette[ground_role(look)], palette["relief"], 0.13 * looks.count(look)))
        looks.append(look)
    return found
