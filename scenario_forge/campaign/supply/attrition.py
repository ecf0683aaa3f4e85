"""Attrition of units out of general supply at the end of logistics (rules 2 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.state import CampaignState
from scenario_forge.campaign.wrecks import lose
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Event, Next, Step

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action


class Attrition(Step[CampaignState]):
    """The loss of strength by units of the side out of general supply (8.5); armour leaves wrecks (10.1)."""

    id = "attrition"
    clause = "supply.attrition"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Reduce one unit at a time; the units that lose are known before the first loss."""
        waiting = frame.data.get("units")
        if waiting is None:
            waiting = self._starving(state)
        if not waiting:
            return Next()
        return Next((self._loses(state, waiting[0]),), (frame.with_values(units=waiting[1:]),))

    @rule("supply.attrition", "sequence.supply-check")
    def _starving(self, state: CampaignState) -> list[int]:
        side, place = state.clock.side[0], state.units.place
        fed = supplied(self.rules, state, side)
        return [unit for unit in self.rules.fighters[side] if place[unit] >= 0 and not fed[unit]]

    def _loses(self, state: CampaignState, unit: int) -> Event:
        held = state.units.strength[unit]
        lost = min(held, self.rules.given.supply.attrition)
        return Event("attrition", lose(self.rules, state, {unit: lost}), self.clause, (unit, lost))
