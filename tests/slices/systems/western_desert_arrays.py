"""From the documents of *WW2 Western Desert Rules* to the numbers that play reads."""

from __future__ import annotations

from typing import Literal

from western_desert_play import Rules

from scenario_forge.documents.base import Id
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.hexes import distance, line
from scenario_forge.project.hexmap import hex_map
from scenario_forge.rules.charts import play_table
from scenario_forge.wargame.frame.cells import Cells, cubes_of, figure
from scenario_forge.wargame.frame.system import GameRules


class WesternDesertRules(GameRules):
    """rules.yaml: what no chart says."""

    terrain: dict[Id, list[Literal["cover", "blocks", "high", "close"]]]
    infantry: list[Id]
    airstrikes: dict[Id, dict[Id, int]] = {}  # noqa: RUF012 - pydantic copies it
    """By scenario and side."""


GROUND = ("cover", "blocks", "high", "close")
PERIODS = ("normal", "haze", "dusk", "dawn", "night")


def arrays(game, scenario):
    """What terrain does, tables, and the hexes between those that may see each other."""
    cells, rules, drawn = Cells(game), game.one("rules", WesternDesertRules)[0], hex_map(game)
    results, chart = play_table(cells.charts["combat_results"]), cells.charts["combat_results"]
    modifiers = {each.id: read.number for each, read in zip(chart.chart.modifiers, chart.modifiers, strict=True)}
    sight, periods = cells.figures("visibility", 1), [row.text for row in cells.charts["visibility"].rows]
    elsewhere = [row.text for row in cells.charts["ap_costs_elsewhere"].rows]
    return {
        **_units(game, rules, cells.text("combat_modifiers", "88mm")),
        **{
            f"ground.{what}": [int(what in rules.terrain.get(t.id, ())) for t in drawn.document.terrain]
            for what in GROUND
        },
        **{name: [modifiers[name]] for name in ("flank", "minefield", "airstrike", "airstrike_second")},
        "crt": [Rules.codes.index(cell) for row in results.rows for cell in row],
        "crt.lows": results.scale.lows,
        "points": [needed for row in cells.figures("action_points") for needed in row],
        "recover": [figure(next(row for row in elsewhere if row.startswith("reorg")))],
        "sight": [n for still, moving, high in sight for n in (still, moving, high or moving)],
        "sight.period": [next(n for n, row in enumerate(periods) if word in row) for word in PERIODS],
        "high.range": [cells.figure("terrain_list", "Hills")],
        "airstrikes": [rules.airstrikes.get(scenario, {}).get(side.id, 0) for side in game.about.sides],
        "price": [cells.figure("ap_costs_elsewhere", row) for row in ("airstrike", "anti-tank")],
        "cube": cubes_of(drawn.grid),
        "flat": [int(drawn.grid.orientation == "flat")],
        "between": _between(drawn.grid, max(map(max, sight))),
    }


def _units(game, rules, twice):
    """Which units are infantry, and as how many each counts: what its counter says of an 88 is a word."""
    units = game.one("counters", CountersDocument)[0].units

    def of(value):
        return {(unit.side, unit.no + n): value(unit) for unit in units for n in range(unit.count)}

    return {
        "infantry": of(lambda u: int(u.values.get("class") in rules.infantry)),
        "counts": of(lambda u: figure(twice) if twice in str(u.values.get("special", "")) else 1),
    }


def _between(grid, reach):
    """Two hexes, and two that the line between them passes, one on each side where it runs along a hexside."""
    hexes = range(len(grid))
    near = ((a, b) for a in hexes for b in hexes[a + 1 :] if distance(grid, a, b) <= reach)
    lines = ((a, b, zip(line(grid, a, b), line(grid, a, b, -1), strict=True)) for a, b in near)
    return [n for a, b, passed in lines for pair in list(passed)[1:-1] for n in (a, b, *pair)]
