"""Counters shown on the back of the box: the strongest unit of each kind and nationality."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.face import unit_front
from scenario_forge.printing.svg import Canvas
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from scenario_forge.documents.counters import UnitCounter

_EDGE = 12.7
"""Counters are shown no larger than half an inch."""
_GAP = 2.2


def sample(brief: Brief, width: float) -> Canvas | None:
    """As many counters as a row of that width holds, in millimetres; None for a game without units."""
    edge = min(brief.profile.counter, _EDGE)
    units = _chosen(
        [each.counter for each in forces(brief.game).counters.values()], int((width + _GAP) / (edge + _GAP))
    )
    if not units:
        return None
    gap = (width - len(units) * edge) / max(1, len(units) - 1) if len(units) > 5 else _GAP
    small, shadow = Brief(brief.game, replace(brief.profile, counter=edge)), brief.palette["faint"]
    canvas = Canvas(width, edge + 0.6)
    for number, unit in enumerate(units):
        x = number * (edge + gap)
        canvas.rect((x + 0.4, 0.4, x + edge + 0.4, edge + 0.4), fill=shadow, radius=0.4)
        canvas.place(unit_front(small, unit), (x, 0.0))
        canvas.rect((x, 0.0, x + edge, edge), stroke=brief.palette["coast"], width=0.12)
    return canvas


def _chosen(units: list[UnitCounter], most: int) -> list[UnitCounter]:
    """The strongest of each kind, nationalities in turn, in the order of the counters; `most` of them."""
    best: dict[tuple[str, str], UnitCounter] = {}
    for unit in units:
        key = (unit.nationality, unit.type)
        if key not in best or (unit.strength or 0) > (best[key].strength or 0):
            best[key] = unit
    ranks: dict[str, int] = {}
    ranked = []
    for unit in sorted(best.values(), key=lambda each: -(each.strength or 0)):
        ranks[unit.nationality] = ranks.get(unit.nationality, 0) + 1
        ranked.append((ranks[unit.nationality], unit))
    kept = [unit for _rank, unit in sorted(ranked, key=lambda pair: pair[0])[:most]]
    return [unit for unit in units if any(unit is each for each in kept)]
