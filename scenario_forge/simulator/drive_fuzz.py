"""Looks for faults of the rules by playing at random, and makes the games that show them as short as they can be.

What must always hold is asked after every event; games are turned back, copied and written out now and then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.chance import Keyed, number
from scenario_forge.simulator.drive import Ending, Match, drive, in_words, must_hold
from scenario_forge.simulator.drive_loop import NO_END, Pace, allowed, circle, deeds_of, goes_round
from scenario_forge.simulator.drive_probe import Probe, explore
from scenario_forge.simulator.players import make_player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.simulator.drive_loop import Deed
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.step import Action

MOST = 20_000
"""Decisions after which a game is taken never to end."""
_PROBED = 40
"""One decision in so many is followed by a look at undo, copy and JSON."""


@dataclass(frozen=True)
class Finding:
    """A game in which the rules failed."""

    match: Match
    ending: Ending
    shrunk: bool = False

    @property
    def kind(self) -> str:
        """The message without its numbers: two findings of one kind are one fault."""
        return kind_of(self.ending.message)


def kind_of(message: str) -> str:
    """A message without numbers and what is quoted."""
    return re.sub(r"`[^`]*`|\[[^]]*\]|'[^']*'|-?\d[\d,.]*", "·", message)


def fuzz(play: Play[Any], seed: int, names: Sequence[str], *, most: int | None = None) -> Finding | Match:
    """One game; the finding if the rules failed in it, else the game as it was played."""
    match = Match(play, Keyed(seed), must_hold(play))
    players = [make_player(name, play, side, seed) for side, name in enumerate(names)]
    probe = Probe(lambda at: number(f"{seed}|probe|{at}", _PROBED) == 0)
    ending = drive(match, players, most=MOST if most is None else most, seen=Pace(probe))
    return Finding(match, ending) if ending.ended in ("fault", "player") else match


# -- shorter -----------------------------------------------------------------------------------------


def shrink(
    play: Play[Any], finding: Finding, seed: int, *, tries: int = 300, more: Callable[[], bool] = lambda: True
) -> Finding:
    """A game with fewer actions in which the rules fail in the same way; the same if none was found.

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

    kept = _fewer(deeds_of(finding.match), shows, tries, more)
    return shows(kept) or finding


def _shrink_endless(play: Play[Any], finding: Finding, seed: int, tries: int, more: Callable[[], bool]) -> Finding:
    """What is done again and again, after as little as possible; the same where nothing is repeated."""
    deeds = deeds_of(finding.match)
    again = circle(deeds)
    if not again:
        return finding
    while deeds[-len(again) :] == again:
        deeds = deeds[: -len(again)]

    def shows(before: Sequence[Deed]) -> Finding | None:
        found = goes_round(play, before, again, seed)
        return Finding(*found, shrunk=True) if found else None

    if shows(deeds) is None:
        return finding
    return shows(_fewer(deeds, shows, tries, more)) or finding


def _fewer(
    deeds: list[Deed], shows: Callable[[Sequence[Deed]], Finding | None], tries: int, more: Callable[[], bool]
) -> list[Deed]:
    """As few of the deeds as are found that still show it."""
    chunk = max(1, len(deeds) // 2)
    while chunk and tries > 0:
        at = 0
        while at < len(deeds) and tries > 0 and more():
            tries -= 1
            fewer = [*deeds[:at], *deeds[at + chunk :]]
            if shows(fewer) is not None:
                deeds = fewer
            else:
                at += chunk
        chunk //= 2
    return deeds


class _Script:
    """Gives the next action of a list that is allowed; raises when there is none."""

    def __init__(self, match: Match, deeds: Sequence[Deed]) -> None:
        self._match, self._deeds, self._at = match, deeds, 0

    def next_of(self, side: int) -> Action | None:
        """The next action that the side may take now."""
        while self._at < len(self._deeds):
            decider, action = self._deeds[self._at]
            self._at += 1
            if decider == side and allowed(self._match, (decider, action)):
                return action
        return None


def _lenient(play: Play[Any], deeds: Sequence[Deed], seed: int, *, asking: bool) -> Finding | None:
    """Play a list of actions as far as they are allowed; the finding, if the rules fail (``asking``: in choices)."""
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
