"""One line on a terminal that says how far a long work is."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from scenario_forge.cli import words
from scenario_forge.diagnostics.render.report import one_line

if TYPE_CHECKING:
    from types import TracebackType

    from scenario_forge.printing.press.order import Progress


BAR = 20
"""Cells of the bar."""


class ProgressLine:
    """Written over and over on standard error, and taken away at the end."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.on = not quiet and sys.stderr.isatty()
        self._width = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the terminal as it was."""
        self._write("")

    def show(self, progress: Progress) -> None:
        """Say what is done and what comes now."""
        full = BAR * progress.done // max(1, progress.total)
        bar = "#" * full + "." * (BAR - full)
        self._write(f"[{bar}] {progress.done}/{progress.total} {progress.component}: {one_line(progress.title)}")

    def count(self, done: int, total: int, what: str) -> None:
        """Say how many of how many are done."""
        full = BAR * done // max(1, total)
        self._write(f"[{'#' * full}{'.' * (BAR - full)}] {done}/{total} {what}")

    def show_nothing(self) -> None:
        """Take the line away, so that something else can be said."""
        self._write("")

    def _write(self, line: str) -> None:
        if not self.on:
            return
        line = line[: words.width() - 1]
        sys.stderr.write(f"\r{line}{' ' * (self._width - len(line))}" + ("" if line else "\r"))
        sys.stderr.flush()
        self._width = len(line)


class CountLine(ProgressLine):
    """Counts one kind of thing; what is left to do is guessed from how long it took so far."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what, self.done = what, 0
        self._began: tuple[float, int] | None = None

    def tick(self, done: int, total: int) -> None:
        """So many of so many are done."""
        self.done = done
        now = time.monotonic()
        if self._began is None:
            self._began = (now, done)
        began, before = self._began
        left = ""
        if done > before and now - began > 1:
            seconds = (total - done) * (now - began) / (done - before)
            left = f", {seconds / 60:.0f} min left" if seconds >= 90 else f", {seconds:.0f} s left"
        self.count(done, total, self.what + left)
