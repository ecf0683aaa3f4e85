"""From the documents of *WW2 Western Desert Rules* to the numbers that play reads."""

from __future__ import annotations

from scenario_forge.documents.names import ScenarioName, SideName
from scenario_forge.game.hexmap import hex_map
from scenario_forge.mechanics.sight import hexes_under_line, lines_within
from scenario_forge.wargame.base.document import GameRules


class WesternDesertRules(GameRules):
    """rules.yaml: what no chart says."""

    airstrikes: dict[ScenarioName, dict[SideName, int]] = {}  # noqa: RUF012 - pydantic copies it
    """By scenario and side."""


def lines(game, reach):
    """Two hexes, and two that the line between them passes, one on each side where it runs along a hexside."""
    grid = hex_map(game).grid
    return [n for a, b in lines_within(grid, reach) for pair in hexes_under_line(grid, a, b) for n in (a, b, *pair)]
