"""Formulas of *Knights of the Desert*: supply, strengths, losses. Pure functions without play.

Strengths, losses and odds are exact fractions until points are taken off a unit, which truncates (IV.D.5.a).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.game.formula import exact
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.terms import Reckoning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.systems.knights_of_the_desert.parameters import Combat

LEVELS = range(1, 10)
"""Levels of intensity, of risk, and of fortification."""


class Defender(NamedTuple):
    """The factors of a unit that is attacked; ``terrain`` is the modifier of its hex."""

    strength: int
    supply: int
    fort: int
    terrain: Fraction
    name: str = "the unit"


class Bystanders(NamedTuple):
    """The units and hexes that count besides those that fight (IV.D.4.f)."""

    stacked: int
    """Friends of the attackers in their hex."""
    near: int
    """Other hexes next to the defenders with friends of the attackers."""
    enemies: int
    """Enemies in the attacked hex that take no part, and hexes next to it with enemies."""


# -- supply --------------------------------------------------------------------------------------


@rule("IV.B.1.b", "III.2.C.4a")
def share(maximum: int, digit: int, percents: Sequence[int]) -> int:
    """Return the share of a maximum that a digit from 0 to 9 stands for."""
    return maximum * percents[digit] // 100


@rule("IV.B.2.a2", "III.2.C.4c", "III.2.F.3b")
def supply_left(points: int, hexes: int, lost_per_hex: int) -> int:
    """Return the supply left after some hexes from the home base; each hex loses ``lost_per_hex`` percent."""
    return points * (100 - min(hexes * lost_per_hex, 100)) // 100


@rule("III.2.F.4a", "IV.B.1.c2")
def supply_sent(ceiling: int, supply: int, digit: int, percents: Sequence[int]) -> int:
    """Return the points sent to a unit in a resupply phase of its own segment."""
    return share(ceiling - supply, digit, percents)


# -- combat --------------------------------------------------------------------------------------


@rule("IV.D.4.a", "IV.A.1.f2")
def supply_modifier(combat: Combat, supply: int) -> Fraction:
    """Return the part of a defender's strength that low supply leaves."""
    return exact(combat.low_supply_factor) if supply < combat.low_supply else Fraction(1)


@rule("IV.D.4.b", "IV.A.1.j2", "IV.A.1.j3", "IV.A.1.j4")
def ground_modifier(combat: Combat, terrain: Fraction, fort: int) -> Fraction:
    """Return the modifier of the defence for terrain and fortification together."""
    return min(exact(combat.ground_most), terrain + exact(combat.per_level) * fort)


@rule("IV.D.4.c", "IV.D.4.d", "IV.D.1.c6")
def defence(combat: Combat, defenders: Sequence[Defender], air: int, found: Reckoning | None = None) -> Fraction:
    """Return the modified strength of the defenders, each modified separately, limited in sum."""
    found = found or Reckoning(noted=False)
    for each in defenders:
        fed, ground = supply_modifier(combat, each.supply), ground_modifier(combat, each.terrain, each.fort)
        held = Reckoning(noted=found.noted)
        held.add(each.strength, each.name, "IV.D.4.a", "combat strength")
        held.times(fed, f"{each.name}: low supply", "IV.D.4.a", "combat.low_supply_factor")
        held.times(ground, f"{each.name}: ground", "IV.D.4.b", "terrain and fortification")
        found.add_all(held)
    found.times(1 + exact(combat.air_defence) * air, "air points", "IV.D.4.c", "combat.air_defence")
    most = exact(combat.defence_most) * sum(each.strength for each in defenders)
    found.at_most(most, "the most", "IV.D.4.c", "combat.defence_most")
    return found.total


@rule("IV.D.4.e", "IV.D.4.f1", "IV.D.4.f2", "IV.D.4.f3", "IV.D.4.g", "IV.D.1.c6")
def attack(combat: Combat, strength: int, air: int, beside: Bystanders, found: Reckoning | None = None) -> Fraction:
    """Return the modified strength of attackers, with the air points that they commit."""
    found = found or Reckoning(noted=False)
    found.add(strength, "combat strength", "IV.D.4.e", "combat strength")
    found.times(1 + exact(combat.air_attack) * air, "air points", "IV.D.4.e", "combat.air_attack")
    found.add(combat.friend_stacked * beside.stacked, "friends in the hex", "IV.D.4.f1", "combat.friend_stacked")
    found.add(combat.friend_beside * beside.near, "hexes of friends", "IV.D.4.f1", "combat.friend_beside")
    found.add(-combat.enemy * beside.enemies, "enemies that take no part", "IV.D.4.f2", "combat.enemy")
    found.at_least(Fraction(strength, combat.attack_least), "the least", "IV.D.4.f3", "combat.attack_least")
    found.at_most(exact(combat.attack_most) * strength, "the most", "IV.D.4.f3", "combat.attack_most")
    return found.total


@rule("IV.D.5.a", "IV.D.1.c1")
def base_loss(loss: Sequence[Fraction], intensity: int, strength: int) -> Fraction:
    """Return the loss before risk, odds and air power: ``loss`` is the constant, and the part per strength point."""
    return loss[0] + loss[1] * intensity * strength


@rule("IV.D.5.b1")
def attackers_loss(base: Fraction, risk: Fraction, enemy_air: int) -> Fraction:
    """Return the loss of attackers; ``risk`` is the factor drawn for them."""
    return base * risk + enemy_air


@rule("IV.D.5.e1", "IV.D.5.e2")
def defenders_loss(combat: Combat, base: Fraction, risk: Fraction, enemy_air: int, odds: Fraction) -> Fraction:
    """Return the loss of defenders: half the odds and the risk are two shares of the base that add up."""
    return base * odds * exact(combat.odds_share) + base * risk + enemy_air


@rule("IV.D.5.d1", "IV.A.1.d")
def losses_by_unit(points: Fraction, strengths: Sequence[int], modifiers: Sequence[Fraction]) -> list[int]:
    """Return a side's loss by unit: by strength, then by morale; never more than a unit has."""
    total = sum(strengths)
    return [min(s, int(points * s / total * m)) for s, m in zip(strengths, modifiers, strict=True)]


@rule("IV.A.2.a", "IV.A.1.c2")
def breaks(combat: Combat, strength: int, ceiling: int) -> bool:
    """Return whether a unit is below its breaking point, and so eliminated."""
    return strength < exact(combat.breaks_below) * ceiling
