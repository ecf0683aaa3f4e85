"""``forge build``: print a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

SHOWN = 10
"""Findings that are shown; `forge check` has the others."""


def build(
    game: GameName,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="One scenario only.", show_default=False)
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="One component only; may be given again.")
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Files go to a folder of the game's name in it.")
    ] = Path("build"),
    errata: ErrataSet = "official",
    paper: Annotated[str, typer.Option("--paper", metavar="PAPER", help="A4 or Letter.")] = "A4",
    force: Annotated[bool, typer.Option("--force", help="Print even though there are errors.")] = False,
) -> None:
    """Print the components of a game as PDF, ready for scissors and glue."""
    from scenario_forge import api  # noqa: PLC0415
    from scenario_forge.api import build as building  # noqa: PLC0415
    from scenario_forge.diagnostics import Severity  # noqa: PLC0415
    from scenario_forge.diagnostics.render.summary import plural  # noqa: PLC0415

    loaded = words.open_game(game, errata)
    words.one_of(paper, tuple(building.paper_names()), "--paper")
    for name in only or ():
        words.one_of(name, tuple(building.component_names(loaded)), "--only")
    if scenario is not None:
        words.one_of(scenario, tuple(building.scenario_names(loaded)), "--scenario")
    errors = building.hindrances(loaded, api.check(loaded), scenario)
    if errors and not force:
        _show(loaded, errors)
        words.say_error(f"{plural(len(errors), 'error')}, so nothing was printed", _way_out(game, errata, scenario))
        raise typer.Exit(words.ERRORS)
    made = api.render_all(loaded, scenario, only, paper, flawed=bool(errors))
    folder = output / building.folder_name(loaded)
    for name, data in made.files.items():
        words.write(folder / name, data)
        words.say(f"wrote {folder / name}\n")
    _show(loaded, made.diagnostics)
    words.say(f"{plural(len(made.files), 'file')} in {folder}\n")
    if any(finding.severity is Severity.ERROR for finding in made.diagnostics):
        words.say_error("some scenarios have errors that leave nothing to print")
        raise typer.Exit(words.ERRORS)


def _way_out(game: str, errata: str, scenario: str | None) -> str:
    """What to type instead: with all errata, if no error is left then."""
    from scenario_forge import api  # noqa: PLC0415
    from scenario_forge.api import build as building  # noqa: PLC0415

    if errata != "all":
        corrected = api.load_game(game, "all")
        if not building.hindrances(corrected, api.check(corrected), scenario):
            one = f" --scenario {scenario}" if scenario else ""
            return f"with all corrections none is left: `forge build {game}{one} --errata all`"
    return f"`forge check {game} --errata {errata}` shows them; --force prints nevertheless"


def _show(game: Game, findings: Sequence[Diagnostic]) -> None:
    from scenario_forge.diagnostics.render import concise  # noqa: PLC0415

    base = words.seen_from_here(game.folder)
    words.say("".join(f"{concise.line(finding, base)}\n" for finding in findings[:SHOWN]))
    if len(findings) > SHOWN:
        words.say(f"... and {len(findings) - SHOWN} more\n")
