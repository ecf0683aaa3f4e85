"""Ids of places: the one that a plain name gives, and one to propose where the name gives none."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, count
from typing import TYPE_CHECKING

from scenario_forge.documents.base import ID, slug

if TYPE_CHECKING:
    from collections.abc import Container

_LETTERS = str.maketrans(
    dict(zip("łøđðħıŋабвгдезийклмнопрстуфыэіґ", "lodhhinabvgdeziyklmnoprstufyeig", strict=True))
    | {"æ": "ae", "œ": "oe", "þ": "th", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch"}
    | {"ё": "yo", "ю": "yu", "я": "ya", "є": "ye", "ї": "yi", "ъ": "", "ь": ""}
)
"""Plain letters for small ones that are none from a to z, with or without an accent."""


def id_of_name(name: str) -> str | None:
    """Return the id that a name gives without doubt; None where it has other letters or digits than plain ones.

    >>> id_of_name("El Agheila"), id_of_name("Köln")
    ('el_agheila', None)
    """
    plain = all(letter.isascii() or unicodedata.category(letter)[0] in "PZ" for letter in name)
    id_ = slug(name)
    return id_ if plain and re.fullmatch(ID, id_) else None


def proposed_id(name: str, hex_: str, taken: Container[str]) -> str:
    """Return a free id for a place: its name in plain letters, else its hex.

    >>> proposed_id("Łódź", "D5", ()), proposed_id("Сталинград", "D5", ()), proposed_id("東京", "D5", ())
    ('lodz', 'stalingrad', 'place_d5')
    """
    letters = unicodedata.normalize("NFC", name).casefold().translate(_LETTERS)
    letters = "".join(sign for sign in unicodedata.normalize("NFD", letters) if not unicodedata.combining(sign))
    hex_id = re.sub(r"[^a-z0-9]+", "_", f"place_{hex_}".casefold()).strip("_")
    base = id_of_name(letters) or hex_id
    return next(id_ for id_ in chain((base,), (f"{base}_{n}" for n in count(2))) if id_ not in taken)
