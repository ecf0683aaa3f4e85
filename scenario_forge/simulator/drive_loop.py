"""Play that goes on and on: noticed by a player turn that does not end, shown by what is done again and again."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.chance import Keyed
from scenario_forge.simulator.drive import Ending, FaultError, Match
from scenario_forge.simulator.step import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.step import Action

Deed = tuple[int, "Action"]
"""A side and its action."""
LONG = 3000
"""Decisions of one player turn after which it is taken never to end; whole campaigns have fewer."""
NO_END = "no end"
"""How the message of such a fault begins."""
_PERIOD = 24
_TIMES = 3
"""How often something is done in a row until it is taken for a circle."""
_TRIED = 20
"""How often a circle is gone through to prove it."""


class Pace:
    """Called before each decision; ends a game whose player turn does not end."""

    def __init__(self, then: Callable[[Match], bool] = lambda _match: True, long: int = LONG) -> None:
        self._then, self._long = then, long
        self._moment = (-1, -1)
        self._count = 0

    def __call__(self, match: Match) -> bool:
        """What the one behind it says.

        Raises:
            FaultError: the player turn has taken too many decisions.
        """
        now = match.play.moment(match.playout.state)
        self._count = self._count + 1 if now == self._moment else 0
        self._moment = now
        if self._count > self._long:
            raise FaultError(f"{NO_END}: {self._long:,} decisions in one player turn")
        return self._then(match)


def circle(deeds: Sequence[Deed]) -> Sequence[Deed]:
    """The shortest run of deeds that the last ones repeat; empty where they repeat none."""
    for length in range(1, min(_PERIOD, len(deeds) // _TIMES) + 1):
        tail = deeds[-length:]
        if all(deeds[-length * (n + 1) : -length * n] == tail for n in range(1, _TIMES)):
            return tail
    return ()


def goes_round(
    play: Play[Any], before: Sequence[Deed], again: Sequence[Deed], seed: int, times: int = _TRIED
) -> tuple[Match, Ending] | None:
    """A game in which ``again`` can be done over and over in one player turn, once what is allowed of ``before`` is.

    None where it cannot. The game given holds it ``times`` times.
    """
    with suppress(Exception):  # another fault is for another search
        match = Match(play, Keyed(seed))
        _lead(match, before, again[0])
        return (match, _said(match, again)) if _round(match, again, times) else None
    return None


def _lead(match: Match, before: Sequence[Deed], then: Deed) -> None:
    """Carry out what is allowed, up to where ``then`` is to be done."""
    for deed in before:
        side = match.advance()
        if side is None:
            return
        if deed[0] == side and allowed(match, deed):
            match.take(deed[1])
    while (side := match.advance()) is not None and side != then[0]:
        return


def _round(match: Match, again: Sequence[Deed], times: int) -> bool:
    """Whether all of it can be done so often without the player turn ending."""
    if match.advance() is None:
        return False
    begun = match.play.moment(match.playout.state)
    for _ in range(times):
        for deed in again:
            if match.advance() != deed[0] or not allowed(match, deed):
                return False
            match.take(deed[1])
    return match.advance() is not None and match.play.moment(match.playout.state) == begun


def _said(match: Match, again: Sequence[Deed]) -> Ending:
    step = match.playout.frame.step
    words = ", ".join(f"`{' '.join(map(str, action))}`" for _, action in again)
    return Ending("fault", f"{NO_END}: in {step}, {words} can be done again and again")


def allowed(match: Match, deed: Deed) -> bool:
    """Whether the action may be taken now."""
    try:
        match.playout.must_allow(deed[1])
    except Exception:
        return False
    return True


def deeds_of(match: Match) -> list[Deed]:
    """What the sides have done."""
    return [(d.decider, d.action) for d in match.decisions if d.decider != CHANCE]


def still_round(match: Match) -> bool:
    """Whether a game that was replayed ends in a circle: what is done over and over is done in one player turn."""
    deeds = deeds_of(match)
    again = circle(deeds)
    if not again:
        return False
    last, count = match.play.moment(match.playout.state), len(again) * (_TIMES - 1)
    for _ in range(count):
        match.undo()
    begun = match.play.moment(match.playout.state)
    for _, action in deeds[-count:]:
        match.take(action)
        match.advance()
    return begun == last
