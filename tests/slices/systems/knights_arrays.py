"""From the documents of *Knights of the Desert* to the numbers that play reads."""

from __future__ import annotations

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.project.ending import ending
from scenario_forge.project.formula import parse
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.notations import number
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule
from scenario_forge.project.system import GeneralSupply
from scenario_forge.project.tables import tables
from scenario_forge.wargame.frame.cells import rows_of
from scenario_forge.wargame.frame.system import GameRules


class Start(Model):
    """What play begins with at a start date."""

    supply: dict[Id, dict[Id, int]]
    """Supply points of units, by side and type."""
    air: dict[Id, int]
    """Air points by side."""
    towns: Id
    """The side that was last in each town."""
    forts: dict[str, int] = {}  # noqa: RUF012 - pydantic copies it
    """Levels of fortification of units, by hex."""


class KnightsRules(GameRules):
    """rules.yaml: what no table says."""

    depot_supply: int
    """Supply points that depots get."""
    starts: dict[Id, Start]
    """By start date."""


MOBILITIES = ("nmobile", "mobile")


def arrays(game, scenario):
    """Tables by row and column; of fractions hundredths, of the morale modifier tenths, of losses thousandths."""
    charts, about = tables(game).charts, game.about
    units = game.one("counters", CountersDocument)[0].units

    def figures(chart, times=1, part="value"):
        """All cells of a chart, row by row."""
        return [int(times * number(cell.meaning, part)) for line in charts[chart].cells for cell in line]

    def of_units(value):
        """What each unit's counter says."""
        return {(unit.side, unit.no): value(unit) for unit in units}

    risk, allotted, reach = figures("risk_iv_d", 100, "low"), figures("operation_allotments"), figures("supply_range")
    mobile, nmobile = rows_of(figures("fortification_cost_iv_c"), 2)
    rules = game.one("rules", KnightsRules)[0]
    start = rules.starts[scenarios(game).scenarios[scenario].document.start]
    loss = parse(charts["combat_loss"].chart.formulas[0].formula)
    constant, more = (loss.value({"row": n, "column": n}) for n in (0, 1))
    sides = [side.id for side in about.sides]
    towns = [row for row, _ in ending(game).ledger if row.when and row.when.hold]
    return {
        **_terrain(game, charts),
        **_track(game, scenario, sides),
        "combat.supply": figures("combat_supply"),
        "combat.points": figures("combat_operation"),
        "air.loss": figures("air_loss"),
        "morale.modifier": figures("morale_x", 10),
        "risk": [end for pair in zip(risk, figures("risk_iv_d", 100, "high"), strict=True) for end in pair],
        "cadre": figures("cadre_x"),
        "percents": figures("allocation_percent"),
        "loss": [int(1000 * constant), int(1000 * (more - constant))],
        "allowance": [allotted[1], allotted[3], allotted[0], allotted[2]],
        "range.unit": reach[:2],
        "range.depot": reach[3:],
        "fort.supply": [nmobile[0], mobile[0]],
        "fort.points": [nmobile[1], mobile[1]],
        "supply.depot": [rules.depot_supply],
        "mobile": of_units(lambda unit: MOBILITIES.index(unit.values["mobility"])),
        "begin.supply": of_units(
            lambda u: rules.depot_supply if u.type == "depot" else start.supply[u.side][u.values["mobility"]]
        ),
        "begin.forts": [n for hex_, level in start.forts.items() for n in (hex_map(game).find(hex_).hex, level)],
        "begin.air": [start.air[side] for side in sides],
        "begin.holder": [sides.index(start.towns) + 1 for _ in towns],
    }


def supply(game):
    """Who is supplied where a scenario begins, as far as checks can know it."""
    charts, linked, about = tables(game).charts, hex_map(game), game.about
    axis, allied, _computer, gap = (int(line[0].text) for line in charts["supply_range"].cells)
    places, sides = linked.document.places, [side.id for side in about.sides]
    sources = {
        side: frozenset(linked.find(p.name).hex for p in places if side in p.sides or "fortress" in p.kinds)
        for side in sides
    }
    reach = {nation.id: axis if nation.side == "axis" else allied for nation in about.nationalities}
    passes = {"through_enemies": True, "over_any_ground": True}
    return GeneralSupply(reach, sources=sources, links=frozenset({"depot"}), gap=gap, rule="III.2.B", **passes)


def _terrain(game, charts):
    """Costs and defence by terrain of the map, of non-mobile and of mobile units; 0 where nobody enters."""
    costs, modifiers = (
        {row.text.lower(): line for row, line in zip(charts[name].rows, charts[name].cells, strict=True)}
        for name in ("movement_cost_iv_c", "terrain_modifier_iv_d")
    )
    points, supply, defence = [], [], []
    for terrain in game.one("map", MapDocument)[0].terrain:
        for text in [cell.text for cell in costs.get(terrain.id, ())] or ["P", "P"]:
            spent = text.split("/") if "/" in text else ("0", "0")
            points.append(int(spent[0]))
            supply.append(int(spent[1]))
        defence.append(int(100 * number(modifiers[terrain.id][0].meaning)) if terrain.id in modifiers else 100)
    return {"cost.points": points, "cost.supply": supply, "defence": defence}


def _track(game, scenario, sides):
    """What the track gives in each turn of the scenario, turn after turn."""
    track, found, nations = schedule(game), scenarios(game).scenarios[scenario], game.about.nationalities
    cells = [{id_: cell.value for id_, cell in box.cells.items()} for box in track.boxes]
    of_side = {side: next(n.id for n in nations if n.side == side and f"air_{n.id}" in cells[0]) for side in sides}
    turns = cells[found.start.turn : found.stop.turn + 1]
    return {
        "initiative": [sides.index(nations[turn["initiative"]].side) for turn in turns],
        "air": [turn[f"air_{of_side[side]}"] for turn in turns for side in sides],
        "supply": [turn["supply_german"] for turn in turns],
        "replacements": [turn[f"replacements_{n.id}"] for turn in turns for n in nations],
    }
