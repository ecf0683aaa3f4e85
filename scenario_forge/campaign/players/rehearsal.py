"""A rehearsal of the player's own turn on a copy of the state: who would be without supply after it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.movement.reach import reach
from scenario_forge.campaign.players.ground import costs_to, numbers, supply_field
from scenario_forge.campaign.players.rounds import supply_to_bring_up, worth_a_round
from scenario_forge.campaign.players.supply_moves import best_haul, hauls, order_of
from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.campaign.supply.combat_supply import DONE, CombatSupply

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scenario_forge.campaign.players.odds import Odds
    from scenario_forge.campaign.players.planning import Order
    from scenario_forge.campaign.players.view import View
    from scenario_forge.campaign.state import CampaignState


def fed_orders(view: View, odds: Odds, orders: Sequence[Order], times: int, *, fights: bool = True) -> list[Order]:
    """Return the orders, with others for units that these would leave without supply.

    Such a unit goes to the hex nearest to where it was to go that will be supplied, or stays in one: at first as far as
    supply can follow, then where it does. Orders are tried up to ``times`` times; ``fights`` says whether a round of
    combat may still come.
    """
    found = list(orders)
    for time in range(times):
        end, attackers = _at_end(view, odds, found, fights=fights)
        ways = _ways_to_supply(view, end, attackers, fights=fights, ahead=fights and not time)
        if not ways:
            break
        found = [order for order in found if order[0] not in ways]
        found += [(unit, way) for unit, way in ways.items() if way]
    return found


def _at_end(view: View, odds: Odds, orders: Sequence[Order], *, fights: bool) -> tuple[View, Collection[int]]:
    """Return the view of a copy with orders carried out, supply brought up and the rest hauled; and the attackers.

    Dice, answers of the enemy and arrivals are left out: supply that has served combat will be gone by the next turn.
    """
    state: CampaignState = view.state.copy()
    places = state.units.change
    state.apply(tuple(places(unit, "place", way[-1]) for unit, way in orders if isinstance(way[-1], int)))
    attackers = set[int]()
    if fights and worth_a_round(end := replace(view, state=state), odds) >= view.weights.attack.round:
        attackers = set(contact(view.rules, state, view.side).targets)
        step = CombatSupply(view.rules)
        while (action := supply_to_bring_up(end)) != (DONE,):
            for event in step.apply(state, state.stack[-1], action).events:
                state.apply(event.changes)
            end = replace(view, state=state)
    waiting, supplies = order_of(replace(view, state=state)), state.supplies
    while waiting:
        marker = waiting.pop(0)
        others = [n for n in view.markers if n != marker and n not in waiting and not supplies.used[n]]
        lying = [supplies.place[n] for n in others if supplies.place[n] >= 0]
        way = best_haul(replace(view, state=state), marker, lying)
        if way:
            state.apply((supplies.change(marker, "place", way[-1]),))
    return replace(view, state=state), attackers


def _in_haul(view: View, end: View) -> list[int]:
    """Return the hexes that supply units that serve no combat can lie in when the turn ends."""
    used = end.state.supplies.used
    found = set[int]()
    for marker in (n for n in view.markers if not used[n]):
        ways = hauls(view, marker)
        found.update((numbers(ways[0]) >= 0).nonzero()[0].tolist() if ways else [view.state.supplies.place[marker]])
    return sorted(found)


def _starving(view: View, end: View, attackers: Collection[int], *, fights: bool) -> list[int]:
    """Return the units free to move that will not be in supply when the next turn begins, the dearest first.

    Of those that attack, the ones that would not even be when this turn ends: the supply that serves them will be gone.
    While combat may still come, units beside the enemy stay there: what is won is worth a turn without supply.
    """
    state, units = end.state.copy(), end.state.units
    used = [n for n in view.markers if state.supplies.used[n]]
    now = supplied(view.rules, state, view.side) if attackers else []
    state.apply(tuple(state.supplies.change(n, "place", NOWHERE) for n in used))
    fed = supplied(view.rules, state, view.side)
    free = [u for u in view.units if units.place[u] >= 0 and not units.halted[u] and not units.unsupplied[u]]
    if fights:
        free = [u for u in free if not end.zone[units.place[u]]]
    return sorted((u for u in free if not (now if u in attackers else fed)[u]), key=lambda u: (-view.worth(u), u))


def _ways_to_supply(
    view: View, end: View, attackers: Collection[int], *, fights: bool, ahead: bool
) -> Mapping[int, tuple[int, ...]]:
    """Return the way of each unit that would starve to a hex in supply; an empty way to stay where it is."""
    rules, units, supplies = view.rules, end.state.units, end.state.supplies
    starving, found = _starving(view, end, attackers, fights=fights), dict[int, tuple[int, ...]]()
    if not starving:
        return found
    load = np.zeros(rules.hexes, np.intc)
    for hex_, there in end.own.items():
        load[hex_] = sum(view.loads[unit] for unit in there)
    sources = _in_haul(view, end) if ahead else []
    fresh = [supplies.place[n] for n in view.markers if not supplies.used[n]]
    all_ = [supplies.place[n] for n in view.markers]
    home = np.zeros(rules.hexes, bool)
    home[[spot for spot in rules.provided[view.side] if spot >= 0]] = True
    for unit in starving:
        can, at, own = reach(rules, view.state, unit), units.place[unit], view.loads[unit]
        radius = rules.columns.supply_general_radius[rules.compiled.units.nationality[unit]]
        cost = numbers(can.cost)
        open_ = (cost >= 0) & (load + own <= rules.stacking_limit)
        for places in (sources or fresh, all_):
            hexes = (open_ & (home | (numbers(supply_field(end, places, radius)) >= 0))).nonzero()[0]
            if len(hexes):
                far = numbers(costs_to(view, {at}))[hexes]
                best = int(hexes[np.lexsort((hexes, cost[hexes], np.where(far < 0, far.max() + 1, far)))[0]])
                load[at] -= own
                load[best] += own
                found[unit] = can.path(best)
                break
    return found
