"""The combat differential with its modifiers, and the combat results table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.contact import adjacent
from scenario_forge.campaign.supply.combat_supply import supplied_units
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

UNLIMITED = 10**6


class Sum(NamedTuple):
    """The terms of a differential."""

    attackers: int
    """Strength of the attackers."""
    defenders: int
    slopes: int
    """Ridges and escarpments, and armour against fortifications: what the attackers' ground costs them."""
    armour: int
    unsupplied: int
    rough: int
    own: int
    """The modifier of a game's own rules."""
    fortification: int
    cap: int
    """The best differential that the place allows."""

    @property
    def total(self) -> int:
        """The sum of all terms, before the ends of the table."""
        return self.attackers - self.defenders + sum(self[2:8])

    @property
    @rule("fortifications.best-differential")
    def resolved(self) -> int:
        """The differential, limited as the place allows."""
        return min(self.total, self.cap)


@rule("combat.differential")
def differential(
    rules: Rules, state: CampaignState, attackers: Sequence[int], hexes: Sequence[int], defenders: Sequence[int]
) -> Sum:
    """Return the terms of an attack's differential; a modifier counts once a unit or once an attack, as printed."""
    types = rules.compiled.units.type
    strong = any(rules.values[hex_] or state.hexes.box[hex_] for hex_ in hexes)
    armoured = sum(rules.columns.combat_armoured[types[unit]] for unit in attackers) if strong else 0
    fed = len(supplied_units(rules, state, defenders)) == len(defenders)
    ground = rules.columns.combat_terrain
    return Sum(
        sum(rules.strength(state, unit) for unit in attackers),
        sum(rules.strength(state, unit) for unit in defenders),
        sum(_slope(rules, state.units.place[unit], hexes) for unit in attackers),
        armoured * line_of(rules, "armour_against_fortification"),
        0 if fed else line_of(rules, "unsupplied_defender"),
        min(ground[rules.compiled.map.terrain[hex_]] for hex_ in hexes) if ground else 0,
        rules.modifier(attackers, defenders),
        -max(works_value(rules, state, hex_, defenders) for hex_ in hexes),
        min(rules.caps.get(hex_, UNLIMITED) for hex_ in hexes),
    )


@rule("combat.modifiers")
def line_of(rules: Rules, name: str) -> int:
    """Return the value of a line of the combat results table; 0 where the game has no such line."""
    return rules.modifiers.get(name, 0)


@rule("terrain.combat-modifiers")
def _slope(rules: Rules, start: int, hexes: Sequence[int]) -> int:
    """Return the worst hexside between a unit and its targets, all of which are beside it (6.12)."""
    return min(rules.slopes[adjacent(rules, start, hex_)] for hex_ in hexes)


@rule("fortifications.defence")
def works_value(rules: Rules, state: CampaignState, hex_: int, defenders: Sequence[int]) -> int:
    """Return the value of works for the stack in a hex; 0 if any unit in it does not profit from them."""
    profit, types = rules.columns.fortification_benefits, rules.compiled.units.type
    there = [unit for unit in defenders if state.units.place[unit] == hex_]
    if not all(profit[types[unit]] for unit in there):
        return 0
    return max(rules.values[hex_], rules.given.fortification.box_value * bool(state.hexes.box[hex_]))


def column(rules: Rules, resolved: int) -> int:
    """Return the column of a differential; beyond the ends, the first or the last."""
    least = rules.columns.combat_columns
    return max([number for number, low in enumerate(least) if low <= resolved], default=0)


@rule("combat.results-table")
def result(rules: Rules, resolved: int, die: int) -> tuple[int, int]:
    """Return the losses of the attacker and of the defender."""
    at = (die - 1) * len(rules.columns.combat_columns) + column(rules, resolved)
    return rules.columns.combat_attacker[at], rules.columns.combat_defender[at]
