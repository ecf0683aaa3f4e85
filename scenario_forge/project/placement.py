"""Cells of orders of battle in a game whose rule system has no notation for them.

``0406``, ``Marsa Akra (3)``: there, with that strength; ``3/41 (2)``: arrives on that turn; ``N``: not in play; ``E``:
eliminated. Commas stand between entries; in the row of a marker each entry is one marker, and ``none`` means none.
"""

from __future__ import annotations

import re

from scenario_forge.project.system import EntryKind, Notation, NotationError, PlacementToken

_PART = re.compile(r"[^,\n]+")
_ENTRY = re.compile(
    r"(?P<date>\d{1,2}(?:/\d{1,2})?/\d{2,4})?(?P<place>[^\W_][\w .'’-]*?)?\s*(?:\((?P<strength>\d{1,4})\))?"
)
_WORDS: dict[str, EntryKind] = {"E": "eliminated", "N": "absent"}
_NONE = "none"


class PlainPlacement(Notation[list[PlacementToken]]):
    """The notation of a game that has no other; whether a name is a hex or a place is not looked up here."""

    def parse(self, text: str) -> list[PlacementToken]:
        """The entries in order."""
        if text.strip() == _NONE:
            return []
        found = [_entry(match[0], match.start()) for match in _PART.finditer(text) if match[0].strip()]
        if not found:
            raise NotationError("the cell is empty", 0, len(text))
        return found

    def format(self, value: list[PlacementToken]) -> str:
        """The entries with commas between."""
        return ", ".join(_written(token) for token in value) or _NONE


def _entry(part: str, offset: int) -> PlacementToken:
    text = part.strip()
    start = offset + part.index(text)
    match = _ENTRY.fullmatch(text)
    if match is None or bool(match["date"]) == bool(match["place"]):
        problem = f"`{text}` is neither a hex or place, a turn, N nor E"
        raise NotationError(problem, start, start + len(text))
    strength = int(match["strength"]) if match["strength"] else None
    if match["date"]:
        at = (start, start + len(text), start + match.start("date"), start + match.end("date"))
        return PlacementToken("arrives", "", match["date"], strength, False, None, *at)
    at = (start, start + len(text), start + match.start("place"), start + match.end("place"))
    kind = _WORDS.get(match["place"])
    if kind is not None:
        return PlacementToken(kind, "", "", strength, False, None, *at)
    return PlacementToken("at", match["place"], "", strength, False, None, *at)


def _written(token: PlacementToken) -> str:
    words = {kind: word for word, kind in _WORDS.items()}
    strength = f" ({token.strength})" if token.strength is not None else ""
    return (words.get(token.kind) or token.date or token.place) + strength
