"""The player `solitaire`: a fixed procedure for the side that no person plays.

The manual says that there is such a player, how it is helped (V) and what is good play (VI), not how it decides. The
procedure is ours; its figures are in rules.yaml under `solitaire.commander`. All is weighed in points of victory.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.game.formula import exact
from scenario_forge.simulator.players import first_way
from scenario_forge.systems.knights_of_the_desert import formulas
from scenario_forge.systems.knights_of_the_desert.rules import DEPOTS, FORTIFY, LIMITED, SAIL, Trial
from scenario_forge.wargame.cheapest_way import cheapest
from scenario_forge.wargame.searching import Guided
from scenario_forge.wargame.supply_lines import linked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.systems.knights_of_the_desert.parameters import Commander as Figures
    from scenario_forge.systems.knights_of_the_desert.rules import KnightsNumbers
    from scenario_forge.systems.knights_of_the_desert.state import KnightsState

END: Action = ("end",)
NEAR = 3
"""Distance in hexes from which an enemy can soon attack."""
FAR = 15
"""Hexes that a mobile unit can move in a segment."""
HOME = 150
"""The value of the enemy's home base, which ends the game, in victory points."""
UNFED = 25
"""The cost of a unit beyond supply that can still pay its maintenance, in victory points."""
BEYOND = 2
"""The cost of each hex beyond supply, in victory points."""
DEPOT = 30
"""The value of a depot to the side that can take it, in victory points."""
SPENT = 0.02
"""The value of an operation point that is kept."""
WORTHWHILE = 1
"""The gain in victory points for which a unit leaves its hex."""


class Way(NamedTuple):
    """A unit's way to a hex, and what it has left there."""

    deeds: tuple[int, ...]
    then: Trial


class Commander:
    """A player by fixed procedure. Within a phase it remembers the units that it left as they are."""

    def __init__(self, play: Any, side: int, seed: int) -> None:  # noqa: ANN401, ARG002 - a maker of players takes any play
        self.rules: KnightsNumbers = play.rules
        self.says: Figures = self.rules.says.solitaire.commander
        self.side = side
        self._left: dict[int, int] = {}
        self._phase: tuple[Frame, ...] = ()
        self._choosers: Mapping[str, Callable[[KnightsState, Frame], Action]] = {
            "logistics": self.logistics,
            "initiative": self.initiative,
            "defence": self.defence,
            "operations": self.operations,
            "enemy-reaction": self.operations,
            "limited-reaction": self.operations,
            DEPOTS: self.depots,
        }

    def choose(self, seat: Seat) -> Action:
        """Return the action of the step's procedure; the first way where there is none or it is not allowed."""
        state: Any = seat.state
        chooser = self._choosers.get(seat.frame.step)
        action = chooser(state, seat.frame) if chooser else ()
        return action if action and seat.allows(action) else first_way(seat)

    # -- before the segments -----------------------------------------------------------------------

    def logistics(self, state: KnightsState, frame: Frame) -> Action:
        """Return the most for the unit most in need; nothing by sea while the fortress lacks a garrison."""
        rules, units, near = self.rules, state.units, self.says.reserve
        missing = [rules.value_of("ceiling", unit) - has for unit, has in enumerate(units.strength)]
        waiting = (unit for unit in rules.own(state, frame.data["side"]) if not units.ready[unit])
        unit = max(waiting, key=lambda unit: (self.rules.to_enemy(state, unit) <= near, missing[unit]))
        shipped = units.place[unit] == rules.fortress and self.missing_garrison(state) and not state.clock.sailed[0]
        plain = rules.owner(unit) != rules.rationed or rules.depot[unit]
        takes = units.fed[unit] and units.supply[unit] < rules.value_of("supply_ceiling", unit)
        can = units.fed[unit] and missing[unit] and state.nations.replacements[rules.units.nationality[unit]]
        wanted = 9 if can and not shipped else 0
        return (unit, wanted) if plain else (unit, wanted, 9 * takes, 9)

    def initiative(self, state: KnightsState, _frame: Frame) -> Action:
        """Return `first` where the side is strong enough at the front."""
        return ("first",) if self.ratio(state) >= exact(self.says.first) else ("second",)

    def ratio(self, state: KnightsState) -> Fraction:
        """Return own strength to the enemy's, of units near enough to the front; else of all."""
        units = [self.rules.fighting(state, side) for side in (self.side, 1 - self.side)]
        front = [[unit for unit in own if self.rules.to_enemy(state, unit) <= self.says.reserve] for own in units]
        found = [sum(state.units.strength[unit] for unit in own) for own in (front if all(front) else units)]
        return Fraction(found[0], max(found[1], 1))

    # -- battles -----------------------------------------------------------------------------------

    def defence(self, state: KnightsState, frame: Frame) -> Action:
        """Return risk by the odds, and air points by the strength attacked."""
        units, data = state.units, frame.data
        held = sum(units.strength[unit] for unit in data["defenders"])
        odds = Fraction(held, max(sum(units.strength[unit] for unit in data["attackers"]), 1))
        return (self.risk(odds), self.flying(state, held))

    def risk(self, odds: Fraction) -> int:
        """Return the least risk for the weaker side, the most where it is twice as strong."""
        low, high = self.says.risk
        return low + min(max(int((odds - 1) * (high - low)), 0), high - low)

    def flying(self, state: KnightsState, strength: int) -> int:
        """Return air points in proportion to the strength that fights; each is used once in a segment."""
        near = (u for u in self.rules.fighting(state, self.side) if self.rules.to_enemy(state, u) <= NEAR)
        all_ = sum(state.units.strength[u] for u in near)
        has = state.sides.air[self.side]
        return min(self.rules.air(state, self.side), -(-has * strength // max(all_, 1)))

    def attacks(self, state: KnightsState, frame: Frame) -> Iterable[tuple[Fraction, Action]]:
        """Yield attacks by all units of a hex that can take part, with their odds."""
        rules, units = self.rules, state.units
        for origin, hexes in rules.battles(state, frame).items():
            able = [unit for unit in rules.attackers(state, frame, origin) if not rules.depot[unit]]
            strength = sum(units.strength[unit] for unit in able)
            for hex_ in hexes:
                defenders, air = rules.targets(state, hex_), self.flying(state, strength)
                odds = self.odds(state, origin, hex_, able, air)
                levels = formulas.LEVELS[: self.says.intensity + int(odds)]
                payable = [n for n in levels if all(rules.can_pay(state, frame, unit, n) for unit in able)]
                if able and payable and self.survives(state, able, payable[-1]):
                    numbers = (payable[-1], self.risk(odds), air)
                    yield odds, ("attack", origin, hex_, *defenders, "by", *able, "with", *numbers)

    def survives(self, state: KnightsState, units: Sequence[int], intensity: int) -> bool:
        """Return whether units without supply can still pay their maintenance after an attack."""
        rules, need = self.rules, self.rules.says.supply.maintenance
        lost = [unit for unit in units if not rules.is_supplied(state, unit)]
        return all(state.units.supply[u] - rules.price(u, intensity, defends=False)[0] >= need for u in lost)

    def odds(self, state: KnightsState, origin: int, hex_: int, attackers: Sequence[int], air: int = 0) -> Fraction:
        """Return the ratio of modified strengths, as far as the attacker knows them."""
        rules, defenders = self.rules, self.rules.targets(state, hex_)
        if rules.depot[defenders[0]]:
            return Fraction(formulas.LEVELS[-1])
        given, held = rules.says.combat, [rules.defender(state, unit) for unit in defenders]
        strength = sum(state.units.strength[unit] for unit in attackers)
        near = [rules.side_at(state, other) for other in rules.around(hex_) if other != origin]
        stacked = len(set(rules.stacks(state).get(origin, ())) - set(attackers))
        beside = formulas.Bystanders(stacked, near.count(self.side), near.count(1 - self.side))
        return formulas.attack(given, strength, air, beside) / max(formulas.defence(given, held, 0), Fraction(1))

    def enough(self, state: KnightsState) -> Fraction:
        """Return the odds at which it attacks in this game turn."""
        return exact(self.says.odds[min(state.clock.turn[0], len(self.says.odds) - 1)])

    # -- operations and reactions --------------------------------------------------------------------

    def operations(self, state: KnightsState, frame: Frame) -> Action:
        """Return the best attack that is good enough, else the next unit's move or fortification, else the end.

        A unit in hand in a limited reaction has moved already.
        """
        good = [each for each in self.attacks(state, frame) if each[0] >= self.enough(state)]
        if good:
            cut = self.rules.dependents(state, 1 - self.side)
            return max(good, key=lambda each: (len(cut.get(int(each[1][2]), ())), *each))[1]
        if "unit" in frame.data:
            return END
        rest = state.stack[:-1]
        if rest != self._phase or frame.step == LIMITED:
            self._left, self._phase = {}, rest
        view = HexValues(self, state, frame)
        for unit in sorted(self.rules.acting_units(state, frame), key=lambda u: (self.rules.to_enemy(state, u), u)):
            if self._left.get(unit) == (now := state.units.points[unit]) or not now:
                continue
            action = view.sails(unit) or view.marches(unit) or view.fortifies(unit)
            if action:
                return action
            self._left[unit] = now
        return END

    def missing_garrison(self, state: KnightsState) -> int:
        """Return how many units the fortress lacks, if the side holds it and can reach it by sea."""
        rules = self.rules
        if self.side == rules.rationed or rules.fortress not in rules.bases(state, self.side):
            return 0
        there = [unit for unit in self.rules.fighting(state, self.side) if state.units.place[unit] == rules.fortress]
        return max(self.says.fortress - len(there), 0)

    # -- depots --------------------------------------------------------------------------------------

    def depots(self, state: KnightsState, frame: Frame) -> Action:
        """Return the move of the depot that improves the line of supply most."""
        rules, view = self.rules, HexValues(self, state, frame)
        best, most = END, Fraction(0)
        line = {unit: state.units.place[unit] for unit in rules.own(state, self.side) if rules.depot[unit]}
        now = view.line([*line.values()])
        for unit in line:
            if state.units.points[unit]:
                for hex_, way in view.ways(unit).items():
                    gain = view.line([hex_ if other == unit else at for other, at in line.items()]) - now
                    if gain > most:
                        best, most = (unit, *way.deeds), gain
        return best


class Competent(Guided):
    """A player that follows the procedure of `solitaire` and then the search of the player of all games."""

    procedure, unsearched = staticmethod(Commander), (DEPOTS,)


class HexValues:
    """The values of hexes to a side now."""

    def __init__(self, commander: Commander, state: KnightsState, frame: Frame) -> None:
        self.by, self.rules, self.side = commander, commander.rules, commander.side
        self.state, self.frame = state, frame
        self.enemies = self.rules.occupied_hexes(state, 1 - self.side)
        self.far = self.rules.hexes
        self.turns = max(self.rules.compiled.turns.span[1] - state.clock.turn[0], 0) + 1
        self.attacking = commander.ratio(state) >= exact(commander.says.first)
        towns = zip(self.rules.towns.items(), state.towns.holder, strict=True)
        self.towns = {hex_: points for (hex_, points), holder in towns if holder != self.side + 1}
        """Towns to be taken, and their points."""
        held = [sum(state.units.strength[u] for u in self.rules.stacks(state)[hex_]) for hex_ in self.enemies]
        self.strengths = dict(zip(self.enemies, held, strict=True))

    @cached_property
    def cut(self) -> Mapping[int, int]:
        """The victory points for cutting off enemies, by hex that alone keeps them in supply (VI.10)."""
        dependents = self.rules.dependents(self.state, 1 - self.side)
        return {hex_: UNFED * len(units) for hex_, units in dependents.items()}

    def aims(self, unit: int) -> Mapping[int, float]:
        """Return the victory points of towns, the enemy's home base and enemy units; less beside friends."""
        rules, home, cut = self.rules, self.rules.home[1 - self.side], self.cut
        found = {hex_: held / rules.ledger.per / 2 + cut.get(hex_, 0) for hex_, held in self.strengths.items()}
        found |= {hex_: points + cut.get(hex_, 0) for hex_, points in self.towns.items()} | {home: HOME}
        stacks = rules.stacks(self.state).items()
        friends = [hex_ for hex_, stack in stacks if rules.owner(stack[0]) == self.side and list(stack) != [unit]]
        return {aim: value / (1 + sum(rules.distance(aim, h) < 2 for h in friends)) for aim, value in found.items()}

    @cached_property
    def front(self) -> int:
        """The distance of the farthest fighting unit from home."""
        units = self.rules.fighting(self.state, self.side)
        return max((self.rules.from_home(self.state, unit) for unit in units), default=0)

    def guards(self, unit: int, hex_: int) -> float:
        """Return the value of not leaving a town empty while an enemy can reach it."""
        rules, state = self.rules, self.state
        if hex_ not in rules.towns or hex_ in self.towns:
            return 0
        others = [u for u in rules.stacks(state).get(hex_, ()) if u != unit and not rules.depot[u]]
        near = any(rules.distance(hex_, enemy) <= FAR for enemy in self.enemies)
        return rules.towns[hex_] / 2 if near and not others else 0

    def ways(self, unit: int) -> dict[int, Way]:
        """Return the cheapest way of a unit to each hex."""
        rules, state, frame = self.rules, self.state, self.frame
        start = rules.before_deeds(state, frame, unit)

        def steps(now: Trial) -> Iterable[tuple[int, Trial]]:
            ahead = ((hex_, rules.after(state, frame, unit, now, hex_)) for hex_ in rules.around(now.place))
            return ((hex_, after) for hex_, after in ahead if after)

        return {hex_: Way(*way) for hex_, way in cheapest(start, steps, lambda now: start.points - now.points).items()}

    def bound(self, unit: int) -> bool:
        """Return whether a unit must stay: the last at the home base, those that the fortress needs."""
        rules, place = self.rules, self.state.units.place[unit]
        there = [u for u in rules.stacks(self.state)[place] if not rules.depot[u]]
        return (place == rules.home[self.side] and len(there) < 2) or (
            place == rules.fortress and len(there) <= self.by.says.fortress
        )

    def sails(self, unit: int) -> Action:
        """Return the transfer of a unit by sea to the fortress where it is wanted; else ()."""
        rules, state = self.rules, self.state
        may = not rules.mobile[unit] and not self.bound(unit) and state.units.place[unit] == rules.home[self.side]
        if not (may and self.by.missing_garrison(state)):
            return ()
        now = rules.before_deeds(state, self.frame, unit)
        return (unit, SAIL) if rules.after_sailing(state, self.frame, unit, now) else ()

    def marches(self, unit: int) -> Action:
        """Return the move to the hex of most value if it beats the unit's own; else ()."""
        if self.bound(unit):
            return ()
        ways = self.ways(unit)
        here = self.state.units.place[unit]
        reserve = self.is_reserve(unit)
        aims = self.aims(unit) if self.attacking else {}
        worth = {hex_: self.worth(unit, way, aims, reserve=reserve) for hex_, way in ways.items()}
        best = max(worth, key=lambda hex_: (worth[hex_], -hex_))
        return (unit, *ways[best].deeds) if worth[best] > worth[here] + WORTHWHILE else ()

    def is_reserve(self, unit: int) -> bool:
        """Return whether a unit is the one mobile unit of the front that is not next to an enemy."""
        rules, state, by = self.rules, self.state, self.by
        if not rules.mobile[unit]:
            return False
        mobile = [u for u in rules.fighting(state, self.side) if rules.mobile[u]]
        front = [u for u in mobile if rules.to_enemy(state, u) <= by.says.reserve]
        free = [u for u in front if rules.to_enemy(state, u) > 1]
        return free == [unit] and len(front) > 1

    def worth(self, unit: int, way: Way, aims: Mapping[int, float], *, reserve: bool) -> float:
        """Return the value of a hex to a unit that ends a way there with what it then has left."""
        rules, state, then, hex_ = self.rules, self.state, way.then, way.then.place
        found = SPENT * then.points + rules.ledger.for_distance(rules.distance(rules.home[self.side], hex_))
        found += sum(points for town, points in self.towns.items() if town in (hex_, *way.deeds)) * min(self.turns, 3)
        near = min((rules.distance(hex_, enemy) for enemy in self.enemies), default=self.far)
        if reserve and (near == 1 or near > self.by.says.reserve):
            return -float(self.far)
        found += max((value / (1 + rules.distance(hex_, aim)) for aim, value in aims.items()), default=0)
        found += self.guards(unit, hex_)
        if near == 1:
            found += self.chances(unit, hex_)
        found -= self.danger(unit, then)
        last = state.clock.turn[0] >= rules.compiled.turns.span[1]
        if not last:
            far = min(rules.distance(source, hex_) for source in rules.sources(state, self.side)) - rules.reach(unit)
            lives, need = state.units.strength[unit] / rules.ledger.per, rules.says.supply.maintenance
            if far > 0:
                found -= BEYOND * far
                found -= UNFED if then.supply >= 2 * need + far * rules.cost(unit, hex_)[1] else max(lives, UNFED)
            elif then.supply < need:
                found -= lives / 2
        return found

    def chances(self, unit: int, hex_: int) -> float:
        """Return what a unit's arrival adds to attacks on adjacent enemies: a part of what they would lose."""
        rules, state, found = self.rules, self.state, 0.0
        there = [u for u in rules.stacks(state).get(hex_, ()) if u != unit and not rules.depot[u]]
        for target in rules.around(hex_):
            if rules.side_at(state, target) == 1 - self.side:
                cut = self.cut.get(target, 0)
                if rules.depot[rules.targets(state, target)[0]]:
                    found += DEPOT + cut
                    continue
                odds = self.by.odds(state, hex_, target, [*there, unit])
                short = odds / self.by.enough(state)
                found += min(max(float(short) - 0.5, 0), 1) * (self.strengths[target] / rules.ledger.per / 2 + cut)
        return found

    def danger(self, unit: int, then: Trial) -> float:
        """Return the expected loss of a unit in a hex to enemies that can come there, in victory points."""
        rules, state = self.rules, self.state
        near = [enemy for enemy in self.strengths if rules.distance(then.place, enemy) <= NEAR]
        threat = sum(self.strengths[enemy] for enemy in near)
        if not threat:
            return 0
        ground = formulas.ground_modifier(rules.says.combat, rules.defence_modifier(then.place), then.fort)
        own = state.units.strength[unit]
        friends = [u for u in rules.stacks(state).get(then.place, ()) if u != unit]
        held = (own + sum(state.units.strength[u] for u in friends)) * ground
        held += rules.says.combat.enemy * sum(rules.side_at(state, h) == self.side for h in rules.around(then.place))
        return min(max(threat / max(float(held), 1) - 1, 0), 1) * own / rules.ledger.per

    def fortifies(self, unit: int) -> Action:
        """Return fortification against stronger enemies nearby, keeping supply for battle and maintenance."""
        rules, state, given = self.rules, self.state, self.rules.says.combat
        now = rules.before_deeds(state, self.frame, unit)
        terrain = rules.defence_modifier(now.place)
        needs = given.needs[rules.compiled.keys["sides"][self.side]].supply + rules.says.supply.maintenance
        deeds: list[str] = []
        while self.danger(unit, now) and formulas.ground_modifier(given, terrain, now.fort) < exact(given.ground_most):
            after = rules.after_fortifying(unit, now)
            if after is None or after.supply < needs or self.frame.step == DEPOTS:
                break
            deeds.append(FORTIFY)
            now = after
        return (unit, *deeds) if deeds else ()

    def line(self, depots: Sequence[int]) -> Fraction:
        """Return the value of a line of depots: fighting units that it feeds, and their distances from it."""
        rules, (bases, gap, fighting) = self.rules, self.fed
        sources = linked(rules.distance, bases, depots, gap)
        from_home = rules.distances(rules.home[self.side])
        twentieths = sum(min(from_home[hex_], self.front) for hex_ in depots if hex_ in sources)
        for reach, distances in fighting:
            far = min([distances[hex_] for hex_ in sources], default=self.far)
            twentieths += 20 * UNFED * (far <= reach) - 2 * far
        return Fraction(twentieths, 20) - DEPOT * sum(map(self.exposed, depots))

    @cached_property
    def fed(self) -> tuple[list[int], int, list[tuple[int, Sequence[int]]]]:
        """The bases of supply, the most hexes between depots, and each fighting unit's reach and distances."""
        rules, place = self.rules, self.state.units.place
        fighting = [(rules.reach(unit), rules.distances(place[unit])) for unit in rules.fighting(self.state, self.side)]
        return rules.bases(self.state, self.side), self.by.says.gap[rules.compiled.keys["sides"][self.side]], fighting

    def exposed(self, hex_: int) -> bool:
        """Return whether a depot would be without a friend where an enemy is near."""
        rules, state = self.rules, self.state
        friends = [u for u in rules.stacks(state).get(hex_, ()) if not rules.depot[u]]
        return not friends and any(rules.distance(hex_, enemy) <= 2 for enemy in self.enemies)
