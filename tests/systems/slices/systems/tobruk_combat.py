"""Fights of *Rats of Tobruk*: direct fire, barrages, attacks with what both sides add, retreats and advances."""

from __future__ import annotations

from tobruk_play import LEG, NA, OUT

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Choice, Outcome
from scenario_forge.simulator.terms import Attack, Reckoning, Terms
from scenario_forge.wargame.base.offers import offer, pick, split_at, targets_by_token, two_stage_choices
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.base.terms import table_roll

PAIRS = [Outcome(10 * a + b) for a in range(1, 7) for b in range(1, 7)]
"""Two dice that are read one by one: 36 is a three and a six."""


@carries("17.4.1", "17.4.2")
def decide(rules, state, book):
    """Whether a side has won by where units are after what is in the book."""
    places = [book.get("place", unit) for unit in range(len(rules.hq))]
    book.note("clock.won", rules.decided(state, places))


def riders(rules, book, unit):
    """Units that ride a tank."""
    return [rider for rider in range(len(rules.hq)) if book.get("tank", rider) == unit + 1]


@carries("9.5.9", "9.5.14")
def hit(rules, book, unit, clause):
    """A result of combat that depletes a unit, and who rides it."""
    for each in [*riders(rules, book, unit), unit]:
        deplete(rules, book, each, clause)


@carries("2.3.4", "2.3.5", "10.4.14")
def deplete(rules, book, unit, clause):
    """A unit is turned over, or gone where it was before, or has one side; who rides it jumps off."""
    if not book.get("depleted", unit) and rules.column("face.depleted")[unit]:
        book.put("depleted", unit, 1)
        book.event("depleted", clause, unit)
        return
    jump_off(rules, book, unit)
    book.put("place", unit, OUT)
    book.put("tank", unit, 0)
    book.event("eliminated", clause, unit)


@carries("9.5.9")
def eliminate(rules, book, unit, clause):
    for each in [*riders(rules, book, unit), unit]:
        book.put("place", each, OUT)
        book.put("tank", each, 0)
        book.event("eliminated", clause, each)


@carries("9.5.10")
def jump_off(rules, book, unit, *, pinned=False):
    """Whoever rides a tank rides it no more."""
    for rider in riders(rules, book, unit):
        book.put("tank", rider, 0)
        if pinned:
            book.put("pinned", rider, 1)
        book.event("jumps off", "9.5", rider, unit)


def put(rules, book, unit, hex_):
    """A unit goes to a hex, and whoever rides it."""
    for each in [unit, *riders(rules, book, unit)]:
        book.put("place", each, hex_)


# -- what an activated formation does ------------------------------------------------------------------


class Fights(Decision):
    """``(fire, unit, target)``, ``(barrage, unit, hex)``, ``(clear, unit, hex)``, ``(attack, hex, unit … [with, unit …])``."""

    def able(self, state, frame):
        place, tank = state.units.place, state.units.tank
        return [u for u in frame.data["units"] if place[u] >= 0 and not self.rules.is_hq(u) and not tank[u]]

    @carries("10.0.1", "10.0.3", "10.0.4", "10.0.5")
    def choices(self, state, frame, prefix):
        if not prefix:
            found = {"fire": self.firers, "barrage": self.shellers, "clear": self.clearers, "attack": self.battles}
            return [*offer(word for word, of in found.items() if of(state, frame)), Choice("end")]
        if prefix[0] == "attack":
            return self.attacks(state, frame, prefix[1:])
        found = {"fire": self.firers, "barrage": self.shellers, "clear": self.clearers}
        return two_stage_choices(found[prefix[0]](state, frame), prefix[1:]) if prefix[0] in found else []

    @carries("11.3.28", "11.3.30", "11.3.31", "11.4.10")
    def firers(self, state, frame):
        """By unit that can fire directly: whom it can fire at."""
        rules, units, hexes = self.rules, state.units, self.rules.occupied_hexes(state, 1 - frame.data["side"])
        able = (u for u in self.able(state, frame) if rules.group("direct")[u])
        free = (u for u in able if not units.shot[u] and not units.fought[u])
        return targets_by_token(free, lambda u: [target for hex_ in hexes for target in rules.targets(state, u, hex_)])

    @carries("11.2.1", "11.2.2", "11.2.14", "11.2.15", "11.2.16")
    def shellers(self, state, frame):
        """By artillery unit that can shell: hexes in range that somebody observes."""
        rules, units, side = self.rules, state.units, frame.data["side"]
        seen = [hex_ for hex_ in rules.occupied_hexes(state, 1 - side) if rules.observed(state, side, hex_)]
        able = (u for u in self.able(state, frame) if rules.group("artillery")[u])
        free = (u for u in able if not units.fired[u] and not units.fought[u])
        return targets_by_token(
            free, lambda u: [h for h in seen if rules.distance(units.place[u], h) <= rules.value_of("range", u)]
        )

    @carries("12.0.1", "12.0.2", "12.0.4", "2.6.4")
    def clearers(self, state, frame):
        """By engineer: hexes beyond a ditch that it can clear; neither hex may be in a zone of the enemy."""
        rules, units, zone = self.rules, state.units, self.rules.zone(state, 1 - frame.data["side"])
        able = (u for u in self.able(state, frame) if rules.group("engineer")[u] and units.place[u] not in zone)
        free = (u for u in able if not (units.pinned[u] or units.fought[u] or units.shot[u]))

        def beyond(unit):
            sides = range(6 * units.place[unit], 6 * units.place[unit] + 6)
            return [rules.neighbours[s] for s in sides if rules.walled(state, s) and rules.neighbours[s] not in zone]

        return targets_by_token(free, beyond)

    @carries("10.0.2", "10.0.6", "10.0.7", "10.1.1", "10.1.3", "2.6.3", "3.4.5")
    def battles(self, state, frame):
        """By hex with enemies: units beside it that can attack it."""
        rules, units, found, hq = self.rules, state.units, {}, state.units.place[frame.data["hq"]]
        reach = rules.activates(frame.data["hq"])
        able = (u for u in self.able(state, frame) if not (units.pinned[u] or units.fought[u] or units.fired[u]))
        for unit in (u for u in able if rules.attack(state, u)):
            at, side = units.place[unit], rules.owner(unit)
            near = hq < 0 or rules.distance(hq, at) <= reach or units.came[unit]
            if near or (at in rules.bunkers and side == rules.allied):  # bunkers have telephones
                for hex_ in (h for h in rules.around(at) if rules.side_at(state, h) == 1 - side):
                    found.setdefault(hex_, []).append(unit)
        return found

    @carries("10.2.2", "10.2.9", "10.2.10", "10.0.8")
    def attacks(self, state, frame, chosen):
        """How an attack goes on: the hex, attackers, and artillery that is added."""
        battles = self.battles(state, frame)
        if not chosen:
            return offer(battles)
        picked, added = split_at(chosen[1:], "with")
        guns = [u for u in self.rules.batteries(state, frame.data["side"], chosen[0]) if u not in picked]
        if "with" in chosen:
            return pick(guns, added)
        return [*pick(battles[chosen[0]], picked, more=bool(guns)), *offer(["with"] * bool(picked and guns))]

    def done(self, state, frame, action, book):
        if not action or action[0] == "end":
            return ()
        if action[0] == "fire":
            book.put("shot", action[1], 1)
            book.event("takes aim", "11.3", action[1])
            return [frame, Frame("shot", {"firer": action[1], "target": action[2]})]
        if action[0] in ("barrage", "clear"):
            book.put("fought", action[1], 1)
            book.put("fired", action[1], int(action[0] == "barrage"))
            book.event(action[0] + " begins", "11.2" if action[0] == "barrage" else "12.0", action[1])
            return [frame, Frame(action[0], {"unit": action[1], "hex": action[2]})]
        return [frame, self.attack(state, frame, action, book)]

    @carries("10.2.3", "11.1.1", "10.2.11")
    def attack(self, state, frame, action, book):
        units, guns = split_at(action[2:], "with")
        for unit in units:
            book.put("fought", unit, 1)
        for unit in guns:
            book.put("fired", unit, 1)
            book.event("supports", "10.2", unit)
        book.event("attack", "10.1", action[1], *units)
        data = {"side": 1 - frame.data["side"], "hex": action[1], "attackers": units, "guns": guns}
        return Frame("support", data)


@carries("11.3.1", "11.3.2", "11.3.13", "11.3.14", "11.3.15", "11.3.16", "11.3.17", "11.3.18", "11.3.19", "11.3.21",
         "11.3.22", "11.3.23", "11.3.24", "13.1.2")  # fmt: skip
def shot(rules, state, frame, book):
    """Both dice must be above the distance; their sum says whether more than a pin comes of it."""
    firer, target, units = frame.data["firer"], frame.data["target"], state.units
    evening, blocked, road = rules.column("direct")
    at = units.place[target]
    each = evening * bool(rules.late(state)) + blocked * rules.ground("blocks", at) + road * units.road[target]
    pair, away = [n + each for n in divmod(frame.data["thrown"], 10)], rules.distance(units.place[firer], at)
    book.event("fires", "11.3", firer, target, *divmod(frame.data["thrown"], 10))
    if min(pair) <= away:
        return
    back = rules.group("reversed")[target]
    defence = rules.column("face.depleted.defence")[target] if back else rules.defence(state, target)
    book.put("pinned", target, 1)
    book.event("pinned", "11.3", target)
    jump_off(rules, book, target, pinned=True)
    if sum(pair) >= defence + away:
        hit(rules, book, target, "11.3")


class Barrage(Throw):
    """A die; if it hits among several, a die for each unit, the highest of which suffer."""

    def who(self, state, frame):
        done = len(frame.data.get("thrown", ()))
        return CHANCE if done < self.needed(state, frame) else NOBODY

    def needed(self, state, frame):
        """One die, and where that hits among several units, as many more as there are."""
        thrown, stack = frame.data.get("thrown"), self.rules.fighters(state, frame.data["hex"])
        several = thrown and len(stack) > 1 and self.hits(state, frame)
        return 1 + (len(stack) if several else 0)

    @carries("11.2.7", "11.2.8", "11.2.9", "11.2.10")
    def hits(self, state, frame):
        rules, hex_ = self.rules, frame.data["hex"]
        total = frame.data["thrown"][0] + sum(ground(rules, hex_)) + rules.late(state)
        return total < rules.printed(state, "attack", frame.data["unit"])

    @carries("11.2.11")
    def done(self, state, frame, action, book):
        thrown, rules = frame.data.get("thrown", []), self.rules
        if action:
            return [frame.with_values(thrown=[*thrown, action[0]])]
        book.event("barrage", "11.2", frame.data["unit"], frame.data["hex"], thrown[0])
        if self.hits(state, frame):
            stack, dice_ = rules.fighters(state, frame.data["hex"]), thrown[1:] or [0]
            for unit, die in zip(stack, dice_, strict=True):
                if die == max(dice_):
                    hit(rules, book, unit, "11.2")
        return ()


@carries("12.0.3", "12.0.6")
def clear(rules, state, frame, book):
    if frame.data["thrown"] >= rules.column("cleared")[0]:
        at = state.units.place[frame.data["unit"]]
        book.put("walls.cleared", rules.walls[6 * at + rules.direction(at, frame.data["hex"])], 1)
        book.event("cleared", "12.0", frame.data["unit"], frame.data["hex"])


# -- attacks -------------------------------------------------------------------------------------------


class Support(Decision):
    """``(unit, unit …)`` or ``(none)``: artillery that the defender adds, after the attacker."""

    @carries("10.2.3", "10.2.6")
    def choices(self, state, frame, prefix):
        guns = self.rules.batteries(state, frame.data["side"], frame.data["hex"])
        return [*pick(guns, prefix), *[Choice("none")] * (not prefix)] if "none" not in prefix else []

    def done(self, state, frame, action, book):
        guns = [unit for unit in action if unit != "none"]
        for unit in guns:
            book.put("fired", unit, 1)
            book.event("supports", "10.2", unit)
        return [Frame("battle", {**frame.data, "support": guns})]


def ground(rules, hex_):
    """Modifiers of the terrain and of a bunker."""
    terrain = rules.given["modifiers"].get(rules.compiled.keys["terrain"][rules.terrain[hex_]], 0)
    return terrain, rules.column("bunker")[0] * (hex_ in rules.bunkers)


@carries("10.1.5", "10.1.7", "10.1.8", "10.1.9", "10.8.1", "10.8.6", "12.1.1", "12.1.6", "14.1.3", "15.0.1", "15.0.2",
         "16.0.1", "16.0.2", "16.0.3", "13.1.1", "12.1.3", "12.1.4", "2.6.7")  # fmt: skip
def modifier(rules, state, hex_, attackers):
    """What is added to the dice of an attack."""
    engineer, found = any(rules.group("engineer")[unit] for unit in attackers), Reckoning()
    side, place = rules.owner(attackers[0]), state.units.place
    for value, source, stands in zip(ground(rules, hex_), ("terrain", "bunker"), ("modifiers", "bunker"), strict=True):
        found.add(value // 2 if engineer else value, source, "10.1", stands)
    across = all(rules.walled(state, 6 * place[u] + rules.direction(place[u], hex_)) for u in attackers)
    miners = [u for u in rules.active(state) if rules.group("engineer")[u] and rules.owner(u) == rules.allied]
    mined = side == rules.axis and any(rules.distance(place[u], hex_) <= 1 for u in miners)
    wire = rules.column("wire")[0] if across else rules.column("wire")[1] if mined else 0
    wire = wire if not engineer else 0 if side == rules.axis else wire // 2
    source = ("ditch and wire", "10.8") if across else ("improvised minefield", "12.1")
    found.add(wire, *source, "combat_dice_modifiers")
    found.add(rules.late(state), "light", "13.1")
    found.add(rules.column("sandstorm")[0] * state.clock.sandstorm[0], "sandstorm", "14.1", "combat_dice_modifiers")
    return found


def strength(rules, state, units, guns, defends):
    """The strength of a side: units that fight, and artillery that is added."""
    found, names = Reckoning(), rules.compiled.names["units"]
    for unit in units:
        found.add((rules.defence if defends else rules.attack)(state, unit), names[unit], "10.1", "counter")
    for unit in guns:
        found.add(rules.attack(state, unit), f"{names[unit]} in support", "10.2", "counter")
    return found


def sums(rules, state, data):
    """Strengths of attackers and defenders, and what is added to the dice."""
    attackers, defenders = data["attackers"], rules.fighters(state, data["hex"])
    return (
        strength(rules, state, attackers, data["guns"], defends=False),
        strength(rules, state, defenders, data["support"], defends=True),
        modifier(rules, state, data["hex"], attackers),
    )


class Battle(Throw):
    """Two dice, three at night, on the combat results table."""

    @carries("10.1.10", "13.2.4")
    def outcomes(self, state, frame):
        count = self.rules.column("dice")[self.rules.of_turn("track.light", state.clock.turn[0])]
        return [Outcome(total, weight) for total, weight in dice(count).ways.items()]


@carries("10.0.8", "10.1.2", "10.1.4", "10.1.11", "10.1.12", "5.2.4", "5.2.5")
def battle(rules, state, frame, book):
    """The ratio of strengths, the result, and what each side must do for it."""
    data, side = frame.data, 1 - frame.data["side"]
    attackers, defenders = data["attackers"], rules.fighters(state, data["hex"])
    attack, defence, more = (int(found.total) for found in sums(rules, state, data))
    code = rules.results.at((attack, defence), data["thrown"] + more)
    book.event("battle", "10.1", data["hex"], attack, defence, data["thrown"], more, rules.codes.index(code))
    advance = Frame("advance", {"side": side, "hex": data["hex"], "units": attackers})
    return [advance, *result(code, (attackers, side), (list(defenders), 1 - side))]


@carries("10.4.1", "10.4.2", "10.4.3", "10.4.4", "10.4.5", "10.4.6", "10.4.7", "10.4.8", "10.4.9", "10.4.10", "10.4.11")
def result(code, attacker, defender):
    """What one side suffers: so many of its units eliminated or depleted, or all of them in retreat."""
    if code == "-":
        return []
    units, side = attacker if code[0] == "A" else defender
    if code[1] == "R":
        return [Frame("retreat", {"side": side, "units": units})]
    number = {"E": len(units), "P": len(units) // 2}.get(code[1], 1)
    return [Frame("loss", {"side": side, "units": units, "number": number, "depletes": code[1] == "C"})]


EFFECTS = {"R": "all {} retreat", "C": "one of the {} is depleted", "D": "one of the {} is eliminated",
           "P": "half of the {} are eliminated", "E": "all {} are eliminated"}  # fmt: skip


def attacks(rules, state, frame, action):
    """The attack that is being chosen, or for which the dice are still to be thrown."""
    data = dict(frame.data)
    if frame.step == "fights" and action[:1] == ("attack",):
        units, guns = split_at(action[2:], "with")
        data = {"hex": (*action, -1)[1], "attackers": units, "guns": guns}
    elif frame.step == "support":
        data["support"] = [unit for unit in action if unit != "none"]
    return [Attack(data["hex"], tuple(data["attackers"]), data)] if data.get("attackers") else []


def terms(rules, state, attack):
    """The terms of an attack, with the artillery that is named."""
    units, given = state.units, attack.given
    for unit in attack.attackers:
        if attack.target not in rules.around(units.place[unit]) or units.pinned[unit] or not rules.attack(state, unit):
            raise ValueError(f"{rules.compiled.names['units'][unit]} cannot attack this hex now")
    data = {"guns": (), "support": (), **given, "hex": attack.target, "attackers": attack.attackers}
    strong, held, more = sums(rules, state, data)

    def effect(code):
        return "no effect" if code == "-" else EFFECTS[code[1]].format("attackers" if code[0] == "A" else "defenders")

    throw = Battle(rules, "battle", "").outcomes(state, None)
    roll = table_roll(rules.results, (int(strong.total), int(held.total)), throw, effect, more=int(more.total))
    return Terms((strong.named("attack"), held.named("defence"), more.named("dice")), (roll,))


class Loss(Decision):
    """``(unit)``: the owner says which of the units suffers."""

    @carries("10.4.12")
    def choices(self, state, frame, prefix):
        left = [u for u in frame.data["units"] if state.units.place[u] >= 0]
        plain = [u for u in left if not self.rules.is_hq(u)] or left
        return [Choice(u) for u in plain] if not prefix and frame.data["number"] else []

    def done(self, state, frame, action, book):
        found = action or [choice.token for choice in self.choices(state, frame, ())]
        if not found:
            return ()
        if frame.data["depletes"]:
            hit(self.rules, book, found[0], "10.4")
        else:
            eliminate(self.rules, book, found[0], "10.4")
        return [frame.with_values(number=frame.data["number"] - 1)]


class Retreat(Decision):
    """``(unit, hex, hex)`` for the first of the units; who cannot go is eliminated (10.5)."""

    def decided(self, frame):
        return frame.data["units"][0] if frame.data["units"] else None

    @carries("10.5.6")
    def who(self, state, frame):
        unit = self.decided(frame)
        if unit is None or not self.ways(state, unit):
            return NOBODY
        return frame.data["side"] if self.goals(state, unit) else 1 - frame.data["side"]

    @carries("10.5.4", "10.5.5")
    def goals(self, state, unit):
        """Headquarters to go to: the own one first, then others from the nearest on; None of them where it is."""
        rules, place = self.rules, state.units.place
        own = (h for h in rules.chits if rules.owner(h) == rules.owner(unit))
        others = (h for h in own if place[h] >= 0 and place[h] != place[unit])
        return sorted(others, key=lambda h: (h != rules.hq[unit], rules.distance(place[unit], place[h])))

    @carries("10.5.1", "10.5.4", "10.5.7", "10.5.8", "8.0.8")
    def ways(self, state, unit):
        """Ways of two hexes, each nearer to the first headquarters that can be approached."""
        rules, place = self.rules, state.units.place
        for goal in self.goals(state, unit) or [None]:
            found = [
                (a, b) for a in self.next_to(state, unit, place[unit], goal) for b in self.next_to(state, unit, a, goal)
            ]
            if found := [(a, b) for a, b in found if b != place[unit] and fits(rules, state, unit, b)]:
                return found
        return []

    def next_to(self, state, unit, hex_, goal):
        """Hexes that it can go on to, nearer to the goal if there is one."""
        at = -1 if goal is None else state.units.place[goal]
        near = [
            h for h in self.rules.around(hex_) if at < 0 or self.rules.distance(h, at) < self.rules.distance(hex_, at)
        ]
        return [h for h in near if self.free(state, unit, hex_, h)]

    def free(self, state, unit, at, to):
        rules, side = self.rules, self.rules.owner(unit)
        if to in rules.zone(state, 1 - side) or rules.side_at(state, to) == 1 - side:
            return False
        return passable(rules, state, unit, at, to)

    @carries("10.5.2", "10.5.3")
    def choices(self, state, frame, prefix):
        unit = self.decided(frame)
        if not prefix:
            return offer([unit]) if unit is not None else []
        ahead = dict.fromkeys(
            way[len(prefix) - 1] for way in self.ways(state, unit) if way[: len(prefix) - 1] == prefix[1:]
        )
        return [Choice(hex_, len(prefix) == 2, len(prefix) == 1) for hex_ in ahead] if len(prefix) < 3 else []

    @carries("10.5.9")
    def done(self, state, frame, action, book):
        unit = self.decided(frame)
        if unit is None:
            return ()
        if action:
            put(self.rules, book, unit, action[2])
            decide(self.rules, state, book)
            book.event("retreats", "10.5", unit, action[2])
        elif state.units.place[unit] >= 0:
            eliminate(self.rules, book, unit, "10.5")
        return [frame.with_values(units=frame.data["units"][1:])]


def passable(rules, state, unit, at, to):
    """Whether a kind of unit may go there at all, whatever it costs."""
    kind, side = rules.kind[unit], 6 * at + rules.direction(at, to)
    if rules.led(side):
        return True
    wall = rules.column("cost.ditch")[kind] if rules.walled(state, side) else 0
    return NA not in (wall, rules.entry(to, kind))


def fits(rules, state, unit, hex_):
    return rules.weight(state, [*rules.stacks(state).get(hex_, ()), unit]) <= rules.limit


class Advance(Decision):
    """``(unit, hex)``, of tracked and wheeled units ``(unit, hex, hex)``, or ``(end)``."""

    @carries("10.6.1", "10.6.2", "10.6.3", "10.6.6", "11.3.33")
    def choices(self, state, frame, prefix):
        rules, hex_, place = self.rules, frame.data["hex"], state.units.place
        if not prefix:
            units = frame.data["units"] if rules.side_at(state, hex_) != 1 - frame.data["side"] else ()
            own = [u for u in units if place[u] in rules.around(hex_) and not state.units.shot[u]]
            able = [u for u in own if passable(rules, state, u, place[u], hex_) and fits(rules, state, u, hex_)]
            return [*offer(able), Choice("end")]
        if prefix[0] == "end" or len(prefix) > 2:
            return []
        if len(prefix) == 1:
            return [Choice(hex_, True, bool(self.beyond(state, frame, prefix[0])))]
        return [Choice(h) for h in self.beyond(state, frame, prefix[0])]

    @carries("10.6.4", "10.6.5")
    def beyond(self, state, frame, unit):
        """One hex more, for all but leg units."""
        rules, hex_ = self.rules, frame.data["hex"]
        if rules.kind[unit] == LEG:
            return []
        free = [h for h in rules.around(hex_) if rules.side_at(state, h) != 1 - frame.data["side"]]
        free = [h for h in free if h != state.units.place[unit]]
        return [h for h in free if passable(rules, state, unit, hex_, h) and fits(rules, state, unit, h)]

    def done(self, state, frame, action, book):
        if not action or action[0] == "end":
            return ()
        put(self.rules, book, action[0], action[-1])
        decide(self.rules, state, book)
        book.event("advances", "10.6", action[0], action[-1])
        left = [unit for unit in frame.data["units"] if unit != action[0]]
        return [frame.with_values(units=left)]


class Shot(Throw):
    """Two dice, read one by one."""

    def outcomes(self, state, frame):
        return PAIRS


STEPS = {
    "fights": ("10.0", Fights), "support": ("10.2", Support), "battle": ("10.1", Battle, battle), "loss": ("10.4", Loss),
    "retreat": ("10.5", Retreat), "advance": ("10.6", Advance), "barrage": ("11.2", Barrage),
    "shot": ("11.3", Shot, shot), "clear": ("12.0", Throw, clear),
}  # fmt: skip
