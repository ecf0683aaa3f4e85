"""What *WW2 Western Desert Rules* is played with: its state, and what a compiled scenario means for each unit."""

from __future__ import annotations

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.terms import Reckoning
from scenario_forge.wargame.base.cells import pairs, rows_of
from scenario_forge.wargame.base.numbers import Numbers
from scenario_forge.wargame.base.tables import state_of

OUT, ABSENT = -1, -2
PERIODS = ("normal", "dawn", "haze", "dusk", "night")
"""Rows of the chart of visibility, as the track names them."""


made_state = state_of(
    units="place facing moved fired aimed dust disordered dug host", ground="smoke mined", towns="holder", sides="airstrikes",
    clock="turn side",
)  # fmt: skip


@carries("3.3", "5.3", "6.1", "21.5", "22.1", "23.1", "30.1", "30.4")
def first_state(rules):
    """As the scenario sets it up; a headquarters has no hex but a host."""
    places = [hex_ if hex_ >= 0 else ABSENT for hex_ in rules.units.hex]
    hosts, facing, given = [-1] * len(places), [0] * len(places), rules.column
    flown = rules.given["airstrikes"].get(rules.compiled.names["scenario"][0], {})
    for column, name in ((hosts, "attached"), (facing, "facing")):
        for unit, value in pairs(rules.compiled.rules.get(f"start.{name}", ())):
            column[unit] = value
    hosts = [h if h >= 0 and places[h] >= 0 else -1 for h in hosts]
    dug = [int(h in rules.marked["dug-in"] and c >= 0) for h, c in zip(places, given("value.cover"), strict=True)]
    mined = [int(h in rules.marked["minefield"]) for h in range(rules.hexes)]
    at = {hex_: rules.owner(unit) for unit, hex_ in enumerate(places)}
    return made_state(
        units={"place": places, "facing": facing, "host": hosts, "dug": dug},
        ground={"mined": mined},
        towns={"holder": [at.get(hex_, -1) + 1 for hex_ in rules.ledger.towns]},
        sides={"airstrikes": [flown.get(side, 0) for side in rules.compiled.keys["sides"]]},
        clock={"turn": [rules.compiled.turns.span[0]], "side": [rules.compiled.turns.span[2]]},
    )


class Rules(Numbers):
    """What a compiled scenario means. Nothing in it changes."""

    def __init__(self, compiled):
        super().__init__(compiled)
        given = compiled.rules
        self.codes = self.results.codes
        self.track = sum(1 << n for n, _ in enumerate(compiled.keys["line_kinds"]))
        self.hqs = [unit for unit, hq in enumerate(self.of_type("hq")) if hq]
        self.marked = {name: set() for name in ("minefield", "dug-in")}
        for marker, hex_ in zip(compiled.markers.type, compiled.markers.hex, strict=True):
            self.marked[compiled.keys["markers"][marker]].add(hex_)
        self.between = {}
        for a, b, one, other in rows_of(given["between"], 4):
            self.between.setdefault((a, b), []).append((one, other))
        middle = next(h for h in range(self.hexes) if -1 not in self.neighbours[6 * h : 6 * h + 6])
        self.steps = [self.from_to(middle, hex_) for hex_ in self.around(middle)]

    # -- what stands where -------------------------------------------------------------------------

    @carries("3.4")
    def eliminated(self, state, side):
        """Units; a headquarters is only set aside."""
        lost = [unit for unit, place in enumerate(state.units.place) if place == OUT and unit not in self.hqs]
        return sum(self.owner(unit) == side for unit in lost)

    def hq_of(self, state, unit):
        """The headquarters with a unit; None: none."""
        return next((hq for hq in self.hqs if state.units.host[hq] == unit), None)

    # -- moving --------------------------------------------------------------------------------------

    @carries("12.1", "4.11")
    def step_cost(self, unit, hex_, to):
        """A movement point for each hex, along roads too; nobody enters marsh."""
        return int(self.passable[self.terrain[to]])

    @carries("9.7")
    def can_move(self, state, unit):
        return not state.units.moved[unit] and self.both(state.units.fired[unit], unit)

    @carries("9.8", "13.6")
    def can_fire(self, state, unit):
        return not state.units.fired[unit] and self.both(state.units.moved[unit], unit)

    @carries("2.8", "2.9")
    def both(self, other, unit):
        """Whether a unit can do one thing, having done the other or not."""
        return not other or bool(self.value_of("move_and_fire", unit))

    @carries("2.3", "4.11", "4.16", "4.17", "5.1", "5.2", "12.1", "12.2", "12.3", "12.6", "12.7", "12.8", "12.9",
             "12.10", "12.11", "12.12", "23.2", "Q9.1")  # fmt: skip
    def ahead(self, state, unit, way, directed):
        """Hexes that a unit can enter next; ``directed``: hexes more by its headquarters."""
        start, near, taken = state.units.place[unit], self.zone(state, 1 - self.owner(unit)), self.stacks(state)
        at, road = (way[-1] if way else start), self.by_road(start, way)
        if way and (at in near or state.ground.mined[at]):
            return []
        stopped = bool(way) and self.terrain[at] != 0
        most, found = self.units.movement[unit] + directed, []
        for entry in range(6 * at, 6 * at + 6):
            to, by = self.neighbours[entry], road and bool(self.compiled.map.lines[entry] & self.track)
            if to < 0 or to in taken or to in way or not self.passable[self.terrain[to]]:
                continue
            crabs = not way and start in near and to in near
            if not crabs and len(way) < most + by and (by or not stopped):
                found.append(to)
        return found

    def by_road(self, start, way):
        """Whether a whole way has been along a road or track."""
        steps = zip([start, *way], way, strict=False)
        return all(self.compiled.map.lines[6 * a + self.direction(a, b)] & self.track for a, b in steps)

    # -- sight and fire --------------------------------------------------------------------------------

    @carries("6.2", "6.3")
    def in_front(self, state, unit, hex_):
        """Whether a hex is at most 60 degrees off the way that a unit faces."""
        (q, r), (a, b) = self.steps[state.units.facing[unit]], self.from_to(state.units.place[unit], hex_)
        dot = 2 * (q * a + r * b) + q * b + r * a
        return dot >= 0 and dot * dot >= a * a + a * b + b * b

    @carries("15.10", "15.11", "25.1", "25.2", "25.3", "25.4")
    def reach(self, state, a, target):
        """How far a unit can be seen from a hex in the period of the turn (8.1)."""
        period = PERIODS.index(
            self.compiled.keys["track.visibility"][self.of_turn("track.visibility", state.clock.turn[0])]
        )
        row = rows_of(self.column("sight"), 3)[period]
        if row[2] > row[1] and (self.ground("high", a) or self.ground("high", state.units.place[target])):
            return row[2]
        return row[1 if state.units.dust[target] else 0]

    @carries("4.9", "4.10", "4.14", "4.15", "15.1", "15.2", "15.3", "15.4", "15.5", "15.6", "15.7", "15.8", "15.9",
             "24.2", "26.5")  # fmt: skip
    def sees(self, state, a, target):
        """Whether a unit can be seen from a hex."""
        b, smoke = state.units.place[target], state.ground.smoke
        away = self.distance(a, b)
        if away > self.reach(state, a, target) or (away > 1 and (smoke[a] or smoke[b])):
            return False
        high = self.ground("high", a) or self.ground("high", b)
        passed = self.between.get((min(a, b), max(a, b)), ())
        return not any(self.hides(state, x, high) and self.hides(state, y, high) for x, y in passed)

    def hides(self, state, hex_, high):
        """Whether a hex stands in the way; from a height one sees over units that make no dust."""
        if self.ground("blocks", hex_) or state.ground.smoke[hex_]:
            return True
        return any(not high or state.units.dust[unit] for unit in self.stacks(state).get(hex_, ()))

    @carries("2.2", "4.5", "4.6", "4.8", "4.13", "13.1", "13.2", "13.3", "14.2", "28.6")
    def aims(self, state, unit, target, value="range"):
        """Whether a unit can fire at another that it sees."""
        here, there = state.units.place[unit], state.units.place[target]
        most = self.value_of(value, unit) + self.column("high.range")[0] * self.ground("high", here)
        away = self.distance(here, there)
        close = away > 1 and (self.ground("close", here) or self.ground("close", there))
        arc = bool(self.value_of("turreted", unit)) or self.in_front(state, unit, there)
        return away <= most and arc and not close and self.sees(state, here, target)

    @carries("13.4", "13.5")
    def firers(self, state, side, target):
        """Units that can fire at one themselves."""
        if state.units.aimed[target]:
            return []
        return [u for u in self.own(state, side) if self.can_fire(state, u) and self.aims(state, u, target)]

    @carries("16.2", "16.3", "24.3", "6.2")
    def supporters(self, state, side, target):
        """Artillery that can fire at a unit that only others see; its own height does not help it."""
        units, there = state.units, state.units.place[target]
        if units.aimed[target] or units.dust[target] or self.ground("close", there):
            return []
        guns = (u for u in self.own(state, side) if self.value_of("artillery", u) and self.can_fire(state, u))
        near = (u for u in guns if self.distance(units.place[u], there) <= self.value_of("range", u))
        facing = (u for u in near if self.in_front(state, u, there) and not self.ground("close", units.place[u]))
        return [u for u in facing if not self.aims(state, u, target)]

    @carries("16.4")
    def spotted(self, state, side, target):
        """Whether a unit with a headquarters sees the target."""
        hosts = (state.units.host[hq] for hq in self.hqs if self.owner(hq) == side)
        return any(self.sees(state, state.units.place[host], target) for host in hosts if host >= 0)

    @carries("19.1", "19.2", "28.6")
    def free_shots(self, state, side, target):
        """Anti-tank guns that fire at an armoured target for no action point."""
        firers = self.firers(state, side, target) if self.value_of("armoured", target) else ()
        guns = (u for u in firers if self.value_of("at_free_shot", u))
        near = (
            u for u in guns if self.value_of("antitank_range", u) < 0 or self.aims(state, u, target, "antitank_range")
        )
        return list(near)

    @carries("2.5", "2.6", "2.7", "4.3", "4.4", "4.7", "4.12", "4.18", "17.8", "21.1", "21.2", "Q11.2")
    def defence(self, state, unit):
        """The second value of a unit that has one, in cover, dug in or in smoke; else the first."""
        hex_, cover = state.units.place[unit], self.value_of("cover", unit)
        covered = self.ground("cover", hex_) or state.units.dug[unit] or state.ground.smoke[hex_]
        return cover if covered and cover >= 0 else self.value_of("defence", unit)

    @carries("17.1", "17.2", "17.3", "18.1", "28.7", "6.4", "17.9", "17.10", "2.4", "22.5", "22.6", "23.3")
    def value(self, state, target, units, guns, bonus=0):
        """Attackers in good order less defence, more on the flank and in a minefield; guns in support flank nobody."""
        found, names = Reckoning(), self.compiled.names["units"]
        for unit in (u for u in [*units, *guns] if not state.units.disordered[u]):
            found.add(self.column("twice")[0] if self.group("twice")[unit] else 1, names[unit], "17.1")
        flank = any(not self.in_front(state, target, state.units.place[u]) for u in units)
        found.add(self.column("flank")[0] * flank, "flank", "17.9", "combat_modifiers")
        found.add(bonus, "airstrike", "22.5", "combat_modifiers")
        mined = self.column("minefield")[0] * state.ground.mined[state.units.place[target]]
        found.add(mined, "minefield", "23.3", "combat_modifiers")
        found.add(-self.defence(state, target), f"{names[target]} defends", "17.2", "counter")
        return found

    @carries("22.2", "13.4")
    def struck(self, state, side):
        """Hexes with an enemy that an airstrike can begin with: those that a unit sees, nobody having fired there."""
        foes = [u for u in self.own(state, 1 - side) if not state.units.aimed[u]]
        places = {state.units.place[u] for u in self.own(state, side)}
        return [state.units.place[u] for u in foes if any(self.sees(state, hex_, u) for hex_ in places)]
