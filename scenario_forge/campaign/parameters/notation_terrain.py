"""Cells of the terrain effects chart: ``2 MP's*``, ``½ MP along the road*†``, ``+ 3 to defender`` (rule 3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.game.notations import Notation, NotationError

HALVED: Final = "*"
"""The mark of a cost that strategic movement halves."""
REPLACES: Final = "†"
"""The mark of a cost that replaces all others."""

_GLYPHS: Final = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}
_NUMBER: Final = r"\d+\s*/\s*[1-9]\d*|\d+\s*[¼½¾]?|[¼½¾]"
_UNIT: Final = r"MP(?:['’]?s)?"
_COST: Final = re.compile(
    rf"(?P<plus>\+)?\s*(?P<cost>{_NUMBER})\s*{_UNIT}(?:\s+along\s+(?P<along>[^*†()]*[^*†()\s]))?\s*(?P<marks>[*†]*)\Z"
)
_BARRED: Final = re.compile(
    rf"Impassable(?:\s+except\s+for\s+(?P<who>[^()]*[^()\s])\s*\((?P<cost>{_NUMBER})\s*{_UNIT}\s+for\s+(?P<as>[^()]*[^()\s])\))?\Z"
)
_COMBAT: Final = re.compile(r"(?P<sign>[+−-])\s*(?P<value>\d+)\s+to\s+(?:the\s+)?(?P<side>attacker|defender)\Z")
_NO_EFFECT: Final = "No Effect"
_IMPOSSIBLE: Final = "Impossible"


@dataclass(frozen=True, slots=True)
class MovementCost:
    """The cost of a hex, hexside or road. ``cost`` is in movement points; None where there is no figure."""

    kind: Literal["cost", "extra", "none", "impassable"]
    cost: Fraction | None = None
    along: str = ""
    """The line that must be followed: `the road`."""
    halved: bool = False
    replaces: bool = False
    exempt: str = ""
    """Who may enter what is impassable to all others."""
    exempt_as: str = ""
    """How the chart shortens that."""


@dataclass(frozen=True, slots=True)
class CombatEffect:
    """The effect of terrain on a combat; ``side`` says whose strength the number is added to."""

    kind: Literal["none", "modifier", "impossible"]
    value: int = 0
    side: Literal["", "attacker", "defender"] = ""

    @property
    def differential(self) -> int:
        """The effect as a modifier of the differential: what strengthens the defender lowers it."""
        return -self.value if self.side == "defender" else self.value


class MovementCostNotation(Notation[object]):
    """A notation: a number of movement points with its marks, `No Effect` or `Impassable`."""

    def parse(self, text: str) -> MovementCost:
        """Read movement points, or that nobody enters, from a cell."""
        plain = text.strip()
        if plain == _NO_EFFECT:
            return MovementCost("none")
        if match := _BARRED.match(plain):
            cost = _fraction(match["cost"]) if match["cost"] else None
            return MovementCost("impassable", cost, exempt=match["who"] or "", exempt_as=match["as"] or "")
        match = _COST.match(plain)
        if not match or len(set(match["marks"])) < len(match["marks"]):
            hint = _word(plain, (_NO_EFFECT, "Impassable"))
            raise NotationError(f"`{text}` is not a cost such as 2 MP's*, No Effect or Impassable", 0, len(text), hint)
        marks = match["marks"]
        kind: Literal["extra", "cost"] = "extra" if match["plus"] else "cost"
        along = match["along"] or ""
        return MovementCost(kind, _fraction(match["cost"]), along, HALVED in marks, REPLACES in marks)

    def format(self, value: object) -> str:
        """Write the cost as the chart prints it."""
        if not isinstance(value, MovementCost):
            return str(value)
        if value.kind == "none":
            return _NO_EFFECT
        if value.kind == "impassable":
            return "Impassable" + (
                f" except for {value.exempt} ({_figure(value.cost)}MP's for {value.exempt_as})" if value.exempt else ""
            )
        unit = "MP" if value.cost is not None and value.cost <= 1 else "MP's"
        along = f" along {value.along}" if value.along else ""
        marks = HALVED * value.halved + REPLACES * value.replaces
        return ("+ " if value.kind == "extra" else "") + f"{_figure(value.cost)} {unit}{along}{marks}"


class CombatEffectNotation(Notation[object]):
    """A notation: `+ 3 to defender`, `- 2 to attacker`, `No Effect` or `Impossible`."""

    def parse(self, text: str) -> CombatEffect:
        """Read a modifier, or that terrain has no effect or makes combat impossible, from a cell."""
        plain = text.strip()
        if plain in (_NO_EFFECT, _IMPOSSIBLE):
            return CombatEffect("none" if plain == _NO_EFFECT else "impossible")
        match = _COMBAT.match(plain)
        if not match:
            wanted = (_NO_EFFECT, _IMPOSSIBLE, "+ 3 to defender", "- 2 to attacker")
            message = f"`{text}` is not an effect such as + 3 to defender, No Effect or Impossible"
            raise NotationError(message, 0, len(text), _word(plain, wanted[:2]))
        value = int(match["value"]) * (1 if match["sign"] == "+" else -1)
        return CombatEffect("modifier", value, "attacker" if match["side"] == "attacker" else "defender")

    def format(self, value: object) -> str:
        """Write the effect as the chart prints it."""
        if not isinstance(value, CombatEffect):
            return str(value)
        if value.kind != "modifier":
            return _NO_EFFECT if value.kind == "none" else _IMPOSSIBLE
        return f"{'-' if value.value < 0 else '+'} {abs(value.value)} to {value.side}"


def _word(text: str, words: tuple[str, ...]) -> str | None:
    hint = did_you_mean(text, words)
    return hint.removeprefix("did you mean ").removesuffix("?") if hint else None


def _fraction(text: str) -> Fraction:
    text = text.replace(" ", "")
    if text[-1] in _GLYPHS:
        return Fraction(int(text[:-1] or "0")) + _GLYPHS[text[-1]]
    return Fraction(text)


def _figure(cost: Fraction | None) -> str:
    if cost is None:
        return ""
    whole, rest = divmod(cost, 1)
    glyph = next((sign for sign, part in _GLYPHS.items() if part == rest), None)
    if glyph:
        return f"{whole or ''}{glyph}"
    return str(cost)
