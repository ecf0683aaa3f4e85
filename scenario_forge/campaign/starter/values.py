"""Numbers that a new game takes from its model: rules, tables, costs; never a name, a place or a date."""

from __future__ import annotations

from statistics import median_low
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.parameters.notation_losses import Losses
from scenario_forge.campaign.parameters.notation_terrain import CombatEffect, MovementCost
from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.game.notations import Range
from scenario_forge.game.reading.locate import check_command
from scenario_forge.game.tables import tables
from scenario_forge.source.emit import Rows, block_text, entries, inline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.campaign.parameters.document import RulesDocument
    from scenario_forge.game.game import Game
    from scenario_forge.game.tables import LinkedChart

    Values = dict[str, str]

_ALLOWANCES = {"foot": ("infantry", 12), "tanks": ("armour", 14), "cars": ("reconnaissance", 18)}
_SHIFTS = {"armour": ("armour_against_fortification", -2), "unsupplied": ("unsupplied_defender", 2)}
_COSTS = {
    "clear": ["2 MP's*", "No Effect"],
    "rough": ["4 MP's", "+ 2 to defender"],
    "road_cost": ["1 MP along road*†", "No Effect"],
    "track_cost": ["2 MP's along track*†", "No Effect"],
    "escarpment": ["+ 6 MP's", "- 2 to attacker"],
}
"""Costs and effects for a model that has no such terrain."""


def values(model: Game) -> Mapping[str, str]:
    """Return every `rules.*` number by its dotted path, and what follows from the charts and counters.

    Raises:
        ValueError: the model has no rules, charts, map or counters that could be read.
    """
    rules = rules_of(model)
    counters, map_ = model.one("counters", CountersDocument), model.one("map", MapDocument)
    results = [table for table in tables(model).charts.values() if table.chart.cells == "losses"]
    if rules is None or counters is None or map_ is None or not results:
        raise ValueError(f"its rules, charts, map or counters cannot be read, as `{check_command(model)}` tells")
    found: Values = {f"rules.{name}": inline(value) for name, value in _dotted(rules.model_dump())}
    found |= _sizes(counters[0], rules) | _radii(model, rules) | _results(results[0])
    return found | _terrain(model, map_[0]) | _repair(rules)


def _dotted(data: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        yield f"{above}{key}", value
        if isinstance(value, dict):
            yield from _dotted(value, f"{above}{key}.")


def _sizes(counters: CountersDocument, rules: RulesDocument) -> Values:
    """Return sizes in use, the largest of which two fit in a hex and the smallest; allowances by arm."""
    weights = rules.stacking.weight
    fitting = [s.id for s in counters.sizes if 2 * weights.get(s.id.lower(), 0) <= rules.stacking.limit]
    found = {
        "sizes": entries(Rows({"id": s.id, "name": s.name} for s in counters.sizes)).rstrip(),
        "big": inline(fitting[-1] if fitting else counters.sizes[0].id),
        "small": inline(counters.sizes[0].id),
        "stacking_words": ", ".join(
            f"a {s.name.lower()} counts {weights.get(s.id.lower(), 0)}" for s in counters.sizes
        ),
    }
    for name, (kind, default) in _ALLOWANCES.items():
        found[name] = str(median_low([u.movement or 0 for u in counters.units if u.type == kind] or [default]))
    return found


def _radii(model: Game, rules: RulesDocument) -> Values:
    """Return the radii of the first nationality of each side, or of the only one."""
    about = model.about
    nations = [next((n.id for n in about.nationalities if n.side == s.id), "") for s in about.sides] if about else []
    found = {}
    for name, number in (("west", 0), ("east", 1)):
        nation = nations[number] if number < len(nations) else ""
        for kind, radii in (("general", rules.supply.general_radius), ("combat", rules.supply.combat_radius)):
            found[f"{kind}_{name}"] = str(radii.get(nation, max(radii.values(), default=6)))
    return found


def _results(table: LinkedChart) -> Values:
    """Return the combat results table without remarks on places, the modifiers, and the cell of an example."""
    rows = {heading: [_plain_result(cell) for cell in cells] for heading, cells in table.chart.rows.items()}
    spans = [heading.meaning.values for heading in table.columns if isinstance(heading.meaning, Range)]
    throws = list(table.chart.rows)
    even = next((n for n, span in enumerate(spans) if 0 in span), 0)
    first = table.cells[0][even].meaning
    found = {
        "crt_columns": inline([*table.chart.columns]),
        "crt_rows": block_text(rows, 6).rstrip(),
        "crt_first": throws[0],
        "crt_last": throws[-1],
        "crt_low": str(min(min(span) for span in spans)),
        "crt_high": str(max(span[0] for span in spans)),
        "crt_answer": f"{first.attacker}/{first.defender}" if isinstance(first, Losses) else "",
    }
    known = {m.id: v.number for m, v in zip(table.chart.modifiers, table.modifiers, strict=True) if v}
    for name, (modifier, default) in _SHIFTS.items():
        number = known.get(modifier)
        found[f"{name}_number"] = str(default if number is None else number)
        found[f"{name}_shift"] = f"{default if number is None else number:+d}"
    return found


def _plain_result(cell: str) -> str:
    return cell.partition("(")[0].strip()


def _terrain(model: Game, document: MapDocument) -> Values:
    """Return costs and effects of plain and rough ground, roads and escarpments, as the model's chart prints them."""
    lines: dict[str, tuple[list[str], list[object]]] = {}
    for table in tables(model).charts.values():
        if table.chart.row_scale.terrain:
            for heading, cells in zip(table.rows, table.cells, strict=True):
                lines[heading.text] = ([cell.text for cell in cells], [cell.meaning for cell in cells])
    ground = [lines[t.name] for t in document.terrain if t.land and t.passable and t.name in lines]
    sides = [lines[k.name] for k in document.hexside_kinds if k.passable and not k.boundary and k.name in lines]
    roads = [lines[k.name][0] for k in document.line_kinds if k.name in lines]
    chosen = {
        "clear": ground[0][0] if ground else None,
        "rough": next((texts for texts, meant in ground[1:] if _helps(meant)), None),
        "road_cost": roads[0] if roads else None,
        "track_cost": roads[1] if len(roads) > 1 else None,
        "escarpment": next((texts for texts, meant in sides if _helps(meant) and _costs(meant)), None),
    }
    return {name: inline([*(chosen.get(name) or default)])[1:-1] for name, default in _COSTS.items()}


def _helps(meant: list[object]) -> bool:
    return any(isinstance(m, CombatEffect) and m.kind == "modifier" for m in meant)


def _costs(meant: list[object]) -> bool:
    return any(isinstance(m, MovementCost) and m.kind == "extra" for m in meant)


def _repair(rules: RulesDocument) -> Values:
    """Return the table of repair, from what the rules say of each throw."""
    faces = int(rules.repair.die.partition("d")[2])
    result = {die: points for die, points in rules.repair.result.items() if int(die) <= faces}
    rows = {die: [_repaired(points)] for die, points in result.items()}
    return {
        "repair_rows": block_text(rows, 6).rstrip(),
        "repair_last": max(result, key=int, default="6"),
        "repair_result": inline({**result}),
    }


def _repaired(points: int) -> str:
    word = "point" if abs(points) == 1 else "points"
    return f"{abs(points)} Strength {word} {'lost' if points < 0 else 'repaired'}"
