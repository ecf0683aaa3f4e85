"""What only *Rats of Tobruk* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from tobruk_arrays import TobrukRules, costs, hidden
from tobruk_combat import attacks, terms
from tobruk_play import Rules, first_state
from tobruk_steps import STEPS, interrupts

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.game.system import GeneralSupply
from scenario_forge.simulator.play import DRAW, Breach, GameOutcome
from scenario_forge.wargame.base.playing import GamePlay
from scenario_forge.wargame.base.system import GameSystem
from scenario_forge.wargame.base.terms import Fights


class TobrukPlay(GamePlay):
    """One scenario."""

    meaning, begins, steps, interrupts = Rules, staticmethod(first_state), STEPS, interrupts
    fights = Fights(attacks, terms)
    clause, busy = "3.1", ("march", "movement", "opportunity", "shot", "crowding")

    def score(self, state):
        """Attack strength that the other side has lost (17.4)."""
        return [self.rules.lost(state, 1 - side) for side in range(2)]

    def outcome(self, state):
        """The level that the ratio of losses reaches, or what was decided before (17.4); points do not count."""
        level = self.rules.level(state)
        side = DRAW if level["side"] is None else level["side"]
        return GameOutcome(side, 0, level["id"].replace("-", " "), state.clock.won[0] > 0)

    @carries("17.6.4", "17.7.7")
    def observe(self, state, side):
        """All but the cup: of the other side's chits only how many are in it."""
        data, units = super().observe(state, side), self.rules.chits
        chits = data["tables"]["units"]["chit"]
        data["chits"] = [sum(chits[hq] for hq in units if self.rules.owner(hq) == own) for own in range(2)]
        for hq in units:
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
        rules = self.rules
        for unit in rules.active(state):
            if state.units.depleted[unit] and not rules.column("face.depleted")[unit]:
                yield Breach("a unit of one side is depleted", "units", unit)
            if (tank := state.units.tank[unit]) and state.units.place[tank - 1] != state.units.place[unit]:
                yield Breach("a unit rides a tank that is elsewhere", "units", unit)


class TobrukSlice(GameSystem):
    """The system."""

    id = "tobruk-slice"
    title = "Rats of Tobruk"
    packages = (*GameSystem.packages, "tobruk_play", "tobruk_steps", "tobruk_combat", "tobruk_slice")
    document = TobrukRules
    scored = frozenset({"levels", "sudden"})
    plays = TobrukPlay

    def names_in_code(self):
        """What its modules look up."""
        return {
            "side": ("allied", "axis"),
            "face": ("depleted",),
            "type": ("hq",),
            "hexside kind": ("ditch",),
            "line kind": ("path", "road"),
            "place kind": ("bunker",),
            "group of units": ("artillery", "automatic", "direct", "engineer", "reversed", "tracked", "wheeled"),
            "track column": ("die", "light"),
            "track word": ("day", "evening", "morning", "night"),
        }

    def own_arrays(self, game, given):
        """Costs, and what cannot be seen."""
        return {**costs(game), "hidden": hidden(game, max(given["observation"]))}

    def supply(self, game):
        """From the headquarters of its own battalion, however far, where no enemy bars the way (5.1)."""
        grid, about = hex_map(game), game.about
        if grid is None or about is None:
            return None
        anywhere = {nation.id: len(grid.grid) for nation in about.nationalities}
        return GeneralSupply(anywhere, headquarters=True, rule="5.1")


SYSTEM = TobrukSlice()
