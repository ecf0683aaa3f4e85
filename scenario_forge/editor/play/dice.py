"""Dice rolled by the person: play stops at each question to chance until its result is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.api.at_table import answer_typed, named_answers, short_outcomes
from scenario_forge.editor.answers import Refused

if TYPE_CHECKING:
    from scenario_forge.simulator.step import Chance, Step, Token


class Throws(NamedTuple):
    """Source of the results of throws: the seed, or ``by_hand`` the person's dice."""

    seed: int
    by_hand: bool = False


class NotThrownYet(Exception):  # noqa: N818 - it is a question, not a fault
    """Raised when chance decides and the person has not typed the result."""


class TypedDice:
    """Outcomes as the person types them. A question without a result stops the game before anything comes of it."""

    def __init__(self) -> None:
        self.asked: tuple[Chance, int] | None = None
        """The question that waits, and how often it was asked before."""
        self._typed: Token | None = None

    def draw(self, chance: Chance, use: int) -> Token:
        """Return the result that was typed for this question.

        Raises:
            NotThrownYet: there is none.
        """
        token, self._typed = self._typed, None
        if token is None:
            self.asked = chance, use
            raise NotThrownYet
        self.asked = None
        return token

    def results(self) -> list[Token]:
        """Return the possible results of the throw that waits."""
        return [each.token for each in self.asked[0].outcomes if each.weight > 0] if self.asked else []

    def type(self, said: str, step: Step[Any]) -> None:
        """Accept a result for the throw that waits in a step.

        Raises:
            Refused: nothing is thrown, or the throw cannot bring this.
        """
        results = self.results()
        if not results:
            raise Refused("nothing is to be thrown now")
        named = named_answers(step, results)
        found = answer_typed(named, said)
        if found is None:
            raise Refused(f"{said[:40] or 'nothing'} is no result of this throw: type {short_outcomes(named)}")
        self._typed = found

    def forget(self) -> None:
        """Drop the question: play goes on from elsewhere."""
        self.asked = self._typed = None
