"""Kinds of steps: phases that run by themselves, decisions of a side, throws of dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Next, Outcome, Step
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.base.numbers import G

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenario_forge.mechanics.tables import Chances
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.wargame.base.numbers import Numbers

    Work: TypeAlias = "Callable[[Any, Any, Frame, Book], Frames]"
    """(rules, state, frame, book) → the frames that follow."""
    Named: TypeAlias = "tuple[str, type[Phase[Any]]] | tuple[str, Work] | tuple[str, type[Phase[Any]], Work]"
    """The rule of a step, and a kind of step, or the work of a phase, or a kind and its work."""
    Interrupts: TypeAlias = "Callable[[Any, Any, Event], Frame | None]"

Frames: TypeAlias = "Iterable[Frame] | None"
"""Frames that take the place of a step's own; None: none."""
DIE = [Outcome(face) for face in range(1, 7)]


def outcomes_of(totals: Chances[int]) -> list[Outcome]:
    """Return the totals of dice as the outcomes of a throw."""
    return [Outcome(total, ways) for total, ways in totals.ways.items()]


class Phase(Step[G], Generic[G]):
    """A step that does nothing once a side has won; by default it needs no decision."""

    def __init__(self, rules: Any, id_: str, rule: str, work: Work | None = None) -> None:  # noqa: ANN401 - the game's
        self.rules, self.id, self.work = rules, id_, work
        self.clause = rules.clause_of(rule)

    def decider(self, state: G, frame: Frame) -> int:
        """Return :meth:`who`, or NOBODY once a side has won."""
        return NOBODY if self.rules.over(state) else self.who(state, frame)

    def apply(self, state: G, frame: Frame, action: Action) -> Next:
        """Return what :meth:`done` leads to; nothing once a side has won."""
        if self.rules.over(state):
            return Next()
        book = Book(state, self.rules.clauses)
        frames = self.done(state, frame, action, book)
        return Next(book.closed(), tuple(frames or ()))

    def who(self, state: G, frame: Frame) -> int:  # noqa: ARG002 - for steps to override
        """Return the side that decides, or CHANCE, or NOBODY."""
        return NOBODY

    def done(self, state: G, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002 - as steps are asked
        """Write the effects of an action into the book; return the frames that follow."""
        return self.work(self.rules, state, frame, book) if self.work else None


class Decision(Phase[G]):
    """A step that the side of its frame decides, as long as it has a choice besides ending it."""

    def who(self, state: G, frame: Frame) -> int:
        """Return the side of the frame, or NOBODY if it has no choice."""
        side: int = frame.data["side"] if self.open(state, frame) else NOBODY
        return side

    def open(self, state: G, frame: Frame) -> bool:
        """Return whether there is something to decide."""
        return len(self.offered(state, frame, ())) > 1


class Throw(Phase[G]):
    """A step that throws dice, by default one, and puts them into its frame as `thrown` before it does its work."""

    def who(self, state: G, frame: Frame) -> int:  # noqa: ARG002 - as steps are asked
        """Return CHANCE until the dice are thrown, then NOBODY."""
        return NOBODY if "thrown" in frame.data else CHANCE

    def outcomes(self, state: G, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - for steps to override
        """Return the outcomes of a throw; those of one die unless a step overrides it."""
        return DIE

    def chance(self, state: G, frame: Frame) -> Chance:
        """Return the question to chance; its subjects are the numbers in the frame."""
        subjects = tuple(value for value in frame.data.values() if isinstance(value, int))
        return Chance(self.id, self.outcomes(state, frame), state.clock.turn[0], subjects)

    def done(self, state: G, frame: Frame, action: Action, book: Book) -> Frames:
        """Put the dice into the frame, or do the work once they are there."""
        if action:
            return [frame.with_values(thrown=action[0])]
        return super().done(state, frame, action, book)


class OneDraw(Phase[G]):
    """A draw of a number from 1 on that holds for the whole game."""

    purpose: ClassVar[str]
    draws: ClassVar[int]
    """The highest number that can be drawn."""
    column: ClassVar[str]
    """The column of the clock in which it is noted; 0 until then."""
    tells: ClassVar[str]
    """The event."""

    def who(self, state: G, frame: Frame) -> int:  # noqa: ARG002 - as steps are asked
        """Return CHANCE until it is drawn."""
        return NOBODY if getattr(state.clock, self.column.partition(".")[2])[0] else CHANCE

    def chance(self, state: G, frame: Frame) -> Chance:  # noqa: ARG002 - as steps are asked
        """Return the question: all numbers with the same probability."""
        return Chance(self.purpose, [Outcome(n) for n in range(1, self.draws + 1)], state.clock.turn[0])

    def done(self, state: G, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002 - as steps are asked
        """Note the number."""
        if action:
            book.note(self.column, int(action[0]))
            book.event(self.tells, self.clause)
        return ()


class PercentRoll(Throw[G]):
    """A roll that says yes or no, with a probability in percent."""

    def percent(self, frame: Frame) -> int:
        """Return the probability of yes in percent; by default the chance in the frame."""
        return int(frame.data["chance"])

    def chance(self, state: G, frame: Frame) -> Chance:
        """Return the question, 1 for yes or 0 for no."""
        percent = self.percent(frame)
        subjects = (frame.data.get("side", -1), frame.data.get("unit", -1))
        return Chance(self.id, [Outcome(1, percent), Outcome(0, 100 - percent)], state.clock.turn[0], subjects)


def steps_by_id(rules: Numbers[G], steps: Mapping[str, Named]) -> dict[str, Step[G]]:
    """Return the steps by id. ``steps``: by id, the rule and the kind or the work of a step."""
    made: dict[str, Step[G]] = {}
    for id_, (rule, *what) in steps.items():
        kind = what[0] if isinstance(what[0], type) else Phase
        work = None if isinstance(what[-1], type) else what[-1]
        made[id_] = kind(rules, id_, rule, work)
    return made
