"""``forge fmt``: lay out a game's files."""

from __future__ import annotations

from typing import Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import GameName  # noqa: TC001 - typer reads annotations at run time


def fmt(
    game: GameName,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Indent and space the files of a game in one way; no word or comment changes."""
    from scenario_forge.api.files import tidy  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415

    loaded = words.open_game(game, "none")
    if not check:
        words.must_be_yours(loaded.folder)
    tidied = tidy(loaded, write=not check)
    for name in tidied.changed:
        words.say(f"{name} would be laid out anew\n" if check else f"laid out {name}\n")
    for name in tidied.unreadable:
        words.say(f"{name} cannot be read and stays as it is; `{words.check_of(loaded)}` says why\n")
    for name, reason in tidied.refused:
        words.say_error(f"{name}: {reason}")
    as_was = len(loaded.files) - len(tidied.changed)
    words.say(f"{plural(len(tidied.changed), 'file')} of {len(loaded.files)} {'to lay out' if check else 'laid out'}, ")
    words.say(f"{as_was} as {'it was' if as_was == 1 else 'they were'}\n")
    if tidied.refused:
        raise typer.Exit(words.COULD_NOT)
    if tidied.unreadable or (check and tidied.changed):
        raise typer.Exit(words.ERRORS)
