"""Loss of strength for whatever reason: wrecks of armour, and eliminated units (rules 6 and 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.state import AT_BASE
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.state import Update


@rule("losses.printed-strength", "losses.strength-points", "losses.wrecks")
def lose(rules: Rules, state: CampaignState, losses: Mapping[int, int]) -> tuple[Update, ...]:
    """Return the changes when units lose strength: no more than they have; at 0 they go to base camp.

    What armoured and reconnaissance units lose on the map is left as wrecks in their hex.
    """
    changes: list[Update] = []
    wrecks: dict[int, int] = {}
    armoured, types = rules.columns.combat_armoured, rules.compiled.units.type
    for unit, points in losses.items():
        held, place = state.units.strength[unit], state.units.place[unit]
        lost = min(points, held)
        if not lost:
            continue
        changes.append(state.units.change(unit, "strength", held - lost))
        if lost == held:
            changes.append(state.units.change(unit, "place", AT_BASE))
        if armoured[types[unit]] and place >= 0:
            wrecks[place] = wrecks.get(place, 0) + lost
    changes += [state.hexes.change(hex_, "wreck", state.hexes.wreck[hex_] + lost) for hex_, lost in wrecks.items()]
    return tuple(changes)
