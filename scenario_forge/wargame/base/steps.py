"""Steps of a game on the shelf: phases that go on by themselves, decisions of a side, throws of dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Next, Outcome, Step
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.base.numbers import G

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.wargame.base.numbers import Numbers

    Work: TypeAlias = "Callable[[Any, Any, Frame, Book], Iterable[Frame] | None]"
    """(rules, state, frame, book) → frames that take the place of the step's own; None: none."""
    Named: TypeAlias = "tuple[str, type[Phase[Any]]] | tuple[str, Work] | tuple[str, type[Phase[Any]], Work]"
    """The rule of a step, and a kind of step, or the work of a phase, or a kind and its work."""
    Interrupts: TypeAlias = "Callable[[Any, Any, Event], Frame | None]"

DIE = [Outcome(face) for face in range(1, 7)]


class Phase(Step[G], Generic[G]):
    """A step that is dropped as soon as a side has won; by default it goes on by itself and does its work."""

    def __init__(self, rules: Any, id_: str, rule: str, work: Work | None = None) -> None:  # noqa: ANN401 - the game's
        self.rules, self.id, self.clause, self.work = rules, id_, rule, work

    def decider(self, state: G, frame: Frame) -> int:
        """As :meth:`who`, as long as nobody has won."""
        return NOBODY if self.rules.over(state) else self.who(state, frame)

    def apply(self, state: G, frame: Frame, action: Action) -> Next:
        """As :meth:`done`, as long as nobody has won."""
        if self.rules.over(state):
            return Next()
        book = Book(state)
        frames = self.done(state, frame, action, book)
        return Next(tuple(book.events), tuple(frames or ()))

    def who(self, state: G, frame: Frame) -> int:  # noqa: ARG002 - for steps to override
        """The side that decides, or CHANCE, or NOBODY."""
        return NOBODY

    def done(self, state: G, frame: Frame, action: Action, book: Book) -> Iterable[Frame] | None:  # noqa: ARG002
        """Write what comes of an action into the book; the frames that follow."""
        return self.work(self.rules, state, frame, book) if self.work else None


class Decision(Phase[G]):
    """A step that the side of its frame decides, as long as there is something to choose besides the last word."""

    def who(self, state: G, frame: Frame) -> int:
        """The side of the frame, or NOBODY."""
        side: int = frame.data["side"] if self.open(state, frame) else NOBODY
        return side

    def open(self, state: G, frame: Frame) -> bool:
        """Whether there is something to decide."""
        return len(self.offered(state, frame, ())) > 1


class Throw(Phase[G]):
    """Dice that go into the frame as `thrown` before the work is done; by default one die."""

    def who(self, state: G, frame: Frame) -> int:  # noqa: ARG002
        """CHANCE, until the dice are thrown."""
        return NOBODY if "thrown" in frame.data else CHANCE

    def outcomes(self, state: G, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - for steps to override
        """The outcomes of a throw; those of one die unless a step overrides it."""
        return DIE

    def chance(self, state: G, frame: Frame) -> Chance:
        """The question, its subjects the numbers of the frame."""
        subjects = tuple(value for value in frame.data.values() if isinstance(value, int))
        return Chance(self.id, self.outcomes(state, frame), state.clock.turn[0], subjects)

    def done(self, state: G, frame: Frame, action: Action, book: Book) -> Iterable[Frame] | None:
        """The throw, or the work that follows from it."""
        if action:
            return [frame.having(thrown=action[0])]
        return super().done(state, frame, action, book)


def made_steps(rules: Numbers[G], steps: Mapping[str, Named]) -> dict[str, Step[G]]:
    """Steps by id. ``steps``: by id, the rule and the kind or the work of a step."""
    made: dict[str, Step[G]] = {}
    for id_, (rule, *what) in steps.items():
        kind = what[0] if isinstance(what[0], type) else Phase
        work = None if isinstance(what[-1], type) else what[-1]
        made[id_] = kind(rules, id_, rule, work)
    return made
