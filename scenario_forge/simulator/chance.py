"""Where outcomes come from: the key, a script, or whoever throws real dice."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from scenario_forge.simulator.step import IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scenario_forge.simulator.step import Chance, Token


class Source(Protocol):
    """Answers questions to chance. ``use`` counts from 0 how often this question was asked before."""

    def draw(self, chance: Chance, use: int) -> Token:
        """One of the outcomes."""
        ...


class Keyed:
    """Outcomes that follow from a seed and the question alone, so that one die more or less moves no other."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def draw(self, chance: Chance, use: int) -> Token:
        """An outcome with its probability; the same for the same question."""
        total = sum(outcome.weight for outcome in chance.outcomes)
        pick = number(f"{self.seed}|{key_of(chance)}|{use}", total)
        for outcome in chance.outcomes:
            pick -= outcome.weight
            if pick < 0:
                return outcome.token
        raise ValueError(f"{chance.purpose}: no outcome has any weight")


class Scripted:
    """Outcomes from a list, as in worked examples and records."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = iter(tokens)

    def draw(self, chance: Chance, use: int) -> Token:  # noqa: ARG002
        """The next of the list.

        Raises:
            IllegalActionError: the list is at its end, or its next is no outcome of the question.
        """
        token = next(self._tokens, None)
        if token is None:
            raise IllegalActionError(f"{chance.purpose}: the script has no further outcome")
        return allowed(chance, token)


class Thrown:
    """Outcomes that somebody types in from real dice."""

    def __init__(self, ask: Callable[[Chance], Token]) -> None:
        self._ask = ask

    def draw(self, chance: Chance, use: int) -> Token:  # noqa: ARG002
        """What the person says.

        Raises:
            IllegalActionError: that is no outcome of the question.
        """
        return allowed(chance, self._ask(chance))


def allowed(chance: Chance, token: Token) -> Token:
    """The token, if the question has it as an outcome.

    Raises:
        IllegalActionError: it has not.
    """
    if any(outcome.token == token and outcome.weight > 0 for outcome in chance.outcomes):
        return token
    known = ", ".join(str(outcome.token) for outcome in chance.outcomes)
    raise IllegalActionError(f"{chance.purpose}: {token} is none of {known}")


def key_of(chance: Chance) -> str:
    """What a question is told apart by."""
    return f"{chance.purpose}|{chance.turn}|{','.join(map(str, chance.subjects))}"


def number(key: str, below: int) -> int:
    """A whole number from 0 to ``below`` − 1 that follows from the key, each as likely as the others.

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
