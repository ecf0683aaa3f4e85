"""Starts that are no single hex, in words: anywhere in an area, at a map edge, with another unit, anywhere at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.project.force import Entry
    from scenario_forge.project.mapview import HexMap


def open_start(entry: Entry, grid: HexMap | None) -> str:
    """``anywhere inside the Perimeter``, ``enters at any west or south edge hex``; empty for any other start."""
    token = entry.token
    if entry.kind == "within":
        name = grid.area_names().get(token.place, token.place) if grid else token.place
        return f"anywhere inside {name}"
    if token.edges:
        return f"enters at any {' or '.join(token.edges)} edge hex"
    if entry.kind == "attached":
        return f"with unit {token.attached}"
    return "anywhere in its side's areas" if entry.kind == "free" else ""
