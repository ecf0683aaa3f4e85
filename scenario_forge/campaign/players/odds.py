"""Expected results of a battle, from all throws of the die, for units where they are or might be."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.combat.differential import UNLIMITED, result, works_value
from scenario_forge.campaign.contact import adjacent
from scenario_forge.mechanics.tables import dice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.players.view import View
    from scenario_forge.campaign.rules import Rules


class Expected(NamedTuple):
    """Expected losses of both sides, and chances of losses."""

    attacker: float
    defender: float
    driven: float
    """Chance of any loss to the defender."""
    wiped: float
    """Chance of a loss of at least the strength of the defender."""
    held: float
    """Chance of any loss to the attacker."""


class Odds:
    """The combat results table, counted out once for each differential."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[tuple[int, int], Expected] = {}

    @cached_property
    def _thrown(self) -> Mapping[int, int]:
        return dice(*self._rules.columns.combat_die).ways

    @cached_property
    def _ends(self) -> tuple[int, int]:
        columns = self._rules.columns.combat_columns
        return columns[0], columns[-1]

    def at(self, resolved: int, defenders: int) -> Expected:
        """Return the expected results of a differential against a strength."""
        least, most = self._ends
        key = (max(least, min(most, resolved)), defenders)
        if key not in self._known:
            self._known[key] = self._count(*key)
        return self._known[key]

    def _count(self, resolved: int, defenders: int) -> Expected:
        total = sum(self._thrown.values())
        sums = [0.0] * 5
        for die, weight in self._thrown.items():
            attacker, defender = result(self._rules, resolved, die)
            found = (attacker, min(defender, defenders), defender > 0, defender >= defenders, attacker > 0)
            sums = [one + value * weight / total for one, value in zip(sums, found, strict=True)]
        return Expected(*sums)


def modifier(rules: Rules, name: str) -> int:
    """Return the value of a line of the combat results table; 0 where the game has no such line."""
    return rules.modifiers.get(name, 0)


def contribution(view: View, unit: int, start: int, target: int) -> int:
    """Return what a unit attacking from ``start`` adds to the differential, as the chart counts by unit."""
    return view.fighting[unit] + gradient(view, start, target) + works_modifier(view, unit, target)


def gradient(view: View, start: int, target: int) -> int:
    """Return what the hexside adds to each unit that attacks a hex from ``start``."""
    return min(0, view.rules.slopes[adjacent(view.rules, start, target)])


def works_modifier(view: View, unit: int, target: int) -> int:
    """Return what the works in a hex add to a unit that attacks it: armour is less good against them."""
    rules = view.rules
    if not (rules.values[target] or view.state.hexes.box[target]):
        return 0
    armoured = rules.columns.combat_armoured[rules.compiled.units.type[unit]]
    return modifier(rules, "armour_against_fortification") if armoured else 0


def resistance(view: View, target: int, *, fed: bool) -> int:
    """Return what the defenders of a hex and its ground take off the differential."""
    rules, state = view.rules, view.state
    there = view.foes.get(target, ())
    ground = rules.columns.combat_terrain
    found = sum([view.fighting[unit] for unit in there]) + works_value(rules, state, target, there)
    found -= ground[rules.compiled.map.terrain[target]] if ground else 0
    return found - (0 if fed else modifier(rules, "unsupplied_defender"))


def expected_result(view: View, odds: Odds, target: int, units: Sequence[tuple[int, int]], *, fed: bool) -> Expected:
    """Return the expected results of an attack by units, each with the hex it attacks from."""
    total = sum([contribution(view, unit, start, target) for unit, start in units]) - resistance(view, target, fed=fed)
    total = min(total, view.rules.caps.get(target, UNLIMITED))
    return odds.at(total, max(1, view.power(list(view.foes.get(target, ())))))
