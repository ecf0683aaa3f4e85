"""What only *WW2 Western Desert Rules* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from slice_common import Slice
from western_desert_arrays import WesternDesertRules, arrays
from western_desert_play import Rules, first_state
from western_desert_steps import sequence

from scenario_forge.simulator.play import Play
from scenario_forge.simulator.telling import DRAW, Breach, Outcome, Piece

if TYPE_CHECKING:
    from scenario_forge.compiler.compiled import CompiledScenario

PARTS = ("western_desert_play", "western_desert_steps")
WORDS = {
    "turn begins": "game turn {0} begins",
    "dust settles": "the dust of {0} settles",
    "smoke clears": "smoke clears at {0}",
    "phase begins": "a player phase begins",
    "phase ends": "the player phase ends",
    "point": "a throw of {0} for another action point",
    "enters": "{0} enters {1}",
    "faces": "{0} faces {1}",
    "group move": "{0} orders a group move of {1}",
    "group moved": "the group of {0} has moved",
    "attached": "{0} joins {1}",
    "set aside": "{0} is set aside",
    "recovers": "{0} is in good order again",
    "smoke": "{0} lays smoke at {1}",
    "clears mines": "{0} clears the minefield at {1}",
    "airstrike": "an airstrike on {0} and {1}",
    "fires": "{0} fires at {1}",
    "supports": "{0} supports the fire at {1}",
    "attack": "an attack on {0}, value {1}: a throw of {2}, {3}",
    "disordered": "{0} is disordered",
    "eliminated": "{0} is eliminated",
    "advances": "{0} advances to {1}",
}
HEXES = {
    "enters": (1,),
    "smoke": (1,),
    "advances": (1,),
    "smoke clears": (0,),
    "clears mines": (1,),
    "airstrike": (0, 1),
}
"""Which of the words of an event are hexes; units stand before it."""
UNITS = {"fires": 2, "supports": 2, "attached": 2, "group move": 2, "turn begins": 0, "point": 0, "smoke clears": 0}
"""How many units an event's words begin with, where not one."""


class WesternDesertSlice(Slice):
    """The system."""

    id = "western-desert-slice"
    title = "WW2 Western Desert Rules"
    parts = PARTS
    document = WesternDesertRules

    def arrays(self, game, scenario, options):
        """What play reads, all of it from the documents."""
        return arrays(game, scenario)

    def play(self, compiled: CompiledScenario):
        """Two player phases a turn."""
        return WesternDesertPlay(compiled)


class WesternDesertPlay(Play):
    """One scenario."""

    def __init__(self, compiled):
        self.rules, self.names = Rules(compiled), compiled.names

    @cached_property
    def sequence(self):
        return sequence(self.rules)

    def begin(self):
        return first_state(self.rules)

    def score(self, state):
        """Points of the ledger: units of the other side eliminated, objectives last occupied."""
        return self.rules.score(state)

    def outcome(self, state):
        """The level that the lead of a side comes to."""
        levels, score = self.rules.compiled.ending["levels"], self.score(state)
        lead = score[levels["side"]] - score[1 - levels["side"]]
        fits = (
            each for each in levels["levels"]
            if (each["low"] is None or lead >= each["low"]) and (each["high"] is None or lead <= each["high"])
        )  # fmt: skip
        level = next(fits)
        return Outcome(DRAW if level["side"] is None else level["side"], abs(lead), level["id"])

    def turn(self, state):
        return state.clock.turn[0] - self.rules.compiled.turns.span[0]

    def moment(self, state):
        return self.turn(state), state.clock.side[0]

    def pieces(self, state):
        units, rules = state.units, self.rules
        host = {units.host[hq]: hq for hq in rules.hqs if units.host[hq] >= 0}
        for unit in rules.active(state):
            marks = [name for name in ("dust", "disordered", "dug", "moved", "fired") if getattr(units, name)[unit]]
            marks.append(rules.directions[units.facing[unit]])
            yield Piece("units", unit, rules.owner(unit), units.place[unit], -1, tuple(marks))
            if unit in host:
                yield Piece("units", host[unit], rules.owner(unit), units.place[unit])
        for kind, column in (("minefield", state.ground.mined), ("smoke", state.ground.smoke)):
            yield from (Piece(kind, hex_, -1, hex_) for hex_, there in enumerate(column) if there)

    def gone(self, state):
        units, hqs = state.units, self.rules.hqs
        off = (u for u, place in enumerate(units.place) if place < 0 and (u not in hqs or units.host[u] < 0))
        return {u: "absent" if units.place[u] == -2 else "eliminated" for u in off}

    def broken(self, state):
        """One unit a hex, on ground that can be entered; a headquarters is with a unit of its side, and alone."""
        rules, units, seen = self.rules, state.units, set()
        for unit in rules.active(state):
            if units.place[unit] in seen:
                yield Breach("two units are in one hex", "units", unit)
            if not rules.passable[rules.terrain[units.place[unit]]]:
                yield Breach("a unit is where none can be", "units", unit)
            seen.add(units.place[unit])
        hosts = [(hq, units.host[hq]) for hq in rules.hqs if units.host[hq] >= 0]
        for hq, host in hosts:
            if units.place[host] < 0 or rules.owner(host) != rules.owner(hq):
                yield Breach("a headquarters is with a unit that is not there", "units", hq)
        if len({host for _, host in hosts}) < len(hosts):
            yield Breach("two headquarters are with one unit", "units", hosts[0][0])

    # -- in words ------------------------------------------------------------------------------------

    def tell(self, state, event):
        units, hexes = self.names["units"], self.names["hexes"]
        at, leading = HEXES.get(event.name, ()), UNITS.get(event.name, 1)
        words = [hexes[n] if k in at else units[n] if k < leading else n for k, n in enumerate(event.subjects)]
        if event.name == "faces":
            words[1] = self.rules.directions[event.subjects[1]]
        if event.name == "attack":
            words[3] = self.rules.codes[event.subjects[3]]
        return WORDS.get(event.name, event.name).format(*words)

    def throw_for(self, state, frame, purpose):
        return "another action point" if purpose == "point" else purpose

    def table_of(self, frame, prefix):
        """Units, and hexes on the way of one."""
        if prefix[:1] == ("airstrike",):
            return "hexes"
        way = {"actions": 2 if prefix[:1] == ("move",) else 99, "group": 1}.get(frame.step, 99)
        return "hexes" if len(prefix) >= way else "units"


SYSTEM = WesternDesertSlice()
