"""Hexes that a side holds at both starts: the enemy's ways lead around them, and a place among them is never left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.between_ways import Way
from scenario_forge.design.drafts import column_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.design.between_journeys import Journey, Span
    from scenario_forge.project.force import Force
    from scenario_forge.project.hexmap import HexMap


def held_at_both(force: Force, span: Span) -> frozenset[int]:
    """Hexes in which a side has units at both starts, though they need not be the same units."""
    one, two = (
        {
            entry.hex
            for unit in force.units
            if (entry := unit.at_start(column)) is not None and entry.kind == "at" and entry.hex is not None
        }
        for column in (column_of(force, span.before), column_of(force, span.after))
    )
    return frozenset(one & two)


def keep_places(grid: HexMap, held: Mapping[str, Iterable[int]], span: Span, journeys: Iterable[Journey]) -> None:
    """Who stood in a named place that is held at both starts stays there until others of that side have come.

    Whoever holds it, holds it besieged or not.
    """
    journeys = list(journeys)
    names = {hex_: place.name for place, hex_, _where in reversed(grid.places.values()) if hex_ is not None}
    for side, hexes in sorted(held.items()):
        own = [journey for journey in journeys if journey.row.unit.side == side]
        for hex_ in sorted(set(hexes) & names.keys()):
            holders = [journey for journey in own if journey.node == hex_]
            for journey in () if any(each.still for each in holders) else holders:
                journey.holds = names[hex_]
            if holders:
                continue
            marks = (span.before.date.id, span.after.date.id)
            there = [[each for each in own if mark in each.starts.get(hex_, ())] for mark in marks]
            for journey in there[0] or there[1]:
                journey.way, journey.number, journey.holds = Way((hex_,), (0,)), 0, names[hex_]
