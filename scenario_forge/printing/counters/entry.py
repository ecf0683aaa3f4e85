"""Where or when a scenario brings a unit in, as it stands on counters printed for that scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.compiler.set_up import plan

if TYPE_CHECKING:
    from scenario_forge.compiler.set_up import Placed, Plan
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.forces import UnitKey


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex or box at the start, or the turn of arrival (``later``)."""

    text: str
    later: bool = False


def spots(brief: Brief, scenario: str) -> dict[UnitKey, Spot]:
    """Every unit that the scenario can bring into play: on the map, at base, arriving; with any optional rule.

    Raises:
        CompileError: errors in the game leave the set-up open.
    """
    planned = plan(brief.game, scenario)
    found: dict[UnitKey, Spot] = {}
    for placed in planned.placed:
        text = _place(brief, planned, placed)
        if text:
            found[placed.unit.key] = Spot(text)
    for change in planned.changes:
        if change.kind == "arrives":
            found.setdefault(change.unit.key, Spot(planned.track.label(change.turn), later=True))
    return found


def _place(brief: Brief, planned: Plan, placed: Placed) -> str:
    location = placed.entry.location if placed.entry else None
    if placed.state == "at" and location is not None:
        if location.hex is not None:
            return planned.map.grid.ids[location.hex]
        return planned.map.boxes[location.box].name if location.box else ""
    return brief.words("counter_reserve") if placed.state == "reserve" else ""
