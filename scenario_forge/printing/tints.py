"""Grounds of counters by nationality: friend and foe differ at arm's length in every ink.

With full ink the author's colours stand; the lint names those that are too near. The other inks choose anew: the
lightest side stays light, the others are set off from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.lint.vision import SIDES_APART, difference
from scenario_forge.printing.palette import SAFE_TINTS, TINTS, luminance, mix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.documents.game import GameDocument, Nationality
    from scenario_forge.printing.profile import Profile

_GREY_STEPS = (7, 24)
"""How far the greys of the lightest side and of the others are apart, in levels of 255."""
_DARKEST = 0x92
"""Black is read on this grey and on any lighter."""
_PALEST = 0.6
"""White in the tints of the lightest side with low ink."""
_STEP = 0.05
_DEEPEST = -6
"""Steps of black that low ink may take to set a side off; more would cost contrast with the figures."""


def tints(profile: Profile, about: GameDocument) -> dict[str, str]:
    """The ground of each nationality by id, before it is turned grey.

    Full ink: as the author wrote it, else safe tints. Grey: a family of greys for each side. Low: the lightest side
    nearly white, the others as pale as `SIDES_APART` lets them be.
    """
    sides = _by_lightness(about)
    if profile.ink == "grey":
        return _families(about, sides, _greys(about, sides))
    own = _families(about, sides, SAFE_TINTS)
    if profile.palette != "colour-blind":
        own |= {each.id: tint for each in about.nationalities if (tint := _named(each))}
    return _pale(about, sides, own) if profile.ink == "low" else own


def _named(nation: Nationality) -> str | None:
    """The tint that the author gave, or that of the colour named."""
    return nation.tint or TINTS.get(nation.colour.lower().replace(" ", "-"))


def _by_lightness(about: GameDocument) -> list[str]:
    """Sides, that with the lightest tints first."""
    light: dict[str, list[float]] = {}
    for nation in about.nationalities:
        light.setdefault(nation.side, []).append(luminance(_named(nation) or SAFE_TINTS[0][0]))
    return sorted(light, key=lambda side: -sum(light[side]) / len(light[side]))


def _families(about: GameDocument, sides: Sequence[str], families: Sequence[Sequence[str]]) -> dict[str, str]:
    """The colours of a side's family for its nationalities in turn."""
    met: dict[str, int] = {}
    found = {}
    for nation in about.nationalities:
        family = families[sides.index(nation.side) % len(families)]
        number = met.get(nation.side, 0)
        found[nation.id] = family[number % len(family)]
        met[nation.side] = number + 1
    return found


def _greys(about: GameDocument, sides: Sequence[str]) -> list[list[str]]:
    """Nearly white for the lightest side, then `SIDES_APART` darker and from there on down for each other."""
    pale, dark = _GREY_STEPS
    found: list[list[str]] = []
    level = 255
    for number, side in enumerate(sides):
        if number:
            last = found[-1][-1]
            lighter = range(level, _DARKEST, -1)
            level = next((v for v in lighter if difference(_level(v), last) >= SIDES_APART), _DARKEST)
        family = []
        for _nation in (each for each in about.nationalities if each.side == side):
            family.append(_level(level))
            level = max(_DARKEST, level - (dark if number else pale))
        found.append(family)
    return found


def _level(value: int) -> str:
    return f"#{value:02X}{value:02X}{value:02X}"


def _pale(about: GameDocument, sides: Sequence[str], own: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for side in sides:
        enemies = list(found.values())
        made = {nation.id: _apart(own[nation.id], enemies) for nation in about.nationalities if nation.side == side}
        found |= made
    return found


def _apart(tint: str, enemies: Sequence[str]) -> str:
    """The tint as pale as it can be and still be told from those of the enemy; deeper than it was if it must."""
    for step in range(round(_PALEST / _STEP), _DEEPEST - 1, -1):
        mixed = mix(tint, "#FFFFFF" if step >= 0 else "#000000", abs(step) * _STEP)
        if all(difference(mixed, enemy) >= SIDES_APART for enemy in enemies):
            return mixed
    return tint
