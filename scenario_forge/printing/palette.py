"""Colours by purpose, in the ink and palette of a profile. Only this module and profile.py name a colour.

Roles are listed in `profile.STANDARD`; a profile's `colours` replaces single ones. Ink `low` makes grounds white or
nearly so, `grey` gives every colour the grey of its luminance.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.game import CORNERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.documents.counters import MarkerKind
    from scenario_forge.documents.game import GameDocument
    from scenario_forge.game.game import Game
    from scenario_forge.printing.profile import Profile


_GROUNDS = ("land", "sea", "beyond", "table")
_DRY = ("land", "beyond", "table")
"""Paler in grey: the sea stays darker than any land, and toner is saved."""
SAFE_TINTS = (
    ("#F6E58F", "#F3F0DC", "#FFD9B8"),
    ("#7FA9C9", "#9FA6A8", "#B58A5E"),
    ("#C79BE0", "#D98AC0", "#D08FD0"),
)
"""Tints that any reader tells apart: a family for each side, the lightest side first."""
ACCENTS = ("#5C6428", "#8C4A24", "#33586E", "#6B3F66")
"""One for each side in turn, told apart by colour-blind readers."""


@dataclass(frozen=True, slots=True)
class Nation:
    """Look of a nationality's counters."""

    id: str
    name: str
    tint: str
    """Colour of the ground of its counters."""
    deep: str
    """The same colour, darker: bands, backs' rims."""
    corner: str
    """Shape in the corner: round, notch, triangle, square, bar, diamond."""


class Palette:
    """Colours of one profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._roles = profile.roles
        self._tinted: tuple[GameDocument, dict[str, str]] | None = None

    def __getitem__(self, role: str) -> str:
        """The colour of a role as it is printed.

        Raises:
            KeyError: there is no such role.
        """
        colour = self._roles[role]
        if self.profile.ink == "low" and role.startswith(_GROUNDS):
            colour = mix(colour, "#FFFFFF", 0.78)
        if self.profile.ink == "grey" and role.startswith(_DRY):
            colour = mix(colour, "#FFFFFF", 0.5)
        return self.ink(colour)

    def marker(self, kind: MarkerKind) -> str:
        """Return the colour of a marker's face: the role `marker-ID` if there is one, else what its kind declares."""
        role = f"marker-{kind.id}"
        if role in self._roles:
            return self[role]
        safe = kind.colour_blind if self.profile.palette == "colour-blind" else None
        return self.ink(safe or kind.colour or self._roles["marker-status"])

    def ink(self, colour: str) -> str:
        """Return any colour in the profile's ink."""
        return grey(colour) if self.profile.ink == "grey" else colour

    def nation(self, game: Game, nationality: str) -> Nation:
        """Return the look of a nationality's counters; white for one that is not declared."""
        about = game.about
        for number, each in enumerate(about.nationalities if about else []):
            if about and each.id == nationality:
                tint = self._tints(about)[nationality]
                corner = each.corner or CORNERS[number % len(CORNERS)]
                return Nation(each.id, each.name, self.ink(tint), self.ink(mix(tint, "#000000", 0.45)), corner)
        return Nation(nationality, nationality, "#FFFFFF", self.ink("#777777"), "square")

    def _tints(self, about: GameDocument) -> dict[str, str]:
        """The grounds by nationality, kept because each counter asks for them."""
        if self._tinted is None or self._tinted[0] is not about:
            self._tinted = about, tints(self.profile, about)
        return self._tinted[1]

    def accent(self, game: Game, side: str) -> str:
        """Return the colour of a side on cards and charts; dark enough for white figures on it."""
        sides = [each.id for each in game.about.sides] if game.about else []
        return self.ink(ACCENTS[(sides.index(side) if side in sides else 0) % len(ACCENTS)])


# -- grounds of counters by nationality ------------------------------------------------------------


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
    """Return the ground of each nationality by id, before it is turned grey.

    Full ink: as the author wrote it, else safe tints. Grey: a family of greys for each side. Low: the lightest side
    nearly white, the others as pale as `SIDES_APART` lets them be.
    """
    sides = _by_lightness(about)
    if profile.ink == "grey":
        return _families(about, sides, _greys(about, sides))
    own = _families(about, sides, SAFE_TINTS)
    if profile.palette != "colour-blind":
        own |= {each.id: tint for each in about.nationalities if (tint := each.ground)}
    own |= profile.published.grounds if profile.published else {}
    return _pale(about, sides, own) if profile.ink == "low" else own


def _by_lightness(about: GameDocument) -> list[str]:
    """Sides, that with the lightest tints first."""
    light: dict[str, list[float]] = {}
    for nation in about.nationalities:
        light.setdefault(nation.side, []).append(luminance(nation.ground or SAFE_TINTS[0][0]))
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


# -- mixing and measuring colours: luminance, contrast, and how far apart two look to readers of any colour vision --


Vision = Literal["full", "protan", "deutan", "tritan", "grey"]
Linear = tuple[float, float, float]
_SIMULATED: dict[Vision, tuple[Linear, Linear, Linear]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
SIDES_APART = 25.0
"""Grounds of counters of two sides that differ by less are mixed up in a stack at arm's length."""
_WHITE = (0.95047, 1.0, 1.08883)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, part: float) -> str:
    """Return a colour with ``part`` (0 to 1) of another in it."""
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Return the relative luminance from 0 to 1 (WCAG 2.2)."""
    parts = [c / 255 for c in rgb(colour)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio from 1 to 21 (WCAG 2.2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def grey(colour: str) -> str:
    """Return the grey of the same luminance."""
    y = luminance(colour)
    value = round(255 * (12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055))
    return f"#{value:02X}{value:02X}{value:02X}"


def difference(one: str, other: str, vision: Vision = "full") -> float:
    """Return the perceived difference of two colours: 0 the same, 100 black and white."""
    return dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def least_difference(one: str, other: str) -> tuple[float, Vision]:
    """Return the smallest difference that readers of any colour vision see, and which vision that is."""
    return min((difference(one, other, vision), vision) for vision in ("full", "protan", "deutan", "tritan"))


def _seen(colour: str, vision: Vision) -> Linear:
    linear = [_linear(part / 255) for part in rgb(colour)]
    seen = [sum(w * c for w, c in zip(row, linear, strict=True)) for row in _SIMULATED[vision]]
    red, green, blue = (min(max(part, 0.0), 1.0) for part in seen)
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _lab(linear: Linear) -> Linear:
    x, y, z = (
        _bent(sum(w * c for w, c in zip(row, linear, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(part: float) -> float:
    return float(part ** (1 / 3)) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29
