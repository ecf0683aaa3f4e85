"""The ground of a retreat: hexes that are barred, and hexes to avoid (rule 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import enemies, enemy_zones, stacks
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.retreats import Surroundings
from scenario_forge.mechanics.supply import any_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


@rule("retreat.enemy-zones", "retreat.empty-hexes")
def around(rules: Rules, state: CampaignState, side: int, gone: Sequence[int] = ()) -> Surroundings:
    """Return the surroundings of a side's retreat: enemies and their zones barred, friends and enemy supply to avoid.

    Friends who have just gone the same way are not: a stack may retreat together.
    """

    def make() -> Surroundings:
        barred = bytearray(any_of(rules.hexes, (enemies(rules, state, side), enemy_zones(rules, state, side))))
        avoid = bytearray(rules.hexes)
        for hex_, there in stacks(rules, state)[side].items():
            avoid[hex_] = not set(there).issubset(gone)
        for marker, place in zip(rules.markers, state.supplies.place, strict=True):
            if place >= 0 and marker.side != side:
                avoid[place] = 1
        return Surroundings(rules.neighbours, rules.ways, barred, avoid)

    return state.derived(f"retreats {side} {gone}", ("units", "hexes", "supplies"), make)
