"""Cells of the armour repair table: ``2 Strength points repaired``, ``1 Strength point lost`` (rule 10)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from scenario_forge.diagnostics.model import nearest
from scenario_forge.game.notations import Notation, NotationError

_CELL: Final = re.compile(r"(\d+)\s+strength\s+points?\s+(repaired|lost)\Z", re.IGNORECASE)
_LOOSE: Final = re.compile(r"(\d+)\s.*?(\w+)\Z")


@dataclass(frozen=True, slots=True)
class RepairEffect:
    """Points of wrecked armour that come back; below 0: points lost for good."""

    value: int


class RepairEffectNotation(Notation[object]):
    """A notation: a number of strength points, repaired or lost."""

    def parse(self, text: str) -> RepairEffect:
        """Read what a roll repairs from a cell of the repair table."""
        match = _CELL.match(text.strip())
        if not match or (match[1] == "0" and match[2].casefold() == "lost"):
            message = f"`{text}` is not an effect such as 2 Strength points repaired"
            raise NotationError(message, 0, len(text), _meant(text.strip()))
        return RepairEffect(int(match[1]) * (1 if match[2].casefold() == "repaired" else -1))

    def format(self, value: object) -> str:
        """Write the effect as the table prints it."""
        if not isinstance(value, RepairEffect):
            return str(value)
        count = abs(value.value)
        point = "point" if count == 1 else "points"
        return f"{count} Strength {point} {'lost' if value.value < 0 else 'repaired'}"


def _meant(text: str) -> str | None:
    loose = _LOOSE.match(text)
    word = nearest(loose[2], ("repaired", "lost")) if loose and loose[1] != "0" else None
    return f"{loose[1]} Strength {'point' if loose[1] == '1' else 'points'} {word}" if loose and word else None
