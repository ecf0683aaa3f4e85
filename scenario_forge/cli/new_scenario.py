"""``forge new scenario``: a start and a stop that the publisher never offered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scenario_forge.cli import words


def scenario(
    game: words.GameName,
    start: Annotated[str, typer.Option("--start", metavar="DATE", help="When it starts: 6/41, or a printed start.")],
    stop: Annotated[str, typer.Option("--stop", metavar="DATE", help="When it stops: 12/41, or a printed stop.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Its name, and its file's.")],
    first: Annotated[str | None, typer.Option("--first", metavar="SIDE", help="Who moves first.")] = None,
    last: Annotated[str | None, typer.Option("--last", metavar="SIDE", help="Who moves last.")] = None,
    origin: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="WHAT",
            help="Whose positions: a printed start, a scenario, a record.json, or start, between, playouts.",
        ),
    ] = None,
    errata: words.ErrataSet = "official",
    force: Annotated[bool, typer.Option("--force", help="Write over a scenario of that name.")] = False,
) -> None:
    """Draft a scenario."""
    from scenario_forge.design.dates import NotMade, Wanted  # noqa: PLC0415
    from scenario_forge.design.scenario import new_scenario  # noqa: PLC0415

    loaded = words.open_game(game, errata)
    try:
        wanted = Wanted(name, start, stop, first, last)
        if origin is not None and origin.endswith(".json"):
            from scenario_forge.api.new_dates import from_record  # noqa: PLC0415
            from scenario_forge.cli.replay import record_of  # noqa: PLC0415

            made = from_record(loaded, wanted, record_of(Path(origin)))
        else:
            made = new_scenario(loaded, wanted, origin)
    except NotMade as problem:
        words.give_up(str(problem), problem.hint)
    path = loaded.folder / "scenarios" / f"{name}.yaml"
    if path.exists() and not force:
        words.give_up(f"{path} exists already", "--force writes over it")
    words.write(path, made.text.encode())
    words.say(f"wrote {words.seen_from_here(path)}\n")
    if made.units:
        words.say(f"{made.units} units accounted for, {made.open} cells left to decide: `forge check` lists them\n")
