"""``forge printer``: shows a person's printer, and keeps it for every game."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import printing
from scenario_forge.cli import words
from scenario_forge.cli.options import one_of, own_printer

if TYPE_CHECKING:
    from scenario_forge.printing.profile import Printer


def printer(
    paper: Annotated[
        str | None, typer.Option("--paper", metavar="PAPER", help="A4, Letter, Legal, A3 or Tabloid.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="Print profile for every game, such as grey.")
    ] = None,
    margin: Annotated[
        str | None, typer.Option("--margin", metavar="LENGTH", help="White margin that it needs: 8mm.")
    ] = None,
    backs: Annotated[
        str | None, typer.Option("--backs", metavar="EDGE", help="How it prints backs: long, short, fold or none.")
    ] = None,
    back_right: Annotated[
        str | None,
        typer.Option("--back-right", metavar="LENGTH", help="How far backs must move right: 0.4mm (calibration page)."),
    ] = None,
    back_down: Annotated[
        str | None, typer.Option("--back-down", metavar="LENGTH", help="How far backs must move down: -0.2mm.")
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Forget the printer, and what was set of it.")] = False,
) -> None:
    """Show your printer, or set it for every game: paper, margin, and what the calibration page told you.

    What is set stays in your settings, in no game. Options of a command, and a game's own profile, go before it.
    """
    given = {
        "paper": one_of(paper, tuple(printing.profile.PAPERS), "--paper") if paper is not None else None,
        "profile": profile,
        "margin": margin,
        "backs": backs,
        "back_right": back_right,
        "back_down": back_down,
    }
    changes = {key: value for key, value in given.items() if value is not None}
    home = printing.home.printer
    try:
        if forget:
            if changes:
                words.give_up("--forget goes alone")
            words.say("forgotten\n" if home.forget_printer() else "no printer was set\n")
            return
        if changes:
            kept = {key: value for key, value in asdict(own_printer()).items() if value is not None}
            kept = {key: f"{value:.3f} mm" if isinstance(value, float) else value for key, value in kept.items()}
            chosen = home.printer_of(kept | changes)
            home.keep_printer(chosen)
        else:
            chosen = own_printer()
    except home.UnusablePrinter as error:
        words.give_up(str(error))
    _show(chosen)


def _show(chosen: Printer) -> None:
    lines = chosen.lines()
    if not lines:
        words.say("no printer is set: each game decides by itself\n")
        words.say("set yours, for example: forge printer --paper Letter --back-right 0.4mm\n")
        return
    words.say("".join(f"{line}\n" for line in lines))
    words.say(f"kept in {printing.home.printer.settings_folder() / printing.home.printer.FILE}\n")
