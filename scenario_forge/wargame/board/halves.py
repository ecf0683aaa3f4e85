"""Values of counters that are halved: which, for whom, and what becomes of a fraction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.base import Model
from scenario_forge.documents.names import ValueName
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.selectors import UnitSelector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.wargame.board.labels import Labels


class Halved(Model):
    """A value that is halved."""

    value: ValueName
    """The value of the counter."""
    round: Literal["up", "down"] = "down"
    """What becomes of a fraction."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units whose value is halved; without, all."""

    def in_words(self, labels: Labels) -> str:
        """Return the value, with the units that have it."""
        return labels.value(self.value) + (f" of {labels.units(self.of)}" if self.of else "")

    def half(self, value: int) -> int:
        """Return half of a value."""
        return (value + (self.round == "up")) // 2


def halves_in_words(halves: Sequence[Halved], labels: Labels) -> list[str]:
    """Return what is halved: once for fractions that are rounded up, and once for the others."""
    found = []
    for way in ("up", "down"):
        halved = [each.in_words(labels) for each in halves if each.round == way]
        found += [f"halve {listed(halved)}, fractions rounded {way}"] * bool(halved)
    return found
