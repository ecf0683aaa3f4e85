"""What only *WW2 Western Desert Rules* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from typing import ClassVar

from western_desert_arrays import WesternDesertRules, lines
from western_desert_play import Rules, first_state
from western_desert_steps import FIGHTS, STEPS

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.system import Stacking, Works, ZonesOfControl
from scenario_forge.simulator.play import Breach, CounterInPlay
from scenario_forge.wargame.base.playing import GamePlay
from scenario_forge.wargame.base.system import GameSystem


class WesternDesertPlay(GamePlay):
    """One scenario."""

    meaning, begins, steps = Rules, staticmethod(first_state), STEPS
    clause, fights = "7", FIGHTS

    def __init__(self, compiled):
        super().__init__(compiled)
        self.said["way"] = self.rules.directions

    def score(self, state):
        """Points of the ledger: units of the other side eliminated, objectives last occupied."""
        return [sum(row.points for row in self.worths(state) if row.side == side) for side in range(2)]

    def attacker(self, state, event):
        return 1 - self.rules.owner(event.subjects[0]) if event.name == "attack" else None

    def pieces(self, state):
        yield from super().pieces(state)
        for hq, host in enumerate(state.units.host):
            if host >= 0:
                yield CounterInPlay("units", hq, self.rules.owner(hq), state.units.place[host])
        for kind, column in (("minefield", state.ground.mined), ("smoke", state.ground.smoke)):
            yield from (CounterInPlay(kind, hex_, -1, hex_) for hex_, there in enumerate(column) if there)

    def marks_of(self, state, unit):
        return [*super().marks_of(state, unit), self.rules.directions[state.units.facing[unit]]]

    def out_of_play(self, state):
        led = [hq for hq in self.rules.hqs if state.units.host[hq] >= 0]
        return {unit: said for unit, said in super().out_of_play(state).items() if unit not in led}

    def breaches(self, state):
        """One unit a hex; a headquarters is with a unit of its side, and alone."""
        yield from super().breaches(state)
        rules, units = self.rules, state.units
        hosts = [(hq, units.host[hq]) for hq in rules.hqs if units.host[hq] >= 0]
        for hq, host in hosts:
            if units.place[host] < 0 or rules.owner(host) != rules.owner(hq):
                yield Breach("a headquarters is with a unit that is not there", "units", hq)
        if len({host for _, host in hosts}) < len(hosts):
            yield Breach("two headquarters are with one unit", "units", hosts[0][0])


HAS_NO = {
    "supply": "The rules have no supply.",
    "controls": "Only the hills of the ledger have a side: the last on them.",
}


class WesternDesertSlice(GameSystem):
    """The system."""

    id = "western-desert-slice"
    title = "WW2 Western Desert Rules"
    packages = (*GameSystem.packages, "western_desert_play", "western_desert_steps")
    document = WesternDesertRules
    scored = frozenset({"levels", "hold", "event"})
    plays = WesternDesertPlay
    has_no = HAS_NO
    names_in_code: ClassVar = {
        "type": ("hq",),
        "marker": ("dug-in", "minefield"),
        "group of units": ("infantry", "twice"),
        "track column": ("visibility",),
        "track word": ("dawn", "dusk", "haze", "night", "normal"),
    }

    def stacking(self, game):
        """One unit to a hex (5.1); a headquarters is with a unit and does not count (5.3)."""
        return Stacking(Rules.limit, each=1, free_types=frozenset({"hq"}), rule="5.1")

    def zones(self, game):
        """Each unit stops enemies in all adjacent hexes (12.10), whatever lies between; a headquarters is in no hex."""
        return ZonesOfControl(frozenset({"hq"}), rule="12.10")

    def works(self, game):
        """A unit is dug in where the set-up has a marker (21.5); only personnel profit, which have a value in cover (21.2)."""
        counters = game.one("counters", CountersDocument)
        if counters is None:
            return None
        personnel = {each.type for each in counters[0].units if "cover" in each.values}
        return Works("dug-in", "dug-in marker", "dug-in markers", profit=frozenset(personnel), rule="21.2")

    def own_arrays(self, game, given):
        """What lies between two hexes in sight."""
        return {"between": lines(game, max(given["sight"]))}


SYSTEM = WesternDesertSlice()
