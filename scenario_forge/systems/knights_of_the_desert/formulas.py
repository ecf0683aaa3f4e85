"""What *Knights of the Desert* reckons: costs, supply, strengths, losses, points. Pure functions; nothing here plays.

Strengths, losses and odds are exact fractions until points are taken off a unit, which truncates (IV.D.5.a).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.project.rule_marks import rule as carries
from scenario_forge.project.system import Stacking

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

STACKING = Stacking(6, each=1, limits={"fortress": 4}, rule="III.2.E.13")
MAINTENANCE, LOW = 100, 50
MOST_AIR, LEVELS = 9, range(1, 10)
BREAKING, CAP, CAP_AIR = Fraction(15, 100), 3, Fraction(9, 2)
PER_LEVEL, AIR_ATTACK, AIR_DEFENCE = Fraction(20, 100), Fraction(20, 100), Fraction(15, 100)


class Defender(NamedTuple):
    """What counts of a unit that is attacked; ``terrain`` is the modifier of its hex."""

    strength: int
    supply: int
    fort: int
    terrain: Fraction


# -- supply --------------------------------------------------------------------------------------


@carries("III.2.B.2", "III.2.B.3", "III.2.B.4", "III.2.B.5")
def chain(away: Callable[[int, int], int], bases: Collection[int], depots: Collection[int], gap: int) -> frozenset[int]:
    """The hexes that supply comes from: bases, and depots in a line from them with no gap above ``gap``.

    ``away(a, b)`` gives how far they are, whatever lies between.
    """
    found, waiting = set(bases), list(bases)
    while waiting:
        at = waiting.pop()
        linked = {hex_ for hex_ in depots if hex_ not in found and away(at, hex_) <= gap}
        found |= linked
        waiting += linked
    return frozenset(found)


@carries("IV.B.1.b", "III.2.C.4a")
def share(maximum: int, digit: int, percents: Sequence[int]) -> int:
    """What a digit from 0 to 9 stands for."""
    return maximum * percents[digit] // 100


@carries("IV.B.2.a2", "III.2.C.4c", "III.2.F.3b")
def received(points: int, hexes: int) -> int:
    """What is left of supply that is sent so many hexes from the home base."""
    return points * (100 - min(hexes, 100)) // 100


@carries("III.2.F.4a", "III.2.F.4b", "IV.B.1.c2")
def eligible(ceiling: int, supply: int, digit: int, percents: Sequence[int], *, enemy_segment: bool) -> int:
    """The points sent to a unit in a resupply phase."""
    points = share(ceiling - supply, digit, percents)
    return points // 4 if enemy_segment else points


# -- combat --------------------------------------------------------------------------------------


@carries("IV.D.4.a", "IV.A.1.f2")
def supply_modifier(supply: int) -> Fraction:
    """Half the strength for a defender that has next to nothing left."""
    return Fraction(1, 2) if supply < LOW else Fraction(1)


@carries("IV.D.4.b", "IV.A.1.j2", "IV.A.1.j3", "IV.A.1.j4")
def ground_modifier(terrain: Fraction, fort: int) -> Fraction:
    """Terrain and fortification together."""
    return min(Fraction(CAP), terrain + PER_LEVEL * fort)


@carries("IV.D.4.c", "IV.D.4.d", "IV.D.1.c6")
def defence(defenders: Sequence[Defender], air: int) -> Fraction:
    """The modified strength of those attacked."""
    held = sum(d.strength * supply_modifier(d.supply) * ground_modifier(d.terrain, d.fort) for d in defenders)
    return min(held * (1 + AIR_DEFENCE * air), CAP_AIR * sum(d.strength for d in defenders))


@carries("IV.D.4.e", "IV.D.4.f1", "IV.D.4.f2", "IV.D.4.f3", "IV.D.4.g", "IV.D.1.c6")
def attack(strength: int, air: int, stack: int, near: int, enemy_stack: int, enemy_near: int) -> Fraction:
    """The modified strength of attackers.

    Args:
        strength: theirs.
        air: points that they commit.
        stack: friendly units in their hex that take no part.
        near: other hexes next to the defender that friends hold.
        enemy_stack: enemy units in the attacked hex that take no part.
        enemy_near: hexes next to it that enemies hold.
    """
    modified = strength * (1 + AIR_ATTACK * air) + 100 * stack + 300 * near - 200 * (enemy_stack + enemy_near)
    return min(max(modified, Fraction(strength, 3)), Fraction(5, 2) * strength)


@carries("IV.D.5.a", "IV.D.1.c1")
def base_loss(loss: Sequence[Fraction], intensity: int, strength: int) -> Fraction:
    """The loss before risk, odds and air power: ``loss`` is the constant, and what each strength point adds."""
    return loss[0] + loss[1] * intensity * strength


@carries("IV.D.5.b1")
def attackers_loss(base: Fraction, risk: Fraction, enemy_air: int) -> Fraction:
    """What attackers lose; ``risk`` is the factor drawn for them."""
    return base * risk + enemy_air


@carries("IV.D.5.e1", "IV.D.5.e2")
def defenders_loss(base: Fraction, risk: Fraction, enemy_air: int, odds: Fraction) -> Fraction:
    """What defenders lose: half the odds and the risk are two shares of the base that add up."""
    return base * odds / 2 + base * risk + enemy_air


@carries("IV.D.5.d1", "IV.A.1.d")
def shared(points: Fraction, strengths: Sequence[int], modifiers: Sequence[Fraction]) -> list[int]:
    """A side's loss by unit: by strength, then by morale; never more than a unit has."""
    total = sum(strengths)
    return [min(s, int(points * s / total * m)) for s, m in zip(strengths, modifiers, strict=True)]


@carries("IV.A.2.a", "IV.A.1.c2")
def breaks(strength: int, ceiling: int) -> bool:
    """Whether a unit is eliminated."""
    return strength < BREAKING * ceiling
