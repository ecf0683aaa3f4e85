"""What only *Rats of Tobruk* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from tobruk_arrays import TobrukRules, arrays
from tobruk_play import Rules, first_state
from tobruk_player import Competent
from tobruk_steps import STEPS, interrupts

from scenario_forge.project.carries import carries
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.system import GeneralSupply
from scenario_forge.simulator.telling import DRAW, Breach, Outcome, Piece
from scenario_forge.wargame.frame.playing import GamePlay
from scenario_forge.wargame.frame.system import GameSystem

WORDS = {
    "turn begins": "game turn {0} begins",
    "set up": "{0:unit} is set up in {1:hex}",
    "chit": "the chit of {0:unit} goes into the cup",
    "drawn": "the chit of {0:unit} is drawn",
    "mounts": "{0:unit} mounts {1:unit}",
    "dismounts": "{0:unit} dismounts from {1:unit}",
    "jumps off": "{0:unit} jumps off {1:unit}",
    "enters": "{0:unit} enters {1:hex}",
    "fires": "{0:unit} fires at {1:unit}: {2} and {3}",
    "pinned": "{0:unit} is pinned",
    "depleted": "{0:unit} is depleted",
    "eliminated": "{0:unit} is eliminated",
    "retreats": "{0:unit} retreats to {1:hex}",
    "advances": "{0:unit} advances to {1:hex}",
    "rebuilt": "{0:unit} is rebuilt",
    "barrage": "{0:unit} shells {1:hex}: {2}",
    "supports": "{0:unit} supports the fight",
    "attack": "{0:hex} is attacked",
    "takes aim": "{0:unit} takes aim",
    "barrage begins": "{0:unit} begins to shell",
    "clear begins": "{0:unit} begins to clear a ditch",
    "battle": "an attack on {0:hex}, {1} against {2}: {3} with a modifier of {4}, {5:code}",
    "cleared": "{0:unit} clears the ditch towards {1:hex}",
    "activation ends": "the activation of {0:unit} ends",
}


class TobrukPlay(GamePlay):
    """One scenario."""

    meaning, begins, steps, interrupts = Rules, staticmethod(first_state), STEPS, interrupts
    rule, words, player = "3.1", WORDS, Competent

    def __init__(self, compiled):
        super().__init__(compiled)
        self.said |= {"code": self.rules.codes}

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

    def moment(self, state):
        """Nobody has turns of its own; an activation is the side's whose chit was drawn."""
        return self.turn(state), -1

    def pieces(self, state):
        units, shown = state.units, ("depleted", "fired", "pinned")
        for unit in self.rules.active(state):
            marks = [name for name in shown if getattr(units, name)[unit]]
            marks += [*["low supply"] * (units.lapse[unit] == 1), *["out of supply"] * (units.lapse[unit] > 1)]
            marks += ["riding tanks"] * (units.tank[unit] > 0)
            yield Piece("units", unit, self.rules.owner(unit), units.place[unit], -1, tuple(marks))

    def broken(self, state):
        """Stacking when nobody is on the way, steps, riders."""
        yield from super().broken(state)
        rules, busy = self.rules, {"march", "movement", "opportunity", "shot", "crowding"}
        for stack in rules.stacks(state).values():
            if rules.weight(state, stack) > rules.most and not any(frame.step in busy for frame in state.stack):
                yield Breach("more units are in a hex than can be", "units", stack[0])
        for unit in rules.active(state):
            if state.units.depleted[unit] and not rules.column("face.depleted")[unit]:
                yield Breach("a unit of one side is depleted", "units", unit)
            if (tank := state.units.tank[unit]) and state.units.place[tank - 1] != state.units.place[unit]:
                yield Breach("a unit rides a tank that is elsewhere", "units", unit)

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


class TobrukSlice(GameSystem):
    """The system."""

    id = "tobruk-slice"
    title = "Rats of Tobruk"
    parts = ("tobruk_play", "tobruk_steps", "tobruk_combat", "tobruk_slice")
    document = TobrukRules
    plays = TobrukPlay

    def arrays(self, game, scenario, options):
        """What play reads."""
        return arrays(game)

    def supply(self, game):
        """From the headquarters of its own battalion, however far, where no enemy bars the way (5.1)."""
        grid, about = hex_map(game), game.about
        if grid is None or about is None:
            return None
        anywhere = {nation.id: len(grid.grid) for nation in about.nationalities}
        return GeneralSupply(anywhere, headquarters=True, rule="5.1")


SYSTEM = TobrukSlice()
