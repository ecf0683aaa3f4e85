"""Enemies in the way of goals: driving them off is worth a part of the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.players.ground import costs_to
from scenario_forge.campaign.players.positions import goals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.campaign.players.view import View

_GOALS = 3
"""The number of goals that are looked at."""


def obstacle_values(view: View) -> Mapping[int, float]:
    """Return for each enemy hex the value of driving them from it."""
    state = view.state

    def make() -> dict[int, float]:
        return _in_the_way(view)

    return state.derived(f"player obstacles {view.side}", ("units", "hexes", "supplies"), make)


def _in_the_way(view: View) -> dict[int, float]:
    found: dict[int, float] = {}
    for goal in [goal for goal in goals(view) if not goal.hold][:_GOALS]:
        field = costs_to(view, {goal.hex})
        own = [field[hex_] for hex_ in view.own if field[hex_] >= 0]
        if not own:
            continue
        middle = sorted(own)[len(own) // 2]
        for hex_ in view.foes:
            if 0 <= field[hex_] <= middle:
                worth = view.weights.attack.obstacle * goal.value * field[hex_] / max(1, middle)
                found[hex_] = max(found.get(hex_, 0.0), worth)
    return found
