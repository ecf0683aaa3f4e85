"""One line on a terminal that says how far a long work is; nothing where nobody watches."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scenario_forge.cli import words
from scenario_forge.diagnostics.render.lines import one_line

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

    def _write(self, line: str) -> None:
        if not self.on:
            return
        line = line[: words.width() - 1]
        sys.stderr.write(f"\r{line}{' ' * (self._width - len(line))}" + ("" if line else "\r"))
        sys.stderr.flush()
        self._width = len(line)
