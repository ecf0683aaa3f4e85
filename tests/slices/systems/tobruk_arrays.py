"""From the documents of *Rats of Tobruk* to the numbers that play reads. Costs are in half movement points."""

from __future__ import annotations

from fractions import Fraction

from tobruk_play import CODES

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.hexes import disk, distance
from scenario_forge.project.hexmap import hex_map
from scenario_forge.rules.sight import WALL, Heights, in_view
from scenario_forge.wargame.frame.cells import Cells, cubes_of
from scenario_forge.wargame.frame.system import GameRules

CLASSES, FIRES = ("leg", "tracked", "wheeled"), ("direct", "artillery")


class Automatic(Model):
    """A chit that is in the cup as long as its side holds a hex."""

    formation: str
    place: str


class TobrukRules(GameRules):
    """rules.yaml: what no chart says."""

    terrain: dict[Id, str]
    bunker: str
    road_tracked: str
    path_vehicles: str
    ditch_tracked: str
    modifiers: dict[Id, int]
    blocking: list[Id]
    engineers: list[Id]
    automatic: Automatic
    reverse_defence: dict[Id, int]


WORDS = {"NA": -1, "prohibited": -1, "H": -2, "half of MA": -2, "ALL": -3}
"""Costs that are no number: not allowed; half, and all of the printed allowance."""


def cost(text):
    return WORDS[text] if text in WORDS else int(2 * Fraction(text))


def arrays(game):
    """Values of units, the terrain key, the combat results, modifiers, distances and what hides what."""
    cells, rules, modifiers = Cells(game), game.one("rules", TobrukRules)[0], "combat_dice_modifiers"
    charts, figure, crt = cells.charts, cells.figure, cells.charts["combat_results"]
    return {
        **_units(game, rules),
        **_ground(game, rules, cells.text),
        "ratios": [n for heading in crt.columns for n in map(int, heading.text.split("-"))],
        "crt": [CODES.index(each.text) for line in crt.cells for each in line],
        "crt.first": [int(crt.rows[0].text)],
        "dice": [int(crt.chart.die[0]), int(crt.chart.dice_when["night"][0])],
        "sandstorm": [figure(modifiers, "sandstorm"), int(charts["weather"].rows[-1].text)],
        "wire": [figure(modifiers, "all attackers"), figure(modifiers, "improvised")],
        "direct": [figure("direct_fire_die_modifiers", row) for row in ("evening", "target in", "target using")],
        "observation": [figure("observation_hexes", row) for row in ("normal", "sandstorm", "night")],
        "stacking": [figure("stacking", "normal"), figure("stacking", "road")],
        "replacement": [figure("weather_effects", "Replacement die", column) for column in (0, 1)],
        "rebuilt": [max(charts["replacement"].rows[0].meaning.values)],
        "cleared": [min(charts["clear_ditch_wire"].rows[1].meaning.values)],
    }


def _units(game, rules):
    """What each counter says, on both sides."""
    units = game.one("counters", CountersDocument)[0].units

    def of(value):
        return {(unit.side, unit.no): value(unit) for unit in units}

    return {
        "class": of(lambda unit: CLASSES.index(unit.values.get("class", "leg"))),
        "fire": of(lambda unit: 1 + FIRES.index(unit.values["fire"]) if "fire" in unit.values else 0),
        "engineer": of(lambda unit: int(unit.type in rules.engineers)),
        "reversed": of(lambda unit: int(all(unit.number(name) == n for name, n in rules.reverse_defence.items()))),
        "automatic": of(lambda unit: int(unit.parent == rules.automatic.formation)),
    }


def _ground(game, rules, cell):
    """Costs by terrain, class after class; modifiers; cube coordinates; pairs of hexes that blocking terrain parts."""
    drawn, grid = hex_map(game), hex_map(game).grid
    ids = [terrain.id for terrain in drawn.document.terrain]
    key = {**rules.terrain, "ravine": cell("terrain_key", "Ravine"), "bunker": rules.bunker}
    key |= {"road": [cell("terrain_key", "Road", 1), rules.road_tracked, cell("terrain_key", "Road", 2)]}
    key |= {"path": [cell("terrain_key", "Path", 1), rules.path_vehicles, rules.path_vehicles]}
    key |= {"ditch": [cell("terrain_key", "Ditch", 1), rules.ditch_tracked, cell("terrain_key", "Ditch", 2)]}
    costs = {
        id_: [cost(each) for each in (row.split(" / ") if isinstance(row, str) else row)] for id_, row in key.items()
    }
    blocks = [each in rules.blocking for each in drawn.terrain]
    return {
        "cost": [each for id_ in ids for each in costs.get(id_, (-1, -1, -1))],
        **{f"cost.{id_}": costs[id_] for id_ in ("bunker", "road", "path", "ditch")},
        "modifier": [rules.modifiers.get(id_, 0) for id_ in ids],
        "modifier.bunker": [int(cell("combat_dice_modifiers", "bunker hex"))],
        "blocks": [int(each) for each in blocks],
        "cube": cubes_of(grid),
        "base": [grid.find(rules.automatic.place)],
        "hidden": _hidden(grid, blocks, int(cell("observation_hexes", "normal"))),
    }


def _hidden(grid, blocks, reach):
    """Pairs of hexes that are near enough, but that a blocking hex parts."""
    heights, found = Heights([0] * len(grid), [WALL * each for each in blocks]), set()
    for hex_ in (hex_ for hex_, each in enumerate(blocks) if each):
        away = {other: distance(grid, hex_, other) for other in disk(grid, hex_, reach) if other != hex_}
        pairs = ((a, b) for a, one in away.items() for b, more in away.items() if a < b and one + more <= reach + 1)
        beyond = ((a, b) for a, b in pairs if away[a] + away[b] <= distance(grid, a, b) + 1 <= reach + 1)
        found.update((a, b) for a, b in beyond if not in_view(grid, heights, a, b))
    return [hex_ for pair in sorted(found) for hex_ in pair]
