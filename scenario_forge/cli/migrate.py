"""``forge migrate``: rewrite a game of an older format."""

from __future__ import annotations

from typing import Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import GameName  # noqa: TC001 - typer reads annotations at run time


def migrate(
    game: GameName,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Take a game's files to the format that is read now; comments and all else stay as they are."""
    from scenario_forge.api import load_game  # noqa: PLC0415
    from scenario_forge.api.files import migrate_game  # noqa: PLC0415
    from scenario_forge.diagnostics.catalogue import fil  # noqa: PLC0415
    from scenario_forge.source.edit import EditRefused  # noqa: PLC0415

    loaded = load_game(game, "none")
    problem, folder = words.no_game(loaded), loaded.folder
    if problem is not None and problem.code is not fil.FIL016:
        words.give_up(problem.message, problem.help or "`forge games` lists the games that can be called by name")
    if not check:
        words.must_be_yours(folder)
    try:
        made = migrate_game(folder, write=not check)
    except EditRefused as refusal:
        words.give_up(f"{folder}: {refusal}", "nothing was changed")
    for name in made.texts if check else made.written:
        words.say(f"{name} would be changed\n" if check else f"changed {name}\n")
    for name, reason in made.refused:
        words.say_error(f"{name}: {reason}", "the command goes on from there when it is given again")
    if not made.texts:
        words.say(f"the game is written in format {made.after}; there is nothing to change\n")
    elif not made.refused:
        verb, other = "would be taken" if check else "was taken", made.before != made.after
        change = f"from format {made.before} to format {made.after}" if other else "to the keys that are read now"
        words.say(f"the game {verb} {change}\n")
    if made.refused:
        raise typer.Exit(words.COULD_NOT)
    if check and made.texts:
        raise typer.Exit(words.ERRORS)
