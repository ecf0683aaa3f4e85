"""Colours by what they are for, in the ink and palette of a profile. Nothing else names a colour.

Roles are listed in `STANDARD`; a profile's `colours` replaces single ones. Ink `low` makes grounds white or
nearly so, `grey` gives every colour the grey of its luminance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.documents.counters import MarkerKind
    from scenario_forge.printing.profile import Profile
    from scenario_forge.project.game import Game

STANDARD = {
    # grounds of the map: low ink makes these nearly white
    "land": "#F1E6C8", "land-dunes": "#F3E2AE", "land-rough": "#E6D3AC", "land-depression": "#F7F1DF",
    "land-hills": "#E3CFA3", "land-mountain": "#D6BE92", "land-marsh": "#DDE3C6", "land-wood": "#D3DDB8",
    "land-scrub": "#E7E3BE", "land-salt": "#F6F2E6", "land-cultivated": "#DCE2B4",
    "sea": "#C3DADC", "beyond": "#F7F1E0", "table": "#FBF7EC",
    # inks of the map
    "shore": "#9DBDC2", "coast": "#4B5F63", "grid": "#B9AC8C", "grid-sea": "#B4CDD0", "number": "#7F7765",
    "number-sea": "#688589", "texture": "#A98F5C", "relief": "#6B5334", "rim": "#7D6743",
    "road": "#8E2F23", "road-casing": "#FFFDF6", "track": "#7A5C3A", "railway": "#3A3A3A", "wire": "#2E2A26",
    "border": "#7A6F60", "river": "#2F6E99", "river-bank": "#8FAE6B", "town": "#4A3B2E", "symbol": "#2B2622",
    "symbol-ground": "#FFFDF6", "fortification": "#5A2A20", "supply": "#23402F", "port": "#1F4E6B",
    "name": "#1E1A16", "name-water": "#2C5A6B", "name-area": "#77653D", "halo": "#FBF5E4",
    # pages
    "ink": "#1A1816", "quiet": "#5F5B55", "faint": "#B9B4AA", "stripe": "#F3EFE6", "page": "#FFFFFF",
    "warning": "#A01818", "mark": "#000000",
    # counters
    "counter-ink": "#14110E", "symbol-box": "#FFFFFF",
    "marker-strength": "#FFFFFF", "marker-control": "#F29AA8", "marker-turn": "#7FD0C8", "marker-track": "#A9D86E",
    "marker-status": "#F7F06A", "marker-blank": "#FFFFFF", "marker-figure": "#B0101C",
    "formation-1": "#F6CF45", "formation-2": "#F0957C", "formation-3": "#8EC6E6", "formation-4": "#A9D48B",
    "formation-5": "#D3A8E0", "formation-6": "#F4B3C9",
}  # fmt: skip
"""Role → colour on white paper with full ink."""

COLOUR_BLIND = STANDARD | {
    "road": "#B02A00", "track": "#5C5140", "river": "#0062A3", "marker-control": "#CC79A7",
    "marker-track": "#2E3A8C", "marker-turn": "#56D3B0",
}  # fmt: skip

_GROUNDS = ("land", "sea", "beyond", "table")
_DRY = ("land", "beyond", "table")
"""Paler in grey: the sea stays darker than any land, and toner is saved."""
TINTS = {
    "khaki": "#E3DCA0", "brown": "#C9966A", "grey/blue": "#AFC5DC", "grey-blue": "#AFC5DC", "green": "#86B077",
    "red": "#F0A79B", "blue": "#A8C6E8", "grey": "#CFCFCB", "field-grey": "#BCC3B4", "yellow": "#F2E08C",
    "orange": "#F4BE86", "tan": "#E2CFA4", "white": "#F7F5EF", "black": "#8C8A86", "pink": "#F2BFCB",
    "purple": "#CDB6DE", "olive": "#C6C88F", "sand": "#E8D9AE",
}  # fmt: skip
"""Counter tints of the colours that authors name: light enough for black on them."""
SAFE_TINTS = (
    ("#F6E58F", "#F3F0DC", "#FFD9B8"),
    ("#7FA9C9", "#9FA6A8", "#B58A5E"),
    ("#C79BE0", "#D98AC0", "#D08FD0"),
)
"""Tints that any reader tells apart: a family for each side, the lightest side first."""
ACCENTS = ("#5C6428", "#8C4A24", "#33586E", "#6B3F66")
"""One for each side in turn, told apart by colour-blind readers."""
_CORNERS = ("round", "notch", "triangle", "square", "bar", "diamond")


@dataclass(frozen=True, slots=True)
class Nation:
    """How a nationality's counters look."""

    id: str
    name: str
    tint: str
    """Ground of the counter."""
    deep: str
    """The same colour, darker: bands, backs' rims."""
    corner: str
    """Shape in the corner: round, notch, triangle, square, bar, diamond."""


class Palette:
    """The colours of one profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        base = COLOUR_BLIND if profile.palette == "colour-blind" else STANDARD
        self._roles = base | dict(profile.colours)

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
        """The colour of a marker's face: the role `marker-ID` where there is one, else what its kind declares."""
        role = f"marker-{kind.id}"
        if role in self._roles:
            return self[role]
        safe = kind.colour_blind if self.profile.palette == "colour-blind" else None
        return self.ink(safe or kind.colour or self._roles["marker-status"])

    def ink(self, colour: str) -> str:
        """Any colour in the profile's ink."""
        return grey(colour) if self.profile.ink == "grey" else colour

    def nation(self, game: Game, nationality: str) -> Nation:
        """How a nationality's counters look; one that is not declared is white."""
        listed = game.about.nationalities if game.about else []
        for number, each in enumerate(listed):
            if each.id == nationality:
                tint = self._tints(game)[nationality]
                corner = each.corner or _CORNERS[number % len(_CORNERS)]
                return Nation(each.id, each.name, self.ink(tint), self.ink(mix(tint, "#000000", 0.45)), corner)
        return Nation(nationality, nationality, "#FFFFFF", self.ink("#777777"), "square")

    def _tints(self, game: Game) -> Mapping[str, str]:
        from scenario_forge.printing.tints import tints  # noqa: PLC0415 - measures colours with what stands here

        return tints(self.profile, game.about) if game.about else {}

    def accent(self, game: Game, side: str) -> str:
        """The colour of a side on cards and charts; dark enough for white figures on it."""
        sides = [each.id for each in game.about.sides] if game.about else []
        return self.ink(ACCENTS[(sides.index(side) if side in sides else 0) % len(ACCENTS)])


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, part: float) -> str:
    """A colour with ``part`` (0 to 1) of another in it."""
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Relative luminance from 0 to 1 (WCAG 2.2)."""
    parts = [c / 255 for c in rgb(colour)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio from 1 to 21 (WCAG 2.2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def grey(colour: str) -> str:
    """The grey of the same luminance."""
    y = luminance(colour)
    value = round(255 * (12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055))
    return f"#{value:02X}{value:02X}{value:02X}"
