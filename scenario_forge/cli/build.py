"""``forge build``: print a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

SHOWN = 10


def build(
    game: GameName,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="One scenario only.", show_default=False)
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Files go to a folder of the game's name in it.")
    ] = Path("build"),
    errata: ErrataSet = "official",
    force: Annotated[bool, typer.Option("--force", help="Print even though there are errors.")] = False,
) -> None:
    """Print the components of a game as PDF, ready for scissors and glue."""
    from scenario_forge import api  # noqa: PLC0415
    from scenario_forge.api.build import folder_name, hindrances, scenario_names  # noqa: PLC0415
    from scenario_forge.compiler.problems import CompileError  # noqa: PLC0415
    from scenario_forge.diagnostics.render import concise  # noqa: PLC0415
    from scenario_forge.diagnostics.render.summary import plural  # noqa: PLC0415

    loaded = words.open_game(game, errata)
    if scenario is not None:
        words.one_of(scenario, tuple(scenario_names(loaded)), "--scenario")
    errors = hindrances(loaded, api.check(loaded), scenario)
    if errors and not force:
        base = words.seen_from_here(loaded.folder)
        words.say("".join(f"{concise.line(finding, base)}\n" for finding in errors[:SHOWN]))
        words.say_error(
            f"{plural(len(errors), 'error')}, so nothing was printed",
            f"`forge check {game}` shows them; --force prints nevertheless",
        )
        raise typer.Exit(words.ERRORS)
    try:
        made = api.render(loaded, scenario=scenario)
    except CompileError as error:
        words.give_up(error.message, f"`forge check {game}` says what is wrong")
    folder = output / folder_name(loaded)
    for name, data in made.items():
        words.write(folder / name, data)
        words.say(f"wrote {folder / name}\n")
    words.say(f"{plural(len(made), 'file')} in {folder}\n")
