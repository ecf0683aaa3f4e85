"""Looks for faults of the rules by playing at random, and makes the games that show them as short as they can be.

What must always hold is asked after every event; games are turned back, copied and written out now and then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.chance import Keyed, number
from scenario_forge.simulator.drive import Ending, Match, drive, in_words, must_hold
from scenario_forge.simulator.drive_probe import Probe, explore
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.step import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.step import Action

MOST = 20_000
"""Decisions after which a game is taken never to end."""
_PROBED = 40
"""One decision in so many is followed by a look at undo, copy and JSON."""

Deed = tuple[int, "Action"]
"""A side and its action."""


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
    ending = drive(match, players, most=MOST if most is None else most, seen=probe)
    return Finding(match, ending) if ending.ended in ("fault", "player") else match


# -- shorter -----------------------------------------------------------------------------------------


def shrink(
    play: Play[Any], finding: Finding, seed: int, *, tries: int = 300, more: Callable[[], bool] = lambda: True
) -> Finding:
    """A game with fewer actions in which the rules fail in the same way; the same if none was found.

    Actions are left out in halves, quarters and so on; what then is not allowed any more is left out too. At most
    ``tries`` games are played, and as long as ``more`` says so.
    """
    if finding.kind.startswith(("endless", "no end")):
        return finding  # each try would take as long as the game that never ended
    asking = not finding.match.torn
    best, chunk = finding, max(1, len(_deeds(finding.match)) // 2)
    while chunk and tries > 0:
        deeds, at = _deeds(best.match), 0
        while at < len(deeds) and tries > 0 and more():
            tries -= 1
            shorter = _lenient(play, [*deeds[:at], *deeds[at + chunk :]], seed, asking=asking)
            if shorter is not None and shorter.kind == finding.kind and len(_deeds(shorter.match)) < len(deeds):
                best, deeds = shorter, _deeds(shorter.match)
            else:
                at += chunk
        chunk //= 2
    return best


def _deeds(match: Match) -> list[Deed]:
    return [(d.decider, d.action) for d in match.decisions if d.decider != CHANCE]


class _Script:
    """Gives the next action of a list that is allowed; raises when there is none."""

    def __init__(self, match: Match, deeds: Sequence[Deed]) -> None:
        self._match, self._deeds, self._at = match, deeds, 0

    def next_of(self, side: int) -> Action | None:
        """The next action that the side may take now."""
        while self._at < len(self._deeds):
            decider, action = self._deeds[self._at]
            self._at += 1
            if decider == side and self._allowed(action):
                return action
        return None

    def _allowed(self, action: Action) -> bool:
        try:
            self._match.playout.must_allow(action)
        except Exception:
            return False
        return True


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
