"""Solitaire play: the help for a side that no person plays (V)."""

from __future__ import annotations

from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.game.formula import exact
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import number
from scenario_forge.systems.knights_of_the_desert.rules import KnightsNumbers

if TYPE_CHECKING:
    from fractions import Fraction

    from scenario_forge.systems.knights_of_the_desert.state import KnightsState

OPTION = "solitaire"
ROUNDED_TO = 5


class SolitaireNumbers(KnightsNumbers):
    """The numbers of a scenario while one side is played by the rules alone."""

    misjudged = True

    @cached_property
    def helped_side(self) -> int:
        """The side that no person plays."""
        return self.compiled.keys["sides"].index(self.says.solitaire.side)

    @rule("V.1")
    def risk(self, side: int, factor: Fraction) -> Fraction:
        """Return the risk factor, lower for the side without a player."""
        return factor * (100 - self.says.solitaire.luck) / 100 if side == self.helped_side else factor

    @rule("V.2")
    def reach(self, unit: int) -> int:
        """Return the range of supply, longer for the side without a player."""
        return self.says.solitaire.range if self.owner(unit) == self.helped_side else super().reach(unit)

    @rule("V.3", "X.3n")
    def supply_row(self, unit: int) -> int:
        """Return the column of the rationed side, which both sides pay by."""
        return 2 * self.mobile[unit]

    @rule("V.4")
    def reaction_chance(self, unit: int) -> int:
        """Return the percent chance of a reaction, lower to units of the side without a player."""
        return self.says.solitaire.enters if self.owner(unit) == self.helped_side else super().reaction_chance(unit)

    @rule("V.5")
    def cadre_strength(self, unit: int) -> int:
        """Return the strength of a cadre, higher for the side without a player."""
        if self.owner(unit) != self.helped_side:
            return super().cadre_strength(unit)
        return ceil(self.value_of("ceiling", unit) * exact(self.says.solitaire.cadre_strength))

    @rule("V.6")
    def cadre_chance(self, state: KnightsState, unit: int) -> int:
        """Return the percent chance of a cadre, higher for the side without a player, even for units shut in."""
        chance = super().cadre_chance(state, unit)
        if self.owner(unit) != self.helped_side or state.units.supply[unit] < self.says.combat.low_supply:
            return chance
        if not chance:
            return self.says.solitaire.surrounded
        return chance + int((100 - chance) * exact(self.says.solitaire.cadre_share))

    @rule("V.7")
    def apparent_strength(self, state: KnightsState, unit: int) -> int:
        """Return the strength that the other side sees of a unit: some percent more or less, rounded."""
        strength, most = state.units.strength[unit], self.says.solitaire.seen
        key = f"seen|{state.clock.guess[0]}|{unit}|{state.clock.turn[0]}|{strength}"
        percent = 100 - most + number(key, 2 * most + 1)
        return round(strength * percent / 100 / ROUNDED_TO) * ROUNDED_TO
