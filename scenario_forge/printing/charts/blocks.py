"""Parts of a page as the templates read them, and the signs in them of values that are not as printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.game.statements import ValueWords, text_parts

if TYPE_CHECKING:
    from scenario_forge.game.place import Where
    from scenario_forge.printing.brief import Brief

Block = dict[str, Any]
"""A part of a page: its kind, a title, and what the kind needs; see `chart-blocks.typ`."""


@dataclass
class Signs:
    """Signs of a component; remembers which of them its foot must explain."""

    brief: Brief
    named: bool = False
    """Set the id of an erratum beside its sign."""
    _ours: bool = False
    _errata: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the places that errata changed."""
        self._corrected: dict[str, list[tuple[tuple[str | int, ...], str]]] = {}
        for patch in self.brief.game.patches:
            if patch.target and not patch.problem:
                file, path = patch.target
                self._corrected.setdefault(file, []).append((tuple(path), patch.erratum.id))

    def at(self, where: Where) -> str:
        """Return the signs of the value at a place: corrected, or not the publisher's; empty if as printed."""
        words = self.brief.words
        ids = [id_ for path, id_ in self._corrected.get(where.file.name, ()) if where.path[: len(path)] == path]
        if ids:
            self._errata |= dict.fromkeys(ids)
            return words("corrected_mark") + (" " + ", ".join(ids) if self.named else "")
        if where.ours:
            self._ours = True
            return words("proposed_mark")
        return ""

    def pieces(self, text: str) -> list[dict[str, Any]]:
        """Return a text with its quantities filled in, each value with its signs, as the templates read it."""
        words, found = self.brief.words, list[dict[str, Any]]()
        for piece in text_parts(self.brief.game, text, ValueWords(words("yes"), words("no"), words("value_or"))):
            if piece.statement is None:
                found.append({"text": piece.text})
            else:
                found.append({"text": piece.text, "value": True, "marks": self.at(piece.statement.where)})
        return found

    def notes(self) -> list[str]:
        """Return notes that explain the signs. Call after all else."""
        words, found = self.brief.words, []
        if self._ours:
            found.append(words("proposed_note"))
        if self._errata:
            found.append(words("corrected_note", errata=", ".join(sorted(self._errata))))
        return found
