"""``forge new game``: a game of one's own on the rules of another."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotation
from typing import Annotated

import typer

from scenario_forge.cli import words


def game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the game and of its folder.", show_default=False)
    ],
    like: Annotated[str, typer.Option("--like", metavar="GAME", help="Game whose rules to use.")],
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="Title as printed on the box.")] = "",
    size: Annotated[str, typer.Option("--size", metavar="20x12", help="Columns and rows of the map.")] = "20x12",
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Folder for it; default: ./content if it exists, else here."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an existing game of that name with all its files.")
    ] = False,
) -> None:
    """Begin a game."""
    from scenario_forge.api.new_game import NotBegun, game_folder, new_game  # noqa: PLC0415
    from scenario_forge.project.locate import called as name_of  # noqa: PLC0415
    from scenario_forge.project.locate import command  # noqa: PLC0415

    if force:
        words.must_be_yours(game_folder(name, folder))
    try:
        made = new_game(name, like, title=title, size=size, parent=folder, force=force)
    except NotBegun as problem:
        words.give_up(str(problem), problem.hint)
    called = words.seen_from_here(made)
    files = sum(1 for path in made.rglob("*.yaml"))
    words.say(f"wrote {called}: {files} files, a small game that can be checked, played and printed as it is\n")
    words.say("".join(f"  {command(verb, name_of(made))}\n" for verb in ("check", "play", "build")))
    words.say(f"make it your own: begin with {called}/game.yaml; each file says what to write in it\n")
