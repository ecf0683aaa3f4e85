"""A simple player: supplies what it can, takes places, goes forward as far as supply reaches, attacks at good odds."""

from __future__ import annotations

from functools import lru_cache

import knights_rules as reckon
from knights_steps import bonuses

from scenario_forge.rules.movement import Ground, Situation, movement_range, way
from scenario_forge.simulator.state import Frame

ODDS, KEPT = 1.5, 160
"""The least odds of an attack; supply points that a unit keeps back when it moves."""


class Competent:
    """Chooses for one side; it has no memory and takes no chance."""

    def __init__(self, play, side, seed):
        self.rules, self.side = play.rules, side
        self.ground = lru_cache(maxsize=None)(self._ground)

    def choose(self, seat):
        """The last choice of each stage in Logistics and the first in battle; of moves the best there is."""
        step, state = seat.frame.step, seat.state
        if step == "initiative":
            return ("first",)
        if step == "defence":
            return (1, seat.choices((1,))[-1].token)
        if step == "logistics":
            return self._last(seat)
        found = self._attack(state, seat.frame) or self._move(state, seat.frame)
        return found if found and seat.allows(found) else ("end",)

    def _last(self, seat):
        action = (seat.choices()[0].token,)
        while ways := seat.choices(action):
            action = (*action, ways[-1].token)
            if ways[-1].whole:
                break
        return action

    def _attack(self, state, frame):
        rules, units = self.rules, state.units
        for hex_, targets in rules.battles(state, frame).items():
            by = [u for u in rules.attackers(state, frame, hex_) if units.supply[u] >= KEPT + 100]
            by = [u for u in by if rules.can_pay(state, frame, u, 5)]
            strength, air = sum(units.strength[u] for u in by), rules.air(state, self.side)
            for target in targets if by else ():
                attacked = rules.targets(state, target)
                held = [rules.defender(state, u) for u in attacked]
                data = {"side": self.side, "from": hex_, "to": target, "attackers": by, "defenders": attacked}
                if reckon.attack(strength, air, *bonuses(rules, state, data)) >= ODDS * reckon.defence(held, 0):
                    return ("attack", hex_, target, *attacked, "by", *by, "with", 5, 3, air)
        return None

    def _move(self, state, frame):
        for unit in self.rules.handled(state, frame) if frame.step != "limited-reaction" else ():
            place = state.units.place[unit]
            budget = min(state.units.points[unit], (state.units.supply[unit] - KEPT) // 3)
            if self.rules.garrison[unit] or budget < 1:
                continue
            hexes = range(self.rules.hexes)
            barred = [self.rules.side_at(state, h) == 1 - self.side or self.rules.room(state, h) < 1 for h in hexes]
            best, came = movement_range(
                self.ground(unit), place, budget, Situation(bytes(len(hexes)), bytes(barred), bytes(len(hexes)))
            )
            worth = {h: self._worth(state, unit, h) for h in hexes if best[h] >= 0}
            goal = max(worth, key=lambda h: (worth[h], -best[h]))
            if worth[goal] > worth[place]:
                return (unit, *way(came, place, goal))
        return None

    def _worth(self, state, unit, hex_):
        """Points to be had, ground gained, being in supply and next to nobody; a town alone is not left."""
        rules, side, depot = self.rules, self.side, self.rules.depot[unit]
        held, points = dict(zip(rules.towns, state.towns.holder, strict=True)), rules.towns.get(hex_, 0)
        guards = points * (held.get(hex_) == side + 1) * all(u == unit for u in rules.stacks(state).get(hex_, ()))
        exposed = rules.near_enemy(state, side, hex_) and not (depot and rules.side_at(state, hex_) == side)
        fed = self._linked(state, unit, hex_) if depot else self._near(state, unit, hex_)
        gain = points * (held.get(hex_) != side + 1) + guards / 2 + rules.away(rules.home[side])[hex_]
        return gain + 40 * fed - (60 if depot else 5) * exposed

    def _near(self, state, unit, hex_):
        reach = self.rules.column("range.unit")[self.rules.row(unit) % 2]
        return any(self.rules.away(source)[hex_] <= reach for source in self.rules.sources(state, self.side))

    def _linked(self, state, unit, hex_):
        """Depots that are a line with this one there, more than there would be without it."""
        rules, bases = self.rules, self.rules.bases(state, self.side)
        others = [
            state.units.place[u]
            for u in rules.handled(state, Frame("depot-movement", {"side": self.side}))
            if u != unit
        ]
        return len(reckon.chain(rules.away, bases, [*others, hex_], rules.column("range.depot")[0]))

    def _ground(self, unit):
        costs = [self.rules.cost(unit, h)[0] if h >= 0 else 0 for h in self.rules.neighbours]
        return Ground(self.rules.neighbours, costs, costs).flat()
