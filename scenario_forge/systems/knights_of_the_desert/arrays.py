"""Numbers that play reads from the documents of *Knights of the Desert*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.map_ import MapDocument
from scenario_forge.game.formula import parse
from scenario_forge.game.front import starting_control
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.notations import number
from scenario_forge.game.scenarios import printed_start, scenarios
from scenario_forge.game.system import GeneralSupply
from scenario_forge.game.tables import tables
from scenario_forge.systems.knights_of_the_desert.parameters import KnightsDocument

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.game.tables import LinkedChart


def arrays(game: Game) -> dict[str, list[int]]:
    """Return arrays that are no plain figures: costs and defence by terrain, losses in thousandths."""
    charts = tables(game).charts
    loss = parse(charts["combat_loss"].chart.formulas[0].formula)
    constant, more = (loss.value({"row": n, "column": n}) for n in (0, 1))
    return {**_terrain(game, charts), "loss": [int(1000 * constant), int(1000 * (more - constant))]}


def _terrain(game: Game, charts: Mapping[str, LinkedChart]) -> dict[str, list[int]]:
    """Return costs and defence by terrain, for (non-)mobile units, from rows of its name; 0: nobody enters."""
    costs, modifiers = (
        {row.text: line for row, line in zip(charts[name].rows, charts[name].cells, strict=True)}
        for name in ("movement_cost_iv_c", "terrain_modifier_iv_d")
    )
    points, supply, defence = [], [], []
    found = game.one("map", MapDocument)
    for terrain in found[0].terrain if found else ():
        for text in [cell.text for cell in costs.get(terrain.name, ())] or ["0/0", "0/0"]:
            spent = text.split("/") if "/" in text else ("0", "0")
            points.append(int(spent[0]))
            supply.append(int(spent[1]))
        modifier = number(modifiers[terrain.name][0].meaning) if terrain.name in modifiers else None
        defence.append(100 if modifier is None else int(100 * modifier))
    return {"cost.points": points, "cost.supply": supply, "defence": defence}


def supply(game: Game) -> GeneralSupply | None:
    """Return the supply rule at the start of scenarios, as far as checks can know it; None if a document is broken."""
    charts, linked, about = tables(game).charts, hex_map(game), game.about
    rules = game.one("rules", KnightsDocument)
    if linked is None or about is None or rules is None or "supply_range" not in charts:
        return None
    rationed, other, _computer, gap = (int(line[0].text) for line in charts["supply_range"].cells)
    places = [(place, hex_) for place, hex_, _where in linked.places.values() if hex_ is not None]
    fortress = frozenset(hex_ for place, hex_ in places if "fortress" in place.kinds)
    home = {each.id: frozenset(hex_ for place, hex_ in places if each.id in place.sides) for each in about.sides}
    starts, every = rules[0].starts, scenarios(game).scenarios.items()
    own = {id_: starts.get(printed_start(game, id_)) for id_, each in every if each.document.set_up}
    towns = {id_: start.towns for id_, start in {**starts, **own}.items() if start is not None}

    stated = {id_: starting_control(game, id_) for id_ in towns}

    def sources(*holders: str) -> dict[str, frozenset[int]]:
        return {side: hexes | fortress if side in holders else hexes for side, hexes in home.items()}

    return GeneralSupply(
        {nation.id: rationed if nation.side == rules[0].rationed else other for nation in about.nationalities},
        sources=sources(*home),
        at_start={id_: sources(*(stated[id_].get(hex_, side) for hex_ in fortress)) for id_, side in towns.items()},
        links=frozenset({"depot"}),
        gap=gap,
        rule="III.2.B",
        through_enemies=True,
        over_any_ground=True,
    )
