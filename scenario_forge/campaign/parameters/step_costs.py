"""Costs of steps over the map, for planning ways without playing a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.compile import first_compiled
from scenario_forge.game.system import StepCosts
from scenario_forge.mechanics.engine import Plain

if TYPE_CHECKING:
    from scenario_forge.campaign.system import Campaign
    from scenario_forge.game.game import Game


def step_costs(game: Game, unit_type: str, system: Campaign) -> StepCosts | None:
    """Return costs in the smallest fraction of a movement point; the least are those of the strategic rate (3.4).

    They are the same in each scenario. None while no scenario has a meaning.
    """
    compiled = first_compiled(game)
    if compiled is None:
        return None
    rules = system.rules_type()(compiled, Plain())
    ground = rules.irregular_ground if system.irregular(game, unit_type) else rules.ground
    least = [min(pair) if all(pair) else max(pair) for pair in zip(ground.cost, ground.swift, strict=True)]
    return StepCosts(ground.cost, least, rules.scale)
