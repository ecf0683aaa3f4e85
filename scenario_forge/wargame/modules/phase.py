"""A step in which one side does things, one after another, until it ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation

END = "end"
_BEGUN = "begun"


class SidePhase(Decision[GameState]):
    """A phase of the side in its frame: marks of the phase go when it begins; then action by action, or ``(end)``.

    The frame may have `units`, those that a chit or an order lets act; without, all of the side may.
    """

    rules: Board
    clears: ClassVar[Sequence[str]] = ()
    """Columns of the side's units that are 0 when the phase begins."""

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of the frame, or NOBODY if it has nothing to do or has not begun."""
        return super().who(state, frame) if _BEGUN in frame.data else NOBODY

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the ways to go on, with the end of the phase where nothing is begun."""
        ways = self.ways(self.rules.at(state), frame, prefix)
        return [*ways, Choice(END)] if not prefix else [] if prefix[0] == END else list(ways)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Begin the phase, or carry out an action and go on with the phase."""
        if _BEGUN not in frame.data:
            book.clear(self.clears, self.rules.of_side[frame.data["side"]])
            book.event(self.id + " begins", self.clause, frame.data["side"])
            return [frame.with_values(begun=True)]
        if not action or action[0] == END:
            return ()
        return [frame, *self.carry_out(self.rules.at(state), frame, action, book)]

    def acting(self, now: Situation, frame: Frame) -> Sequence[int]:
        """Return the units on the map that may act in this phase."""
        own, chosen = now.own(frame.data["side"]), frame.data.get("units")
        return own if chosen is None else [unit for unit in own if unit in chosen]

    def ways(self, now: Situation, frame: Frame, prefix: Action) -> Iterable[Choice]:
        """Return how an action can go on, besides ending the phase."""
        raise NotImplementedError

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Write an action into the book; return the frames that it leads to."""
        raise NotImplementedError
