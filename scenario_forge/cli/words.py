"""Words in and words out: the streams, colour, and exit codes."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import typer

CLEAN, ERRORS, COULD_NOT, NO_READER = 0, 1, 2, 141
"""The exit codes; the last is what a shell makes of a program that wrote to a closed pipe."""


FRAMES = "╭─├│…"
"""What must be writable for frames to be drawn with it."""

WIDEST = 140
_TERMINALS = ("WT_SESSION", "ANSICON", "TERM", "ConEmuANSI")


def prepare_streams() -> None:
    """Have what a stream cannot write replaced, so that no name in a game can stop the output."""
    if sys.stdout is None:  # closed before we began: nobody wants to know
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


class NoReaderError(BaseException):
    """Nobody reads the output any more. No mishap of what goes on meanwhile, so no `except Exception` takes it."""


def say(text: str) -> None:
    """Write to standard output as it is; when nobody reads it any more, the command ends quietly."""
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
    """Say on standard error how far a long work is."""
    sys.stdout.flush()
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


TOLD = "told"
"""What an interruption carries of which the person has been told more than that it came."""


def give_up(message: str, hint: str | None = None) -> NoReturn:
    """Say why it could not be done, and stop with exit code 2."""
    say_error(message, hint)
    raise typer.Exit(COULD_NOT)


def interrupted(message: str) -> NoReturn:
    """Say how far it came when the person interrupted, and stop as an interruption does."""
    say_error(message)
    raise KeyboardInterrupt(TOLD) from None


def wants_colour(refused: bool = False) -> bool:
    """Whether to colour: only on a terminal that can, and never against NO_COLOR (see no-color.org)."""
    if refused or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return False
    return os.name != "nt" or any(os.environ.get(name) for name in _TERMINALS)


def ascii_only() -> bool:
    """Whether standard output cannot write the frames."""
    try:
        FRAMES.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def width() -> int:
    """Cells of a line: the terminal's, or 110 where there is none."""
    return min(shutil.get_terminal_size((110, 24)).columns, WIDEST)


def seen_from_here(folder: Path) -> str:
    """A folder's path from the current directory, forward slashes; empty for itself, whole if elsewhere."""
    try:
        whole = folder.resolve()
    except (OSError, RuntimeError):  # a loop of links
        whole = folder.absolute()
    try:
        path = whole.relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return whole.as_posix()
    return "" if path == "." else path
