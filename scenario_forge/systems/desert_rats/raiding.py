"""Private armies: to enemy supply while they lie face up, else to a base to rearm (rule 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.systems.desert_rats.raiders import REARM, enemy_supplies_at, works
from scenario_forge.wargame.movement.reach import reach

if TYPE_CHECKING:
    from scenario_forge.simulator.step import Token
    from scenario_forge.wargame.players.view import View


def sorties(view: View) -> list[tuple[int, tuple[Token, ...]]]:
    """Orders for the private armies of the side that have not moved yet."""
    found = []
    units, state = view.rules.compiled.units, view.state
    for unit, owner in enumerate(units.side):
        place = state.units.place[unit]
        ready = place >= 0 or -100 < place < -1
        if owner == view.side and view.rules.raiders[unit] and ready and not state.units.moved[unit]:
            way = _to_base(view, unit) if state.units.down[unit] else _to_supply(view, unit)
            found += [(unit, way)] if way else []
    return found


def _to_supply(view: View, unit: int) -> tuple[Token, ...]:
    """The way to the supply that is reached most cheaply, unguarded before guarded; none where it is there."""
    place = view.state.units.place[unit]
    if enemy_supplies_at(view.rules, view.state, view.side, place):
        return ()
    can = reach(view.rules, view.state, unit)
    goals = {view.state.supplies.place[n] for n in view.foe_markers}
    open_ = [hex_ for hex_ in goals if can.cost[hex_] > 0]
    best = min(open_, key=lambda hex_: (view.barred[hex_], can.cost[hex_], hex_), default=None)
    return () if best is None else can.path(best)


def _to_base(view: View, unit: int) -> tuple[Token, ...]:
    """The way to a base that can be used, and rearming there if there are points left for it."""
    rules, state = view.rules, view.state
    can, price = reach(rules, state, unit), rules.number("private_army.rearm_cost") * rules.scale
    bases = [h for h in rules.column("raider.bases")[::2] if h >= 0 and works(rules, state, view.side, h)]
    open_ = [hex_ for hex_ in bases if can.cost[hex_] >= 0]
    best = min(open_, key=lambda hex_: (can.cost[hex_], hex_), default=None)
    if best is None:
        return ()
    rearms: tuple[Token, ...] = (REARM,) if can.cost[best] + price <= can.left else ()
    return (*can.path(best), *rearms)
