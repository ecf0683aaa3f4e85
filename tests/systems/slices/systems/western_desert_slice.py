"""What only *WW2 Western Desert Rules* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from western_desert_actions import WesternDesertFire
from western_desert_rules import (
    Stands,
    WesternDesertAdvance,
    WesternDesertBoard,
    WesternDesertEffects,
    WesternDesertMovement,
    WesternDesertRules,
    WesternDesertSight,
    first_state,
)

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.system import Works
from scenario_forge.simulator.play import Breach, CounterInPlay
from scenario_forge.wargame.modules.play import WargamePlay
from scenario_forge.wargame.modules.system import WargameSystem


class WesternDesertPlay(WargamePlay):
    """One scenario."""

    board_type, begins, clause = WesternDesertBoard, staticmethod(first_state), "7"
    own = (Stands, WesternDesertMovement, WesternDesertSight, WesternDesertFire, WesternDesertEffects, WesternDesertAdvance)

    def __init__(self, compiled):
        super().__init__(compiled)
        self.said["way"], self.hqs = self.board.directions, self.board.module(Stands).hqs

    def led(self, state):
        """Headquarters that are with a unit, each with its host."""
        return {hq: state.units.host[hq] for hq in self.hqs if state.units.host[hq] >= 0}

    def pieces(self, state):
        yield from super().pieces(state)
        for hq, host in self.led(state).items():
            yield CounterInPlay("units", hq, self.rules.owner(hq), state.units.place[host])
        for kind, column in (("minefield", state.ground.mined), ("smoke", state.ground.smoke)):
            yield from (CounterInPlay(kind, hex_, -1, hex_) for hex_, there in enumerate(column) if there)

    def marks_of(self, state, unit):
        return [*super().marks_of(state, unit), self.rules.directions[state.units.facing[unit]]]

    def out_of_play(self, state):
        return {unit: said for unit, said in super().out_of_play(state).items() if unit not in self.led(state)}

    def breaches(self, state):
        """A headquarters is with a unit of its side, and alone."""
        yield from super().breaches(state)
        led = self.led(state)
        for hq, host in led.items():
            if state.units.place[host] < 0 or self.rules.owner(host) != self.rules.owner(hq):
                yield Breach("a headquarters is with a unit that is not there", "units", hq)
            if [*led.values()].count(host) > 1:
                yield Breach("two headquarters are with one unit", "units", hq)


HAS_NO = {
    "supply": "The rules have no supply.",
    "controls": "Only the hills of the ledger have a side: the last on them.",
}


class WesternDesertSlice(WargameSystem):
    """The system."""

    id = "western-desert-slice"
    title = "WW2 Western Desert Rules"
    packages = (*WargameSystem.packages, "western_desert_rules", "western_desert_actions")
    document = WesternDesertRules
    towns, has_no = False, HAS_NO
    names_in_code: ClassVar = {
        "type": ("hq",),
        "marker": ("dug-in", "minefield"),
        "group of units": ("infantry", "twice"),
    }

    def play_type(self):
        return WesternDesertPlay

    def stacking(self, game):
        """One unit to a hex (5.1); a headquarters is with a unit and does not count (5.3)."""
        return replace(super().stacking(game), free_types=frozenset({"hq"}), rule="5.1")

    def zones(self, game):
        """Each unit stops enemies in all adjacent hexes (12.10), whatever lies between; a headquarters is in no hex."""
        return replace(super().zones(game), rule="12.10")

    def works(self, game):
        """A unit is dug in where the set-up has a marker (21.5); only personnel profit, which have a value in cover (21.2)."""
        counters = game.one("counters", CountersDocument)
        if counters is None:
            return None
        personnel = {each.type for each in counters[0].units if "cover" in each.values}
        return Works("dug-in", "dug-in marker", "dug-in markers", profit=frozenset(personnel), rule="21.2")


SYSTEM = WesternDesertSlice()
