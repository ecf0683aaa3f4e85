"""Input and output of the command line: streams, colour, exit codes, progress on a terminal, plain tables.

rich is imported where something is drawn: a verb that draws nothing, or whose output is a pipe, does not wait for it.
"""

from __future__ import annotations

import os
import shutil
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from scenario_forge.diagnostics.report import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from rich.progress import Progress, TaskID


CLEAN, ERRORS, COULD_NOT, NO_READER = 0, 1, 2, 141
"""The exit codes; the last is what a shell makes of a program that wrote to a closed pipe."""


FRAMES = "╭─├│…"
"""What must be writable for frames to be drawn with it."""

WIDEST = 140
_TERMINALS = ("WT_SESSION", "ANSICON", "TERM", "ConEmuANSI")


def prepare_streams() -> None:
    """Replace what a stream cannot write, so that no name in a game can stop the output."""
    if sys.stdout is None:  # closed before we began: nobody wants to know
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


class NoReaderError(BaseException):
    """Raised when nobody reads the output any more. It passes every `except Exception`."""


def say(text: str) -> None:
    """Write to standard output unchanged; when nobody reads it any more, end the command quietly."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        raise NoReaderError from None
    except OSError as error:
        discard_output()
        give_up(f"the output cannot be written: {error.strerror or error}")


def discard_output() -> None:
    """Let the interpreter's own last flush go nowhere, since the reader of our output has gone."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as the process


def say_error(message: str, hint: str | None = None) -> None:
    """Write a message to a person to standard error, and below it what to do."""
    sys.stdout.flush()
    sys.stderr.write(f"forge: {message}\n" + (f"  {hint}\n" if hint else ""))


def say_progress(text: str) -> None:
    """Write to standard error how far a long work is."""
    sys.stdout.flush()
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


TOLD = "told"
"""What an interruption carries of which the person has been told more than that it came."""


def give_up(message: str, hint: str | None = None) -> NoReturn:
    """Print why something could not be done, and stop with exit code 2."""
    say_error(message, hint)
    raise typer.Exit(COULD_NOT)


def stop_interrupted(message: str) -> NoReturn:
    """Print how far the work came when the person interrupted, and stop as an interruption does."""
    say_error(message)
    raise KeyboardInterrupt(TOLD) from None


def wants_colour(refused: bool = False) -> bool:
    """Check whether to colour: only on a terminal that can, and never against NO_COLOR (see no-color.org)."""
    if refused or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return False
    return os.name != "nt" or any(os.environ.get(name) for name in _TERMINALS)


def ascii_only() -> bool:
    """Check whether standard output cannot write the frames."""
    try:
        FRAMES.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def width() -> int:
    """Return the cells of a line: the terminal's, or 110 where there is none."""
    return min(shutil.get_terminal_size((110, 24)).columns, WIDEST)


def relative_path(folder: Path) -> str:
    """Return a folder's path from the current directory, with forward slashes; empty for itself, whole if elsewhere."""
    try:
        whole = folder.resolve()
    except (OSError, RuntimeError):  # a loop of links
        whole = folder.absolute()
    try:
        path = whole.relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return whole.as_posix()
    return "" if path == "." else path


# -- progress and tables ---------------------------------------------------------------------------


BOUNDLESS = 100_000
"""Cells of a line that goes into a file or another program: nothing is cut there."""


class Meter:
    """Progress bar on standard error. Nothing is written unless somebody watches a terminal."""

    def __init__(self, what: str = "", *, quiet: bool = False) -> None:
        """Begin a bar; ``what`` is counted unless :meth:`show` says; ``quiet`` for ``--quiet`` and machine output."""
        self.what, self.done = what, 0
        self.on = not quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bar: tuple[Progress, TaskID] | None = None

    def __enter__(self) -> Meter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Restore the terminal."""
        self.hide()

    def show(self, done: int, total: int, what: str = "") -> None:
        """Draw how many of how many are done; ``total`` 0 where nobody knows how many there will be."""
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
    """Column heads of a table, and the column from which on they are set to the right."""

    names: Sequence[str]
    right_from: int = 1


def printable(line: str) -> str:
    """Remove what a name could do to a terminal; blanks stay as they are laid out."""
    return " ".join(map(one_line, line.split(" ")))


def table(rows: Iterable[Sequence[str]], heads: Heads | None = None, *, indent: int = 2, most: int = 0) -> list[str]:
    """Return the lines of a table without frames; on a terminal no wider than it, whole anywhere else.

    Args:
        rows: their cells, of any origin: control characters are taken out.
        heads: None for a table without; all columns are then set to the left.
        indent: blanks before each line.
        most: cells of the widest column, also where the table is written to a file; 0 for any.
    """
    from rich.console import Console  # noqa: PLC0415 - only where a table is made
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    cells = [list(map(printable, row)) for row in rows]
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
    room = width() - indent if sys.stdout.isatty() else BOUNDLESS
    console = Console(file=StringIO(), width=room, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as captured:
        console.print(made)
    return [" " * indent + line.rstrip() for line in captured.get().splitlines()]
