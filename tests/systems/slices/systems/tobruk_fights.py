"""Fire and works of *Rats of Tobruk*: direct fire, also at who moves; barrages; clearing a ditch; who attacks."""

from __future__ import annotations

from typing import ClassVar

from tobruk_rules import Ditches, Riding, TobrukAssault, ground, late

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Outcome
from scenario_forge.wargame.base.offers import targets_by_token, two_stage_choices
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.assault.steps import Attack
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.fire import FireAt, FireModule
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.phase import Deed, SidePhase
from scenario_forge.wargame.modules.sight import Sight

PAIRS = [Outcome(10 * a + b) for a in range(1, 7) for b in range(1, 7)]
"""Two dice that are read one by one: 36 is a three and a six."""


class Fights(Module[Riding]):
    """What fights note."""

    key, model = "fights", Riding
    columns: ClassVar = {"units": "fired pinned came road"}

    @classmethod
    def read(cls, game, given):
        return {"modifiers": game.one("rules", game.system.document)[0].modifiers}


class TobrukFire(FireModule):
    """Direct fire: neither without supply nor from a tank; at nobody who rides."""

    @carries("11.3.3", "11.3.6", "5.2.7", "11.4.7", "11.3.4")
    def may_fire(self, now, unit):
        return super().may_fire(now, unit) and now.units.lapse[unit] < 2 and not now.units.tank[unit]

    def exposed(self, now, hex_):
        return self.board.module(TobrukAssault).defenders(now, hex_)

    @carries("11.3.28", "11.3.30", "11.3.31", "11.4.10")
    def is_free(self, now, unit):
        return super().is_free(now, unit) and not now.units.fought[unit]


def is_hq(board, unit):
    return board.module(Activation).hq[unit] == unit


def able(board, now, frame):
    """Units of the activation that can fight."""
    place, tank = now.place, now.units.tank
    return [u for u in frame.data["units"] if place[u] >= 0 and not is_hq(board, u) and not tank[u]]


class Fight(Deed):
    """What the fights of an activation share."""

    phase, clause = "fights", "10.0"

    def ways(self, now, frame, begun):
        return two_stage_choices(self.aims(now, frame), begun)

    def carry_out(self, now, frame, action, book):
        book.put("fought", action[0], 1)
        book.event(self.word + " begins", self.clause, action[0])
        return [frame, Frame(self.word, {"unit": action[0], "hex": action[1]})]


class Fire(FireAt):
    """``unit, target``, in any order with other fights."""

    phase, clears, pattern = "fights", (), "fire unit unit"

    def firers(self, now, frame):
        return able(self.board, now, frame)


class Shell(Fight):
    """``unit, hex``."""

    word, pattern = "barrage", "barrage unit hex"

    @carries("11.2.1", "11.2.2", "11.2.14", "11.2.15", "11.2.16")
    def aims(self, now, frame):
        """By artillery unit that can shell: hexes in range that somebody observes."""
        board, units, side = self.board, now.units, frame.data["side"]
        seen = [hex_ for hex_ in sorted(now.held(1 - side)) if board.module(Sight).observed(now, side, hex_)]
        fit = (u for u in able(self.board, now, frame) if board.group("artillery")[u])
        free = (u for u in fit if not units.fired[u] and not units.fought[u])
        near = lambda u: [h for h in seen if board.distance(now.place[u], h) <= board.value_of("range", u)]  # noqa: E731
        return targets_by_token(free, near)

    def carry_out(self, now, frame, action, book):
        book.put("fired", action[0], 1)
        return super().carry_out(now, frame, action, book)


class Clear(Fight):
    """``unit, hex``."""

    word, pattern = "clear", "clear unit hex"

    @carries("12.0.1", "12.0.2", "12.0.4", "2.6.4")
    def aims(self, now, frame):
        """By engineer: hexes beyond a ditch that it can clear; neither hex may be in a zone of the enemy."""
        board, units, zone = self.board, now.units, now.zone(1 - frame.data["side"])
        fit = (u for u in able(self.board, now, frame) if board.group("engineer")[u] and now.place[u] not in zone)
        free = (u for u in fit if not (units.pinned[u] or units.fought[u] or units.shot[u]))
        ditches = board.module(Ditches)

        def beyond(unit):
            sides = range(6 * now.place[unit], 6 * now.place[unit] + 6)
            walled = [board.neighbours[s] for s in sides if ditches.stands(now, s)]
            return [hex_ for hex_ in walled if hex_ not in zone]

        return targets_by_token(free, beyond)


class Storm(Attack):
    """``hex, unit …, with, gun …``: any gun of the side joins, whatever formation it is of."""

    phase, clears, pattern = "fights", (), "attack hex unit* with unit*"

    def joining(self, now, frame):
        return now.own(frame.data["side"])

    def carry_out(self, now, frame, action, book):
        return [frame, super().carry_out(now, frame, action, book)[1]]

    @carries("10.1.1", "10.1.3", "3.4.5", "10.0.7")
    def attackers(self, now, frame):
        """Who is near its headquarters, has just come, or stands in a bunker: bunkers have telephones."""
        board, hq = self.board, now.place[frame.data["hq"]]
        reach, bunkers = board.module(Activation).ranges[frame.data["hq"]], board.module(Ditches).bunkers
        allied = board.compiled.keys["sides"].index("allied")

        def near(unit):
            at = now.place[unit]
            wired = at in bunkers and board.owner(unit) == allied
            return hq < 0 or board.distance(hq, at) <= reach or now.units.came[unit] or wired

        return [unit for unit in frame.data["units"] if now.place[unit] >= 0 and near(unit)]


@carries("10.0.1", "10.0.3", "10.0.4", "10.0.5")
class FightsPhase(SidePhase):
    """Fire, barrages, clearing and attacks, in any order."""


@carries("11.3.1", "11.3.2", "11.3.13", "11.3.14", "11.3.15", "11.3.16", "11.3.17", "11.3.18", "11.3.19", "11.3.21",
         "11.3.22", "11.3.23", "11.3.24", "13.1.2")  # fmt: skip
def shot(board, state, frame, book):
    """Both dice must be above the distance; their sum says whether more than a pin comes of it."""
    now, firer, target, units = board.at(state), frame.data["firer"], frame.data["target"], state.units
    evening, blocked, road = board.column("direct")
    at, effects = units.place[target], board.module(Effects)
    each = evening * bool(late(board, now)) + blocked * board.ground("blocks", at) + road * units.road[target]
    thrown = divmod(frame.data["thrown"], 10)
    pair, away = [n + each for n in thrown], board.distance(units.place[firer], at)
    book.event("fires", "11.3", firer, target, *thrown)
    if min(pair) <= away:
        return
    back = board.group("reversed")[target]
    defence = board.column("face.depleted.defence")[target] if back else board.value(now, "defence", target)
    book.put("pinned", target, 1)
    book.event("pinned", "11.3", target)
    effects.jump_off(book, target, pinned=True)
    if sum(pair) >= defence + away:
        effects.flip(book, target)


class Shot(Throw):
    """Two dice, read one by one."""

    def outcomes(self, state, frame):
        return PAIRS


class Barrage(Throw):
    """A die; if it hits among several, a die for each unit, the highest of which suffer."""

    def who(self, state, frame):
        done = len(frame.data.get("thrown", ()))
        return CHANCE if done < self.needed(state, frame) else NOBODY

    def stack(self, state, frame):
        return self.rules.module(TobrukAssault).defenders(self.rules.at(state), frame.data["hex"])

    def needed(self, state, frame):
        """One die, and where that hits among several units, as many more as there are."""
        thrown, stack = frame.data.get("thrown"), self.stack(state, frame)
        several = thrown and len(stack) > 1 and self.hits(state, frame)
        return 1 + (len(stack) if several else 0)

    @carries("11.2.7", "11.2.8", "11.2.9", "11.2.10")
    def hits(self, state, frame):
        board, now = self.rules, self.rules.at(state)
        total = frame.data["thrown"][0] + sum(ground(board, frame.data["hex"])) + late(board, now)
        return total < board.faces.value(now, "attack", frame.data["unit"])

    @carries("11.2.11")
    def done(self, state, frame, action, book):
        thrown, effects = frame.data.get("thrown", []), self.rules.module(Effects)
        if action:
            return [frame.with_values(thrown=[*thrown, action[0]])]
        book.event("barrage", "11.2", frame.data["unit"], frame.data["hex"], thrown[0])
        if self.hits(state, frame):
            stack, dice = self.stack(state, frame), thrown[1:] or [0]
            for unit, die in zip(stack, dice, strict=True):
                if die == max(dice):
                    effects.flip(book, unit)
        return ()


@carries("12.0.3", "12.0.6")
def clear(board, state, frame, book):
    if frame.data["thrown"] >= board.column("cleared")[0]:
        at = state.units.place[frame.data["unit"]]
        side = 6 * at + board.direction(at, frame.data["hex"])
        book.put("walls.cleared", board.module(Ditches).walls[side], 1)
        book.event("cleared", "12.0", frame.data["unit"], frame.data["hex"])


TobrukAssault.deeds = ()
TobrukFire.deeds = ()
TobrukFire.steps = {**FireModule.steps, "shot": ("11.3", Shot, shot)}
Fights.deeds = (Fire, Shell, Clear, Storm)
Fights.marks = ("fired", "pinned")
Fights.steps = {
    "fights": ("10.0", FightsPhase), "barrage": ("11.2", Barrage),
    "clear": ("12.0", Throw, clear),
}  # fmt: skip
