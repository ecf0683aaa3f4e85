"""A step in which one side does things, one after another, until it ends it; and the kinds of things that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
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


class Deed:
    """A kind of thing that the side of a phase can do: move a unit, attack a hex, fire at a unit."""

    word: ClassVar[str]
    """The word with which its actions begin, in a phase that has several kinds."""
    clears: ClassVar[Sequence[str]] = ()
    """Columns of the side's units that are 0 when a phase with it begins."""
    pattern: ClassVar[str]
    """The stages of its actions, without the word."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Iterable[Choice]:
        """Return how an action can go on; nothing where there is none."""
        raise NotImplementedError

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Write an action into the book; return the frames that follow, that of the phase first."""
        raise NotImplementedError


class SidePhase(Decision[GameState]):
    """A phase of the side in its frame: marks of the phase go when it begins; then deed by deed, or ``(end)``.

    A phase of one kind of deed has actions without its word.
    """

    rules: Board

    def deeds(self, frame: Frame) -> Sequence[Deed]:
        """Return the kinds of deed of the phase."""
        return [self.rules.deeds[word] for word in frame.data.get("deeds", (self.id,))]

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of the frame, or NOBODY if it has nothing to do or has not begun."""
        return super().who(state, frame) if _BEGUN in frame.data else NOBODY

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the ways to go on, with the end of the phase where nothing is begun."""
        now, deeds = self.rules.at(state), self.deeds(frame)
        if len(deeds) == 1:
            if prefix and prefix[0] == END:
                return []
            ways = list(deeds[0].ways(now, frame, prefix))
            return ways if prefix else [*ways, Choice(END)]
        if not prefix:
            return [*offer(deed.word for deed in deeds if [*deed.ways(now, frame, ())]), Choice(END)]
        deed = next((deed for deed in deeds if deed.word == prefix[0]), None)
        return list(deed.ways(now, frame, prefix[1:])) if deed is not None else []

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Begin the phase, or carry out a deed and go on with the phase."""
        deeds = self.deeds(frame)
        if _BEGUN not in frame.data:
            book.clear([column for deed in deeds for column in deed.clears], self.rules.of_side[frame.data["side"]])
            book.event(self.id + " begins", self.clause, frame.data["side"])
            return [frame.with_values(begun=True)]
        if not action or action[0] == END:
            return ()
        now = self.rules.at(state)
        if len(deeds) == 1:
            return deeds[0].carry_out(now, frame, action, book)
        return next(deed for deed in deeds if deed.word == action[0]).carry_out(now, frame, action[1:], book)


def acting(now: Situation, frame: Frame, *, coming: bool = False) -> Sequence[int]:
    """Return the units of the side that may act in a phase: all on the map, or those that a chit or an order lets act.

    ``coming``: with those that may still come on to the map.
    """
    side, chosen = frame.data["side"], frame.data.get("units")
    own = [*now.own(side), *(now.coming(side) if coming else ())]
    return own if chosen is None else [unit for unit in own if unit in chosen]
