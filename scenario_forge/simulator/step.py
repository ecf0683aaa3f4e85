"""Steps of the sequence of play: choices in them, their results, and questions to chance (design 9 to 11)."""

from __future__ import annotations

from hashlib import blake2b
from itertools import combinations
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from scenario_forge.simulator.state import Frame, State

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

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


class Subset(NamedTuple):
    """A set that a side picks as a part of an action: attackers of a hex, supply units that pay.

    The members are stages of the action in ascending order, so that each set is one action: a step returns
    :meth:`choices`, stage by stage. Who marks members in any order puts them in order (:meth:`Seat.in_order`).
    """

    members: Sequence[int]
    """All that can be picked, each once."""
    least: int = 1
    most: int | None = None
    """None: all."""
    must: Collection[int] = ()
    """Members that every set has."""
    fits: Callable[[tuple[int, ...]], bool] = lambda _picked: True
    """Whether members may be in one set; if they may, so may some of them alone."""
    enough: Callable[[tuple[int, ...]], bool] = lambda _picked: True
    """Whether members that fit are a set; more of them may be one where these are not."""

    @property
    def limit(self) -> int:
        """The greatest number of members."""
        return len(self.members) if self.most is None else min(self.most, len(self.members))

    def allows(self, picked: Sequence[int]) -> bool:
        """Return whether members in any order are a set that can be picked."""
        return not self.conflict(picked) and not self.lack(picked)

    def conflict(self, picked: Sequence[int], name: Callable[[int], str] = str) -> str:
        """Return why members cannot be in one set, whatever else is picked; empty where they can."""
        unknown = next((each for each in picked if each not in self.members or picked.count(each) > 1), None)
        if unknown is not None:
            return f"{name(unknown)} is picked already" if unknown in self.members else f"{name(unknown)} is no choice"
        whole = self._with_must(picked)
        if len(whole) > self.limit:
            return f"choose at most {self.limit}"
        if self.fits(whole):
            return ""
        apart = next((pair for pair in combinations(sorted(whole), 2) if not self.fits(pair)), None)
        return f"{name(apart[0])} and {name(apart[1])} exclude each other" if apart else "these exclude each other"

    def lack(self, picked: Sequence[int], name: Callable[[int], str] = str) -> str:
        """Return what members lack to be a set; empty where nothing."""
        missing = next((each for each in self.must if each not in picked), None)
        if missing is not None:
            return f"{name(missing)} must be chosen"
        if len(picked) < self.least:
            return f"choose at least {self.least}"
        return "" if self.enough(tuple(picked)) else "these are not enough: choose others too"

    def limits(self, name: Callable[[int], str] = str) -> list[str]:
        """Return in words how many can be picked, who must be, and which members exclude each other."""
        least, most = max(self.least, len(self.must)), self.limit
        found = [f"choose {least}" if least == most else f"choose {least} to {most}"]
        found += [f"{name(each)} must be chosen" for each in self.must]
        for number, each in enumerate(self.members):
            apart = [name(other) for other in self.members[number + 1 :] if not self.fits((each, other))]
            found += [f"{name(each)} not with {', '.join(apart)}"] * bool(apart)
        return found

    @property
    def possible(self) -> bool:
        """Whether there is a set that can be picked, with a member at least."""
        return any(self._leads((each,)) for each in self.members)

    def choices(self, picked: Sequence[Token], then: str = "", *, ends: bool = True) -> SetChoices:
        """Return the members that can follow those picked, and the word that goes on after a whole set.

        Args:
            picked: the members picked so far, the last stages of what is begun.
            then: the word; empty where none can follow.
            ends: whether the action can be carried out with a whole set.
        """
        begun = tuple(int(each) for each in picked)
        word = [Choice(then, False, True)] * bool(then and self.allows(begun))
        return SetChoices(self, begun, [*self.further(begun, ends=ends, more=bool(then)), *word])

    def further(self, picked: tuple[int, ...], *, ends: bool = True, more: bool = False) -> list[Choice]:
        """Return the members after the last one picked with which a set can be completed."""
        ways = ((*picked, each) for each in self._after(picked))
        return [
            Choice(way[-1], ends and self.allows(way), more or any(self._leads((*way, n)) for n in self._after(way)))
            for way in ways
            if self._leads(way)
        ]

    def _after(self, picked: Sequence[int]) -> Iterator[int]:
        last = picked[-1] if picked else -1
        return (each for each in self.members if each > last)

    def _with_must(self, picked: Sequence[int]) -> tuple[int, ...]:
        return (*picked, *(each for each in self.must if each not in picked))

    def _leads(self, picked: tuple[int, ...]) -> bool:
        """Return whether members in ascending order can be completed with later ones."""
        whole, last = self._with_must(picked), picked[-1]
        if any(each <= last or each not in self.members for each in whole[len(picked) :]):
            return False
        later = sum(each not in whole for each in self._after(picked))
        if len(whole) > self.limit or len(whole) + later < self.least or not self.fits(whole):
            return False
        if len(whole) >= self.least and self.enough(whole):
            return True
        return any(self._leads((*picked, each)) for each in self._after(picked))


class SetChoices(list[Choice]):
    """The choices of the next member of a set. ``picked``: its members so far, the last stages of what is begun."""

    def __init__(self, subset: Subset, picked: tuple[int, ...], choices: Iterable[Choice]) -> None:
        super().__init__(choices)
        self.subset, self.picked = subset, picked

    def objection(self, token: Token, name: Callable[[int], str] = str) -> str:
        """Return why a member cannot be picked beside the others; empty where it can, or is none."""
        if token not in self.subset.members:
            return ""
        return self.subset.conflict((*self.picked, int(token)), name)


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

    def dice(self, answer: Token) -> str:
        """Return what the dice show that gave an answer of chance; empty where it is no throw, such as a chit."""
        return str(answer)

    def name_of(self, answer: Token) -> str:
        """Return an answer of chance as a person types it who throws or draws."""
        return str(answer)

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
        if whole:
            return None
        ends = self.offered(state, frame, action)
        lack = ends.subset.lack(ends.picked) if isinstance(ends, SetChoices) else ""
        return IllegalActionError(lack or "the action is not complete", self.clause, len(action))

    def legal(self, state: S, frame: Frame, action: Action) -> bool:
        """Return whether a whole action is allowed: as :meth:`allows`, without a reason where it is not."""
        return self.allows(state, frame, action) is None

    def why_not(self, state: S, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return the reason why ``token`` cannot follow ``prefix``, for people."""
        found = self.offered(state, frame, prefix)
        objection = found.objection(token) if isinstance(found, SetChoices) else ""
        return IllegalActionError(objection or f"`{token}` cannot be chosen here", self.clause, len(prefix))


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
