"""Activation: who acts when, as the sequence of play goes through sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.base import Model
from scenario_forge.documents.names import TrackColumnName
from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.modules.module import Module

if TYPE_CHECKING:
    from scenario_forge.wargame.modules.board import Situation


class ActivationKey(Model):
    """Who is first in a loop over `first_second`."""

    order: Literal["sides", "initiative"] = "sides"
    """The sides in their order, or first the side with the initiative."""
    column: TrackColumnName | None = None
    """The column of the track that says who has the initiative in a turn."""


class Activation(Module[ActivationKey]):
    """Activation in play."""

    key, model = "activation", ActivationKey

    @rule("activation.initiative")
    def first(self, now: Situation) -> int:
        """Return the side that is first in the turn."""
        if self.given.order == "sides":
            return 0
        return self.board.of_turn(f"track.{self.given.column}", now.turn)
