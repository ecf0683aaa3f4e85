"""SCN038, 039: boards that a scenario joins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import scn
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.project.boards import misfit
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.force import Entry, Force
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario


def boards_that_do_not_fit(game: Game) -> Iterator[Diagnostic]:
    """SCN038: a board that is none, lies there twice, or whose hexes do not meet those beside it."""
    found = game.one("map", MapDocument)
    for scenario in scenarios(game).scenarios.values() if found else ():
        wrong = misfit(found[0], scenario.document.boards) if found else None
        if wrong is not None:
            yield scn.SCN038.at(scenario.where / "boards" / wrong[0], why=wrong[1])


def set_up_off_the_boards(game: Game) -> Iterator[Diagnostic]:
    """SCN039: a unit or marker that starts on a board that the scenario is not played on."""
    grid = hex_map(game)
    for scenario in scenarios(game).scenarios.values() if grid else ():
        fit = grid is not None and misfit(grid.document, scenario.document.boards) is None
        played = {board.sheet for board in scenario.document.boards} if fit else set()
        for force in forces(game).sides.values() if played else ():
            for who, entry in _starting(force, scenario):
                sheet = grid.grid.sheet_of(entry.hex).id if grid and entry.hex is not None else None
                if sheet is not None and sheet not in played:
                    finding = scn.SCN039.at(entry.where, who=who, sheet=sheet, scenario=scenario.document.title)
                    yield finding.also(scenario.where / "boards", "the boards")


def _starting(force: Force, scenario: Scenario) -> Iterator[tuple[str, Entry]]:
    """What a scenario's column has on the map: its own, else the printed one of its start."""
    own = scenario.id in force.own
    printed = (column.id for column in force.columns.values() if column.start == scenario.document.start)
    column = scenario.id if own else next(printed, "")
    for unit in force.units:
        if entry := unit.at_start(column):
            yield unit.cited, entry
    for marker in force.markers:
        if marker.entry.column.id == column:
            yield marker.marker, marker.entry


CHECKS = (boards_that_do_not_fit, set_up_off_the_boards)
