"""A person's printer, kept in the person's settings and used for every game that does not say otherwise."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, ValidationError

from scenario_forge.documents.profiles import Backs, Length
from scenario_forge.printing.profile import COLOUR, PAPERS, Printer, millimetres_of, shipped_profiles, why_unusable
from scenario_forge.source.codes import YML003
from scenario_forge.source.files import write_file
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

SWITCH = "SCENARIO_FORGE_SETTINGS"
"""Names the variable of the environment that names another folder of settings."""
FILE = "printer.yaml"
_HEAD = "# Your printer, for every game: `forge printer` shows it and sets it.\n"


class UnusablePrinter(ValueError):  # noqa: N818 - says what it is
    """Error: settings that cannot be used, or a file of them that cannot be read or written; the words say which."""


class PrinterFile(BaseModel):
    """printer.yaml: what is left out, each game decides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    paper: str | None = None
    profile: str | None = None
    margin: Length | None = None
    backs: Backs | None = None
    back_right: Length | None = None
    back_down: Length | None = None


def settings_folder() -> Path:
    """Return this user's folder of settings; ``SCENARIO_FORGE_SETTINGS`` names another."""
    chosen = os.environ.get(SWITCH)
    return Path(chosen) if chosen else user_config_path("scenario-forge", appauthor=False)


def own_printer() -> Printer:
    """Return the person's printer; one that sets nothing where there is no file.

    Raises:
        UnusablePrinter: the file cannot be read, or a setting cannot be used.
    """
    path = settings_folder() / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Printer()
    except OSError as error:
        raise UnusablePrinter(f"{path} cannot be read: {error.strerror or error}") from None
    read = Source.read(str(path), data)
    if any(problem.code is YML003 for problem in read.problems):  # empty, or comments alone
        return Printer()
    if read.problems:
        raise UnusablePrinter(f"{path}, line {read.problems[0].span.line}: {read.problems[0].message}")
    values = read.root.data if read.root else None
    if values is None:  # a document without a value
        return Printer()
    if not isinstance(values, dict):
        raise UnusablePrinter(f"{path} holds no settings")
    try:
        return printer_of(values)
    except UnusablePrinter as error:
        raise UnusablePrinter(f"{path}: {error}") from None


def printer_of(values: Mapping[str, object]) -> Printer:
    """Return a printer with these settings.

    >>> printer_of({"paper": "Letter", "back_right": "0.4 mm"}).back_right
    0.4

    Raises:
        UnusablePrinter: one of them cannot be used.
    """
    try:
        known = PrinterFile.model_validate(values).model_dump(exclude_none=True)
    except ValidationError as error:
        first = error.errors()[0]
        raise UnusablePrinter(_misfit(str(first["loc"][0]), values)) from None
    for key, value in known.items():
        why = why_unusable(key, value)
        if key == "profile" and value not in (COLOUR, *shipped_profiles()):
            why = f"it must be one of {', '.join(shipped_profiles())}: a game's own profile is the game's to choose"
        if why:
            raise UnusablePrinter(f"`{key}: {value}` cannot be used: {why}")
    # a length is written with three places, so that what is kept can be read back
    lengths = {
        key: round(millimetres_of(known[key]), 3) + 0.0 for key in known.keys() & {"margin", "back_right", "back_down"}
    }
    return Printer(**{**known, **lengths})


_WRITTEN = {
    "paper": f"write the name of one paper; there are {', '.join(PAPERS)}",
    "profile": "write the name of one profile, such as `grey`",
    "backs": "backs are `long`, `short`, `fold` or `none`",
}
"""Setting → what it looks like; the others are lengths."""


def _misfit(key: str, values: Mapping[str, object]) -> str:
    """Return what is wrong with a setting that has not even the shape of one."""
    if key not in PrinterFile.model_fields:
        return f"there is no setting `{key}`; there are {', '.join(PrinterFile.model_fields)}"
    written = _WRITTEN.get(key, "write a length as `0.4 mm`")
    return f"`{key}: {values[key]}` cannot be used: {written}"


def keep_printer(printer: Printer) -> Path:
    """Write the person's printer in one step; return the file.

    Raises:
        UnusablePrinter: the folder or the file cannot be written; what was there before is whole.
    """
    path = settings_folder() / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusablePrinter(f"{path.parent} cannot be made: {error.strerror or error}") from None
    problem = write_file(path, (_HEAD + "".join(f"{line}\n" for line in printer.lines())).encode(), str(path))
    if problem is not None:
        raise UnusablePrinter(problem.message)
    return path


def forget_printer() -> bool:
    """Remove the person's printer; return whether there was one.

    Raises:
        UnusablePrinter: the file cannot be removed.
    """
    path = settings_folder() / FILE
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UnusablePrinter(f"{path} cannot be removed: {error.strerror or error}") from None
    return True
