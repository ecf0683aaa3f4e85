"""Units out of general supply waste away at the end of logistics (rules 2 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.carries import carries
from scenario_forge.simulator.step import Event, Next, Step
from scenario_forge.systems.desert_rats.play.situation import supplied
from scenario_forge.systems.desert_rats.play.tables import AT_BASE, DesertState

if TYPE_CHECKING:
    from scenario_forge.simulator.state import Change, Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.systems.desert_rats.play.rules import Rules


class Attrition(Step[DesertState]):
    """Units of the side on the map that are not in general supply lose strength (8.5); armour leaves wrecks (10.1)."""

    id = "attrition"
    rule = "8.5"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """One unit after another; who is to lose is known before the first loss."""
        waiting = frame.data.get("units")
        if waiting is None:
            waiting = self._starving(state)
        if not waiting:
            return Next()
        return Next((self._loses(state, waiting[0]),), (frame.having(units=waiting[1:]),))

    @carries("2.18", "8.5", neutral=[])
    def _starving(self, state: DesertState) -> list[int]:
        side, units = state.clock.side[0], self.rules.compiled.units
        fed = supplied(self.rules, state, side)
        return [
            unit
            for unit, owner in enumerate(units.side)
            if owner == side and self.rules.fights[unit] and state.units.place[unit] >= 0 and not fed[unit]
        ]

    def _loses(self, state: DesertState, unit: int) -> Event:
        units, place = state.units, state.units.place[unit]
        left = max(units.strength[unit] - self.rules.number("supply.attrition"), 0)
        lost = units.strength[unit] - left
        changes: list[Change] = [units.change(unit, "strength", left)]
        if self.rules.column("combat.armoured")[self.rules.compiled.units.type[unit]]:
            changes.append(state.hexes.change(place, "wreck", state.hexes.wreck[place] + lost))
        if not left:
            changes.append(units.change(unit, "place", AT_BASE))
        return Event("attrition", tuple(changes), self.rule, (unit, lost))
