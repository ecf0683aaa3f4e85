"""The guard for every file that a verb writes where its user points.

A game's own documents are never replaced. A file that is there already is replaced only by ``--force``, or where
its content shows that it is a report made by this program: reports can be made again, records and answers cannot.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.diagnostics.render.report import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from types import TracebackType

    from scenario_forge.printing.press.order import Progress


Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]

_LARGEST = 64 * 1024 * 1024
_DOCUMENTS = (".yaml", ".yml")
_KEYS = ({"diagnostics", "summary"}, {"comparisons", "matrix", "variants"})
"""Keys that tell the JSON of `forge check` and of `forge playtest`."""


def must_be_free(*paths: Path | None, force: bool, document: bool = False) -> None:
    """Before long work: end the command if one of these files may not be written, or may not be replaced.

    ``document`` is for the verbs whose work is to write a document of a game.
    """
    for path in paths:
        if path is not None:
            words.can_be_written(path)
            objection = objection_to(path, force=force, document=document)
            if objection is not None:
                words.give_up(*objection)


def objection_to(path: Path, *, force: bool = False, document: bool = False) -> tuple[str, str] | None:
    """Why a file may not be written, and what to do instead; None where it may."""
    if not document:
        try:
            target = path.resolve()
        except (OSError, RuntimeError):  # a loop of links
            return f"{path} cannot be written: its links lead in a circle", "name another file"
        game = _game_of(target)
        if game is not None and target.suffix.lower() in _DOCUMENTS:
            folder = words.seen_from_here(game) or "this folder"
            return f"{path} belongs to the documents of the game in {folder}", "name a file outside that folder"
    if not force and path.is_file() and not is_report(path):
        return f"{path} exists already", "name another file, or use --force to replace it"
    return None


def put(
    files: Mapping[Path, bytes], force: bool, say: Callable[[str], None] = words.say, *, document: bool = False
) -> None:
    """Write files, or none of them where one may not be replaced.

    A file that has these bytes already may always be written. ``say`` gets a line for each file.
    """
    for path, data in files.items():
        if not (path.is_file() and _bytes(path) == data):
            must_be_free(path, force=force, document=document)
    for path, data in files.items():
        words.write(path, data)
        say(f"wrote {path}\n")


def is_report(path: Path) -> bool:
    """Whether a file is a report that this program has made and can make again: a page, JSON or SARIF."""
    from scenario_forge.reports.html import is_made_by  # noqa: PLC0415 - only where a file is in the way

    data = _bytes(path)
    if data is None:
        return False
    if data[:15].lower() == b"<!doctype html>":
        return is_made_by(data)
    if not data.startswith(b"{"):
        return False
    try:
        read = json.loads(data)
        return any(keys <= read.keys() for keys in _KEYS) or (
            read["runs"][0]["tool"]["driver"]["name"] == "Scenario Forge"
        )
    except (ValueError, RecursionError, LookupError, TypeError):
        return False


def _game_of(target: Path) -> Path | None:
    """The game's folder in which a file lies or would lie."""
    return next((folder for folder in target.parents if (folder / "game.yaml").is_file()), None)


def _bytes(path: Path) -> bytes | None:
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except OSError:
        return None
    return None if len(data) > _LARGEST else data


# -- options of the commands that have many games played -------------------------------------------


Players = Annotated[
    list[str] | None,
    typer.Option("--player", metavar="SIDE=NAME", help="Player for a side, or for all sides; repeatable."),
]
FirstSeed = Annotated[
    int, typer.Option("--seed", metavar="N", help="Seed of the first game; each later game adds one.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", help="Number of processes; default: one for each core.")
]
ChoiceLimit = Annotated[
    float, typer.Option("--limit", metavar="SECONDS", help="Time limit per decision in seconds; 0 for none.")
]


# -- one line on a terminal that says how far a long work is ---------------------------------------


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
