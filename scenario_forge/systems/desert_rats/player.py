"""A player's decisions that only *Desert Rats* has: private armies, transfer by sea, concealed stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.movement.reach import reach
from scenario_forge.campaign.players.competent import END, STOP, Competent, Hold, first_real_choice
from scenario_forge.systems.desert_rats.raiders import REARM, enemy_supplies_at, is_usable_base
from scenario_forge.systems.desert_rats.state import army_of, columns_of, desert_state

if TYPE_CHECKING:
    from scenario_forge.campaign.players.planning import Order
    from scenario_forge.campaign.players.view import View
    from scenario_forge.campaign.players.weights import Weights
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Token


def sorties(view: View) -> list[tuple[int, tuple[Token, ...]]]:
    """Return orders for the private armies of the side that have not moved yet."""
    found = []
    units, state = view.rules.compiled.units, desert_state(view.state)
    for unit, owner in enumerate(units.side):
        place = state.units.place[unit]
        ready = place >= 0 or -100 < place < -1
        if owner == view.side and view.rules.irregulars[unit] and ready and not state.units.moved[unit]:
            way = _to_base(view, unit) if state.units.down[unit] else _to_supply(view, unit)
            found += [(unit, way)] if way else []
    return found


def _to_supply(view: View, unit: int) -> tuple[Token, ...]:
    """Return the way to the cheapest enemy supply, unguarded before guarded; empty if the unit is at one."""
    place = view.state.units.place[unit]
    if enemy_supplies_at(view.rules, view.state, view.side, place):
        return ()
    can = reach(view.rules, view.state, unit)
    goals = {view.state.supplies.place[n] for n in view.foe_markers}
    open_ = [hex_ for hex_ in goals if can.cost[hex_] > 0]
    best = min(open_, key=lambda hex_: (view.barred[hex_], can.cost[hex_], hex_), default=None)
    return () if best is None else can.path(best)


def _to_base(view: View, unit: int) -> tuple[Token, ...]:
    """Return the way to the cheapest usable base, and rearming there if points are left for it."""
    rules, state = view.rules, view.state
    can, price = reach(rules, state, unit), army_of(rules).rearm_cost * rules.scale
    bases = [h for h in columns_of(rules).raider_bases[::2] if h >= 0 and is_usable_base(rules, state, view.side, h)]
    open_ = [hex_ for hex_ in bases if can.cost[hex_] >= 0]
    best = min(open_, key=lambda hex_: (can.cost[hex_], hex_), default=None)
    if best is None:
        return ()
    rearms: tuple[Token, ...] = (REARM,) if can.cost[best] + price <= can.left else ()
    return (*can.path(best), *rearms)


def sea_transfer(view: View, seat: Seat) -> Action:
    """Return a transfer by sea if units in port are nearly cut off or worth more than the ships; else none."""
    cost = 1.0 * (not seat.frame.data.get("sailed", 0))
    best: tuple[float, Action] | None = None
    for choice in seat.choices():
        if choice.token == STOP:
            continue
        unit = int(choice.token)
        for spot in seat.choices((unit,)):
            if not spot.whole:
                continue  # a port where others would have to make room
            gain = _passage(view, unit, int(spot.token)) - cost
            if best is None or gain > best[0]:
                best = (gain, (unit, int(spot.token)))
    return best[1] if best and best[0] > 0 else END


def _passage(view: View, unit: int, spot: int) -> float:
    """Return what a unit gains by being at a spot instead of where it is."""
    place = view.state.units.place[unit]
    here = view.stakes.hexes.get(place, 0.0) if place >= 0 else 0.0
    there = view.stakes.hexes.get(spot, 0.0) if spot >= 0 else 0.0
    mates = [u for u in view.own.get(place, ()) if u != unit] if place >= 0 else []
    foes = view.power([u for hex_, us in view.foes.items() for u in us if _near(view, hex_, place)])
    mine = view.power([*mates, unit])
    doomed = 0.8 if place >= 0 and foes > 1.5 * mine + 5 else 0.0
    loss = here if not mates else 0.0
    return doomed * view.worth(unit) - (1 - doomed) * loss + (there if spot not in view.own else 0.0) * 0.2


def _near(view: View, hex_: int, place: int) -> bool:
    width = view.rules.width
    return place >= 0 and max(abs(hex_ // width - place // width), abs(hex_ % width - place % width)) <= 4


class DesertCompetent(Competent):
    """The player of the shelf, extended to the game's own steps."""

    def __init__(self, rules: Rules, side: int, seed: int, weights: Weights | None = None) -> None:
        super().__init__(rules, side, seed, weights)
        self.choosers |= {"sea-transfer": sea_transfer, "raids": first_real_choice, "captures": first_real_choice}

    @property
    def blind(self) -> bool:
        """Whether the scenario is played with concealed stacks."""
        return self.rules.option("concealed-movement")

    def own_orders(self, view: View) -> list[Order]:
        """Return the orders of private armies, which move before all else."""
        return sorties(view)


def competent(play: Play[Any], side: int, seed: int) -> Competent:
    """Return the player `competent`, extended to the game's own steps, for one side of a scenario in play."""
    return DesertCompetent(play.rules, side, seed)  # type: ignore[attr-defined]  # every play of these rules has them


class DesertHold(DesertCompetent, Hold):
    """The player `hold` of the shelf, extended to the game's own steps; private armies stay where they are."""


def hold(play: Play[Any], side: int, seed: int) -> Hold:
    """Return the player `hold`, extended to the game's own steps, for one side of a scenario in play."""
    return DesertHold(play.rules, side, seed)  # type: ignore[attr-defined]  # every play of these rules has them
