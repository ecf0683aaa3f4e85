"""The choice of attacks: which enemies, from where, by which units; sought before anybody moves."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.combat.differential import UNLIMITED
from scenario_forge.campaign.contact import defenders
from scenario_forge.campaign.players.encirclement import gaps
from scenario_forge.campaign.players.fitting import Attack, Fitting
from scenario_forge.campaign.players.obstacles import obstacle_values
from scenario_forge.campaign.players.odds import Expected, Odds, gradient, resistance, works_modifier
from scenario_forge.campaign.players.view import Prize
from scenario_forge.campaign.supply.combat_supply import reach as supply_reach

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scenario_forge.campaign.players.view import View


def values(view: View, target: int, found: Expected, units: Collection[int]) -> tuple[float, float]:
    """Return the expected gains of an attack: where the defender can retreat, and where he cannot."""
    weigh = view.weights.attack
    prize = view.prizes.get(target) or prize_of(view, target)
    lost = weigh.own_loss * (sum([view.points[unit] for unit in units]) / max(1, len(units))) * found.attacker
    open_ = min(1.0, weigh.open * found.defender / prize.power) * prize.lives + prize.ground * found.driven
    shut = min(1.0, weigh.sealed * weigh.again * found.defender / prize.power) * prize.lives
    return open_ - lost, shut + prize.ground * found.wiped - lost


def prize_of(view: View, target: int) -> Prize:
    """Return what an attack on a hex with enemies may bring; the view keeps it."""
    there = view.foes[target]
    ground = view.weights.attack.driven + view.stakes.hexes.get(target, 0.0) + obstacle_values(view).get(target, 0.0)
    found = Prize(max(1, view.power(there)), sum([view.worth(unit) for unit in there]), ground)
    view.prizes[target] = found
    return found


def attacks(view: View, odds: Odds, fitting: Fitting, servable: bytes) -> list[Attack]:
    """Return the best attacks in turn, each with units that the ones before it left."""
    made: list[Attack] = []
    left, known = set(view.foes), dict[int, Attack | None]()
    aims = {target: Aim(view, odds, fitting, target, servable) for target in sorted(left)}
    while left:
        for target in left - set(known):
            known[target] = aims[target].best()
        able = [attack for target in sorted(left) if (attack := known[target]) is not None]
        if not able:
            break
        left = {attack.target for attack in able}
        best = max(able, key=lambda attack: attack.gain)
        touched = {best.target, *(view.state.units.place[unit] for unit, _ in best.places), *dict(best.places).values()}
        fitting.settle(best)
        made.append(best)
        left.discard(best.target)
        units = frozenset(unit for unit, _ in best.places)
        known = {target: attack for target, attack in known.items() if not aims[target].concerns(units, touched)}
    return made


class Slot(NamedTuple):
    """A hex from which a target can be attacked."""

    hex: int
    able: Sequence[tuple[int, int, int, int]]
    """What a unit adds to the differential negated, unit, what the hex would hold besides, its weight; in order."""
    met: Collection[int]
    """Other enemies who would have to be attacked from there as well."""


class Aim:
    """A hex to be attacked, and the best attack on it as long as nothing changes around it."""

    def __init__(self, view: View, odds: Odds, fitting: Fitting, target: int, servable: bytes) -> None:
        self.view, self.odds, self.fitting, self.target = view, odds, fitting, target
        rules = view.rules
        self.hexes = []
        """Hexes from which it can be attacked."""
        for edge in range(6 * target, 6 * target + 6):
            hex_, way = rules.neighbours[edge], (edge - 6 * target + 3) % 6
            if hex_ >= 0 and rules.fightable[6 * hex_ + way] and not view.barred[hex_] and servable[hex_]:
                self.hexes.append(hex_)
        self.able = {hex_: fitting.able.get(hex_, ()) for hex_ in self.hexes}
        if view.state.hexes.repulsed[target] or not any(self.able.values()):
            self.hexes = []
            return
        self.fed = defender_fed(view, target)
        self.against = resistance(view, target, fed=self.fed)
        self.cap = rules.caps.get(target, UNLIMITED)
        self.enough = min(view.weights.attack.most_odds, rules.caps.get(target, view.weights.attack.most_odds))
        self.power = max(1, view.power(view.foes[target]))
        slopes = {hex_: gradient(view, hex_, target) for hex_ in self.hexes}
        able = {unit for units in self.able.values() for unit in units}
        fights = {unit: view.fighting[unit] + works_modifier(view, unit, target) for unit in able}
        self.adds = {(u, hex_): fights[u] + slopes[hex_] for hex_, units in self.able.items() for u in units}

    def concerns(self, units: frozenset[int], hexes: Collection[int]) -> bool:
        """Return whether the best attack may change when these units leave and these hexes change."""
        if not self.hexes:
            return False
        near = self.view.state.derived(("player around", self.target), (), lambda: _within_two(self.view, self.target))
        return not near.isdisjoint(hexes) or any(not units.isdisjoint(able) for able in self.able.values())

    def best(self) -> Attack | None:
        """Return the best attack now."""
        self.held = set(self.fitting.settled.values())
        slots = [slot for hex_ in self.hexes if (slot := self._slot(hex_)).able]
        found: Attack | None = None
        least = self.view.weights.attack.worthwhile
        for count in range(1, min(4, len(slots)) + 1):
            for chosen in combinations(slots, count):
                attack = self._composed(chosen, least)
                if attack and attack.gain >= least and (found is None or attack.gain > found.gain):
                    found, least = attack, attack.gain
        return found

    def _slot(self, hex_: int) -> Slot:
        """Return the free units with room in a hex, those that add most first."""
        fitting, view = self.fitting, self.view
        room, loads, standing = view.rules.stacking_limit - fitting.taken[hex_], view.loads, view.state.units.place
        able = []
        for unit in self.able[hex_]:
            spare = room if standing[unit] == hex_ else room - loads[unit]
            if spare >= 0 and unit in fitting.free:
                able.append((-self.adds[unit, hex_], unit, spare, loads[unit]))
        return Slot(hex_, sorted(able), exposed_hexes(view, fitting, self.target, hex_))

    def _composed(self, slots: Sequence[Slot], least: float) -> Attack | None:
        """Return an attack from all of these hexes: one unit in each first, then more until the odds are good.

        None where that cannot be made, or gains less than ``least``.
        """
        places: dict[int, int] = {}
        more = dict.fromkeys([slot.hex for slot in slots], 0)
        total = -self.against
        for slot in slots:
            for first in slot.able:
                if first[1] not in places:
                    break
            else:
                return None
            total -= first[0]
            places[first[1]] = slot.hex
            more[slot.hex] = first[3]
        for _ in range(4):
            before = len(places)
            for slot in slots if total < self.enough else ():
                pick = _next(slot, places, more[slot.hex], self.enough - total) if total < self.enough else None
                if pick is not None:
                    total -= pick[0]
                    places[pick[1]] = slot.hex
                    more[slot.hex] += pick[3]
            if len(places) == before:
                break
        return self._judged(slots, places, total, least)

    def _judged(self, slots: Sequence[Slot], places: Mapping[int, int], total: int, least: float) -> Attack | None:
        """Return the attack with its gain; None if that is below ``least``, the defender shut in or not."""
        view, fitting, weigh = self.view, self.fitting, self.view.weights.attack
        found = self.odds.at(min(total, self.cap), self.power)
        met = exposure(view, [slot.met for slot in slots])
        engaged = weigh.engaged * view.power([*places])
        reaches, marches, standing = fitting.reaches, fitting.marches, view.state.units.place
        moving = [
            (unit, hex_, reach) for unit, hex_ in places.items() if (reach := reaches[unit]) and standing[unit] != hex_
        ]
        late = weigh.time * max([reach.cost[hex_] / marches[unit] for unit, hex_, reach in moving], default=0.0)
        gains = [gain - met - engaged - late for gain in values(view, self.target, found, places)]
        if max(gains) < least:
            return None
        leaving = {standing[unit] for unit, hex_ in places.items() if standing[unit] != hex_}
        gone = places.keys() | fitting.settled.keys()
        emptied = [hex_ for hex_ in leaving if gone.issuperset(view.own.get(hex_, ()))]
        sealed = not gaps(view, self.target, self.held.union([slot.hex for slot in slots]), emptied)
        return Attack(self.target, tuple(places.items()), gains[sealed])


def _next(slot: Slot, taken: Collection[int], more: int, lack: int) -> tuple[int, int, int, int] | None:
    """Return the unit that joins those in a hex: one that makes the odds good, or adds most to them."""
    options = [entry for entry in slot.able if entry[1] not in taken and entry[2] >= more]
    if not options or options[0][0] >= 0:
        return None
    plenty = [entry for entry in options if -entry[0] >= lack]
    return min(plenty, key=lambda entry: entry[1]) if plenty else options[0]


def _within_two(view: View, hex_: int) -> frozenset[int]:
    """Return a hex with those up to two hexes away."""
    found = {hex_}
    for _ in range(2):
        found |= {near for other in found for near in view.rules.neighbours[6 * other : 6 * other + 6] if near >= 0}
    return frozenset(found)


def exposed_hexes(view: View, fitting: Fitting, target: int, slot: int) -> list[int]:
    """Return other enemy hexes beside the attackers in a hex, which would have to be attacked as well."""
    rules, found = view.rules, []
    for edge in range(6 * slot, 6 * slot + 6):
        other = rules.neighbours[edge]
        if other >= 0 and rules.fightable[edge] and view.barred[other] and other != target:
            sheltered = rules.forts[other] or view.state.hexes.box[other] or rules.forts[slot]
            if not sheltered and other not in fitting.targets:
                found.append(other)
    return found


def exposure(view: View, met: Sequence[Collection[int]]) -> float:
    """Return the cost of other enemies next to the attackers."""
    found = set().union(*met)
    return view.weights.attack.exposed * sum([view.power(view.foes[hex_]) for hex_ in found]) if found else 0.0


def defender_fed(view: View, target: int) -> bool:
    """Return whether the units in a hex would have combat supply."""
    there = defenders(view.rules, view.state, view.side, target)
    places = [view.state.supplies.place[n] for n in view.foe_markers]
    return all(any(supply_reach(view.rules, view.state, unit)[p] >= 0 for p in places) for unit in there)
