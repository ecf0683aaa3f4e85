"""Quantities that the printed tables of this system state by their cells (design decision 3).

They bear the names under which rulebook.yaml and rules.yaml state them: `terrain.sand.movement_cost`,
`combat.modifier.ridge`, `repair.result.4`. The notations of a chart tell which one it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.notation_losses import Losses
from scenario_forge.campaign.parameters.notation_repair import RepairEffect
from scenario_forge.campaign.parameters.notation_terrain import CombatEffect, MovementCost
from scenario_forge.documents.base import slug
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.notations import ModifierValue, Range
from scenario_forge.game.system import Statement
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.victory import Condition
    from scenario_forge.game.game import Game
    from scenario_forge.game.tables import Cell, LinkedChart


def chart_statements(game: Game) -> Iterator[Statement]:
    """Yield what combat results, terrain effects and repair state by cell, and which scoring needs supply."""
    ids = _terrain_ids(game)
    for table in tables(game).charts.values():
        if table.chart.cells == "losses":
            yield from _differentials(table)
            yield from _modifiers(table)
        elif table.chart.cells == "repair_effect":
            yield from _repair(table)
        elif table.chart.row_scale.terrain:
            yield from _terrain(table, ids)
    yield from _supplied_rows(game)
    yield from _supply_counters(game)


def _terrain_ids(game: Game) -> dict[str, str]:
    """Return quantity names of terrain, hexsides, roads and kinds of place by their printed names."""
    ids: dict[str, str] = {}
    for document, _where in game.documents("map", MapDocument):
        ids.update((kind.name, slug(kind.id)) for kind in document.terrain)
        ids.update((kind.name, slug(kind.id)) for kind in document.hexside_kinds)
        ids.update((kind.name, slug(kind.id)) for kind in document.line_kinds)
        ids.update((kind.name, slug(kind.id)) for kind in document.place_kinds)
    return ids


def _differentials(table: LinkedChart) -> Iterator[Statement]:
    rule = table.chart.rule
    numbers = [(heading.meaning, heading.where) for heading in table.columns if isinstance(heading.meaning, Range)]
    if numbers:
        low, low_at = min(numbers, key=lambda found: min(found[0].values))
        high, high_at = max(numbers, key=lambda found: found[0].values[0])
        yield Statement("combat.lowest_differential", min(low.values), low_at, rule)
        yield Statement("combat.highest_differential", high.values[0], high_at, rule)
    for line in table.cells:
        for heading, cell in zip(table.columns, line, strict=False):
            if isinstance(cell.meaning, Losses) and cell.meaning.last_for and isinstance(heading.meaning, Range):
                quantity = f"fortification.highest_differential.{slug(cell.meaning.last_for)}"
                yield Statement(quantity, heading.meaning.values[0], cell.where, rule)


def _modifiers(table: LinkedChart) -> Iterator[Statement]:
    for index, (modifier, value) in enumerate(zip(table.chart.modifiers, table.modifiers, strict=True)):
        if isinstance(value, ModifierValue) and value.number is not None:
            name = slug(modifier.option or modifier.id)
            quantity = f"optional.{name}.modifier" if modifier.option else f"combat.modifier.{name}"
            where = table.where / "modifiers" / index
            yield Statement(quantity, value.number, where / "value", table.chart.rule)
            if not modifier.option:
                yield Statement(f"combat.modifier_per.{name}", modifier.per, where / "per", table.chart.rule)


def _repair(table: LinkedChart) -> Iterator[Statement]:
    above: Cell | None = None
    for heading, line in zip(table.rows, table.cells, strict=True):
        cell = line[0] if line else None
        above = cell if cell and isinstance(cell.meaning, RepairEffect) else above
        if cell is None or above is None or not isinstance(heading.meaning, Range):
            continue
        assert isinstance(above.meaning, RepairEffect)  # noqa: S101 - only such cells are kept
        for die in heading.meaning.values:
            # a merged cell stands where its own line is, so that what its basis says of it holds
            at = table.where / "states" / f"repair.result.{die}" if cell is not above else above.where
            yield Statement(f"repair.result.{die}", above.meaning.value, at, table.chart.rule)


def _terrain(table: LinkedChart, ids: dict[str, str]) -> Iterator[Statement]:
    for heading, line in zip(table.rows, table.cells, strict=True):
        kind = ids.get(heading.text)
        if kind is None:
            continue
        for cell in line:
            if isinstance(cell.meaning, MovementCost):
                yield from _cost(f"terrain.{kind}", cell.meaning, cell, table.chart.rule)
            elif isinstance(cell.meaning, CombatEffect) and cell.meaning.kind == "modifier":
                quantity = f"combat.modifier.{kind}"
                yield Statement(quantity, cell.meaning.differential, cell.where, table.chart.rule)
            elif isinstance(cell.meaning, CombatEffect) and cell.meaning.kind == "impossible":
                yield Statement(f"terrain.{kind}.combat", "impossible", cell.where, table.chart.rule)


def _cost(name: str, cost: MovementCost, cell: Cell, rule: str) -> Iterator[Statement]:
    yield Statement(f"{name}.passable", cost.kind != "impassable", cell.where, rule)
    if cost.kind == "impassable":
        exempt = slug(cost.exempt.removeprefix("the "))
        if not exempt or cost.cost is None:
            return
        yield Statement(f"{name}.{exempt}_cost", _plain(float(cost.cost)), cell.where, rule)
        yield Statement(f"{name}.{exempt}_only", True, cell.where, rule)
    elif cost.cost is not None:
        yield Statement(f"{name}.movement_cost", _plain(float(cost.cost)), cell.where, rule)
        yield Statement(f"{name}.halved", cost.halved, cell.where, rule)
        if cost.along or cost.replaces:
            yield Statement(f"{name}.negates_terrain", cost.replaces, cell.where, rule)


def _plain(number: float) -> int | float:
    return int(number) if number.is_integer() else number


def _supplied_rows(game: Game) -> Iterator[Statement]:
    """Yield whether units must be supplied, for rows of the victory table that state it."""
    for document, where in game.documents("victory", VictoryDocument):
        for number, objective in enumerate(document.objectives):
            for quantity in objective.states:
                if quantity.endswith(".requires_supply"):
                    supplied = _wants_supply(objective.when)
                    yield Statement(quantity, supplied, where / "objectives" / number / "when", "")


def _supply_counters(game: Game) -> Iterator[Statement]:
    """Yield the movement allowance that supply units print."""
    for document, where in game.documents("counters", CountersDocument):
        for number, marker in enumerate(document.markers):
            if marker.kind in {"supply", "captured"} and marker.movement is not None:
                yield Statement("supply.movement", marker.movement, where / "markers" / number / "movement", "")


def _wants_supply(condition: Condition) -> bool:
    below = [*(condition.all or ()), *(condition.any or ()), condition.is_not, condition.ever]
    if any(inner is not None and _wants_supply(inner) for inner in below):
        return True
    return condition.present is not None and condition.present.units.supplied is True
