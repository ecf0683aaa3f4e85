"""The picture on the title page: the game on the table, as on its box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.box.cover import cover as table
from scenario_forge.printing.box.front import front_of
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import Canvas

_SHAPE = 0.74
"""Height by width."""
_HEX = 13.0
"""A hex on it, in millimetres; larger where the map would not fill it."""


def cover(brief: Brief, width: float) -> Canvas | None:
    """The drawing, ``width`` millimetres wide; None where the map cannot be read."""
    linked = hex_map(brief.game)
    if linked is None or not len(linked.grid):
        return None
    front = front_of(brief.game, linked, scenarios(brief.game).scenarios)
    canvas = table(brief, linked, front, width, width * _SHAPE, hex_size=_HEX)
    canvas.rect((0.0, 0.0, width, width * _SHAPE), stroke=brief.palette["coast"], width=0.3)
    return canvas
