"""Sight: what dust and smoke hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.modules.sight import Sight

if TYPE_CHECKING:
    from scenario_forge.wargame.board.board import Situation


class WesternSight(Sight):
    """Dust hides what is behind it also from a height, smoke what is in it or behind it."""

    def has_moved(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is seen as one that has moved: it has raised dust."""
        return bool(now.units.dust[unit])

    @rule("26.5")
    def sees(self, now: Situation, a: int, b: int) -> bool:
        """Return whether nothing blocks sight between two hexes, and neither of them, if far, is in smoke."""
        smoke = now.state.ground.smoke
        return not (self.board.distance(a, b) > 1 and (smoke[a] or smoke[b])) and super().sees(now, a, b)

    @rule("24.2", "15.7", "4.10")
    def blocks(self, now: Situation, hex_: int, *, over: bool) -> bool:
        """Return whether a hex blocks a line over it: with dust also one that passes above units."""
        dusty = any(now.units.dust[unit] for unit in now.stack(hex_))
        return super().blocks(now, hex_, over=over and not dusty) or bool(now.state.ground.smoke[hex_])
