"""The stacking weight in each hex (rule 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import stacks, weight

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


def stack_weight(rules: Rules, state: CampaignState, side: int) -> Mapping[int, int]:
    """Return the weight of the side's units by hex."""

    def make() -> dict[int, int]:
        stacked = stacks(rules, state)[side].items()
        return {hex_: sum(weight(rules, state, unit) for unit in there) for hex_, there in stacked}

    return state.derived(f"fill {side}", ("units",), make)
