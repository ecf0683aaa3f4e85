"""Phases around the operations: arrivals, supply, logistics, initiative, resupply, victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Outcome
from scenario_forge.systems.knights_of_the_desert.formulas import share, supply_sent
from scenario_forge.systems.knights_of_the_desert.state import CADRE, TO_COME, KnightsState
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Frames, OneDraw, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.systems.knights_of_the_desert.rules import KnightsNumbers
    from scenario_forge.wargame.base.events import Book


class KnightsPhase(Phase[KnightsState]):
    """A step of this game."""

    rules: KnightsNumbers


class Delays(KnightsPhase):
    """A draw for each unit still to come of how early or late it is, where the rating of its side asks for one."""

    def waiting(self, state: KnightsState, frame: Frame) -> list[int]:
        """Return the units whose delay is still to be drawn."""
        drawn, rules = frame.data.get("drawn", NOBODY), self.rules
        due = (unit for unit, place in enumerate(state.units.place) if place == TO_COME)
        return [unit for unit in due if unit > drawn and rules.shift(unit)]

    def who(self, state: KnightsState, frame: Frame) -> int:
        """Return CHANCE while a unit is waiting."""
        return CHANCE if self.waiting(state, frame) else NOBODY

    @rule("II.12")
    def chance(self, state: KnightsState, frame: Frame) -> Chance:
        """Return the question: some turns, up to the most, all with the same probability."""
        unit = self.waiting(state, frame)[0]
        turns = range(abs(self.rules.shift(unit)) + 1)
        return Chance("delay", [Outcome(number) for number in turns], state.clock.turn[0], (unit,))

    @rule("II.12")
    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Frames:
        """Set a unit's turn of arrival, not before the first turn."""
        if not action:
            return ()
        unit, first = self.waiting(state, frame)[0], self.rules.compiled.turns.span[0]
        turns = int(action[0]) if self.rules.shift(unit) > 0 else -int(action[0])
        book.put("due", unit, max(state.units.due[unit] + turns, first))
        book.event("due", "II.12", unit)
        return [frame.with_values(drawn=unit)]


class MisjudgementDraw(KnightsPhase, OneDraw[KnightsState]):
    """A draw of how strengths are misjudged in this game, if they are."""

    purpose, draws, column, tells = "guess", 100, "clock.guess", "misjudged"

    @rule("V.7")
    def who(self, state: KnightsState, frame: Frame) -> int:
        """Return CHANCE, once, where strengths are misjudged."""
        return super().who(state, frame) if self.rules.misjudged else NOBODY


# -- arrivals and supply ---------------------------------------------------------------------------


@rule("III.2.A.1", "III.2.A.3", "III.2.A.4", "III.2.A.5", "IV.D.1.c4", "IV.B.1.b2")
def reinforcement(rules: KnightsNumbers, state: KnightsState, _frame: Frame, book: Book) -> None:
    """Add the points of the turn; then bring on due units, then cadres, while the home base has room."""
    now, units, track, keys = state.clock.turn[0], rules.units, rules.says.track, rules.compiled.keys
    for side, name in enumerate(keys["sides"]):
        book.add("sides.air", side, rules.rated(rules.of_turn(f"track.{track.air[name]}", now), side, "air"))
    pool = rules.rated(rules.of_turn(f"track.{track.pool}", now), rules.rationed, "supply")
    book.add("sides.pool", rules.rationed, pool)
    for nation, name in enumerate(keys["nationalities"]):
        points = rules.of_turn(f"track.{track.replacements[name]}", now)
        side = rules.compiled.kinds.nationality_side[nation]
        book.add("nations.replacements", nation, rules.rated(points, side, "replacements"))
    for unit in range(len(units.side)):
        book.put("ready", unit, 0)
    book.note("clock.sailed", 0)
    book.event("points received", "IV.B.1.b2", now)
    room = [rules.room(state, home) for home in rules.home]
    due = [u for u, place in enumerate(state.units.place) if place == TO_COME and state.units.due[u] <= now]
    for unit in [*due, *(u for u, place in enumerate(state.units.place) if place == CADRE)]:
        if room[units.side[unit]]:
            room[units.side[unit]] -= 1
            book.put("place", unit, rules.home[units.side[unit]])
            book.event("arrives", "III.2.A.1", unit)


@rule("III.2.B.1a")
def supply(rules: KnightsNumbers, state: KnightsState, _frame: Frame, book: Book) -> None:
    """Work out which units are in supply now."""
    for unit in rules.active(state):
        book.put("fed", unit, rules.is_fed(state, unit))
    book.event("supply judged", "III.2.B.1a")


@rule("III.2.C.6a", "III.2.C.6b", "III.2.C.6c", "IV.A.2.f", "IV.B.2.e")
def raid(rules: KnightsNumbers, state: KnightsState, _frame: Frame, book: Book) -> None:
    """Cut the pool, and remove depots alone near the fortress."""
    if not rules.raids(state):
        return
    side, given = rules.rationed, rules.says.raid
    lost = state.sides.pool[side] * given.cut // 100
    book.add("sides.pool", side, -lost)
    book.event("desert rats strike", "III.2.C.6a", lost)
    for unit in rules.own(state, side):
        hex_ = state.units.place[unit]
        alone = len(rules.stacks(state)[hex_]) == 1
        if rules.depot[unit] and alone and rules.distance(hex_, rules.fortress) <= given.radius:
            book.put("place", unit, OUT)
            book.event("depot lost", "III.2.C.6b", unit)


class Logistics(KnightsPhase):
    """A unit's orders: ``(unit, replacements)``, of rationed units also supply and resupply priority, as digits."""

    @rule("IV.B.1.a3", "III.2.C.1")
    def who(self, state: KnightsState, frame: Frame) -> int:
        """Return the side of the frame until all its units are done."""
        return int(frame.data["side"]) if self.waiting(state, frame) else NOBODY

    def waiting(self, state: KnightsState, frame: Frame) -> list[int]:
        """Return the units that are not done."""
        return [unit for unit in self.rules.own(state, frame.data["side"]) if not state.units.ready[unit]]

    def choices(self, state: KnightsState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return units, then digits; only 0 where there is nothing to be had."""
        if not prefix:
            return offer(self.waiting(state, frame))
        unit = int(prefix[0])
        if len(prefix) > (1 if self.plain(unit) else 3):
            return ()
        more = len(prefix) < (1 if self.plain(unit) else 3)
        most = (self.replaceable(state, unit), self.wanted(state, unit), 1)[len(prefix) - 1]
        return [Choice(digit, not more, more) for digit in range(10 if most else 1)]

    @rule("III.2.C.5a", "IV.B.1", "IV.B.1.a2")
    def plain(self, unit: int) -> bool:
        """Return whether only replacements are asked for."""
        return self.rules.owner(unit) != self.rules.rationed or bool(self.rules.depot[unit])

    @rule("III.2.B.1b", "III.2.C.5b", "IV.A.1.c1", "IV.A.1.h3")
    def replaceable(self, state: KnightsState, unit: int) -> int:
        """Return the most replacement points that a unit can take."""
        first = self.rules.owner(unit) != self.rules.rationed and not state.clock.turn[0]
        left = state.nations.replacements[self.rules.units.nationality[unit]] * state.units.fed[unit]
        return 0 if first else min(left, self.rules.value_of("ceiling", unit) - state.units.strength[unit])

    def wanted(self, state: KnightsState, unit: int) -> int:
        """Return the most supply points that a unit can take."""
        return (self.rules.value_of("supply_ceiling", unit) - state.units.supply[unit]) * state.units.fed[unit]

    @rule("III.2.C.3", "III.2.C.5c", "IV.B.1.c1", "IV.B.2.a1", "IV.C.3.f2")
    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Frames:
        """Send what the unit asked for."""
        if not action:
            return ()
        rules, percents = self.rules, self.rules.column("percents")
        unit, *digits = map(int, action)
        taken = share(self.replaceable(state, unit), digits[0], percents)
        book.put("ready", unit, 1)
        book.add("strength", unit, taken)
        book.add("nations.replacements", rules.units.nationality[unit], -taken)
        if taken and state.units.place[unit] == rules.fortress:
            book.note("clock.sailed", 1)
        if rules.depot[unit]:
            if state.units.fed[unit]:
                book.put("supply", unit, max(state.units.supply[unit], rules.says.supply.depots))
        else:
            wanted, priority = (9, 9) if self.plain(unit) else digits[1:]
            book.put("priority", unit, priority)
            rules.send(state, book, unit, share(self.wanted(state, unit), wanted, percents))
        book.event("readied", "III.2.C.3", unit, taken)
        return (frame,)


@rule("IV.A.2.b", "IV.B.2.b2")
def maintenance(rules: KnightsNumbers, state: KnightsState, _frame: Frame, book: Book) -> None:
    """Make units pay maintenance; remove those that cannot."""
    need = rules.says.supply.maintenance
    for unit in rules.active(state):
        pays = state.units.supply[unit] >= need
        if pays:
            book.add("supply", unit, -need)
        else:
            book.put("place", unit, OUT)
        book.event("maintained" if pays else "eliminated", "IV.B.2.b2", unit)


@rule("III.2.F.1", "III.2.F.2", "III.2.F.3a", "III.2.F.4b", "III.2.F.5")
def resupply(rules: KnightsNumbers, state: KnightsState, frame: Frame, book: Book) -> None:
    """Send points to units in supply by their priority, fewer in a segment of the enemy."""
    supply(rules, state, frame, book)
    for unit in rules.active(state):
        if not rules.depot[unit] and book.get("fed", unit):
            most, has = rules.value_of("supply_ceiling", unit), state.units.supply[unit]
            points = supply_sent(most, has, state.units.priority[unit], rules.column("percents"))
            if rules.owner(unit) != frame.data["phasing"]:
                points = int(points * rules.says.supply.enemy_segment)
            rules.send(state, book, unit, points)
    book.event("resupplied", "III.2.F.2")


# -- segments --------------------------------------------------------------------------------------


class Initiative(KnightsPhase):
    """The choice of the first player by the side that the track, or a toss, names."""

    @rule("III.2.D.2", "II.15")
    def who(self, state: KnightsState, frame: Frame) -> int:
        """Return CHANCE first, by the optional rule; then the side with the initiative."""
        if "random-initiative" in self.rules.compiled.options and "tossed" not in frame.data:
            return CHANCE
        nation = self.rules.of_turn(f"track.{self.rules.says.track.initiative}", state.clock.turn[0])
        return int(frame.data.get("tossed", self.rules.compiled.kinds.nationality_side[nation]))

    def chance(self, state: KnightsState, frame: Frame) -> Chance:  # noqa: ARG002
        """Return the question: either side."""
        return Chance("initiative", [Outcome(side) for side in range(2)], state.clock.turn[0])

    def choices(self, state: KnightsState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return `first` and `second`."""
        return [] if prefix else [Choice("first"), Choice("second")]

    @rule("III.2.D.1")
    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Frames:
        """Note the side that is the first player."""
        if action[0] not in ("first", "second"):
            return [frame.with_values(tossed=action[0])]
        side = self.who(state, frame)
        first = side if action[0] == "first" else 1 - side
        book.note("clock.leads", first)
        book.event("first player", "III.2.D.1", first)
        return []


@rule("IV.A.1.i3", "III.2.E.1b")
def allotment(rules: KnightsNumbers, state: KnightsState, frame: Frame, book: Book) -> None:
    """Set the operation points of the phasing side, before the segments those of both."""
    sides = [frame.data["phasing"]] if "phasing" in frame.data else range(2)
    for unit in rules.active(state):
        if rules.owner(unit) in sides:
            book.put("points", unit, rules.allowance(unit))
    book.event("allotment", "IV.A.1.i3", *sides)


@rule("IV.D.1.c5")
def air_power(_rules: KnightsNumbers, _state: KnightsState, frame: Frame, book: Book) -> None:
    """Note whose segment it is, and make air points ready again."""
    book.note("clock.side", frame.data["phasing"])
    book.clear(["sides.flown"], range(2))
    book.event("air points ready", "IV.D.1.c5")


# -- the end of a turn -----------------------------------------------------------------------------


@rule("III.1.D", "III.2.I.2", "III.2.I.3")
def victory(rules: KnightsNumbers, state: KnightsState, _frame: Frame, book: Book) -> None:
    """Add points for places and for the distance of units from home."""
    for side, points in enumerate(rules.ledger.for_towns(state.towns.holder)):
        book.add("sides.gained", side, points)
    for unit in rules.active(state):
        book.add("sides.gained", rules.owner(unit), rules.ledger.for_distance(rules.from_home(state, unit)))
    book.event("turn ends", "III.2.I.2", state.clock.turn[0])
