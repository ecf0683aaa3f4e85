"""The sequence of play of *WW2 Western Desert Rules*: two phases a turn, in which action points are spent one by one."""

from __future__ import annotations

from slice_common import Book
from western_desert_play import DIS, EL, OUT

from scenario_forge.project.carries import carries
from scenario_forge.simulator.playout import SequenceOfPlay
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Next, Outcome, Step

DIE = [Outcome(face) for face in range(1, 7)]
END = Choice("end")


class Phase(Step):
    """A step that goes on by itself, unless it says who decides."""

    def __init__(self, rules, id_, rule, work=None):
        self.rules, self.id, self.rule, self.work = rules, id_, rule, work

    def apply(self, state, frame, action):
        book = Book(state)
        frames = self.done(state, frame, action, book)
        return Next(tuple(book.events), tuple(frames or ()))

    def done(self, state, frame, action, book):
        return self.work(self.rules, state, frame, book)


@carries("7.1", "7.2", "8.1")
def turn(rules, state, frame, book):
    """Both phases, that of the attacker first."""
    number, (first, last, opens, _) = frame.data.get("number", rules.compiled.turns.span[0]), rules.compiled.turns.span
    if number > last:
        return ()
    book.put("clock.turn", 0, number)
    book.event("turn begins", "7", number - first + 1)
    return [frame.having(number=number + 1), *(Frame("phase", {"side": side}) for side in (1 - opens, opens))]


@carries("24.5", "7.5")
def phase(rules, state, frame, book):
    """What lasted until now goes; two action points are free."""
    side, units = frame.data["side"], state.units
    book.put("clock.side", 0, side)
    for unit in range(len(units.place)):
        for column in ("moved", "fired", "aimed", *["dust"] * (rules.owner(unit) == side)):
            if getattr(units, column)[unit]:
                book.put(column, unit, 0)
    book.event("phase begins", "7")
    free = sum(not needed for needed in rules.column("points"))
    return [Frame("phase-end", frame.data), Frame("actions", {**frame.data, "used": 0, "have": free})]


@carries("26.4")
def phase_end(rules, state, frame, book):
    """Smoke that the other side laid clears."""
    for hex_, laid in enumerate(state.ground.smoke):
        if laid == 2 - frame.data["side"]:
            book.put("ground.smoke", hex_, 0)
            book.event("smoke clears", "26", hex_)
    book.put("clock.side", 0, -1)
    book.event("phase ends", "7")


# -- what an action point buys -----------------------------------------------------------------------


class Actions(Phase):
    """``(move, unit, hex …, direction)``, ``(fire, target, unit … [with, gun …])``, ``(group, hq)``, ``(attach, hq, unit)``,
    ``(recover, unit)``, ``(smoke, gun, unit)``, ``(clear, unit)``, ``(airstrike, hex, hex)``, ``(roll)`` for another point, ``(end)``."""

    def decider(self, state, frame):
        return frame.data["side"] if len(self.choices(state, frame, ())) > 1 else NOBODY

    @carries("7.3", "7.8", "9.1", "9.5", "19.3", "19.1")
    def choices(self, state, frame, prefix):
        kinds = {"move": self.moves, "fire": self.fires, "group": self.groups}
        kinds |= {"attach": self.attaches, "recover": self.recovers, "smoke": self.smokes}
        kinds |= {"clear": self.clears, "airstrike": self.strikes}
        if prefix:
            return kinds[prefix[0]](state, frame, list(prefix[1:])) if prefix[0] in kinds else []
        able = [kind for kind, of in kinds.items() if (self.paid(frame) or kind == "fire") and of(state, frame, [])]
        data, points = frame.data, self.rules.column("points")
        more = data["used"] == data["have"] < len(points)
        return [*[Choice(kind, False, True) for kind in able], *[Choice("roll")] * more, END]

    def paid(self, frame):
        """Whether there is an action point left."""
        return frame.data["used"] < frame.data["have"]

    @carries("9.2", "6.5", "6.6", "11.4", "12.5", "Q7.1")
    def moves(self, state, frame, chosen):
        rules, side = self.rules, frame.data["side"]
        if not chosen:
            return [Choice(u, False, True) for u in rules.own(state, side) if rules.can_move(state, u)]
        directed = int(rules.hq_of(state, chosen[0]) is not None)
        return ways(rules, state, chosen[0], chosen[1:], directed)

    @carries("9.3", "13.4", "16.1", "16.4", "19.1", "19.2")
    def fires(self, state, frame, chosen):
        """Targets; then who fires, in the order of units; then artillery that somebody spots for."""
        rules, side, paid = self.rules, frame.data["side"], self.paid(frame)
        if not chosen:
            targets = rules.own(state, 1 - side)
            return [Choice(t, False, True) for t in targets if self.fires(state, frame, [t])]
        target, picked = chosen[0], chosen[1:]
        firers = rules.firers(state, side, target) if paid else rules.free_shots(state, side, target)
        guns = rules.supporters(state, side, target) if paid else []
        listed = firers
        offers = bool(guns) and "with" not in picked and (bool(picked) or rules.spotted(state, side, target))
        if "with" in picked:
            picked, listed = picked[picked.index("with") + 1 :], guns
        ahead = [u for u in listed if not picked or u > picked[-1]]
        last = bool(guns) and listed is firers
        return [*(Choice(u, True, last or u != ahead[-1]) for u in ahead), *[Choice("with", False, True)] * offers]

    @carries("3.1", "10.1", "10.6")
    def groups(self, state, frame, chosen):
        rules, units = self.rules, state.units
        own = (hq for hq in rules.hqs if rules.owner(hq) == frame.data["side"] and units.host[hq] >= 0)
        able = [hq for hq in own if not units.moved[hq] and rules.can_move(state, units.host[hq])]
        return [] if chosen else [Choice(hq) for hq in able]

    @carries("3.2", "9.4", "11.1", "11.3", "Q0.1", "Q8.1", "Q16.1")
    def attaches(self, state, frame, chosen):
        rules, side = self.rules, frame.data["side"]
        free = [u for u in rules.own(state, side) if rules.hq_of(state, u) is None]
        if chosen:
            return [Choice(u) for u in free] if len(chosen) == 1 else []
        in_play = [hq for hq in rules.hqs if rules.owner(hq) == side and state.units.place[hq] != OUT]
        return [Choice(hq, False, True) for hq in in_play if free and self.fielded(state, hq)]

    def fielded(self, state, hq):
        """Whether a headquarters belongs to the force: it began with a unit."""
        return hq in self.rules.column("start.attached")[::2]

    @carries("18.3", "18.4", "18.5", "Q5.1", "Q5.2")
    def recovers(self, state, frame, chosen):
        if chosen or frame.data["used"] + 1 < self.rules.column("recover")[0]:
            return []
        return [Choice(u) for u in self.rules.own(state, frame.data["side"]) if state.units.disordered[u]]

    @carries("26.1", "26.3")
    def smokes(self, state, frame, chosen):
        """A gun that could fire, and infantry in its range that has no smoke yet."""
        rules, side, units = self.rules, frame.data["side"], state.units
        if not chosen:
            guns = (u for u in rules.own(state, side) if rules.column("artillery")[u] and rules.can_fire(state, u))
            return [Choice(u, False, True) for u in guns if self.smokes(state, frame, [u])]
        infantry = (u for u in rules.own(state, side) if rules.column("infantry")[u])
        most, at = rules.column("range")[chosen[0]], units.place[chosen[0]]
        near = (u for u in infantry if rules.away(at, units.place[u]) <= most)
        return [Choice(u) for u in near if not state.ground.smoke[units.place[u]]] if len(chosen) == 1 else []

    @carries("23.4", "23.5")
    def clears(self, state, frame, chosen):
        """A unit in a minefield, with a headquarters or made for it, that does not fire instead."""
        rules, units = self.rules, state.units
        mined = (u for u in rules.own(state, frame.data["side"]) if state.ground.mined[units.place[u]])
        able = (u for u in mined if rules.column("clears_mines")[u] or rules.hq_of(state, u) is not None)
        return [] if chosen else [Choice(u) for u in able if rules.can_fire(state, u)]

    @carries("22.1", "22.3", "22.4")
    def strikes(self, state, frame, chosen):
        """A hex with an enemy, and one adjacent to it; the second point may still have to be rolled for."""
        rules, data = self.rules, frame.data
        missing = data["used"] + rules.column("price")[0] - data["have"]
        if len(chosen) == 1:
            return [Choice(hex_) for hex_ in rules.around(chosen[0])]
        if chosen or not state.sides.airstrikes[data["side"]] or missing > (data["have"] < len(rules.column("points"))):
            return []
        return [Choice(hex_, False, True) for hex_ in rules.struck(state, data["side"])]

    @carries("9.6", "18.2", "26.2", "11.2", "10.2", "19.1")
    def done(self, state, frame, action, book):
        data, rules = frame.data, self.rules
        kind, rest = (action or ("end",))[0], list(action[1:])
        if kind == "end":
            return ()
        if kind == "roll":
            return [Frame("point", data)]
        if kind == "airstrike":
            used = data["used"] + rules.column("price")[0]
            strike = Frame("airstrike", {"side": data["side"], "hexes": rest})
            rolled = [Frame("point", {**data, "used": used, "strike": rest})]
            return [frame.having(used=used), strike] if used <= data["have"] else rolled
        after = frame.having(used=data["used"] + 1)
        if kind == "fire":
            return self.fire(state, frame, rest, book)
        if kind == "move":
            hq = rules.hq_of(state, rest[0])
            if hq is not None:
                book.put("moved", hq, 1)
            go(rules, state, book, rest[0], rest[1:-1], rest[-1])
            return [after]
        if kind == "group":
            host = state.units.host[rest[0]]
            beside = [u for h in rules.around(state.units.place[host]) if (u := rules.at(state).get(h)) is not None]
            units = [host, *(u for u in beside if rules.owner(u) == data["side"])]
            book.put("moved", rest[0], 1)
            book.event("group move", "10", rest[0], host)
            return [after, Frame("group", {"side": data["side"], "host": host, "units": units})]
        if kind == "attach":
            book.put("host", rest[0], rest[1])
            book.event("attached", "11", *rest)
        if kind == "recover":
            book.put("disordered", rest[0], 0)
            book.event("recovers", "18", rest[0])
        if kind == "clear":
            book.put("fired", rest[0], 1)
            book.put("ground.mined", state.units.place[rest[0]], 0)
            book.event("clears mines", "23", rest[0], state.units.place[rest[0]])
        if kind == "smoke":
            book.put("fired", rest[0], 1)
            book.put("ground.smoke", state.units.place[rest[1]], data["side"] + 1)
            book.event("smoke", "26", rest[0], state.units.place[rest[1]])
        return [after]

    def fire(self, state, frame, rest, book):
        """All fire at one target: for no action point where only anti-tank guns do at armour."""
        rules, target, units, guns = self.rules, rest[0], rest[1:], []
        if "with" in units:
            units, guns = units[: units.index("with")], units[units.index("with") + 1 :]
        free = not guns and set(units) <= set(rules.free_shots(state, frame.data["side"], target))
        price = rules.column("price")[1] if free else 1
        book.put("aimed", target, 1)
        for unit in [*units, *guns]:
            book.put("fired", unit, 1)
            book.event("fires" if unit in units else "supports", "13", unit, target)
        shot = {"side": frame.data["side"], "target": target, "units": units, "guns": guns}
        return [frame.having(used=frame.data["used"] + price), Frame("attack", shot)]


class Point(Phase):
    """A die for the third point and for the fourth; who fails has ended the phase."""

    def decider(self, state, frame):
        return CHANCE

    def chance(self, state, frame):
        return Chance("point", DIE, state.clock.turn[0], (frame.data["side"], frame.data["have"]))

    @carries("7.4", "7.6", "7.7", "7.8", "Q0.2")
    def done(self, state, frame, action, book):
        book.event("point", "7", action[0])
        if action[0] < self.rules.column("points")[frame.data["have"]]:
            return ()
        data = {name: value for name, value in frame.data.items() if name != "strike"}
        strike = [
            Frame("airstrike", {"side": data["side"], "hexes": hexes}) for hexes in (frame.data.get("strike"),) if hexes
        ]
        return [Frame("actions", {**data, "have": data["have"] + 1}), *strike]


# -- moving ----------------------------------------------------------------------------------------


def ways(rules, state, unit, way, directed):
    """How a move goes on: another hex, or the direction that the unit faces in the end."""
    if way and isinstance(way[-1], str):
        return []
    facing = [d for n, d in enumerate(rules.directions) if way or n != state.units.facing[unit]]
    return [*(Choice(h, False, True) for h in rules.ahead(state, unit, way, directed)), *map(Choice, facing)]


@carries("24.1", "24.4", "21.3", "Q11.1", "Q9.2")
def go(rules, state, book, unit, way, direction):
    """A whole move: hexes, dust, the way it faces."""
    book.put("moved", unit, 1)
    for hex_ in way:
        book.put("place", unit, hex_)
        book.put("dust", unit, 1)
        book.put("dug", unit, 0)
        occupied(rules, book, unit, hex_)
        book.event("enters", "12", unit, hex_)
    faces(rules, book, unit, direction)


def occupied(rules, book, unit, hex_):
    """Who was last in a hex that counts (MS4)."""
    if hex_ in rules.objectives:
        book.put("hold.holder", list(rules.objectives).index(hex_), rules.owner(unit) + 1)


def faces(rules, book, unit, direction):
    book.put("facing", unit, rules.directions.index(direction))
    book.event("faces", "6", unit, rules.directions.index(direction))


class Group(Phase):
    """``(unit, hex …, direction)`` or ``(end)``: a headquarters' unit and those that were adjacent to it."""

    def decider(self, state, frame):
        return frame.data["side"] if len(self.choices(state, frame, ())) > 1 else NOBODY

    @carries("10.2", "10.3", "10.4", "11.5", "Q3.1")
    def choices(self, state, frame, prefix):
        rules = self.rules
        if not prefix:
            return [*(Choice(u, False, True) for u in frame.data["units"] if rules.can_move(state, u)), END]
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
    for hex_, name in zip(hexes, ("airstrike", "airstrike_second"), strict=True):
        target = rules.at(state).get(hex_)
        if target is not None and not state.units.aimed[target]:
            book.put("aimed", target, 1)
            data = {"side": side, "target": target, "units": [], "guns": [], "bonus": rules.column(name)[0]}
            frames.append(Frame("attack", data))
    return reversed(frames)


class Attack(Phase):
    """One die on the combat results table."""

    def decider(self, state, frame):
        return CHANCE

    def chance(self, state, frame):
        return Chance("attack", DIE, state.clock.turn[0], (frame.data["target"],))

    @carries("17.4", "17.5", "17.6", "17.11", "17.12", "3.4", "21.4")
    def done(self, state, frame, action, book):
        rules, data, target = self.rules, frame.data, frame.data["target"]
        value = rules.value(state, target, data["units"], data["guns"], data.get("bonus", 0))
        code = rules.results.at(rules.results.column(value), action[0])
        book.event("attack", "17", target, value, action[0], code)
        if code == DIS:
            book.put("disordered", target, 1)
            book.event("disordered", "17", target)
        if code != EL:
            return ()
        hex_, hq = state.units.place[target], rules.hq_of(state, target)
        book.put("place", target, OUT)
        if hq is not None:
            book.put("host", hq, -1)
        book.event("eliminated", "17", target)
        if hq is not None:
            book.event("set aside", "3", hq)
        return [Frame("advance", {"side": data["side"], "hex": hex_, "units": [*data["units"], *data["guns"]]})]


class Advance(Phase):
    """``(unit, direction)`` or ``(none)``: infantry must go, others may, if they are adjacent."""

    def decider(self, state, frame):
        return frame.data["side"] if self.adjacent(state, frame) else NOBODY

    def adjacent(self, state, frame):
        at = state.units.place
        return [u for u in frame.data["units"] if self.rules.away(at[u], frame.data["hex"]) == 1]

    @carries("17.7", "20.1", "20.2")
    def choices(self, state, frame, prefix):
        near = self.adjacent(state, frame)
        infantry = [u for u in near if self.rules.column("infantry")[u]]
        if not prefix:
            return [*(Choice(u, False, True) for u in infantry or near), *[Choice("none")] * (not infantry)]
        return list(map(Choice, self.rules.directions)) if len(prefix) == 1 and prefix[0] != "none" else []

    def done(self, state, frame, action, book):
        if not action or action[0] == "none":
            return
        unit, hex_ = action[0], frame.data["hex"]
        book.put("place", unit, hex_)
        book.put("dug", unit, 0)
        occupied(self.rules, book, unit, hex_)
        book.event("advances", "17", unit, hex_)
        faces(self.rules, book, unit, action[1])


def sequence(rules):
    """The whole sequence of play (7)."""
    own = {"actions": (Actions, "9"), "point": (Point, "7"), "group": (Group, "10")}
    own |= {"attack": (Attack, "17"), "advance": (Advance, "17")}
    alone = {"turn": (turn, "7"), "phase": (phase, "7"), "phase-end": (phase_end, "7")}
    alone |= {"airstrike": (airstrike, "22")}
    steps = {id_: kind(rules, id_, rule) for id_, (kind, rule) in own.items()}
    steps |= {id_: Phase(rules, id_, rule, work) for id_, (work, rule) in alone.items()}
    return SequenceOfPlay(steps, Frame("turn"))
