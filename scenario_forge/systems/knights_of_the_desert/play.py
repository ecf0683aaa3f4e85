"""What only *Knights of the Desert* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from knights_arrays import KnightsRules, arrays, supply
from knights_play import Rules, first_state
from knights_rules import STACKING
from knights_steps import STEPS, interrupts

from scenario_forge.project.rule_marks import rule as carries
from scenario_forge.simulator.telling import Breach, Outcome, Toll
from scenario_forge.wargame.frame.playing import GamePlay, level_of
from scenario_forge.wargame.frame.system import GameSystem


class KnightsPlay(GamePlay):
    """One scenario."""

    meaning, begins, steps, interrupts = Rules, staticmethod(first_state), STEPS, interrupts
    off = ("reserve", "absent", "eliminated")
    rule = "III.1"

    def score(self, state):
        """A point for every three casualties, and what was gained at the end of turns (III.2.I)."""
        return [state.sides.inflicted[side] // self.rules.ledger.per + state.sides.gained[side] for side in range(2)]

    @carries("III.2.I.4", "III.2.I.5")
    def outcome(self, state):
        """The level that the difference reaches; the last of a side that has taken a home base, which ends it."""
        levels, taken = self.rules.compiled.ending["levels"]["levels"], state.clock.taken[0]
        found = level_of(levels, self.lead(state))
        if taken:
            found = next(each for each in (levels[0], levels[-1]) if each["side"] == taken - 1)
        name = found["id"].removeprefix(f"{self.rules.compiled.keys['sides'][found['side']]}-")
        return Outcome(found["side"], abs(self.lead(state)), name, taken > 0)

    def marks_of(self, state, unit):
        fort = state.units.fort[unit]
        return [*[f"fort {fort}"] * (fort > 0), *["unsupplied"] * (not state.units.fed[unit])]

    def measures(self, state):
        """Strength and units on the map, and units out of supply."""
        own = [self.rules.own(state, side) for side in range(2)]
        return {**super().measures(state), "unsupplied": [sum(not state.units.fed[u] for u in units) for units in own]}

    def tolls(self, state, event):
        """Losses of battle, units that could not pay maintenance, attacks."""
        unit = event.subjects[0] if event.subjects else -1
        if event.name == "loses":
            yield Toll("fallen", self.rules.owner(unit), event.subjects[1])
        elif event.clause == "IV.B.2.b" and event.name == "eliminated":
            yield Toll("starved", self.rules.owner(unit), state.units.strength[unit])
        elif event.name == "battle":
            yield Toll("attacks", event.subjects[-1])

    def broken(self, state):
        """Ranges of what units have, and stacking."""
        yield from super().broken(state)
        units, rules = state.units, self.rules
        for unit in rules.active(state):
            most = (rules.value_of("ceiling", unit), rules.value_of("supply_ceiling", unit), rules.allowance(unit), 9)
            columns = (units.strength, units.supply, units.points, units.fort)
            place = units.place[unit]
            if not all(0 <= column[unit] <= top for column, top in zip(columns, most, strict=True)):
                yield Breach("a unit has more than it can, or less than nothing", "units", unit)
            if not rules.cost(unit, place)[0]:
                yield Breach("a unit is where it cannot be", "units", unit)
        if any(number < 0 for column in (*state.sides.arrays, *state.nations.arrays) for number in column):
            yield "a side has less than nothing"


class KnightsSlice(GameSystem):
    """The system."""

    id = "knights-slice"
    title = "Knights of the Desert"
    parts = ("knights_rules", "knights_play", "knights_steps", "knights_slice")
    document = KnightsRules
    plays = KnightsPlay

    def arrays(self, game, scenario, options):
        """What play reads."""
        return {**super().arrays(game, scenario, options), **arrays(game)}

    def stacking(self, game):
        """III.2.E.13."""
        return STACKING

    def supply(self, game):
        """Depots in line from home bases and from the fortress, whoever holds it (III.2.B)."""
        return supply(game)


SYSTEM = KnightsSlice()
