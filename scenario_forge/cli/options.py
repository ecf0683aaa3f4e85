"""Options and arguments that several verbs share, and functions that read them."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, compiler, documents, printing
from scenario_forge.cli import words
from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.game.codes import FIL001, FIL002, FIL003, FIL016, FIL017
from scenario_forge.game.reading.locate import check_command, command, inapplicable_erratum, unknown_errata

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.printing.profile import Printer


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Folder of a game, or its name.", show_default=False)]
_SETS = "none, official, all (includes ours), or ids such as DR-001,DR-007; add copy:NAME for a copy"
ErrataSet = Annotated[
    str | None,
    typer.Option("--errata", metavar="SET", help=f"{_SETS}. Default: set by the game.", show_default=False),
]
ScenarioName = Annotated[
    str | None, typer.Option("--scenario", "-s", metavar="NAME", help="Scenario to play.", show_default=False)
]
OnlyScenario = Annotated[
    str | None, typer.Option("--scenario", "-s", metavar="NAME", help="Only this scenario.", show_default=False)
]
OptionIds = Annotated[
    str | None,
    typer.Option("--options", metavar="IDS", help="Optional rules to use instead of the scenario's: a,b or none."),
]
Forces = Annotated[
    list[str] | None,
    typer.Option(
        "--buy",
        metavar="SIDE=FORCE",
        help=(
            "Buy a force for a side: `axis=ID`, with other numbers of some units `axis=ID: UNIT=2, UNIT=1`, or "
            "with all of them listed `axis=ID: 2 UNIT + UNIT`; repeatable."
        ),
    ),
]

TextOrJson = Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or json.")]
TextJsonOrHtml = Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json or html (a page).")]
OutputFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the terminal.")
]
OutputFolder = Annotated[
    Path,
    typer.Option(
        "--output", "-o", metavar="DIR", help="Output folder; files go into a subfolder named after the game."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]

Players = Annotated[
    list[str] | None,
    typer.Option("--player", metavar="SIDE=NAME", help="Player for a side, or for all sides; repeatable."),
]
FirstSeed = Annotated[
    int, typer.Option("--seed", metavar="N", help="Seed of the first game; each later game adds one.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", help="Number of processes; default: one for each core.")
]
ChoiceLimit = Annotated[
    float, typer.Option("--limit", metavar="SECONDS", help="Time limit per decision in seconds; 0 for none.")
]


def no_game(game: Game) -> Diagnostic | None:
    """Return why a folder is no game: missing, a file, unreadable, or of another format; None if it is one."""
    formats = (FIL016, FIL017)
    if game.files:
        return next((p for p in game.problems if p.code in formats), None)
    blame = (FIL001, FIL002, FIL003)
    return next((p for p in game.problems if p.code in blame), next(iter(game.problems), None))


def open_game(name: str, errata: str | None) -> Game:
    """Open the game of that name; without one, or with unknown errata, end the command with exit code 2.

    ``errata`` None stands for the game's own default.
    """
    game = api.load_game(name, errata)
    problem = no_game(game)
    if problem is not None:
        words.give_up(problem.message, problem.help or "`forge games` lists the games that can be called by name")
    known_errata(game, errata)
    return game


def open_to_play(name: str, errata: str | None) -> Game:
    """Open a game like :func:`open_game`; end the command if it has no rules."""
    game = open_game(name, errata)
    must_have_rules(game)
    return game


def must_have_rules(game: Game) -> None:
    """End the command if a game has no rules and so cannot be played."""
    with playing(game):
        api.play.must_have_rules(game)


def known_errata(game: Game, typed: str | None) -> None:
    """End the command if a game was loaded with errata that are neither a set nor ids of errata that may be applied.

    ``typed`` is the value of ``--errata``; None where the game's default was taken, of which a finding tells.
    """
    if typed is None:
        return
    unknown = unknown_errata(game, game.errata)
    if unknown is not None:
        word, hint = unknown
        words.give_up(f"--errata is none, official, all, or ids of errata of this game, not `{word}`", hint)
    never = inapplicable_erratum(game, game.errata)
    if never is not None:
        id_, status = never
        words.give_up(f"--errata names {id_}, which is {status}: it is kept, and never applied", f"leave {id_} out")


def known_profile(game: Game, named: str | None, printer: Printer) -> str:
    """Return the named print profile, else the printer's, else the game's; end the command for an unknown one."""
    chosen, whence = (
        printing.profile.chosen_profile(game, named, printer),
        "--profile" if named else "`defaults` of game.yaml: profile",
    )
    return one_of(chosen, tuple(printing.profile.profiles(game)), whence)


def own_printer() -> Printer:
    """Return the person's printer; end the command if its settings cannot be used."""
    try:
        return printing.home.printer.own_printer()
    except printing.home.printer.UnusablePrinter as error:
        words.give_up(str(error), "`forge printer --forget` removes these settings")


@contextmanager
def playing(game: Game) -> Iterator[None]:
    """End the command if what is asked for in the `with` cannot be played; a hint says what could be."""
    try:
        yield
    except compiler.CompileError as error:
        words.give_up(str(error), f"`{check_command(game)}` shows everything that is wrong with the game")
    except (LookupError, api.play.NotPlayable, api.trials.playtest.CannotCompareError) as error:
        words.give_up(str(error), getattr(error, "hint", None))


def seconds_of(limit: float) -> float | None:
    """Return the value of `--limit`: None for 0, no limit. End the command if it is no time."""
    if not 0 <= limit < float("inf"):
        words.give_up(f"--limit is a number of seconds, or 0 for any time, not {limit:g}")
    return limit or None


def options_of(game: Game, text: str | None) -> list[str] | None:
    """Return the ids of `--options`; None where nothing is said. End the command if one is unknown."""
    if text is None:
        return None

    known = tuple(
        option.id
        for document, _ in game.documents("options", documents.rulebook.OptionsDocument)
        for option in document.options
    )
    named = [name.strip() for name in text.split(",") if name.strip()]
    if [name.casefold() for name in named] == ["none"]:
        return []
    return [one_of(name, known, "--options") for name in named]


def players_of(given: Sequence[str], sides: Sequence[str]) -> Mapping[str, str]:
    """Return players by side: ``--player allied=idle``; a name without a side is for all."""
    found: dict[str, str] = {}
    for each in given:
        side, equals, name = each.partition("=")
        if not equals:
            found.update(dict.fromkeys(sides, side))
        else:
            found[one_of(side.strip(), tuple(sides), "SIDE in --player")] = name.strip()
    return found


def forces_of(given: Sequence[str], game: Game) -> Mapping[str, str]:
    """Return forces by side: ``--buy axis=panzer``."""
    sides, found = [side.id for side in game.about.sides] if game.about is not None else [], dict[str, str]()
    for each in given:
        side, _, force = each.partition("=")
        found[one_of(side.strip(), tuple(sides), "SIDE in --buy")] = force.strip()
    return found


def same_command(ctx: typer.Context, **changed: str) -> str:
    """Return the command that was typed, with every option as it was but those in ``changed``."""
    arguments, options = [], []
    for parameter in ctx.command.params:
        name = parameter.name or ""
        typed = getattr(ctx.get_parameter_source(name), "name", "") == "COMMANDLINE"
        if not typed and name not in changed:
            continue
        value = changed.get(name, ctx.params[name])
        values = [str(each) for each in value] if isinstance(value, (list, tuple)) else [str(value)]
        if parameter.param_type_name == "argument":
            arguments += values
        elif isinstance(value, bool):
            options.append(parameter.opts[0] if value else parameter.secondary_opts[0])
        else:
            options += [word for each in values for word in (parameter.opts[0], each)]
    return command(*ctx.command_path.split()[1:], *arguments, *options)


def one_of(value: str, allowed: tuple[str, ...], option: str) -> str:
    """Return the value of an option that has few, in its own letters; end the command with a hint for any other."""
    meant = spelled(value, allowed)
    if meant is None:
        words.give_up(f"{option} is one of {', '.join(allowed)}, not `{value}`", did_you_mean(value, allowed))
    return meant


def sides_of(game: Game) -> tuple[str, ...]:
    """Return the ids of a game's sides; none where its game.yaml cannot be read."""
    return tuple(game.side_names)


def at_least_one(**values: int | None) -> None:
    """End the command if the value of an option, named without its hyphens, is below 1; None was not given."""
    for name, value in values.items():
        if value is not None and value < 1:
            words.give_up(f"--{name} is 1 or more, not {value}")
