"""``forge copy``: a game of one's own to work on."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotation
from typing import Annotated

import typer

from scenario_forge.cli import words


def copy(
    game: words.GameName,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The new folder.", show_default=False)],
) -> None:
    """Copy the game."""
    from scenario_forge.api import load_game  # noqa: PLC0415
    from scenario_forge.api.files import NotCopied, copy_game  # noqa: PLC0415
    from scenario_forge.project.locate import NoSuchGame  # noqa: PLC0415

    try:
        copy_game(game, folder)
    except NoSuchGame as unknown:
        words.give_up(f"there is no game {game}", unknown.hint)
    except NotCopied as problem:
        words.give_up(str(problem))
    words.say(f"copied {load_game(folder).title} to {folder}\n")
