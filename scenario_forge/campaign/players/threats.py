"""Enemies that threaten a place: those near it, those that could come, those that could attack it in supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.players.ground import costs_to
from scenario_forge.campaign.players.supply_moves import attackable
from scenario_forge.campaign.situation import supplied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.players.view import View


def threat(view: View, hex_: int, within: int = 12) -> float:
    """Return the strength of enemies near a hex, nearer ones counting more."""
    width = view.rules.width
    total = 0.0
    for other, there in view.foes.items():
        away = max(abs(other // width - hex_ // width), abs(other % width - hex_ % width))
        if away <= within:
            total += view.power(there) * (1.0 if away <= 6 else 0.5)
    return total


def arriving_strength(view: View, hex_: int, *, fed: bool) -> int:
    """Return the strength of enemies that could be at a hex in about a turn; ``fed``: in supply, to attack it."""
    if fed and not attackable(view)[hex_]:
        return 0
    field = costs_to(view, {hex_})
    return sum([strength for at, march, strength in _marches(view, fed=fed) if 0 <= field[at] <= march])


def _marches(view: View, *, fed: bool) -> Sequence[tuple[int, int, int]]:
    """Return each enemy's hex, its march in a turn, and its strength; ``fed``: only those in supply."""
    rules, state = view.rules, view.state

    def make() -> list[tuple[int, int, int]]:
        supply, movement = supplied(rules, state, view.enemy), rules.compiled.units.movement
        units = [(at, unit) for at, there in view.foes.items() for unit in there if supply[unit] or not fed]
        return [(at, movement[unit] * rules.scale, view.strength(unit)) for at, unit in units]

    return state.derived(("player marches", view.side, fed), ("units", "hexes", "supplies"), make)
