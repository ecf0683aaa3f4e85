"""Advance after combat: who advances faces any way."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.simulator.step import Choice
from scenario_forge.systems.western_desert.facing import Facing
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.board.phase import END
from scenario_forge.wargame.modules.advance import Advance, Advancing, go_on
from scenario_forge.wargame.modules.movement.moving import Move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Situation
    from scenario_forge.wargame.board.mind import Mind


class AdvanceAndFace(Advancing):
    """``unit, hex, direction``, or ``(end)``."""

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can advance, then the hex, then the ways to face."""
        if len(prefix) == 2:
            return [*map(Choice, self.rules.directions)]
        ways = super().choices(state, frame, prefix)
        return offer(way.token for way in ways) if prefix else ways

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Advance a unit, and turn it."""
        frames = super().done(state, frame, action[:2], book)
        if frames:
            self.rules.module(Facing).face(book, int(action[0]), str(action[2]))
        return frames


def occupy(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return a player's advance with the way that the unit faces."""
    action, move = go_on(mind, now, frame), mind.board.deeds["move"]
    assert isinstance(move, Move)  # noqa: S101 - as the module of movement has it
    return action if action[0] == END else move.whole(now, action)


class WesternAdvance(Advance):
    """Advance in play."""

    steps: ClassVar[Mapping[str, tuple[str, type]]] = {"advance": ("17", AdvanceAndFace)}
    thoughts: ClassVar = {"advance": occupy}
