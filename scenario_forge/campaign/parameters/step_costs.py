"""Costs of steps over the map, for planning ways without playing a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.system import March
from scenario_forge.mechanics.engine import Plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.system import Campaign
    from scenario_forge.game.game import Game
    from scenario_forge.mechanics.movement import Ground


def step_costs(game: Game, unit_type: str, system: Campaign) -> Sequence[int] | None:
    """Return costs by 6 h + d, in the smallest fraction of a movement point; 0 where the type does not go.

    Costs are the same in each scenario: those of the first that has a meaning are taken. None while none has.
    """
    rules = _rules(game, system)
    return None if rules is None else _ground(rules, game, unit_type, system).cost


def march(game: Game, unit_type: str, system: Campaign) -> March | None:
    """Return the costs at the strategic rate, which are the lowest (3.4)."""
    rules = _rules(game, system)
    if rules is None:
        return None
    ground = _ground(rules, game, unit_type, system)
    least = [min(pair) if all(pair) else max(pair) for pair in zip(ground.cost, ground.swift, strict=True)]
    return March(least, rules.scale)


def _rules(game: Game, system: Campaign) -> Rules | None:
    for name in scenarios(game).scenarios:
        try:
            return system.rules_type()(compile_scenario(game, name), Plain())
        except CompileError:
            continue
    return None


def _ground(rules: Rules, game: Game, unit_type: str, system: Campaign) -> Ground:
    return rules.irregular_ground if system.irregular(game, unit_type) else rules.ground
