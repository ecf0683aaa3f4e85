"""The files that a verb reads and writes where its user points, and the guard of those that it writes.

A game's own documents are never replaced. A file that is there already is replaced only by ``--force``, or where
its content shows that it is a report made by this program: reports can be made again, records and answers cannot.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge import api, documents, playtest, reports, source
from scenario_forge.cli import words
from scenario_forge.game.reading import locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


_LARGEST = 64 * 1024 * 1024
_DOCUMENTS = (".yaml", ".yml")


def must_be_free(*paths: Path | None, force: bool, document: bool = False) -> None:
    """End the command, before long work, if one of these files may not be written, or may not be replaced.

    ``document`` is for the verbs whose work is to write a document of a game.
    """
    for path in paths:
        if path is not None:
            can_be_written(path)
            objection = objection_to(path, force=force, document=document)
            if objection is not None:
                words.give_up(*objection)


def objection_to(path: Path, *, force: bool = False, document: bool = False) -> tuple[str, str] | None:
    """Return why a file may not be written, and what to do instead; None where it may."""
    if not document:
        try:
            target = path.resolve()
        except (OSError, RuntimeError):  # a loop of links
            return f"{path} cannot be written: its links lead in a circle", "name another file"
        game = locate.game_above(target)
        if game is not None and target.suffix.lower() in _DOCUMENTS:
            folder = words.relative_path(game) or "this folder"
            return f"{path} belongs to the documents of the game in {folder}", "name a file outside that folder"
    if not force and path.is_file() and not is_report(path):
        return f"{path} exists already", "name another file, or use --force to replace it"
    return None


def put(
    files: Mapping[Path, bytes], force: bool, say: Callable[[str], None] = words.say, *, document: bool = False
) -> None:
    """Write files, or none of them if one may not be replaced.

    A file that has these bytes already may always be written. ``say`` gets a line for each file.
    """
    for path, data in files.items():
        if not (path.is_file() and _bytes(path) == data):
            must_be_free(path, force=force, document=document)
    for path, data in files.items():
        write(path, data)
        say(f"wrote {path}\n")


def is_report(path: Path) -> bool:
    """Check whether a file is a report that this program has made and can make again: a page, JSON or SARIF."""
    data = _bytes(path)
    if data is None:
        return False
    if data[:15].lower() == b"<!doctype html>":
        return reports.html.is_made_by(data)
    if not data.startswith(b"{"):
        return False
    try:
        read = json.loads(data)
        known = documents.kinds.kind_in(read, (api.schemas.CHECK, playtest.report.REPORT))
        return known is not None or read["runs"][0]["tool"]["driver"]["name"] == "Scenario Forge"
    except (ValueError, RecursionError, LookupError, TypeError):
        return False


def _bytes(path: Path) -> bytes | None:
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except OSError:
        return None
    return None if len(data) > _LARGEST else data


def read(path: Path, most: int) -> bytes:
    """Return the bytes of a file that the user names, of a larger one no more than ``most`` and one more.

    The command ends if it cannot be read.
    """
    try:
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        words.give_up(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}")


def write(path: Path, data: bytes) -> None:
    """Write a file in one step, with the folders it needs; end the command if that cannot be done."""
    problem = not_written(path, data)
    if problem:
        words.give_up(*problem)


def not_written(path: Path, data: bytes) -> tuple[str, str | None] | None:
    """Write a file as :func:`write` does; return why it failed and what to do, None if it was written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        blocked = next((each for each in path.parents if each.exists() and not each.is_dir()), None)
        reason = f"{blocked} is no folder" if blocked else error.strerror or error
        return f"{path} cannot be written: {reason}", None
    problem = source.files.write_file(path, data, str(path))
    return (problem.message, problem.help) if problem else None


def tell_removed(leftovers: Iterable[Path]) -> None:
    """Say which of some temporary folders are gone now."""
    for path in leftovers:
        if not path.exists():
            words.say(f"removed {path}, which an interrupted command had left\n")


def must_be_yours(folder: Path) -> None:
    """End the command if it would write into a game that came with the installation.

    A package brings its games in itself, wherever it lies, be it in a project's own environment. Those beside a
    checkout may be worked on from within it.
    """
    bundled, whole = locate.bundled_folder(), folder.resolve()
    if bundled is None or not whole.is_relative_to(bundled.resolve()):
        return
    if locate.is_installed(bundled) or not whole.is_relative_to(Path.cwd().resolve()):
        hint = f"`forge copy {whole.name} FOLDER` makes a copy of your own: name that instead"
        words.give_up(f"{whole.name} came with the installation and is not written to", hint)


def must_be_within(folder: Path, *paths: Path) -> None:
    """End the command if a link leads out of the game's folder to be written, or the game is not yours."""
    must_be_yours(folder)
    for path in paths:
        try:
            inside = path.resolve().is_relative_to(folder.resolve())
        except (OSError, RuntimeError):  # a loop of links
            inside = False
        if not inside:
            words.give_up(f"{path} leads out of {folder}", "a link stands there; what it leads to is not written")


def can_be_written(*paths: Path | None) -> None:
    """End the command, before long work, if a file to be written is a folder, or its folder takes none."""
    for path in paths:
        if path is None:
            continue
        if path.is_dir():
            words.give_up(f"{path} cannot be written: it is a folder")
        must_take_files(path.parent, path)


def must_take_files(folder: Path, path: Path | None = None) -> None:
    """End the command, before long work, if a folder, existing or to be made, is none or takes no files."""
    above = folder if folder.exists() else next(each for each in folder.absolute().parents if each.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        why = "takes no files" if above.is_dir() else "is no folder"
        words.give_up(f"{path or folder} cannot be written: {words.relative_path(above) or 'this folder'} {why}")


def must_be_built(page: str) -> None:
    """End the command if the script of a page is not there, before anything is played or written for it."""
    try:
        reports.html.bundle(page)
    except reports.html.NotBuilt as missing:
        words.give_up(str(missing), missing.hint)
