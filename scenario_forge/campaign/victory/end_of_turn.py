"""The end of the operations phase, which clears marks (rules 2 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.state import CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Event, Next, Step

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action


class OperationsEnd(Step[CampaignState]):
    """The end of the operations phase: supply centres have their full capacity again (9.21)."""

    id = "operations-end"
    clause = "sequence.operations-phase"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("supply-centres.capacity-renewed")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Clear the count of arrivals at supply centres, and the other marks of the phase."""
        centres, changes = state.centres, self.rules.operations_end(state)
        changes += [centres.change(row, "arrived", 0) for row, count in enumerate(centres.arrived) if count]
        return Next((Event("operations end", tuple(changes), self.clause, (state.clock.side[0],)),))
