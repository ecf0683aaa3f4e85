"""Shipped fonts, the families in which each face is set, and the characters that they have.

Typst and the measurer are given the same families in the same order, and no others: each letter is printed in the first
of its face's fonts that has it, and measured in that one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal
from unicodedata import is_normalized, normalize

from scenario_forge.lettering.glyphs import Font

FOLDER = Path(__file__).parents[1] / "printing" / "fonts"
Face = Literal["sans", "sans-semibold", "sans-bold", "serif", "serif-italic", "serif-semibold"]
FAMILIES = {"sans": ("Barlow", "Forge Sans", "Forge Serif"), "serif": ("Forge Serif", "Barlow", "Forge Sans")}
"""Families as Typst knows them, those that lend a letter last; Barlow and Forge Sans are condensed, to 75 %."""
FILES: dict[Face, tuple[str, ...]] = {
    "sans": ("BarlowCondensed-Regular", "ForgeSans-Regular", "ForgeSerif-Regular"),
    "sans-semibold": ("BarlowCondensed-SemiBold", "ForgeSans-SemiBold", "ForgeSerif-SemiBold"),
    "sans-bold": ("BarlowCondensed-Bold", "ForgeSans-Bold", "ForgeSerif-SemiBold"),
    "serif": ("ForgeSerif-Regular", "BarlowCondensed-Regular", "ForgeSans-Regular"),
    "serif-italic": ("ForgeSerif-Italic", "BarlowCondensed-Regular", "ForgeSans-Regular"),
    "serif-semibold": ("ForgeSerif-SemiBold", "BarlowCondensed-SemiBold", "ForgeSans-SemiBold"),
}
"""Files of each face, by the order of `FAMILIES` and the nearest weight and style that the family has."""
INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
"""Signs that are not drawn; they only part or join what is."""
BLANK = frozenset("\t\n\r")
"""Signs that are drawn as a space."""


# -- which characters can be printed ---------------------------------------------------------------


@cache
def coverage() -> frozenset[int]:
    """Return the code points that every weight of at least one family has, so that no text shows an empty box."""
    families: dict[str, list[frozenset[int]]] = {}
    for name in sorted({name for names in FILES.values() for name in names}):
        families.setdefault(name.partition("-")[0], []).append(font(name).characters)
    unseen = frozenset(map(ord, INVISIBLE | BLANK))
    return frozenset().union(*(frozenset.intersection(*weights) for weights in families.values())) | unseen


def missing_characters(text: str) -> list[str]:
    """Return the characters of a text that no shipped font has, once each in order."""
    known = coverage()
    return list(dict.fromkeys(char for char in composed(text) if ord(char) not in known))


def composed(text: str) -> str:
    """Return a text with each letter and its accents as one character, where there is one (Unicode, form NFC)."""
    return text if is_normalized("NFC", text) else normalize("NFC", text)


@cache
def font(name: str) -> Font:
    """Return a shipped font by the name of its file.

    Raises:
        NotAFontError: the file is damaged or missing.
    """
    return Font(FOLDER / f"{name}.ttf")


def check_fonts() -> None:
    """Read every shipped font: Typst would set texts in a different one without a word.

    Raises:
        NotAFontError: a file is damaged or missing.
    """
    coverage()
