"""Search for faults of the rules by random play, and shorten the games that show them as far as possible.

What must always hold is asked after every event; games are turned back, copied and written out now and then.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from scenario_forge.simulator.drive import Ending, FaultError, Match, drive, in_words, must_hold
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.step import CHANCE, Keyed, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.playout import Playout
    from scenario_forge.simulator.step import Action


T = TypeVar("T")
MOST = 20_000
"""Decisions after which a game counts as endless."""
_PROBED = 40
"""After one in this many decisions undo, copy and JSON are checked."""


@dataclass(frozen=True)
class Finding:
    """A game in which the rules, or a player, failed."""

    match: Match
    ending: Ending
    shrunk: bool = False

    @property
    def kind(self) -> str:
        """The message without its numbers: two findings of one kind are one fault."""
        return kind_of(self.ending.message)


def kind_of(message: str) -> str:
    """Return a message without numbers and quoted parts."""
    return re.sub(r"`[^`]*`|\[[^]]*\]|'[^']*'|-?\d[\d,.]*", "·", message)


def fuzz(play: Play[Any], seed: int, names: Sequence[str], *, most: int | None = None) -> Finding | Match:
    """Play one game; return a finding if the rules or a player failed in it, else the game."""
    match = Match(play, Keyed(seed), must_hold(play))
    players = [make_player(name, play, side, seed) for side, name in enumerate(names)]
    probe = Probe(lambda at: number(f"{seed}|probe|{at}", _PROBED) == 0)
    ending = drive(match, players, most=MOST if most is None else most, seen=Pace(probe))
    return Finding(match, ending) if ending.ended in ("fault", "player") else match


# -- shorter -----------------------------------------------------------------------------------------


def shrink(
    play: Play[Any], finding: Finding, seed: int, *, tries: int = 300, more: Callable[[], bool] = lambda: True
) -> Finding:
    """Return a shorter game in which the rules fail in the same way; the same finding if there is none.

    Actions are left out in halves, quarters and so on; what then is not allowed any more is left out too. At most
    ``tries`` games are played, and as long as ``more`` says so. Of a game without end what is done over and over is
    kept so often that it is seen.
    """
    if finding.ending.ended == "player":
        return finding  # the player would have to answer again, and in another game it answers otherwise
    if finding.kind.startswith(NO_END):
        return _shrink_endless(play, finding, seed, tries, more)
    asking = not finding.match.torn

    def shows(deeds: Sequence[Deed]) -> Finding | None:
        shorter = _lenient(play, deeds, seed, asking=asking)
        return shorter if shorter is not None and shorter.kind == finding.kind else None

    kept = fewest(deeds_of(finding.match), shows, tries, more)
    return shows(kept) or finding


def _shrink_endless(play: Play[Any], finding: Finding, seed: int, tries: int, more: Callable[[], bool]) -> Finding:
    """Return the repeated actions after as few others as possible; the same finding if nothing repeats."""
    deeds = deeds_of(finding.match)
    again = repeated_deeds(deeds)
    if not again:
        return finding
    while deeds[-len(again) :] == again:
        deeds = deeds[: -len(again)]

    def shows(before: Sequence[Deed]) -> Finding | None:
        found = endless_game(play, before, again, seed)
        return Finding(*found, shrunk=True) if found else None

    if shows(deeds) is None:
        return finding
    return shows(fewest(deeds, shows, tries, more)) or finding


def fewest(
    items: list[T], shows: Callable[[Sequence[T]], object | None], tries: int, more: Callable[[], bool]
) -> list[T]:
    """Return as few of the items, deeds as a rule, as can be found that still show what all of them do."""
    chunk = max(1, len(items) // 2)
    while chunk and tries > 0:
        at = 0
        while at < len(items) and tries > 0 and more():
            tries -= 1
            fewer = [*items[:at], *items[at + chunk :]]
            if shows(fewer) is not None:
                items = fewer
            else:
                at += chunk
        chunk //= 2
    return items


class _Script:
    """A list of actions played as far as they are allowed."""

    def __init__(self, match: Match, deeds: Sequence[Deed]) -> None:
        self._match, self._deeds, self._at = match, deeds, 0

    def next_of(self, side: int) -> Action | None:
        """Return the next action that the side may take now; None if there is none."""
        while self._at < len(self._deeds):
            decider, action = self._deeds[self._at]
            self._at += 1
            if decider == side and is_allowed(self._match, (decider, action)):
                return action
        return None


def _lenient(play: Play[Any], deeds: Sequence[Deed], seed: int, *, asking: bool) -> Finding | None:
    """Play actions as far as they are allowed; return a finding if the rules fail (``asking``: in choices)."""
    match = Match(play, Keyed(seed), must_hold(play))
    script, probe = _Script(match, deeds), Probe(lambda _at: True)
    try:
        while (side := match.advance()) is not None:
            probe(match)
            if asking:
                explore(match.playout)
            action = script.next_of(side)
            if action is None:
                return None
            match.take(action)
    except Exception as error:
        return Finding(match, Ending("fault", in_words(error)), shrunk=True)
    return None


# -- play that goes on and on ----------------------------------------------------------------------


Deed = tuple[int, "Action"]
"""A side and its action."""
LONG = 3000
"""Decisions of one player turn after which it counts as endless; whole campaigns have fewer."""
NO_END = "no end"
"""The first words of the message of a game without end."""
_PERIOD = 24
_TIMES = 3
"""How often a run of decisions must repeat to count as a circle."""
_TRIED = 20
"""How often a circle is played to prove it."""


class Pace:
    """A watch before each decision that ends a game whose player turn does not end."""

    def __init__(self, then: Callable[[Match], bool] = lambda _match: True, long: int = LONG) -> None:
        self._then, self._long = then, long
        self._moment = (-1, -1)
        self._count = 0

    def __call__(self, match: Match) -> bool:
        """Return the answer of the next watch.

        Raises:
            FaultError: the player turn has taken too many decisions.
        """
        now = match.play.moment(match.playout.state)
        self._count = self._count + 1 if now == self._moment else 0
        self._moment = now
        if self._count > self._long:
            raise FaultError(f"{NO_END}: {self._long:,} decisions in one player turn")
        return self._then(match)


def repeated_deeds(deeds: Sequence[Deed]) -> Sequence[Deed]:
    """Return the shortest run of deeds that the last ones repeat; empty where they repeat none."""
    for length in range(1, min(_PERIOD, len(deeds) // _TIMES) + 1):
        tail = deeds[-length:]
        if all(deeds[-length * (n + 1) : -length * n] == tail for n in range(1, _TIMES)):
            return tail
    return ()


def endless_game(
    play: Play[Any], before: Sequence[Deed], again: Sequence[Deed], seed: int
) -> tuple[Match, Ending] | None:
    """Return a game that repeats ``again`` endlessly in one player turn, after what is allowed of ``before``.

    None where it cannot. The game given holds it ``_TRIED`` times.
    """
    with suppress(Exception):  # another fault is for another search
        match = Match(play, Keyed(seed))
        _lead(match, before, again[0])
        return (match, _said(match, again)) if _round(match, again) else None
    return None


def _lead(match: Match, before: Sequence[Deed], then: Deed) -> None:
    """Carry out what is allowed, up to where ``then`` is due."""
    for deed in before:
        side = match.advance()
        if side is None:
            return
        if deed[0] == side and is_allowed(match, deed):
            match.take(deed[1])
    while (side := match.advance()) is not None and side != then[0]:
        return


def _round(match: Match, again: Sequence[Deed]) -> bool:
    """Return whether all of it can be done `_TRIED` times without the player turn ending."""
    if match.advance() is None:
        return False
    begun = match.play.moment(match.playout.state)
    for _ in range(_TRIED):
        for deed in again:
            if match.advance() != deed[0] or not is_allowed(match, deed):
                return False
            match.take(deed[1])
    return match.advance() is not None and match.play.moment(match.playout.state) == begun


def _said(match: Match, again: Sequence[Deed]) -> Ending:
    step = match.playout.frame.step
    words = ", ".join(f"`{' '.join(map(str, action))}`" for _, action in again)
    return Ending("fault", f"{NO_END}: in {step}, {words} can be done again and again")


def is_allowed(match: Match, deed: Deed) -> bool:
    """Return whether the action may be taken now."""
    try:
        match.playout.must_allow(deed[1])
    except Exception:
        return False
    return True


def deeds_of(match: Match) -> list[Deed]:
    """Return the decisions of the sides so far, without those of chance."""
    return [(d.decider, d.action) for d in match.decisions if d.decider != CHANCE]


def loops(match: Match) -> bool:
    """Return whether the replayed game still repeats the same actions within one player turn."""
    deeds = deeds_of(match)
    again = repeated_deeds(deeds)
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


# -- what is tried on a state in play --------------------------------------------------------------


_LOOKED_AT = 3000
"""The most actions that are begun to find a dead end."""


class Probe:
    """A watch that checks, before chosen decisions, that undo, copy and JSON restore the very same state."""

    def __init__(self, chosen: Callable[[int], bool]) -> None:
        self._chosen = chosen
        self._before: str = ""
        self._at = -1

    def __call__(self, match: Match) -> bool:
        """Return True, so that the game goes on.

        Raises:
            FaultError: one of them leads to another state.
        """
        log = match.playout.log
        if self._before:
            self._look_back(match)
        if not self._chosen(len(log)):
            return True
        state = match.playout.state
        self._before = state.hash
        if state.copy() != state:
            raise FaultError("a copy of the state is not equal to it")
        fresh = match.play.begin()
        fresh.load(json.loads(json.dumps(state.to_data())))
        if fresh.hash != self._before:
            raise FaultError("a state written as JSON does not come back as it was")
        return True

    def _look_back(self, match: Match) -> None:
        """Take the last decision back, and do it again."""
        before, self._before = self._before, ""
        playout = match.playout
        after, decisions, marks = playout.state.hash, list(playout.log), list(match.marks)
        if not match.undo():
            return
        undone = playout.state.hash
        step = decisions[len(playout.log)].step
        while undone == before and len(playout.log) < len(decisions):
            match.take(decisions[len(playout.log)].action)
            match.advance()
        if playout.state.hash == after:
            return
        playout.log[:], match.marks[:] = decisions, marks  # for the record
        if undone != before:
            raise FaultError(f"undo of {step} does not lead back to the state before it")
        raise FaultError(f"{step} done again after undo leads to another state")


def explore(playout: Playout[Any]) -> None:
    """Begin every action that is offered, up to a bound.

    Raises:
        FaultError: nothing is offered, or one that is offered cannot be completed.
    """
    waiting: list[Action] = [()]
    for _ in range(_LOOKED_AT):
        if not waiting:
            return
        prefix = waiting.pop()
        choices = playout.choices(prefix)
        if not choices:
            raise FaultError(f"dead end: nothing can be chosen after {list(prefix)}")
        waiting += [(*prefix, choice.token) for choice in choices if choice.more or not choice.whole]
