"""Combats of figures, worked out from the counters and read from the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.project.forces import forces
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from scenario_forge.documents.diagrams import Fight
    from scenario_forge.printing.words import Words
    from scenario_forge.project.forces import Counter
    from scenario_forge.project.game import Game

Row = dict[str, Any]
"""A line of the sum: `what`, `value`, `strong` for results."""


def worked_out(game: Game, fight: Fight, words: Words) -> tuple[list[Row], bool]:
    """The lines of a combat, and whether they rest on strengths that are ours."""
    attackers, defenders = _units(game, fight.attackers), _units(game, fight.defenders)
    attack, defence = (sum(unit.counter.strength or 0 for unit in units) for units in (attackers, defenders))
    rows = [
        {"what": words("fight_attack", units=_listed(attackers)), "value": str(attack), "strong": False},
        {"what": words("fight_defence", units=_listed(defenders)), "value": f"−{defence}", "strong": False},
        *({"what": each.text, "value": _signed(each.value), "strong": False} for each in fight.modifiers),
    ]
    differential = attack - defence + sum(each.value for each in fight.modifiers)
    rows.append({"what": words("rules_differential_word"), "value": _signed(differential), "strong": True})
    result = _result(game, fight, differential)
    if result:
        rows.append({"what": words("fight_result", die=fight.die), "value": result, "strong": True})
    ours = any((unit.where / "strength").ours for unit in (*attackers, *defenders))
    return rows, ours


def _units(game: Game, names: list[str]) -> list[Counter]:
    known = {f"{side}/{no}": counter for (side, no), counter in forces(game).counters.items()}
    return [known[name] for name in names if name in known]


def _listed(units: list[Counter]) -> str:
    return " + ".join(f"{unit.counter.name} {unit.counter.strength}" for unit in units)


def _result(game: Game, fight: Fight, differential: int) -> str:
    table = tables(game).charts.get(fight.chart or "")
    if table is None or fight.die is None:
        return ""
    row, column = table.row(str(fight.die)), table.column(f"{differential:+d}")
    cell = table.at(row, column) if row is not None and column is not None else None
    return cell.text if cell else ""


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "−")
