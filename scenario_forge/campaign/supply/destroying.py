"""Destruction of own supply units, possible whenever the player decides in his own turn (rule 8.36)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.state import NOWHERE, CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Choice, Event, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Chance, IllegalActionError, Token

DESTROY = "destroy"
AT = frozenset({"operations", "combat-supply", "supply-moves", "supply"})
"""Steps at which the moment matters; not while allocated attacks are carried out (ruling)."""


class Destroying(Step[CampaignState]):
    """A wrapped step during which supply may be destroyed: ``("destroy", marker)``; the step is still to come."""

    def __init__(self, rules: Rules, step: Step[CampaignState]) -> None:
        self.rules, self.step = rules, step
        self.id, self.clause = step.id, step.clause

    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return the decider of the wrapped step."""
        return self.step.decider(state, frame)

    @rule("supply.destruction")
    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the wrapped step's choices, plus `destroy`; then the side's supply units, captured ones too."""
        if DESTROY in prefix:
            return [Choice(marker) for marker in own_markers(self.rules, state)] if len(prefix) == 1 else ()
        found = self.step.choices(state, frame, prefix)
        if prefix or not own_markers(self.rules, state):
            return found
        return [*found, Choice(DESTROY, whole=False, more=True)]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Remove the marker and leave the wrapped step to come; any other action is the wrapped step's."""
        if action[:1] != (DESTROY,):
            return self.step.apply(state, frame, action)
        marker, supplies = int(action[1]), state.supplies
        changes = [supplies.change(marker, "place", NOWHERE)]
        changes += [supplies.change(marker, "used", 0)] if supplies.used[marker] else []
        return Next(
            (Event("supply destroyed", tuple(changes), self.rules.clauses["supply.destruction"], (marker,)),), (frame,)
        )

    def legal(self, state: CampaignState, frame: Frame, action: Action) -> bool:
        """Return whether an action is allowed; the wrapped step judges all but destruction."""
        if action[:1] == (DESTROY,):
            return super().legal(state, frame, action)
        return self.step.legal(state, frame, action)

    def allows(self, state: CampaignState, frame: Frame, action: Action) -> IllegalActionError | None:
        """Return why an action is not allowed, or None; the wrapped step judges all but destruction."""
        if action[:1] == (DESTROY,):
            return super().allows(state, frame, action)
        return self.step.allows(state, frame, action)

    def chance(self, state: CampaignState, frame: Frame) -> Chance:
        """Return the question that the wrapped step asks of chance."""
        return self.step.chance(state, frame)

    def why_not(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return the wrapped step's error; for supply that is absent or the enemy's, the clause."""
        if prefix[:1] != (DESTROY,):
            return self.step.why_not(state, frame, prefix, token)
        found = super().why_not(state, frame, prefix, token)
        found.clause = self.rules.clauses["supply.destruction"]
        return found


def own_markers(rules: Rules, state: CampaignState) -> list[int]:
    """Return the supply units of the phasing side, on the map and in boxes."""
    side = state.clock.side[0]
    return [n for n, m in enumerate(rules.markers) if m.side == side and state.supplies.place[n] != NOWHERE]
