"""Which enemies a place has to fear: those near it, those who could come, those who could attack it in supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.wargame.players.ground import costs_to
from scenario_forge.wargame.players.haulage import attackable
from scenario_forge.wargame.situation import supplied

if TYPE_CHECKING:
    from scenario_forge.wargame.players.view import View


def threat(view: View, hex_: int, within: int = 12) -> float:
    """Strength of enemies near a hex, the nearer the more."""
    width = view.rules.number("grid.width")
    total = 0.0
    for other, there in view.foes.items():
        away = max(abs(other // width - hex_ // width), abs(other % width - hex_ % width))
        if away <= within:
            total += view.power(there) * (1.0 if away <= 6 else 0.5)
    return total


def comers(view: View, hex_: int, *, fed: bool) -> int:
    """Strength of the enemies who could be at a hex in one turn, or nearly; ``fed``: in supply, and to attack it."""
    if fed and not attackable(view)[hex_]:
        return 0
    field, units = costs_to(view, {hex_}), view.rules.compiled.units
    supply = supplied(view.rules, view.state, view.enemy)
    near = {other: field[other] for other in view.foes if field[other] >= 0}
    return view.power(
        [
            unit
            for other, away in near.items()
            for unit in view.foes[other]
            if away <= units.movement[unit] * view.rules.scale and (supply[unit] or not fed)
        ]
    )
