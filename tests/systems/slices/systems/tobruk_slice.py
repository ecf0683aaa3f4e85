"""What only *Rats of Tobruk* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from typing import ClassVar

from tobruk_fights import TobrukBarrage, TobrukClearing, TobrukFire
from tobruk_rules import (
    Rides,
    TobrukAdvance,
    TobrukAssault,
    TobrukEffects,
    TobrukMovement,
    TobrukRules,
    TobrukStacking,
    TobrukZones,
)
from tobruk_turn import STEPS, TobrukBoard

from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.play import Breach
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.shelf.play import WargamePlay
from scenario_forge.wargame.shelf.system import WargameSystem


class TobrukPlay(WargamePlay):
    """One scenario."""

    board_type, steps = TobrukBoard, STEPS
    own = (Rides, TobrukFire, TobrukMovement, TobrukZones, TobrukStacking, TobrukAssault, TobrukEffects, TobrukAdvance,
           TobrukBarrage, TobrukClearing)  # fmt: skip
    clause, at_once = "3.1", "strategic"

    @carries("17.4.4")
    def level(self, state):
        """Where nobody has come, the other side has won."""
        levels = self.board.victory.levels
        came = any(state.units.place[unit] not in (OUT, TO_COME) for unit in self.board.of_side[levels["side"]])
        return super().level(state) if came else levels["levels"][-1]

    @carries("17.6.4", "17.7.7")
    def observe(self, state, side):
        """All but the cup: of the other side's chits only how many are in it."""
        data, formations = super().observe(state, side), self.rules.module(Activation).formations
        chits = data["tables"]["units"]["chit"]
        data["chits"] = [sum(chits[hq] for hq in formations if self.rules.owner(hq) == own) for own in range(2)]
        for hq in formations:
            chits[hq] *= self.rules.owner(hq) == side
        return data

    def moment(self, state):
        """Nobody has turns of its own; an activation is the side's whose chit was drawn."""
        return self.turn(state), -1

    def marks_of(self, state, unit):
        lapse, rides = state.units.lapse[unit], state.units.tank[unit] > 0
        marks = [*super().marks_of(state, unit), *["low supply"] * (lapse == 1), *["out of supply"] * (lapse > 1)]
        return [*marks, *["riding tanks"] * rides]

    def breaches(self, state):
        """Stacking when nobody is on the way, steps, riders."""
        yield from super().breaches(state)
        for unit in self.rules.active(state):
            if state.units.flipped[unit] and not self.rules.faces.backed[unit]:
                yield Breach("a unit of one side is depleted", "units", unit)
            if (tank := state.units.tank[unit]) and state.units.place[tank - 1] != state.units.place[unit]:
                yield Breach("a unit rides a tank that is elsewhere", "units", unit)


HAS_NO = {
    "works": "A bunker is printed on the map (15.0), and no marker shows one.",
    "controls": "No hex belongs to a side; the chit of 606 looks at who is on the airbase (17.5).",
    "worths": "Victory is the ratio of attack strength lost (17.4), and no row brings points.",
}


class TobrukSlice(WargameSystem):
    """The system."""

    id = "tobruk-slice"
    title = "Rats of Tobruk"
    packages = (*WargameSystem.packages, "tobruk_rules", "tobruk_turn", "tobruk_fights", "tobruk_slice")
    document = TobrukRules
    scored = frozenset({"levels", "sudden"})
    names_in_code: ClassVar = {
        "side": ("allied", "axis"),
        "hexside kind": ("ditch",),
        "place kind": ("bunker",),
        "group of units": ("automatic", "direct", "engineer", "reversed", "tracked", "wheeled"),
        "figure of rules.yaml": ("direct", "rebuilt", "replacement", "wire"),
        "track word": ("night",),
    }

    def has_no(self, game):
        return HAS_NO

    def play_type(self):
        return TobrukPlay


SYSTEM = TobrukSlice()
