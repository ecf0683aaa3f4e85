"""From the documents of *WW2 Western Desert Rules* to the numbers that play reads."""

from __future__ import annotations

import re
from typing import Literal

from scenario_forge.documents.base import Document, Id
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.hexes import distance, line
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.notations import number
from scenario_forge.project.tables import tables
from scenario_forge.rules.charts import play_table
from scenario_forge.rules.sight import geometry


class WesternDesertRules(Document):
    """rules.yaml: what no chart says."""

    terrain: dict[Id, list[Literal["cover", "blocks", "high", "close"]]]
    infantry: list[Id]
    airstrikes: dict[Id, dict[Id, int]] = {}  # noqa: RUF012 - pydantic copies it
    """By scenario and side."""


CODES = ("NE", "DIS", "EL")
GROUND = ("cover", "blocks", "high", "close")


def figure(text):
    """The first number in a cell that has words too; 0 where there is none."""
    found = re.search(r"[+-]?\d+", text)
    return int(found[0]) if found else 0


def arrays(game, scenario):
    """Values of units, what terrain does, tables, and the hexes between those that may see each other."""
    charts, rules, drawn = tables(game).charts, game.one("rules", WesternDesertRules)[0], hex_map(game)
    rows = {id_: {row.text: cells for row, cells in zip(c.rows, c.cells, strict=True)} for id_, c in charts.items()}
    results = play_table(charts["combat_results"])
    dice = [figure(rows["action_points"][n][0].text) for n in rows["action_points"]]
    sight = {row: [figure(cell.text) for cell in cells[1:]] for row, cells in rows["visibility"].items()}
    limits = [[s, m, high or m] for s, m, high in sight.values()]
    ids, cubes = [terrain.id for terrain in drawn.document.terrain], geometry(drawn.grid)
    elsewhere = rows["ap_costs_elsewhere"]
    twice = rows["combat_modifiers"]["88mm"][0].text
    printed, read = charts["combat_results"].chart.modifiers, charts["combat_results"].modifiers
    modifiers = {each.id: value for each, value in zip(printed, read, strict=True)}
    return {
        **_units(game, rules, twice),
        **{f"ground.{what}": [int(what in rules.terrain.get(id_, ())) for id_ in ids] for what in GROUND},
        "crt": [CODES.index(cell) for row in results.rows for cell in row],
        "crt.lows": results.scale.lows,
        "points": dice,
        "recover": [int(re.search(r"AP (\d)", next(row for row in elsewhere if row.startswith("reorg")))[1])],
        "sight": [n for row in limits for n in row],
        "sight.period": [_row(word, list(sight)) for word in ("normal", "haze", "dusk", "dawn", "night")],
        "high.range": [figure(rows["terrain_list"]["Hills"][0].text)],
        **{name: [modifiers[name].number] for name in ("flank", "minefield", "airstrike", "airstrike_second")},
        "airstrikes": [rules.airstrikes.get(scenario, {}).get(side.id, 0) for side in game.about.sides],
        "price": [
            int(number(elsewhere[row][0].meaning)) for row in ("airstrike", "anti-tank gun shot at armoured target")
        ],
        "cube": [*cubes.q, *cubes.r],
        "flat": [int(drawn.grid.orientation == "flat")],
        "between": _between(drawn.grid, max(n for row in limits for n in row)),
    }


def _row(word, names):
    return next(n for n, name in enumerate(names) if word in name)


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
    """Two hexes, how many pairs there are between, and on which hexes the line is, on both sides of hexsides."""
    found = []
    for a in range(len(grid)):
        for b in range(a + 1, len(grid)):
            if 1 < distance(grid, a, b) <= reach:
                pairs = list(zip(line(grid, a, b), line(grid, a, b, -1), strict=True))[1:-1]
                found += [a, b, len(pairs), *(hex_ for pair in pairs for hex_ in pair)]
    return found
