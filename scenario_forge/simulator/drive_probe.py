"""What is tried on a state in play: that undo, copy and JSON lead back to it, that every choice can be completed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.drive import FaultError

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.playout import Playout
    from scenario_forge.simulator.step import Action

_LOOKED_AT = 3000
"""Actions that are begun, at most, to find a dead end."""


class Probe:
    """Looks, before chosen decisions, whether undo, copy and JSON lead back to the very same state."""

    def __init__(self, chosen: Callable[[int], bool]) -> None:
        self._chosen = chosen
        self._before: str = ""
        self._at = -1

    def __call__(self, match: Match) -> bool:
        """Always on.

        Raises:
            FaultError: it does not.
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
