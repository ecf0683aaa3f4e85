"""``forge completion``: turns on completion by the Tab key, or prints the script that does."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from scenario_forge.cli import outputs, words
from scenario_forge.cli.completion.shells import SHELLS, shell_of
from scenario_forge.diagnostics.model import did_you_mean

_PATIENCE = 30
"""Seconds to wait for PowerShell to say where its profile is."""


def completion(
    shell: Annotated[
        str | None,
        typer.Argument(
            metavar="SHELL", help="bash, zsh, fish or powershell; default: the one in $SHELL.", show_default=False
        ),
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Turn it on: write the script, and read it in the shell's start-up file.")
    ] = False,
) -> None:
    """Print the script for a shell, or with --install turn it on."""
    name = (shell or shell_of(os.environ) or "").lower()
    name = "powershell" if name == "pwsh" else name
    if name not in SHELLS:
        said = f"there is no completion for the shell `{name}`" if name else "your shell is not known from $SHELL"
        words.give_up(said, did_you_mean(name, SHELLS) or f"name one of {', '.join(SHELLS)}")
    if install:
        _install(name)
        return
    words.say(SHELLS[name].script)
    if sys.stdout.isatty():
        words.say_error("this is the script", f"`forge completion {name} --install` turns it on")


def _install(name: str) -> None:
    """Write the script, and a line that reads it; nothing is written unless both can be."""
    shell = SHELLS[name]
    try:
        home = Path.home()
    except RuntimeError:
        words.give_up("your home folder is not known", f"`forge completion {name}` prints the script")
    if shell.start:
        file = _folder("XDG_DATA_HOME", home / ".local" / "share") / "scenario-forge" / f"completion.{shell.ending}"
    else:
        file = _folder("XDG_CONFIG_HOME", home / ".config") / "fish" / "completions" / "forge.fish"
    outputs.can_be_written(file)
    start = _start_file(name, home) if shell.start else None
    line = shell.start.format(file=shlex.quote(str(file)) if name != "powershell" else _quoted(file))
    begun = _text(start) if start else line
    outputs.write(file, shell.script.encode())
    words.say(f"wrote {file}\n")
    if start and line not in begun:
        _add(start, line, begun)
        words.say(f"added to {start}:\n  {line}\n")
    words.say("Open a new terminal to use it.\n")


def _folder(variable: str, usual: Path) -> Path:
    """Return a folder for a person's files, by the XDG Base Directory Specification."""
    named = os.environ.get(variable, "")
    return Path(named) if os.path.isabs(named) else usual  # noqa: PTH117 - an empty one is not absolute


def _start_file(name: str, home: Path) -> Path:
    if name == "powershell":
        profile = _profile()
        if profile is None:
            words.give_up(
                "PowerShell does not say where its profile is",
                "add this to it: forge completion powershell | Out-String | Invoke-Expression",
            )
        return profile
    if name == "zsh":
        return Path(os.environ.get("ZDOTDIR") or home) / ".zshrc"
    return home / ".bashrc"


def _profile() -> Path | None:
    """Ask PowerShell for its profile, whose place depends on its version and on the system."""
    for program in ("pwsh", "powershell"):
        try:
            asked = subprocess.run(  # noqa: S603 - a fixed command
                [program, "-NoProfile", "-NonInteractive", "-Command", "$PROFILE.CurrentUserAllHosts"],
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        if asked.stdout.strip():
            return Path(asked.stdout.strip())
    return None


def _text(start: Path) -> str:
    """Return a start-up file's text, empty if there is none; end the command if it cannot be read and added to."""
    if start.is_symlink() and not start.exists():
        words.give_up(f"{start} is a link to a file that is not there", "nothing was written")
    if start.exists() and not (start.is_file() and os.access(start, os.R_OK | os.W_OK)):
        words.give_up(f"{start} cannot be added to", "nothing was written")
    outputs.must_take_files(start.parent, start)
    data = start.read_bytes() if start.exists() else b""
    if b"\0" in data:
        words.give_up(f"{start} is not UTF-8, so a line of UTF-8 would spoil it", "save it as UTF-8, and try again")
    return data.decode("utf-8", "replace")


def _add(start: Path, line: str, begun: str) -> None:
    """Add a line at the end: the file may be a link into somebody's collection, so it is not replaced."""
    gap = "" if not begun or begun.endswith("\n") else "\n"
    try:
        start.parent.mkdir(parents=True, exist_ok=True)
        with start.open("a", encoding="utf-8") as stream:
            stream.write(f"{gap}{line}  # completion of forge by the Tab key\n")
    except OSError as error:
        words.give_up(f"{start} cannot be added to: {error.strerror or error}", f"add this line to it: {line}")


def _quoted(file: Path) -> str:
    return "'" + str(file).replace("'", "''") + "'"
