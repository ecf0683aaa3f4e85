"""``forge new``: begins a game or a scenario."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, compiler, drafts, simulator
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import (
    ErrataSet,
    Force,
    GameName,
    at_least_one,
    must_have_rules,
    open_game,
    players_of,
    sides_of,
)
from scenario_forge.cli.outputs import must_be_free
from scenario_forge.cli.play import record_of
from scenario_forge.cli.words import Meter
from scenario_forge.game.reading.locate import check_command, command
from scenario_forge.game.reading.locate import game_argument as name_of
from scenario_forge.game.system import without_rules
from scenario_forge.simulator.players import NoSuchPlayer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.trials.playtest import TrialSettings
    from scenario_forge.drafts.dates import ScenarioRequest
    from scenario_forge.drafts.scenario import NewScenario
    from scenario_forge.game.game import Game


def game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the game and of its folder.", show_default=False)
    ],
    like: Annotated[
        str, typer.Option("--like", metavar="GAME", help="Game whose rules to use; `plain` for a game without rules.")
    ],
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
    """Write a small working game that uses the rules of another, or has none."""
    if force:
        outputs.must_be_yours(api.files.game_folder(name, folder))
    left = api.files.leftovers(api.files.game_folder(name, folder))
    try:
        made = api.files.new_game(name, like, title=title, size=size, parent=folder, force=force)
    except api.files.NotBegun as problem:
        words.give_up(str(problem), problem.hint)
    outputs.tell_removed(left)
    called = words.relative_path(made)
    files = sum(1 for path in made.rglob("*.yaml"))
    played = not without_rules(api.load_game(made))
    can, verbs = (
        ("checked, played and", ("check", "play", "build")) if played else ("checked and", ("check", "edit", "build"))
    )
    words.say(f"wrote {called}: {files} files, a small game that can be {can} printed as it is\n")
    words.say("".join(f"  {command(verb, name_of(made))}\n" for verb in verbs))
    words.say(f"make it your own: begin with {called}/game.yaml; each file says what to write in it\n")


# -- ``forge new scenario`` ------------------------------------------------------------------------


def scenario(
    game: GameName,
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
            "roles, each unit in its role at the front of the date; before, the last printed start before the date; "
            "playouts, the most typical of 20 games played up to the date (playouts:50, of 50). Default: roles.",
        ),
    ] = None,
    errata: ErrataSet = None,
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
    """Draft a scenario. If a scenario is named like a word of --from, name it by the id of its start."""
    at_least_one(contested=contested)
    loaded = open_game(game, errata)
    table = table_of(loaded, player or [], seed, jobs)
    path = loaded.folder / "scenarios" / f"{name}.yaml"
    try:
        word, number = drafts.dates.word_of(origin)
        only_with_playouts(word, contested=bool(contested), record=record, player=player, seed=seed, jobs=jobs)
        if word == "playouts" or contested:
            must_have_rules(loaded)
        wanted = drafts.dates.ScenarioRequest(name, start, stop, first, last)
        drafts.dates.dates_of(loaded, wanted)
        outputs.must_be_within(loaded.folder, path)
        must_be_free(path, force=force, document=True)
        must_be_free(record, force=force)
        if word == "playouts":
            games = number or api.drafts.playouts.GAMES
            order = api.drafts.playouts.PlayoutsOrder(games, players=table.players, seed=table.seed, jobs=jobs)
            made = draft_from_playouts(loaded, wanted, order, record)
        else:
            made = _made(loaded, wanted, origin)
    except drafts.dates.NotMade as problem:
        words.give_up(str(problem), problem.hint)
    scores = api.trials.kept.scores_at(loaded, made.dates.last_turn)
    if scores:
        made = replace(made, text=drafts.victory.annotate(made.text, [], [], [f"{line}." for line in scores]))
    if contested:
        must_be_known(loaded, name, made.text, table)
    outputs.write(path, made.text.encode())
    words.say(f"wrote {words.relative_path(path)}\n")
    if made.units:
        told = f"{made.units} units accounted for, {made.left_words or 'nothing left to decide'}"
        words.say(f"{told}: `{check_command(loaded)}` lists them\n" if made.left_words else f"{told}\n")
    for remark in (*made.remarks, *scores):
        words.say(f"{remark}\n")
    if contested:
        note_contested(loaded, path, made.text, contested, table)


def _made(loaded: Game, wanted: ScenarioRequest, origin: str | None) -> NewScenario:
    """From a record or from what is printed."""
    if origin is not None and origin.endswith(".json"):
        return api.drafts.from_play.from_record(loaded, wanted, record_of(Path(origin)))

    return drafts.scenario.new_scenario(loaded, wanted, origin)


# -- ``forge new scenario --from playouts`` --------------------------------------------------------


def only_with_playouts(word: str, *, contested: bool, record: object, **given: object) -> None:
    """End the command if an option is given that means nothing where no games are played."""
    if word == "playouts":
        return
    if record is not None:
        words.give_up("--record goes with --from playouts")
    for option, value in given.items():
        if not contested and value not in (None, [], ()):
            words.give_up(f"--{option} goes with --from playouts, or with --contested")


def draft_from_playouts(
    game: Game, wanted: ScenarioRequest, order: api.drafts.playouts.PlayoutsOrder, record: Path | None
) -> NewScenario:
    """Play, draft the scenario, and keep the record of the chosen game if the option asks for it.

    Raises:
        NotMade: see :func:`~scenario_forge.api.drafts.playouts.from_playouts`.
        KeyboardInterrupt: the person interrupts; nothing has been written.
    """
    line = Meter("games")
    order = replace(order, seen=line.show)
    try:
        with line:
            found = api.drafts.playouts.from_playouts(game, wanted, order)
    except KeyboardInterrupt:
        games_played = "1 game" if line.done == 1 else f"{line.done} games"
        words.stop_interrupted(f"interrupted, {games_played} played; nothing is written")
    if found.counted < found.games:
        words.say_error(f"{found.games - found.counted} of {found.games} games did not come to that date: not counted")
    if record is not None:
        outputs.write(record, simulator.record.text_of(found.record).encode())
        words.say(f"wrote {record}: the game taken, seed {found.record.seed} of {found.scenario}\n")
    return found.made


# -- ``forge new scenario --contested N`` ----------------------------------------------------------


def table_of(game: Game, player: Sequence[str], seed: int | None, jobs: int | None) -> TrialSettings:
    """Return who plays the draft, and in how many processes; end the command where that is impossible."""
    at_least_one(jobs=jobs)
    seed = 1 if seed is None else seed
    return api.trials.playtest.TrialSettings(players=players_of(player, sides_of(game)), seed=seed, jobs=jobs)


def must_be_known(game: Game, name: str, text: str, table: TrialSettings) -> None:
    """End the command, before the draft is written, if it names an unknown player."""
    if not table.players:
        return
    try:
        drafted = api.load_game(game.folder, game.errata, {f"scenarios/{name}.yaml": text})
        table.players_at(api.play.prepare(drafted, name))
    except NoSuchPlayer as error:
        words.give_up(f"{error}; nothing is written", error.hint)
    except (compiler.CompileError, api.play.NotPlayable):
        return  # a draft is written all the same, and then this is told


def note_contested(loaded: Game, path: Path, text: str, games: int, table: TrialSettings) -> None:
    """Play the draft, which is written already, and write it again with what the games have shown."""
    line = Meter("games")
    try:
        with line:
            shown = api.trials.trial.shown_by_playouts(loaded, path.stem, text, games, replace(table, seen=line.show))
    except NoSuchPlayer as error:
        words.give_up(f"the draft is written, but not played: {error}", error.hint)
    except (compiler.CompileError, api.play.NotPlayable) as error:
        words.give_up(f"the draft is written, but cannot be played yet: {error}")
    except KeyboardInterrupt:
        words.stop_interrupted("interrupted: the draft is written, without what games show of its rows")
    outputs.write(path, shown.encode())
    often = "once" if games == 1 else f"{games} times"
    words.say(f"played {often}: comments tell which victory rows were attained\n")


# -- ``forge new`` ---------------------------------------------------------------------------------


PARTS = {
    "scenario": (scenario, "Draft a scenario with new start and stop dates."),
    "game": (game, "Start a new, small, working game, on the rules of another or without rules."),
}
"""Verb → its function and help."""
