"""``forge tune``: the smallest change that brings a scenario into its target band."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.many_games import ChoiceLimit, FirstSeed, Jobs, Players  # noqa: TC001 - typer reads them
from scenario_forge.cli.play import ScenarioName  # noqa: TC001 - typer reads annotations at run time
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from scenario_forge.api.tune import TuneOrder
    from scenario_forge.api.tune_report import Tuned
    from scenario_forge.project.game import Game

FORMATS = ("text", "json")


def tune(
    game: GameName,
    scenario: ScenarioName = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", help="Most games for each change; default: 400.")
    ] = None,
    kinds: Annotated[
        str | None, typer.Option("--kinds", metavar="NAMES", help="Kinds of change to try: replacements,points.")
    ] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", help="Largest change to try of each kind.")] = 10,
    player: Players = None,
    seed: FirstSeed = 1,
    jobs: Jobs = None,
    errata: ErrataSet = None,
    write: Annotated[bool, typer.Option("--write", help="Write the changes into the scenario's file.")] = False,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or json.")] = "text",
    limit: ChoiceLimit = 60.0,
) -> None:
    """Bring a scenario into its band; exit code 0 it is or a change does, 1 not, or not sure, 2 could not be done."""
    words.one_of(format_, FORMATS, "--format")
    for option, value in (("--games", games), ("--most", most), ("--jobs", jobs)):
        if value is not None and value < 1:
            words.give_up(f"{option} is 1 or more, not {value}")
    seconds = words.seconds_of(limit)
    loaded = words.open_game(game, errata)
    if write:
        words.must_be_yours(loaded.folder)
    from scenario_forge.api.trials import Table  # noqa: PLC0415
    from scenario_forge.api.tune import MOST, TuneOrder  # noqa: PLC0415
    from scenario_forge.cli.play import players_of  # noqa: PLC0415

    sides = tuple(side.id for side in loaded.about.sides) if loaded.about else ()
    chosen = tuple(dict.fromkeys(name.strip() for name in (kinds or "").split(",") if name.strip()))
    table = Table(players=players_of(player or [], sides), jobs=jobs, limit=seconds)
    order = TuneOrder(scenario, games, most or MOST, chosen, seed, table)
    found = _tuned(loaded, order, told=format_ == "text")
    _give(loaded, found, format_, write=write)
    if found.outcome not in ("in-band", "found"):
        raise typer.Exit(words.ERRORS)


def _tuned(loaded: Game, order: TuneOrder, *, told: bool) -> Tuned:
    """All of it; the command ends where it cannot be done."""
    from dataclasses import replace  # noqa: PLC0415

    from scenario_forge.api.play import NotPlayable  # noqa: PLC0415
    from scenario_forge.api.tune import NoTargetError, tune  # noqa: PLC0415
    from scenario_forge.cli.progress import CountLine  # noqa: PLC0415
    from scenario_forge.cli.tune_words import head, row  # noqa: PLC0415
    from scenario_forge.compiler.problems import CompileError  # noqa: PLC0415
    from scenario_forge.simulator.players import NoSuchPlayer  # noqa: PLC0415

    line = CountLine("games")
    known: list[Tuned] = []

    def tell(tuned: Tuned) -> None:
        line.show_nothing()
        if told and not known:
            words.say(head(tuned))
        if told:
            words.say(row(tuned, tuned.tried[-1]))
        known.append(tuned)

    order = replace(order, table=replace(order.table, seen=line.tick), told=tell)
    try:
        with line:
            return tune(loaded, order)
    except CompileError as error:
        words.give_up(str(error), f"`{words.check_of(loaded)}` shows everything that is wrong with the game")
    except NoSuchPlayer as error:
        words.give_up(str(error), f"there are {', '.join(error.known)}")
    except NoTargetError as error:
        words.give_up(str(error), "write `target: {side: …, low: 0.4, high: 0.6}` into the scenario")
    except (LookupError, NotPlayable, ValueError) as error:
        words.give_up(str(error))
    except KeyboardInterrupt:
        count = len(known[-1].tried) if known else 0
        words.interrupted(f"interrupted: {count} questions answered, what was found until then is above")


def _give(loaded: Game, found: Tuned, format_: str, *, write: bool) -> None:
    """The answer; and the file, if it is wanted."""
    from scenario_forge.api.tune_write import write_changes  # noqa: PLC0415
    from scenario_forge.cli.tune_words import answer  # noqa: PLC0415
    from scenario_forge.source.edit import EditRefused  # noqa: PLC0415

    words.say(found.model_dump_json(indent=1) + "\n" if format_ == "json" else answer(found, written=write))
    if not write or found.outcome != "found":
        return
    try:
        path = write_changes(loaded, found)
    except EditRefused as refused:
        words.give_up(str(refused), "without --write the changes are shown, to be pasted")
    if format_ == "text":
        words.say(f"wrote {words.seen_from_here(path)}\n")
