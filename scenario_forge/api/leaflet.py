"""Leaflets: a scenario as a magazine would print it, with the counters that the box lacks, and its pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.api.build import LEAFLET, hindrances
from scenario_forge.api.calls import load_game
from scenario_forge.api.packs.pack import NotPacked, make_pack
from scenario_forge.checks.forces.presence import OOB040
from scenario_forge.drafts.situation import with_situation
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.build_manifest import Order
from scenario_forge.printing.output_folder import OutputFolder
from scenario_forge.printing.profile import Printer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game


@dataclass(frozen=True)
class Situation:
    """The text of a scenario's file with its situation, and whether that is new."""

    name: str
    """The file's name in the game's folder."""
    text: str
    new: bool


def situation_of(game: Game, scenario: str) -> Situation:
    """Return the file of a scenario with a situation: its own, else one that is drafted.

    Raises:
        KeyError: the game has no such scenario.
        CompileError: errors in the game leave its set-up open.
        EditRefused: the file is of a form that cannot be changed.
    """
    found = scenarios(game).scenarios[scenario]
    file = found.where.file
    text = with_situation(game, found)
    return Situation(file.name, text, text != file.source.text)


def obstacles(game: Game, found: Iterable[Diagnostic], scenario: str) -> list[Diagnostic]:
    """Return the errors that keep a scenario off paper; too few markers are none, as the leaflet brings them."""
    return [each for each in hindrances(game, found, scenario) if each.code is not OOB040]


def leaflet_order(
    scenario: str, papers: tuple[str, ...], profile: str, printer: Printer | None = None, *, flawed: bool
) -> Order:
    """Return the order for a build that prints the leaflet of a scenario and nothing else."""
    return Order(scenario, (LEAFLET,), papers, profile, flawed=flawed, printer=printer or Printer())


def pack_beside(game: Game, scenario: str, folder: Path) -> tuple[str, str]:
    """Write the pack of a scenario into a folder of prints; return its name, or else why there is none.

    Raises:
        CannotWrite: the file could not be written.
    """
    try:
        made = make_pack(game, scenario)
    except (NotPacked, LookupError) as problem:
        return "", str(problem)
    OutputFolder(folder).write(made.name, made.data)
    return made.name, ""


def with_text(game: Game, situation: Situation) -> Game:
    """Return the game with a situation that is not saved."""
    return load_game(game.folder, game.errata, {situation.name: situation.text}) if situation.new else game
