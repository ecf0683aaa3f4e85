"""What only *Rats of Tobruk* has of rules: a slice of them. The rules themselves are in the modules beside it."""

from __future__ import annotations

from typing import ClassVar

from tobruk_arrays import TobrukRules, costs, hidden
from tobruk_combat import attacks, terms
from tobruk_play import Rules, first_state
from tobruk_steps import STEPS, interrupts

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.game.system import GeneralSupply, Stacking, ZonesOfControl
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.play import DRAW, Breach, GameOutcome
from scenario_forge.wargame.base.playing import GamePlay
from scenario_forge.wargame.base.system import GameSystem
from scenario_forge.wargame.base.terms import Fights


class TobrukPlay(GamePlay):
    """One scenario."""

    meaning, begins, steps, interrupts = Rules, staticmethod(first_state), STEPS, interrupts
    clause, hunger, busy = "3.1", ("5.2",), ("march", "movement", "opportunity", "shot", "crowding")
    fights = Fights(attacks, terms)

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

    def attacker(self, state, event):
        return 1 - self.rules.side_at(state, event.subjects[0]) if event.name == "battle" else None

    def hopeless(self, state, event):
        """No total of the dice brings a result for the defender (10.4)."""
        rules, (_hex, attack, defence, _thrown, more, _code) = self.rules, event.subjects
        count = rules.column("dice")[rules.of_turn("track.light", state.clock.turn[0])]
        codes = (rules.results.at((attack, defence), total + more) for total in dice(count).ways)
        return not any(code.startswith("D") for code in codes)

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


HAS_NO = {
    "works": "A bunker is printed on the map (15.0), and no marker shows one.",
    "controls": "No hex belongs to a side; the chit of 606 looks at who is on the airbase (17.5).",
    "worths": "Victory is the ratio of attack strength lost (17.4), and no row brings points.",
}


class TobrukSlice(GameSystem):
    """The system."""

    id = "tobruk-slice"
    title = "Rats of Tobruk"
    packages = (*GameSystem.packages, "tobruk_play", "tobruk_steps", "tobruk_combat", "tobruk_slice")
    document = TobrukRules
    scored = frozenset({"levels", "sudden"})
    plays = TobrukPlay
    has_no = HAS_NO
    names_in_code: ClassVar = {
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

    def stacking(self, game):
        """Four units to a hex (7.1.1), and all begin at full strength, so that no half counts."""
        most = self.figures(game, "stacking")
        return Stacking(most[0], each=1, rule="7.1.1") if most else None

    def zones(self, game):
        """All units but headquarters (8.0.1), not across what bars wheels, but along roads and paths (8.0.2)."""
        counters = game.one("counters", CountersDocument)
        if counters is None:
            return None
        leading = {(each.side, each.headquarters) for each in counters[0].formations}
        fighting = {each.type for each in counters[0].units if (each.side, each.no) not in leading}
        without = {each.type for each in counters[0].units} - fighting
        return ZonesOfControl(
            frozenset(without), not_across=frozenset({"ditch"}), along=frozenset({"road", "path"}), rule="8.0.2"
        )

    def supply(self, game):
        """From the headquarters of its own battalion, however far, where no enemy bars the way (5.1)."""
        grid, about = hex_map(game), game.about
        if grid is None or about is None:
            return None
        anywhere = {nation.id: len(grid.grid) for nation in about.nationalities}
        return GeneralSupply(anywhere, headquarters=True, rule="5.1")


SYSTEM = TobrukSlice()
