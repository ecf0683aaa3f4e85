"""Two games played in step: the same decisions and the same dice under two readings of the rules, until they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.step import CHANCE, Keyed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.step import Action, Choice, Event, Token

Kind = Literal["set-up", "events", "choices", "points"]
"""What differs: where things lie before the first decision; what has happened; what can be chosen; what a row of the
victory table would bring, or a side has."""
Deed = tuple[int, str, "Action"]
"""A decision: the side, the step, the action."""


@dataclass(frozen=True)
class Parting:
    """Where two games in step differ first."""

    kind: Kind
    begun: Action = ()
    """The beginning of the action after which the choices differ."""


class Lockstep:
    """Two games with one seed that take the same decisions."""

    def __init__(
        self,
        plays: tuple[Play[Any], Play[Any]],
        seed: int,
        *,
        by_points: bool,
        units: tuple[Sequence[str], Sequence[str]] = ((), ()),
    ) -> None:
        """Begin both.

        Args:
            plays: the two readings.
            seed: of the dice.
            by_points: whether rows of the victory table are compared, for readings that move them.
            units: the units of each by their numbers, where one reading has units that the other has not.
        """
        self._units = units
        fewer = min(map(len, units))
        self._alike = units[0][:fewer] == units[1][:fewer]
        self.matches = (Match(plays[0], Keyed(seed)), Match(plays[1], Keyed(seed)))
        self.deeds: list[Deed] = []
        self.attempt: Deed | None = None
        """The action on the way to which the choices differed; it is not taken."""
        self._by_points = by_points
        self._told = (0, 0)
        self.since = (0, 0)
        """How many events there were in each before the last decision."""

    def advance(self) -> int | Parting | None:
        """Play on to the next decision; return whose it is, None if both are over, or how they differ."""
        first, second = self.matches
        sides = (first.advance(), second.advance())
        if not self.deeds and self._lying(0) != self._lying(1):
            return Parting("set-up")
        if not self._alike:
            return None  # a unit has another number in each: their actions cannot be compared
        if self._happened() or sides[0] != sides[1] or self._step(0) != self._step(1):
            return Parting("events")
        if self._scores(first) != self._scores(second):
            return Parting("points")
        if sides[0] is None:
            return None
        return Parting("choices") if self.offers_differ(()) else sides[0]

    def take(self, action: Action) -> Parting | None:
        """Take an action that the first game allows in both; return how the choices on the way to it differ."""
        deed = (self.matches[0].playout.decider, self.matches[0].playout.frame.step, action)
        self.attempt = deed
        for stage in range(1, len(action)):
            if self.offers_differ(action[:stage]):
                return Parting("choices", action[:stage])
        first, second = self.matches
        if not second.playout.legal(action):
            return Parting("choices", action[:-1])
        self.attempt = None
        self.deeds.append(deed)
        self.since = (len(first.playout.events), len(second.playout.events))
        first.take(action)
        second.take(action)
        return None

    def offers_differ(self, begun: Action) -> bool:
        """Return whether the choices after the beginning of an action differ."""
        first, second = (sorted(map(repr, match.playout.choices(begun))) for match in self.matches)
        return first != second

    def only(self, begun: Action) -> tuple[list[Choice], list[Choice]]:
        """Return the choices that only the one, and only the other game offers, or lets end or go on."""
        first, second = (list(match.playout.choices(begun)) for match in self.matches)
        return [each for each in first if each not in second], [each for each in second if each not in first]

    def shortest(self, begun: Action, most: int) -> Action:
        """Return the shortest beginning of an action after which choices differ; ``begun``, if no shorter is found.

        At most so many beginnings are looked at.
        """
        waiting: list[Action] = [()]
        for _ in range(most):
            if not waiting or len(waiting[0]) >= len(begun):
                return begun
            tried = waiting.pop(0)
            if self.offers_differ(tried):
                return tried
            choices = self.matches[0].playout.choices(tried)
            waiting += [(*tried, choice.token) for choice in choices if choice.more or not choice.whole]
        return begun

    def _happened(self) -> bool:
        """Return whether other events have happened since it was asked before."""
        fresh = [match.playout.events[told:] for match, told in zip(self.matches, self._told, strict=True)]
        self._told = tuple(len(match.playout.events) for match in self.matches)  # type: ignore[assignment]
        return self.events_differ(*fresh)

    def events_differ(self, first: Sequence[Event], second: Sequence[Event]) -> bool:
        """Return whether events differ in words: what nobody could see on a board shows later, or never."""
        return first != second and self.texts(0, first) != self.texts(1, second)

    def texts(self, number: int, events: Sequence[Event]) -> list[str]:
        """Return events of one of the games in words, those that nobody has to carry out left out."""
        match = self.matches[number]
        return [each.text for each in match.play.event_texts(match.playout.state, events) if each.text]

    def fresh_events(self, number: int) -> Sequence[Event]:
        """Return what has happened in one of the games since the last decision."""
        return self.matches[number].playout.events[self.since[number] :]

    def dice(self) -> list[Token]:
        """Return what chance gave in the first game since the last decision of a side."""
        found: list[Token] = []
        for decision in reversed(self.matches[0].playout.log):
            if decision.decider != CHANCE:
                break
            found.insert(0, decision.action[0])
        return found

    def _step(self, number: int) -> str:
        playout = self.matches[number].playout
        return "" if playout.over else playout.frame.step

    def _lying(self, number: int) -> list[object]:
        play, state, units = self.matches[number].play, self.matches[number].playout.state, self._units[number]
        pieces = [
            piece._replace(number=0, marks=(units[piece.number], *piece.marks))
            if piece.kind == "units" and units
            else piece
            for piece in play.pieces(state)
        ]
        return [*sorted(pieces), *play.controls(state), *play.holders(state).items()]

    def _scores(self, match: Match) -> list[object]:
        state = match.playout.state
        return [*match.play.score(state), *match.play.worths(state)] if self._by_points else []


class Script:
    """Decisions played as far as they are allowed, and the plainest ones where none of them is."""

    def __init__(self, deeds: Sequence[Deed]) -> None:
        self._deeds, self._at = list(deeds), 0

    def add(self, deed: Deed | None) -> None:
        """Add a decision at the end."""
        self._deeds += [deed] if deed is not None else []

    def action(self, match: Match, side: int) -> Action:
        """Return the next decision of this side and step that is allowed; else the plainest one."""
        step = match.playout.frame.step
        for at in range(self._at, len(self._deeds)):
            decider, where, action = self._deeds[at]
            if (decider, where) == (side, step) and match.playout.legal(action):
                self._at = at + 1
                return action
        return plainest(match)


def plainest(match: Match) -> Action:
    """Return an action that does as little as can be: a word such as `end` if there is one, else what comes first."""
    action: Action = ()
    while True:
        choices = match.playout.choices(action)
        whole = [choice.token for choice in choices if choice.whole]
        words = [token for token in whole if isinstance(token, str)]
        if whole:
            return (*action, (words or whole)[0])
        action = (*action, choices[0].token)
