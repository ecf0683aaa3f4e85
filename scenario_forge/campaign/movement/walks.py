"""The choice of the walk whose rules bind a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.breakout_march import BreakOut
from scenario_forge.campaign.movement.unsupplied import Retreat
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.retreat.breakout import is_mechanised
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.step import Action


MOVES = ("units", "hexes", "supplies", "clock")
"""The tables that decide where a unit may go."""


@rule("movement.special-units")
def walk_of(rules: Rules, state: CampaignState, unit: int) -> Walk:
    """Return the walk of a unit: the game's own for irregulars, that of the unsupplied, or the common one."""
    own = rules.walk(state, unit) if rules.irregulars[unit] else None
    if own is not None:
        return own
    if state.units.unsupplied[unit]:
        return BreakOut(rules, state, unit) if is_mechanised(rules, unit) else Retreat(rules, state, unit)
    return Walk(rules, state, unit)


def costs_of(rules: Rules, state: CampaignState, unit: int, way: Action) -> tuple[Sequence[int], bool]:
    """Return the cost of each step of a way as far as a unit may go, and whether it may end at its end.

    Walked once while nothing changes: choosing the way, allowing it and marching it all ask for the same walk.
    """

    def make() -> tuple[Sequence[int], bool]:
        walk, found = walk_of(rules, state, unit), list[int]()
        for place in way:
            cost = walk.price(place)
            if cost is None:
                return found, False
            walk.enter(place, cost)
            found.append(cost)
        return found, walk.ends()

    return state.derived(("way", unit, way), MOVES, make)


def walk_after(rules: Rules, state: CampaignState, unit: int, way: Action) -> Walk:
    """Return the walk of a unit after some steps. Copy it to go on; each step of a longer way is taken once.

    Raises:
        IllegalActionError: there is no such way.
    """

    def make() -> Walk:
        if not way:
            return walk_of(rules, state, unit)
        walk = walk_after(rules, state, unit, way[:-1]).copy()
        walk.enter(way[-1])
        return walk

    return state.derived(("walk", unit, way), MOVES, make)


def points_of(rules: Rules, state: CampaignState, action: Action) -> int:
    """Return the scaled points of a move ``(unit, place, place, …)``, or of the beginning of one; else 0.

    Raises:
        IllegalActionError: there is no such way.
    """
    if len(action) < 2 or not isinstance(action[0], int):
        return 0
    walk = walk_of(rules, state, action[0])
    before = walk.spent
    for place in action[1:]:
        walk.enter(place)
    return walk.spent - before
