"""The sequence of play of *Knights of the Desert*: one step a phase, and limited reaction as what interrupts moves."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import knights_rules as reckon
from knights_play import BATTLE_TRIGGERS, CADRE, CADRE_SUPPLY, GOES_ON, MOVE_TRIGGERS, OUT, TO_COME

from scenario_forge.project.rule_marks import rule as carries
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Outcome
from scenario_forge.wargame.frame.offers import offer, parted
from scenario_forge.wargame.frame.steps import Phase

# -- mobilization ----------------------------------------------------------------------------------


@carries("III.2.A.1", "III.2.A.3", "III.2.A.4", "III.2.A.5", "IV.D.1.c4", "IV.B.1.b2")
def reinforcement(rules, state, frame, book):
    """Points of the turn; then units that are due, then cadres, as far as the home base has room."""
    now, units = state.clock.turn[0], rules.units
    for side in rules.sides:
        book.add("sides.air", side, rules.of_turn(("track.air_german", "track.air_british")[side], now))
    book.add("sides.pool", rules.axis, rules.of_turn("track.supply_german", now))
    for nation, name in enumerate(rules.compiled.keys["nationalities"]):
        book.add("nations.replacements", nation, rules.of_turn(f"track.replacements_{name}", now))
    for unit in range(len(units.side)):
        book.put("ready", unit, 0)
    book.event("points received", "III.2.A", now)
    room = [rules.room(state, home) for home in rules.home]
    due = [u for u, place in enumerate(state.units.place) if place == TO_COME and 0 <= units.arrival[u] <= now]
    for unit in [*due, *(u for u, place in enumerate(state.units.place) if place == CADRE)]:
        if room[units.side[unit]]:
            room[units.side[unit]] -= 1
            book.put("place", unit, rules.home[units.side[unit]])
            book.event("arrives", "III.2.A.1", unit)


@carries("III.2.B.1a")
def supply(rules, state, frame, book):
    for unit in rules.active(state):
        book.put("fed", unit, rules.is_fed(state, unit))
    book.event("supply judged", "III.2.B.1")


class Logistics(Phase):
    """``(unit, replacements)``, and of Axis combat units supply and resupply priority too, as digits."""

    @carries("IV.B.1.a3", "III.2.C.1")
    def who(self, state, frame):
        return frame.data["side"] if self.waiting(state, frame) else NOBODY

    def waiting(self, state, frame):
        return [unit for unit in self.rules.own(state, frame.data["side"]) if not state.units.ready[unit]]

    def choices(self, state, frame, prefix):
        if not prefix:
            return offer(self.waiting(state, frame))
        more = len(prefix) < (1 if self.plain(prefix[0]) else 3)
        most = (self.replaceable, self.wanted, lambda *_: 1)[len(prefix) - 1](state, prefix[0])
        return [Choice(digit, not more, more) for digit in range(10 if most else 1)]

    @carries("III.2.C.5a", "IV.B.1", "IV.B.1.a2")
    def plain(self, unit):
        """Whether only replacements are asked for."""
        return self.rules.owner(unit) == self.rules.allied or self.rules.depot[unit]

    @carries("III.2.B.1b", "III.2.C.5b", "IV.A.1.c1", "IV.A.1.h3")
    def replaceable(self, state, unit):
        first = self.rules.owner(unit) == self.rules.allied and not state.clock.turn[0]
        left = state.nations.replacements[self.rules.units.nationality[unit]] * state.units.fed[unit]
        return 0 if first else min(left, self.rules.value_of("ceiling", unit) - state.units.strength[unit])

    def wanted(self, state, unit):
        return (self.rules.value_of("supply_ceiling", unit) - state.units.supply[unit]) * state.units.fed[unit]

    @carries("III.2.C.3", "III.2.C.5c", "IV.B.1.c1", "IV.B.2.a1")
    def done(self, state, frame, action, book):
        if not action:
            return ()
        rules, unit, percents = self.rules, action[0], self.rules.column("percents")
        taken = reckon.share(self.replaceable(state, unit), action[1], percents)
        book.put("ready", unit, 1)
        book.add("strength", unit, taken)
        book.add("nations.replacements", rules.units.nationality[unit], -taken)
        if rules.depot[unit]:
            if state.units.fed[unit]:
                book.put("supply", unit, rules.given["depot_supply"])
        else:
            digits = (9, 9) if self.plain(unit) else action[2:]
            book.put("priority", unit, digits[1])
            rules.send(state, book, unit, reckon.share(self.wanted(state, unit), digits[0], percents))
        book.event("readied", "III.2.C.3", unit, taken)
        return (frame,)


@carries("IV.A.2.b", "IV.B.2.b2")
def maintenance(rules, state, frame, book):
    for unit in rules.active(state):
        if state.units.supply[unit] >= reckon.MAINTENANCE:
            book.add("supply", unit, -reckon.MAINTENANCE)
        else:
            book.put("place", unit, OUT)
        book.event("maintained" if state.units.supply[unit] >= reckon.MAINTENANCE else "eliminated", "IV.B.2.b", unit)


class Initiative(Phase):
    """The side that the track names, or a toss, says whether it is first."""

    @carries("III.2.D.2", "II.15")
    def who(self, state, frame):
        if "random-initiative" in self.rules.compiled.options and "tossed" not in frame.data:
            return CHANCE
        nation = self.rules.of_turn("track.initiative", state.clock.turn[0])
        return frame.data.get("tossed", self.rules.compiled.kinds.nationality_side[nation])

    def chance(self, state, frame):
        return Chance("initiative", [Outcome(side) for side in self.rules.sides], state.clock.turn[0])

    def choices(self, state, frame, prefix):
        return [] if prefix else [Choice("first"), Choice("second")]

    @carries("III.2.D.1")
    def done(self, state, frame, action, book):
        if action[0] not in ("first", "second"):
            return [frame.having(tossed=action[0])]
        side = self.who(state, frame)
        first = side if action[0] == "first" else 1 - side
        book.put("clock.leads", 0, first)
        book.event("first player", "III.2.D.1", first)
        return []


@carries("IV.A.1.i3", "III.2.E.1b")
def allotment(rules, state, frame, book):
    """Operation points for the phasing side, before the segments for both."""
    sides = [frame.data["phasing"]] if "phasing" in frame.data else rules.sides
    for unit in rules.active(state):
        if rules.owner(unit) in sides:
            book.put("points", unit, rules.allowance(unit))
    book.event("allotment", "IV.A.1.i", *sides)


@carries("IV.D.1.c5")
def air_power(rules, state, frame, book):
    """Whose segment it is; air points are ready again."""
    book.put("clock.side", 0, frame.data["phasing"])
    for side in rules.sides:
        book.put("sides.flown", side, 0)
    book.event("air points ready", "IV.D.1.c")


@carries("III.2.F.1", "III.2.F.2", "III.2.F.3a", "III.2.F.5")
def resupply(rules, state, frame, book):
    supply(rules, state, frame, book)
    for unit in rules.active(state):
        if not rules.depot[unit] and book.get("fed", unit):
            most, away = rules.value_of("supply_ceiling", unit), rules.owner(unit) != frame.data["phasing"]
            digit, has = state.units.priority[unit], state.units.supply[unit]
            points = reckon.eligible(most, has, digit, rules.column("percents"), enemy_segment=away)
            rules.send(state, book, unit, points)
    book.event("resupplied", "III.2.F")


# -- moving ----------------------------------------------------------------------------------------


class Moves(Phase):
    """``(unit, hex or fortify, …)``, ``(attack, from, to, unit, …, by, unit, …, with, intensity, risk, air)``, ``(end)``."""

    def who(self, state, frame):
        return frame.data["side"]

    def choices(self, state, frame, prefix):
        rules = self.rules
        if not prefix:
            movers = [u for u in rules.handled(state, frame) if rules.can_go(state, frame, u)]
            return [Choice("end"), *offer(movers), *offer(["attack"] * bool(rules.battles(state, frame)))]
        if isinstance(prefix[0], str):
            return self.attacks(state, frame, prefix[1:]) if prefix[0] == "attack" else []
        now = rules.begins(state, frame, prefix[0])
        for deed in prefix[1:]:
            now = rules.after(state, frame, prefix[0], now, deed)
        ahead = rules.deeds(state, frame, prefix[0], now)
        return [Choice(deed, True, any(rules.deeds(state, frame, prefix[0], then))) for deed, then in ahead]

    @carries("III.2.E.12", "III.2.E.12.a", "III.2.E.12.c", "III.2.E.12.d", "IV.D.1.a1", "IV.D.1.b")
    def attacks(self, state, frame, chosen):
        """How an attack goes on: hexes, defenders, attackers, then intensity, risk and air points."""
        rules, battles = self.rules, self.rules.battles(state, frame)
        if len(chosen) < 2:
            return offer(battles[chosen[0]] if chosen else battles)
        defenders, rest = parted(chosen[2:], "by")
        attackers, numbers = parted(rest, "with")
        if "by" not in chosen:
            return further(rules.targets(state, chosen[1]), defenders, "by")
        if "with" not in chosen:
            return further(rules.attackers(state, frame, chosen[0]), attackers, "with")
        if numbers:
            return answers(rules, state, frame.data["side"], numbers[1:])
        return offer(n for n in reckon.LEVELS if all(rules.can_pay(state, frame, u, n) for u in attackers))

    @carries("III.2.E.11", "III.2.E.10.d", "IV.D.3.g")
    def done(self, state, frame, action, book):
        limited = frame.step == "limited-reaction"
        if action[0] == "attack":
            defenders, rest = parted(action[3:], "by")
            attackers, (intensity, risk, air) = parted(rest, "with")
            fight = {"side": frame.data["side"], "step": frame.step, "from": action[1], "to": action[2]}
            fight |= {"defenders": defenders, "attackers": attackers}
            fight |= {"intensity": intensity, "risks": [risk], "airs": [air]}
            return [frame] * (not limited) + [Frame("defence", fight)]
        if action[0] == "end":
            return ()
        march = Frame("march", {"unit": action[0], "deeds": list(action[1:]), "step": frame.step})
        after = Frame("another", {**frame.data, "unit": action[0], "from": state.units.place[action[0]]})
        return (after if limited else frame, march)


def further(listed, picked, word):
    """One more of those listed, or the word that goes on after at least one."""
    return offer([*(u for u in listed if not picked or u > picked[-1]), *[word] * bool(picked)])


def answers(rules, state, side, numbers):
    """A level of risk, then air points."""
    if not numbers:
        return offer(reckon.LEVELS)
    return [Choice(n) for n in range(rules.air(state, side) + 1)] if len(numbers) == 1 else []


@carries("III.2.I.2", "III.2.I.5a")
def march(rules, state, frame, book):
    """The next deed of a unit, unless something has come between that does not leave it possible."""
    unit, deeds, doing = frame.data["unit"], frame.data["deeds"], Frame(frame.data["step"])
    now = rules.begins(state, doing, unit)
    after = rules.after(state, doing, unit, now, deeds[0]) if deeds and now.place >= 0 else None
    if after is None:
        return ()
    book.add("points", unit, after.points - now.points)
    for column in ("place", "supply", "fort"):
        book.put(column, unit, getattr(after, column))
    if deeds[0] == "fortify":
        book.event("fortifies", "IV.C.2.d", unit, after.fort)
    else:
        rules.ledger.enters(book, after.place, rules.owner(unit))
        if rules.prizes.get(after.place) == rules.owner(unit):
            book.put("clock.taken", 0, rules.owner(unit) + 1)
        book.event("enters", "IV.C.2.c", unit, after.place)
    return () if after.stops else (frame.having(deeds=deeds[1:]),)


# -- limited reaction ------------------------------------------------------------------------------


@carries("III.2.E.10", "III.2.G.3", "III.2.H.2")
def interrupts(rules, state, event):
    """The other side may react to whoever comes next to it alone, and to a battle; nobody reacts to a reaction."""
    if event.name not in ("enters", "battle ends") or any(frame.step == "another" for frame in state.stack):
        return None
    unit = event.subjects[0]
    if event.name == "enters" and (rules.depot[unit] or not rules.exposed(state, unit, state.units.place[unit])):
        return None
    data = {"side": 1 - rules.owner(unit), "chance": MOVE_TRIGGERS if event.name == "enters" else BATTLE_TRIGGERS}
    may = not state.clock.taken[0] and rules.can_act(state, Frame("limited-reaction", data))
    return Frame("trigger", data) if may else None


class Toss(Phase):
    """Chance alone decides whether a reaction comes: so many times in a hundred."""

    def who(self, state, frame):
        return CHANCE

    def chance(self, state, frame):
        share, subjects = frame.data.get("chance", GOES_ON), (frame.data.get("side", -1), frame.data.get("unit", -1))
        return Chance(self.id, [Outcome(1, share), Outcome(0, 100 - share)], state.clock.turn[0], subjects)

    def done(self, state, frame, action, book):
        return [Frame("limited-reaction", {"side": frame.data["side"]})] * (action == (1,))


class Another(Toss):
    """Whether a reaction goes on with another unit."""

    @carries("III.2.E.10.b", "III.2.E.10.c")
    def who(self, state, frame):
        unit, place = frame.data["unit"], state.units.place[frame.data["unit"]]
        ended = place != frame.data["from"] and self.rules.exposed(state, unit, place)
        reaction = Frame("limited-reaction", {"side": frame.data["side"]})
        return NOBODY if ended or not self.rules.can_act(state, reaction) else CHANCE


class CadreToss(Toss):
    """Whether an eliminated unit comes back."""

    @carries("IV.A.2.c1")
    def done(self, state, frame, action, book):
        if action == (1,):
            unit = frame.data["unit"]
            strength = ceil(Fraction(self.rules.value_of("ceiling", unit), 5))
            for column, new in (("place", CADRE), ("strength", strength), ("supply", CADRE_SUPPLY), ("fort", 0)):
                book.put(column, unit, new)
            book.event("cadre formed", "IV.A.2.c", unit)


# -- battle ----------------------------------------------------------------------------------------


class Defence(Phase):
    """The defender's risk and air points."""

    def who(self, state, frame):
        return 1 - frame.data["side"]

    @carries("III.2.E.12.e", "IV.D.1.d")
    def choices(self, state, frame, prefix):
        return answers(self.rules, state, 1 - frame.data["side"], prefix)

    def done(self, state, frame, action, book):
        risks, airs = [*frame.data["risks"], action[0]], [*frame.data["airs"], action[1]]
        return [Frame("battle", {**frame.data, "risks": risks, "airs": airs, "drawn": []})]


class Battle(Phase):
    """Four questions: risk factors of attacker and defender, air points that each shoots down; then the losses."""

    def who(self, state, frame):
        return CHANCE if len(frame.data["drawn"]) < 4 else NOBODY

    @carries("IV.D.5.b2", "IV.D.1.c2")
    def chance(self, state, frame):
        data, drawn = frame.data, len(frame.data["drawn"])
        subjects = (drawn, *data["attackers"], -1, *data["defenders"])
        if drawn < 2:
            low, high = (self.rules.column(f"risk.{end}")[sum(data["risks"]) - 2] for end in ("low", "high"))
            return Chance("risk factor", [Outcome(n) for n in range(low, high + 1)], state.clock.turn[0], subjects)
        hits = self.rules.column("air.loss")[data["airs"][drawn - 2]] if data["airs"][3 - drawn] else 0
        return Chance("air loss", [Outcome(1, hits), Outcome(0, 100 - hits)], state.clock.turn[0], subjects)

    def done(self, state, frame, action, book):
        if action:
            return [frame.having(drawn=[*frame.data["drawn"], action[0]])]
        return fought(self.rules, state, frame.data, book)


def bonuses(rules, state, data):
    """Units and hexes that count beside those that fight (IV.D.4.f)."""
    side, stacks = data["side"], rules.stacks(state)
    held = [rules.side_at(state, h) for h in rules.around(data["to"]) if h != data["from"]]
    stack, enemy = len(stacks[data["from"]]) - len(data["attackers"]), len(stacks[data["to"]]) - len(data["defenders"])
    return stack, held.count(side), enemy, held.count(1 - side)


@carries("III.2.E.12.f", "IV.D.4.h", "IV.D.5.d1", "III.2.I.1", "IV.D.2.a", "IV.D.2.c", "IV.D.2.d")
def fought(rules, state, data, book):
    """Odds, losses, costs; who breaks; supply that is captured."""
    units, drawn, airs = state.units, data["drawn"], data["airs"]
    groups, risks = (data["attackers"], data["defenders"]), [Fraction(n, 100) for n in drawn[:2]]
    strength = sum(units.strength[u] for u in groups[0])
    attack = reckon.attack(strength, airs[0], *bonuses(rules, state, data))
    defence = reckon.defence([rules.defender(state, u) for u in groups[1]], airs[1])
    base = reckon.base_loss(rules.loss, data["intensity"], strength)
    losses = (
        reckon.attackers_loss(base, risks[0], airs[1]),
        reckon.defenders_loss(base, risks[1], airs[0], attack / defence),
    )
    for number, side in enumerate((data["side"], 1 - data["side"])):
        book.add("sides.air", side, -drawn[3 - number])
        book.add("sides.flown", side, airs[number] - drawn[3 - number])
    book.event(
        "battle",
        "IV.D.4.h",
        data["from"],
        data["to"],
        data["intensity"],
        int(attack),
        int(defence),
        *drawn,
        data["side"],
    )
    broken = []
    for number, group in enumerate(groups):
        modifiers, strengths = [rules.morale(u) for u in group], [units.strength[u] for u in group]
        for unit, loss in zip(group, reckon.shared(losses[number], strengths, modifiers), strict=True):
            paid, spent = rules.price(unit, data["intensity"], defends=bool(number))
            book.add("strength", unit, -loss)
            book.add("sides.inflicted", 1 - rules.owner(unit), loss)
            book.add("supply", unit, -min(paid, units.supply[unit]))
            book.add("points", unit, -min(spent, units.points[unit]))
            book.event("loses", "IV.D.5.d", unit, loss)
            broken += [(unit, number)] * reckon.breaks(units.strength[unit] - loss, rules.value_of("ceiling", unit))
    for unit, number in broken:
        eliminated(rules, book, unit, [u for u in groups[1 - number] if u not in dict(broken)])
    cadres = [frame for unit, _ in broken for frame in cadre(rules, state, unit)]
    return [Frame("aftermath", {"unit": groups[0][0]})] * (data["step"] != "limited-reaction") + cadres


@carries("IV.A.2.e", "IV.B.2.d", "IV.D.3.f", "IV.A.1.g")
def eliminated(rules, book, unit, captors):
    """A unit is gone; those that beat it share its supply evenly, as much as they can carry."""
    book.put("place", unit, OUT)
    for captor in captors:
        room = rules.value_of("supply_ceiling", captor) - book.get("supply", captor)
        book.add("supply", captor, min(book.get("supply", unit) // len(captors), room))
    book.event("eliminated", "IV.A.2.a", unit)


@carries("IV.A.2.c2", "IV.A.2.d", "IV.A.1.f3", "IV.D.3.e")
def cadre(rules, state, unit):
    """The question whether a unit comes back; none for one that has too little supply or is shut in."""
    if state.units.supply[unit] < reckon.LOW or rules.shut_in(state, state.units.place[unit], rules.owner(unit)):
        return []
    return [Frame("cadre", {"unit": unit, "chance": rules.column("cadre")[rules.value_of("morale", unit) - 1]})]


def aftermath(rules, state, frame, book):
    book.event("battle ends", "III.2.E.10", frame.data["unit"])


# -- the end of a turn -----------------------------------------------------------------------------


@carries("III.1.D", "III.2.I.2", "III.2.I.3")
def victory(rules, state, frame, book):
    """Points for places and for how far units are from home; the next turn."""
    for side, points in enumerate(rules.ledger.for_towns(state.towns.holder)):
        book.add("sides.gained", side, points)
    for unit in rules.active(state):
        book.add("sides.gained", rules.owner(unit), rules.ledger.for_distance(rules.from_home(state, unit)))
    book.event("turn ends", "III.2.I", state.clock.turn[0])


STEPS = {
    "reinforcement": ("III.2.A", reinforcement), "supply": ("III.2.B", supply),
    "logistics": ("III.2.C", Logistics), "maintenance": ("IV.B.2.b", maintenance), "initiative": ("III.2.D", Initiative),
    "allotment": ("IV.A.1.i", allotment), "air-power": ("IV.D.1.c", air_power), "operations": ("III.2.E", Moves), "resupply": ("III.2.F", resupply),
    "depot-movement": ("III.2.G", Moves), "enemy-reaction": ("III.2.H", Moves), "march": ("IV.C.2", march),
    "trigger": ("III.2.E.10", Toss), "limited-reaction": ("III.2.E.10", Moves), "another": ("III.2.E.10.b", Another),
    "defence": ("IV.D.1.d", Defence), "battle": ("IV.D.4", Battle), "cadre": ("IV.A.2.c", CadreToss),
    "aftermath": ("III.2.E.10", aftermath), "victory": ("III.2.I", victory),
}  # fmt: skip
