"""``forge new scenario``: a start and a stop that the publisher never offered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.new_contested import must_be_known, note_contested, sensible, table_of
from scenario_forge.cli.new_playouts import made_from_playouts, only_with_playouts
from scenario_forge.cli.outputs import Force, must_be_free

if TYPE_CHECKING:
    from scenario_forge.design.dates import Wanted
    from scenario_forge.design.scenario import NewScenario
    from scenario_forge.project.game import Game


def scenario(
    game: words.GameName,
    start: Annotated[str, typer.Option("--start", metavar="DATE", help="Start date: 6/41, or a printed start.")],
    stop: Annotated[str, typer.Option("--stop", metavar="DATE", help="Stop date: 12/41, or a printed stop.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Name of the scenario and of its file.")],
    first: Annotated[str | None, typer.Option("--first", metavar="SIDE", help="Side that moves first.")] = None,
    last: Annotated[str | None, typer.Option("--last", metavar="SIDE", help="Side that moves last.")] = None,
    origin: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="WHAT",
            help="Where positions come from: the id of a printed start or a scenario, a record.json, or one of: "
            "start, the last printed start before the date; between, interpolated between that start and the next "
            "(between:90, at 90 % of the way); playouts, the most typical of 20 games played up to the date "
            "(playouts:50, of 50). Default: the nearest printed start.",
        ),
    ] = None,
    errata: words.ErrataSet = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player", metavar="SIDE=NAME", help="For playouts: player for a side, or for all sides; repeatable."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="For playouts: seed of the first game.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", metavar="N", help="For playouts: number of processes; default: one for each core."
        ),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="For playouts: save the record of the game chosen.")
    ] = None,
    contested: Annotated[
        int | None,
        typer.Option("--contested", metavar="N", help="Play it N times, and note which victory rows are scored."),
    ] = None,
    force: Force = False,
) -> None:
    """Draft a scenario. A scenario called as one of the words of --from is meant by the id of its start."""
    from scenario_forge.design.dates import NotMade, Wanted, dates_of  # noqa: PLC0415
    from scenario_forge.design.origins import word_of  # noqa: PLC0415

    sensible(contested)
    loaded = words.open_game(game, errata)
    table = table_of(loaded, player or [], jobs)
    path = loaded.folder / "scenarios" / f"{name}.yaml"
    try:
        word, number = word_of(origin)
        only_with_playouts(word, contested=bool(contested), record=record, player=player, seed=seed, jobs=jobs)
        wanted = Wanted(name, start, stop, first, last)
        dates_of(loaded, wanted)
        words.must_be_within(loaded.folder, path)
        must_be_free(path, force=force, document=True)
        must_be_free(record, force=force)
        if word == "playouts":
            made = made_from_playouts(loaded, wanted, number, player=player or (), seed=seed, jobs=jobs, record=record)
        else:
            made = _made(loaded, wanted, origin)
    except NotMade as problem:
        words.give_up(str(problem), problem.hint)
    if contested:
        must_be_known(loaded, name, made.text, table)
    words.write(path, made.text.encode())
    words.say(f"wrote {words.seen_from_here(path)}\n")
    if made.units:
        from scenario_forge.diagnostics.render.summary import plural  # noqa: PLC0415
        from scenario_forge.project.locate import check_of  # noqa: PLC0415

        told = f"{made.units} units accounted for, {plural(made.open, 'cell')} left to decide"
        words.say(f"{told}: `{check_of(loaded)}` lists them\n" if made.open else f"{told}\n")
    for remark in made.doubts.lines:
        words.say(f"{remark}\n")
    if contested:
        note_contested(loaded, path, made.text, contested, table, seed)


def _made(loaded: Game, wanted: Wanted, origin: str | None) -> NewScenario:
    """From a record or from what is printed."""
    if origin is not None and origin.endswith(".json"):
        from scenario_forge.api.new_dates import from_record  # noqa: PLC0415
        from scenario_forge.cli.replay import record_of  # noqa: PLC0415

        return from_record(loaded, wanted, record_of(Path(origin)))
    from scenario_forge.design.scenario import new_scenario  # noqa: PLC0415

    return new_scenario(loaded, wanted, origin)
