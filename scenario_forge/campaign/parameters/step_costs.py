"""Costs of steps over the map, for planning ways without playing a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.game.scenarios import scenarios
from scenario_forge.mechanics.engine import Plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.system import Campaign
    from scenario_forge.game.game import Game


def step_costs(game: Game, unit_type: str, system: Campaign) -> Sequence[int] | None:
    """Return costs by 6 h + d, in the smallest fraction of a movement point; 0 where the type does not go.

    Costs are the same in each scenario: those of the first that has a meaning are taken. None while none has.
    """
    for name in scenarios(game).scenarios:
        try:
            rules = system.rules_type()(compile_scenario(game, name), Plain())
        except CompileError:
            continue
        return (rules.irregular_ground if system.irregular(game, unit_type) else rules.ground).cost
    return None
