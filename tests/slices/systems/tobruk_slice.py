"""What only *Rats of Tobruk* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from slice_common import Slice
from tobruk_arrays import TobrukRules, arrays
from tobruk_play import Rules, first_state
from tobruk_player import Competent
from tobruk_steps import sequence

from scenario_forge.project.carries import carries
from scenario_forge.simulator.play import Play
from scenario_forge.simulator.telling import DRAW, Breach, Outcome, Piece

if TYPE_CHECKING:
    from scenario_forge.compiler.compiled import CompiledScenario

PARTS = ("tobruk_play", "tobruk_steps", "tobruk_combat", "tobruk_phase", "tobruk_slice")
WORDS = {
    "set up": "{0} is set up in {1}",
    "chit": "the chit of {0} goes into the cup",
    "drawn": "the chit of {0} is drawn",
    "enters": "{0} enters {1}",
    "fires": "{0} fires at {1}: {2} and {3}",
    "pinned": "{0} is pinned",
    "depleted": "{0} is depleted",
    "eliminated": "{0} is eliminated",
    "retreats": "{0} retreats to {1}",
    "advances": "{0} advances to {1}",
    "rebuilt": "{0} is rebuilt",
    "barrage": "{0} shells {1}: {2}",
    "supports": "{0} supports the fight",
    "attack": "{0} is attacked",
    "takes aim": "{0} takes aim",
    "barrage begins": "{0} begins to shell",
    "clear begins": "{0} begins to clear a ditch",
    "battle": "an attack on {0}, {1} against {2}: {3} with a modifier of {4}, {5}",
    "cleared": "{0} clears the ditch towards {1}",
    "activation ends": "the activation of {0} ends",
}
HEXES = {"set up": 1, "enters": 1, "retreats": 1, "advances": 1, "barrage": 1, "cleared": 1, "battle": 0, "attack": 0}
"""Which of the words of an event is a hex; units stand before it."""
UNITS = {"fires": 2, "battle": 0}
"""How many units an event's words begin with, where not one."""


class TobrukSlice(Slice):
    """The system."""

    id = "tobruk-slice"
    title = "Rats of Tobruk"
    parts = PARTS
    document = TobrukRules

    def arrays(self, game, scenario, options):
        """What play reads, all of it from the documents."""
        return arrays(game)

    def play(self, compiled: CompiledScenario):
        """The sequence of play of section 3."""
        return TobrukPlay(compiled)


class TobrukPlay(Play):
    """One scenario."""

    def __init__(self, compiled):
        self.rules, self.names = Rules(compiled), compiled.names

    @cached_property
    def sequence(self):
        return sequence(self.rules)

    def begin(self):
        return first_state(self.rules)

    def score(self, state):
        """Attack strength that the other side has lost (17.4)."""
        return [self.rules.lost(state, 1 - side) for side in range(2)]

    def outcome(self, state):
        """The level that the ratio of losses reaches, or what was decided before (17.4); points do not count."""
        level = self.rules.level(state)
        side = DRAW if level["side"] is None else level["side"]
        return Outcome(side, 0, level["id"].replace("-", " "), state.clock.won[0] > 0)

    @carries("17.6.4", "17.7.7")
    def observe(self, state, side):
        """All but the cup: of the other side's chits only how many are in it."""
        data, units = super().observe(state, side), self.rules.chits
        chits = data["tables"]["units"]["chit"]
        data["chits"] = [sum(chits[hq] for hq in units if self.rules.owner(hq) == own) for own in range(2)]
        for hq in units:
            chits[hq] *= self.rules.owner(hq) == side
        return data

    def turn(self, state):
        first, last = self.rules.compiled.turns.span[:2]
        return min(state.clock.turn[0], last) - first

    def moment(self, state):
        """Nobody has turns of its own; an activation is the side's whose chit was drawn."""
        return self.turn(state), -1

    def pieces(self, state):
        units, shown = state.units, ("depleted", "fired", "pinned")
        for unit in self.rules.active(state):
            marks = [name for name in shown if getattr(units, name)[unit]]
            marks += [*["low supply"] * (units.lapse[unit] == 1), *["out of supply"] * (units.lapse[unit] > 1)]
            strength = self.rules.printed(state, "attack", unit)
            yield Piece("units", unit, self.rules.owner(unit), units.place[unit], strength, tuple(marks))

    def gone(self, state):
        return {unit: ("eliminated", "absent", "absent")[-1 - p] for unit, p in enumerate(state.units.place) if p < 0}

    def broken(self, state):
        """Sides apart, ground, stacking when nobody is on the way, steps."""
        rules, busy = self.rules, {"march", "movement", "opportunity", "shot", "crowding"}
        for hex_, stack in rules.stacks(state).items():
            if len({rules.owner(unit) for unit in stack}) > 1:
                yield Breach("units of both sides are in one hex", "units", stack[0])
            if not rules.passable[rules.compiled.map.terrain[hex_]]:
                yield Breach("a unit is where none can be", "units", stack[0])
            if rules.weight(state, stack) > rules.most and not any(frame.step in busy for frame in state.stack):
                yield Breach("more units are in a hex than can be", "units", stack[0])
        for unit in rules.active(state):
            if state.units.depleted[unit] and rules.column("steps")[unit] < 2:
                yield Breach("a unit of one side is depleted", "units", unit)

    # -- in words ------------------------------------------------------------------------------------

    def tell(self, state, event):
        units, hexes = self.names["units"], self.names["hexes"]
        at, leading = HEXES.get(event.name, -1), UNITS.get(event.name, 1)
        words = [hexes[n] if k == at else units[n] if k < leading else n for k, n in enumerate(event.subjects)]
        if event.name == "battle":
            words[-1] = self.rules.codes[words[-1]]
        return WORDS.get(event.name, event.name).format(*words)

    def throw_for(self, state, frame, purpose):
        return purpose

    def table_of(self, frame, prefix):
        """Units, and hexes where an action says so."""
        if frame.step == "set-up":
            return "hexes" if prefix else "units"
        if frame.step in ("retreat", "advance", "movement"):
            way = "by" in prefix if frame.step == "movement" else bool(prefix)
            return "hexes" if way and prefix[-1] != "drop" else "units"
        if frame.step == "fights" and prefix:
            at = {"attack": 1, "barrage": 2, "clear": 2}.get(prefix[0], 0)
            return "hexes" if len(prefix) == at else "units"
        return "hexes" if frame.step == "stack" else "units"

    def players(self):
        """One that knows the rules."""
        return {"competent": Competent}


SYSTEM = TobrukSlice()
