"""What *Knights of the Desert* is played with: its state, and what a compiled scenario means for each unit."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import knights_rules as reckon

from scenario_forge.compiler.plan import STATES
from scenario_forge.project.rule_marks import rule as carries
from scenario_forge.wargame.frame.board import Board
from scenario_forge.wargame.frame.tables import state_of

OUT, TO_COME, CADRE = -1, -2, -3
"""Places of units that are not on the map: out of the game; not there yet; to come back as a cadre."""
MOVE_TRIGGERS, BATTLE_TRIGGERS, GOES_ON = 70, 25, 50
CADRE_SUPPLY = 200
"""Supply points of a unit that comes back (proposed)."""
LEAST = ((100, 4), (200, 6))
"""Supply and operation points that an Axis and an Allied unit need to attack (IV.D.3.a)."""


made_state = state_of(
    units="place strength supply points fort fed priority ready", sides="inflicted gained air flown pool",
    nations="replacements", towns="holder", clock="turn side leads taken",
)  # fmt: skip


def first_state(rules):
    """The state when play begins: units where the set-up has them, places held as the scenario says."""
    units, sides = rules.units, rules.compiled.keys["sides"]
    start = rules.given["starts"][rules.compiled.parameters["start"]]
    beaten, places = STATES.index("reserve"), []
    for hex_, due, begins in zip(units.hex, units.arrival, units.state, strict=True):
        places.append(hex_ if hex_ >= 0 else TO_COME if due >= 0 else CADRE if begins == beaten else OUT)
    forts = {rules.hex(name): level for name, level in start["forts"].items()}
    supply = [
        start["supply"][sides[side]]["mobile" if m else "nmobile"]
        for side, m in zip(units.side, rules.group("mobile"), strict=True)
    ]
    supply = [rules.given["depot_supply"] if depot else n for n, depot in zip(supply, rules.depot, strict=True)]
    own = {"strength": list(units.start_strength), "supply": supply}
    return made_state(
        units={"place": places, "fort": [forts.get(hex_, 0) for hex_ in places], **own},
        sides={"air": [start["air"][side] for side in sides]},
        nations=len(rules.compiled.keys["nationalities"]),
        towns={"holder": [sides.index(start["towns"]) + 1] * len(rules.towns)},
        clock={"turn": [rules.compiled.turns.span[0]], "side": [-1]},
    )


class Trial(NamedTuple):
    """A unit in the midst of what it does: where it is, what it has left, and whether it must stop there."""

    place: int
    points: int
    supply: int
    fort: int
    stops: bool = False


class Rules(Board):
    """What a compiled scenario means. Nothing in it changes."""

    def __init__(self, compiled):
        super().__init__(compiled)
        keys = compiled.keys
        self.sides = self.axis, self.allied = [keys["sides"].index(side) for side in ("axis", "allied")]
        self.depot, self.garrison = self.group("depot"), self.group("garrison")
        (self.fortress,) = self.places_of("fortress")
        self._victory(compiled.ending)

    def _victory(self, ending):
        """Places with their points, home bases, casualties for a point, and who wins by taking what."""
        self.towns, self.home = self.ledger.towns, self.ledger.home
        taken = ((row["side"], region) for row in ending["sudden"] for region in row["when"]["present"]["within"])
        self.prizes = {region["on"]["hex"]: side for side, region in taken}

    @carries("III.2.I.5")
    def over(self, state):
        return state.clock.taken[0] > 0

    def first(self, state):
        return state.clock.leads[0]

    @cached_property
    def loss(self):
        return [Fraction(number, 1000) for number in self.column("loss")]

    # -- units -----------------------------------------------------------------------------------------

    def row(self, unit):
        """Non-mobile Axis, non-mobile Allied, mobile Axis, mobile Allied: the order of most charts."""
        return 2 * self.group("mobile")[unit] + (self.owner(unit) == self.allied)

    @carries("IV.A.1.e2", "IV.C.2.a")
    def allowance(self, unit):
        return self.column("allowance")[self.row(unit)]

    @carries("IV.C.2.c", "IV.C.3.d")
    def cost(self, unit, hex_):
        """Operation and supply points to enter; 0 operation points where nobody may."""
        row = 2 * self.terrain[hex_] + self.group("mobile")[unit]
        return self.column("cost.points")[row], self.column("cost.supply")[row]

    def morale(self, unit):
        return Fraction(self.column("morale.modifier")[self.value_of("morale", unit) - 1], 10)

    def price(self, unit, intensity, *, defends):
        """Supply and operation points that a battle costs a unit (IV.D.2)."""
        supply = self.column("combat.supply")[8 * (intensity - 1) + 4 * defends + self.row(unit)]
        return supply, self.column("combat.points")[4 * (intensity - 1) + 2 * defends + self.row(unit) % 2]

    # -- what stands where -------------------------------------------------------------------------

    @carries("III.2.E.13", "III.2.A.2", "IV.C.3.e")
    def room(self, state, hex_):
        kinds = ["fortress"] * (hex_ == self.fortress)
        return reckon.STACKING.limit_at(kinds) - len(self.stacks(state).get(hex_, ()))

    def near_enemy(self, state, side, hex_):
        return hex_ in self.zone(state, 1 - side)

    def excess(self, state, hex_):
        return max(-self.room(state, hex_), 0)

    def exposed(self, state, unit, hex_):
        """Whether a hex is next to an enemy, and no friend of the unit is there."""
        alone = all(u == unit for u in self.stacks(state).get(hex_, ()))
        return alone and self.near_enemy(state, self.owner(unit), hex_)

    def shut_in(self, state, hex_, side):
        """Whether enemies and ground that nobody enters are all around (IV.A.2.d)."""
        open_ = (h for h in self.around(hex_) if self.passable[self.terrain[h]])
        return all(self.side_at(state, h) == 1 - side for h in open_)

    def defender(self, state, unit):
        """What counts of a unit that is attacked where it is."""
        hex_, units = state.units.place[unit], state.units
        terrain = Fraction(self.column("defence")[self.terrain[hex_]], 100)
        return reckon.Defender(units.strength[unit], units.supply[unit], units.fort[unit], terrain)

    # -- supply ----------------------------------------------------------------------------------------

    def from_home(self, state, unit):
        return self.away(self.home[self.owner(unit)], state.units.place[unit])

    def bases(self, state, side):
        """The home base, and the fortress of who was last in it."""
        holder = state.towns.holder[list(self.towns).index(self.fortress)]
        return [self.home[side], *[self.fortress] * (holder == side + 1)]

    def sources(self, state, side):
        """Hexes that a side's supply comes from (III.2.B.3, III.2.B.4)."""
        depots = [state.units.place[u] for u in self.own(state, side) if self.depot[u]]
        return reckon.chain(self.away, self.bases(state, side), depots, self.column("range.depot")[0])

    @carries("III.2.B.1a", "III.2.F.1", "IV.A.1.h1")
    def is_fed(self, state, unit):
        """Whether a unit is near enough to a source; a depot is where it is one itself."""
        place, sources = state.units.place[unit], self.sources(state, self.owner(unit))
        reach = 0 if self.depot[unit] else self.column("range.unit")[self.row(unit) % 2]
        return int(any(self.away(hex_, place) <= reach for hex_ in sources))

    @carries("III.2.C.5c", "IV.B.2.a2")
    def send(self, state, book, unit, points):
        """Supply on its way to a unit: an Axis unit's comes out of the pool; some is lost on the way."""
        if self.owner(unit) == self.axis:
            points = min(points, book.get("sides.pool", self.axis))
            book.add("sides.pool", self.axis, -points)
        book.add("supply", unit, reckon.received(points, self.from_home(state, unit)))

    # -- what a unit does ------------------------------------------------------------------------------

    @carries("III.2.E.3", "III.2.G.1", "IV.C.3.b", "IV.C.1")
    def handled(self, state, frame):
        """Units that a side can take in hand: depots in their own phase, all others in the other phases."""
        own = self.own(state, frame.data["side"])
        return [unit for unit in own if self.depot[unit] == (frame.step == "depot-movement")]

    def begins(self, state, frame, unit):
        """Where a unit is and what it may spend when it is taken in hand."""
        units = state.units
        return Trial(units.place[unit], self.budget(state, frame, unit), units.supply[unit], units.fort[unit])

    @carries("III.2.E.10.a", "IV.C.3.k")
    def budget(self, state, frame, unit):
        left = state.units.points[unit]
        return min(left, self.allowance(unit) // 2) if frame.step == "limited-reaction" else left

    def after(self, state, frame, unit, now, deed):
        """Where a deed of a unit, `fortify` or the hex that it enters, leaves it; None where it may not do it."""
        if now.stops:
            return None
        return self.fortified(unit, now) if deed == "fortify" else self.entered(state, frame, unit, now, deed)

    @carries("IV.C.2.d", "IV.A.1.j1", "III.2.E.8a", "IV.A.1.i1")
    def fortified(self, unit, now):
        mobile = self.group("mobile")[unit]
        points, supply = (getattr(now, of) - self.column(f"fort.{of}")[mobile] for of in ("points", "supply"))
        may = points >= 0 and supply >= 0 and now.fort < reckon.LEVELS[-1]
        return now._replace(points=points, supply=supply, fort=now.fort + 1) if may else None

    @carries("IV.C.3.a", "IV.C.3.c", "IV.C.3.g", "IV.A.1.j5", "III.2.E.1a", "IV.A.1.f1")
    def entered(self, state, frame, unit, now, hex_):
        points, supply = self.cost(unit, hex_)
        if self.garrison[unit] or not points or points > now.points or supply > now.supply:
            return None
        if self.side_at(state, hex_) == 1 - self.owner(unit) or self.room(state, hex_) < 1:
            return None
        return Trial(hex_, now.points - points, now.supply - supply, 0, self.ends(state, frame, unit, hex_))

    @carries("III.2.E.10.c", "IV.C.3.h")
    def ends(self, state, frame, unit, hex_):
        """Whether a reaction ends where a unit enters."""
        return frame.step == "limited-reaction" and self.exposed(state, unit, hex_)

    def deeds(self, state, frame, unit, now):
        """What a unit can do next, and where that leaves it."""
        for deed in (*["fortify"] * (frame.step != "depot-movement"), *self.around(now.place)):
            if after := self.after(state, frame, unit, now, deed):
                yield deed, after

    def can_go(self, state, frame, unit):
        return any(self.deeds(state, frame, unit, self.begins(state, frame, unit)))

    def can_act(self, state, frame):
        able = any(self.can_go(state, frame, unit) for unit in self.handled(state, frame))
        return able or bool(self.battles(state, frame))

    # -- attacks -------------------------------------------------------------------------------------

    def battles(self, state, frame):
        """By hex that units can attack from: the hexes that they can attack."""
        side, found = frame.data["side"], {}
        for hex_, units in self.stacks(state).items() if frame.step != "depot-movement" else ():
            near = [h for h in self.around(hex_) if self.side_at(state, h) == 1 - side]
            if near and self.owner(units[0]) == side and self.attackers(state, frame, hex_):
                found[hex_] = near
        return found

    @carries("III.2.G.4b", "IV.D.3.b", "IV.D.1.a2")
    def targets(self, state, hex_):
        """Units that can be attacked in a hex: depots only where nothing else is."""
        found = self.stacks(state)[hex_]
        return [unit for unit in found if not self.depot[unit]] or found

    @carries("IV.D.3.a", "IV.A.1.f4", "IV.A.1.i2", "III.2.G.4a")
    def attackers(self, state, frame, hex_):
        """Units of a hex that can attack, if one of them can begin it; depots take part in operations alone."""
        units, found = state.units, []
        for unit in self.stacks(state)[hex_]:
            supply, points = LEAST[self.row(unit) % 2]
            able = units.supply[unit] >= supply and self.budget(state, frame, unit) >= points
            found += [unit] * (able and (frame.step == "operations" or not self.depot[unit]))
        return found if any(not self.depot[unit] and not self.garrison[unit] for unit in found) else []

    def can_pay(self, state, frame, unit, intensity):
        supply, points = self.price(unit, intensity, defends=False)
        return supply <= state.units.supply[unit] and points <= self.budget(state, frame, unit)

    @carries("IV.D.1.c3", "IV.D.1.c5")
    def air(self, state, side):
        return min(reckon.MOST_AIR, state.sides.air[side] - state.sides.flown[side])
