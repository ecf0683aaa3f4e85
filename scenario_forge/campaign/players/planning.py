"""Moves up to the next round of combat: guards first, then battles, then all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.reach import reach
from scenario_forge.campaign.players.assault import attacks
from scenario_forge.campaign.players.fitting import Fitting
from scenario_forge.campaign.players.positions import (
    Goal,
    assignments,
    destination,
    future_supply,
    garrisons,
    goals,
    guard_assignments,
)
from scenario_forge.campaign.players.supply_moves import served_places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.campaign.players.odds import Odds
    from scenario_forge.campaign.players.view import View
    from scenario_forge.simulator.step import Token

Order = tuple[int, "tuple[Token, ...]"]
"""A unit and its way."""


def planned_orders(view: View, odds: Odds) -> list[Order]:
    """Return orders for all combat units that are free to move, those that attack first."""
    free = [u for u in view.units if not view.state.units.unsupplied[u] and not view.state.units.halted[u]]
    fitting, wanted = Fitting(view, {unit: reach(view.rules, view.state, unit) for unit in free}), goals(view)
    fitting.fixed = garrisons(view, wanted)
    guards = guard_assignments(view, [unit for unit in free if unit not in fitting.fixed], wanted)
    fitting.free.difference_update(guards)
    radius = min(view.rules.columns.supply_combat_radius, default=0)
    found: list[Order] = []
    for attack in attacks(view, odds, fitting, served_places(view, radius + 1)):
        for unit, hex_ in attack.places:
            found += _order(view, fitting, unit, hex_)
    rest = sorted(fitting.free.difference(fitting.fixed))
    return [*found, *_posted(view, fitting, {**guards, **assignments(view, rest, wanted)}, wanted)]


def _posted(view: View, fitting: Fitting, plan: Mapping[int, Goal], wanted: list[Goal]) -> list[Order]:
    """Return orders for units that do not attack, the most wanted first."""
    supply, found = future_supply(view, wanted), []
    for unit in sorted(plan, key=lambda u: (-plan[u].value, u)):
        hex_ = destination(view, fitting, unit, plan[unit], supply)
        if hex_ is not None:
            found += _order(view, fitting, unit, hex_)
            fitting.send(unit, hex_)
    return found


def _order(view: View, fitting: Fitting, unit: int, hex_: int) -> list[Order]:
    reach = fitting.reaches[unit]
    way = reach.path(hex_) if reach and view.state.units.place[unit] != hex_ else ()
    return [(unit, way)] if way else []
