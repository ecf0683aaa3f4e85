"""``forge check``: finds what is wrong with a game, in the format asked for; ``forge fuzz``: finds rules that fail."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import __version__, api, reports, simulator
from scenario_forge import game as linking
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import (
    ChoiceLimit,
    ErrataSet,
    FirstSeed,
    Force,
    GameName,
    OnlyScenario,
    OutputFile,
    known_errata,
    must_have_rules,
    no_game,
    one_of,
    open_to_play,
    options_of,
    seconds_of,
)
from scenario_forge.cli.scope import must_be_read, scope_of
from scenario_forge.cli.words import Meter
from scenario_forge.diagnostics import json_formats, terminal
from scenario_forge.diagnostics.report import concise, github, in_one_line, plural, shown_path
from scenario_forge.game.reading.locate import check_command, command
from scenario_forge.simulator.players import NoSuchPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.api.calls import MendResult
    from scenario_forge.api.trials.proof import ProofGame, Proving, RandomGames, Trial
    from scenario_forge.cli.scope import Scope
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.report import Report
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.fuzz import Finding


FORMATS = ("text", "concise", "json", "sarif", "github", "html")
FOR_PEOPLE = ("text", "concise")


def check(
    game: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME|FILE",
            help="A game; or files of one game, to see only what is wrong in them.",
            show_default=False,
        ),
    ],
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
    play: Annotated[
        bool,
        typer.Option(
            "--play", help="Also prove each set-up by playing it; the options from --scenario to --limit say how."
        ),
    ] = False,
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
    """Check a game, or files of it; exit code 0 clean, 1 errors (or warnings under --strict), 2 could not run."""
    layout = one_of(layout, FORMATS, "--format")
    seconds = seconds_of(limit)
    outputs.must_be_free(output, force=force)
    scope = scope_of(game)
    if play and scope.files:
        words.give_up("--play plays the whole game", "name the game, not a file of it")
    loaded = api.load_game(scope.game, errata)
    nothing = no_game(loaded) is not None
    if not nothing:
        known_errata(loaded, errata)
    if play and not nothing:
        must_have_rules(loaded)
    unwritten: Sequence[str] = ()
    if fix and not nothing:
        outputs.must_be_yours(loaded.folder)
        mended = _mended(loaded, layout, scope)
        loaded, unwritten = mended.game, mended.unwritten
    found, interrupted = [*api.check(loaded), *api.effects_of_errata(loaded)], False
    if play and not nothing:
        trial = api.trials.proof.Trial(games, seed, player or (), seconds)
        shown, interrupted = play_findings(loaded, scenario or (), trial, jobs, quiet=layout not in FOR_PEOPLE)
        found += shown
    whole = api.report_of(loaded, found)
    report = whole if nothing else _within(whole, loaded, scope)
    text = _rendered(report, layout, loaded, colour=output is None and words.wants_colour(no_colour))
    _show(text, report, output, force=force)
    if report is not whole and (layout in FOR_PEOPLE or output is not None):
        words.say(_elsewhere(whole, report, loaded))
    if interrupted:
        raise KeyboardInterrupt(words.TOLD)
    if unwritten:
        words.say_error(
            f"{', '.join(unwritten)} could not be written", "see what keeps it from that, then run the command again"
        )
    if nothing or unwritten:
        raise typer.Exit(words.COULD_NOT)
    raise typer.Exit(words.ERRORS if report.errors or (strict and report.warnings) else words.CLEAN)


def _within(report: Report, game: Game, scope: Scope) -> Report:
    """Return a report with the findings of the scope alone; it counts what was read, which is the whole game."""
    if not scope.files:
        return report
    must_be_read(game, scope, [each.span.file for each in report.diagnostics])
    folder = words.relative_path(game.folder)
    named = [shown_path(folder, file) for file in scope.files]
    return replace(
        report,
        diagnostics=[each for each in report.diagnostics if scope.holds(each.span.file)],
        mending=command("check", *named, "--fix", errata=game.errata),
    )


def _elsewhere(whole: Report, shown: Report, game: Game) -> str:
    """Say what the rest of the game has, of which only a part is shown."""
    found = [
        plural(all_ - some, word)
        for all_, some, word in (
            (whole.errors, shown.errors, "error"),
            (whole.warnings, shown.warnings, "warning"),
            (whole.infos, shown.infos, "note"),
        )
        if all_ > some
    ]
    return f"elsewhere in the game: {', '.join(found)} (`{check_command(game)}`)\n" if found else ""


def _mended(game: Game, layout: str, scope: Scope) -> MendResult:
    """Make the safe fixes and say which; for machines the words go to standard error."""
    mended = api.calls.mend(game.folder, game.errata, scope.holds)
    told = _told(mended)
    if layout in FOR_PEOPLE:
        words.say(told)
    else:
        words.say_error(told.strip())
    return mended


def _told(mended: MendResult) -> str:
    lines = [f"fixed {done.file}:{done.line}: {done.title} [{done.code}]\n" for done in mended.done]
    lines += [f"not fixed {file}: {reason}\n" for file, reason in mended.refused]
    return "".join(lines) + (f"{len(mended.done)} fixed\n\n" if mended.done else "nothing to fix safely\n\n")


def _rendered(report: Report, layout: str, game: Game, *, colour: bool) -> str:
    # without a game, findings speak of the folder itself
    base = words.relative_path(game.folder if game.files else game.folder.parent)
    if layout == "text":
        return terminal.render(report, colour=colour, width=words.width(), base=base, ascii_only=words.ascii_only())
    if layout == "html":
        return reports.letter.letter_page(
            api.calls.letter_of(report, game), date=dt.datetime.now().astimezone().date().isoformat()
        )
    if layout == "sarif":
        return json_formats.sarif(report, base=base, version=__version__)
    return _plain(report, layout, base)


def _plain(report: Report, layout: str, base: str) -> str:
    if layout == "json":
        return json_formats.as_json(report)
    return concise(report, base=base) if layout == "concise" else github(report, base=base)


def _show(text: str, report: Report, output: Path | None, *, force: bool) -> None:
    if output is None:
        words.say(text)
        return

    outputs.put({output: text.encode("utf-8", "replace")}, force)
    words.say(in_one_line(report))


# -- the playing part of ``forge check --play`` ----------------------------------------------------


def play_findings(
    game: Game, wanted: Sequence[str], trial: Trial, jobs: int | None = None, *, quiet: bool = False
) -> tuple[list[Diagnostic], bool]:
    """Play to find faults; return the findings, and whether play was interrupted: they cover the games until then."""
    names = [scenario_named(game, name) for name in wanted] or None
    proving, line = api.trials.proof.Proving(game), Meter(quiet=quiet)
    total, interrupted = len(names or linking.scenarios.scenarios(game).scenarios), False

    def after(proving: Proving) -> None:
        line.show(len(proving.seen) - 1, total, f"{proving.seen[-1].scenario}: {_so_far(proving)}")

    try:
        with line:
            api.trials.proof.prove_game(game, names, trial, after, proving, jobs)
    except NoSuchPlayer as error:
        words.give_up(str(error), error.hint)
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
    """Return the scenario of that name; end the command if there is none."""
    try:
        return api.play.scenario_of(game, name)
    except LookupError as error:
        words.give_up(str(error))


# -- fuzz: random games, to find where the rules fail ----------------------------------------------


_GAMES = 20
SHRINKING = 60.0
"""Seconds that are spent on making one game shorter."""


def fuzz(
    game: GameName,
    scenario: OnlyScenario = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="Number of games; default: 20.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="M", help="Play for this many minutes instead.")
    ] = None,
    seed: FirstSeed = 1,
    options: Annotated[
        str | None,
        typer.Option(
            "--options", metavar="IDS", help="Optional rules: a,b or none; default: each alone, then all together."
        ),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder for games that fail.")] = Path(
        "build/fuzz"
    ),
    errata: ErrataSet = None,
) -> None:
    """Play at random; exit code 0 nothing found, 1 the rules failed, 2 could not be played."""
    if minutes is not None and not minutes > 0:
        words.give_up("--minutes is more than 0")
    loaded = open_to_play(game, errata)
    orders = api.trials.proof.RandomGames(loaded, _scenarios(loaded, scenario), seed, options_of(loaded, options))
    hunt = Hunt(orders, output)
    try:
        hunt.run(_until(games, minutes))
    except KeyboardInterrupt:
        hunt.sum_up()
        raise KeyboardInterrupt(words.TOLD) from None
    hunt.sum_up()
    if not hunt.games and hunt.found:
        raise typer.Exit(words.COULD_NOT)
    raise typer.Exit(words.ERRORS if hunt.found else words.CLEAN)


def _scenarios(game: Game, scenario: str | None) -> Sequence[str]:
    if scenario is None:
        return list(linking.scenarios.scenarios(game).scenarios) or words.give_up(f"{game.title} has no scenario")
    return [scenario_named(game, scenario)]


def _until(games: int | None, minutes: float | None) -> Callable[[int], bool]:
    """Whether another game may follow after this number of games."""
    ends = time.monotonic() + (minutes or 0) * 60
    most = games if games is not None else _GAMES if minutes is None else None

    def more(played: int) -> bool:
        in_time = minutes is None or time.monotonic() < ends
        return in_time and (most is None or played < most)

    return more


class Hunt:
    """Games one after another; each kind of fault is written, shrunk, written again and reported once."""

    def __init__(self, orders: RandomGames, output: Path) -> None:
        self.orders, self.output = orders, output
        self.found: dict[str, int] = {}
        """How often each kind of fault was met."""
        self.games = self.decisions = 0
        self.line = Meter()
        self._written: set[Path] = set()

    def run(self, more: Callable[[int], bool]) -> None:
        """Play games as long as there are more."""
        for order in self.orders.all():
            if not more(self.games + sum(self.orders.unplayable.values())):
                return
            if order is None:
                self._unplayable()
                continue
            result = simulator.fuzz.fuzz(order.prepared.play, order.seed, order.players)
            self.games += 1
            self.decisions += len((result.match if isinstance(result, simulator.fuzz.Finding) else result).decisions)
            if isinstance(result, simulator.fuzz.Finding):
                self._keep(order, result)
            self._tell(order)

    def _unplayable(self) -> None:
        """A set-up with some options that cannot be played at all; told once."""
        for problem, times in self.orders.unplayable.items():
            if problem not in self.found:
                self.line.hide()
                words.say_error(problem)
            self.found[problem] = times

    def _keep(self, order: ProofGame, finding: Finding) -> None:
        self.found[finding.kind] = self.found.get(finding.kind, 0) + 1
        if self.found[finding.kind] > 1:
            return
        self.line.hide()
        words.say(f"{order}: {finding.ending.message}\n")
        file = self._write(order, finding)  # at once: what follows may be interrupted
        ends = time.monotonic() + SHRINKING
        shortest = simulator.fuzz.shrink(order.prepared.play, finding, order.seed, more=lambda: time.monotonic() < ends)
        self._write(order, shortest)
        before, after = len(finding.match.decisions), len(shortest.match.decisions)
        shown = f"{after} actions" if after == before else f"{after} of {before} actions show it"
        if shortest.ending.message != finding.ending.message:
            words.say(f"  {shortest.ending.message}\n")
        words.say(f"  {shown}; wrote {file}\n")

    def _write(self, order: ProofGame, finding: Finding) -> Path:
        setting = order.prepared.setting
        players = dict(zip(order.prepared.sides, order.players, strict=True))
        record = finding.match.record(setting, order.seed, players, finding.ending)
        file = self._free(f"{setting.game}_{setting.scenario}_{order.seed}")
        outputs.write(file, simulator.record.text_of(record).encode())
        return file

    def _free(self, stem: str) -> Path:
        """A file of that name which is not there, or is of this hunt: what earlier ones found is kept."""
        names = (self.output / f"{stem}{f'_{number}' if number > 1 else ''}.json" for number in count(1))
        file = next(name for name in names if name in self._written or not name.exists())
        self._written.add(file)
        return file

    def _tell(self, order: ProofGame) -> None:
        """How far it is, where somebody watches."""
        self.line.show(self.games, 0, f"{self._so_far()}; last {order}")

    def _so_far(self) -> str:
        of = plural(len(self.orders.scenarios), "scenario")
        played = f"{plural(self.games, 'game')} of {of}, {plural(self.decisions, 'decision')}"
        if self.found:
            kinds = "1 kind" if len(self.found) == 1 else f"{len(self.found)} kinds"
            return f"{played}: {kinds} of fault in {plural(sum(self.found.values()), 'game')}"
        return f"{played}: nothing found"

    def sum_up(self) -> None:
        """Print what was played and found."""
        self.line.hide()
        words.say(f"{self._so_far()}\n")
