"""What stands in the way of printing a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Severity
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game


def scenario_names(game: Game) -> list[str]:
    """The short names of a game's scenarios."""
    return list(scenarios(game).scenarios)


def hindrances(game: Game, findings: Iterable[Diagnostic], scenario: str | None) -> list[Diagnostic]:
    """The errors that a printed scenario would carry on to paper; those of other scenarios' files are not its own.

    ``scenario`` None means the game with all its scenarios.
    """
    others: set[str] = set()
    if scenario is not None:
        own = scenarios(game).scenarios.get(scenario)
        others = {file.name for file in game.files_of("scenarios") if own is None or file is not own.where.file}
    return [f for f in findings if f.severity is Severity.ERROR and f.span.file not in others]


def component_names(game: Game) -> list[str]:
    """The names of what can be printed."""
    from scenario_forge.printing.render import components  # noqa: PLC0415 - only where something is printed

    return components(game)


def paper_names() -> list[str]:
    """The papers that can be printed on."""
    from scenario_forge.printing.paper import PAPERS  # noqa: PLC0415 - only where something is printed

    return list(PAPERS)


def folder_name(game: Game) -> str:
    """The folder that a game's printed files go to: its id, or the name of its own folder."""
    return game.about.game if game.about else game.folder.resolve().name
