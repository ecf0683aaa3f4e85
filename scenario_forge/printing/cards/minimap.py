"""The small map of a set-up card: the hexes that matter, marked on a pale ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.colour import mix
from scenario_forge.printing.map.frame import around
from scenario_forge.printing.map.hex_map import Front, Mark, draw_hex_map
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.hexes import Side
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.hexmap import HexMap

WIDTH, HEIGHT = 186.0, 62.0
"""The most that the map of a card takes, in millimetres."""


def small_map(
    brief: Brief,
    linked: HexMap,
    own: Mapping[int, int],
    other: Iterable[int],
    accent: str,
    front: Sequence[Side] = (),
) -> str:
    """The hexes in ``own`` filled with ``accent`` and numbered, those in ``other`` outlined; cropped to both.

    Along ``front`` runs a dashed line.
    """
    palette = brief.palette
    enemy = sorted(set(other) - own.keys())
    frame = around(linked, [*own, *enemy], WIDTH, HEIGHT)
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    page = palette["page"]
    marked = [
        *(Mark(hex_, page, palette["quiet"], 0.25, "other") for hex_ in enemy),
        *(Mark(hex_, accent, page, 0.15, "own", count) for hex_, count in own.items()),
    ]
    casing = palette.ink(mix(page, palette["land"], 0.25))
    line = Front(front, palette["ink"], 0.5, "1.9 1.1", casing, 1.3, cap="butt")
    draw_hex_map(canvas, brief, frame, detail="card", marked=marked, fronts=[line])
    return canvas.svg()
