"""``forge pack``: one file to send to a friend."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.outputs import Force, put
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time


def pack(
    game: GameName,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="Name of the scenario.", show_default=False)],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="File to write; default: GAME_SCENARIO.forge.", show_default=False
        ),
    ] = None,
    errata: ErrataSet = None,
    force: Force = False,
) -> None:
    """Pack a scenario with its errata, sources, content hash and a picture."""
    from scenario_forge.api.packs.make import NotPacked, left_open, make_pack  # noqa: PLC0415
    from scenario_forge.compiler.problems import CompileError  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415
    from scenario_forge.project.locate import check_of  # noqa: PLC0415

    words.can_be_written(output)
    loaded = words.open_game(game, errata)
    try:
        made = make_pack(loaded, scenario)
    except CompileError as error:
        words.give_up(error.message, f"`{check_of(loaded)}` says what is wrong")
    except (LookupError, NotPacked) as problem:
        words.give_up(str(problem))
    put({output or Path(made.name): made.data}, force)
    lists = sum(name.startswith("errata/") for name in made.manifest.files)
    words.say(f"  scenario {made.manifest.scenario}, errata: {len(made.manifest.corrections)} ")
    words.say(f"in {plural(lists, 'list')}, content {made.manifest.content[:16]}\n")
    if undecided := left_open(loaded, made.manifest.scenario):
        words.say(f"  {plural(undecided, 'cell')} left to decide: `{check_of(loaded)}` lists them\n")
