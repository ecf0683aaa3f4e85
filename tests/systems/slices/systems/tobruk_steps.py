"""The sequence of play of *Rats of Tobruk*: set-up, cup, activation, moves that opportunity fire interrupts."""

from __future__ import annotations

import tobruk_combat as combat
from tobruk_play import LEG, OUT, TO_COME, TO_SET_UP, TRACKED

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.offers import offer, split_at, targets_by_token, two_stage_choices
from scenario_forge.wargame.base.steps import Decision, Throw

# -- set-up and turns --------------------------------------------------------------------------------


class SetUp(Decision):
    """``(unit, hex)``: units whose start leaves it open (17.7)."""

    def waiting(self, state):
        return next((u for u, place in enumerate(state.units.place) if place == TO_SET_UP), None)

    def who(self, state, frame):
        unit = self.waiting(state)
        return NOBODY if unit is None else self.rules.owner(unit)

    @carries("17.7.1", "17.7.2", "17.7.3")
    def choices(self, state, frame, prefix):
        if not prefix:
            return offer([self.waiting(state)])
        rules, unit = self.rules, prefix[0]
        room = [h for h in rules.areas[unit] if rules.room(state, h) >= rules.weight(state, prefix[:1])]
        return [] if len(prefix) > 1 else [Choice(hex_) for hex_ in room]

    def done(self, state, frame, action, book):
        if not action:
            return ()
        book.put("place", action[0], action[1])
        book.event("set up", "17.7", *action)
        return [frame]


@carries("3.2.1", "14.0.1", "14.1.8")
def weather(rules, state, frame, book):
    storm = frame.data["thrown"] >= rules.column("storm")[0]
    book.note("clock.sandstorm", int(storm))
    book.event("sandstorm" if storm else "clear weather", "14.0")


@carries("3.3.1", "5.0.1", "5.2.1", "5.2.2", "5.2.3")
def supply(rules, state, frame, book):
    """One phase more without supply for units that have none; from the third on they suffer."""
    for unit in rules.active(state):
        lapse = 0 if rules.is_supplied(state, unit) else state.units.lapse[unit] + 1
        book.put("lapse", unit, lapse)
        if lapse > 2:
            combat.deplete(rules, book, unit, "5.2")
    book.event("supply judged", "5.0")


class Cup(Decision):
    """``(chit, chit …)`` or ``(none)``: the chits that go into the cup."""

    @carries("17.6.2", "17.6.5", "17.7.5", "17.7.6", "3.5.3")
    def choices(self, state, frame, prefix):
        rules, side = self.rules, frame.data["side"]
        living = {rules.hq[u] for u, place in enumerate(state.units.place) if place != OUT and not rules.is_hq(u)}
        own = [h for h in sorted(living) if rules.owner(h) == side and not rules.group("automatic")[h]]
        ahead = [h for h in own if not prefix or h > prefix[-1]] if "none" not in prefix else []
        left = self.most(state, side, len(own)) - len(prefix)
        more = [Choice(h, True, left > 1 and h != own[-1]) for h in ahead[: max(left, 0) and None]]
        return [*more, *[Choice("none")] * (not prefix)]

    @carries("17.6.3", "17.7.5")
    def most(self, state, side, own):
        """The second side puts in half as many as the first, and may always put in one."""
        other = sum(state.units.chit[h] for h in self.rules.chits if not self.rules.group("automatic")[h])
        return own if side == self.rules.axis else max((other + 1) // 2, 1)

    @carries("3.4.1", "17.5.1", "2.4.3")
    def done(self, state, frame, action, book):
        rules, chits = self.rules, [n for n in action if n != "none"]
        if (
            frame.data["side"] == rules.axis
            and rules.side_at(state, rules.hex(rules.given["automatic"]["place"])) == rules.axis
        ):
            chits += [h for h in rules.chits if rules.group("automatic")[h]]
        for hq in chits:
            book.put("chit", hq, 1)
            book.event("chit", "3.4", hq)


class First(Decision):
    """``(chit)``: the first side chooses the first of its chits, before any is drawn (17.2)."""

    @carries("17.2.1")
    def choices(self, state, frame, prefix):
        own = (h for h in self.rules.chits if self.rules.owner(h) == frame.data["side"])
        return [] if prefix else [Choice(h) for h in own if state.units.chit[h]]

    def open(self, state, frame):
        return bool(self.offered(state, frame, ()))

    def done(self, state, frame, action, book):
        return [Frame("activation", self.rules.take_draw(state, action[0], book))] if action else ()


@carries("3.4.3", "6.0.2", "6.0.5", "6.0.6", "6.0.8", "6.0.11", "2.4.3", "6.0.15")
def activation(rules, state, frame, book):
    """Units that the headquarters reaches, and those still to come; without it, one stack."""
    hq, place, own = frame.data["hq"], state.units.place, rules.formation(frame.data["hq"])
    coming, reach = [unit for unit in own if place[unit] == TO_COME], rules.activates(hq)
    on_map = [unit for unit in own if place[unit] >= 0]
    ends = Frame("activation-end", frame.data)
    if place[hq] == OUT:
        return [ends, Frame("stack", {**frame.data, "units": on_map + coming})]
    near = [unit for unit in on_map if place[hq] < 0 or rules.distance(place[hq], place[unit]) <= reach]
    return [ends, *acts({**frame.data, "units": near + coming})]


def acts(data):
    """All moves before all fights (3.4.4)."""
    return [Frame("fights", data), Frame("crowding", data), Frame("movement", data)]


class Stack(Decision):
    """``(hex)`` or ``(pass)``: which stack acts without its headquarters (2.4)."""

    def choices(self, state, frame, prefix):
        hexes = sorted({max(state.units.place[unit], -1) for unit in frame.data["units"]} - {-1})
        return [] if prefix else [*map(Choice, hexes), Choice("pass")]

    def done(self, state, frame, action, book):
        if not action or action[0] == "pass":
            return ()
        return acts({**frame.data, "units": [u for u in frame.data["units"] if state.units.place[u] == action[0]]})


# -- moving ----------------------------------------------------------------------------------------


class Movement(Decision):
    """``(unit, unit …, by, hex, hex …)`` or ``(end)``; ``drop, unit`` on the way leaves one behind. Leg units ride
    tanks: ``(mount, unit, tank)``, ``(dismount, unit)``."""

    def movers(self, state, frame):
        units = state.units
        there = (unit for unit in frame.data["units"] if units.place[unit] != OUT)
        return [unit for unit in there if not (units.moved[unit] or units.pinned[unit] or units.tank[unit])]

    @carries("2.6.2", "3.4.5", "6.0.3", "6.0.7", "9.3.1", "17.6.1")
    def choices(self, state, frame, prefix):
        rules = self.rules
        if not prefix:
            able = [unit for unit in self.movers(state, frame) if rules.ahead(state, rules.before_deeds(state, [unit]))]
            jumps = [*["mount"] * bool(self.mounts(state, frame)), *["dismount"] * bool(self.riding(state, frame))]
            return [*offer([*able, *jumps]), Choice("end")]
        if prefix[0] in ("end", "mount", "dismount"):
            return self.jumps(state, frame, prefix)
        if "by" not in prefix:
            return [*offer(["by"]), *self.others(state, frame, list(prefix))]
        at = prefix.index("by")
        now = walked(rules, state, rules.before_deeds(state, prefix[:at]), prefix[at + 1 :])
        if isinstance(now, list):
            return offer(now)
        ahead = rules.ahead(state, now)
        dropped = len(now.units) > 1 and len(prefix) > at + 1 and prefix[-2] != "drop" and ahead
        more = [Choice(hex_, True, bool(rules.ahead(state, then))) for hex_, then in ahead]
        return [*more, *offer(["drop"] * bool(dropped and self.droppable(state, now)))]

    def jumps(self, state, frame, prefix):
        if prefix[0] == "mount":
            return two_stage_choices(self.mounts(state, frame), prefix[1:])
        return list(map(Choice, self.riding(state, frame))) if prefix == ("dismount",) else []

    @carries("9.5.1", "9.5.2", "9.5.3", "9.5.4")
    def mounts(self, state, frame):
        """By leg unit: tanks in its hex that it can mount. One of the two must be active."""
        rules, units, active, found = self.rules, state.units, frame.data["units"], {}
        hexes = {units.place[unit] for unit in active if units.place[unit] >= 0}
        for stack in (rules.stacks(state)[hex_] for hex_ in hexes):
            free = (u for u in stack if not (units.pinned[u] or units.tank[u] or rules.is_hq(u)))
            able = [u for u in free if self.spare(state, u)]
            taken = {units.tank[u] - 1 for u in stack}
            tanks = [u for u in able if rules.kind[u] == TRACKED and u not in taken]
            for leg in (u for u in able if rules.kind[u] == LEG):
                if fit := [tank for tank in tanks if leg in active or tank in active]:
                    found[leg] = fit
        return found

    @carries("9.5.6", "9.5.12")
    def riding(self, state, frame):
        """Units that can dismount: their tanks are active, and both have a point left."""
        units, active = state.units, frame.data["units"]
        riders = [u for u, tank in enumerate(units.tank) if tank and tank - 1 in active]
        return [u for u in riders if self.spare(state, u) and self.spare(state, units.tank[u] - 1)]

    def spare(self, state, unit):
        """Whether a unit has a point left."""
        return state.units.spent[unit] + 2 <= self.rules.budget(state, unit)

    @carries("9.5.3", "9.5.12", "9.5.13")
    def jump(self, state, frame, action, book):
        """Both spend a point; the tank may go on where it need not stop."""
        rules, leg, mounts = self.rules, action[1], action[0] == "mount"
        tank = action[2] if mounts else state.units.tank[leg] - 1
        for unit in (leg, tank):
            book.add("spent", unit, 2)
        book.put("tank", leg, tank + 1 if mounts else 0)
        if tank in frame.data["units"] and state.units.place[tank] not in rules.zone(state, 1 - frame.data["side"]):
            book.put("moved", tank, 0)
        book.event("mounts" if mounts else "dismounts", "9.5", leg, tank)
        return [frame]

    def droppable(self, state, now):
        return all(self.rules.ahead(state, without(now, unit)) for unit in now.units)

    def others(self, state, frame, chosen):
        """Units of the same hex that can go with those chosen."""
        rules, place = self.rules, state.units.place
        beside = [u for u in self.movers(state, frame) if u > chosen[-1] and place[u] == place[chosen[0]]]
        fit = [u for u in beside if rules.weight(state, [*chosen, u]) <= rules.limit]
        return offer(u for u in fit if rules.ahead(state, rules.before_deeds(state, [*chosen, u])))

    def done(self, state, frame, action, book):
        if not action or action[0] == "end":
            return ()
        if action[0] in ("mount", "dismount"):
            return self.jump(state, frame, action, book)
        units, way = split_at(action, "by")
        return [frame, Frame("march", {"side": frame.data["side"], "units": units, "way": way})]


def without(now, unit):
    """A stack on the way without one of its units (9.1.6)."""
    kept = [(u, s) for u, s in zip(now.units, now.spent, strict=True) if u != unit]
    return now._replace(units=tuple(u for u, _ in kept), spent=tuple(s for _, s in kept))


def walked(rules, state, now, way):
    """Where a way has led so far; the units that can be dropped, where one of them is to be named next."""
    way = list(way)
    while way:
        if way[0] == "drop":
            if len(way) == 1:
                return list(now.units)
            now, way = without(now, way[1]), way[2:]
        else:
            now, way = rules.after(state, now, way[0]), way[1:]
    return now


@carries("9.0.3", "9.0.16", "9.1.6", "9.3.3", "11.4.4", "11.4.5", "11.3.25", "9.2.4", "9.5.5")
def march(rules, state, frame, book):
    """One hex for a stack; who was pinned or lost on the way stays behind."""
    units, data = state.units, frame.data
    going = [unit for unit in data["units"] if not units.pinned[unit] and units.place[unit] != OUT]
    way = list(data["way"])
    if way and way[0] == "drop":
        going, way = [unit for unit in going if unit != way[1]], way[2:]
    if not going or not way:
        return ()
    at = units.place[going[0]]
    then = rules.after(state, rules.before_deeds(state, going), way[0])
    if then is None:
        return ()
    for unit, spent in zip(then.units, then.spent, strict=True):
        combat.put(rules, book, unit, then.place)
        book.put("spent", unit, spent)
        book.put("moved", unit, 1)
        book.put("road", unit, int(then.road))
        if at < 0:
            book.put("came", unit, 1)
    combat.decide(rules, state, book)
    book.event("enters", "9.0", then.units[0], then.place, *then.units[1:])
    return () if then.stops else [frame.with_values(units=list(then.units), way=way[1:])]


class Crowding(Decision):
    """``(unit)``: who suffers where too many are in a hex after all have moved (7.1)."""

    @carries("7.1.6", "7.0.1", "9.5.11")
    def choices(self, state, frame, prefix):
        rules, side = self.rules, frame.data["side"]
        hex_ = next((h for h in rules.occupied_hexes(state, side) if rules.crowded(state, h)), None)
        return [] if prefix or hex_ is None else [Choice(unit) for unit in rules.stacks(state)[hex_]]

    def done(self, state, frame, action, book):
        if not action:
            return ()
        combat.deplete(self.rules, book, action[0], "7.1")
        return [frame]


# -- opportunity fire --------------------------------------------------------------------------------


@carries("11.4.1", "11.4.3", "11.4.9", "11.4.8")
def interrupts(rules, state, event):
    """The other side may fire at who enters a hex; nobody fires at who advances."""
    if event.name != "enters" or state.clock.won[0]:
        return None
    side = 1 - rules.owner(event.subjects[0])
    moved = [event.subjects[0], *event.subjects[2:]]
    frame = Frame("opportunity", {"side": side, "hex": event.subjects[1], "units": moved, "fired": []})
    return frame if firing(rules, state, frame) else None


def firing(rules, state, frame):
    """Who can fire, and at whom: by firer."""
    data = frame.data
    able = (u for u in rules.own(state, data["side"]) if rules.group("direct")[u] and u not in data["fired"])
    return targets_by_token(able, lambda u: [t for t in rules.targets(state, u, data["hex"]) if t in data["units"]])


class Opportunity(Decision):
    """``(firer, target)`` or ``(decline)``."""

    @carries("11.4.6", "11.4.11", "11.3.27", "11.3.31")
    def choices(self, state, frame, prefix):
        found = firing(self.rules, state, frame)
        return [*two_stage_choices(found, prefix), *[Choice("decline")] * (not prefix)]

    def done(self, state, frame, action, book):
        if not action or action[0] == "decline":
            return ()
        fired = frame.with_values(fired=[*frame.data["fired"], action[0]])
        return [fired, Frame("shot", {"firer": action[0], "target": action[1]})]


# -- the end of a turn -----------------------------------------------------------------------------


def activation_end(rules, state, frame, book):
    book.event("activation ends", "6.0", frame.data["hq"])


@carries("3.5.1", "3.5.2", "3.5.4", "3.5.5", "3.5.6", "5.2.8", "10.2.12")
def turn_end(rules, state, frame, book):
    """Markers go, artillery is ready again; after a night both sides may rebuild."""
    book.clear(["pinned", "moved", "spent", "shot", "fought", "came"], rules.active(state))
    book.clear(["fired"], [unit for unit in rules.active(state) if state.units.lapse[unit] < 2])
    night = rules.light(state) == "night"
    book.event("turn ends", "3.5")
    return [Frame("replacement", {"side": side}) for side in (rules.allied, rules.axis)] * night


@carries("4.1.1", "4.1.2", "4.1.3", "4.1.4")
def replacement(rules, state, frame, book):
    total = frame.data["thrown"] + rules.column("replacement")[state.clock.sandstorm[0]]
    return [Frame("rebuild", frame.data)] * (total <= rules.column("rebuilt")[0])


class Rebuild(Decision):
    """``(unit)`` or ``(none)``."""

    @carries("4.1.3", "4.1.5", "4.1.6", "4.1.7")
    def choices(self, state, frame, prefix):
        rules, side, units = self.rules, frame.data["side"], state.units
        zone = rules.zone(state, 1 - side)
        own = [u for u in rules.own(state, side) if units.depleted[u] and rules.kind[u] == LEG]
        far = [
            u for u in own if units.place[u] not in zone and rules.is_supplied(state, u) and not self.aimed(state, u)
        ]
        return [] if prefix else [*map(Choice, far), Choice("none")]

    def aimed(self, state, unit):
        """Whether an enemy that fires directly has a unit within its range."""
        rules, at = self.rules, state.units.place
        foes = (u for u in rules.own(state, 1 - rules.owner(unit)) if rules.group("direct")[u])
        return any(rules.distance(at[foe], at[unit]) <= rules.value_of("range", foe) for foe in foes)

    def done(self, state, frame, action, book):
        if action and action[0] != "none":
            book.put("depleted", action[0], 0)
            book.event("rebuilt", "4.1", action[0])


STEPS = {
    "set-up": ("17.7", SetUp), "weather": ("14.0", Throw, weather),
    "supply": ("5.0", supply), "cup": ("3.4", Cup), "first": ("17.2", First),
    "activation": ("6.0", activation), "stack": ("2.4", Stack), "movement": ("9.0", Movement), "march": ("9.0", march),
    "opportunity": ("11.4", Opportunity), "crowding": ("7.1", Crowding), "activation-end": ("6.0", activation_end),
    "turn-end": ("3.5", turn_end), "replacement": ("4.1", Throw, replacement), "rebuild": ("4.1", Rebuild),
    **combat.STEPS,
}  # fmt: skip
