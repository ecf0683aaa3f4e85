"""Minefields: a unit with a headquarters clears them too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.works import Works

if TYPE_CHECKING:
    from scenario_forge.wargame.board.board import Situation


class WesternWorks(Works):
    """Minefields and digging in."""

    @rule("23.4", "23.5")
    def may_clear(self, now: Situation, id_: str, unit: int) -> bool:
        """Return whether a unit clears a work: it is one that does, or has a headquarters."""
        return super().may_clear(now, id_, unit) or self.board.module(Leaders).of(now, unit) is not None
