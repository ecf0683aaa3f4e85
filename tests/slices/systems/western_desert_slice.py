"""What only *WW2 Western Desert Rules* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from western_desert_arrays import WesternDesertRules, arrays
from western_desert_play import OUT, Rules, first_state
from western_desert_steps import STEPS

from scenario_forge.simulator.telling import Breach, Piece
from scenario_forge.wargame.frame.playing import GamePlay
from scenario_forge.wargame.frame.system import GameSystem

WORDS = {
    "turn begins": "game turn {0} begins",
    "smoke clears": "smoke clears at {0:hex}",
    "phase begins": "the {0:side} phase begins",
    "phase ends": "the {0:side} phase ends",
    "point": "a throw of {0} for another action point",
    "enters": "{0:unit} enters {1:hex}",
    "faces": "{0:unit} faces {1:way}",
    "group move": "{0:unit} orders a group move of {1:unit}",
    "group moved": "the group of {0:unit} has moved",
    "attached": "{0:unit} joins {1:unit}",
    "set aside": "{0:unit} is set aside",
    "recovers": "{0:unit} is in good order again",
    "smoke": "{0:unit} lays smoke at {1:hex}",
    "clears mines": "{0:unit} clears the minefield at {1:hex}",
    "airstrike": "an airstrike on {0:hex} and {1:hex}",
    "fires": "{0:unit} fires at {1:unit}",
    "supports": "{0:unit} supports the fire at {1:unit}",
    "attack": "an attack on {0:unit}, value {1}: a throw of {2}, {3:code}",
    "disordered": "{0:unit} is disordered",
    "eliminated": "{0:unit} is eliminated",
    "advances": "{0:unit} advances to {1:hex}",
}


class WesternDesertPlay(GamePlay):
    """One scenario."""

    meaning, begins, steps = Rules, staticmethod(first_state), STEPS
    rule, words, titles = "7", WORDS, {"point": "another action point"}

    def __init__(self, compiled):
        super().__init__(compiled)
        self.said |= {"way": self.rules.directions, "code": self.rules.codes}

    def score(self, state):
        """Points of the ledger: units of the other side eliminated, objectives last occupied."""
        rules, points = self.rules, [0, 0]
        for unit, place in enumerate(state.units.place):
            points[1 - rules.owner(unit)] += rules.each * (place == OUT and unit not in rules.hqs)
        for hex_, value in rules.objectives.items():
            if holder := state.ground.holder[hex_]:
                points[holder - 1] += value
        return points

    def pieces(self, state):
        units, rules = state.units, self.rules
        host = {units.host[hq]: hq for hq in rules.hqs if units.host[hq] >= 0}
        for unit in rules.active(state):
            marks = [name for name in ("dust", "disordered", "dug", "moved", "fired") if getattr(units, name)[unit]]
            marks.append(rules.directions[units.facing[unit]])
            if unit in host:
                yield Piece("units", host[unit], rules.owner(unit), units.place[unit])
            yield Piece("units", unit, rules.owner(unit), units.place[unit], -1, tuple(marks))
        for kind, column in (("minefield", state.ground.mined), ("smoke", state.ground.smoke)):
            yield from (Piece(kind, hex_, -1, hex_) for hex_, there in enumerate(column) if there)

    def gone(self, state):
        led = [hq for hq in self.rules.hqs if state.units.host[hq] >= 0]
        return {unit: said for unit, said in super().gone(state).items() if unit not in led}

    def broken(self, state):
        """One unit a hex; a headquarters is with a unit of its side, and alone."""
        yield from super().broken(state)
        rules, units = self.rules, state.units
        for stack in rules.stacks(state).values():
            if len(stack) > 1:
                yield Breach("two units are in one hex", "units", stack[0])
        hosts = [(hq, units.host[hq]) for hq in rules.hqs if units.host[hq] >= 0]
        for hq, host in hosts:
            if units.place[host] < 0 or rules.owner(host) != rules.owner(hq):
                yield Breach("a headquarters is with a unit that is not there", "units", hq)
        if len({host for _, host in hosts}) < len(hosts):
            yield Breach("two headquarters are with one unit", "units", hosts[0][0])

    def table_of(self, frame, prefix):
        """Units, and hexes on the way of one."""
        if prefix[:1] == ("airstrike",):
            return "hexes"
        way = {"actions": 2 if prefix[:1] == ("move",) else 99, "group": 1}.get(frame.step, 99)
        return "hexes" if len(prefix) >= way else "units"


class WesternDesertSlice(GameSystem):
    """The system."""

    id = "western-desert-slice"
    title = "WW2 Western Desert Rules"
    parts = ("western_desert_play", "western_desert_steps")
    document = WesternDesertRules
    plays = WesternDesertPlay

    def arrays(self, game, scenario, options):
        """What play reads."""
        return arrays(game, scenario)


SYSTEM = WesternDesertSlice()
