"""What a point buys in *WW2 Western Desert Rules* besides the deeds of the modules: fire, smoke, airstrikes."""

from __future__ import annotations

from western_desert_rules import Stands

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.offers import offer, split_at, targets_by_token, two_stage_choices
from scenario_forge.wargame.board.phase import Deed
from scenario_forge.wargame.modules.fire.combined import CombinedFire, FireTogether, Volley
from scenario_forge.wargame.modules.sight import Sight


class Shoot(FireTogether):
    """Anti-tank guns fire at armour for nothing."""

    some_free = True

    @carries("19.1", "19.2", "19.3")
    def able(self, now, frame, target):
        if frame.data["used"] < frame.data["have"]:
            return super().able(now, frame, target)
        return self.fire.free_shots(now, self.units(now, frame), target), []

    @carries("19.1")
    def is_free(self, now, frame, action):
        units, guns = split_at(action[1:], "with")
        return not guns and {*units} <= {*self.fire.free_shots(now, units, action[0])}


class WesternDesertFire(CombinedFire):
    """Fire into the front arc; flanks, aircraft; guns that headquarters call in."""

    deed = Shoot

    def ready(self):
        super().ready()
        self.stands, self.leaders = self.board.module(Stands), self.board.modules["leaders"]

    @carries("13.1", "6.2")
    def reaches(self, now, firer, hex_):
        arc = self.board.value_of("turreted", firer) or self.stands.in_front(now, firer, hex_)
        return bool(arc) and super().reaches(now, firer, hex_)

    @carries("16.2", "16.3", "24.3")
    def may_support(self, now, unit, hex_):
        moving = any(now.units.dust[other] for other in now.stack(hex_))
        return super().may_support(now, unit, hex_) and not moving and self.stands.in_front(now, unit, hex_)

    @carries("16.4")
    def is_spotted(self, now, side, target):
        """Whether a unit with a headquarters sees the target."""
        hosts = (host for host in self.leaders.placed(now.state).values() if self.board.owner(host) == side)
        return any(self.sight.spots(now, now.place[host], now.place[target]) for host in hosts)

    @carries("19.1", "19.2", "28.6")
    def free_shots(self, now, units, target):
        """Anti-tank guns that fire at an armoured target for no action point."""
        value, away = self.board.value_of, self.board.distances(now.place[target])
        firers = self.firers(now, units, target) if value("armoured", target) else ()
        guns = (unit for unit in firers if value("at_free_shot", unit))
        near = lambda unit: self.gain * self.sight.is_high[now.place[unit]] + value("antitank_range", unit)  # noqa: E731
        return [unit for unit in guns if value("antitank_range", unit) < 0 or away[now.place[unit]] <= near(unit)]

    @carries("17.2", "17.3", "18.1", "28.7")
    def strength(self, now, unit):
        """A unit in good order counts 1, or as often as the chart says."""
        twice = self.board.column("twice")[0] if self.board.group("twice")[unit] else 1
        return 0 if now.units.disordered[unit] else twice

    @carries("Q11.2")
    def is_covered(self, now, unit):
        return super().is_covered(now, unit) or now.state.ground.smoke[now.place[unit]]

    @carries("6.4", "17.9", "17.10", "22.5", "22.6")
    def added(self, now, volley):
        """More on the flank, where guns in support are not; and of aircraft."""
        flank = any(not self.stands.in_front(now, volley.target, now.place[unit]) for unit in volley.units)
        more = [(self.board.column("flank")[0] * flank, "flank", "17.9"), (volley.more, "airstrike", "22.5")]
        return [*more, *super().added(now, volley)]


class Smoke(Deed):
    """``gun, unit``."""

    word, phase, pattern = "smoke", "actions", "smoke unit unit"

    @carries("26.1", "26.3")
    def ways(self, now, frame, begun):
        """A gun that could fire, and infantry in its range that has no smoke yet."""
        fire, own = self.board.modules["fire"], now.own(frame.data["side"])
        guns = (unit for unit in own if fire.supports[unit] and fire.is_free(now, unit))
        foot = [u for u in own if self.board.group("infantry")[u] and not now.state.ground.smoke[now.place[u]]]
        away = lambda gun, unit: self.board.distance(now.place[gun], now.place[unit])  # noqa: E731
        near = targets_by_token(guns, lambda gun: [u for u in foot if away(gun, u) <= fire.ranges[gun]])
        return two_stage_choices(near, begun)

    @carries("26.2")
    def carry_out(self, now, frame, action, book):
        gun, hex_ = action[0], now.place[action[1]]
        book.put("shot", gun, 1)
        book.put("ground.smoke", hex_, frame.data["side"] + 1)
        book.event("smoke", "26", gun, hex_)
        return [frame]


@carries("26.4")
def phase_end(board, state, frame, book):
    """Smoke that the other side laid clears."""
    for hex_, laid in enumerate(state.ground.smoke):
        if laid == 2 - frame.data["side"]:
            book.put("ground.smoke", hex_, 0)
            book.event("smoke clears", "26", hex_)
    book.event("phase ends", "7", frame.data["side"])


class Airstrike(Deed):
    """``hex, hex``."""

    word, phase, pattern = "airstrike", "actions", "airstrike hex hex"

    @carries("22.1", "22.2", "22.4", "13.4")
    def ways(self, now, frame, begun):
        """A hex with an enemy that a unit sees, nobody having fired there, and one adjacent to it."""
        side, sight = frame.data["side"], self.board.module(Sight)
        if begun:
            return [Choice(hex_) for hex_ in self.board.adjacent[begun[0]]] if len(begun) == 1 else []
        places = [now.place[unit] for unit in now.own(1 - side) if not now.units.aimed[unit]]
        seen = [hex_ for hex_ in places if sight.observed(now, side, hex_)]
        return offer(seen if now.state.sides.airstrikes[side] else ())

    def struck(self, now, hexes):
        """Whoever is in each of two hexes and has not been fired at, with what is added."""
        both = zip(hexes, self.board.column("airstrike"), strict=True)
        return [(unit, more) for hex_, more in both for unit in now.stack(hex_) if not now.units.aimed[unit]]

    def thought(self, mind, now, frame):
        """The two hexes whose units are worth most."""
        expected = self.board.modules["fire"].expected_of
        firsts = [way.token for way in self.ways(now, frame, ())]
        pairs = [(first, second) for first in firsts for second in self.board.adjacent[first]]
        sign = [1 if owner != mind.side else -1 for owner in self.board.units.side]
        worth = lambda two: sum(sign[u] * expected(mind, now, Volley(u, (), (), n)) for u, n in self.struck(now, two))  # noqa: E731
        return max(((worth(two), two) for two in pairs), default=(0, ()))

    @carries("22.3", "22.4", "22.5", "22.6")
    def carry_out(self, now, frame, action, book):
        side, frames = frame.data["side"], []
        book.put("sides.airstrikes", side, now.state.sides.airstrikes[side] - 1)
        book.event("airstrike", "22", *action)
        for target, more in self.struck(now, action):
            book.put("aimed", target, 1)
            data = {"side": side, "target": target, "units": [], "guns": [], "more": more}
            frames.insert(0, Frame("combined-fire", data))
        return [frame, *frames]


Stands.deeds = (Smoke, Airstrike)
Stands.steps = {"phase-end": ("7", phase_end)}
