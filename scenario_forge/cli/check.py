"""``forge check``: what is wrong with a game, in the format asked for."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import __version__, api, project, reports
from scenario_forge.cli import outputs, words
from scenario_forge.cli.display import Meter
from scenario_forge.cli.options import (
    ChoiceLimit,
    ErrataSet,
    FirstSeed,
    Force,
    GameName,
    OutputFile,
    known_errata,
    no_game,
    one_of,
    seconds_of,
)
from scenario_forge.diagnostics.render import json_formats, lines, terminal
from scenario_forge.diagnostics.render.report import in_one_line, plural
from scenario_forge.simulator.players import NoSuchPlayer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.findings import Mended
    from scenario_forge.api.proof import Proving, Trial
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.render import Report
    from scenario_forge.project.game import Game


FORMATS = ("text", "concise", "json", "sarif", "github", "html")
FOR_PEOPLE = ("text", "concise")


def check(
    game: GameName,
    errata: ErrataSet = None,
    layout: Annotated[
        str,
        typer.Option(
            "--format", metavar="FORMAT", help="text, concise, json, sarif, github or html (a letter to the author)."
        ),
    ] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Count warnings as errors for the exit code.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Apply safe fixes first; comments and layout are kept.")] = False,
    output: OutputFile = None,
    no_colour: Annotated[bool, typer.Option("--no-colour", "--no-color", help="Do not use colours.")] = False,
    play: Annotated[bool, typer.Option("--play", help="Also prove each set-up by playing it.")] = False,
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", "-s", metavar="NAME", help="Play only this scenario; repeatable."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Number of processes; default: one for each core."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games of each scenario for each player.")
    ] = 2,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Player to use instead of random and competent; repeatable."),
    ] = None,
    seed: FirstSeed = 1,
    limit: ChoiceLimit = 60.0,
    force: Force = False,
) -> None:
    """Check a game; exit code 0 clean, 1 errors (or warnings under --strict), 2 could not run."""
    one_of(layout, FORMATS, "--format")
    seconds = seconds_of(limit)
    outputs.must_be_free(output, force=force)
    loaded = api.load_game(game, errata)
    nothing = no_game(loaded) is not None
    if not nothing:
        known_errata(loaded, errata)
    if fix and not nothing:
        outputs.must_be_yours(loaded.folder)
        loaded = _mended(loaded, layout)
    found, interrupted = [*api.check(loaded), *api.effects_of_errata(loaded)], False
    if play and not nothing:
        trial = api.proof.Trial(games, seed, player or (), seconds)
        shown, interrupted = played(loaded, scenario or (), trial, jobs, quiet=layout not in FOR_PEOPLE)
        found += shown
    report = api.report_of(loaded, found)
    text = _rendered(report, layout, loaded, colour=output is None and words.wants_colour(no_colour))
    _show(text, report, output, force=force)
    if interrupted:
        raise KeyboardInterrupt(words.TOLD)
    if nothing:
        raise typer.Exit(words.COULD_NOT)
    raise typer.Exit(words.ERRORS if report.errors or (strict and report.warnings) else words.CLEAN)


def _mended(game: Game, layout: str) -> Game:
    """Make the safe fixes and say which; for machines the words go to standard error."""
    mended = api.findings.mend(game.folder, game.errata)
    told = _told(mended)
    if layout in FOR_PEOPLE:
        words.say(told)
    else:
        words.say_error(told.strip())
    return mended.game


def _told(mended: Mended) -> str:
    lines = [f"fixed {done.file}:{done.line}: {done.title} [{done.code}]\n" for done in mended.done]
    lines += [f"not fixed {file}: {reason}\n" for file, reason in mended.refused]
    return "".join(lines) + (f"{len(mended.done)} fixed\n\n" if mended.done else "nothing to fix safely\n\n")


def _rendered(report: Report, layout: str, game: Game, *, colour: bool) -> str:
    # without a game, findings speak of the folder itself
    base = words.seen_from_here(game.folder if game.files else game.folder.parent)
    if layout == "text":
        return terminal.render(report, colour=colour, width=words.width(), base=base, ascii_only=words.ascii_only())
    if layout == "html":
        return reports.letter.letter_page(
            api.findings.letter_of(report, game), date=dt.datetime.now().astimezone().date().isoformat()
        )
    if layout == "sarif":
        return json_formats.sarif(report, base=base, version=__version__)
    return _plain(report, layout, base)


def _plain(report: Report, layout: str, base: str) -> str:
    if layout == "json":
        return json_formats.as_json(report)
    return lines.concise(report, base=base) if layout == "concise" else lines.github(report, base=base)


def _show(text: str, report: Report, output: Path | None, *, force: bool) -> None:
    if output is None:
        words.say(text)
        return

    outputs.put({output: text.encode("utf-8", "replace")}, force)
    words.say(in_one_line(report))


# -- the playing part of ``forge check --play`` ----------------------------------------------------


def played(
    game: Game, wanted: Sequence[str], trial: Trial, jobs: int | None = None, *, quiet: bool = False
) -> tuple[list[Diagnostic], bool]:
    """What playing shows, and whether it was interrupted: then it is of the games played up to there."""
    names = [scenario_named(game, name) for name in wanted] or None
    proving, line = api.proof.Proving(game), Meter(quiet=quiet)
    total, interrupted = len(names or project.scenarios.scenarios(game).scenarios), False

    def after(proving: Proving) -> None:
        line.show(len(proving.seen) - 1, total, f"{proving.seen[-1].scenario}: {_so_far(proving)}")

    try:
        with line:
            api.proof.prove_game(game, names, trial, after, proving, jobs)
    except NoSuchPlayer as error:
        words.give_up(str(error), f"there are {', '.join(error.known)}")
    except KeyboardInterrupt:
        interrupted = True
        words.say_error(f"interrupted after {plural(proving.games, 'game')}; this is what they show")
    if proving.seen:
        words.say_progress(_so_far(proving))
    return proving.findings(), interrupted


def _so_far(proving: Proving) -> str:
    decisions = sum(seen.decisions for seen in proving.seen)
    played = f"{plural(proving.games, 'game')} of {plural(len(proving.seen), 'scenario')} played"
    return f"{played}, {plural(decisions, 'decision')}"


def scenario_named(game: Game, name: str) -> str:
    """The scenario of that name; the command ends if there is none."""
    try:
        return api.play.scenario_of(game, name)
    except LookupError as error:
        words.give_up(str(error))
