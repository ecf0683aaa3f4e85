"""From the documents of *Knights of the Desert* to the numbers that play reads."""

from __future__ import annotations

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.project.formula import parse
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.notations import number
from scenario_forge.project.system import GeneralSupply
from scenario_forge.project.tables import tables
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


def arrays(game):
    """What figures alone do not say: costs and defence by terrain, losses in thousandths."""
    charts = tables(game).charts
    loss = parse(charts["combat_loss"].chart.formulas[0].formula)
    constant, more = (loss.value({"row": n, "column": n}) for n in (0, 1))
    return {**_terrain(game, charts), "loss": [int(1000 * constant), int(1000 * (more - constant))]}


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
