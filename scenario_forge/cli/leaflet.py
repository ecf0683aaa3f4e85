"""``forge leaflet``: a scenario as a magazine would print it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, compiler, printing, source
from scenario_forge import game as linking
from scenario_forge.cli import outputs, words
from scenario_forge.cli.build import print_into, show_findings
from scenario_forge.cli.options import ErrataSet, GameName, OutputFolder, known_profile, one_of, open_game, own_printer
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.reading.locate import bundled_folder, check_command, is_installed
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from scenario_forge.api.build import Printed
    from scenario_forge.game.game import Game


def leaflet(
    game: GameName,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="Name of the scenario.", show_default=False)],
    paper: Annotated[
        list[str] | None,
        typer.Option("--paper", metavar="PAPER", help="A4, Letter, Legal, A3 or Tabloid; repeatable."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="Print profile, as for forge build.")
    ] = None,
    output: OutputFolder = Path("build"),
    errata: ErrataSet = None,
    force: Annotated[bool, typer.Option("--force", help="Print even though there are errors.")] = False,
) -> None:
    """Write the situation into the scenario if it has none, print the leaflet, and pack the scenario beside it."""
    loaded = open_game(game, errata)
    scenario = one_of(scenario, tuple(linking.scenarios.scenarios(loaded).scenarios), "SCENARIO")
    papers = tuple(dict.fromkeys(one_of(each, tuple(printing.profile.PAPERS), "--paper") for each in paper or []))
    printer = own_printer()
    chosen = known_profile(loaded, profile, printer)
    found = api.check(loaded)
    errors = [*api.leaflet.obstacles(loaded, found, scenario), *api.build.profile_errors(loaded, chosen, printer)]
    if errors and not force:
        show_findings(loaded, errors)
        hint = f"`{check_command(loaded)}` shows them; --force prints nevertheless"
        words.say_error(f"{plural(len(errors), 'error')}, so nothing was printed", hint)
        raise typer.Exit(words.ERRORS)
    saved, loaded = _with_situation(loaded, scenario)
    into = output / api.build.folder_name(loaded)
    if (into / "game.yaml").exists():
        words.give_up(f"{into} is the folder of a game, not of prints", "name another folder with --output")
    order = api.leaflet.leaflet_order(scenario, papers, chosen, printer, flawed=bool(errors))
    printed = print_into(into, lambda tell: api.build.build_game(loaded, into, order, found, tell))
    try:
        pack, why = api.leaflet.pack_beside(saved, scenario, into)
    except printing.output_folder.CannotWrite as failed:
        words.give_up(failed.finding.message, failed.finding.help)
    _tell(loaded, printed)
    if pack:
        words.say(f"wrote {into / pack}: the scenario, for forge open\n")
    else:
        words.say_error(f"the scenario is not packed: {why}")
    if printed.outcome.failed:
        words.say_error("the scenario has errors that leave nothing to print", f"`{check_command(loaded)}` shows them")
        raise typer.Exit(words.ERRORS)


def _with_situation(game: Game, scenario: str) -> tuple[Game, Game]:
    """Write the situation into the scenario's file if it has none and is yours.

    Return the game as it is saved, and as it is printed.
    """
    try:
        situation = api.leaflet.situation_of(game, scenario)
    except (compiler.CompileError, EditRefused) as problem:
        words.give_up(f"the situation of {scenario} cannot be written: {problem}", f"`{check_command(game)}` says more")
    if not situation.new:
        return game, game
    path = game.folder / situation.name
    if api.drafts.date_grid.is_printed(linking.scenarios.scenarios(game).scenarios[scenario]):
        words.say("the situation is printed as a draft, and not kept: the scenario is a printed one\n")
        return game, api.leaflet.with_text(game, situation)
    if not _is_yours(game):
        words.say("the situation is printed as a draft, and not kept: this game came with the installation\n")
        return game, api.leaflet.with_text(game, situation)
    outputs.must_be_within(game.folder, path)
    old = game.read[situation.name].source
    failed = source.files.write_file(path, old.encoded(situation.text), situation.name, old.digest)
    if failed:
        words.give_up(failed.message, failed.help)
    words.say(f"wrote {words.relative_path(path)}: a draft of its situation, to edit\n")
    anew = open_game(str(game.folder), game.errata)
    return anew, anew


def _is_yours(game: Game) -> bool:
    """Return whether the game may be written to: it did not come with the installation, or is in your checkout."""
    bundled, whole = bundled_folder(), game.folder.resolve()
    if bundled is None or not whole.is_relative_to(bundled.resolve()):
        return True
    return not is_installed(bundled) and whole.is_relative_to(Path.cwd().resolve())


def _tell(game: Game, printed: Printed) -> None:
    outcome, into = printed.outcome, printed.folder
    for entry in outcome.entries:
        if entry.component == api.build.LEAFLET:
            counters = entry.facts.get("counters")
            what = plural(int(counters), "counter") if counters else plural(len(entry.pages), "page")
            words.say(f"{'wrote' if entry.file in outcome.made else 'unchanged:'} {into / entry.pdf}: {what}\n")
    show_findings(game, outcome.findings, "the report has all of them", into)
