"""``forge build``: print a game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from scenario_forge import api, printing, source
from scenario_forge import game as linking
from scenario_forge.cli import words
from scenario_forge.cli.options import (
    ErrataSet,
    Forces,
    GameName,
    OutputFolder,
    forces_of,
    known_profile,
    one_of,
    open_game,
    own_printer,
    playing,
    same_command,
)
from scenario_forge.cli.words import Meter
from scenario_forge.diagnostics import Severity, report
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.reading.locate import check_command

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.api.build import Printed
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.printing.build_manifest import Order, Progress

    Tell = Callable[[Progress], None]

Made = TypeVar("Made")
SHOWN = 10
"""Findings that are shown; the report has the others."""
SIDES = {"single": "one side", "long": "both sides, long edge", "short": "both sides, short edge"}
NAMED = 4
"""Documents of a component that are named each; of more, how many they are."""


def build(
    ctx: typer.Context,
    game: GameName,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="Only this scenario.", show_default=False)
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAMES", help="Only these components, e.g. map,counters; repeatable."),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            "--profile",
            metavar="NAME",
            help="Print profile: colour, grey, low-ink, colour-blind, large-print, large-counters, or one of the "
            "game's own. Default: set by forge printer, else by the game.",
        ),
    ] = None,
    paper: Annotated[
        list[str] | None,
        typer.Option(
            "--paper",
            metavar="PAPER",
            help="A4, Letter, Legal, A3 or Tabloid; repeatable. Default: set by profile, forge printer or game.",
        ),
    ] = None,
    for_scenario: Annotated[
        bool,
        typer.Option(
            "--for-scenario", help="Only the counters of --scenario, marked with their starting hexes or months."
        ),
    ] = False,
    buy: Forces = None,
    previews: Annotated[
        bool, typer.Option("--previews/--no-previews", help="Make pictures of the pages for the report.")
    ] = True,
    output: OutputFolder = Path("build"),
    errata: ErrataSet = None,
    force: Annotated[bool, typer.Option("--force", help="Print even though there are errors.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Report only problems.")] = False,
) -> None:
    """Print the components of a game as PDF, ready for scissors and glue."""
    began = time.monotonic()
    if for_scenario and scenario is None:
        words.give_up("--for-scenario needs --scenario NAME: the counters carry the places of that one")
    loaded = open_game(game, errata)
    components = _names(loaded, only or ([printing.set_up_card.NAME] if buy else None))
    papers = tuple(dict.fromkeys(one_of(each, tuple(printing.profile.PAPERS), "--paper") for each in paper or []))
    if scenario is not None:
        scenario = one_of(scenario, tuple(linking.scenarios.scenarios(loaded).scenarios), "--scenario")
        loaded = _with_bought(loaded, scenario, buy)
    elif buy:
        words.give_up("--buy needs --scenario NAME: the units take the places of those of that one")
    printer = own_printer()
    profile = known_profile(loaded, profile, printer)
    found = api.check(loaded)
    errors = api.build.hindrances(loaded, found, scenario)
    impossible = api.build.profile_errors(loaded, profile, printer)
    if (errors or impossible) and not force:
        show_findings(loaded, [*errors, *impossible])
        out = _way_out(ctx, loaded, scenario) if errors else "mend the profile, or choose another with --profile"
        words.say_error(f"{plural(len(errors) + len(impossible), 'error')}, so nothing was printed", out)
        raise typer.Exit(words.ERRORS)
    order = printing.build_manifest.Order(
        scenario, components, papers, profile, for_scenario, previews, bool(errors), printer=printer
    )
    into = output / api.build.folder_name(loaded)
    if (into / "game.yaml").exists():
        words.give_up(f"{into} is the folder of a game, not of prints", "name another folder with --output")
    printed = _print(loaded, into, order, found, quiet=quiet)
    _tell(loaded, printed, time.monotonic() - began, quiet=quiet)


def _with_bought(game: Game, scenario: str, buy: Sequence[str] | None) -> Game:
    """Return the game with what sides buy for a scenario; end the command if it cannot be bought."""
    with playing(game):
        return api.play.with_bought(game, scenario, forces_of(buy, game)) if buy else game


def _names(game: Game, only: Sequence[str] | None) -> tuple[str, ...] | None:
    """``--only map,counters --only rules`` as names; the command ends at one that no component has."""
    if not only:
        return None
    names = [name.strip() for each in only for name in each.split(",") if name.strip()]
    return tuple(dict.fromkeys(one_of(name, tuple(printing.render.components(game)), "--only") for name in names))


def _print(game: Game, folder: Path, order: Order, found: Sequence[Diagnostic], *, quiet: bool) -> Printed:
    return print_into(folder, lambda tell: api.build.build_game(game, folder, order, found, tell), quiet=quiet)


def print_into(folder: Path, work: Callable[[Tell], Made], *, quiet: bool = False) -> Made:
    """Print into a folder with a bar on the terminal; end the command where that cannot be done."""
    line = Meter(quiet=quiet)

    def tell(progress: Progress) -> None:
        line.show(progress.done, progress.total, f"{progress.component}: {progress.title}")

    try:
        with line:
            return work(tell)
    except source.files.Busy as busy:
        words.give_up(str(busy), "try again when it has ended")
    except api.build.MadeByAnother as other:
        words.give_up(str(other), "name another with --output, or give one of the two games' folders another name")
    except printing.output_folder.CannotWrite as failed:
        words.give_up(failed.finding.message, failed.finding.help)
    except OSError as error:  # the lock's own file
        words.give_up(f"{folder} cannot be written: {error.strerror or error}")
    except KeyboardInterrupt:
        words.stop_interrupted("interrupted; what was made so far is whole, and the same command goes on from there")


def _tell(game: Game, printed: Printed, seconds: float, *, quiet: bool) -> None:
    """What was made, what was found on the way, and where to begin."""
    outcome, folder = printed.outcome, printed.folder
    if not quiet:
        _list_made(printed)
    show_findings(game, outcome.findings, "the report has all of them", folder)
    if not quiet:
        words.say(f"{plural(len(outcome.made), 'document')} made, {len(outcome.kept)} unchanged, {seconds:.1f} s\n")
        for start in outcome.starts:
            words.say(f"begin with {folder / start}\n")
        for each in outcome.to_print:
            words.say(f"then print {folder / each.name}: {plural(each.sheets, 'sheet')}, {SIDES[each.print_as]}\n")
        words.say(f"all about it: {printed.report}\n")
    errors = sum(finding.severity is Severity.ERROR for finding in outcome.findings)
    if outcome.failed:
        words.say_error("some scenarios have errors that leave nothing to print")
    elif errors:
        words.say_error(f"{plural(errors, 'error')} in what was printed")
    if outcome.failed or errors:
        raise typer.Exit(words.ERRORS)


def _list_made(printed: Printed) -> None:
    made = set(printed.outcome.made)
    by_component: dict[str, list[str]] = {}
    for entry in printed.outcome.entries:
        if entry.file in made:
            by_component.setdefault(entry.component, []).append(entry.pdf)
    for component, files in by_component.items():
        if len(files) <= NAMED:
            words.say("".join(f"wrote {printed.folder / file}\n" for file in files))
        else:
            words.say(f"wrote {len(files)} documents in {printed.folder}: {component}\n")


def _way_out(ctx: typer.Context, game: Game, scenario: str | None) -> str:
    """What to type instead: with all errata, if no error is left then."""
    if game.errata != "all":
        corrected = api.load_game(game.folder, "all")
        if not api.build.hindrances(corrected, api.check(corrected), scenario):
            return f"with all corrections none is left: `{same_command(ctx, errata='all')}`"
    return f"`{check_command(game)}` shows them; --force prints nevertheless"


def show_findings(game: Game, findings: Sequence[Diagnostic], rest: str = "", printed: Path | None = None) -> None:
    """Print the gravest findings, each with its file and line, and how many there are besides."""

    def line(finding: Diagnostic) -> str:
        """A finding on a page has its place in a file that was printed."""
        home = printed if printed and finding.span.file not in game.files else game.folder
        return f"{report.line(finding, words.relative_path(home))}\n"

    ordered = sorted(findings, key=lambda finding: -finding.severity)
    words.say("".join(map(line, ordered[:SHOWN])))
    if len(findings) > SHOWN:
        words.say(f"... and {len(findings) - SHOWN} more{f': {rest}' if rest else ''}\n")
