"""Which enemies to attack, from where, by whom: battles of the turn sought before anybody moves."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.systems.desert_rats.play.combat_supply import reach as supply_reach
from scenario_forge.systems.desert_rats.play.contact import defenders
from scenario_forge.systems.desert_rats.players.obstacles import in_the_way
from scenario_forge.systems.desert_rats.players.odds import Expected, Odds, contribution, expected, resistance
from scenario_forge.systems.desert_rats.players.sealing import gaps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.systems.desert_rats.players.reach import Reach
    from scenario_forge.systems.desert_rats.players.view import View


class Attack(NamedTuple):
    """An attack that could be made: which hex, by which units from where, and what it is worth."""

    target: int
    places: tuple[tuple[int, int], ...]
    """Unit and hex from which it attacks."""
    gain: float


class Fitting:
    """What is settled of the battles of a turn: who goes where."""

    def __init__(self, view: View, reaches: Mapping[int, Reach | None]) -> None:
        self.view, self.reaches = view, reaches
        self.free = set(reaches)
        self.load: dict[int, int] = {}
        self.staying: dict[int, int] = {}
        """By hex: the weight of own units there that are not settled."""
        self.settled: dict[int, int] = {}
        self.targets: set[int] = set()
        self.fixed: Mapping[int, int] = {}
        """Units that must stay where they are: they attack from there or not at all."""
        for hex_, there in view.own.items():
            self.staying[hex_] = sum(view.load(unit) for unit in there)

    def settle(self, attack: Attack) -> None:
        """An attack will be made."""
        self.targets.add(attack.target)
        for unit, hex_ in attack.places:
            self.free.discard(unit)
            self.settled[unit] = hex_
            place = self.view.state.units.place[unit]
            if place >= 0:
                self.staying[place] -= self.view.load(unit)
            self.load[hex_] = self.load.get(hex_, 0) + self.view.load(unit)

    def fits(self, unit: int, hex_: int, more: Mapping[int, int]) -> bool:
        """Whether there is room for a unit: with those that are settled, planned, and have not left."""
        there = self.load.get(hex_, 0) + more.get(hex_, 0)
        stay = self.staying.get(hex_, 0)
        if self.view.state.units.place[unit] == hex_:
            stay -= self.view.load(unit)
        return there + stay + self.view.load(unit) <= self.view.limit

    def held(self) -> dict[int, int]:
        """Strength by hex of those who are settled and those who stay."""
        found: dict[int, int] = {}
        for unit, hex_ in [*self.settled.items(), *self.fixed.items()]:
            found[hex_] = found.get(hex_, 0) + self.view.strength(unit)
        return found

    def can(self, unit: int, hex_: int) -> bool:
        """Whether a unit can be in a hex when the round is declared."""
        if self.view.state.units.place[unit] == hex_:
            return not self.view.state.units.halted[unit]
        reach = self.reaches[unit] if unit not in self.fixed else None
        return reach is not None and reach.cost[hex_] >= 0


def value(view: View, target: int, found: Expected, places: Sequence[tuple[int, int]], *, sealed: bool) -> float:
    """What an attack may be expected to gain."""
    weigh, there = view.weights.attack, view.foes[target]
    power = max(1, view.power(there))
    lives = sum(view.worth(unit) for unit in there)
    share = weigh.sealed * weigh.again if sealed else weigh.open
    gain = min(1.0, share * found.defender / power) * lives
    ground = weigh.driven + view.stakes.hexes.get(target, 0.0) + in_the_way(view).get(target, 0.0)
    gain += ground * (found.wiped if sealed else found.driven)
    points = sum(view.point(unit) for unit, _ in places) / max(1, len(places))
    return gain - weigh.own_loss * points * found.attacker


def attacks(view: View, odds: Odds, fitting: Fitting, servable: bytes) -> list[Attack]:
    """The best attacks, one after another, each with units that the ones before it left."""
    made: list[Attack] = []
    left = set(view.foes)
    while left:
        best: Attack | None = None
        dull = set()
        for target in sorted(left):
            attack = _best(view, odds, fitting, target, servable)
            if attack is None:
                dull.add(target)
            elif best is None or attack.gain > best.gain:
                best = attack
        left -= dull
        if best is None:
            break
        fitting.settle(best)
        made.append(best)
        left.discard(best.target)
    return made


def _best(view: View, odds: Odds, fitting: Fitting, target: int, servable: bytes) -> Attack | None:
    """The best attack on a hex."""
    rules = view.rules
    if view.state.hexes.repulsed[target]:
        return None
    slots = []
    for edge in range(6 * target, 6 * target + 6):
        hex_, way = rules.neighbours[edge], (edge - 6 * target + 3) % 6
        if hex_ >= 0 and rules.fightable[6 * hex_ + way] and not view.barred[hex_] and servable[hex_]:
            slots.append(hex_)
    able = {hex_: [u for u in sorted(fitting.free) if fitting.can(u, hex_)] for hex_ in slots}
    slots = [hex_ for hex_ in slots if able[hex_]]
    found: Attack | None = None
    for count in range(1, min(4, len(slots)) + 1):
        for chosen in combinations(slots, count):
            attack = _composed(view, odds, fitting, target, chosen, able)
            if attack and (found is None or attack.gain > found.gain):
                found = attack
    return found if found and found.gain >= view.weights.attack.worthwhile else None


def _composed(
    view: View, odds: Odds, fitting: Fitting, target: int, slots: Sequence[int], able: Mapping[int, Sequence[int]]
) -> Attack | None:
    """An attack from all of these hexes: one unit in each first, then more until the odds are good."""
    weigh = view.weights.attack
    fed = defender_fed(view, target)
    against = resistance(view, target, fed=fed)
    enough = min(weigh.most_odds, view.rules.caps.get(target, weigh.most_odds))
    places: list[tuple[int, int]] = []
    more: dict[int, int] = {}
    total = -against
    taken: set[int] = set()

    def add(hex_: int, *, first: bool) -> bool:
        nonlocal total
        options = [u for u in able[hex_] if u not in taken and fitting.fits(u, hex_, more)]
        if not options:
            return False
        gains = {u: contribution(view, u, hex_, target) for u in options}
        lack = enough - total
        pick = min(options, key=lambda u: (abs(min(gains[u], lack) - lack) if not first else -gains[u], u))
        if gains[pick] <= 0 and not first:
            return False
        taken.add(pick)
        places.append((pick, hex_))
        more[hex_] = more.get(hex_, 0) + view.load(pick)
        total += gains[pick]
        return True

    for hex_ in slots:
        if not add(hex_, first=True):
            return None
    for _ in range(4):
        if total >= enough:
            break
        added = [add(hex_, first=False) for hex_ in slots if total < enough]
        if not any(added):
            break
    leaving = {view.state.units.place[u] for u, h in places if view.state.units.place[u] != h}
    emptied = [h for h in leaving if h >= 0 and all(u in taken or u in fitting.settled for u in view.own.get(h, ()))]
    held = [*slots, *fitting.settled.values()]
    sealed = not gaps(view, target, held, emptied)
    found = expected(view, odds, target, places, fed=fed)
    gain = value(view, target, found, places, sealed=sealed) - exposure(view, fitting, target, slots)
    gain -= weigh.engaged * sum(view.strength(unit) for unit, _ in places)
    gain -= weigh.time * max((_spent(view, fitting, unit, hex_) for unit, hex_ in places), default=0.0)
    return Attack(target, tuple(places), gain)


def _spent(view: View, fitting: Fitting, unit: int, hex_: int) -> float:
    """The part of a unit's allowance that it takes to get to where it attacks from."""
    reach = fitting.reaches[unit]
    if reach is None or view.state.units.place[unit] == hex_:
        return 0.0
    return reach.cost[hex_] / max(1, view.rules.compiled.units.movement[unit] * view.rules.scale)


def exposure(view: View, fitting: Fitting, target: int, slots: Sequence[int]) -> float:
    """What it costs that others stand beside the attackers, who would have to be attacked as well."""
    rules, met = view.rules, set()
    for slot in slots:
        for edge in range(6 * slot, 6 * slot + 6):
            other = rules.neighbours[edge]
            if other >= 0 and rules.fightable[edge] and view.barred[other] and other != target:
                sheltered = rules.forts[other] or view.state.hexes.box[other] or rules.forts[slot]
                if not sheltered and other not in fitting.targets:
                    met.add(other)
    return view.weights.attack.exposed * sum(view.power(list(view.foes[hex_])) for hex_ in met)


def defender_fed(view: View, target: int) -> bool:
    """Whether those in a hex would have combat supply."""
    there = defenders(view.rules, view.state, view.side, target)
    places = [view.state.supplies.place[n] for n in view.foe_markers]
    return all(any(supply_reach(view.rules, view.state, unit)[p] >= 0 for p in places) for unit in there)
