"""Where in the content stands what the games speak of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.project.forces import forces
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.project.forces import Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where


class Rows:
    """Places of a game's scenarios, units, objectives and options."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def scenario(self, name: str) -> Where:
        """Its short name in its file."""
        return scenarios(self.game).scenarios[name].where / "scenario"

    @cached_property
    def units(self) -> Mapping[tuple[str, int], Unit]:
        """Rows of the orders of battle by side and number; of two with one number the first."""
        found: dict[tuple[str, int], Unit] = {}
        for unit in forces(self.game).units():
            found.setdefault(unit.key, unit)
        return found

    def unit(self, compiled: CompiledScenario, number: int) -> Where | None:
        """The row of a compiled unit; None where there is none."""
        if not 0 <= number < len(compiled.units.no):
            return None
        row = self.units.get((compiled.keys["sides"][compiled.units.side[number]], compiled.units.no[number]))
        return row.where if row else None

    def about(self, compiled: CompiledScenario, table: str, number: int) -> Where | None:
        """The row of a compiled unit, or of the first that is set up in a hex."""
        if table == "hexes":
            number = next((unit for unit, hex_ in enumerate(compiled.units.hex) if hex_ == number), -1)
        return self.unit(compiled, number) if table in ("units", "hexes") else None

    @cached_property
    def objectives(self) -> Mapping[tuple[str, str], tuple[dict[str, str], Where]]:
        """Rows by scenario, empty for those of the victory table, and id: their words, and where they stand."""
        found: dict[tuple[str, str], tuple[dict[str, str], Where]] = {}
        for document, where in self.game.documents("victory", VictoryDocument):
            for number, row in enumerate(document.objectives):
                said = {"objective": row.text, "side": row.side, "stop": row.stop}
                found["", row.id] = said, where / "objectives" / number
        for scenario in scenarios(self.game).scenarios.values():
            for number, own in enumerate(scenario.document.victory):
                said = {"objective": own.text, "side": own.side, "stop": scenario.document.stop}
                found[scenario.id, own.id] = said, scenario.where / "victory" / number
        return found

    @cached_property
    def options(self) -> Mapping[str, Where]:
        """Rows of the list of options by id."""
        return {
            row.id: where / "options" / number
            for document, where in self.game.documents("options", OptionsDocument)
            for number, row in enumerate(document.options)
        }

    def changes_arrays(self, option: str, compiled: Mapping[str, CompiledScenario]) -> bool:
        """Whether a scenario is compiled otherwise with the option (or without, where it has it) than as it is."""
        from scenario_forge.compiler.compile import compile_scenario  # noqa: PLC0415 - brings numpy

        for name, own in compiled.items():
            other = compile_scenario(self.game, name, {*own.options} ^ {option})
            if _without_options(other) != _without_options(own):
                return True
        return False


def _without_options(compiled: CompiledScenario) -> str:
    """All that play depends on but the list of options itself."""
    from dataclasses import replace  # noqa: PLC0415

    return replace(compiled, options=()).hash
