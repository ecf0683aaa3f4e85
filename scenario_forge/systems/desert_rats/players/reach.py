"""Where a unit can get to in one move, by one call of the movement mechanics, and by which way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.rules.movement import way
from scenario_forge.systems.desert_rats.play.boxes import entrances, exits
from scenario_forge.systems.desert_rats.play.tables import box_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.systems.desert_rats.players.view import View


class Reach(NamedTuple):
    """Costs by hex, −1 out of reach; the hex before; where it starts, and the first hex from a box."""

    cost: Sequence[int]
    came: Sequence[int]
    start: int
    gate: Sequence[tuple[int, int]]
    """Off-map boxes that can be entered: the place, and the hex from which."""

    def way(self, end: int) -> list[int]:
        """The hexes from behind the start to ``end``; empty where it is the start or out of reach."""
        if end == self.start:
            return []
        for place, before in self.gate:
            if place == end:
                return [*self.way(before), place]
        if self.start >= 0:
            return way(self.came, self.start, end)
        found = []
        while end >= 0:
            found.append(end)
            end = self.came[end]
        return found[::-1]


def reach_of(view: View, unit: int) -> Reach | None:
    """Of a unit that is supplied and not halted."""
    state = view.state
    place, budget = state.units.place[unit], view.budget(unit)
    if state.units.halted[unit] or budget <= 0:
        return None
    if place >= 0:
        return _from_hex(view, unit, place, budget)
    box = box_of(place)
    return _from_box(view, place, box, budget) if box >= 0 else None


def _from_hex(view: View, unit: int, place: int, budget: int) -> Reach | None:
    rules, state, around = view.rules, view.state, view.facing
    leaving = bool(around.stops[place])
    if leaving and (state.units.moved[unit] or state.clock.rounds[0]):
        return None
    extra = rules.number("movement.disengagement_cost") * rules.scale if leaving else 0
    cost, came = view.mechanics.movement_range(
        rules.ground, place, budget, around, first_extra=extra, first_clear=leaving
    )
    kind, gates = rules.compiled.units.type[unit], []
    for box in range(len(rules.compiled.boxes.side)):
        boxes = rules.compiled.boxes
        for hex_ in boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]]:
            if cost[hex_] < 0 or (around.stops[hex_] and hex_ != place):
                continue
            for spot, price in entrances(rules, hex_, view.side, kind):
                if box_of(spot) == box and cost[hex_] + price + (extra if hex_ == place else 0) <= budget:
                    gates.append((cost[hex_], spot, hex_))
    nearest = {spot: (spot, hex_) for _cost, spot, hex_ in sorted(gates, reverse=True)}
    return Reach(cost, came, place, tuple(nearest.values()))


def _from_box(view: View, place: int, box: int, budget: int) -> Reach:
    rules, around = view.rules, view.facing
    best, came = [-1] * rules.hexes, [-1] * rules.hexes
    for hex_, slow, swift in exits(rules, view.state, box, view.side):
        price = swift if around.swift[hex_] else slow
        if around.barred[hex_] or price > budget:
            continue
        if around.stops[hex_]:
            if best[hex_] < 0 or price < best[hex_]:
                best[hex_], came[hex_] = price, -1
            continue
        cost, before = view.mechanics.movement_range(rules.ground, hex_, budget - price, around)
        for end in range(rules.hexes):
            if cost[end] >= 0 and (best[end] < 0 or price + cost[end] < best[end]):
                best[end], came[end] = price + cost[end], before[end]
    return Reach(best, came, place, ())
