"""What only *WW2 Western Desert Rules* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from typing import ClassVar

from western_desert_actions import WesternDesertFire
from western_desert_rules import (
    Stands,
    WesternDesertAdvance,
    WesternDesertMovement,
    WesternDesertRules,
    WesternDesertSight,
    WesternDesertWorks,
)

from scenario_forge.simulator.play import CounterInPlay
from scenario_forge.wargame.shelf.play import WargamePlay
from scenario_forge.wargame.shelf.system import WargameSystem


class WesternDesertPlay(WargamePlay):
    """One scenario."""

    own = (
        Stands,
        WesternDesertMovement,
        WesternDesertSight,
        WesternDesertFire,
        WesternDesertAdvance,
        WesternDesertWorks,
    )
    clause = "7"

    def pieces(self, state):
        yield from super().pieces(state)
        yield from (CounterInPlay("smoke", hex_, -1, hex_) for hex_, laid in enumerate(state.ground.smoke) if laid)

    def marks_of(self, state, unit):
        return [*super().marks_of(state, unit), self.rules.directions[state.units.facing[unit]]]


class WesternDesertSlice(WargameSystem):
    """The system."""

    id = "western-desert-slice"
    title = "WW2 Western Desert Rules"
    packages = (*WargameSystem.packages, "western_desert_rules", "western_desert_actions")
    document, towns = WesternDesertRules, False
    names_in_code: ClassVar = {
        "group of units": ("infantry", "twice"),
        "figure of rules.yaml": ("airstrike", "flank", "twice"),
    }

    def play_type(self):
        return WesternDesertPlay


SYSTEM = WesternDesertSlice()
