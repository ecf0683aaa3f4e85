"""Steps of the sequence of play: choices in them, their results, and questions to chance (design 9 to 11)."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from scenario_forge.simulator.state import Frame, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.simulator.state import Update


S = TypeVar("S", bound=State)
Token: TypeAlias = int | str
"""One stage of a choice: a unit, a hex, or a word like `end`."""
Action: TypeAlias = tuple[Token, ...]
"""A whole action: its stages in order."""

CHANCE = -1
"""The decider of dice and draws, which decides like a side."""
NOBODY = -2
"""The decider of a step that needs no decision."""


class Choice(NamedTuple):
    """One way to go on. ``whole``: the action can be carried out with it; ``more``: further stages may follow."""

    token: Token
    whole: bool = True
    more: bool = False


class Outcome(NamedTuple):
    """A possible answer of chance, with its weight against the others."""

    token: Token
    weight: int = 1


class Chance(NamedTuple):
    """A question to chance. Its answer depends on seed, purpose, turn, subjects and how often it was asked."""

    purpose: str
    outcomes: Sequence[Outcome]
    turn: int = 0
    subjects: tuple[int, ...] = ()


class Event(NamedTuple):
    """Something that happened: its name, its changes, and the clause that prescribes it."""

    name: str
    changes: tuple[Update, ...]
    clause: str = ""
    subjects: tuple[int, ...] = ()
    """Units, hexes, numbers that the event's words need."""


class Next(NamedTuple):
    """The result of an action: events in order, and the frames that replace the step's own.

    No frame: the step is done. Two frames: the second is played first, then the first goes on.
    """

    events: tuple[Event, ...] = ()
    frames: tuple[Frame, ...] = ()


class IllegalActionError(ValueError):
    """An action that the rules do not allow, with the clause it breaks and the stage where it goes wrong."""

    def __init__(self, message: str, clause: str = "", stage: int = 0) -> None:
        super().__init__(message)
        self.clause, self.stage = clause, stage


class Step(Generic[S]):
    """One step of the sequence of play. It holds nothing that changes."""

    id: str = ""
    clause: str = ""
    """The clause that says so. A step that games share names a rule; the sequence of a game puts its clause there."""

    def decider(self, state: S, frame: Frame) -> int:  # noqa: ARG002 - for steps to override
        """Return the side that decides, or CHANCE, or NOBODY."""
        return NOBODY

    def choices(self, state: S, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return how the action begun with ``prefix`` can go on; each choice can be completed."""
        return ()

    def offered(self, state: S, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return :meth:`choices`, listed once until something happens. Nobody changes the list."""
        known: dict[tuple[Step[S], Action], Sequence[Choice]] = state.frame_cache(frame)
        asked = (self, prefix)  # a step may ask another one, which it adds choices to
        if asked not in known:
            known[asked] = self.choices(state, frame, prefix)
        return known[asked]

    def chance(self, state: S, frame: Frame) -> Chance:
        """Return the question, where chance decides.

        Raises:
            NotImplementedError: it never does here.
        """
        raise NotImplementedError(self.id)

    def apply(self, state: S, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Return the result of a whole action, empty where nobody decides. Changes nothing itself."""
        return Next()

    def allows(self, state: S, frame: Frame, action: Action) -> IllegalActionError | None:
        """Return None if a whole action is allowed, else the objection: as :meth:`choices` say, stage by stage.

        Steps whose stages are many and dear to list override it and :meth:`legal`; all ways must agree.
        """
        whole = False
        for stage, token in enumerate(action):
            begun = action[:stage]
            found = next((choice for choice in self.offered(state, frame, begun) if choice.token == token), None)
            if found is None:
                return self.why_not(state, frame, begun, token)
            whole = found.whole
        return None if whole else IllegalActionError("the action is not complete", self.clause, len(action))

    def legal(self, state: S, frame: Frame, action: Action) -> bool:
        """Return whether a whole action is allowed: as :meth:`allows`, without a reason where it is not."""
        return self.allows(state, frame, action) is None

    def why_not(self, state: S, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:  # noqa: ARG002
        """Return the reason why ``token`` cannot follow ``prefix``, for people."""
        return IllegalActionError(f"`{token}` cannot be chosen here", self.clause, len(prefix))


# -- where outcomes come from: the key, a script, or whoever throws real dice ----------------------


class Source(Protocol):
    """A source of answers to chance. ``use`` counts from 0 how often this question was asked before."""

    def draw(self, chance: Chance, use: int) -> Token:
        """Draw one of the outcomes of a question."""
        ...


class Keyed:
    """A source whose answers follow from a seed and the question alone, so that one die does not shift another."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def draw(self, chance: Chance, use: int) -> Token:
        """Draw an outcome with its probability; the same for the same question."""
        total = sum(outcome.weight for outcome in chance.outcomes)
        pick = number(f"{self.seed}|{key_of(chance)}|{use}", total)
        for outcome in chance.outcomes:
            pick -= outcome.weight
            if pick < 0:
                return outcome.token
        raise ValueError(f"{chance.purpose}: no outcome has any weight")


class Scripted:
    """A source of outcomes from a list, as in worked examples and records."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = iter(tokens)

    def draw(self, chance: Chance, use: int) -> Token:  # noqa: ARG002
        """Draw the next outcome of the list.

        Raises:
            IllegalActionError: the list is at its end, or its next is no outcome of the question.
        """
        token = next(self._tokens, None)
        if token is None:
            raise IllegalActionError(f"{chance.purpose}: the script has no further outcome")
        return checked_token(chance, token)


class Thrown:
    """A source of outcomes that somebody types in from real dice."""

    def __init__(self, ask: Callable[[Chance], Token]) -> None:
        self._ask = ask

    def draw(self, chance: Chance, use: int) -> Token:  # noqa: ARG002
        """Return the outcome that the person types.

        Raises:
            IllegalActionError: that is no outcome of the question.
        """
        return checked_token(chance, self._ask(chance))


def checked_token(chance: Chance, token: Token) -> Token:
    """Return the token, if the question has it as an outcome.

    Raises:
        IllegalActionError: it has not.
    """
    if any(outcome.token == token and outcome.weight > 0 for outcome in chance.outcomes):
        return token
    known = ", ".join(str(outcome.token) for outcome in chance.outcomes)
    raise IllegalActionError(f"{chance.purpose}: {token} is none of {known}")


def key_of(chance: Chance) -> str:
    """Return the question as text: purpose, turn and subjects. Two questions are the same if this is."""
    return f"{chance.purpose}|{chance.turn}|{','.join(map(str, chance.subjects))}"


def number(key: str, below: int) -> int:
    """Return a whole number from 0 to ``below`` − 1 that follows from the key, all with the same probability.

    Raises:
        ValueError: ``below`` is not positive.
    """
    if below <= 0:
        raise ValueError("there must be an outcome")
    limit = (1 << 64) - (1 << 64) % below
    trial = 0
    while True:
        found = int.from_bytes(blake2b(f"{key}|{trial}".encode(), digest_size=8).digest(), "big")
        if found < limit:
            return found % below
        trial += 1
