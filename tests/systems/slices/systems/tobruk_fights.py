"""Fights of *Rats of Tobruk*: direct fire, also at who moves, by two dice; who shells, clears and attacks."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import ClassVar

from tobruk_rules import TobrukAssault, is_hq

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.step import Outcome
from scenario_forge.simulator.terms import Prospect, Reckoning
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.assault.steps import Attack
from scenario_forge.wargame.modules.barrage import Barrage
from scenario_forge.wargame.modules.clearing import Clearing
from scenario_forge.wargame.modules.fire.steps import FireModule

PAIRS = [Outcome(10 * a + b) for a in range(1, 7) for b in range(1, 7)]
"""Two dice that are read one by one: 36 is a three and a six."""
EFFECTS = {"casualty": "the unit is pinned and depleted", "pin": "the unit is pinned", "miss": "no effect"}


def result_of(away, more, least, thrown):
    pair = [face + more for face in divmod(thrown, 10)]
    if min(pair) <= away:
        return "miss"
    return "casualty" if sum(pair) >= least else "pin"


@cache
def prospects_of(away, more, least):
    thrown = [result_of(away, more, least, pair.token) for pair in PAIRS]
    ways = [Prospect(code, Fraction(thrown.count(code), len(PAIRS)), EFFECTS[code]) for code in EFFECTS]
    return tuple(each for each in ways if each.chance)


class TobrukFire(FireModule):
    """Direct fire: not from a tank; two dice, both of which must be above the distance."""

    columns: ClassVar = {"units": "shot pinned"}

    @carries("11.3.6", "11.4.7", "11.3.4")
    def may_fire(self, now, unit):
        return super().may_fire(now, unit) and not now.units.tank[unit]

    @carries("11.3.28", "11.3.30", "11.3.31", "11.4.10")
    def is_free(self, now, unit):
        return super().is_free(now, unit) and not now.units.fought[unit]

    @carries("11.3.16", "11.3.17", "11.3.18", "11.3.19", "13.1.2")
    def each_die(self, now, target):
        """What is added to each of the dice, with what it comes from."""
        light = [(value, kind, "13.1") for value, kind in self.weather.added(now, "fire")]
        blocked, road = self.board.column("direct")
        hidden = blocked * self.board.ground("blocks", now.place[target])
        return [*light, (hidden, "blocking terrain", "11.3"), (road * now.units.road[target], "road", "11.3")]

    @carries("11.3.22")
    def defence(self, now, target):
        back = self.board.group("reversed")[target]
        return self.board.faces.both("defence", target)[1] if back else self.board.value(now, "defence", target)

    @carries("11.3.1", "11.3.2", "11.3.13", "11.3.14", "11.3.15", "11.3.21", "11.3.23", "11.3.24")
    def result(self, now, firer, target, thrown):
        """Both dice must be above the distance; their sum says whether more than a pin comes of it."""
        return result_of(*self.needed(now, firer, target), thrown)

    def needed(self, now, firer, target):
        """The distance, what is added to each of the dice, and the least sum of them for a casualty."""
        away = self.board.distance(now.place[firer], now.place[target])
        return away, sum(each[0] for each in self.each_die(now, target)), self.defence(now, target) + away

    def sums(self, now, firer, target):
        name, found = self.board.compiled.names["units"][target], (Reckoning(), Reckoning(), Reckoning())
        found[0].add(self.board.distance(now.place[firer], now.place[target]), "distance", "11.3")
        found[1].add(self.defence(now, target), name, "11.3", "counter")
        for term in self.each_die(now, target):
            found[2].add(*term)
        return tuple(each.named(what) for each, what in zip(found, ("distance", "defence", "each die"), strict=True))

    def prospects(self, now, firer, target):
        return "", prospects_of(*self.needed(now, firer, target))

    def share(self, result):
        return {"casualty": 0.55, "pin": 0.1}.get(result, 0)


def shot(board, state, frame, book):
    """What the dice do to the target."""
    now, fire, (firer, target) = board.at(state), board.module(TobrukFire), (frame.data["firer"], frame.data["target"])
    result = fire.result(now, firer, target, frame.data["thrown"])
    book.event("fires", "11.3", firer, target, *divmod(frame.data["thrown"], 10))
    if result != "miss":
        book.put("pinned", target, 1)
        book.event("pinned", "11.3", target)
        fire.effects.jump_off(book, target, pinned=True)
    if result == "casualty":
        fire.effects.flip(book, target)


class Shot(Throw):
    """Two dice, read one by one."""

    def outcomes(self, state, frame):
        return PAIRS


class TobrukBarrage(Barrage):
    """No barrage from a tank."""

    def may_shell(self, now, unit):
        return super().may_shell(now, unit) and not now.units.tank[unit]


class TobrukClearing(Clearing):
    """Who is pinned, rides or has fired clears nothing, nor do headquarters."""

    @carries("12.0.2", "2.6.4")
    def may_clear(self, now, unit):
        busy = now.units.pinned[unit] or now.units.shot[unit] or now.units.tank[unit]
        return super().may_clear(now, unit) and not busy and not is_hq(self.board, unit)


class Storm(Attack):
    """``hex, unit …, with, gun …``."""

    @carries("10.1.1", "10.1.3", "3.4.5", "10.0.7")
    def attackers(self, now, frame):
        """Who is near its headquarters, has just come, or stands in a bunker: bunkers have telephones."""
        board, hq = self.board, now.place[frame.data["hq"]]
        reach, bunkers = board.module(Activation).ranges[frame.data["hq"]], board.places_of("bunker")
        allied = board.compiled.keys["sides"].index("allied")

        def near(unit):
            at = now.place[unit]
            wired = at in bunkers and board.owner(unit) == allied
            return hq < 0 or board.distance(hq, at) <= reach or now.units.came[unit] or wired

        return [unit for unit in super().attackers(now, frame) if near(unit)]


TobrukAssault.deeds = (Storm,)
TobrukFire.steps = {**FireModule.steps, "shot": ("11.3", Shot, shot)}
