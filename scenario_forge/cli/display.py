"""What verbs show in more than lines: how far long work is, on a terminal alone, and plain tables (rich).

rich is imported where something is drawn: a verb that draws nothing, or whose output is a pipe, does not wait for it.
"""

from __future__ import annotations

import os
import sys
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.cli import words
from scenario_forge.diagnostics.render.report import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from rich.progress import Progress, TaskID

BOUNDLESS = 100_000
"""Cells of a line that goes into a file or another program: nothing is cut there."""


class Meter:
    """A bar on standard error while work goes on. Nothing is written unless somebody watches a terminal."""

    def __init__(self, what: str = "", *, quiet: bool = False) -> None:
        """``what`` is counted where nothing else is said; ``quiet`` for ``--quiet`` and output for machines."""
        self.what, self.done = what, 0
        self.on = not quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bar: tuple[Progress, TaskID] | None = None

    def __enter__(self) -> Meter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the terminal as it was."""
        self.hide()

    def show(self, done: int, total: int, what: str = "") -> None:
        """Say how many of how many are done; ``total`` 0 where nobody knows how many there will be."""
        self.done = done
        if not self.on:
            return
        progress, task = self._bar = self._bar or _bar()
        if not total and progress.tasks[0].total is not None:  # rich keeps a total that is not replaced
            progress.remove_task(task)
            task = progress.add_task("", total=None, what="")
            self._bar = progress, task
        progress.start()
        progress.update(task, completed=done, total=total or None, what=one_line(what or self.what), refresh=True)

    def hide(self) -> None:
        """Take the bar away, so that something else can be said; the next :meth:`show` brings it back."""
        if self._bar:
            self._bar[0].stop()


def _bar() -> tuple[Progress, TaskID]:
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.table import Column  # noqa: PLC0415

    rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    columns = (
        BarColumn(bar_width=20, table_column=Column(min_width=20)),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
        TextColumn("{task.fields[what]}", markup=False, table_column=rest),
    )
    # standard output may be a file: rich would lead it to the terminal
    progress = Progress(
        *columns,
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        expand=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    return progress, progress.add_task("", total=None, what="")


class Heads(NamedTuple):
    """Columns of a table: a head for each, and from which on they are set to the right."""

    names: Sequence[str]
    right_from: int = 1


def safe(line: str) -> str:
    """Take out what a name could do to a terminal; blanks stay as they are laid out."""
    return " ".join(map(one_line, line.split(" ")))


def table(rows: Iterable[Sequence[str]], heads: Heads | None = None, *, indent: int = 2, most: int = 0) -> list[str]:
    """Lines of a table without frames; on a terminal no wider than it, whole anywhere else.

    Args:
        rows: their cells, of any origin: control characters are taken out.
        heads: None for a table without; all columns are then set to the left.
        indent: blanks before each line.
        most: cells of the widest column, also where the table is written to a file; 0 for any.
    """
    from rich.console import Console  # noqa: PLC0415 - only where a table is made
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    cells = [list(map(safe, row)) for row in rows]
    if not cells:
        return []
    made = Table(box=None, show_header=heads is not None, pad_edge=False, padding=(0, 2, 0, 0))
    for number in range(max(map(len, cells), default=0)):
        right = heads is not None and number >= heads.right_from
        made.add_column(
            Text(heads.names[number] if heads else ""),
            justify="right" if right else "left",
            no_wrap=True,
            overflow="ellipsis",
            max_width=most or None,
        )
    for row in cells:
        made.add_row(*map(Text, row))
    width = words.width() - indent if sys.stdout.isatty() else BOUNDLESS
    console = Console(file=StringIO(), width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as captured:
        console.print(made)
    return [" " * indent + line.rstrip() for line in captured.get().splitlines()]
