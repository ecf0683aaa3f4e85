"""Stacking: how many units may end in one hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.modules.module import Module

if TYPE_CHECKING:
    from scenario_forge.wargame.modules.board import Situation


class StackingLimit(Model):
    """A limit of what may be in one hex."""

    limit: Annotated[int, Field(ge=1)]
    """The most units."""


class Stacking(Module[list[StackingLimit]]):
    """Stacking in play."""

    key, model = "stacking", list[StackingLimit]

    @property
    def most(self) -> int:
        """The most units that any hex may have."""
        return self.given[0].limit

    @rule("stacking.limit")
    def has_room(self, now: Situation, hex_: int, unit: int, way: str = "") -> bool:  # noqa: ARG002 - limits by road
        """Return whether a unit may end in a hex beside the others there."""
        others = sum(other != unit for other in now.stack(hex_))
        return others < self.given[0].limit

    def excess(self, now: Situation, hex_: int) -> int:
        """Return how many units too many are in a hex."""
        return max(len(now.stack(hex_)) - self.given[0].limit, 0)
