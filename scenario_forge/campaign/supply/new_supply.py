"""Arrival of supply units (rule 9c), and removal of used ones at the end of the game turn (rule 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.arrivals.centres import arrival, centres
from scenario_forge.campaign.arrivals.replacements import figure
from scenario_forge.campaign.state import NOWHERE, CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import NOBODY, Choice, Event, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action

END = "end"


class NewSupply(Step[CampaignState]):
    """The arrival of supply units up to the track's number, captured ones aside: ``(place,)`` or ``("end",)``."""

    id = "supply"
    clause = "supply.arrival"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side; NOBODY where no supply unit can come on."""
        return state.clock.side[0] if self._spots(state) else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return where one can come on, and `end`."""
        return () if prefix else [Choice(END), *(Choice(spot) for spot in self._spots(state))]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Bring the chosen supply unit on; the step ends where there is none."""
        if not action or action == (END,):
            return Next()
        side, spot, marker = state.clock.side[0], int(action[0]), self._spare(state)[0]
        values = {"place": spot, "used": 0, "spent": 0}
        changes = [state.supplies.change(marker, column, value) for column, value in values.items()]
        changes.append(arrival(self.rules, state, side, spot))
        return Next((Event("supply arrives", tuple(changes), self.clause, (marker, spot)),), (frame,))

    def _own(self, state: CampaignState) -> list[int]:
        side = state.clock.side[0]
        return [n for n, m in enumerate(self.rules.markers) if m.side == side and not m.captured]

    def _spare(self, state: CampaignState) -> list[int]:
        return [n for n in self._own(state) if state.supplies.place[n] == NOWHERE]

    @rule("supply.new-optional", "supply.new-track", "supply.new", "supply.arrival")
    def _spots(self, state: CampaignState) -> list[int]:
        have = sum(state.supplies.place[n] != NOWHERE for n in self._own(state))
        if have >= figure(self.rules, state, "supply") or not self._spare(state):
            return []
        return sorted({spot for c in centres(self.rules, state, state.clock.side[0]) for spot in c.spots})


class UsedSupply(Step[CampaignState]):
    """The removal of face-down supply units when the game turn ends (8.24)."""

    id = "used-supply"
    clause = "supply.used"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("supply.used")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Remove them if the game turn is over."""
        clock, span, supplies = state.clock, self.rules.compiled.turns.span, state.supplies
        last = clock.side[0] == self.rules.sides - 1 or (clock.turn[0], clock.side[0]) == (span[1], span[3])
        if not last:
            return Next()
        used = [n for n, flag in enumerate(supplies.used) if flag]
        columns = {"place": NOWHERE, "used": 0}
        changes = [supplies.change(n, column, value) for n in used for column, value in columns.items()]
        return Next((Event("used supply removed", tuple(changes), self.clause, tuple(used)),) if used else ())
