"""One game in play: it asks the decider, carries out actions, runs interrupts, and takes decisions back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from scenario_forge.simulator.state import Frame, State
from scenario_forge.simulator.step import CHANCE, NOBODY, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.simulator.step import Action, Choice, Event, Next, Source, Step, Token

S = TypeVar("S", bound=State)
MOST_IN_A_ROW = 100_000
"""Steps in a row without a decision after which the rules count as endless."""


class EndlessPlayError(RuntimeError):
    """An error: the sequence of play goes on and on without a decision."""


@dataclass(frozen=True)
class SequenceOfPlay(Generic[S]):
    """A game's sequence of play: its steps by id, the first frame, and its interrupts."""

    steps: Mapping[str, Step[S]]
    first: Frame
    interrupts: Callable[[S, Event], Frame | None] = lambda _state, _event: None
    """Called after each event; the frame it returns is played before anything else."""


class TakenDecision(NamedTuple):
    """A decision as taken: its decider (a side or CHANCE), its step, and its action."""

    decider: int
    step: str
    action: Action


@dataclass
class _Taken:
    """What must be restored to undo an action."""

    stack: tuple[Frame, ...]
    events: list[Event] = field(default_factory=list)
    use: str = ""


class Playout(Generic[S]):
    """A game from its first state on. ``log`` holds every decision, ``events`` what happened."""

    def __init__(
        self,
        sequence: SequenceOfPlay[S],
        state: S,
        source: Source,
        watch: Callable[[S, Event], object] | None = None,
    ) -> None:
        """Begin or resume a game. ``watch`` is called after each event; what it raises ends the game there."""
        self.sequence, self.state, self.source, self.watch = sequence, state, source, watch
        self.log: list[TakenDecision] = []
        self.events: list[Event] = []
        self._taken: list[_Taken] = []
        self._allowed: tuple[int, tuple[Frame, ...], Action] | None = None
        if not state.stack:
            state.stack = (sequence.first,)

    # -- asking ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return not self.state.stack

    @property
    def step(self) -> Step[S]:
        """The step that is played now."""
        return self.sequence.steps[self.frame.step]

    @property
    def frame(self) -> Frame:
        """The frame on top of the stack, whose step is being taken."""
        return self.state.stack[-1]

    @property
    def decider(self) -> int:
        """The side that decides now, or :data:`CHANCE` or :data:`NOBODY`."""
        return self.step.decider(self.state, self.frame)

    def choices(self, prefix: Action = ()) -> Sequence[Choice]:
        """Return how the action begun with ``prefix`` can go on."""
        frame = self.frame
        return self.sequence.steps[frame.step].offered(self.state, frame, prefix)

    def legal(self, action: Action) -> bool:
        """Return whether a whole action is allowed; the last legal one is remembered until something happens."""
        asked = (self.state.revision, self.state.stack, action)
        if asked != self._allowed:
            frame = self.frame
            if not self.sequence.steps[frame.step].legal(self.state, frame, action):
                return False
            self._allowed = asked
        return True

    # -- going on --------------------------------------------------------------------------------

    def advance(self) -> int | None:
        """Play on until a side must decide; return that side, or None when the game is over.

        Raises:
            EndlessPlayError: nobody decides any more and it does not end.
        """
        for _ in range(MOST_IN_A_ROW):
            state = self.state
            if not state.stack:
                return None
            frame = state.stack[-1]
            step = self.sequence.steps[frame.step]
            decider = step.decider(state, frame)
            if decider == NOBODY:
                self._carry_out(step.apply(state, frame, ()), _Taken(state.stack))
            elif decider == CHANCE:
                self._draw(step)
            else:
                return decider
        raise EndlessPlayError(f"{self.frame.step}: {MOST_IN_A_ROW} steps without a decision")

    def act(self, action: Action) -> None:
        """Carry out a whole action of the side that decides.

        Raises:
            IllegalActionError: the rules do not allow it; nothing has happened then.
        """
        self.must_allow(action)
        self.act_unchecked(action)

    def act_unchecked(self, action: Action) -> None:
        """Carry out an action that was put together from :meth:`choices`, unchecked."""
        frame = self.frame
        step = self.sequence.steps[frame.step]
        made = step.apply(self.state, frame, action)
        self.log.append(TakenDecision(step.decider(self.state, frame), step.id, action))
        self._carry_out(made, _Taken(self.state.stack))

    def must_allow(self, action: Action) -> None:
        """Check that an action is allowed.

        Raises:
            IllegalActionError: it is not; it says at which stage and why.
        """
        if self.legal(action):
            return
        error = self.step.allows(self.state, self.frame, action)
        if error is not None:
            raise error

    def _draw(self, step: Step[S]) -> None:
        chance = step.chance(self.state, self.frame)
        key = key_of(chance)
        use = self.state.uses.get(key, 0)
        token = self.source.draw(chance, use)
        made = step.apply(self.state, self.frame, (token,))
        self.log.append(TakenDecision(CHANCE, step.id, (token,)))
        self.state.uses[key] = use + 1
        self._carry_out(made, _Taken(self.state.stack, use=key))

    def _carry_out(self, made: Next, taken: _Taken) -> None:
        state = self.state
        below = state.stack[:-1]
        state.stack = (*below, *made.frames)
        called: list[Frame] = []
        for event in made.events:
            state.apply(event.changes)
            taken.events.append(event)
            if self.watch is not None:
                self.watch(state, event)
            frame = self.sequence.interrupts(state, event)
            if frame is not None:
                called.append(frame)
        state.stack = (*state.stack, *reversed(called))
        self.events += taken.events
        self._taken.append(taken)

    # -- going back ------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last decision of a side and all that came of it; return False where there is none."""
        if not any(decision.decider != CHANCE for decision in self.log):
            return False
        while True:
            taken = self._taken.pop()
            for event in reversed(taken.events):
                self.state.undo(event.changes)
            del self.events[len(self.events) - len(taken.events) :]
            self.state.stack = taken.stack
            if taken.use:
                self._forget(taken.use)
            who = self.decider
            if who != NOBODY:
                self.log.pop()
            if who >= 0:
                return True

    def _forget(self, key: str) -> None:
        if self.state.uses[key] == 1:
            del self.state.uses[key]
        else:
            self.state.uses[key] -= 1


def whole_actions(playout: Playout[S], prefix: Action = ()) -> Iterator[Action]:
    """Yield every action that is allowed now, stage by stage; there may be very many."""
    for choice in playout.choices(prefix):
        action: tuple[Token, ...] = (*prefix, choice.token)
        if choice.whole:
            yield action
        if choice.more:
            yield from whole_actions(playout, action)
