"""``forge playtest``: a scenario played many times."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads annotations at run time
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.many_games import ChoiceLimit, FirstSeed, Jobs, Players  # noqa: TC001 - typer reads them
from scenario_forge.cli.outputs import Force, must_be_free
from scenario_forge.cli.play import ScenarioName  # noqa: TC001 - typer reads annotations at run time
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.api.playtest import Playtested, PlaytestOrder, Variant
    from scenario_forge.project.game import Game

FORMATS = ("text", "json")


def playtest(
    game: GameName,
    scenario: ScenarioName = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", help="Number of games; default: 200.")
    ] = None,
    player: Players = None,
    seed: FirstSeed = 1,
    jobs: Jobs = None,
    options: Annotated[
        str | None,
        typer.Option("--options", metavar="IDS", help="Optional rules to use instead of the scenario's: a,b or none."),
    ] = None,
    errata: ErrataSet = None,
    until: Annotated[
        bool, typer.Option("--until", help="Stop as soon as it is certain whether the target in playtest.yaml is met.")
    ] = False,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="WHAT=VALUE", help="Compare on the same seeds with: errata=none, options=a,b …"
        ),
    ] = None,
    matrix: Annotated[
        str | None,
        typer.Option("--matrix", metavar="NAMES", help="Play every pairing of these players: random,competent."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Folder to keep games in; an interrupted run continues."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")] = None,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or json.")] = "text",
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Address of a dask scheduler: tcp://host:8786.")
    ] = None,
    limit: ChoiceLimit = 60.0,
    force: Force = False,
) -> None:
    """Play many games; exit code 0 all played (whatever came of them), 1 some failed, 2 could not be done."""
    words.one_of(format_, FORMATS, "--format")
    _sensible(games, jobs, until=until, against=bool(against), matrix=matrix)
    seconds = words.seconds_of(limit)
    must_be_free(html, output / "report.json" if output else None, force=force)
    loaded = words.open_game(game, errata)
    order = _order(game, loaded, scenario, player or [], options, against or [], matrix)
    from dataclasses import replace  # noqa: PLC0415

    order = replace(
        order, games=games, seed=seed, jobs=jobs, until=until, output=output, cluster=cluster, limit=seconds
    )
    tested = _played(game, order, loaded)
    _give(tested, format_, output, html)
    if tested.failed:
        raise typer.Exit(words.ERRORS)


def _sensible(games: int | None, jobs: int | None, *, until: bool, against: bool, matrix: str | None) -> None:
    if games is not None and games < 1:
        words.give_up(f"--games is 1 or more, not {games}")
    if jobs is not None and jobs < 1:
        words.give_up(f"--jobs is 1 or more, not {jobs}")
    if sum((until, against, matrix is not None)) > 1:
        words.give_up("--until, --against and --matrix are three questions; ask one at a time")


def _order(
    name: str,
    loaded: Game,
    scenario: str | None,
    player: Sequence[str],
    options: str | None,
    against: Sequence[str],
    matrix: str | None,
) -> PlaytestOrder:
    """The names in the command line, looked up in the game."""
    from scenario_forge.api.playtest import PlaytestOrder  # noqa: PLC0415
    from scenario_forge.cli.play import options_of  # noqa: PLC0415

    sides = tuple(side.id for side in loaded.about.sides) if loaded.about else ()
    chosen = options_of(loaded, options)
    return PlaytestOrder(
        scenario=scenario,
        players=_players(player, sides),
        errata=loaded.errata,
        options=None if chosen is None else tuple(chosen),
        against=tuple(_variant(name, loaded, each) for each in against),
        matrix=_matrix(matrix),
    )


def _players(given: Sequence[str], sides: tuple[str, ...]) -> Mapping[str, str]:
    from scenario_forge.cli.play import players_of  # noqa: PLC0415

    return players_of(given, sides)


def _matrix(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    found = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    return found or words.give_up("--matrix names players: random,competent")


def _variant(name: str, loaded: Game, text: str) -> Variant:
    """``errata=none``, ``options=a,b``, ``scenario=other``."""
    from scenario_forge.api.playtest import Variant  # noqa: PLC0415
    from scenario_forge.cli.play import options_of  # noqa: PLC0415

    what, equals, value = text.partition("=")
    if not equals or not value:
        words.give_up(f"--against says what is other: errata=none, options=none, scenario=NAME; not `{text}`")
    words.one_of(what, ("errata", "options", "scenario"), "--against")
    if what == "errata":
        words.open_game(name, value)
        return Variant(text, errata=value)
    if what == "scenario":
        return Variant(text, scenario=value)
    return Variant(text, options=tuple(options_of(loaded, value) or ()))


def _played(name: str, order: PlaytestOrder, loaded: Game) -> Playtested:
    """All of it; the command ends where it cannot be done."""
    from dataclasses import replace  # noqa: PLC0415

    from scenario_forge.api.play import NotPlayable  # noqa: PLC0415
    from scenario_forge.api.playtest import CannotCompareError, playtest  # noqa: PLC0415
    from scenario_forge.cli.progress import CountLine  # noqa: PLC0415
    from scenario_forge.compiler.problems import CompileError  # noqa: PLC0415
    from scenario_forge.playtest.pool import NoClusterError  # noqa: PLC0415
    from scenario_forge.playtest.sample import OtherVersionError  # noqa: PLC0415
    from scenario_forge.playtest.store import OtherRunError  # noqa: PLC0415
    from scenario_forge.simulator.players import NoSuchPlayer  # noqa: PLC0415
    from scenario_forge.source.lock import Busy  # noqa: PLC0415

    line = CountLine("games")
    try:
        with line:
            return playtest(name, replace(order, seen=line.tick), loaded)
    except CompileError as error:
        words.give_up(str(error), f"`{words.check_of(loaded)}` shows everything that is wrong with the game")
    except NoSuchPlayer as error:
        words.give_up(str(error), f"there are {', '.join(error.known)}")
    except OtherRunError as error:
        words.give_up(str(error), "give another --output, or remove that folder")
    except (LookupError, NotPlayable, NoClusterError, CannotCompareError, OtherVersionError, Busy) as error:
        words.give_up(str(error))
    except OSError as error:
        words.give_up(f"{order.output}: {error.strerror or error}")
    except KeyboardInterrupt:
        kept = f"; the same command goes on with {order.output}" if order.output else "; --output keeps games"
        words.interrupted(f"interrupted after {line.done} games{kept}")


def _give(tested: Playtested, format_: str, output: Path | None, html: Path | None) -> None:
    """The report, wherever it is wanted."""
    from scenario_forge.cli.playtest_words import told  # noqa: PLC0415
    from scenario_forge.playtest.report import json_of  # noqa: PLC0415

    text = json_of(tested.report)
    words.say(text if format_ == "json" else told(tested.report))
    for path, data in ((output / "report.json" if output else None, text), (html, None)):
        if path is None:
            continue
        if data is None:
            from scenario_forge.reports.playtest import playtest_page  # noqa: PLC0415

            data = playtest_page(tested.report, tested.games, tested.sketch)  # noqa: PLW2901 - made when it is needed
        words.write(path, data.encode())
        if format_ == "text":
            words.say(f"wrote {path}\n")
    if tested.lost:
        words.say_error(f"{tested.lost} kept games were cut or edited; they were played again")
    if tested.deaths:
        words.say_error(f"a worker died {tested.deaths} times; its games were played again")
    if tested.failed:
        where = f"; their records are in {output / 'failed'}" if output else "; --output DIR keeps their records"
        words.say_error(f"{tested.failed} games did not come to their end{where}")
