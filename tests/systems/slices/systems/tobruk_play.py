"""What *Rats of Tobruk* is played with: its state, and what a compiled scenario means for each unit."""

from __future__ import annotations

from typing import NamedTuple

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.mechanics.movement import flood
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.numbers import Numbers
from scenario_forge.wargame.base.tables import state_of

OUT, TO_COME, TO_SET_UP = -1, -2, -3
LEG, TRACKED, WHEELED = range(3)
NA, HALF, ALL = -1, -2, -3


made_state = state_of(
    units="place depleted fired pinned lapse road moved spent tank shot fought came chit",
    walls="cleared", clock="turn sandstorm won",
)  # fmt: skip


def first_state(rules):
    """The state when play begins: nobody is on the map yet (17.6, 17.7)."""
    places = [rules.starts.get(u, h if h >= 0 else OUT) for u, h in enumerate(rules.units.hex)]
    clock = {"turn": [rules.compiled.turns.span[0]]}
    return made_state(units={"place": places}, walls=len(rules.walls), clock=clock)


class Trial(NamedTuple):
    """A stack in the midst of its move: where it is (below 0: not on the map), who is in it, points spent by each."""

    place: int
    units: tuple
    spent: tuple
    stops: bool = False
    road: bool = False


class Rules(Numbers):
    """What a compiled scenario means. Nothing in it changes. Points are half points."""

    def __init__(self, compiled):
        super().__init__(compiled)
        keys, given = compiled.keys, compiled.rules
        self.axis, self.allied = (keys["sides"].index(side) for side in ("axis", "allied"))
        self.ditch, self.road = self.bit("hexside_kinds", "ditch"), self.bit("line_kinds", "road")
        self.path = self.bit("line_kinds", "path")
        self.codes = self.results.codes
        self.kind = [t + 2 * w for t, w in zip(self.group("tracked"), self.group("wheeled"), strict=True)]
        self.hq = [given["formation.headquarters"][formation] for formation in given["formation"]]
        self.chits = sorted(set(self.hq))
        self.bunkers = self.places_of("bunker")
        sides = [s for s, kinds in enumerate(compiled.map.sides) if kinds & self.ditch and self.neighbours[s] >= 0]
        first = sorted({min(s, self.back(s)) for s in sides})
        self.walls = {s: n for n, one in enumerate(first) for s in (one, self.back(one))}
        self.lights = keys["track.light"]
        self.limit, self.limit_by_road = (2 * n for n in given["stacking"])
        self._starts(given)
        self.terrain_costs = [given.get(f"cost.{id_}", (NA, NA, NA)) for id_ in keys["terrain"]]
        self.hidden = frozenset(pairs(given["hidden"]))

    def _starts(self, given):
        """Where units are when play begins that have no hex, and where they may go."""
        within, enters, edges = (pairs(given.get(f"start.{name}", ())) for name in ("within", "enters", "edge"))
        areas = self.compiled.areas
        self.areas = {u: areas.hexes[areas.begins[area] : areas.begins[area + 1]] for u, area in within}
        self.edges = {unit: sorted({hex_ for e, hex_ in edges if (unit, e) in enters}) for unit in dict(enters)}
        self.starts = dict.fromkeys(self.areas, TO_SET_UP) | dict.fromkeys(self.edges, TO_COME)

    @carries("17.4.1")
    def over(self, state):
        return state.clock.won[0] > 0

    def back(self, side):
        """The other number of a hexside: 6 × hex + direction from beyond."""
        return 6 * self.neighbours[side] + (side % 6 + 3) % 6

    @carries("1.0.4", "3.4.2", "6.0.1")
    def cup(self, state):
        return [hq for hq in self.chits if state.units.chit[hq]]

    @carries("6.0.10", "6.0.13", "1.0.3", "9.2.4")
    def take_draw(self, state, hq, book):
        """A chit leaves the cup, and its formation can act."""
        book.put("chit", hq, 0)
        for unit in self.formation(hq):
            book.put("road", unit, 0)
        book.event("drawn", "3.4", hq)
        return {"hq": hq, "side": self.owner(hq)}

    def formation(self, hq):
        return [unit for unit, own in enumerate(self.hq) if own == hq]

    def is_hq(self, unit):
        return self.hq[unit] == unit

    @carries("6.0.8")
    def activates(self, hq):
        """How far a headquarters activates the units of its formation, in hexes."""
        return self.column("formation.value.activation")[self.column("formation")[hq]]

    # -- turns and weather ---------------------------------------------------------------------------

    def light(self, state):
        """`morning`, `day`, `evening` or `night`."""
        return self.lights[self.of_turn("track.light", state.clock.turn[0])]

    def late(self, state):
        """What the box of the turn adds to dice (13.1)."""
        return max(self.of_turn("track.die", state.clock.turn[0]), 0)

    # -- what stands where -------------------------------------------------------------------------

    @carries("7.1.1", "7.1.3", "7.1.5", "9.5.7")
    def weight(self, state, units):
        """Of a stack, in halves of a unit at full strength; who rides is part of its tank (9.5)."""
        return sum(2 - state.units.depleted[unit] for unit in units if not state.units.tank[unit])

    @carries("9.5.8")
    def fighters(self, state, hex_):
        """Units of a hex, without those that ride."""
        return [unit for unit in self.stacks(state).get(hex_, ()) if not state.units.tank[unit]]

    def room(self, state, hex_):
        """In halves of a unit at full strength."""
        return self.most(hex_) - self.weight(state, self.stacks(state).get(hex_, ()))

    def excess(self, state, hex_):
        return max((1 - self.room(state, hex_)) // 2, 0)

    def crowded(self, state, hex_):
        return self.excess(state, hex_) > 0

    def printed(self, state, value, unit):
        """What the side of its counter says that is up."""
        if state.units.depleted[unit] and self.column("face.depleted")[unit]:
            return self.column(f"face.depleted.{value}")[unit]
        return self.units.movement[unit] if value == "movement" else self.value_of(value, unit)

    @carries("5.2.4", "5.2.5")
    def attack(self, state, unit):
        strength, lapse = self.printed(state, "attack", unit), state.units.lapse[unit]
        return strength if not lapse else (strength + 1) // 2 if lapse == 1 else strength // 2

    def defence(self, state, unit):
        strength = self.printed(state, "defence", unit)
        return strength // 2 if state.units.lapse[unit] > 1 else strength

    @carries("17.4.3")
    def worth(self, state, unit):
        """Its attack strength."""
        return self.printed(state, "attack", unit)

    @carries("17.4.3")
    def lost_in(self, state, change):
        """A unit that is turned over has lost what its back lacks."""
        if state.units.columns[change.column] == "depleted":
            lacks = self.column("value.attack")[change.row] - self.column("face.depleted.attack")[change.row]
            return max(change.new - change.old, 0) * lacks
        return super().lost_in(state, change)

    @carries("17.4.3")
    def lost(self, state, side):
        """Attack strength that a side has lost, in units gone and in units turned over."""
        whole, place = self.column("value.attack"), state.units.place
        own = [u for u, start in self.starts.items() if self.owner(u) == side]
        return sum(whole[u] - (self.printed(state, "attack", u) if place[u] != OUT else 0) for u in own)

    @carries("17.4.1", "17.4.2")
    def decided(self, state, places):
        """Whether a side has won at once, given where units are now."""
        for row in self.compiled.ending["sudden"]:
            present = row["when"]["present"]
            ((_, where),) = present["within"][0].items()
            nation, goal = present["units"]["nationality"], where["of"]["hex"]
            own = [u for u, hex_ in enumerate(places) if hex_ >= 0 and self.units.nationality[u] == nation]
            near = (0 < self.distance(places[u], goal) <= where.get("hexes", self.value_of("range", u)) for u in own)
            if sum(near) >= present.get("at_least", 1):
                return row["side"] + 1
        return 0

    @carries("17.4.4")
    def level(self, state):
        """The level that the ratio of losses comes to; more than any of them is the last."""
        levels, side = self.compiled.ending["levels"]["levels"], self.compiled.ending["levels"]["side"]
        if state.clock.won[0]:
            return {"id": "strategic", "side": state.clock.won[0] - 1}
        lost, other = self.lost(state, side), self.lost(state, 1 - side)
        if not lost and not other:
            came = any(
                place not in (OUT, TO_COME) for u, place in enumerate(state.units.place) if self.owner(u) == side
            )
            return next(each for each in levels if each["side"] is None) if came else levels[-1]
        return next((each for each in levels if each["high"] is not None and lost <= each["high"] * other), levels[-1])

    # -- zones, sight, supply ------------------------------------------------------------------------

    def walled(self, state, side):
        """Whether a ditch is on a hexside, given as 6 × hex + direction."""
        return side in self.walls and not state.walls.cleared[self.walls[side]]

    def led(self, side):
        """Lines that lead over a hexside: roads, paths."""
        return self.compiled.map.lines[side] & (self.road | self.path)

    @carries("8.0.2", "5.1.9")
    def reaches(self, state, side):
        """Whether a wheeled unit may cross a hexside."""
        to = self.neighbours[side]
        if to < 0 or not self.passable[self.terrain[to]]:
            return False
        return bool(self.led(side)) or not self.walled(state, side)

    zone_on = ("units.place", "units.tank", "walls.cleared")

    @carries("8.0.1")
    def exerts(self, state, unit):
        return not self.is_hq(unit) and not state.units.tank[unit]

    @carries("11.2.5", "11.3.7", "11.3.8", "11.3.9", "11.3.12")
    def sees(self, a, b):
        """Whether no blocking hex is between two that are near enough to count."""
        return (min(a, b), max(a, b)) not in self.hidden

    @carries("11.2.3", "11.2.4")
    def observed(self, state, side, hex_):
        clear, sand, night = self.column("observation")
        reach = night if self.light(state) == "night" else sand if state.clock.sandstorm[0] else clear
        return any(self.distance(h, hex_) <= reach and self.sees(h, hex_) for h in self.occupied_hexes(state, side))

    @carries("5.1.1", "5.1.2", "5.1.7", "5.1.8")
    def is_supplied(self, state, unit):
        """Whether a way free of enemies leads to the own headquarters, from a headquarters to another."""
        side, place = self.owner(unit), state.units.place
        hqs = [h for h in self.chits if self.owner(h) == side and place[h] >= 0]
        sources = [place[h] for h in hqs if (h != unit if self.is_hq(unit) else h == self.hq[unit])]
        return any(self.trace(state, side, hex_)[place[unit]] >= 0 for hex_ in sources)

    def trace(self, state, side, hex_):
        """Hexes that supply from one reaches."""
        on, hexes = ("units.place", "units.tank", "walls.cleared"), range(self.hexes)

        def gates():
            zone, held = self.zone(state, 1 - side), (self.side_at(state, h) for h in hexes)
            return [int(who == side or (who is None and h not in zone)) for h, who in enumerate(held)]

        def make():
            open_ = state.derived(("gates", side), on, gates)
            return flood(self.ways(state), open_, [h == hex_ for h in hexes])

        return state.derived(("trace", side, hex_), on, make)

    def ways(self, state):
        """The neighbour table for wheels."""
        sides = range(6 * self.hexes)
        make = lambda: [self.neighbours[s] if self.reaches(state, s) else -1 for s in sides]  # noqa: E731
        return state.derived("ways", ("walls.cleared",), make)

    # -- moving --------------------------------------------------------------------------------------

    @carries("13.2.1", "14.1.2", "5.2.6")
    def budget(self, state, unit):
        """Half points that a unit may spend."""
        points = self.printed(state, "movement", unit)
        for halved in (state.clock.sandstorm[0], self.light(state) == "night"):
            points = (points + 1) // 2 if halved else points
        slow = state.units.lapse[unit] > 1 and (self.kind[unit] != LEG or self.is_hq(unit))
        return 2 * (points // 2 if slow else points)

    @carries("9.0.5", "9.2.1", "9.2.2", "8.0.5", "8.0.6", "8.0.7", "15.2.5")
    def costs(self, state, unit, at, to, few):
        """Costs of one hex, to be added up, and whether it is entered by road, as few can; None where it cannot be."""
        kind, zone = self.kind[unit], self.zone(state, 1 - self.owner(unit))
        side = 6 * at + self.direction(at, to)
        leaves, walled = at in zone, self.walled(state, side)
        if few and self.led(side) and not leaves and not (to in self.bunkers and to in zone):
            return self.by_road(kind, side), True
        if walled and to in zone:
            return None, False
        return [*self.by_land(kind, to, walled), *([2] if leaves else [])], False

    @carries("9.2.1", "9.2.2", "15.2.4")
    def by_road(self, kind, side):
        return [self.column("cost.road" if self.led(side) & self.road else "cost.path")[kind]]

    @carries("15.2.2")
    def by_land(self, kind, to, walled):
        bunker, ditch = to in self.bunkers, [self.column("cost.ditch")[kind]] * walled
        terrain = [self.column("cost.bunker")[kind] if bunker else self.entry(to, kind)]
        return ditch if bunker and walled else [*ditch, *terrain]

    scale = 2

    @carries("9.0.5", "9.0.15", "9.2.2")
    def step_cost(self, unit, hex_, to):
        """By its printed side in daylight, all ditches there; a hex that costs more than it has takes all of it."""
        kind, side, most = self.kind[unit], 6 * hex_ + self.direction(hex_, to), self.units.movement[unit]
        costs = self.by_road(kind, side) if self.led(side) else self.by_land(kind, to, side in self.walls)
        if NA in costs:
            return 0
        return min(sum({HALF: most, ALL: 2 * most}.get(cost, cost) for cost in costs), 2 * most)

    def gait(self, unit):
        return self.kind[unit], self.units.movement[unit]

    def entry(self, hex_, kind):
        return self.terrain_costs[self.terrain[hex_]][kind]

    @carries("9.0.7", "9.0.8", "9.0.13", "9.0.15", "13.2.2", "13.2.3")
    def spends(self, state, unit, costs, spent):
        """Points spent after paying these costs; None where a unit cannot."""
        budget, night = self.budget(state, unit), self.light(state) == "night"
        if costs is None or NA in costs or (ALL in costs and (spent or night)):
            return None
        price = sum(self.printed(state, "movement", unit) if c == HALF else budget if c == ALL else c for c in costs)
        if spent + price <= budget:
            return spent + price
        return budget if not spent and not night else None

    @carries("7.0.2", "7.1.2", "7.1.4", "8.0.4", "9.1.4", "9.3.2", "9.0.1")
    def after(self, state, now, to):
        """Where one more hex leaves a stack; None where it cannot go there."""
        side = self.owner(now.units[0])
        if now.stops or self.side_at(state, to) == 1 - side:
            return None
        if now.place < 0:
            found = [([self.entry(to, self.kind[unit])], False) for unit in now.units]
        else:
            few = self.weight(state, now.units) <= self.limit_by_road
            found = [self.costs(state, unit, now.place, to, few) for unit in now.units]
        paid = [self.spends(state, u, costs, s) for u, (costs, _), s in zip(now.units, found, now.spent, strict=True)]
        if None in paid:
            return None
        return Trial(to, now.units, tuple(paid), to in self.zone(state, 1 - side), all(road for _, road in found))

    def ahead(self, state, now):
        """Hexes that a stack can enter next, with where that leaves it."""
        hexes = self.edges[now.units[0]] if now.place < 0 else self.around(now.place)
        found = ((hex_, self.after(state, now, hex_)) for hex_ in hexes)
        return [(hex_, then) for hex_, then in found if then]

    def before_deeds(self, state, units):
        return Trial(state.units.place[units[0]], tuple(units), tuple(state.units.spent[unit] for unit in units))

    # -- ranged fire -----------------------------------------------------------------------------------

    @carries("11.3.3", "11.3.6", "5.2.7", "11.4.7", "11.3.4")
    def targets(self, state, firer, hex_):
        """Units of a hex that one can fire at directly."""
        units = state.units
        able = self.group("direct")[firer] and units.lapse[firer] < 2 and units.place[firer] >= 0
        if not able or units.tank[firer] or self.light(state) == "night" or state.clock.sandstorm[0]:
            return []
        if self.distance(units.place[firer], hex_) > self.value_of("range", firer) or not self.sees(
            units.place[firer], hex_
        ):
            return []
        enemies = [u for u in self.fighters(state, hex_) if self.owner(u) != self.owner(firer)]
        return [u for u in enemies if not self.is_hq(u)] or enemies

    @carries("10.2.1", "10.2.5", "10.2.7", "10.2.4", "11.1.2", "11.1.3", "11.1.4", "2.6.6")
    def batteries(self, state, side, hex_):
        """Artillery that can support a fight for a hex."""
        units, kind = state.units, self.group("artillery")
        guns = (u for u in self.own(state, side) if kind[u] and not (units.fired[u] or units.tank[u]))
        return [u for u in guns if 0 < self.distance(units.place[u], hex_) <= self.value_of("range", u)]
