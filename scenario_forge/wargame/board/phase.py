"""A step in which one side does things, one after another, until it ends it; and the kinds of things that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.simulator.step import NOBODY, Choice, IllegalActionError
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.simulator.terms import Attack
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind

END = "end"
ACTIONS, COMBAT = "actions", "combat"
"""The steps in which a side does deeds of several kinds: for action points, or each way to fight in any order."""
ENTRENCH = "entrench"
"""The word with which a unit builds a work instead of moving."""
BEGUN = "begun"
"""In the data of a phase: whether it has begun."""


class Deed:
    """A kind of thing that the side of a phase can do: move a unit, attack a hex, fire at a unit."""

    word: ClassVar[str]
    """The word with which its actions begin, where it is not the plain one of its phase."""
    phase: str
    """The step in which it can be done, besides `actions`: its own, or `combat` where the game says so."""
    clears: ClassVar[Sequence[str]] = ()
    """Columns of the side's units that are 0 when a phase with it begins, of those that the game has."""
    clears_all: ClassVar[Sequence[str]] = ()
    """Columns of all units that are, where the other side does its part in the phase too."""
    pattern: ClassVar[str] = ""
    """The stages of its actions, with its word where they begin with it; empty where the key of its module decides."""
    some_free: ClassVar[bool] = False
    """Whether some of its actions cost no action point."""

    def __init__(self, board: Board) -> None:
        self.board = board
        combat = board.modules.get(COMBAT)
        if combat is not None and self.word in combat.given:
            self.phase = COMBAT
        self.phases: Sequence[str] = (self.phase,)
        """The steps in which it can be done, besides `actions`."""

    def begun(self, frame: Frame, action: Action) -> Action | None:
        """Return the stages of an action of this kind, without its word; None where it is another."""
        if frame.step not in (*self.phases, ACTIONS):
            return None
        if action[:1] == (self.word,):
            return action[1:]
        plain = frame.step == self.phase != COMBAT and not self.pattern.startswith(self.word)
        return action if plain and not isinstance((*action, 0)[0], str) else None

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Attack | None:  # noqa: ARG002 - to override
        """Return the attack that the stages of an action make so far."""
        return None

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:  # noqa: ARG002 - to override
        """Return what a computer player may gain by the best action of this kind, and its stages; () for none."""
        return 0.0, ()

    def is_due(self, now: Situation, frame: Frame) -> bool:  # noqa: ARG002 - to override
        """Return whether the phase cannot end before another deed of this kind."""
        return False

    def forced(self, mind: Mind, now: Situation, frame: Frame) -> Action:  # noqa: ARG002 - to override
        """Return the stages of what a computer player does that must do something of this kind; () for nothing."""
        return ()

    def begins(self, state: GameState, book: Book, side: int) -> None:
        """Write what follows when a phase with it begins, besides the columns that it clears."""

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return how an action can go on; nothing where there is none."""
        raise NotImplementedError

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Write an action into the book; return the frames that follow, that of the phase first."""
        raise NotImplementedError

    def is_free(self, now: Situation, frame: Frame, action: Action) -> bool:  # noqa: ARG002 - for games to override
        """Return whether an action costs no action point."""
        return False


class SidePhase(Decision[GameState]):
    """A phase of the side in its frame: marks of the phase go when it begins; then deed by deed, or ``(end)``.

    The actions of its plain deed begin at once, those of the others with their word.
    """

    rules: Board
    plain: ClassVar[str] = ""
    """The word of the deed whose actions go without it; empty: all have theirs."""

    def deeds(self) -> Sequence[Deed]:
        """Return the kinds of deed of the phase, in the order of the modules."""
        return self.rules.deeds_of.get(self.id, ())

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of the frame, or NOBODY if it has nothing to do or has not begun."""
        return super().who(state, frame) if BEGUN in frame.data else NOBODY

    def open(self, state: GameState, frame: Frame) -> bool:
        """Return whether there is something to do besides ending the phase: it may be one thing that must be done."""
        return any(way.token != END for way in self.offered(state, frame, ()))

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the ways to go on, with the end of the phase where nothing is begun and nothing must be done."""
        now = self.rules.at(state)
        if not prefix:
            found: list[Choice] = []
            for deed in self.deeds():
                ways = deed.ways(now, frame, ())
                found += ways if deed.word == self.plain else offer([deed.word] * bool(ways))
            due = any(deed.is_due(now, frame) for deed in self.deeds())
            return found if due else [*found, Choice(END)]
        chosen, begun = self._deed(prefix)
        return chosen.ways(now, frame, begun) if chosen is not None else []

    def why_not(self, state: GameState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return why nothing can begin with a token; of the word of a deed, that nobody can do it."""
        if not prefix and any(deed.word == token for deed in self.deeds()):
            return IllegalActionError(f"`{token}`: no unit can do that now", self.clause)
        return super().why_not(state, frame, prefix, token)

    def _deed(self, action: Action) -> tuple[Deed | None, Action]:
        """Return the deed of an action, and its stages without the word."""
        if action[0] == END:
            return None, ()
        deed = next((deed for deed in self.deeds() if deed.word == action[0]), None)
        if deed is not None:
            return deed, action[1:]
        return next((deed for deed in self.deeds() if deed.word == self.plain), None), action

    def best(self, mind: Mind, now: Situation, frame: Frame) -> Action:
        """Return the best action of the first kind by which a computer player gains.

        Where none does, what it must do all the same; else the end.
        """
        for deed in self.deeds():
            gain, stages = deed.thought(mind, now, frame)
            if gain > 0 and stages:
                return stages if deed.word == self.plain else (deed.word, *stages)
        for deed in self.deeds():
            if stages := deed.forced(mind, now, frame):
                return stages if deed.word == self.plain else (deed.word, *stages)
        return (END,)

    def opened(self, frame: Frame) -> Frame:
        """Return the frame of a phase that has begun."""
        return frame.with_values(begun=True)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Begin the phase, or carry out a deed and go on with the phase."""
        if BEGUN not in frame.data:
            side = frame.data["side"]
            looped = note_side(state, frame, book)
            opens = looped and self.id == self.rules.opening
            for each in self.rules.deeds.values() if opens else self.deeds():
                there = [column for column in each.clears if column in state.units.columns]
                book.clear(there, self.rules.of_side[side])
            for each in self.deeds():
                book.clear(each.clears_all, range(len(self.rules.units.side)))
                each.begins(state, book, side)
            book.event(self.id + " begins", self.clause, side)
            return [self.opened(frame)]
        deed, begun = self._deed(action) if action else (None, ())
        return deed.carry_out(self.rules.at(state), frame, begun, book) if deed is not None else ()


def note_side(state: GameState, frame: Frame, book: Book) -> bool:
    """Note whose player turn it is as a phase begins; return whether it stands in a loop over the sides."""
    side = frame.data["side"]
    looped: bool = frame.data.get("phasing") == side  # a loop over the sides, not a chit that chance has drawn
    if state.clock.side[0] == 1 - side or (looped and state.clock.side[0] != side):
        book.note("clock.side", side)
    return looped


def acting(now: Situation, frame: Frame, *, coming: bool = False) -> Sequence[int]:
    """Return the units of the side that may act in a phase: all on the map, or those that a chit or an order lets act.

    ``coming``: with those that may still come on to the map.
    """
    side, chosen = frame.data["side"], frame.data.get("units")
    own = [*now.own(side), *(now.coming(side) if coming else ())]
    return own if chosen is None else [unit for unit in own if unit in chosen]
