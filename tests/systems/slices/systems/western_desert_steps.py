"""The sequence of play of *WW2 Western Desert Rules*: two phases a turn, in which action points are spent one by one."""

from __future__ import annotations

from western_desert_play import OUT

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Subset
from scenario_forge.simulator.terms import Attack, Terms
from scenario_forge.wargame.base.offers import offer, split_at
from scenario_forge.wargame.base.steps import DIE, Decision, Throw
from scenario_forge.wargame.base.terms import Fights, table_roll

END = Choice("end")


@carries("24.5", "7.5")
def phase(rules, state, frame, book):
    """What lasted until now goes; two action points are free."""
    side, units = frame.data["side"], range(len(state.units.place))
    book.note("clock.side", side)
    book.clear(["moved", "fired", "aimed"], units)
    book.clear(["dust"], [unit for unit in units if rules.owner(unit) == side])
    book.event("phase begins", "7", side)
    free = sum(not needed for needed in rules.column("points"))
    return [Frame("actions", {**frame.data, "used": 0, "have": free})]


@carries("26.4")
def phase_end(rules, state, frame, book):
    """Smoke that the other side laid clears."""
    for hex_, laid in enumerate(state.ground.smoke):
        if laid == 2 - frame.data["side"]:
            book.put("ground.smoke", hex_, 0)
            book.event("smoke clears", "26", hex_)
    book.event("phase ends", "7", frame.data["side"])


# -- what an action point buys -----------------------------------------------------------------------


class Actions(Decision):
    """``(move, unit, hex …, direction)``, ``(fire, target, unit … [with, gun …])``, ``(group, hq)``, ``(attach, hq, unit)``,
    ``(recover, unit)``, ``(smoke, gun, unit)``, ``(clear, unit)``, ``(airstrike, hex, hex)``, ``(roll)`` for another point,
    ``(end)``."""

    @carries("7.3", "7.8", "9.1", "9.5", "19.3", "19.1")
    def choices(self, state, frame, prefix):
        kinds = {"move": self.moves, "fire": self.fires, "group": self.groups, "attach": self.attaches}
        kinds |= {"recover": self.recovers, "smoke": self.smokes, "clear": self.clears, "airstrike": self.strikes}
        if prefix:
            return kinds[prefix[0]](state, frame, list(prefix[1:])) if prefix[0] in kinds else []
        able = [kind for kind, of in kinds.items() if (self.paid(frame) or kind == "fire") and of(state, frame, [])]
        more = not self.paid(frame) and frame.data["have"] < len(self.rules.column("points"))
        return [*offer(able), *[Choice("roll")] * more, END]

    def paid(self, frame):
        """Whether there is an action point left."""
        return frame.data["used"] < frame.data["have"]

    @carries("9.6", "19.1")
    def done(self, state, frame, action, book):
        kind, *rest = action or ("end",)
        if kind == "end":
            return ()
        if kind == "roll":
            return [Frame("point", frame.data)]
        deeds = {"move": self.move, "fire": self.fire, "group": self.group, "attach": self.attach}
        deeds |= {"recover": self.recover, "smoke": self.smoke, "clear": self.clear, "airstrike": self.strike}
        after = frame.with_values(used=frame.data["used"] + 1)
        return deeds[kind](state, after, rest, book) or [after]

    # -- moving and headquarters ---------------------------------------------------------------------

    @carries("9.2", "6.5", "6.6", "11.4", "12.5", "Q7.1")
    def moves(self, state, frame, chosen):
        rules, side = self.rules, frame.data["side"]
        if not chosen:
            return offer(u for u in rules.own(state, side) if rules.can_move(state, u))
        directed = int(rules.hq_of(state, chosen[0]) is not None)
        return ways(rules, state, chosen[0], chosen[1:], directed)

    @carries("10.6", "11.4")
    def move(self, state, after, chosen, book):
        hq = self.rules.hq_of(state, chosen[0])
        if hq is not None:
            book.put("moved", hq, 1)
        go(self.rules, state, book, chosen[0], chosen[1:-1], chosen[-1])

    @carries("3.1", "10.1", "10.6")
    def groups(self, state, frame, chosen):
        rules, units = self.rules, state.units
        own = (hq for hq in rules.hqs if rules.owner(hq) == frame.data["side"] and units.host[hq] >= 0)
        able = [hq for hq in own if not units.moved[hq] and rules.can_move(state, units.host[hq])]
        return [] if chosen else [Choice(hq) for hq in able]

    @carries("10.2")
    def group(self, state, after, chosen, book):
        rules, side, host = self.rules, after.data["side"], state.units.host[chosen[0]]
        near = (unit for hex_ in rules.around(state.units.place[host]) for unit in rules.stacks(state).get(hex_, ()))
        units = [host, *(unit for unit in near if rules.owner(unit) == side)]
        book.put("moved", chosen[0], 1)
        book.event("group move", "10", chosen[0], host)
        return [after, Frame("group", {"side": side, "host": host, "units": units})]

    @carries("3.2", "9.4", "11.1", "11.3", "Q0.1", "Q8.1", "Q16.1")
    def attaches(self, state, frame, chosen):
        """A headquarters of the force, which began with a unit, and a unit that has none."""
        rules, side, force = self.rules, frame.data["side"], self.rules.column("start.attached")[::2]
        free = [u for u in rules.own(state, side) if rules.hq_of(state, u) is None]
        if chosen:
            return [Choice(u) for u in free] if len(chosen) == 1 else []
        return offer(hq for hq in rules.hqs if rules.owner(hq) == side and free and hq in force)

    @carries("11.2")
    def attach(self, state, after, chosen, book):
        book.put("host", *chosen)
        book.event("attached", "11", *chosen)

    # -- what one unit does --------------------------------------------------------------------------

    @carries("18.3", "18.4", "18.5", "Q5.1", "Q5.2")
    def recovers(self, state, frame, chosen):
        if chosen or frame.data["used"] + 1 < self.rules.column("recover")[0]:
            return []
        return [Choice(u) for u in self.rules.own(state, frame.data["side"]) if state.units.disordered[u]]

    @carries("18.2")
    def recover(self, state, after, chosen, book):
        book.put("disordered", chosen[0], 0)
        book.event("recovers", "18", chosen[0])

    @carries("26.1", "26.3")
    def smokes(self, state, frame, chosen):
        """A gun that could fire, and infantry in its range that has no smoke yet."""
        rules, side, units = self.rules, frame.data["side"], state.units
        if not chosen:
            guns = (u for u in rules.own(state, side) if rules.value_of("artillery", u) and rules.can_fire(state, u))
            return offer(u for u in guns if self.smokes(state, frame, [u]))
        infantry = (u for u in rules.own(state, side) if rules.group("infantry")[u])
        most, at = rules.value_of("range", chosen[0]), units.place[chosen[0]]
        near = (u for u in infantry if rules.distance(at, units.place[u]) <= most)
        return [Choice(u) for u in near if not state.ground.smoke[units.place[u]]] if len(chosen) == 1 else []

    @carries("26.2")
    def smoke(self, state, after, chosen, book):
        gun, hex_ = chosen[0], state.units.place[chosen[1]]
        book.put("fired", gun, 1)
        book.put("ground.smoke", hex_, after.data["side"] + 1)
        book.event("smoke", "26", gun, hex_)

    @carries("23.4", "23.5")
    def clears(self, state, frame, chosen):
        """A unit in a minefield, with a headquarters or made for it, that does not fire instead."""
        rules, units = self.rules, state.units
        mined = (u for u in rules.own(state, frame.data["side"]) if state.ground.mined[units.place[u]])
        able = (u for u in mined if rules.value_of("clears_mines", u) or rules.hq_of(state, u) is not None)
        return [] if chosen else [Choice(u) for u in able if rules.can_fire(state, u)]

    def clear(self, state, after, chosen, book):
        hex_ = state.units.place[chosen[0]]
        book.put("fired", chosen[0], 1)
        book.put("ground.mined", hex_, 0)
        book.event("clears mines", "23", chosen[0], hex_)

    # -- fire ----------------------------------------------------------------------------------------

    @carries("9.3", "13.4", "16.1", "16.4", "19.1", "19.2")
    def fires(self, state, frame, chosen):
        """Targets; then who fires, in the order of units; then artillery that somebody spots for."""
        rules, side, paid = self.rules, frame.data["side"], self.paid(frame)
        if not chosen:
            return offer(t for t in rules.own(state, 1 - side) if self.fires(state, frame, [t]))
        target, (picked, support) = chosen[0], split_at(chosen[1:], "with")
        guns = rules.supporters(state, side, target) if paid else []
        if "with" in chosen:
            return Subset(guns).choices(support)
        firers = rules.firers(state, side, target) if paid else rules.free_shots(state, side, target)
        least = 0 if rules.spotted(state, side, target) else 1
        return Subset(firers, least).choices(picked, "with" if guns else "")

    def fire(self, state, after, chosen, book):
        """All fire at one target: for no action point where only anti-tank guns do at armour."""
        rules, side, target, (units, guns) = self.rules, after.data["side"], chosen[0], split_at(chosen[1:], "with")
        free = not guns and set(units) <= set(rules.free_shots(state, side, target))
        book.put("aimed", target, 1)
        for unit in [*units, *guns]:
            book.put("fired", unit, 1)
            book.event("fires" if unit in units else "supports", "13", unit, target)
        saved = 1 - rules.column("price")[1] if free else 0
        shot = {"side": side, "target": target, "units": units, "guns": guns}
        return [after.with_values(used=after.data["used"] - saved), Frame("attack", shot)]

    @carries("22.1", "22.3", "22.4")
    def strikes(self, state, frame, chosen):
        """A hex with an enemy, and one adjacent to it; the second point may still have to be rolled for."""
        rules, data = self.rules, frame.data
        if len(chosen) == 1:
            return [Choice(hex_) for hex_ in rules.around(chosen[0])]
        missing = data["used"] + rules.column("price")[0] - data["have"]
        may = state.sides.airstrikes[data["side"]] and missing <= (data["have"] < len(rules.column("points")))
        return offer(rules.struck(state, data["side"])) if may and not chosen else []

    def strike(self, state, after, chosen, book):
        used = after.data["used"] - 1 + self.rules.column("price")[0]
        flown = [after.with_values(used=used), Frame("airstrike", {"side": after.data["side"], "hexes": chosen})]
        return flown if used <= after.data["have"] else [Frame("point", {**after.data, "used": used, "hexes": chosen})]


@carries("7.4", "7.6", "7.7", "7.8", "Q0.2")
def point(rules, state, frame, book):
    """A die for the third point and for the fourth; who fails has ended the phase. An airstrike may wait for it."""
    data = {name: frame.data[name] for name in ("side", "used", "have")}
    book.event("point", "7", frame.data["thrown"])
    if frame.data["thrown"] < rules.column("points")[data["have"]]:
        return ()
    strike = [Frame("airstrike", {"side": data["side"], "hexes": frame.data["hexes"]})] if "hexes" in frame.data else []
    return [Frame("actions", {**data, "have": data["have"] + 1}), *strike]


# -- moving ----------------------------------------------------------------------------------------


def ways(rules, state, unit, way, directed):
    """How a move goes on: another hex, or the direction that the unit faces in the end."""
    if way and isinstance(way[-1], str):
        return []
    facing = [d for n, d in enumerate(rules.directions) if way or n != state.units.facing[unit]]
    return [*offer(rules.ahead(state, unit, way, directed)), *map(Choice, facing)]


@carries("24.1", "24.4", "21.3", "Q11.1", "Q9.2")
def go(rules, state, book, unit, way, direction):
    """A whole move: hexes, dust, the way it faces."""
    book.put("moved", unit, 1)
    for hex_ in way:
        book.put("dust", unit, 1)
        comes_to(rules, book, unit, hex_)
        book.event("enters", "12", unit, hex_)
    faces(rules, book, unit, direction)


@carries("21.3")
def comes_to(rules, book, unit, hex_):
    """A unit in another hex is dug in no more, and was last in it, if it counts (MS4)."""
    book.put("place", unit, hex_)
    book.put("dug", unit, 0)
    rules.ledger.enters(book, hex_, rules.owner(unit))


def faces(rules, book, unit, direction):
    book.put("facing", unit, rules.directions.index(direction))
    book.event("faces", "6", unit, rules.directions.index(direction))


class Group(Decision):
    """``(unit, hex …, direction)`` or ``(end)``: a headquarters' unit and those that were adjacent to it."""

    @carries("10.2", "10.3", "10.4", "11.5", "Q3.1")
    def choices(self, state, frame, prefix):
        rules = self.rules
        if not prefix:
            return [*offer(u for u in frame.data["units"] if rules.can_move(state, u)), END]
        return [] if prefix[0] == "end" else ways(rules, state, prefix[0], prefix[1:], 0)

    @carries("10.5")
    def done(self, state, frame, action, book):
        if not action or action[0] == "end":
            book.put("moved", frame.data["host"], 1)
            return book.event("group moved", "10", frame.data["host"])
        go(self.rules, state, book, action[0], action[1:-1], action[-1])
        return [frame]


# -- combat ----------------------------------------------------------------------------------------


@carries("22.3", "22.4", "22.5", "22.6")
def airstrike(rules, state, frame, book):
    """An attack on whoever is in each of two hexes and has not been fired at."""
    side, hexes, frames = frame.data["side"], frame.data["hexes"], []
    book.put("sides.airstrikes", side, state.sides.airstrikes[side] - 1)
    book.event("airstrike", "22", *hexes)
    for hex_, bonus in zip(hexes, rules.column("airstrike"), strict=True):
        for target in (unit for unit in rules.stacks(state).get(hex_, ()) if not state.units.aimed[unit]):
            book.put("aimed", target, 1)
            data = {"side": side, "target": target, "units": [], "guns": [], "bonus": bonus}
            frames.append(Frame("attack", data))
    return reversed(frames)


@carries("17.4", "17.5", "17.6", "17.11", "17.12", "3.4", "21.4")
def attack(rules, state, frame, book):
    """One die on the combat results table."""
    data, target = frame.data, frame.data["target"]
    value = int(rules.value(state, target, data["units"], data["guns"], data.get("bonus", 0)).total)
    code = rules.results.at(value, data["thrown"])
    book.event("attack", "17", target, value, data["thrown"], rules.codes.index(code))
    if code == "DIS":
        book.put("disordered", target, 1)
        book.event("disordered", "17", target)
    if code != "EL":
        return ()
    hq = rules.hq_of(state, target)
    book.put("place", target, OUT)
    if hq is not None:
        book.put("host", hq, -1)
    book.event("eliminated", "17", target)
    if hq is not None:
        book.event("set aside", "3", hq)
    hex_ = state.units.place[target]
    return [Frame("advance", {"side": data["side"], "hex": hex_, "units": [*data["units"], *data["guns"]]})]


EFFECTS = {"DIS": "the target is disordered", "EL": "the target is eliminated"}


def attacks(rules, state, frame, action):
    """Fire that is being chosen, or for which the die is still to be thrown."""
    data = dict(frame.data)
    if frame.step == "actions" and action[:1] == ("fire",) and len(action) > 2:
        units, guns = split_at(action[2:], "with")
        data = {"target": action[1], "units": units, "guns": guns}
    shooters = (*data.get("units", ()), *data.get("guns", ()))
    return [Attack(state.units.place[data["target"]], shooters, data)] if "target" in data and shooters else []


def terms(rules, state, attack):
    """The terms of fire at the unit in a hex, by units that can fire at it and guns in support."""
    side, given = rules.owner(attack.attackers[0]), attack.given
    target, guns = rules.stacks(state)[attack.target][0], [u for u in attack.attackers if u in given.get("guns", ())]
    units = [u for u in attack.attackers if u not in guns]
    for unit in attack.attackers if "units" not in given else ():
        if unit not in rules.firers(state, side, target):
            raise ValueError(f"{rules.compiled.names['units'][unit]} cannot fire at this hex now")
    found = rules.value(state, target, units, guns, given.get("bonus", 0))
    roll = table_roll(rules.results, int(found.total), DIE, lambda code: EFFECTS.get(code, "no effect"))
    return Terms((found.named("attack value"),), (roll,))


class Advance(Decision):
    """``(unit, direction)`` or ``(none)``: infantry must go, others may, if they are adjacent."""

    def open(self, state, frame):
        return bool(self.adjacent(state, frame))

    def adjacent(self, state, frame):
        at = state.units.place
        return [u for u in frame.data["units"] if self.rules.distance(at[u], frame.data["hex"]) == 1]

    @carries("17.7", "20.1", "20.2")
    def choices(self, state, frame, prefix):
        near = self.adjacent(state, frame)
        infantry = [u for u in near if self.rules.group("infantry")[u]]
        if not prefix:
            return [*offer(infantry or near), *[Choice("none")] * (not infantry)]
        return list(map(Choice, self.rules.directions)) if len(prefix) == 1 and prefix[0] != "none" else []

    def done(self, state, frame, action, book):
        if not action or action[0] == "none":
            return
        unit, hex_ = action[0], frame.data["hex"]
        comes_to(self.rules, book, unit, hex_)
        book.event("advances", "17", unit, hex_)
        faces(self.rules, book, unit, action[1])


STEPS = {
    "phase": ("7", phase), "phase-end": ("7", phase_end),
    "actions": ("9", Actions), "point": ("7", Throw, point), "group": ("10", Group),
    "airstrike": ("22", airstrike), "attack": ("17", Throw, attack), "advance": ("17", Advance),
}  # fmt: skip
FIGHTS = Fights(attacks, terms)
