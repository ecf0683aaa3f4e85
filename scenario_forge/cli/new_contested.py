"""``forge new scenario --contested N``: the draft is played, and its rows are told of in comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.cli import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scenario_forge.api.trials import Table
    from scenario_forge.project.game import Game


def sensible(games: int | None) -> None:
    """The command ends where so many games cannot be played."""
    if games is not None and games < 1:
        words.give_up(f"--contested is 1 or more, not {games}")


def table_of(game: Game, player: Sequence[str], jobs: int | None) -> Table:
    """Who plays the draft, and in how many processes; the command ends where that cannot be."""
    from scenario_forge.api.trials import Table  # noqa: PLC0415
    from scenario_forge.cli.play import players_of  # noqa: PLC0415

    if jobs is not None and jobs < 1:
        words.give_up(f"--jobs is 1 or more, not {jobs}")
    return Table(
        players=players_of(player, tuple(side.id for side in game.about.sides) if game.about else ()), jobs=jobs
    )


def must_be_known(game: Game, name: str, text: str, table: Table) -> None:
    """Before the draft is written: the command ends if it names a player that there is not."""
    from scenario_forge.api import load_game  # noqa: PLC0415
    from scenario_forge.api.play import NotPlayable, prepare  # noqa: PLC0415
    from scenario_forge.api.trials import players_at  # noqa: PLC0415
    from scenario_forge.compiler.problems import CompileError  # noqa: PLC0415
    from scenario_forge.simulator.players import NoSuchPlayer  # noqa: PLC0415

    if not table.players:
        return
    try:
        drafted = load_game(game.folder, game.errata, {f"scenarios/{name}.yaml": text})
        players_at(prepare(drafted, name), table, None)
    except NoSuchPlayer as error:
        words.give_up(f"{error}; nothing is written", f"there are {', '.join(error.known)}")
    except (CompileError, NotPlayable):
        return  # a draft is written all the same, and then this is told


def note_contested(loaded: Game, path: Path, text: str, games: int, table: Table, seed: int | None) -> None:
    """Play the draft, which is written already, and write it again with what that has shown."""
    from dataclasses import replace  # noqa: PLC0415

    from scenario_forge.api.contested import shown_by_playouts  # noqa: PLC0415
    from scenario_forge.api.play import NotPlayable  # noqa: PLC0415
    from scenario_forge.cli.progress import CountLine  # noqa: PLC0415
    from scenario_forge.compiler.problems import CompileError  # noqa: PLC0415
    from scenario_forge.simulator.players import NoSuchPlayer  # noqa: PLC0415

    line = CountLine("games")
    try:
        with line:
            shown = shown_by_playouts(
                loaded, path.stem, text, games, replace(table, seen=line.tick), 1 if seed is None else seed
            )
    except NoSuchPlayer as error:
        words.give_up(f"the draft is written, but not played: {error}", f"there are {', '.join(error.known)}")
    except (CompileError, NotPlayable) as error:
        words.give_up(f"the draft is written, but cannot be played yet: {error}")
    except KeyboardInterrupt:
        words.interrupted("interrupted: the draft is written, without what games show of its rows")
    words.write(path, shown.encode())
    often = "once" if games == 1 else f"{games} times"
    words.say(f"played {often}: comments tell which victory rows were attained\n")
