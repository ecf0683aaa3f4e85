"""The playing part of ``forge check --play``."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from scenario_forge.cli import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.proof import Proving, Trial
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

EVERY = 2.0
"""Seconds between two lines on a terminal."""


def played(game: Game, wanted: Sequence[str], trial: Trial, jobs: int | None = None) -> tuple[list[Diagnostic], bool]:
    """What playing shows, and whether it was interrupted: then it is of the games played up to there."""
    from scenario_forge.api.proof import Proving, prove_game  # noqa: PLC0415
    from scenario_forge.diagnostics.render.summary import plural  # noqa: PLC0415
    from scenario_forge.project.scenarios import scenarios  # noqa: PLC0415
    from scenario_forge.simulator.players import NoSuchPlayer  # noqa: PLC0415

    names = [scenario_named(game, name) for name in wanted] or None
    proving, line = Proving(game), Line(len(names or scenarios(game).scenarios))
    interrupted = False
    try:
        prove_game(game, names, trial, line.after, proving, jobs or os.cpu_count() or 1)
    except NoSuchPlayer as error:
        words.give_up(str(error), f"there are {', '.join(error.known)}")
    except KeyboardInterrupt:
        interrupted = True
        words.say_error(f"interrupted after {plural(proving.games, 'game')}; this is what they show")
    line.end()
    return proving.findings(), interrupted


def scenario_named(game: Game, name: str) -> str:
    """The scenario of that name; the command ends if there is none."""
    from scenario_forge.api.play import scenario_of  # noqa: PLC0415

    try:
        return scenario_of(game, name)
    except LookupError as error:
        words.give_up(str(error))


class Line:
    """Says now and then, on standard error where somebody watches, how far it is; at the end, what was played."""

    def __init__(self, total: int) -> None:
        self.total, self._last = total, time.monotonic()
        self._told = ""

    def after(self, proving: Proving) -> None:
        """Another game is over."""
        from scenario_forge.diagnostics.render.summary import plural  # noqa: PLC0415

        decisions = sum(seen.decisions for seen in proving.seen)
        played = f"{plural(proving.games, 'game')} of {plural(len(proving.seen), 'scenario')} played"
        self._told = f"{played}, {plural(decisions, 'decision')}"
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._last >= EVERY:
            self._last = now
            name = proving.seen[-1].scenario
            words.say_progress(f"{name} ({len(proving.seen)} of {self.total}): {self._told}")

    def end(self) -> None:
        """What was played, in one line."""
        if self._told:
            words.say_progress(self._told)
