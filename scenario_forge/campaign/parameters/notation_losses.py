"""Cells of the combat results table: ``1/2``, ``0/3 (Tobruk)`` (rule 6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from scenario_forge.game.notations import Notation, NotationError

_CELL: Final = re.compile(r"\s*(\d+)\s*/\s*(\d+)\s*(?:\(\s*([^()]*?[^()\s])\s*\))?\s*\Z")
_LOOSE: Final = re.compile(r"\s*(\d)\s*[.,:;|\\-]?\s*(\d)\s*(\(.*\))?\s*\Z")


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of both sides, and the place whose attackers may use no column beyond this one."""

    attacker: int
    defender: int
    last_for: str = ""


class LossesNotation(Notation[object]):
    """A notation: attacker's loss, a slash, defender's loss; then perhaps a place in brackets."""

    def parse(self, text: str) -> Losses:
        """Read the losses of attacker and defender from a cell of the combat results table."""
        match = _CELL.match(text)
        if not match:
            raise NotationError(f"`{text}` is not a result such as 1/2", 0, len(text), _meant(text))
        return Losses(int(match[1]), int(match[2]), match[3] or "")

    def format(self, value: object) -> str:
        """Write the result as the table prints it."""
        if not isinstance(value, Losses):
            return str(value)
        return f"{value.attacker}/{value.defender}" + (f" ({value.last_for})" if value.last_for else "")


def _meant(text: str) -> str | None:
    loose = _LOOSE.match(text)
    return f"{loose[1]}/{loose[2]}" + (f" {loose[3]}" if loose[3] else "") if loose else None
