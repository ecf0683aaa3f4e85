"""The combat differential with its modifiers, and the combat results table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.contact import adjacent
from scenario_forge.campaign.supply.combat_supply import supplied_units
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

UNLIMITED = 10**6


class Differential(NamedTuple):
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


class Part(NamedTuple):
    """One number of a differential."""

    kind: str
    """The field of :class:`Differential` that it counts in."""
    value: int
    at: int = -1
    """The unit or, of ground and works, the hex that it comes from; −1 where it comes from the attack as a whole."""


class Fighters(NamedTuple):
    """Who fights: the units that attack, the hexes that they attack, the units there."""

    attackers: Sequence[int]
    hexes: Sequence[int]
    defenders: Sequence[int]


def parts(rules: Rules, state: CampaignState, fighters: Fighters, *, used: bool = True) -> Iterator[Part]:
    """Yield the numbers of an attack's differential; a modifier counts once a unit or once an attack, as printed.

    ``used``: whether defenders are supplied by face-down supply units alone, as in a round; else also by those that
    they will use.
    """
    attackers, hexes, defenders = fighters
    types = rules.compiled.units.type
    for unit in attackers:
        yield Part("attackers", rules.strength(state, unit), unit)
    for unit in defenders:
        yield Part("defenders", -rules.strength(state, unit), unit)
    for unit in attackers:
        yield Part("slopes", _slope(rules, state.units.place[unit], hexes), unit)
    if any(rules.values[hex_] or state.hexes.box[hex_] for hex_ in hexes):
        for unit in attackers:
            if rules.columns.combat_armoured[types[unit]]:
                yield Part("armour", line_of(rules, "armour_against_fortification"), unit)
    if len(supplied_units(rules, state, defenders, used=used)) < len(defenders):
        yield Part("unsupplied", line_of(rules, "unsupplied_defender"))
    ground = rules.columns.combat_terrain
    if ground:
        worst = min(hexes, key=lambda hex_: ground[rules.compiled.map.terrain[hex_]])
        yield Part("rough", ground[rules.compiled.map.terrain[worst]], worst)
    yield Part("own", rules.modifier(attackers, defenders))
    strong = max(hexes, key=lambda hex_: works_value(rules, state, hex_, defenders))
    yield Part("fortification", -works_value(rules, state, strong, defenders), strong)


@rule("combat.differential")
def differential(
    rules: Rules, state: CampaignState, attackers: Sequence[int], hexes: Sequence[int], defenders: Sequence[int]
) -> Differential:
    """Return the sum of an attack's differential, by what its numbers count as."""
    by_kind: Counter[str] = Counter()
    for kind, value, _at in parts(rules, state, Fighters(attackers, hexes, defenders)):
        by_kind[kind] += value
    by_kind["defenders"] *= -1
    return Differential(**{kind: by_kind[kind] for kind in Differential._fields[:-1]}, cap=best(rules, hexes))


def best(rules: Rules, hexes: Sequence[int]) -> int:
    """Return the best differential at which an attack on these hexes is resolved."""
    return min(rules.caps.get(hex_, UNLIMITED) for hex_ in hexes)


@rule("combat.modifiers")
def line_of(rules: Rules, name: str) -> int:
    """Return the value of a line of the combat results table; 0 where the game has no such line."""
    return rules.modifiers.get(name, 0)


@rule("terrain.combat-modifiers")
def _slope(rules: Rules, start: int, hexes: Sequence[int]) -> int:
    """Return the worst hexside between a unit and its targets, all of which are beside it (6.12)."""
    return rules.slopes[worst_side(rules, start, hexes)]


def worst_side(rules: Rules, start: int, hexes: Sequence[int]) -> int:
    """Return the hexside with the lowest modifier between a hex and others, all of which are beside it."""
    return min((adjacent(rules, start, hex_) for hex_ in hexes), key=lambda edge: rules.slopes[edge])


@rule("fortifications.defence")
def works_value(rules: Rules, state: CampaignState, hex_: int, defenders: Sequence[int]) -> int:
    """Return the value of works for the stack in a hex; 0 if any unit in it does not profit from them."""
    profit, types = rules.columns.fortification_benefits, rules.compiled.units.type
    there = [unit for unit in defenders if state.units.place[unit] == hex_]
    if not all(profit[types[unit]] for unit in there):
        return 0
    return max(rules.values[hex_], rules.given.fortification.box_value * bool(state.hexes.box[hex_]))


@rule("combat.results-table")
def result(rules: Rules, resolved: int, die: int) -> tuple[int, int]:
    """Return the losses of the attacker and of the defender."""
    return rules.results.at(rules.results.column(resolved), die)
